"""The table of how late bots act says what the server's histograms say, and the bench runs."""

import json
import subprocess
import sys
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bench.bots.report import within, write
from bench.bots.run import between, histogram

ROOT = Path(__file__).resolve().parents[2]


def party(level: str = "club", bots: int = 60) -> dict[str, Any]:
    return {"level": level, "bots": bots, "late": [(0.001, 90), (0.05, 98), (inf, 100)]}


def row(**changed: Any) -> dict[str, Any]:
    return {
        "game": "watch",
        "tables": 20,
        "levels": [party()],
        "playing": 20.0,
        "seconds": 10.0,
        "cpu": 0.25,
        "processes": 2,
        "bots_cpu": 0.5,
        "faults": 0.0,
        **changed,
    }


def result(*rows: dict[str, Any]) -> dict[str, Any]:
    return {
        "machine": "a machine",
        "build": "compiled",
        "load_before": 0.1,
        "seconds": 10.0,
        "rows": list(rows),
    }


def test_only_what_happened_in_between_counts() -> None:
    before = [(0.001, 5), (0.05, 7), (inf, 7)]
    after = [(0.001, 15), (0.05, 27), (inf, 28)]
    assert between(before, after) == [(0.001, 10), (0.05, 20), (inf, 21)]


def test_a_share_is_named_by_the_bound_that_holds_it() -> None:
    late = [(0.001, 90), (0.05, 98), (inf, 100)]
    assert [within(late, share) for share in (0.9, 0.91, 0.98, 0.99)] == ["1", "50", "50", "more"]
    assert within([(0.001, 0), (inf, 0)], 0.5) == ""


def test_the_table_has_a_line_for_each_server() -> None:
    text = write(result(row()))
    assert "| The Watch | 60 club | 10.0 | 1 | 50 | more | 20 of 20 | 25% | 50% in 2 |" in text
    assert "failed" not in text


def test_levels_on_one_server_have_a_line_each() -> None:
    text = write(result(row(levels=[party(), party("expert", 6)])))
    assert "| The Watch | 60 club | 10.0 |" in text
    assert "|  | beside them, 6 expert | 10.0 | 1 | 50 | more |  |  |  |" in text


def test_bots_that_failed_are_named() -> None:
    assert "3 bots failed" in write(result(row(faults=1.0), row(faults=2.0)))


def test_experts_and_clubs_are_counted_apart() -> None:
    assert histogram("watch", "club") == "sandtable_bot_lateness_seconds"
    assert histogram("watch", "expert") == "sandtable_thinker_lateness_seconds"


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_quick_variant_measures_clubs_beside_experts() -> None:
    """How late they are is not judged here."""
    command = [sys.executable, "-m", "bench.bots.run", "--quick", "--interpreted"]
    ran = subprocess.run(
        [*command, "--games", "time-of-chaos"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    (measured,) = [json.loads(line) for line in ran.stderr.splitlines() if line.startswith("{")]
    assert [(party["level"], party["bots"]) for party in measured["levels"]] == [
        ("club", 6),
        ("expert", 6),
    ]
    assert (measured["playing"], measured["faults"]) == (4, 0)
    assert sum(party["late"][-1][1] for party in measured["levels"]) > 0
    assert "| A Time of Chaos | 6 club |" in ran.stdout
