"""TS-E: the last timers, and what everything is worth."""

from typing import Any

import pytest

from sandtable import Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    FILL,
    GREY,
    NOW,
    YELLOW,
    deliver,
    fly,
    give,
    kinds,
    legal,
    lift,
    mat,
    table,
    told,
    turn_over,
)

ALL = {GREY: 6, YELLOW: 6, BLUE: 6, BROWN: 6}


def test_TS_E1_no_timer_is_turned_over_any_more() -> None:
    match = table(due=NOW + 1_000, timers={0: {"A": 30_000}})
    match.advance(by=999)
    assert legal(match, 1, "turn_over", "fly") != []
    events = match.advance(by=1)
    assert kinds(events) == ["time_up"]
    assert match.legal(1) == []
    for act in (turn_over("A"), fly("moon-0")):
        with pytest.raises(Refused, match="TS-E1"):
            match.act(1, act)


def test_TS_E1_running_timers_are_finished_and_their_actions_carried_out() -> None:
    match = table(due=NOW + 1_000, timers={0: {"A": 30_000}})
    match.advance(by=1_000)
    with pytest.raises(Refused, match="TS-T4"):
        match.act(0, lift("A"))
    match.advance(to=NOW + 30_000)
    match.act(0, lift("A"))
    assert not match.over
    events = match.act(0, FILL)
    assert kinds(events) == ["filled", "finished", "scored"]
    assert match.outcome is not None
    assert match.outcome.how == "timers"


def test_TS_E1_without_a_timer_on_the_board_it_ends_at_once() -> None:
    match = table(due=NOW + 1_000)
    assert kinds(match.advance(by=1_000)) == ["time_up", "scored"]


def test_TS_E1_a_timer_that_is_never_lifted_ends_it_after_final_seconds() -> None:
    match = table(due=NOW + 1_000, timers={0: {"A": 30_000}, 1: {"B": -5_000}})
    match.advance(by=1_000)
    assert match.view(None)["due"] == NOW + 50_000
    match.advance(to=NOW + 49_999)
    assert not match.over
    match.advance(to=NOW + 50_000)
    assert match.outcome is not None
    assert match.outcome.how == "late"
    assert mat(match, 0)["buildings"][0]["spots"] == [None]


def test_TS_E1_if_the_last_timer_ran_out_before_the_end_the_final_seconds_begin_there() -> None:
    """After the last timer has run out or after the end of the time, whichever is later."""
    match = table(due=NOW + 1_000, timers={0: {"A": -50_000}, 1: {"B": 500}})
    match.advance(by=1_000)
    assert match.view(None)["due"] == NOW + 21_000
    match.advance(to=NOW + 20_999)
    assert not match.over
    assert kinds(match.advance(by=1)) == ["scored"]


def test_TS_E1_final_seconds_is_an_option() -> None:
    match = table(due=NOW + 1_000, timers={0: {"A": -1_000}}, final_seconds=7)
    match.advance(to=NOW + 7_999)
    assert not match.over
    match.advance(to=NOW + 8_000)
    assert match.over


def test_TS_E1_an_action_never_finished_does_not_hold_up_the_end() -> None:
    match = table(due=NOW + 1_000, timers={0: {"A": 0}})
    match.act(0, lift("A"))
    match.advance(to=NOW + 20_999)
    assert not match.over
    match.advance(to=NOW + 21_000)
    assert match.over


def late_delivery(**changes: Any) -> Match:
    match = table(
        due=NOW + 1_000,
        goods={0: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
        **changes,
    )
    match.advance(by=1_000)
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    return match


def test_TS_E1_the_game_waits_for_counters_that_are_owed() -> None:
    match = late_delivery()
    assert not match.over
    events = match.act(1, give(BLUE, 3, "A"))
    assert kinds(events) == ["gave", "took_bonus", "scored"]


def test_TS_E1_owed_counters_are_given_at_the_very_end_too() -> None:
    match = late_delivery(final_seconds=5)
    events = match.advance(to=NOW + 6_000)
    assert kinds(events) == ["gave", "took_bonus", "scored"]
    assert told(events, "gave")["value"] == 1


def final(**changes: Any) -> Match:
    """A table that ends at once."""
    asked: dict[str, Any] = {"put_away": {}, **changes}
    match = table(due=NOW + 1, **asked)
    match.advance(by=1)
    assert match.over
    return match


def sheet(match: Match, seat: int, colour: str) -> tuple[int, int, int, int]:
    """Values, bonus, players, score."""
    assert match.outcome is not None
    found = match.outcome.breakdown[seat]["colours"][colour]
    return found["values"], found["bonus"], found["players"], found["score"]


def scores(match: Match) -> list[int]:
    assert match.outcome is not None
    return match.outcome.scores


def test_TS_E2_a_colour_with_an_order_above_the_mat_scores_nothing() -> None:
    won = [(0, 1, BLUE, 3), (0, 1, GREY, 2)]
    match = final(won=won, put_away={0: {BLUE: 5, GREY: 6}})
    assert sheet(match, 0, BLUE) == (3, 0, 1, 0)
    assert sheet(match, 0, GREY) == (2, 0, 1, 2)
    assert match.outcome is not None
    assert match.outcome.breakdown[0]["colours"][BLUE]["unplaced"] == 1


def test_TS_E2_orders_on_the_mat_need_not_have_been_filled() -> None:
    match = final(
        won=[(0, 1, BLUE, 3)],
        put_away={0: {BLUE: 5}},
        orders={0: {"A": [(BLUE, 3)]}},
    )
    # put_away takes the lowest five, and the last one lies on the mat.
    assert sheet(match, 0, BLUE) == (3, 0, 1, 3)


def test_TS_E3_values_times_the_number_of_different_players() -> None:
    won = [(0, 1, BLUE, 3), (0, 1, BLUE, 2), (0, 2, BLUE, 1), (0, 3, GREY, 3)]
    match = final(seats=4, won=won, put_away={0: {BLUE: 6, GREY: 6}})
    assert sheet(match, 0, BLUE) == (6, 0, 2, 12)
    assert sheet(match, 0, GREY) == (3, 0, 1, 3)
    assert scores(match)[0] == 15


def test_TS_E3_a_bonus_is_worth_most_where_most_players_were_served() -> None:
    """Grey is the larger colour, and blue has two players: the white counter goes to blue."""
    won = [(0, 1, BLUE, 1), (0, 2, BLUE, 1), (0, 1, GREY, 3), (0, 1, GREY, 3), (0, 1, GREY, 2)]
    match = final(won=won, put_away={0: {BLUE: 6, GREY: 6}}, bonuses={0: 1})
    assert sheet(match, 0, GREY) == (8, 0, 1, 8)
    assert sheet(match, 0, BLUE) == (2, 2, 2, 8)


def test_TS_E3_a_bonus_adds_no_player_and_nothing_to_a_colour_without_orders() -> None:
    match = final(bonuses={0: 2}, put_away={0: ALL})
    assert scores(match)[0] == 0


def test_TS_E3_a_bonus_does_not_save_a_voided_colour() -> None:
    won = [(0, 1, BLUE, 1), (0, 2, BLUE, 1), (0, 1, GREY, 1)]
    match = final(won=won, put_away={0: {GREY: 6}}, bonuses={0: 2})
    assert sheet(match, 0, BLUE) == (2, 0, 2, 0)
    assert sheet(match, 0, GREY) == (1, 4, 1, 5)


def test_TS_E3_the_allotment_is_the_best_there_is() -> None:
    """Against every way to hand out up to two white counters, by brute force."""
    won = [(0, 1, BLUE, 2), (0, 2, BLUE, 1), (0, 1, GREY, 3), (0, 2, YELLOW, 2)]
    match = final(won=won, put_away={0: {BLUE: 6, GREY: 6, YELLOW: 6}}, bonuses={0: 2})
    sums, players = {GREY: 3, YELLOW: 2, BLUE: 3}, {GREY: 1, YELLOW: 1, BLUE: 2}
    best = max(
        sum((sums[c] + 2 * (c == one) + 2 * (c == two)) * players[c] for c in sums)
        for one in sums
        for two in sums
    )
    assert scores(match)[0] == best


def test_TS_E4_the_highest_score_wins() -> None:
    won = [(0, 1, BLUE, 3), (1, 0, BLUE, 2)]
    match = final(won=won, put_away={0: {BLUE: 5}, 1: {BLUE: 5}})
    assert match.outcome is not None
    assert match.outcome.winners == [0]


def tie(**changes: Any) -> list[int]:
    match = final(**changes)
    assert match.outcome is not None
    assert match.outcome.scores[0] == match.outcome.scores[1] > 0
    return match.outcome.winners


def test_TS_E4_a_tie_goes_to_the_most_counters_scored() -> None:
    won = [(0, 2, BLUE, 1), (0, 2, BLUE, 1), (1, 2, GREY, 2)]
    assert tie(won=won, put_away={0: {BLUE: 6}, 1: {GREY: 6}}) == [0]


def test_TS_E4_counters_of_a_voided_colour_are_not_scored() -> None:
    won = [(0, 2, BLUE, 2), (0, 2, GREY, 1), (0, 2, GREY, 1), (1, 2, BLUE, 1), (1, 2, BLUE, 1)]
    assert tie(won=won, put_away={0: {BLUE: 6}, 1: {BLUE: 6}}) == [1]


def test_TS_E4_white_counters_count_and_values_do_not() -> None:
    won = [(0, 2, BLUE, 1), (1, 2, BLUE, 3)]
    assert tie(won=won, put_away={0: {BLUE: 6}, 1: {BLUE: 6}}, bonuses={0: 1}) == [0]


def test_TS_E4_then_the_win_is_shared() -> None:
    won = [(0, 2, BLUE, 2), (1, 2, GREY, 2)]
    assert tie(won=won, put_away={0: {BLUE: 6}, 1: {GREY: 6}}) == [0, 1]


def test_a_match_that_is_over_is_over() -> None:
    match = final()
    assert match.active() == []
    with pytest.raises(Refused, match="ST-2"):
        match.act(0, turn_over("A"))


def test_TS_E3_the_example_of_the_rules_page() -> None:
    won = [
        (0, 1, BLUE, 3),
        (0, 1, BLUE, 2),
        (0, 2, BLUE, 1),
        (0, 2, YELLOW, 3),
        (0, 2, GREY, 3),
        (0, 2, GREY, 3),
    ]
    match = final(won=won, put_away={0: {**ALL, GREY: 5}}, bonuses={0: 2})
    assert [sheet(match, 0, colour) for colour in (BLUE, YELLOW, GREY, BROWN)] == [
        (6, 4, 2, 20),
        (3, 0, 1, 3),
        (6, 0, 1, 0),
        (0, 0, 0, 0),
    ]
    assert match.outcome is not None
    assert match.outcome.scores[0] == 23
    assert match.outcome.breakdown[0]["counters"] == 6


def test_TS_E2_TS_E3_the_view_says_what_is_multiplied_and_whether_it_counts() -> None:
    won = [(0, 1, BLUE, 3), (0, 1, BLUE, 2), (0, 2, BLUE, 1), (0, 1, GREY, 2)]
    match = final(seats=4, won=won, put_away={0: {BLUE: 6, GREY: 5}}, bonuses={0: 1})
    sheet = mat(match, 0)["sheet"]["colours"]
    assert (sheet[BLUE]["sum"], sheet[BLUE]["counts"], sheet[BLUE]["score"]) == (
        "8 \u00d7 2",
        True,
        16,
    )
    assert (sheet[GREY]["sum"], sheet[GREY]["counts"], sheet[GREY]["score"]) == (
        "2 \u00d7 1",
        False,
        0,
    )
