"""TC-O3: you can take back the steps of your turn, one by one, unless they revealed something."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import BadPosition, Match, Refused
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Seen
from sandtable.engine.rng import seeded
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.undo import MOST_TAKEN_BACK
from tests.games.time_of_chaos import naive
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    UNDO,
    card,
    cubes_on,
    deliver,
    emptied,
    hand,
    kinds,
    listed,
    place,
    refused,
    restore,
    search,
    send,
    state_of,
    table,
    tile,
    time_travel,
    told,
    travel,
    where,
    worth,
)
from tests.games.time_of_chaos.test_properties import STEPS, TABLES, take

LISBON = [("Lisbon", PRESENT), ("Timbuktu", PRESENT)]
THING = card(PAST, "Lisbon", PRESENT)
OTHER = card(PAST, "Kyoto", PRESENT)
SHORT = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1], ("Cusco", FUTURE): [1]}


def plain(match: Match) -> dict[str, Any]:
    """The whole position but for how often something was taken back."""
    position = dict(match.dump()["position"])
    position["table"] = {**position["table"], "taken_back": 0}
    return position


def there_and_back(match: Match, act: dict[str, Any]) -> None:
    """The act can be taken back, and then nothing shows that it was ever done."""
    (seat,) = match.active()
    before = plain(match)
    match.act(seat, act)
    assert plain(match) != before
    assert listed(match, seat, "undo") == [UNDO]
    assert kinds(match.act(seat, UNDO)) == ["undone"]
    assert plain(match) == before


@pytest.mark.parametrize(
    "act",
    [
        travel("Kyoto"),
        time_travel(FUTURE),
        time_travel(FUTURE, "arrival"),
        time_travel(FUTURE, "cloak"),
        restore(PAST),
        deliver(THING),
        deliver(THING, "cloak"),
    ],
    ids=lambda act: " ".join(map(str, act.values())),
)
def test_TC_O3_a_step_is_taken_back_without_a_trace(act: dict[str, Any]) -> None:
    others = [card(FUTURE, "Kyoto", PAST), card(FUTURE, "Cusco", PAST)]
    there_and_back(
        table(
            pawns=LISBON,
            hands=[[others[0], THING, others[1]]],
            known=[THING],
            chaos={("Lisbon", PAST): [0, 1]},
            cubes={("Lisbon", PRESENT): [1]},
            cloaks=[True, False],
            since_delivery=5,
        ),
        act,
    )


@pytest.mark.parametrize("pay", ["cube", "cloak"])
def test_TC_O3_a_search_that_nothing_refills_reveals_nothing(pay: str) -> None:
    left = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco")]
    there_and_back(emptied(pawns=LISBON, left=left, hands=[[THING]]), search(1, pay))


def test_TC_O3_the_fourth_card_comes_back_and_the_end_is_off() -> None:
    match = table(
        pawns=LISBON, hands=[[THING]], known=[THING], delivered=[worth(1)[:3]], since_delivery=3
    )
    events = match.copy().act(0, deliver(THING))
    assert kinds(events) == ["delivered", "last_turns"]
    there_and_back(match, deliver(THING))
    assert match.view(None)["ender"] is None
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    assert match.outcome is None


def test_TC_O3_a_later_card_of_who_ends_the_game_comes_back_and_the_end_stays() -> None:
    match = table(pawns=LISBON, hands=[[THING]], known=[THING], delivered=[worth(1)[:4]], ender=0)
    there_and_back(match, deliver(THING))
    assert match.view(None)["ender"] == 0


def test_TC_O3_steps_come_back_one_by_one_the_last_first() -> None:
    match = table(pawns=LISBON)
    match.act(0, travel("Kyoto"))
    match.act(0, time_travel(PAST))
    assert match.view(1)["undo"] == [travel("Kyoto"), time_travel(PAST)]
    undone = told(match.act(0, UNDO), "undone")
    assert undone == {
        "event": "undone",
        "at": 1_000,
        "seat": 0,
        "act": time_travel(PAST),
        "city": "Kyoto",
    }
    assert where(match, 0) == ("Kyoto", PRESENT)
    assert match.view(None)["actions_left"] == 2
    match.act(0, UNDO)
    assert where(match, 0) == ("Lisbon", PRESENT)
    assert match.view(None)["actions_left"] == 3
    assert match.view(None)["undo"] == []
    refused(match, 0, UNDO, "TC-O3")


def test_TC_O3_a_chosen_flow_is_taken_back_and_the_choice_is_open_again() -> None:
    match = table(chaos=SHORT, supply=[12, 2])
    match.act(0, END_TURN)
    there_and_back(match, send("Kyoto", PAST))
    match.act(1, send("Kyoto", PAST))
    there_and_back(match, send("Lisbon", PRESENT))
    match.act(1, send("Lisbon", PRESENT))
    assert match.view(None)["phase"] == "act"
    match.act(1, travel("Samarkand"))
    for _ in range(2):
        match.act(1, UNDO)
    assert match.view(None)["phase"] == "send"
    assert tile(match, "Kyoto", PAST)["sent"]
    assert listed(match, 1, "send") == [send("Lisbon", PRESENT), send("Cusco", FUTURE)]
    match.act(1, UNDO)
    assert len(listed(match, 1, "send")) == 3
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 0]


def test_TC_O3_what_the_table_sent_by_itself_stays() -> None:
    match = table(chaos={("Kyoto", PAST): [1]})
    match.act(0, END_TURN)
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 1]
    refused(match, 1, UNDO, "TC-O3")


@pytest.mark.parametrize(
    ("act", "stands"),
    [
        (GRAB, True),
        (search(0), True),
        (search(0, "cloak"), True),
        (deliver(THING), True),
        (travel("Kyoto"), False),
    ],
    ids=["grab", "search", "cloaked search", "deliver a card nobody saw", "travel"],
)
def test_TC_O3_what_was_revealed_is_not_taken_back(act: dict[str, Any], stands: bool) -> None:
    """Nor anything that came before it."""
    match = table(pawns=[("Kyoto", PRESENT), ("Timbuktu", PRESENT)], hands=[[THING]])
    match.act(0, travel("Lisbon"))
    match.act(0, act)
    if stands:
        refused(match, 0, UNDO, "TC-O3")
        assert match.view(None)["undo"] == []
    else:
        match.act(0, UNDO)


def test_TC_O3_what_was_done_after_a_card_was_drawn_is_taken_back_as_far_as_that() -> None:
    match = table(pawns=LISBON)
    match.act(0, GRAB)
    there_and_back(match, travel("Kyoto"))
    refused(match, 0, UNDO, "TC-O3")
    assert len(hand(match, 0)) == 1


def test_TC_O3_a_turn_that_has_ended_is_not_taken_back() -> None:
    match = table(pawns=LISBON)
    for city in ("Kyoto", "Lisbon", "Montreal"):
        match.act(0, travel(city))
    assert match.active() == [1]
    refused(match, 0, UNDO, "TC-O3")
    refused(match, 1, UNDO, "TC-O3")
    assert match.view(None)["undo"] == []


def test_TC_O3_nor_one_that_the_table_ended() -> None:
    match = table(pawns=LISBON, turn_seconds=30)
    match.act(0, travel("Kyoto"))
    match.advance(by=30_000)
    refused(match, 0, UNDO, "TC-O3")
    refused(match, 1, UNDO, "TC-O3")
    assert where(match, 0) == ("Kyoto", PRESENT)


def test_TC_O3_nobody_takes_back_what_another_did() -> None:
    match = table(pawns=LISBON)
    match.act(0, travel("Kyoto"))
    refused(match, 1, UNDO, "TC-O3")


def test_TC_O3_a_placed_pawn_stands() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    refused(match, 1, UNDO, "TC-O3")
    match.act(1, place("Lisbon"))
    refused(match, 1, UNDO, "TC-O3")
    refused(match, 0, UNDO, "TC-O3")
    match.act(0, place("Kyoto"))
    refused(match, 0, UNDO, "TC-O3")


def test_TC_O3_a_table_may_do_without() -> None:
    match = table(pawns=LISBON, undo=False)
    match.act(0, travel("Kyoto"))
    refused(match, 0, UNDO, "TC-O3")
    assert "undo" not in match.dump()["position"]["table"]
    assert sandtable.new(GAME, seats=2).options["undo"] is True


def test_TC_O3_the_first_rules_know_no_such_act() -> None:
    match = sandtable.new(sandtable.find("time-of-chaos", 1), seats=2, seed=1)
    refused(match, match.active()[0], UNDO, "ST-3")


def test_TC_O3_no_time_is_given_back() -> None:
    match = table(pawns=LISBON, turn_seconds=60, bank_seconds=60)
    match.advance(by=10_000)
    match.act(0, travel("Kyoto"))
    match.advance(by=10_000)
    match.act(0, UNDO)
    assert match.now == 21_000
    assert match.alarm == 61_000
    match.act(0, END_TURN)
    assert match.view(None)["banks"] == [40_000, 60_000]


def test_TC_O3_a_turn_in_which_all_was_taken_back_was_idle() -> None:
    match = table(pawns=LISBON)
    match.act(0, travel("Kyoto"))
    match.act(0, UNDO)
    match.act(0, END_TURN)
    assert match.dump()["position"]["table"]["idle"] == 1


def test_TC_O3_a_hundred_times_in_a_turn_is_enough() -> None:
    """Otherwise one player could fill log and disk while nobody else can do anything."""
    match = table(pawns=LISBON)
    for _ in range(MOST_TAKEN_BACK):
        match.act(0, travel("Kyoto"))
        match.act(0, UNDO)
    match.act(0, travel("Kyoto"))
    refused(match, 0, UNDO, "TC-O3")
    assert match.view(None)["undo"] == []
    match.act(0, END_TURN)
    match.act(1, travel("Montreal"))
    assert listed(match, 1, "undo") == [UNDO]


def test_TC_O3_log_and_replay_have_it() -> None:
    match = sandtable.new(GAME, seats=2, seed=4, options={"first": 0})
    match.act(1, place("Lisbon"))
    match.act(0, place("Kyoto"))
    first = listed(match, 0, "travel")[0]
    match.act(0, first)
    match.act(0, UNDO)
    match.act(0, restore(PAST))
    again = sandtable.replay(sandtable.write_log(match.log))
    assert again.hash() == match.hash()
    assert [entry.act.to_json() for entry in again.entries][2:] == [first, UNDO, restore(PAST)]


@given(TABLES, STEPS)
def test_TC_O3_going_back_leads_to_where_the_table_was(
    match: Match, steps: list[tuple[str, int]]
) -> None:
    """Beside the real table the positions before each step are kept, by the text of the rule."""
    earlier: list[dict[str, Any]] = []
    for step in steps:
        if match.over:
            return
        before, view, turns = plain(match), match.view(None), match.view(None)["turns"]
        entries = len(match.entries)
        events = take(match, step)
        if match.view(None)["turns"] != turns or match.over:
            earlier = []
        elif len(match.entries) > entries:
            act = match.entries[-1].act.to_json()
            if act == UNDO:
                now = plain(match)
                was = earlier.pop()
                assert {**now, "now": 0} == {**was, "now": 0}
            elif naive.stands(view, act, events):
                earlier = []
            else:
                earlier.append(before)
        if not match.over:
            (seat,) = match.active()
            offered = match.options["undo"] and len(earlier) > 0
            assert bool(listed(match, seat, "undo")) == offered
            if match.options["undo"]:
                assert len(match.view(None)["undo"]) == len(earlier)


@given(TABLES, STEPS, st.integers(0, 3))
def test_TC_O3_taking_back_is_the_same_on_a_copy_a_loaded_and_an_imagined_table(
    match: Match, steps: list[tuple[str, int]], seed: int
) -> None:
    for step in steps:
        take(match, step)
    if match.over or not listed(match, match.active()[0], "undo"):
        return
    (seat,) = match.active()
    loaded = sandtable.load(json.loads(json.dumps(match.dump())))
    copied = match.copy()
    views = [match.view(viewer) for viewer in range(match.seats)]
    for viewer in range(match.seats):
        imagined = match.copy()
        imagined.state = GAME.imagine(state_of(match), viewer, seeded(seed))
        imagined.act(seat, UNDO)
        after = match.copy()
        after.act(seat, UNDO)
        assert imagined.view(viewer) == after.view(viewer)
    assert [match.view(viewer) for viewer in range(match.seats)] == views
    for one in (match, loaded, copied):
        one.act(seat, UNDO)
    assert match.hash() == loaded.hash() == copied.hash()


Change = Callable[[list[dict[str, Any]]], None]


def put(number: int, **fields: Any) -> Change:
    def change(steps: list[dict[str, Any]]) -> None:
        steps[number].update(fields)

    return change


def drop(number: int, field: str) -> Change:
    def change(steps: list[dict[str, Any]]) -> None:
        del steps[number][field]

    return change


def added(**step: Any) -> Change:
    def change(steps: list[dict[str, Any]]) -> None:
        steps.append(step)

    return change


KYOTO = {"city": "Kyoto", "era": PRESENT}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put(0, act={"act": "grab"}), "grab is never taken back .TC-O3"),
        (put(0, act={"act": "fly"}), "There is no act 'fly'"),
        (put(0, act=deliver(OTHER)), "did not lead to this table .TC-O3"),
        (put(0, act=travel("Timbuktu")), "from: missing"),
        (put(0, slot=1), "did not lead to this table .TC-O3"),
        (put(0, slot=3), "3 is not between 0 and 2"),
        (put(0, since_delivery=-2), "-2 is not between"),
        (put(0, cloaks=[True, 1]), "1 is neither true nor false"),
        (put(0, act=deliver(THING, "cloak"), cloaks=[False, False]), "did not lead to this"),
        (put(1, **{"from": {"city": "Hobart", "era": PRESENT}}), "did not lead to this table"),
        (put(1, **{"from": {"city": "Atlantis", "era": PRESENT}}), "'Atlantis' is not one of"),
        (put(1, act=time_travel(PRESENT, "arrival")), "did not lead to this table .TC-O3"),
        (put(1, extra=1), "extra: no such field"),
        (drop(1, "from"), "from: missing"),
        (added(act=travel("Kyoto"), **{"from": KYOTO}), "did not lead to this table .TC-O3"),
        (added(act=restore(PAST), returned=[0]), "did not lead to this table .TC-O3"),
        (added(act=restore(PAST), returned=[2]), "2 is not between 0 and 1"),
        (added(act=send("Kyoto", PAST), sent=[]), "did not lead to this table .TC-O3"),
        (added(act=search(0)), "did not lead to this table .TC-O3"),
    ],
)
def test_TC_O3_a_position_whose_steps_cannot_be_true_is_refused(
    change: Change, reason: str
) -> None:
    match = table(pawns=LISBON, hands=[[THING]], known=[THING], cloaks=[True, False])
    match.act(0, deliver(THING))
    match.act(0, travel("Kyoto"))
    dump = match.dump()
    assert sandtable.load(dump).hash() == match.hash()
    change(dump["position"]["table"]["undo"])
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


def test_TC_O3_a_tile_never_lay_in_chaos_without_a_cube() -> None:
    match = table(pawns=LISBON, chaos={("Lisbon", PAST): [0, 1]})
    match.act(0, restore(PAST))
    dump = match.dump()
    steps = dump["position"]["table"]["undo"]
    assert steps == [{"act": restore(PAST), "returned": [0, 1]}]
    steps[0]["returned"] = []
    with pytest.raises(BadPosition, match="TC-O3"):
        sandtable.load(dump)


def test_TC_O3_a_position_says_how_often_something_was_taken_back() -> None:
    match = table(pawns=LISBON)
    match.act(0, travel("Kyoto"))
    match.act(0, UNDO)
    dump = match.dump()
    assert dump["position"]["table"]["taken_back"] == 1
    assert match.copy().hash() == sandtable.load(dump).hash() == match.hash()
    dump["position"]["table"]["taken_back"] = MOST_TAKEN_BACK + 1
    with pytest.raises(BadPosition, match="taken_back: 101 is not between 0 and 100"):
        sandtable.load(dump)


def test_TC_O3_a_choice_of_disorder_that_was_never_open_is_refused() -> None:
    match = table(chaos=SHORT, supply=[12, 2])
    match.act(0, END_TURN)
    match.act(1, send("Kyoto", PAST))
    match.act(1, send("Lisbon", PRESENT))
    dump = match.dump()
    steps = dump["position"]["table"]["undo"]
    assert steps[1]["sent"] == [{"city": "Kyoto", "era": PAST}]
    for wrong in ([], [{"city": "Hobart", "era": PAST}], [{"city": "Lisbon", "era": PRESENT}]):
        steps[1]["sent"] = wrong
        with pytest.raises(BadPosition):
            sandtable.load(dump)


FULL = [card(FUTURE, city, PAST) for city in ("Kyoto", "Cusco", "Hobart")]
HOBART = {"city": "Hobart", "era": PRESENT}
ROW = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon")]
DELIVERED = {"slot": 0, "cloaks": [True, True], "since_delivery": 0}
HERE = {("Lisbon", PRESENT): [0]}
FROM_PAST = {"from": {"city": "Lisbon", "era": PAST}}


@pytest.mark.parametrize(
    ("position", "step"),
    [
        pytest.param(
            {"cubes": HERE, "since_delivery": -1},
            {"act": deliver(THING), **DELIVERED},
            id="no card laid",
        ),
        pytest.param(
            {"delivered": [[THING]], "hands": [FULL], "cubes": HERE, "since_delivery": -1},
            {"act": deliver(THING), **DELIVERED},
            id="a fourth card in hand",
        ),
        pytest.param(
            {"delivered": [[THING]], "since_delivery": -1},
            {"act": deliver(THING), **DELIVERED},
            id="no cube where one delivered",
        ),
        pytest.param(
            {"cubes": HERE},
            {"act": time_travel(PRESENT), **FROM_PAST},
            id="no cube where one left",
        ),
        pytest.param(
            {"cubes": {("Lisbon", PAST): [0]}},
            {"act": time_travel(PRESENT, "arrival"), **FROM_PAST},
            id="no cube where one arrived",
        ),
        pytest.param({"cubes": HERE}, {"act": search(0)}, id="no card found"),
        pytest.param({"hands": [[THING]], "cubes": HERE}, {"act": search(0)}, id="a full row"),
        pytest.param(
            {"pawns": [("Lisbon", FUTURE), ("Kyoto", PAST)], "hands": [[THING]]},
            {"act": search(3, "cloak")},
            id="no such slot",
        ),
        pytest.param(
            {"chaos": {("Lisbon", PAST): [1]}},
            {"act": restore(PAST), "returned": [0]},
            id="still in chaos",
        ),
        pytest.param(
            {"cubes": {("Lisbon", PAST): [1]}},
            {"act": restore(PAST), "returned": [1]},
            id="cubes where there were none",
        ),
        pytest.param(
            {"supply": [12, 0]}, {"act": restore(PAST), "returned": [1]}, id="no cube came home"
        ),
        pytest.param(
            {}, {"act": travel("Lisbon"), "from": {"city": "Hobart", "era": PRESENT}}, id="too far"
        ),
    ],
)
def test_TC_O3_a_step_whose_traces_are_missing_is_refused(
    position: dict[str, Any], step: dict[str, Any]
) -> None:
    dump = table(**{"pawns": LISBON, "actions_left": 2, **position}).dump()
    dump["position"]["table"]["undo"] = [step]
    with pytest.raises(BadPosition, match=r"undo: .* did not lead to this table .TC-O3"):
        sandtable.load(dump)


def test_TC_O3_no_cube_was_found_either() -> None:
    """As above, at an era whose deck is empty, so that the row is not filled."""
    match = emptied(
        pawns=LISBON, left=[*ROW, None], hands=[[card(PRESENT, "Cusco", PAST)]], actions_left=2
    )
    dump = match.dump()
    dump["position"]["table"]["undo"] = [{"act": search(2)}]
    with pytest.raises(BadPosition, match=r"undo: .* did not lead to this table .TC-O3"):
        sandtable.load(dump)


@pytest.mark.parametrize(
    ("chaos", "supply", "cubes", "reason"),
    [
        pytest.param({("Kyoto", PAST): [0]}, 0, [0], "only when cubes are short", id="no choice"),
        pytest.param(
            {("Kyoto", PAST): [0], ("Cusco", PAST): [0]}, 0, [], "did not lead", id="no cube"
        ),
    ],
)
def test_TC_O3_a_flow_that_was_never_chosen_is_refused(
    chaos: dict[Any, Any], supply: int, cubes: list[int], reason: str
) -> None:
    match = table(pawns=LISBON, chaos=chaos, cubes={("Kyoto", PRESENT): cubes}, supply=[supply, 12])
    dump = match.dump()
    dump["position"]["table"]["undo"] = [{"act": send("Kyoto", PAST), "sent": []}]
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


def test_TC_O3_a_flow_is_not_chosen_after_an_action() -> None:
    chaos = {("Kyoto", PAST): [0], ("Cusco", PAST): [0]}
    match = table(
        pawns=LISBON, chaos=chaos, cubes={("Kyoto", PRESENT): [0]}, supply=[0, 12], actions_left=2
    )
    dump = match.dump()
    dump["position"]["table"]["undo"] = [{"act": send("Kyoto", PAST), "sent": []}]
    with pytest.raises(BadPosition, match="no action has been taken yet"):
        sandtable.load(dump)


def test_TC_O3_when_the_game_is_over_nothing_is_left_to_take_back() -> None:
    match = table(pawns=LISBON, turn=1, ender=0, delivered=[worth(1)[:4]])
    match.act(1, travel("Montreal"))
    match.act(1, END_TURN)
    assert match.over
    assert match.view(None)["undo"] == []
    assert sandtable.load(match.dump()).hash() == match.hash()


def test_TC_O3_every_refusal_says_why() -> None:
    def why(match: Match) -> str:
        with pytest.raises(Refused) as refusal:
            match.act(0, UNDO)
        return refusal.value.message

    assert "Nothing can be" in why(table(undo=False))
    assert "You have done nothing" in why(table())
    assert "your own turn" in why(table(turn=1))
    drawn = table()
    drawn.act(0, GRAB)
    assert "has been revealed" in why(drawn)


def test_TC_O3_the_bots_take_nothing_back() -> None:
    match = table(pawns=LISBON, hands=[[THING]])
    match.act(0, travel("Kyoto"))
    assert listed(match, 0, "undo") == [UNDO]
    for level in ("random", "club"):
        for seed in range(60):
            bot = make_bot(GAME, level, 0, seeded(seed))
            plan = bot.plan(Seen(GAME, match.state, 0))
            assert plan is not None
            assert plan.act is not None
            assert plan.act.to_json() != UNDO
