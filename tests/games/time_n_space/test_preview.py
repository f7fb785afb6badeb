"""What a player can ask ahead: what *all* means, what fits, who comes, what more would bring."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import Match, Refused
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space.events import Fills, Gave
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    DONE,
    FILL,
    GREY,
    NOW,
    TAKE_TILE,
    UPGRADE,
    YELLOW,
    beam,
    build,
    deliver,
    first,
    fresh,
    give,
    legal,
    lift,
    mat,
    put_out,
    table,
    turn_over,
)
from tests.games.time_n_space.test_properties import STEPS, TABLES, Steps, take

STATIONS = {"E": ("station", 3), "F": ("station", 2)}
GOODS = {0: {"B": [YELLOW], "C": [BLUE], "D": [BROWN], "E": [BROWN]}}
ORDERS = {1: {"A": [(BROWN, 2)], "B": [(YELLOW, 1)]}, 2: {"A": [(BROWN, 3)], "C": [(BROWN, 1)]}}


def ask(match: Match, seat: int, question: dict[str, Any]) -> dict[str, Any]:
    before = match.hash()
    try:
        return match.preview(seat, question)
    finally:
        assert match.hash() == before


def glance(match: Match, seat: int = 0) -> dict[str, Any]:
    return ask(match, seat, {"ask": "glance"})


def everything(match: Match, on: str, seat: int = 0) -> Any:
    return glance(match, seat)["places"][on]["all"]


def steps(match: Match, on: str, *after: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    return ask(match, seat, {"ask": "steps", "on": on, "after": list(after)})


def refusal(match: Match, question: dict[str, Any], seat: int = 0) -> str:
    with pytest.raises(Refused) as refused:
        ask(match, seat, question)
    assert not refused.value.costs
    return refused.value.rule


def test_TS_A1_all_at_a_plant_is_to_fill_every_empty_spot() -> None:
    plant = {0: {"D": ("brown plant", 3)}}
    match = table(buildings=plant, goods={0: {"D": [BROWN]}}, timers={0: {"D": 0}})
    assert everything(match, "D") == [FILL, FILL]


def test_TS_A1_all_at_a_plant_ends_with_the_supply() -> None:
    large = {"D": ("brown plant", 3), "E": ("station", 3), "F": ("station", 3)}
    match = table(
        buildings={0: {"D": ("brown plant", 3)}, 1: large, 2: {"E": ("station", 3)}},
        goods={1: {"D": [BROWN] * 3, "E": [BROWN] * 3, "F": [BROWN] * 2}, 2: {"E": [BROWN] * 3}},
        timers={0: {"D": 0}},
    )
    assert match.view(None)["supply"][BROWN] == 1
    assert everything(match, "D") == [FILL]


def test_TS_A2_all_at_a_station_takes_the_most_wanted_first() -> None:
    match = table(
        buildings={0: STATIONS}, goods=GOODS, orders=ORDERS, timers={0: {"F": 0}, 1: {"A": 9}}
    )
    # Three brown orders are open and one good for them is ready: two are left, and one yellow.
    assert glance(match)["wanted"] == {GREY: 0, YELLOW: 1, BLUE: 0, BROWN: 3}
    assert everything(match, "F") == [beam("D"), beam("B")]


def test_TS_A2_what_is_on_the_stations_is_taken_off_first() -> None:
    goods = {0: {"B": [YELLOW], "D": [BROWN], "E": [BROWN, BROWN, BROWN]}}
    match = table(buildings={0: STATIONS}, goods=goods, orders=ORDERS, timers={0: {"F": 0}})
    assert everything(match, "F") == [beam("B"), beam("D")]


def test_TS_A2_of_equally_wanted_goods_the_first_by_letter_goes() -> None:
    goods = {0: {"A": [GREY], "B": [YELLOW], "C": [BLUE], "D": [BROWN]}}
    match = table(goods=goods, timers={0: {"F": 0}})
    assert everything(match, "F") == [beam("A")]


def test_TS_A3_which_orders_go_out_is_never_obvious() -> None:
    match = table(timers={0: {"G": 0}})
    assert glance(match)["places"] == {"G": {"at": NOW, "all": []}}


def test_TS_A5_all_at_a_moon_is_to_take_the_tile_if_there_is_room_for_it() -> None:
    moon: dict[str, Any] = {"flights": {0: ("moon-0", 0)}}
    assert everything(table(**moon), "ship") == [TAKE_TILE]
    assert everything(table(**moon, research={0: "station"}), "ship") == []
    assert everything(table(**moon, tops={0: []}), "ship") == []


def test_TS_A6_a_tile_is_built_at_once_only_where_there_is_one_place_for_it() -> None:
    held: dict[str, Any] = {"research": {0: "centre"}, "timers": {0: {"research": 0}}}
    assert everything(table(**held), "research") == []
    orders = {0: {"A": [(GREY, 1)], "B": [(GREY, 1)], "D": [(GREY, 2)], "E": [(GREY, 2)]}}
    covered = {0: {"F": ("station", 2), "G": ("centre", 2), "H": ("station", 2)}}
    match = table(**held, orders=orders, buildings=covered)
    assert everything(match, "research") == [build("C")]


def test_TS_A7_all_at_a_planet_is_whatever_fits() -> None:
    match = table(
        buildings={0: STATIONS},
        goods={0: {"E": [BLUE, BLUE, GREY], "F": [BLUE]}},
        orders={1: {"A": [(BLUE, 2)], "B": [(BLUE, 1)], "C": [(YELLOW, 3)]}},
        ships={0: "moon-0"},
        flights={0: ("planet-1", 0)},
    )
    assert everything(match, "ship") == [deliver(BLUE, "E"), deliver(BLUE, "E")]


def test_TS_A12_there_is_nothing_to_do_at_ones_own_planet() -> None:
    match = table(goods={0: {"E": [BLUE]}}, orders=ORDERS, flights={0: ("planet-0", 0)})
    assert everything(match, "ship") == []


def test_TS_T4_a_timer_that_runs_is_looked_at_when_it_has_run_out() -> None:
    match = table(timers={0: {"A": 9_000}})
    assert glance(match)["places"] == {"A": {"at": NOW + 9_000, "all": [FILL]}}


def test_TS_T4_in_hand_only_what_is_left_counts() -> None:
    plant = {0: {"D": ("brown plant", 3)}}
    match = table(buildings=plant, timers={0: {"D": 0, "A": 5_000}})
    match.act(0, lift("D"))
    match.act(0, FILL)
    places = glance(match)["places"]
    assert places["D"] == {"at": NOW, "all": [FILL, FILL]}
    assert places["A"] == {"at": NOW + 5_000, "all": [FILL]}


def test_TS_A11_who_stands_in_line_sees_what_there_is_to_deliver() -> None:
    visitor: dict[str, Any] = {"E": [BLUE]}
    match = table(
        goods={0: visitor, 2: visitor},
        orders={1: {"A": [(BLUE, 2)], "B": [(BLUE, 1)], "C": [(BLUE, 3)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={0: ("planet-1", 0), 2: ("planet-1", 0)},
    )
    match.act(0, lift("ship"))
    assert mat(match, 0)["hand"]["waits"]
    assert everything(match, "ship") == [deliver(BLUE, "E")]
    assert everything(match, "ship", seat=2) == [deliver(BLUE, "E")]


def test_TS_A8_a_choice_that_is_still_open_takes_an_order_away() -> None:
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 2)], "B": [(BLUE, 1)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={0: ("planet-1", 0), 2: ("planet-1", 60_000)},
    )
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    assert match.view(None)["planets"][1]["owes"]
    assert everything(match, "ship", seat=2) == [deliver(BLUE, "E")]
    match.act(1, give(BLUE, 1, "B"))
    assert glance(match, 2)["planets"][1]["now"][BLUE] == 1


@given(TABLES, STEPS, st.integers(0, 3))
def test_TS_T4_all_is_a_list_of_ordinary_acts_each_legal_after_the_other(
    match: Match, history: Steps, who: int
) -> None:
    for one in history:
        take(match, one)
    if match.over:
        return
    seat = who % match.seats
    for on, found in glance(match, seat)["places"].items():
        twin = match.copy()
        if lift(on) in legal(twin, seat):
            twin.act(seat, lift(on))
        hand = mat(twin, seat)["hand"]
        if hand is None or hand["on"] != on or hand["waits"]:
            continue
        for act in found["all"]:
            assert act in legal(twin, seat)
            twin.act(seat, act)


@given(TABLES, STEPS, st.integers(0, 3))
def test_TS_T4_the_steps_ahead_are_the_steps_that_there_are(
    match: Match, history: Steps, who: int
) -> None:
    for one in history:
        take(match, one)
    seat = who % match.seats
    for act in legal(match, seat, "lift"):
        ahead = steps(match, act["on"], seat=seat)["acts"]
        match.act(seat, act)
        hand = mat(match, seat)["hand"]
        if hand is not None and not hand["waits"]:
            there = legal(match, seat)
            ends = [one for one in there if one["act"] in ("done", "forfeit")]
            others = ("give", "first", "offer", "withdraw", "turn_over", "fly")
            assert ahead == [o for o in there if o not in ends and o["act"] not in others]
        return


def test_TS_A7_what_fits_now_and_after_the_next_beam() -> None:
    match = table(buildings={0: STATIONS}, goods=GOODS, orders=ORDERS)
    mine, one, two = glance(match)["planets"]
    nothing = {GREY: 0, YELLOW: 0, BLUE: 0, BROWN: 0}
    assert mine == {"now": nothing, "later": nothing, "more": 0}
    assert one == {"now": {**nothing, BROWN: 1}, "later": {**nothing, YELLOW: 1}, "more": 1}
    assert two == {"now": {**nothing, BROWN: 1}, "later": {**nothing, BROWN: 1}, "more": 1}


def test_TS_A2_a_beam_brings_no_more_than_a_station_has_room_for() -> None:
    goods = {0: {"B": [YELLOW], "D": [BROWN], "E": [GREY]}}
    match = table(goods=goods, orders=ORDERS)
    one = glance(match)["planets"][1]
    assert one["later"] == {GREY: 0, YELLOW: 1, BLUE: 0, BROWN: 1}
    assert one["more"] == 1
    goods[0]["F"] = [GREY]
    assert glance(table(goods=goods, orders=ORDERS))["planets"][1]["more"] == 0


def test_TS_A12_ones_own_orders_are_not_wanted_by_oneself() -> None:
    match = table(orders={0: {"A": [(BLUE, 1)]}, 1: {"A": [(GREY, 1)]}})
    assert glance(match)["wanted"] == {GREY: 1, YELLOW: 0, BLUE: 0, BROWN: 0}


def test_TS_A2_one_beam_is_the_action_of_one_station() -> None:
    # Both stations have one empty spot: the next beam brings one good, not two.
    plant = {0: {"D": ("brown plant", 3)}}
    orders = {1: {"A": [(BROWN, 1)], "B": [(BROWN, 2)]}}
    match = table(buildings=plant, goods={0: {"D": [BROWN, BROWN]}}, orders=orders)
    one = glance(match)["planets"][1]
    assert (one["later"][BROWN], one["more"]) == (1, 1)


def test_TS_T3_who_comes_and_with_what() -> None:
    match = table(
        goods={0: {"E": [BROWN]}},
        orders=ORDERS,
        ships={0: "moon-0", 2: "moon-1"},
        flights={0: ("planet-1", 7_000), 2: ("planet-1", 0)},
    )
    nothing = {GREY: 0, YELLOW: 0, BLUE: 0, BROWN: 0}
    assert glance(match, 1)["coming"] == [
        {"seat": 0, "at": NOW + 7_000, "brings": {**nothing, BROWN: 1}},
        {"seat": 2, "at": NOW, "brings": nothing},
    ]
    assert glance(match, 2)["coming"] == []
    home = table(flights={0: ("planet-0", 3_000)})
    assert glance(home, 0)["coming"] == []
    assert glance(match, 0)["coming"] == []


def test_TS_E2_a_column_says_what_it_would_score_if_nothing_were_held_back() -> None:
    match = table(won=[(0, 1, BLUE, 2), (0, 2, BLUE, 3), (0, 1, GREY, 1)])
    found = glance(match)["columns"]
    assert mat(match, 0)["sheet"]["colours"][BLUE]["score"] == 0
    assert found[BLUE]["score"] == 10
    assert found[GREY]["score"] == 1
    assert found[YELLOW]["score"] == 0


def test_TS_E3_what_one_more_order_would_bring() -> None:
    match = table(won=[(0, 1, BLUE, 2), (0, 1, GREY, 1)])
    found = glance(match)["columns"]
    # From another player the sum is doubled: (2 + 1) * 2 - 2 and (2 + 3) * 2 - 2.
    assert found[BLUE]["new"] == [4, 8]
    assert found[BLUE]["same"] == [1, 3]
    assert found[YELLOW]["new"] == [1, 3]
    assert found[YELLOW]["same"] is None


def test_TS_E3_white_counters_count_in_what_one_more_order_would_bring() -> None:
    match = table(won=[(0, 1, BLUE, 2)], bonuses={0: 1})
    assert glance(match)["columns"][BLUE]["score"] == 4
    assert glance(match)["columns"][BLUE]["new"] == [(2 + 1 + 2) * 2 - 4, (2 + 3 + 2) * 2 - 4]


def test_TS_E3_only_orders_that_are_left_can_bring_anything() -> None:
    match = table(put_away={1: {GREY: 6}, 2: {GREY: 5}})
    # Seat 2's last grey order is worth 3, and seat 1 has none; seat 0 has filled the other five.
    assert glance(match)["columns"][GREY] == {"score": 9, "new": None, "same": [3, 3]}


def test_TS_E3_orders_that_lie_open_can_bring_something_too() -> None:
    open_now = {1: {"A": [(GREY, 3)], "B": [(GREY, 3)]}}
    match = table(orders=open_now, put_away={1: {GREY: 4}, 2: {GREY: 6}})
    # Seat 0 has filled all six of seat 2, worth 12 together: (12 + 3) * 2 - 12.
    assert glance(match)["columns"][GREY]["new"] == [18, 18]


def test_TS_A11_a_visitor_who_is_held_up_sees_what_will_be_left() -> None:
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 2)], "B": [(BLUE, 1)], "C": [(BLUE, 3)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={0: ("planet-1", 0), 2: ("planet-1", 0)},
        imperceptible_ms=0,
    )
    match.act(0, lift("ship"))
    match.advance(by=5)
    match.act(2, lift("ship"))
    match.advance(by=5)
    match.act(0, deliver(BLUE, "E"))
    assert match.view(None)["planets"][1]["owes"]
    assert mat(match, 2)["hand"]["waits"]
    assert everything(match, "ship", seat=2) == [deliver(BLUE, "E")]


def test_TS_A8_what_goes_if_the_owner_is_silent_is_what_goes() -> None:
    match = table(
        buildings={0: STATIONS},
        goods={0: {"E": [BLUE, BLUE]}},
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}},
        ships={0: "moon-0"},
        flights={0: ("planet-1", 0)},
    )
    assert glance(match, 1)["silent"] == []
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    expected = glance(match, 1)["silent"]
    assert expected == [
        {"colour": BLUE, "value": 1, "on": "B"},
        {"colour": BLUE, "value": 2, "on": "C"},
    ]
    assert glance(match, 0)["silent"] == []
    gave = [e for e in match.advance(by=8_000) if isinstance(e, Gave)]
    assert [{"colour": e.colour, "value": e.value, "on": e.on} for e in gave] == expected


def test_TS_A11_who_goes_first_if_the_owner_is_silent_is_who_goes() -> None:
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 2)], "B": [(BLUE, 1)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={0: ("planet-1", 0), 2: ("planet-1", 0)},
    )
    match.act(2, lift("ship"))
    match.advance(by=50)
    match.act(0, lift("ship"))
    assert legal(match, 1, "first") == [first(2), first(0)]
    assert glance(match, 1)["first"] == 2
    assert glance(match, 0)["first"] is None
    events = match.advance(by=8_000)
    fills = [event.visitor for event in events if isinstance(event, Fills)]
    assert fills[0] == 2


def test_TS_A3_orders_can_be_planned_one_after_the_other() -> None:
    match = table(buildings={0: {"G": ("centre", 2)}}, timers={0: {"G": 30_000}})
    before = steps(match, "G")
    assert before["at"] == NOW + 30_000
    assert put_out(GREY, 1, "A") in before["acts"]
    assert {"act": "upgrade"} in before["acts"]
    once = steps(match, "G", put_out(GREY, 1, "A"))["acts"]
    assert {act["on"] for act in once} == set("BCDEF")
    assert put_out(GREY, 1, "B") in once
    assert steps(match, "G", put_out(GREY, 1, "A"), put_out(GREY, 1, "B"))["acts"] == []


def test_TS_A2_beams_can_be_planned_one_after_the_other() -> None:
    match = table(buildings={0: STATIONS}, goods=GOODS, timers={0: {"F": 9_000}})
    assert steps(match, "F")["acts"] == [beam("B"), beam("C"), beam("D"), UPGRADE]
    assert steps(match, "F", beam("C"))["acts"] == [beam("B"), beam("D")]
    assert steps(match, "F", beam("C"))["all"] == [beam("B")]
    assert refusal(match, {"ask": "steps", "on": "F", "after": [beam("A")]}) == "TS-A2"


def test_TS_T4_nothing_can_be_planned_where_no_timer_stands() -> None:
    match = table(timers={0: {"A": 9_000}})
    assert refusal(match, {"ask": "steps", "on": "B", "after": []}) == "TS-T4"
    assert refusal(match, {"ask": "steps", "on": "A", "after": [FILL, FILL]}) == "TS-T4"
    assert refusal(match, {"ask": "steps", "on": "A", "after": [turn_over("B")]}) == "ST-3"


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "glance", "on": "A"},
        {"ask": "steps", "on": "A"},
        {"ask": "steps", "on": "Z", "after": []},
        {"ask": "steps", "on": "A", "after": "fill"},
        {"ask": "steps", "on": "A", "after": [7]},
        {"ask": "steps", "on": "A", "after": [{"act": "sing"}]},
        {"ask": "steps", "on": "A", "after": [FILL] * 13},
    ],
)
def test_what_is_no_question_is_refused_in_a_sentence(question: dict[str, Any]) -> None:
    assert refusal(table(timers={0: {"A": 0}}), question) == "ST-5"


def test_TS_S3_before_the_start_a_glance_tells_nothing_of_what_others_chose() -> None:
    match = fresh()
    before = glance(match, 1)
    match.act(0, legal(match, 0)[0])
    assert glance(match, 1) == before
    assert before["places"] == {}


def test_TS_T4_an_action_in_hand_counts_as_finished_for_the_other_timer() -> None:
    match = table(timers={0: {"A": 0, "B": 0}})
    match.act(0, lift("A"))
    assert steps(match, "B")["acts"] == [FILL]
    match.act(0, FILL)
    assert DONE not in legal(match, 0)


def test_a_newcomer_sees_a_table_on_which_their_plant_has_run_out() -> None:
    game = sandtable.find("time-n-space")
    for seats in (3, 4):
        for mode in ("full", "introductory"):
            options = game.settle_options(seats, {"mode": mode})
            for seat in range(seats):
                state = game.example(seats, options, seeded("x"), seat)
                names = [act.NAME for act in game.legal(state, seat)]
                assert names == ["lift"]
                view = game.view(state, seat)
                assert all(timer["on"] for timer in view["mats"][seat]["timers"])
