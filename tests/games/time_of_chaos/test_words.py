"""Every event has a sentence, and the sentences say what happened."""

from sandtable.bots.playout import random_step
from sandtable.engine.events import Event
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_of_chaos import GAME, events
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    UNDO,
    card,
    deliver,
    emptied,
    restore,
    search,
    send,
    table,
    time_travel,
    travel,
    worth,
)

PEOPLE = ["Ada", "Ben", "Cleo", "Dan"]
LISBON = [("Lisbon", PRESENT), ("Timbuktu", PRESENT)]
THING = card(PAST, "Lisbon", PRESENT)


def story(happened: list[Event], viewer: int | None = None) -> list[str]:
    told = [event.told(viewer) for event in happened]
    return [GAME.words(one, PEOPLE) for one in told if one is not None]


def test_an_evening_in_words() -> None:
    match = table(pawns=LISBON, hands=[[THING]], chaos={("Lisbon", PAST): [0]})
    assert story(match.act(0, deliver(THING, "cloak"))) == [
        f"Ada brings {THING} home to Lisbon in the present for 3 points, unseen under the cloak. "
        "All cloaks are ready again."
    ]
    assert story(match.act(0, restore(PAST))) == [
        "Ada restores Lisbon in the past; Ada gets a cube back."
    ]
    assert story(match.act(0, time_travel(FUTURE))) == [
        "Ada travels in Lisbon from the present to the future, leaving a cube in the present.",
        "It is Ben's turn.",
    ]


def test_a_grab_is_told_to_all_and_the_card_to_one() -> None:
    match = table(top={PRESENT: [card(PRESENT, "Hobart", PAST)]})
    happened = match.act(0, GRAB)
    assert story(happened) == ["Ada grabs a card from the present deck."]
    assert story(happened, 0) == ["Ada grabs Log of the Whaler Patience from the present deck."]


def test_searching_and_travelling() -> None:
    match = table(pawns=LISBON)
    name = match.view(None)["open"][PRESENT][0]["name"]
    happened = match.act(0, search(0))
    refill = match.view(None)["open"][PRESENT][0]["name"]
    assert story(happened) == [
        f"Ada searches the present and finds {name}, leaving a cube in Lisbon. "
        f"{refill} takes its place."
    ]
    assert story(match.act(0, travel("Kyoto"))) == [
        "Ada travels from Lisbon to Kyoto in the present."
    ]


def test_where_a_cube_was_laid_is_said_for_every_way_to_pay() -> None:
    match = table(pawns=LISBON, hands=[[THING]])
    assert story(match.act(0, time_travel(FUTURE, "arrival"))) == [
        "Ada travels in Lisbon from the present to the future, leaving a cube in the future."
    ]
    assert story(match.act(0, time_travel(PRESENT, "cloak"))) == [
        "Ada travels in Lisbon from the future to the present, unseen under the cloak."
    ]
    (delivered, *_) = story(match.act(0, deliver(THING)))
    assert delivered == (
        f"Ada brings {THING} home to Lisbon in the present for 3 points, leaving a cube there. "
        "All cloaks are ready again."
    )


def test_a_row_that_no_deck_fills() -> None:
    last = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco")]
    match = emptied(pawns=LISBON, left=last)
    assert story(match.act(0, search(1, "cloak"))) == [
        f"Ada searches the present and finds {last[1]}, unseen under the cloak. "
        "The deck is empty: the gap stays."
    ]
    assert story(match.act(0, UNDO)) == ["Ada takes back the search in Lisbon."]


def test_what_is_taken_back_in_words() -> None:
    match = table(pawns=LISBON, hands=[[THING]], known=[THING], chaos={("Lisbon", PAST): [0, 1]})
    for act, words in [
        (travel("Kyoto"), "the trip to Kyoto and is back in Lisbon"),
        (time_travel(FUTURE), "the journey in Lisbon to the future"),
        (deliver(THING), f"the delivery of {THING}"),
        (restore(PAST), "the restoration of Lisbon in the past"),
    ]:
        match.act(0, act)
        assert story(match.act(0, UNDO)) == [f"Ada takes back {words}."]
    short = table(
        chaos={("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1], ("Cusco", FUTURE): [1]},
        supply=[12, 2],
    )
    short.act(0, END_TURN)
    short.act(1, send("Kyoto", PAST))
    assert story(short.act(1, UNDO)) == ["Ben takes back the flow from Kyoto in the past."]


def test_chaos_and_its_price() -> None:
    match = table(seats=3, cubes={("Kyoto", PAST): [0, 1, 2]})
    assert story(match.act(0, END_TURN)) == [
        "Kyoto in the past falls into chaos; Ada, Ben and Cleo each keep a cube there.",
        "Ada, Ben and Cleo each lose a point.",
        "It is Ben's turn.",
        "Disorder flows in Kyoto from the past: one of Ben's cubes lands in the present.",
    ]


def test_the_end_in_words() -> None:
    match = table(turn=1, ender=0, delivered=[worth(1)[:4]])
    assert story(match.act(1, END_TURN)) == [
        "The last turn has been played. Ada wins with 4 points."
    ]
    shared = table(since_delivery=15)
    assert story(shared.act(0, END_TURN)) == [
        "Too many rounds have passed without a delivery. Ada and Ben share the win with 0 points."
    ]


def test_placing_and_time() -> None:
    match = new(GAME, seats=2, seed=1, options={"first": 0, "turn_seconds": 5})
    assert story(match.act(1, {"act": "place_pawn", "city": "Kyoto"})) == [
        "Ben starts in Kyoto: its past is in chaos with a cube on it, "
        "and there is a cube in its future."
    ]
    first, second, *_ = story(match.advance(by=5_000))
    assert first == "Ada's time is up."
    assert second.startswith("Ada is placed in ")


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = {kind.NAME for kind in Event.__subclasses__() if kind.__module__ == events.__name__}
    assert len(kinds) == 15
    spoken: set[str] = set()
    for seed in range(12):
        match = new(GAME, seats=2 + seed % 3, seed=seed, options={"turn_seconds": 60})
        rng = seeded(seed)
        while not match.over:
            before = match.copy()
            random_step(match, rng)
            for entry in match.entries[len(before.entries) :]:
                for event in before.act(entry.seat, entry.act):
                    for viewer in (None, 0):
                        told = event.told(viewer)
                        assert told is not None
                        words = GAME.words(told, PEOPLE)
                        assert words.endswith(".")
                        assert words != event.NAME
                    spoken.add(event.NAME)
    assert kinds - spoken <= {"time_up", "last_turns"}
