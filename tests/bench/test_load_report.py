"""The table of the load measurement says who was in time, and nothing else."""

from typing import Any

from bench.load.ramp import climb
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


def test_a_load_is_tried_again_and_the_climb_ends_where_it_was_never_in_time() -> None:
    slow = {100.0: [80.0, 20.0], 125.0: [30.0], 156.25: [90.0, 70.0, 99.0]}
    found = climb(lambda load: row(load, slow[load].pop(0)), 100, 1000)
    assert [(r["rate"], r["p99"], r["tries"]) for r in found] == [
        (100.0, 20.0, 2),
        (125.0, 30.0, 1),
        (156.25, 70.0, 3),
    ]


def test_a_server_that_breaks_down_ends_the_climb() -> None:
    assert climb(lambda load: row(load, 1) if load < 110 else None, 100, 1000) == [
        {**row(100, 1), "tries": 1}
    ]
