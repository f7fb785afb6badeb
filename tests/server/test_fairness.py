"""Who was first: when an act counts, the window, what a seat was told, and the sheet."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.match.fairness import (
    REACTION,
    REMEMBERED,
    Chances,
    Held,
    Window,
    effective,
    sheet,
)

RACES = 2_000
ACT = {"act": "grab"}


def held(seat: int, effective: float, arrival: float = 0.0) -> Held:
    return Held(seat, 1, ACT, arrival, effective, 0.0)


def test_an_act_that_answers_news_counts_from_its_arrival_minus_the_round_trip() -> None:
    assert effective(1_000.0, 80.0, 700.0) == 920.0


def test_an_act_long_after_the_news_counts_from_when_it_was_done() -> None:
    assert effective(2_000.0, 80.0, 2_000.0 - REACTION - 81.0) == 1_960.0


def test_a_second_to_react_begins_when_the_news_is_seen() -> None:
    assert effective(2_000.0, 80.0, 2_000.0 - REACTION - 79.0) == 1_920.0


def test_an_act_that_was_never_listed_counts_from_when_it_was_done() -> None:
    assert effective(1_000.0, 80.0, None) == 960.0


def test_nothing_counts_from_before_the_seat_was_told_of_it() -> None:
    assert effective(1_000.0, 80.0, 970.0) == 970.0


def test_late_news_does_not_carry_an_act_back_across_sand_that_ran_out() -> None:
    assert effective(1_000.0, 80.0, 700.0, alarm=940.0) == 940.0
    assert effective(1_000.0, 80.0, 700.0, alarm=960.0) == 960.0


def test_an_act_done_before_the_sand_ran_out_counts_from_before_it() -> None:
    assert effective(1_000.0, 80.0, 700.0, alarm=961.0) == 920.0


MOMENTS = st.floats(min_value=0, max_value=10_000)


@given(MOMENTS, st.floats(min_value=0, max_value=300), st.none() | MOMENTS, st.none() | MOMENTS)
def test_an_act_counts_from_between_its_news_and_its_arrival(
    arrival: float, round_trip: float, told_at: float | None, alarm: float | None
) -> None:
    moment = effective(arrival, round_trip, told_at, alarm)
    assert arrival - round_trip <= moment <= arrival
    if told_at is not None:
        assert moment >= min(told_at, arrival)


def test_the_window_gives_the_earliest_first_and_nothing_after_the_line() -> None:
    window = Window()
    for act in (held(0, 30.0), held(1, 10.0), held(2, 20.0)):
        window.add(act)
    given = [window.due(25.0), window.due(25.0), window.due(25.0)]
    assert [act and act.seat for act in given] == [1, 2, None]


def test_at_equal_times_the_packet_that_came_first_is_first() -> None:
    window = Window()
    window.add(held(1, 10.0))
    window.add(held(0, 10.0))
    first = window.due(10.0)
    assert first is not None
    assert first.seat == 1


def test_an_act_that_stays_possible_keeps_the_time_it_was_first_told() -> None:
    told = Chances()
    told.listed([ACT])
    told.sent(100.0)
    told.listed([ACT, {"act": "other"}])
    told.sent(200.0)
    assert told.when(ACT, 300.0) == 100.0


def test_an_act_whose_list_is_still_unsent_counts_from_its_arrival() -> None:
    told = Chances()
    told.listed([ACT])
    assert told.when(ACT, 300.0) == 300.0


def test_the_form_of_an_act_does_not_change_when_it_was_told() -> None:
    told = Chances()
    told.listed([{"act": "grab", "from": 1}])
    told.sent(100.0)
    assert told.when({"from": 1, "act": "grab"}, 300.0) == 100.0


def taker(seat: int = 1) -> Held:
    return held(seat, 0.0)


def gone_after(*, sent: float | None, by: Held | None) -> Chances:
    """A seat that was told of an act at 100, which is then no longer possible."""
    told = Chances()
    told.listed([ACT])
    told.sent(100.0)
    told.listed([], by)
    if sent is not None:
        told.sent(sent)
    return told


def test_who_acts_before_hearing_that_it_is_gone_has_lost_a_race() -> None:
    told = gone_after(sent=300.0, by=taker(1))
    lost = told.lost(ACT, 400.0, 100.0)
    assert lost is not None
    assert lost.taker is not None
    assert (lost.taker.seat, lost.since) == (1, 100.0)


def test_who_acts_before_it_is_even_sent_that_it_is_gone_has_lost_a_race() -> None:
    assert gone_after(sent=None, by=taker()).lost(ACT, 900.0, 0.0) is not None


def test_who_acts_after_hearing_that_it_is_gone_has_lost_none() -> None:
    assert gone_after(sent=300.0, by=taker()).lost(ACT, 401.0, 100.0) is None


def test_a_race_is_lost_once_however_often_the_act_is_tried() -> None:
    told = gone_after(sent=300.0, by=taker())
    assert told.lost(ACT, 350.0, 100.0) is not None
    assert told.lost(ACT, 351.0, 100.0) is None


def test_what_is_still_possible_was_not_lost() -> None:
    told = gone_after(sent=300.0, by=taker())
    told.listed([ACT])
    assert told.lost(ACT, 301.0, 100.0) is None


def test_what_nobody_was_told_of_cannot_be_lost() -> None:
    told = Chances()
    told.listed([ACT])
    told.listed([], taker())
    assert told.lost(ACT, 1.0, 100.0) is None
    assert told.lost({"act": "nonsense"}, 1.0, 100.0) is None


def test_what_came_back_is_no_news() -> None:
    """It may have been sent before: its quick arrival proves nothing about the line."""
    told = gone_after(sent=300.0, by=None)
    told.listed([ACT])
    told.sent(310.0)
    assert not told.is_news(ACT)
    told.listed([ACT, {"act": "other"}])
    told.sent(301.0 + REMEMBERED)
    assert told.is_news(ACT)


def test_what_was_listed_and_not_sent_is_no_news_yet() -> None:
    told = Chances()
    told.listed([ACT])
    assert not told.is_news(ACT)
    told.sent(10.0)
    assert told.is_news(ACT)


def test_little_is_remembered_of_what_is_gone() -> None:
    told = Chances()
    told.listed([{"act": "grab", "which": i} for i in range(200)])
    told.sent(1.0)
    told.listed([], taker())
    acts = [{"act": "grab", "which": i} for i in range(200)]
    assert sum(told.lost(act, 2.0, 10.0) is not None for act in acts) == 64


def test_the_time_of_the_last_news_is_known() -> None:
    told = Chances()
    told.listed([ACT])
    told.sent(100.0)
    told.listed([ACT])
    told.sent(200.0)
    assert told.news_at == 100.0


def share_of_far(ping: float, *, after: float, believed: bool = True) -> float:
    """Equal players, one 20 ms away, both told at 0, who act `after` that and their reaction.

    With `after` 0 they react to the news as it reaches them, else to something both see at once.
    """
    dice = random.Random(7)
    won = 0
    for _ in range(RACES):
        moments = []
        for line in (20.0, ping):
            seen = after or line / 2
            arrival = seen + dice.gauss(250, 50) + line / 2
            moments.append(effective(arrival, line if believed else 0.0, 0.0))
        won += moments[1] < moments[0]
    return won / RACES


@pytest.mark.parametrize("after", [0.0, 3_000.0])
@pytest.mark.parametrize("ping", [140.0, 300.0])
def test_near_and_far_win_alike(ping: float, after: float) -> None:
    assert 0.47 <= share_of_far(ping, after=after) <= 0.53


def test_without_credit_the_near_one_wins_nearly_all() -> None:
    assert share_of_far(300.0, after=0.0, believed=False) < 0.02


def line(seat: int, effective: int, arrived: int, **more: object) -> dict[str, object]:
    return {
        "at": effective,
        "seat": seat,
        "act": ACT,
        "arrived": arrived,
        "effective": effective,
        "credit": arrived - effective,
        "lag": arrived - effective,
        "window": 100,
        **more,
    }


def test_the_sheet_shows_lag_and_credit_of_every_seat() -> None:
    lines = [line(0, 1_000, 1_010), line(1, 2_000, 2_090), line(1, 3_000, 3_110)]
    found = sheet(lines, ["Ada", "Bob"])
    assert (found.seats[0].lag_median, found.seats[1].lag_worst) == (10, 110)
    assert found.seats[1].credit_total == 200
    assert found.window == 100


def test_the_sheet_lists_a_race_that_compensation_decided() -> None:
    lines = [line(1, 1_000, 1_100), line(0, 1_020, 1_030, note="refused", rule="X-1")]
    (found,) = sheet(lines, ["Ada", "Bob"]).races
    assert (found.first, found.second, found.arrived_first) == (1, 0, 0)
    assert found.overturned
    assert found.lost


def test_the_sheet_lists_no_race_where_nobody_lost() -> None:
    assert sheet([line(0, 1_000, 1_010), line(1, 1_030, 1_050)], ["Ada", "Bob"]).races == []
