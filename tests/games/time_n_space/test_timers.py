"""TS-T: timers are turned over, run out and are lifted, by everyone at the same time."""

import pytest

from sandtable import Refused
from tests.games.time_n_space.build import (
    BLUE,
    DONE,
    FILL,
    FORFEIT,
    GREY,
    NOW,
    TAKE_TILE,
    WITHDRAW,
    beam,
    build,
    deliver,
    fly,
    free,
    kinds,
    legal,
    lift,
    mat,
    on_board,
    put_out,
    spots,
    table,
    told,
    turn_over,
)


def test_TS_T1_all_play_at_the_same_time() -> None:
    match = table(seats=4)
    assert match.active() == [0, 1, 2, 3]
    for seat in (2, 0, 3, 1):
        match.act(seat, turn_over("A"))
        match.act(seat, fly("moon-" + str(seat)))
    assert match.now == NOW
    assert all(sorted(on_board(match, seat)) == ["A", "ship"] for seat in range(4))


def test_TS_T1_one_goes_on_while_another_carries_out_an_action() -> None:
    match = table(timers={0: {"A": 0}, 1: {"A": 0}})
    match.act(0, lift("A"))
    match.act(1, lift("A"))
    match.act(1, FILL)
    match.act(2, turn_over("B"))
    match.act(0, FILL)
    assert spots(match, 0, "A") == spots(match, 1, "A") == [GREY]


def test_TS_T2_a_free_timer_goes_onto_any_own_symbol() -> None:
    match = table(research={0: "station"})
    places = ["planet-0", "moon-0", "moon-2"]
    assert legal(match, 0) == [
        *[turn_over(on) for on in "ABCDEFGH"],
        turn_over("research"),
        *[fly(to) for to in places],
    ]


def test_TS_T2_the_research_space_only_with_a_tile_on_it() -> None:
    match = table()
    assert turn_over("research") not in legal(match, 0)
    with pytest.raises(Refused, match=r"TS-T2.*no tile"):
        match.act(0, turn_over("research"))


def test_TS_T2_one_timer_a_symbol() -> None:
    match = table(timers={0: {"A": 5_000}}, flights={1: ("moon-0", 5_000)})
    assert turn_over("A") not in legal(match, 0)
    with pytest.raises(Refused, match=r"TS-T2.*already"):
        match.act(0, turn_over("A"))
    assert legal(match, 1, "fly") == []
    with pytest.raises(Refused, match=r"TS-T2.*already"):
        match.act(1, fly("planet-1"))


def test_TS_T2_no_third_timer() -> None:
    match = table(timers={0: {"A": 5_000, "B": 5_000}})
    assert match.legal(0) == []
    with pytest.raises(Refused, match="TS-T2"):
        match.act(0, turn_over("C"))


def test_TS_T2_a_free_timer_may_be_turned_over_during_an_action_but_not_onto_its_place() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    assert turn_over("A") not in legal(match, 0)
    with pytest.raises(Refused, match=r"TS-T4.*first"):
        match.act(0, turn_over("A"))
    match.act(0, turn_over("B"))
    assert on_board(match, 0) == ["B"]
    assert legal(match, 0, "fill") == [FILL]


def test_TS_T2_the_timer_of_an_unfinished_action_is_not_free() -> None:
    match = table(timers={0: {"A": 0, "B": 9_000}})
    match.act(0, lift("A"))
    assert free(match, 0) == 0
    with pytest.raises(Refused, match=r"TS-T2.*no free timer"):
        match.act(0, turn_over("C"))
    match.act(0, FORFEIT)
    match.act(0, turn_over("C"))


def test_TS_T3_the_ship_goes_one_passage_or_stays() -> None:
    match = table()
    assert legal(match, 1, "fly") == [fly("planet-1"), fly("moon-0"), fly("moon-1")]
    with pytest.raises(Refused, match=r"TS-T3.*passage"):
        match.act(1, fly("planet-2"))
    event = told(match.act(1, fly("moon-1")), "turned_over")
    assert (event["on"], event["to"], event["stays"]) == ("ship", "moon-1", False)
    assert mat(match, 1)["ship"] == {"at": "planet-1", "to": "moon-1"}


def test_TS_T3_a_ship_that_stays_does_the_action_of_its_place_again() -> None:
    match = table(ships={0: "moon-0"}, tops={0: ["centre", "station", "station"]})
    assert told(match.act(0, fly("moon-0")), "turned_over")["stays"] is True
    match.advance(by=60_000)
    match.act(0, lift("ship"))
    match.act(0, TAKE_TILE)
    assert mat(match, 0)["research"] == "station"
    assert mat(match, 0)["ship"]["at"] == "moon-0"


def test_TS_T4_a_running_timer_is_never_lifted() -> None:
    match = table()
    match.act(0, turn_over("A"))
    assert legal(match, 0, "lift") == []
    match.advance(by=59_999)
    with pytest.raises(Refused, match=r"TS-T4.*running"):
        match.act(0, lift("A"))
    events = match.advance(by=1)
    assert told(events, "ran_out") == {
        "event": "ran_out",
        "at": NOW + 60_000,
        "seat": 0,
        "on": "A",
    }
    assert legal(match, 0, "lift") == [lift("A")]


def test_TS_T4_a_timer_may_be_lifted_long_after_it_has_run_out() -> None:
    match = table(timers={0: {"A": -90_000}})
    match.advance(by=200_000)
    match.act(0, lift("A"))
    match.act(0, FILL)
    assert spots(match, 0, "A") == [GREY]


def test_TS_T4_only_after_the_action_the_timer_is_free() -> None:
    match = table(timers={0: {"G": 0}}, buildings={0: {"G": ("centre", 2)}})
    match.act(0, lift("G"))
    assert free(match, 0) == 1
    match.act(0, put_out(GREY, 1, "A"))
    assert free(match, 0) == 1
    events = match.act(0, DONE)
    assert told(events, "finished")["steps"] == 1
    assert free(match, 0) == 2


def test_TS_T4_an_action_may_be_forfeited() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    with pytest.raises(Refused, match=r"TS-T4.*forfeit"):
        match.act(0, DONE)
    events = match.act(0, FORFEIT)
    assert told(events, "finished")["steps"] == 0
    assert (free(match, 0), spots(match, 0, "A")) == (2, [None])


def test_TS_T4_a_begun_action_is_done_and_not_forfeited() -> None:
    match = table(timers={0: {"A": 0}}, buildings={0: {"A": ("grey plant", 2)}})
    match.act(0, lift("A"))
    match.act(0, FILL)
    assert legal(match, 0, "done", "forfeit") == [DONE]
    with pytest.raises(Refused, match=r"TS-T4.*begun"):
        match.act(0, FORFEIT)


def test_TS_T4_one_lifted_action_at_a_time() -> None:
    match = table(timers={0: {"A": 0, "B": 0}})
    match.act(0, lift("A"))
    assert legal(match, 0, "lift") == []
    with pytest.raises(Refused, match=r"TS-T4.*first"):
        match.act(0, lift("B"))
    match.act(0, FILL)
    match.act(0, lift("B"))


def test_TS_T4_an_action_without_a_possible_step_is_over_at_once() -> None:
    match = table(timers={0: {"A": 0, "E": 0}}, goods={0: {"A": [GREY]}, 1: {"A": [GREY]}})
    assert kinds(match.act(0, lift("A"))) == ["lifted", "finished"]
    assert free(match, 0) == 1
    # The station has something to do, because the plant holds a good.
    assert kinds(match.act(0, lift("E"))) == ["lifted"]


def test_TS_T4_an_action_is_over_when_no_step_is_left() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    assert kinds(match.act(0, FILL)) == ["filled", "finished"]


@pytest.mark.parametrize(
    "act", [FILL, DONE, FORFEIT, TAKE_TILE, beam("A"), build("A"), put_out(GREY, 1, "A")]
)
def test_TS_T4_no_step_without_a_lifted_timer(act: dict[str, str]) -> None:
    match = table(research={0: "station"}, ships={0: "moon-0"}, goods={0: {"A": [GREY]}})
    with pytest.raises(Refused, match=r"TS-T4.*Lift a timer first"):
        match.act(0, act)


def test_TS_T4_nothing_to_lift_where_no_timer_is() -> None:
    with pytest.raises(Refused, match="TS-T4"):
        table().act(0, lift("A"))


def test_TS_T4_each_step_is_judged_by_the_table_as_it_is_now() -> None:
    """The tile on top is taken between another's lifting and taking: it gets the one below."""
    match = table(
        ships={0: "moon-0", 1: "moon-0"},
        timers={0: {"ship": 0}, 1: {"ship": 0}},
        tops={0: ["centre", "station"]},
    )
    match.act(0, lift("ship"))
    match.act(1, lift("ship"))
    match.act(1, TAKE_TILE)
    match.act(0, TAKE_TILE)
    assert [mat(match, seat)["research"] for seat in (1, 0)] == ["station", "centre"]


def test_TS_T5_lifting_the_ships_timer_completes_the_move_first() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: ["centre", "station"]})
    assert mat(match, 0)["ship"] == {"at": "planet-0", "to": "moon-0"}
    events = match.act(0, lift("ship"))
    assert told(events, "lifted")["place"] == "moon-0"
    assert mat(match, 0)["ship"] == {"at": "moon-0", "to": "moon-0"}
    assert legal(match, 0, "take_tile") == [TAKE_TILE]


def test_TS_T5_a_ship_that_is_not_lifted_is_still_on_its_way() -> None:
    match = table(
        flights={0: ("planet-1", -5_000)},
        ships={0: "moon-0"},
        goods={0: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
    )
    assert mat(match, 0)["ship"] == {"at": "moon-0", "to": "planet-1"}
    with pytest.raises(Refused):
        match.act(0, deliver(BLUE, "E"))
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))


def test_TS_T6_nothing_is_taken_back() -> None:
    """After an order, a good and a timer are placed, no act moves any of them back."""
    match = table(timers={0: {"A": 0, "G": 0}}, buildings={0: {"A": ("grey plant", 2)}})
    match.act(0, lift("A"))
    match.act(0, FILL)
    match.act(0, DONE)
    match.act(0, lift("G"))
    match.act(0, put_out(BLUE, 1, "C"))
    match.act(0, turn_over("B"))
    match.act(0, fly("moon-0"))
    assert match.legal(0) == []
    for act in (FORFEIT, DONE, WITHDRAW, lift("B"), lift("ship"), turn_over("C")):
        with pytest.raises(Refused):
            match.act(0, act)


def test_timers_run_out_in_the_order_of_the_seats() -> None:
    match = table(timers={2: {"A": 500}, 0: {"B": 500}, 1: {"A": 400}})
    events = match.advance(by=500)
    assert [(event.at - NOW, event.told(None)["seat"]) for event in events] == [  # type: ignore[index]
        (400, 1),
        (500, 0),
        (500, 2),
    ]
