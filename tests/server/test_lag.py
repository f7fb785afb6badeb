"""The steady length of a line, out of echoes and of what the kernel measures."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.net.lag import LONG, PROMPT, RECENT, LagMeter


def measured(*echoes: float, kernel: tuple[float, ...] = (), least: float = 0.0) -> LagMeter:
    meter = LagMeter()
    for round_trip in kernel:
        meter.kernel_measured(round_trip, least or min(kernel))
    for round_trip in echoes:
        meter.echoed(round_trip)
    return meter


def test_nothing_is_known_before_an_echo_has_come() -> None:
    meter = measured(kernel=(80.0,) * 5)
    assert not meter.known
    assert meter.round_trip == 0.0


def test_one_way_is_half_the_round_trip() -> None:
    assert measured(44.0, 44.0).one_way == 22.0


def test_one_slow_measurement_changes_nothing() -> None:
    assert measured(*[40.0] * 20, 400.0).round_trip == 40.0


@pytest.mark.policy("SP-A7")
def test_an_echo_held_back_on_purpose_does_not_beat_the_kernel() -> None:
    assert measured(300.0, kernel=(20.0,)).round_trip == 20.0


def test_with_a_late_echo_the_least_round_trip_of_the_kernel_counts() -> None:
    """Else the delay counts with which the client's kernel sends acknowledgements."""
    assert measured(270.0, kernel=(60.0,), least=20.0).round_trip == 20.0
    assert measured(60.0 + PROMPT, kernel=(60.0,), least=20.0).round_trip == 60.0


def test_a_kernel_that_sees_more_than_the_echo_does_not_count_either() -> None:
    assert measured(20.0, kernel=(300.0,)).round_trip == 20.0


def test_a_line_that_got_shorter_is_believed_at_once() -> None:
    assert measured(*[200.0] * LONG, *[40.0] * (RECENT // 2 + 1)).round_trip == 40.0


def test_a_line_that_got_longer_is_believed_after_most_of_two_minutes() -> None:
    meter = measured(*[40.0] * LONG)
    for _ in range(LONG // 2):
        meter.echoed(200.0)
    assert meter.round_trip == 40.0
    for _ in range(LONG // 4):
        meter.echoed(200.0)
    assert meter.round_trip == 200.0


def test_what_is_lengthened_while_a_race_is_on_is_not_believed() -> None:
    """Even when races are on for more than half of the time."""
    dice = random.Random(3)
    meter = LagMeter()
    for _ in range(200):
        lie = 250.0 if dice.random() < 0.55 else 0.0
        meter.kernel_measured(20.0 + lie, 20.0)
        meter.echoed(20.0 + lie)
        assert meter.round_trip <= 270.0
    assert meter.round_trip == 20.0


def test_jitter_costs_an_honest_player_little() -> None:
    dice = random.Random(5)
    meter = LagMeter()
    for _ in range(LONG):
        meter.echoed(140.0 + dice.uniform(-30, 30) + dice.uniform(-30, 30))
    assert 115.0 <= meter.round_trip <= 145.0


TRIPS = st.lists(st.floats(min_value=0, max_value=10_000), min_size=1, max_size=60)


@given(TRIPS, TRIPS)
def test_no_more_is_found_than_the_lesser_source_usually_had(
    echoes: list[float], kernel: list[float]
) -> None:
    meter = measured(*echoes, kernel=tuple(kernel))
    for samples in (echoes, kernel):
        kept = sorted(samples[-LONG:])
        assert min(kept) <= max(meter.round_trip, min(kept))
        assert meter.round_trip <= kept[len(kept) // 2]
