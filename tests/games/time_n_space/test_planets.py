"""TS-A7 to TS-A10: goods for orders, the owner's choice, and the first order's bonus."""

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
    free,
    give,
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
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 5_000}},
    )
    match.advance(by=5_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    assert legal(match, 0, "deliver", "forfeit") == [FORFEIT]
    with pytest.raises(Refused, match="TS-A7"):
        match.act(0, deliver(BLUE, "E"))


CHOICE = {"orders": {1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}}}


def test_TS_A8_the_owner_chooses_which_order_is_given() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE]}})
    events = match.act(0, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "owner_asked", "finished"]
    assert told(events, "owner_asked")["until"] == NOW + 8_000
    assert legal(match, 1, "give") == [give(BLUE, 1), give(BLUE, 2), give(BLUE, 3)]
    match.advance(by=3_000)
    events = match.act(1, give(BLUE, 2))
    assert kinds(events) == ["gave", "took_bonus"]
    assert told(events, "gave")["how"] == "chosen"
    assert mat(match, 0)["won"][1][BLUE] == [2]
    assert legal(match, 1, "give") == []


def test_TS_A8_the_visitors_timer_is_free_meanwhile_and_the_goods_are_gone() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE]}})
    before = supply(match)[BLUE]
    match.act(0, deliver(BLUE, "E"))
    assert free(match, 0) == 2
    assert spots(match, 0, "E") == [None, None, None]
    assert supply(match)[BLUE] == before + 1
    assert mat(match, 0)["won"][1][BLUE] == []


def test_TS_A8_a_silent_owner_gives_the_lowest() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE, BLUE]}})
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(to=NOW + 7_999)) == []
    events = match.advance(to=NOW + 8_000)
    assert kinds(events) == ["gave", "took_bonus", "gave"]
    assert [event.told(None)["how"] for event in events if event.NAME == "gave"] == ["silent"] * 2  # type: ignore[index]
    assert mat(match, 0)["won"][1][BLUE] == [1, 2]


def test_TS_A8_owner_seconds_is_an_option() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE]}}, owner_seconds=3)
    match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(by=3_000)) == ["gave", "took_bonus"]


def test_TS_A8_never_fewer_than_possible() -> None:
    """All three blue goods came: no choice is left, and all three orders are given."""
    match = visit(**CHOICE, goods={0: {"E": [BLUE] * 3}})
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    events = match.act(0, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "gave", "took_bonus", "gave", "gave", "finished"]
    assert mat(match, 0)["won"][1][BLUE] == [1, 2, 3]


def test_TS_A8_after_one_gift_the_rest_may_be_no_choice() -> None:
    match = visit(
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 1)]}},
        goods={0: {"E": [BLUE, BLUE]}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    events = match.act(1, give(BLUE, 3))
    assert kinds(events) == ["gave", "took_bonus", "gave"]
    assert mat(match, 0)["won"][1][BLUE] == [1, 3]


def test_TS_A8_equal_values_are_no_choice_and_go_from_the_first_building() -> None:
    match = visit(orders={1: {"B": [(BLUE, 2)], "E": [(BLUE, 2)]}}, goods={0: {"E": [BLUE]}})
    events = match.act(0, deliver(BLUE, "E"))
    assert told(events, "gave")["on"] == "B"
    assert told(events, "gave")["how"] == "only"
    assert spots(match, 1, "E") == [(BLUE, 2)]


def test_TS_A8_two_colours_are_two_choices() -> None:
    match = visit(
        orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 2)], "C": [(GREY, 1)], "D": [(GREY, 3)]}},
        goods={0: {"E": [BLUE, GREY]}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(GREY, "E"))
    assert legal(match, 1, "give") == [
        give(GREY, 1),
        give(GREY, 3),
        give(BLUE, 1),
        give(BLUE, 2),
    ]
    match.act(1, give(GREY, 1))
    assert legal(match, 1, "give") == [give(BLUE, 1), give(BLUE, 2)]


def test_TS_A8_only_what_was_brought_and_is_open_can_be_given() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE]}})
    with pytest.raises(Refused, match=r"TS-A8.*No visitor"):
        match.act(1, give(BLUE, 1))
    match.act(0, deliver(BLUE, "E"))
    with pytest.raises(Refused, match=r"TS-A8.*nothing grey"):
        match.act(1, give(GREY, 1))
    with pytest.raises(Refused, match=r"TS-A8.*No visitor"):
        match.act(2, give(BLUE, 1))


def two_visitors(**changes: object) -> Match:
    return visit(
        seats=4,
        **{
            "orders": {1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}},
            "goods": {0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
            "ships": {0: "planet-1", 2: "planet-1"},
            "timers": {0: {"ship": 0}, 2: {"ship": 1_000}},
            **changes,
        },
    )


def test_TS_A8_visitors_are_served_one_after_the_other_each_with_the_full_time() -> None:
    match = two_visitors()
    match.act(0, deliver(BLUE, "E"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    owes = match.view(None)["planets"][1]["owes"]
    assert [(o["visitor"], o["until"]) for o in owes] == [(0, NOW + 8_000), (2, None)]
    match.advance(by=2_000)
    events = match.act(1, give(BLUE, 1))
    assert told(events, "owner_asked")["visitor"] == 2
    assert told(events, "owner_asked")["until"] == NOW + 3_000 + 8_000
    events = match.advance(by=8_000)
    assert told(events, "gave")["value"] == 2
    assert mat(match, 2)["won"][1][BLUE] == [2]


def test_TS_A8_what_one_visitor_is_owed_no_other_can_fill() -> None:
    match = two_visitors(
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)]}},
        goods={
            0: {"E": [BLUE]},
            2: {"E": [BLUE, BLUE]},
        },
        buildings={0: STATIONS, 2: {"E": ("station", 3)}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    events = match.act(2, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "finished"]
    assert spots(match, 2, "E") == [None, BLUE, None]
    events = match.act(1, give(BLUE, 3))
    assert kinds(events) == ["gave", "took_bonus", "gave"]
    assert (mat(match, 0)["won"][1][BLUE], mat(match, 2)["won"][1][BLUE]) == ([3], [1])


def test_TS_A8_an_order_put_out_meanwhile_may_be_given_too() -> None:
    match = visit(**CHOICE, goods={0: {"E": [BLUE]}}, timers={0: {"ship": 0}, 1: {"G": 0}})
    match.act(0, deliver(BLUE, "E"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "D"))
    match.act(1, give(BLUE, 1))
    assert spots(match, 1, "B") == [None]
    assert spots(match, 1, "D") == [(BLUE, 1)]


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
