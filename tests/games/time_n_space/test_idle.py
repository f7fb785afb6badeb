"""TS-T4: an action in which no step is possible any more ends by itself, whoever caused that."""

from typing import Any

import pytest

import sandtable
from sandtable import BadPosition, Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    FILL,
    FORFEIT,
    GREY,
    TAKE_TILE,
    UPGRADE,
    build,
    deliver,
    fly,
    free,
    give,
    kinds,
    legal,
    lift,
    mat,
    put_out,
    table,
    told,
    turn_over,
)


def dry(*lifted: int, tiles: dict[str, tuple[str, int]] | None = None) -> Match:
    """One grey good is left in the supply, and these seats have lifted a timer from plant A."""
    match = table(
        seats=4,
        buildings={
            0: tiles or {},
            3: {"A": ("grey plant", 3), "E": ("station", 3), "F": ("station", 3)},
            2: {"E": ("station", 3)},
        },
        goods={
            3: {"A": [GREY] * 2, "E": [GREY] * 3, "F": [GREY] * 3},
            2: {"E": [GREY] * 3},
        },
        timers={seat: {"A": 0} for seat in lifted},
    )
    for seat in lifted:
        match.act(seat, lift("A"))
    return match


def ended(events: list[Any]) -> list[tuple[int, str]]:
    """Whose actions are over, and why."""
    found = [event.told(None) for event in events if event.NAME == "finished"]
    return [(told["seat"], told["why"]) for told in found]


def test_TS_T4_another_takes_the_last_good_of_the_supply() -> None:
    match = dry(0, 1)
    events = match.act(1, FILL)
    assert kinds(events) == ["filled", "finished", "finished"]
    assert ended(events) == [(1, "done"), (0, "nothing")]
    assert (free(match, 0), mat(match, 0)["hand"]) == (2, None)
    with pytest.raises(Refused, match="TS-T4"):
        match.act(0, FORFEIT)


def test_TS_T4_who_acted_comes_first_and_then_the_others_seat_after_seat() -> None:
    match = dry(0, 1, 2)
    assert [seat for seat, _ in ended(match.act(1, FILL))] == [1, 0, 2]


def test_TS_T4_a_plant_of_another_colour_goes_on() -> None:
    match = dry(0)
    dump = match.dump()
    timers = dump["position"]["table"]["mats"][1]["timers"]
    timers[0] = {"on": "B", "runs_out_at": match.now}
    match = sandtable.load(dump)
    match.act(1, lift("B"))
    match.act(0, FILL)
    assert legal(match, 1, "fill") == [FILL]


def test_TS_T4_a_building_that_can_still_be_flipped_has_a_step_left() -> None:
    match = dry(0, 1, tiles={"A": ("grey plant", 2)})
    assert ended(match.act(1, FILL)) == [(1, "done")]
    assert legal(match, 0, "fill", "upgrade") == [UPGRADE]


def test_TS_T4_a_begun_action_too() -> None:
    """It has filled one of its three spots and cannot go on: it is over with one step done."""
    match = table(
        buildings={
            0: {"A": ("grey plant", 3)},
            2: {"E": ("station", 3), "F": ("station", 3), "A": ("grey plant", 3)},
        },
        goods={2: {"E": [GREY] * 3, "F": [GREY] * 3, "A": [GREY] * 3}, 1: {"E": [GREY]}},
        timers={0: {"A": 0}, 1: {"A": 0}},
    )
    match.act(0, lift("A"))
    match.act(1, lift("A"))
    match.act(0, FILL)
    events = match.act(1, FILL)
    assert ended(events) == [(1, "done"), (0, "nothing")]
    steps = [event.told(None)["steps"] for event in events if event.NAME == "finished"]  # type: ignore[index]
    assert steps == [1, 1]


def test_TS_T4_another_takes_the_last_tile_of_the_moon() -> None:
    match = table(
        ships={0: "moon-0", 1: "moon-0", 2: "moon-1"},
        timers={0: {"ship": 0}, 1: {"ship": 0}, 2: {"ship": 0}},
        tops={0: ["station"], 1: ["centre"]},
    )
    for seat in range(3):
        match.act(seat, lift("ship"))
    events = match.act(1, TAKE_TILE)
    assert ended(events) == [(1, "done"), (0, "nothing")]
    assert "buried" not in kinds(events)
    assert legal(match, 2, "take_tile") == [TAKE_TILE]


def test_TS_T4_ones_own_timer_covers_the_last_building_that_could_be_built_on() -> None:
    orders = {
        0: {on: [(BROWN, value)] for on, value in zip("ABCDEF", (1, 1, 2, 2, 3, 3), strict=True)}
    }
    match = table(
        orders=orders,
        buildings={0: {"H": ("centre", 2)}},
        research={0: "station"},
        timers={0: {"research": 0}},
    )
    match.act(0, lift("research"))
    assert legal(match, 0, "build") == [build("G")]
    events = match.act(0, turn_over("G"))
    assert kinds(events) == ["turned_over", "finished"]
    assert ended(events) == [(0, "nothing")]
    assert mat(match, 0)["research"] == "station"
    assert free(match, 0) == 1


def test_TS_T4_while_another_building_is_left_it_goes_on() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    assert kinds(match.act(0, turn_over("G"))) == ["turned_over"]
    assert build("H") in legal(match, 0)


def visitors(**changes: object) -> Match:
    """Seats 0, 2 and 3 have lifted at planet-1, a second apart, with blue goods and one grey."""
    asked: dict[str, object] = {
        "seats": 4,
        "buildings": {3: {"E": ("station", 2)}},
        "goods": {0: {"E": [BLUE]}, 2: {"E": [BLUE]}, 3: {"E": [BLUE, GREY]}},
        "orders": {1: {"A": [(BLUE, 1)], "D": [(GREY, 1)]}},
        "ships": {0: "planet-1", 2: "planet-1", 3: "planet-1"},
        "timers": {0: {"ship": 0}, 2: {"ship": 1_000}, 3: {"ship": 2_000}},
        **changes,
    }
    match = table(**asked)  # type: ignore[arg-type]
    for seat in (0, 2, 3):
        match.act(seat, lift("ship"))
        match.advance(by=1_000)
    return match


def test_TS_T4_another_fills_the_last_order() -> None:
    match = visitors()
    events = match.act(2, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "gave", "took_bonus", "finished", "finished"]
    assert ended(events) == [(2, "done"), (0, "nothing")]
    assert legal(match, 3, "deliver") == [deliver(GREY, "E")]


def test_TS_T4_what_is_owed_is_as_good_as_gone() -> None:
    """Two orders, two goods: whatever the owner chooses for one, the other gets what is left, and
    for a third nothing is left."""
    match = visitors(orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 2)]}})
    assert ended(match.act(2, deliver(BLUE, "E"))) == [(2, "done")]
    assert mat(match, 0)["hand"]["waits"] is True
    assert ended(match.act(1, give(BLUE, 2, "B"))) == []
    assert ended(match.act(0, deliver(BLUE, "E"))) == [(0, "done"), (3, "nothing")]


def test_TS_T4_the_owners_choice_may_leave_a_visitor_nothing() -> None:
    """Seat 0 came before B was put out: if seat 2 is given A, nothing is left for it."""
    for on, over in (("A", [(0, "nothing")]), ("B", [])):
        match = table(
            goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
            orders={1: {"A": [(BLUE, 1)]}},
            ships={0: "planet-1", 2: "planet-1"},
            timers={0: {"ship": 0}, 1: {"G": 0}, 2: {"ship": 1_000}},
        )
        match.act(0, lift("ship"))
        match.act(1, lift("G"))
        match.act(1, put_out(BLUE, 1, "B"))
        match.advance(by=1_000)
        match.act(2, lift("ship"))
        assert ended(match.act(2, deliver(BLUE, "E"))) == [(2, "done")]
        assert ended(match.act(1, give(BLUE, 1, on))) == over
        assert legal(match, 0, "deliver") == ([] if over else [deliver(BLUE, "E")])


def test_TS_T4_by_an_alarm_as_by_an_act() -> None:
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"B": [(BLUE, 1)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 1: {"G": 0}, 2: {"ship": 1_000}},
    )
    match.act(0, lift("ship"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 2, "A"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    events = match.advance(by=8_000)
    assert kinds(events) == ["gave", "took_bonus", "finished"]
    assert ended(events) == [(0, "nothing")]


def test_TS_T4_who_waits_in_line_does_not_wait_for_nothing() -> None:
    """Three ships at once; the first takes the only blue order that two of them came for."""
    match = visitors(
        orders={1: {"A": [(BLUE, 1)], "D": [(GREY, 1)]}},
        timers={0: {"ship": 0}, 2: {"ship": 0}, 3: {"ship": 0}},
        imperceptible_ms=2_000,
    )
    match.act(1, {"act": "first", "visitor": 2})
    events = match.act(2, deliver(BLUE, "E"))
    assert ended(events) == [(2, "done"), (0, "nothing")]
    assert told(events, "fills")["visitor"] == 3


@pytest.mark.parametrize("before", [True, False])
def test_TS_T4_lifting_a_moment_before_or_after_makes_no_difference(before: bool) -> None:
    match = dry(1)
    dump = match.dump()
    dump["position"]["table"]["mats"][0]["timers"][0] = {"on": "A", "runs_out_at": match.now}
    match = sandtable.load(dump)
    for act in (lift("A"), None) if before else (None, lift("A")):
        match.act(1, FILL) if act is None else match.act(0, act)
    assert (free(match, 0), mat(match, 0)["hand"]) == (2, None)


def test_TS_T4_an_own_planet_and_a_bare_moon_have_no_action() -> None:
    match = table(timers={0: {"ship": 0}}, flights={1: ("moon-0", 0)}, tops={0: []})
    assert ended(match.act(0, lift("ship"))) == [(0, "nothing")]
    assert ended(match.act(1, lift("ship"))) == [(1, "nothing")]


def test_TS_T4_a_position_with_an_action_without_a_step_is_refused() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    dump = match.dump()
    held = dump["position"]["table"]
    held["mats"][0]["buildings"][0]["spots"] = [{"good": GREY}]
    held["supply"][0] -= 1
    with pytest.raises(BadPosition, match="TS-T4"):
        sandtable.load(dump)


def test_TS_T4_a_timer_that_is_free_again_can_be_turned_over_at_once() -> None:
    match = dry(0, 1)
    match.act(1, FILL)
    match.act(0, turn_over("A"))
    match.act(0, fly("moon-0"))
    assert free(match, 0) == 0
