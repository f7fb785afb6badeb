"""Frames that tell a secret on purpose, one for each kind: the checker must find them all.

A checker that finds nothing anywhere proves nothing.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from tests.games.time_n_space import build as crowded_planet
from tests.server.secrecy.base import Checker, Leak, Truth, Viewer
from tests.server.secrecy.out_of_time import CARDS
from tests.server.secrecy.scene import CHECKERS
from tests.server.secrecy.time_of_chaos import STORIES
from tests.server.secrecy.watch import FACES

SEED = (1 << 100) + 7
TOKEN = "Zm9yIG5vYm9keSdzIGV5ZXM"
OPTIONS: dict[str, dict[str, Any]] = {"watch": {"ring_jitter_seconds": 30}}
STEPS = {"watch": 14, "out-of-time": 60, "time-of-chaos": 60, "time-n-space": 60}


class Table:
    """A game in its middle, with the truth about every step and the honest frames of each."""

    def __init__(self, game: str, steps: int, want: str | None = None) -> None:
        rules = sandtable.find(game)
        seats = max(3, rules.MIN_SEATS)
        self.match: Match = sandtable.new(rules, seats=seats, seed=SEED, options=OPTIONS.get(game))
        self.events: list[Any] = []
        self.truths: list[Truth] = []
        self.write([])
        dice = seeded("a table to sabotage")
        for _ in range(steps):
            if want is not None and want in [e.NAME for e in self.events]:
                break
            before = self.match.copy()
            happened = self.step(dice)
            if self.match.over:
                self.match = before
                break
            self.events += happened
            self.write(happened)
        self.checker: Checker = CHECKERS[game](self.truths)
        self.checker.keep_secret(TOKEN)

    def step(self, dice: Any) -> list[Any]:
        match = self.match
        active = match.active()
        if active and dice.below(3):
            seat = dice.pick(active)
            return match.act(seat, dice.pick(match.legal(seat)))
        if match.alarm is not None and (not active or match.game.REAL_TIME):
            return match.advance(to=match.alarm)
        seat = dice.pick(active)
        return match.act(seat, dice.pick(match.legal(seat)))

    def write(self, events: list[Any]) -> None:
        plain = {"seq": len(self.truths), "match": self.match.dump()}
        told = [event.to_json() for event in events]
        self.truths.append(Truth(json.loads(json.dumps({**plain, "events": told}))))

    @property
    def hidden(self) -> dict[str, Any]:
        return self.truths[-1].table

    def snapshot(self, viewer: Viewer) -> dict[str, Any]:
        match = self.match
        events = []
        for event in self.events[-60:]:
            told = event.told(viewer)
            words = match.game.words(told, [f"Seat {seat}" for seat in range(match.seats)])
            events.append({"event": event.NAME, "at": event.at, "words": words, "told": told})
        legal = [] if viewer is None else [act.to_json() for act in match.legal(viewer)]
        frame = {
            "type": "snapshot",
            "seq": len(self.truths) - 1,
            "clock": {"now": match.now, "server": 12_345_678, "rate": 1.0},
            "view": match.view(viewer),
            "legal": legal,
            "events": events,
            "played": 0,
            "commitment": match.commitment,
            "outcome": None,
            "seed": None,
        }
        copied: dict[str, Any] = json.loads(json.dumps(frame))
        return copied

    def show(self, viewer: Viewer, frame: dict[str, Any]) -> None:
        self.checker.frame(viewer, json.dumps(frame).encode())

    def caught(self, viewer: Viewer, frame: dict[str, Any]) -> str:
        with pytest.raises(Leak) as leak:
            self.show(viewer, frame)
        return str(leak.value)


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {game: Table(game, steps) for game, steps in STEPS.items()}


@pytest.fixture(scope="module")
def choosing() -> Table:
    """Time 'n' Space while first orders are picked: somebody other than seat 0 has picked."""
    table = Table("time-n-space", 0)
    match = table.match
    for seat in (1, 2):
        happened = match.act(seat, match.legal(seat)[5 + seat])
        table.events += happened
        table.write(happened)
    table.checker = CHECKERS["time-n-space"](table.truths)
    return table


def refused(message: str) -> dict[str, Any]:
    return {"type": "refused", "n": 1, "rule": "ST-3", "message": message, "costs": False}


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_honest_frames_pass(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    for viewer in (None, 0, 1, 2):
        table.show(viewer, table.snapshot(viewer))
        table.show(viewer, refused("It is not your turn."))


def test_honest_frames_pass_while_orders_are_picked(choosing: Table) -> None:
    for viewer in (None, 0, 1, 2):
        choosing.show(viewer, choosing.snapshot(viewer))


# What no game tells.


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_the_seed_in_any_frame_is_a_leak(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    assert table.caught(0, {**table.snapshot(0), "seed": str(SEED)}) == "the seed"
    assert table.caught(None, refused(f"No, {SEED}.")) == "the seed"


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_the_generator_in_any_frame_is_a_leak(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    frame = table.snapshot(1)
    frame["clock"]["server"] = table.truths[-1].rng[1]
    assert table.caught(1, frame) == "the random generator"


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_somebodys_token_in_any_frame_is_a_leak(tables: dict[str, Table], game: str) -> None:
    room = {"type": "room", "room": {"seats": [{"token": TOKEN}]}, "clock": None}
    assert tables[game].caught(1, room) == "somebody's token"


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_what_the_checker_does_not_know_is_a_leak(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    table.caught(0, {"type": "hint", "text": "try the left one"})
    table.caught(0, {**table.snapshot(0), "state": {}})
    frame = table.snapshot(0)
    frame["view"]["hint"] = 1
    table.caught(0, frame)
    frame = table.snapshot(0)
    frame["events"] = [{"event": "hint", "at": 0, "words": "", "told": {"event": "hint"}}]
    table.caught(0, frame)


@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_acts_for_who_only_watches_are_a_leak(tables: dict[str, Table], game: str) -> None:
    table = tables[game]
    frame = table.snapshot(None)
    frame["legal"] = [{"act": "pass"}]
    table.caught(None, frame)


def test_a_change_that_is_undone_in_the_same_frame_is_a_leak(tables: dict[str, Table]) -> None:
    table = tables["watch"]
    table.show(2, table.snapshot(2))
    hand = table.snapshot(2)["view"]["hands"][0][0]
    secret = FACES[table.hidden["cards"][0]]
    changes = [{"at": ["hands", 0, 0], "to": card} for card in (secret, hand)]
    seq, events = len(table.truths) - 1, list[Any]()
    table.caught(
        2, {"type": "delta", "seq": seq, "clock": {}, "events": events, "changes": changes}
    )


# The watch.


def unknown_to(table: Table, viewer: Viewer) -> tuple[int, list[str]]:
    """A place with a card that this viewer never held."""
    assert table.checker.truths
    known = table.checker.known[-1][viewer]  # type: ignore[attr-defined]
    cards = [FACES[card] for card in table.hidden["cards"]]
    return next((place, card) for place, card in enumerate(cards) if card not in known)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_WA_T6_a_card_one_never_held_is_a_leak(tables: dict[str, Table], viewer: Viewer) -> None:
    table = tables["watch"]
    place, card = unknown_to(table, viewer)
    frame = table.snapshot(viewer)
    seats = table.match.seats
    row = frame["view"]["hands"][place] if place < seats else frame["view"]["aside"]
    row[0 if place < seats else place - seats] = card
    assert "card" in table.caught(viewer, frame)


@pytest.mark.parametrize("name", ["winner", "winning_card"])
def test_WA_T6_whose_card_names_the_order_is_a_leak_before_all_are_open(
    tables: dict[str, Table], name: str
) -> None:
    table = tables["watch"]
    frame = table.snapshot(0)
    frame["view"][name] = 0
    assert "order" in table.caught(0, frame)


def test_WA_T6_a_card_in_words_or_beside_an_event_is_a_leak(tables: dict[str, Table]) -> None:
    table = tables["watch"]
    _, card = unknown_to(table, 1)
    table.caught(1, refused(f"You would get {', '.join(card)}."))
    frame = table.snapshot(1)
    told = {"event": "exchanged", "at": 0, "seat": 0, "give": 0, "player": 2, "take": 0}
    for leaked, words in (({**told, "received": card}, ""), (told, f"Seat 0 gets {card}.")):
        frame["events"] = [{"event": "exchanged", "at": 0, "words": words, "told": leaked}]
        table.caught(1, frame)


@pytest.mark.parametrize(
    "sabotage",
    [
        lambda view, ring, now: view.update(turn_ends_at=ring),
        lambda view, ring, now: view.update(break_ends_at=ring),
        lambda view, ring, now: view.update(game=ring - now),
        lambda view, ring, now: view["tokens"].append(ring),
    ],
)
def test_WA_S3_the_instant_of_the_ring_is_a_leak(
    tables: dict[str, Table], sabotage: Callable[[dict[str, Any], int, int], object]
) -> None:
    table = tables["watch"]
    frame = table.snapshot(0)
    sabotage(frame["view"], table.hidden["rings_at"], table.match.now)
    table.caught(0, frame)


def test_WA_S3_the_ring_is_a_leak_in_words_acts_and_the_room_too(tables: dict[str, Table]) -> None:
    table = tables["watch"]
    ring = table.hidden["rings_at"]
    frame = table.snapshot(0)
    frame["legal"] = [{"act": "keep", "until": ring}]
    table.caught(0, frame)
    frame = table.snapshot(0)
    frame["events"][-1]["words"] += f" It rings at {ring}."
    table.caught(0, frame)
    table.caught(0, refused(f"Wait for {ring}."))
    table.caught(0, {"type": "room", "room": {"rings": ring}, "clock": None})
    table.caught(0, {"type": "room", "room": {"left": ring - table.match.now}, "clock": None})


# Out of Time.


def test_OT_S3_the_order_of_the_deck_is_a_leak(tables: dict[str, Table]) -> None:
    table = tables["out-of-time"]
    deck = table.hidden["deck"]
    frame = table.snapshot(0)
    frame["view"]["deck"] = deck
    table.caught(0, frame)
    for row in (deck, deck[::-1], deck[-3:]):
        frame = table.snapshot(0)
        frame["legal"] = [{"act": "move", "next": row}]
        table.caught(0, frame)
        table.caught(0, {"type": "room", "room": {"cards": row}, "clock": None})


def test_OT_S3_the_next_card_is_a_leak(tables: dict[str, Table]) -> None:
    table = tables["out-of-time"]
    top = CARDS[table.hidden["deck"][-1]]
    told = {"event": "scored", "at": 0, "seat": 0, "card": None, "scored": 1, "next_card": top}
    frame = table.snapshot(0)
    frame["events"] = [{"event": "scored", "at": 0, "words": "", "told": told}]
    table.caught(0, frame)
    frame = table.snapshot(0)
    frame["view"]["players"][0]["card"] = top
    table.caught(0, frame)
    frame = table.snapshot(0)
    frame["view"]["players"][0]["next"] = top
    table.caught(0, frame)
    frame = table.snapshot(0)
    frame["legal"] = [{"act": "move", "then": top}]
    table.caught(0, frame)
    table.caught(0, refused(f"The next card is {' '.join(top)} ."))


def test_OT_S3_a_card_in_the_guise_of_a_duty_or_a_protection_is_a_leak(
    tables: dict[str, Table],
) -> None:
    table = tables["out-of-time"]
    top = table.hidden["deck"][-1]
    for hidden in (top + 1, CARDS[top]):
        frame = table.snapshot(0)
        frame["view"]["players"][0]["must_stand_up"] = hidden
        table.caught(0, frame)
        frame = table.snapshot(0)
        frame["view"]["glasses"][1]["protected_until"] = hidden
        table.caught(0, frame)


# A Time of Chaos.


@pytest.fixture(scope="module")
def grabbed() -> tuple[Table, int, str]:
    """A table where a card was taken from a deck, by whom, and which."""
    table = Table("time-of-chaos", 400, want="grabbed")
    event = next(event for event in table.events if event.NAME == "grabbed")
    return table, event.seat, event.card


def test_TC_E4_a_card_in_anothers_hand_is_a_leak(grabbed: tuple[Table, int, str]) -> None:
    table, seat, card = grabbed
    other = (seat + 1) % table.match.seats
    for viewer in (None, other):
        frame = table.snapshot(viewer)
        frame["view"]["hands"][seat] = table.snapshot(seat)["view"]["hands"][seat]
        table.caught(viewer, frame)
        frame = table.snapshot(viewer)
        frame["events"] = [e for e in table.snapshot(seat)["events"] if e["event"] == "grabbed"]
        table.caught(viewer, frame)
        table.caught(viewer, refused(f"They hold {card}."))
        table.caught(viewer, refused(STORIES[card]))
    table.show(seat, table.snapshot(seat))


@pytest.mark.parametrize("viewer", [None, 0])
def test_TC_E4_a_card_in_a_deck_is_a_leak(tables: dict[str, Table], viewer: Viewer) -> None:
    table = tables["time-of-chaos"]
    deck = table.hidden["decks"]["past"]
    frame = table.snapshot(viewer)
    frame["view"]["decks"]["past"] = deck
    table.caught(viewer, frame)
    told = {"event": "turn_began", "at": 0, "seat": 0, "turn": 1, "last": False}
    for leaked in ({**told, "top": deck[0]}, {**told, "turn": deck[0]}):
        frame = table.snapshot(viewer)
        frame["events"] = [{"event": "turn_began", "at": 0, "words": "", "told": leaked}]
        table.caught(viewer, frame)
    frame = table.snapshot(viewer)
    frame["view"]["open"]["past"][0] = {"name": deck[0]}
    table.caught(viewer, frame)


# Time 'n' Space.


@pytest.mark.parametrize("viewer", [None, 0])
def test_TS_S3_what_another_picked_is_a_leak(choosing: Table, viewer: Viewer) -> None:
    theirs = choosing.snapshot(1)
    frame = choosing.snapshot(viewer)
    frame["view"]["mats"][1] = theirs["view"]["mats"][1]
    choosing.caught(viewer, frame)
    frame = choosing.snapshot(viewer)
    frame["events"] = [e for e in theirs["events"] if e["told"].get("seat") == 1]
    choosing.caught(viewer, frame)
    (pick,) = theirs["view"]["mats"][1]["choices"]
    order = {"order": pick["colour"], "value": pick["value"]}
    frame = choosing.snapshot(viewer)
    frame["view"]["mats"][1]["buildings"][0]["spots"][0] = order
    choosing.caught(viewer, frame)
    frame = choosing.snapshot(viewer)
    frame["view"]["mats"][1]["above"][pick["colour"]].remove(pick["value"])
    choosing.caught(viewer, frame)
    frame = choosing.snapshot(viewer)
    frame["view"]["offers"][1] = pick
    choosing.caught(viewer, frame)
    frame = choosing.snapshot(viewer)
    frame["events"][0]["words"] = f"Seat 1 has chosen {pick['colour']}."
    choosing.caught(viewer, frame)
    choosing.caught(viewer, {"type": "room", "room": {"picked": [pick]}, "clock": None})


@pytest.mark.parametrize("viewer", [None, 0])
def test_TS_A5_a_covered_tile_is_a_leak(tables: dict[str, Table], viewer: Viewer) -> None:
    table = tables["time-n-space"]
    nth, tiles = next(
        (nth, moon["tiles"])
        for nth, moon in enumerate(table.hidden["moons"])
        if len(moon["tiles"]) > 2 and moon["known"] == 0
    )
    for field, leaked in (
        ("bottom", tiles[:1]),
        ("bottom", tiles),
        ("tiles", tiles),
        ("next", tiles[-2]),
    ):
        frame = table.snapshot(viewer)
        frame["view"]["moons"][nth][field] = leaked
        table.caught(viewer, frame)
    covered = next(tile for tile in tiles if tile != tiles[-1])
    frame = table.snapshot(viewer)
    frame["view"]["moons"][nth]["top"] = covered
    table.caught(viewer, frame)
    frame = table.snapshot(viewer)
    frame["legal"] = [{"act": "take", "stack": tiles}]
    table.caught(viewer, frame)


@pytest.fixture(scope="module")
def crowded() -> Table:
    """Time 'n' Space with a line at a planet, and an owner who chooses an order."""
    table = Table("time-n-space", 0)
    table.truths.clear()
    table.match = crowded_planet.table(
        seed=SEED,
        goods={0: {"E": ["blue"], "F": ["blue"]}, 2: {"E": ["blue"]}},
        orders={1: {"A": [("blue", 1)], "B": [("blue", 2)], "C": [("blue", 3)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 1_000}},
    )
    table.write([])
    deliver = crowded_planet.deliver("blue", "E")
    for seat, act in ((0, crowded_planet.lift("ship")), (0, deliver)):
        happened = table.match.act(seat, act)
        table.events += happened
        table.write(happened)
    happened = table.match.advance(by=1_000)
    happened += table.match.act(2, crowded_planet.lift("ship"))
    table.events += happened
    table.write(happened)
    table.checker = CHECKERS["time-n-space"](table.truths)
    return table


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_TS_A8_and_TS_A11_what_is_told_of_a_planet_is_on_the_table(
    crowded: Table, viewer: Viewer
) -> None:
    crowded.show(viewer, crowded.snapshot(viewer))
    planet = crowded.snapshot(viewer)["view"]["planets"][1]
    assert planet["line"]["stage"] == "choice"
    assert len(planet["owes"][0]["orders"]) == 3
    for path, leaked in (
        (("planets", 1, "next"), "B"),
        (("planets", 1, "line", "prefers"), 2),
        (("planets", 1, "owes", 0, "will_be"), "A"),
        (("planets", 1, "owes", 0, "orders", 0, "value"), 3),
        (("mats", 0, "hand", "means"), "done"),
        (("mats", 0, "hand", "orders", 0, "on"), "D"),
        (("mats", 2, "hand", "orders", 0, "colour"), "grey"),
    ):
        frame = crowded.snapshot(viewer)
        place: Any = frame["view"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = leaked
        crowded.caught(viewer, frame)
