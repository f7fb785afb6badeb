"""The authority over a match, without sockets, disk or clock."""

from typing import Any

import pytest

import sandtable
from sandtable.bots.playout import random_match
from sandtable.protocol.messages import Ack, Refusal
from sandtable.server.match.fairness import Held
from sandtable.server.match.parity import MARGIN
from sandtable.server.match.play import Play, Update

MOVE = {"act": "move", "pawn": "green", "spend": 1}


def watch_table(**options: Any) -> tuple[Play, int]:
    match = sandtable.new("watch", seats=2, seed=7, options=options)
    play = Play(match, 100)
    play.clock.run(0.0)
    return play, match.active()[0]


def decided(play: Play, mono: float, width: float = 0.0) -> list[Update]:
    return list(play.judge(mono, width))


def answer(updates: list[Update]) -> Ack | Refusal:
    (found,) = [answer for update in updates for _, answer in update.answers]
    return found


def test_an_act_is_decided_logged_and_answered() -> None:
    play, seat = watch_table()
    assert play.submit(seat, 1, MOVE, 100.0, 0.0) is None
    (update,) = decided(play, 100.0)
    assert isinstance(answer([update]), Ack)
    (line,) = update.lines
    assert (line["at"], line["seat"], line["act"], line["n"]) == (100, seat, MOVE, 1)


def one_act_from_the_end(seed: int) -> tuple[Play, dict[str, Any], float]:
    """A game of Out of Time, its last act, and when that is done."""
    lines = random_match("out-of-time", 2, seed).log
    last = max(i for i, line in enumerate(lines) if "act" in line)
    play = Play(sandtable.replay(lines[:last]), 100)
    play.clock.run(0.0)
    done = play.clock.when(lines[last]["at"])
    assert done is not None
    return play, lines[last], done


@pytest.mark.policy("SP-A8")
@pytest.mark.parametrize("later", [0.0, 40.0])
def test_an_act_that_waits_when_the_game_ends_is_answered(later: float) -> None:
    play, last, done = one_act_from_the_end(3)
    seat = last["seat"]
    play.window.add(Held(seat, 1, last["act"], done, done, 0.0))
    play.window.add(Held(1 - seat, 1, {"act": "whatever"}, done + later, done + later, 0.0))
    updates = decided(play, done)
    assert play.match.over
    (mine,), (theirs,) = [update.answers for update in updates if update.answers]
    assert isinstance(mine[1], Ack)
    assert theirs == (1 - seat, Refusal(1, "SV-7", "The game is over.", False))
    assert updates[-1].lines == []
    assert len(play.window) == 0
    assert play.submit(1 - seat, 1, {"act": "whatever"}, done + 90, 0.0) == theirs[1]


@pytest.mark.policy("SP-A4")
def test_an_act_sent_again_is_done_once_and_answered_alike() -> None:
    play, seat = watch_table()
    play.submit(seat, 1, MOVE, 100.0, 0.0)
    first = answer(decided(play, 100.0))
    again = play.submit(seat, 1, MOVE, 200.0, 0.0)
    assert again == first
    assert len(play.match.entries) == 1


def test_an_act_sent_again_while_it_is_held_is_held_once() -> None:
    play, seat = watch_table()
    play.submit(seat, 1, MOVE, 100.0, 0.0)
    play.submit(seat, 1, MOVE, 110.0, 0.0)
    assert len(play.window) == 1


def test_an_act_decided_long_ago_is_refused_and_not_done() -> None:
    play, seat = watch_table()
    for n in range(1, 90):
        play.sitters[seat].answered(n, Refusal(n, "WA-T1", "", False))
    found = play.submit(seat, 5, MOVE, 100.0, 0.0)
    assert isinstance(found, Refusal)
    assert found.rule == "SV-8"


def test_a_refusal_changes_nothing_and_says_the_rule() -> None:
    play, seat = watch_table()
    play.submit(1 - seat, 1, MOVE, 100.0, 0.0)
    updates = decided(play, 100.0)
    found = answer(updates)
    assert isinstance(found, Refusal)
    assert found.rule == "WA-T1"
    assert not updates[0].changed
    assert updates[0].lines[0]["note"] == "refused"


@pytest.mark.parametrize("act", [{}, {"act": "fly"}, {"act": "move", "pawn": [], "spend": {}}])
def test_what_is_no_act_is_refused(act: dict[str, Any]) -> None:
    play, seat = watch_table()
    play.submit(seat, 1, act, 100.0, 0.0)
    found = answer(decided(play, 100.0))
    assert isinstance(found, Refusal)
    assert found.rule == "ST-3"


def test_time_that_runs_out_rings_at_its_instant_and_is_logged() -> None:
    play, _ = watch_table(turn_seconds=3)
    assert play.wake(0.0) == 3_000.0
    assert decided(play, 2_999.0) == []
    (update,) = decided(play, 3_000.0)
    assert update.lines == [{"note": "rang", "at": 3_000}]
    assert update.events[0].at == 3_000


def test_an_act_at_the_deadline_comes_too_late() -> None:
    play, seat = watch_table(turn_seconds=3)
    play.submit(seat, 1, MOVE, 3_000.0, 0.0)
    found = answer(decided(play, 3_000.0))
    assert isinstance(found, Refusal)


def test_half_pace_doubles_the_time_there_is() -> None:
    match = sandtable.new("watch", seats=2, seed=7, options={"turn_seconds": 3})
    play = Play(match, 50)
    play.clock.run(0.0)
    assert play.wake(0.0) == 6_000.0


def race_table() -> tuple[Play, list[dict[str, Any]]]:
    """A table where both may act at once; real time 0 is its present."""
    match = sandtable.new("out-of-time", seats=2, seed=7)
    while len(match.active()) < 2:
        assert match.alarm is not None
        match.advance(to=match.alarm)
    play = Play(match, 100)
    play.clock.run(0.0)
    return play, [match.legal(seat)[0].to_json() for seat in range(2)]


def test_where_players_race_the_earlier_act_wins_though_its_packet_is_later() -> None:
    play, acts = race_table()
    start = play.match.now
    play.submit(0, 1, acts[0], 1_000.0, 10.0)
    play.submit(1, 1, acts[1], 1_050.0, 100.0)
    updates = [update for update in decided(play, 1_100.0, 100.0) if update.answers]
    assert [update.answers[0][0] for update in updates] == [1, 0]
    assert updates[0].lines[0]["effective"] == start + 950
    assert updates[0].lines[0]["arrived"] == start + 1_050


def test_a_person_refused_is_news_at_out_of_time_and_a_bot_is_not() -> None:
    play, _ = race_table()
    vain = {"act": "stand_up", "glass": 0}
    play.submit(0, 1, vain, 10.0, 0.0)
    play.submit_bot(1, vain, 20.0, "club")
    person, bot = decided(play, 20.0)
    assert [event.NAME for event in person.events] == ["refused"]
    assert bot.events == []
    assert not person.changed
    assert not bot.changed


def test_an_act_is_held_for_as_long_as_an_earlier_one_may_be_under_way() -> None:
    play, acts = race_table()
    play.submit(0, 1, acts[0], 1_000.0, 10.0)
    assert not [update for update in decided(play, 1_089.0, 100.0) if update.answers]
    assert play.wake(100.0) == 1_090.0
    assert [update for update in decided(play, 1_090.0, 100.0) if update.answers]


def told_of(play: Play, *acts: dict[str, Any], at: float) -> None:
    for told in play.chances:
        told.listed(acts)
        told.sent(at)


def lose(
    play: Play,
    loser: int,
    act: dict[str, Any],
    *,
    winner: int,
    late: float,
    by: str | None = None,
    told_at: float = 700.0,
) -> None:
    """`loser` wants what `winner` got, and its act comes this much later."""
    arrival = 1_000.0
    told_of(play, act, at=told_at)
    first = Held(winner, 1, act, arrival, arrival, 0.0)
    for told in play.chances:
        told.listed([], first)
        told.sent(arrival)
    refused = Held(loser, 1, act, arrival + late, arrival + late, 0.0, by)
    play.notice_race(refused)


def scores_of(play: Play) -> list[list[float]]:
    """What the races so far say about each line."""
    return [found.scores.copy() for found in play.parity._found]


def test_an_act_that_answers_news_is_credited_the_round_trip() -> None:
    play, acts = race_table()
    start = play.match.now
    told_of(play, acts[0], at=500.0)
    play.submit(0, 1, acts[0], 1_000.0, 70.0)
    (update,) = [update for update in decided(play, 1_000.0, 140.0) if update.answers]
    assert update.lines[0]["effective"] == start + 860
    assert update.lines[0]["credit"] == 140
    assert update.lines[0]["lag"] == 70


def test_what_is_not_believed_is_not_credited() -> None:
    play, acts = race_table()
    play.parity.measured(1, 20.0)
    play.parity.measured(0, 270.0)
    for _ in range(12):
        lose(play, 1, acts[0], winner=0, late=10.0)
    told_of(play, acts[0], at=500.0)
    play.submit(0, 1, acts[0], 1_000.0, 135.0)
    (update,) = [update for update in decided(play, 1_000.0) if update.answers]
    assert update.lines[0]["credit"] == 20
    assert update.lines[0]["lag"] == 135


def test_who_lost_is_heard_of_only_from_an_act_on_its_way() -> None:
    play, acts = race_table()
    play.parity.measured(0, 270.0)
    play.parity.measured(1, 20.0)
    for _ in range(12):
        lose(play, 1, acts[0], winner=0, late=20.0 + MARGIN + 1.0)
    assert play.parity.believed[0] == 270.0


def test_acts_of_ones_own_and_of_bots_are_no_races() -> None:
    play, acts = race_table()
    play.parity.measured(0, 270.0)
    play.parity.measured(1, 20.0)
    before = scores_of(play)
    lose(play, 0, acts[0], winner=0, late=10.0)
    lose(play, 0, acts[0], winner=1, late=10.0, by="club")
    told_of(play, acts[0], at=700.0)
    told_of(play, at=800.0)
    play.notice_race(Held(0, 1, acts[0], 801.0, 801.0, 0.0))
    assert scores_of(play) == before
    lose(play, 0, acts[0], winner=1, late=10.0)
    assert scores_of(play) != before


def test_a_race_long_after_the_news_says_half_as_much_about_the_line() -> None:
    found = []
    for told_at in (700.0, -1_000.0):
        play, acts = race_table()
        play.parity.measured(0, 270.0)
        play.parity.measured(1, 20.0)
        lose(play, 1, acts[0], winner=0, late=10.0, told_at=told_at)
        found.append(scores_of(play))
    assert found[0] != found[1]


def taker_of(play: Play) -> int | None:
    return None if play.taker is None else play.taker.seat


def test_only_the_act_of_a_person_takes_something_from_others() -> None:
    play, acts = race_table()
    play.submit(0, 1, acts[0], 10.0, 0.0)
    decided(play, 10.0)
    assert taker_of(play) == 0
    alarm = play.match.alarm
    assert alarm is not None
    decided(play, play.clock.when(alarm) or 0.0)
    assert taker_of(play) is None
    seat = play.match.active()[0]
    play.submit_bot(seat, play.match.legal(seat)[0].to_json(), 60_000.0, "club")
    decided(play, 60_000.0)
    assert taker_of(play) is None


def test_acts_that_come_sooner_than_the_line_allows_shorten_it() -> None:
    play, _ = race_table()
    for n, act in enumerate(play.match.legal(0)[:3], 1):
        told_of(play, act.to_json(), at=1_000.0 * n)
        play.submit(0, n, act.to_json(), 1_000.0 * n + 60.0, 100.0)
    assert play.parity.claimed[0] == 60.0


def test_a_quick_act_that_may_have_been_sent_before_proves_nothing() -> None:
    """Its list is not sent yet, or it was possible a moment ago and is so again."""
    play, acts = race_table()
    for n in range(1, 4):
        play.chances[0].listed([acts[0]])
        play.submit(0, n, acts[0], 100.0 * n, 100.0)
    told_of(play, acts[0], at=1_000.0)
    for n in range(4, 8):
        told_of(play, at=1_000.0 + 20.0 * n)
        told_of(play, acts[0], at=1_010.0 + 20.0 * n)
        play.submit(0, n, acts[0], 1_015.0 + 20.0 * n, 100.0)
    assert play.parity.claimed[0] == 200.0


def test_late_news_does_not_bring_an_act_in_before_sand_that_ran_out() -> None:
    play, acts = race_table()
    alarm = play.match.alarm
    assert alarm is not None
    runs_out = play.clock.when(alarm)
    assert runs_out is not None
    told_of(play, acts[0], at=runs_out - 300.0)
    play.submit(0, 1, acts[0], runs_out + 150.0, 100.0)
    assert play.window.first() == runs_out


def test_acts_are_held_for_a_round_trip_after_news_and_else_for_one_way() -> None:
    play, acts = race_table()
    play.parity.measured(0, 140.0)
    assert play.width(1_000.0) == 70.0
    told_of(play, acts[0], at=1_000.0)
    assert play.width(1_500.0) == 140.0
    assert play.width(2_141.0) == 70.0


def test_the_window_shrinks_with_what_is_believed() -> None:
    play, acts = race_table()
    play.parity.measured(0, 270.0)
    play.parity.measured(1, 20.0)
    for _ in range(12):
        lose(play, 1, acts[0], winner=0, late=10.0)
    assert play.width(1_000.0) == 20.0


def test_who_sits_down_next_is_not_judged_by_the_one_before() -> None:
    play, acts = race_table()
    play.parity.measured(0, 270.0)
    play.parity.measured(1, 20.0)
    for _ in range(12):
        lose(play, 1, acts[0], winner=0, late=10.0)
    play.change_sitter(0, "somebody else")
    play.parity.measured(0, 270.0)
    assert play.parity.believed[0] == 270.0


def test_at_a_table_with_turns_nothing_is_held_or_credited() -> None:
    play, seat = watch_table()
    play.submit(seat, 1, MOVE, 1_000.0, 100.0)
    (update,) = decided(play, 1_000.0)
    assert update.lines[0]["effective"] == 1_000
    play.parity.measured(seat, 100.0)
    assert play.width(1_000.0) == 0.0


@pytest.mark.policy("SP-A9")
def test_a_bot_acts_through_the_same_door_and_the_log_says_so() -> None:
    play, seat = watch_table()
    play.submit_bot(seat, MOVE, 100.0, "club")
    (update,) = decided(play, 100.0)
    assert update.lines[0]["by"] == "club"
    assert play.sitters[seat].played == 0


def test_a_pause_decides_what_was_done_before_it() -> None:
    play, acts = race_table()
    start = play.match.now
    play.submit(0, 1, acts[0], 1_000.0, 10.0)
    updates = list(play.stop(1_020.0))
    assert updates[0].answers
    assert play.clock.whole(50_000.0) == start + 1_020
