"""TS-A7, TS-A9, TS-A10: goods for orders, the first order's bonus, and how long a visit lasts."""

import pytest

from sandtable import Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    DONE,
    FORFEIT,
    GREY,
    NOW,
    YELLOW,
    deliver,
    fly,
    free,
    kinds,
    legal,
    lift,
    mat,
    put_out,
    spots,
    supply,
    table,
    told,
)

STATIONS = {"E": ("station", 3), "F": ("station", 3)}


def visit(**changes: object) -> Match:
    """Seat 0 has lifted its timer at planet-1, with goods on E and F for the orders there."""
    asked: dict[str, object] = {
        "buildings": {0: STATIONS},
        "goods": {0: {"E": [BLUE, GREY], "F": [BLUE]}},
        "orders": {1: {"A": [(BLUE, 2)], "B": [(GREY, 1)]}},
        "ships": {0: "planet-1"},
        "timers": {0: {"ship": 0}},
        **changes,
    }
    match = table(**asked)  # type: ignore[arg-type]
    match.act(0, lift("ship"))
    return match


def test_TS_A7_a_good_from_a_station_fills_an_order_of_its_colour() -> None:
    match = visit()
    assert legal(match, 0, "deliver") == [
        deliver(GREY, "E"),
        deliver(BLUE, "E"),
        deliver(BLUE, "F"),
    ]
    before = supply(match)[BLUE]
    events = match.act(0, deliver(BLUE, "F"))
    assert kinds(events) == ["delivered", "gave", "took_bonus"]
    assert supply(match)[BLUE] == before + 1
    assert spots(match, 0, "F") == [None, None, None]
    assert spots(match, 1, "A") == [None]
    assert mat(match, 0)["won"][1][BLUE] == [2]


def test_TS_A7_as_many_orders_as_the_goods_allow_and_the_visitor_likes() -> None:
    match = visit()
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 0, "deliver") == [deliver(GREY, "E")]
    events = match.act(0, deliver(GREY, "E"))
    assert kinds(events)[-1] == "finished"
    assert (mat(match, 0)["won"][1][BLUE], mat(match, 0)["won"][1][GREY]) == ([2], [1])


def test_TS_A7_the_visitor_may_stop_earlier() -> None:
    match = visit()
    match.act(0, deliver(BLUE, "E"))
    match.act(0, DONE)
    assert spots(match, 1, "B") == [(GREY, 1)]


def test_TS_A7_goods_on_plants_are_not_delivered() -> None:
    match = visit(goods={0: {"A": [GREY], "E": [BLUE]}})
    assert legal(match, 0, "deliver") == [deliver(BLUE, "E")]
    with pytest.raises(Refused, match=r"TS-A7.*stations"):
        match.act(0, deliver(GREY, "A"))


def test_TS_A7_only_for_an_open_order_and_with_a_good_that_is_there() -> None:
    match = visit(goods={0: {"E": [BLUE, BROWN]}})
    with pytest.raises(Refused, match=r"TS-A7.*open"):
        match.act(0, deliver(BROWN, "E"))
    with pytest.raises(Refused, match=r"TS-A7.*no grey good"):
        match.act(0, deliver(GREY, "E"))


def test_TS_A7_without_a_fitting_good_the_action_is_over_at_once() -> None:
    match = table(
        goods={0: {"E": [BROWN]}},
        orders={1: {"A": [(BLUE, 2)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
    )
    assert kinds(match.act(0, lift("ship"))) == ["lifted", "finished"]


def test_TS_A7_orders_taken_by_another_meanwhile_are_gone() -> None:
    match = visit(
        seats=4,
        goods={0: {"E": [BLUE, GREY]}, 2: {"E": [BLUE]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 5_000}},
    )
    match.advance(by=5_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    assert legal(match, 0, "deliver") == [deliver(GREY, "E")]
    with pytest.raises(Refused, match=r"TS-A7.*open"):
        match.act(0, deliver(BLUE, "E"))


def test_TS_A9_the_first_order_ever_filled_at_a_planet_brings_its_white_counter() -> None:
    match = visit()
    events = match.act(0, deliver(BLUE, "E"))
    assert told(events, "took_bonus")["host"] == 1
    assert mat(match, 0)["bonuses"] == 1
    assert match.view(None)["planets"][1]["bonus"] is False
    assert "took_bonus" not in kinds(match.act(0, deliver(GREY, "E")))


def test_TS_A9_each_planet_has_its_own() -> None:
    match = visit(
        ships={0: "planet-1", 1: "planet-0"},
        timers={0: {"ship": 0}, 1: {"ship": 0}},
        goods={0: {"E": [BLUE]}, 1: {"E": [YELLOW]}},
        orders={1: {"A": [(BLUE, 2)]}, 0: {"A": [(YELLOW, 2)]}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(1, lift("ship"))
    match.act(1, deliver(YELLOW, "E"))
    assert [mat(match, seat)["bonuses"] for seat in range(3)] == [1, 1, 0]


def test_TS_A10_a_ship_that_sits_at_a_planet_fills_nothing() -> None:
    match = table(goods={0: {"E": [BLUE]}}, orders={1: {"A": [(BLUE, 1)]}}, ships={0: "planet-1"})
    assert legal(match, 0, "deliver") == []
    with pytest.raises(Refused, match="TS-T4"):
        match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(by=120_000)) == []


def test_TS_A10_nor_does_another_action_while_the_ship_is_there() -> None:
    match = table(
        goods={0: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"A": 0}},
    )
    match.act(0, lift("A"))
    with pytest.raises(Refused, match="TS-A10"):
        match.act(0, deliver(BLUE, "E"))


def test_TS_A10_when_the_action_is_done_no_more_orders_are_filled() -> None:
    match = visit()
    match.act(0, deliver(BLUE, "E"))
    match.act(0, DONE)
    with pytest.raises(Refused, match="TS-T4"):
        match.act(0, deliver(GREY, "E"))


def held_open(value: int = 1, **changes: object) -> Match:
    """Seat 0 has lifted at planet-1 with two blue goods; then seat 1 puts out another order."""
    match = visit(
        goods={0: {"E": [BLUE, BLUE]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
        **changes,
    )
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, value, "C"))
    return match


def test_TS_A10_a_held_open_action_fills_no_order_that_was_put_out_later() -> None:
    match = held_open()
    fits = mat(match, 0)["hand"]["orders"]
    assert fits == [
        {"colour": BLUE, "value": 2, "on": "A"},
        {"colour": GREY, "value": 1, "on": "B"},
    ]
    events = match.act(0, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "gave", "took_bonus", "finished"]
    assert mat(match, 0)["won"][1][BLUE] == [2]
    assert spots(match, 0, "E") == [None, BLUE, None]
    assert spots(match, 1, "C") == [(BLUE, 1)]


def test_TS_A10_it_says_so_when_one_tries() -> None:
    match = visit(
        goods={0: {"E": [BLUE, GREY]}},
        orders={1: {"B": [(GREY, 1)]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
    )
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "C"))
    assert legal(match, 0, "deliver") == [deliver(GREY, "E")]
    with pytest.raises(Refused, match=r"TS-A10.*after you lifted"):
        match.act(0, deliver(BLUE, "E"))


def test_TS_A10_orders_put_out_later_need_another_timer() -> None:
    match = held_open()
    match.act(0, deliver(BLUE, "E"))
    match.act(0, fly("planet-1"))
    match.advance(by=60_000)
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    assert mat(match, 0)["won"][1][BLUE] == [1, 2]


def test_TS_A10_the_action_ends_by_itself_deliver_seconds_after_the_lift() -> None:
    match = visit()
    assert mat(match, 0)["hand"]["until"] == NOW + 30_000
    match.advance(by=20_000)
    match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(to=NOW + 29_999)) == []
    assert legal(match, 0, "deliver") == [deliver(GREY, "E")]
    events = match.advance(by=1)
    assert told(events, "finished") == {
        "event": "finished",
        "at": NOW + 30_000,
        "seat": 0,
        "on": "ship",
        "steps": 1,
        "why": "late",
    }
    assert (free(match, 0), mat(match, 0)["hand"]) == (2, None)
    assert spots(match, 0, "E") == [None, GREY, None]


def test_TS_A10_deliver_seconds_is_an_option() -> None:
    match = visit(deliver_seconds=5)
    assert kinds(match.advance(by=4_999)) == []
    assert kinds(match.advance(by=1)) == ["finished"]


def test_TS_A10_a_lift_after_another_has_its_own_time() -> None:
    match = visit(deliver_seconds=10, timer_seconds=5)
    match.act(0, FORFEIT)
    match.act(0, fly("planet-1"))
    match.advance(by=5_000)
    match.act(0, lift("ship"))
    assert kinds(match.advance(to=NOW + 14_999)) == []
    assert kinds(match.advance(by=1)) == ["finished"]


def test_TS_A10_no_other_action_has_an_end() -> None:
    match = table(
        timers={0: {"A": 0}, 1: {"G": 0}, 2: {"ship": 0}},
        ships={2: "moon-0"},
        tops={0: ["station"]},
    )
    for seat, on in enumerate(("A", "G", "ship")):
        match.act(seat, lift(on))
    assert kinds(match.advance(by=300_000)) == []
