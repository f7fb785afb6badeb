"""The measurement of races: its game, its lines and its figures."""

import pytest

from bench.fairness.grab import GAME, LONGEST_GAP, SHORTEST_GAP, Grab
from bench.fairness.lines import Line, bare
from bench.fairness.report import Row, write
from sandtable.engine.errors import Refused
from sandtable.engine.match import Match
from sandtable.engine.table import new


def opened(chances: int = 3) -> Match:
    match = new(GAME, seats=2, seed=1, options={"chances": chances})
    assert match.alarm is not None
    match.advance(to=match.alarm)
    return match


def test_GR_1_a_chance_opens_a_while_after_the_last_was_taken() -> None:
    match = opened()
    match.act(0, Grab(1))
    assert match.legal(0) == match.legal(1) == []
    assert match.alarm is not None
    assert SHORTEST_GAP <= match.alarm - match.now <= LONGEST_GAP


def test_GR_2_who_grabs_second_is_refused() -> None:
    match = opened()
    match.act(1, Grab(1))
    with pytest.raises(Refused, match="gone"):
        match.act(0, Grab(1))


def test_GR_2_a_late_grab_does_not_take_the_next_chance() -> None:
    match = opened()
    match.act(1, Grab(1))
    assert match.alarm is not None
    match.advance(to=match.alarm)
    with pytest.raises(Refused):
        match.act(0, Grab(1))


def test_GR_3_the_seat_that_took_most_has_won() -> None:
    match = opened(chances=1)
    match.act(1, Grab(1))
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ([1], [0, 1])


def segment(data: int) -> bytes:
    """An IPv4 packet with a TCP segment of this many bytes."""
    head = bytearray(20)
    head[0] = 0x45
    head[2:4] = (40 + data).to_bytes(2, "big")
    head[9] = 6
    tcp = bytearray(20)
    tcp[12] = 5 << 4
    return bytes(head + tcp) + bytes(data)


def test_only_segments_without_data_are_held_back() -> None:
    line = Line()
    line.way, line.ack_hold = 10.0, 200.0
    assert bare(segment(0))
    assert not bare(segment(1))
    assert line.due(segment(0), True, 5.0) == pytest.approx(5.21)
    assert line.due(segment(1), True, 5.0) == pytest.approx(5.01)
    assert line.due(segment(0), False, 5.0) == pytest.approx(5.01)


def test_packets_stay_in_order_whatever_the_jitter() -> None:
    line = Line()
    line.way, line.jitter = 50.0, 50.0
    times = [line.due(segment(9), True, at / 1000) for at in range(200)]
    assert times == sorted(times)


def test_shares_are_those_of_the_first_seat() -> None:
    row = Row("x", [[0] * 30 + [1] * 10, [0] * 20 + [1] * 20])
    share, low, high = row.share()
    assert share == pytest.approx(62.5)
    assert low == pytest.approx(51.5, abs=0.1)
    assert high == pytest.approx(72.3, abs=0.1)
    assert row.share(0, 20)[0] == 100.0
    assert "| 62.5 % | 51.5 to 72.3 % | 100.0 % | 25.0 % | 80 |" in write({"A": [row]}, True, "x")
