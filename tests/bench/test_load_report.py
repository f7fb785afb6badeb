"""The table of the load measurement says who was in time, and nothing else."""

from typing import Any

from bench.load.peer import too_slow
from bench.load.report import verdict


def row(rate: float, p99: float) -> dict[str, Any]:
    return {"rate": rate, "p99": p99}


def test_the_highest_rates_in_time_are_compared() -> None:
    ours = [row(900, 12), row(1500, 49), row(2000, 80)]
    peer = [row(400, 5), row(500, 50), row(800, 51)]
    said = verdict("connect four", "two", ours, peer, "in files")
    assert "1500 acts/s of connect four" in said
    assert "500 moves/s" in said
    assert said.endswith("matches in files: 3.0 x.")


def test_who_was_never_in_time_is_not_compared() -> None:
    said = verdict("Out of Time", "four", [row(900, 80)], [row(400, 5)], "in memory")
    assert said.startswith("Sandtable, Out of Time, was at no rate within 50 ms")


def test_one_slow_rate_may_be_the_machines_fault_and_two_are_not() -> None:
    assert not too_slow([row(400, 80)])
    assert not too_slow([row(400, 80), row(500, 20), row(600, 80)])
    assert too_slow([row(400, 20), row(500, 80), row(600, 80)])
