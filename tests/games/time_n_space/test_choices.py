"""TS-A8: the owner of a planet chooses which orders are given."""

from typing import Any

import pytest

from sandtable import Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    GREY,
    NOW,
    deliver,
    free,
    give,
    give_any,
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
CHOICE = {1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}}


def visit(goods: list[str], orders: Any = CHOICE, **changes: Any) -> Match:
    """Seat 0 has lifted its timer at planet-1, with these goods on E."""
    asked: dict[str, Any] = {
        "buildings": {0: STATIONS},
        "goods": {0: {"E": goods}},
        "orders": orders,
        "ships": {0: "planet-1"},
        "timers": {0: {"ship": 0}},
        **changes,
    }
    match = table(**asked)
    match.act(0, lift("ship"))
    return match


def gifts(events: list[Any]) -> list[tuple[int, str, str]]:
    """Value, building and how, of every order given."""
    gave = [event.told(None) for event in events if event.NAME == "gave"]
    return [(told["value"], told["on"], told["how"]) for told in gave]


def test_TS_A8_the_owner_chooses_which_order_is_given() -> None:
    match = visit([BLUE])
    events = match.act(0, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "owner_asked", "finished"]
    assert told(events, "owner_asked")["until"] == NOW + 8_000
    assert legal(match, 1, "give") == [give(BLUE, 1, "B"), give(BLUE, 2, "C"), give(BLUE, 3, "A")]
    match.advance(by=3_000)
    events = match.act(1, give(BLUE, 2, "C"))
    assert kinds(events) == ["gave", "took_bonus"]
    assert gifts(events) == [(2, "C", "chosen")]
    assert mat(match, 0)["won"][1][BLUE] == [2]
    assert legal(match, 1, "give") == []


def test_TS_A8_an_answer_names_value_and_building() -> None:
    """Two orders of one value on two buildings: which spot becomes free is the owner's choice."""
    orders = {1: {"B": [(BLUE, 2)], "E": [(BLUE, 2)]}}
    match = visit([BLUE], orders)
    assert "owner_asked" in kinds(match.act(0, deliver(BLUE, "E")))
    assert legal(match, 1, "give") == [give(BLUE, 2, "B"), give(BLUE, 2, "E")]
    assert gifts(match.act(1, give(BLUE, 2, "E"))) == [(2, "E", "chosen")]
    assert (spots(match, 1, "B"), spots(match, 1, "E")) == ([(BLUE, 2)], [None])


def test_TS_A8_an_answer_without_the_building_is_none() -> None:
    match = visit([BLUE])
    match.act(0, deliver(BLUE, "E"))
    with pytest.raises(Refused, match=r"ST-3.*'on'"):
        match.act(1, give_any(BLUE, 1))


def test_TS_A8_equal_orders_on_one_building_are_no_choice() -> None:
    orders = {1: {"C": [(BLUE, 2), (BLUE, 2)]}}
    match = visit([BLUE], orders, buildings={0: STATIONS, 1: {"C": ("blue plant", 2)}})
    events = match.act(0, deliver(BLUE, "E"))
    assert gifts(events) == [(2, "C", "only")]
    assert "owner_asked" not in kinds(events)


def test_TS_A8_different_values_on_one_building_are_a_choice() -> None:
    orders = {1: {"C": [(BLUE, 2), (BLUE, 3)]}}
    match = visit([BLUE], orders, buildings={0: STATIONS, 1: {"C": ("blue plant", 2)}})
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 1, "give") == [give(BLUE, 2, "C"), give(BLUE, 3, "C")]


def test_TS_A8_equal_orders_on_one_building_are_one_answer() -> None:
    orders = {1: {"C": [(BLUE, 2), (BLUE, 2)], "D": [(BLUE, 1)]}}
    match = visit([BLUE], orders, buildings={0: STATIONS, 1: {"C": ("blue plant", 2)}})
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 1, "give") == [give(BLUE, 1, "D"), give(BLUE, 2, "C")]


def test_TS_A8_the_visitors_timer_is_free_meanwhile_and_the_goods_are_gone() -> None:
    match = visit([BLUE])
    before = supply(match)[BLUE]
    match.act(0, deliver(BLUE, "E"))
    assert free(match, 0) == 2
    assert spots(match, 0, "E") == [None, None, None]
    assert supply(match)[BLUE] == before + 1
    assert mat(match, 0)["won"][1][BLUE] == []


def test_TS_A8_a_silent_owner_gives_the_lowest() -> None:
    match = visit([BLUE, BLUE])
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(to=NOW + 7_999)) == []
    events = match.advance(to=NOW + 8_000)
    assert kinds(events) == ["gave", "took_bonus", "gave"]
    assert gifts(events) == [(1, "B", "silent"), (2, "C", "silent")]


def test_TS_A8_of_equal_ones_a_silent_owner_gives_the_first_by_building() -> None:
    orders = {1: {"A": [(BLUE, 3)], "D": [(BLUE, 1)], "E": [(BLUE, 2)], "C": [(BLUE, 1)]}}
    match = visit([BLUE], orders)
    match.act(0, deliver(BLUE, "E"))
    assert gifts(match.advance(by=8_000)) == [(1, "C", "silent")]


def test_TS_A8_owner_seconds_is_an_option() -> None:
    match = visit([BLUE], owner_seconds=3)
    match.act(0, deliver(BLUE, "E"))
    assert kinds(match.advance(by=3_000)) == ["gave", "took_bonus"]


def test_TS_A8_never_fewer_than_possible() -> None:
    """All three blue goods came: no choice is left, and all three orders are given."""
    match = visit([BLUE] * 3)
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    events = match.act(0, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "gave", "took_bonus", "gave", "gave", "finished"]
    assert mat(match, 0)["won"][1][BLUE] == [1, 2, 3]


def test_TS_A8_after_one_gift_the_rest_may_be_no_choice() -> None:
    orders = {1: {"A": [(BLUE, 3)], "C": [(BLUE, 1), (BLUE, 1)]}}
    match = visit([BLUE, BLUE], orders, buildings={0: STATIONS, 1: {"C": ("blue plant", 2)}})
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    events = match.act(1, give(BLUE, 3, "A"))
    assert gifts(events) == [(3, "A", "chosen"), (1, "C", "only")]


def test_TS_A8_two_colours_are_two_choices() -> None:
    orders = {1: {"A": [(BLUE, 1)], "B": [(BLUE, 2)], "C": [(GREY, 1)], "D": [(GREY, 3)]}}
    match = visit([BLUE, GREY], orders)
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(GREY, "E"))
    blue = [give(BLUE, 1, "A"), give(BLUE, 2, "B")]
    assert legal(match, 1, "give") == [give(GREY, 1, "C"), give(GREY, 3, "D"), *blue]
    match.act(1, give(GREY, 1, "C"))
    assert legal(match, 1, "give") == blue


def test_TS_A8_only_what_was_brought_and_is_open_can_be_given() -> None:
    match = visit([BLUE])
    with pytest.raises(Refused, match=r"TS-A8.*No visitor"):
        match.act(1, give(BLUE, 1, "B"))
    match.act(0, deliver(BLUE, "E"))
    with pytest.raises(Refused, match=r"TS-A8.*no grey good"):
        match.act(1, give(GREY, 1, "B"))
    with pytest.raises(Refused, match=r"TS-A8.*No blue order worth 1 lies on A"):
        match.act(1, give(BLUE, 1, "A"))
    with pytest.raises(Refused, match=r"TS-A8.*No visitor"):
        match.act(2, give(BLUE, 1, "B"))


def put_out_meanwhile(goods: list[str], value: int) -> Match:
    """After the delivery the owner puts out one more blue order, on D."""
    match = visit(goods, timers={0: {"ship": 0}, 1: {"G": 0}})
    match.act(0, deliver(BLUE, "E"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, value, "D"))
    return match


def test_TS_A8_an_order_put_out_after_the_delivery_cannot_be_given() -> None:
    match = put_out_meanwhile([BLUE], 1)
    assert give(BLUE, 1, "D") not in legal(match, 1, "give")
    with pytest.raises(Refused, match=r"TS-A8.*too late for this visit"):
        match.act(1, give(BLUE, 1, "D"))
    owed = match.view(None)["planets"][1]["owes"][0]
    assert [(order["value"], order["on"]) for order in owed["orders"]] == [
        (3, "A"),
        (1, "B"),
        (2, "C"),
    ]


def test_TS_A8_nor_by_silence() -> None:
    match = visit(
        [BLUE],
        {1: {"A": [(BLUE, 3)], "B": [(BLUE, 2)]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "C"))
    assert gifts(match.advance(by=8_000)) == [(2, "B", "silent")]


def test_TS_A8_nor_where_an_order_lay_that_was_given() -> None:
    """The spot of an order that was given takes a new one: that one is not open to this visit."""
    match = visit(
        [BLUE, BLUE],
        {1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(1, give(BLUE, 1, "B"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "B"))
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 1, "give") == [give(BLUE, 2, "C"), give(BLUE, 3, "A")]


def test_TS_A8_nor_where_one_lay_that_was_given_for_another_good() -> None:
    """Two goods wait for the owner's choice, and the spot of the first gift is filled again."""
    match = visit(
        [BLUE, BLUE],
        {1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    match.act(1, lift("G"))
    match.act(1, give(BLUE, 1, "B"))
    match.act(1, put_out(BLUE, 1, "B"))
    assert legal(match, 1, "give") == [give(BLUE, 2, "C"), give(BLUE, 3, "A")]


def test_TS_A8_what_was_put_out_later_does_not_make_a_choice() -> None:
    match = visit(
        [BLUE],
        {1: {"A": [(BLUE, 3)]}},
        timers={0: {"ship": 0}, 1: {"G": 0}},
    )
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "B"))
    assert gifts(match.act(0, deliver(BLUE, "E"))) == [(3, "A", "only")]
