"""What an operator can watch."""

import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from sandtable.server.base.metrics import Metrics
from sandtable.server.operating.scrape import Scrape

COUNTERS = {
    "acts", "refused", "frames_in", "frames_out", "dropped", "limited", "turned_away", "timed_out",
    "faults", "bot_faults",
}  # fmt: skip
GAUGES = {"connections", "sockets", "tables", "playing", "bots"}
HISTOGRAMS = {"commit", "lateness", "bot_lateness", "thinker_lateness", "decided"}


def shown(metrics: Metrics) -> dict[str, float]:
    """Every sample that Prometheus would store, by name and bucket."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(Scrape(metrics).text().decode()):
        for sample in family.samples:
            bucket = sample.labels.get("le")
            found[sample.name if bucket is None else f"{sample.name} {bucket}"] = sample.value
    return found


def test_every_metric_is_shown_under_the_name_that_dashboards_know() -> None:
    metrics = Metrics()
    assert set(metrics.SHOWN) == set(vars(metrics)) == COUNTERS | GAUGES | HISTOGRAMS
    named = {f"sandtable_{name}_total" for name in COUNTERS}
    named |= {f"sandtable_{name}" for name in GAUGES}
    named |= {
        f"sandtable_{name}_seconds_{part}" for name in HISTOGRAMS for part in ("sum", "count")
    }
    ours = {name for name in shown(metrics) if name.startswith("sandtable_") and " " not in name}
    assert ours == named


def test_what_was_counted_is_what_is_shown() -> None:
    metrics = Metrics()
    metrics.acts.add()
    metrics.acts.add(2)
    metrics.tables.set(7)
    found = shown(metrics)
    assert found["sandtable_acts_total"] == 3
    assert found["sandtable_refused_total"] == 0
    assert found["sandtable_tables"] == 7


def test_a_bucket_counts_everything_up_to_its_bound() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.0015, 0.5, 9.0):
        metrics.commit.see(seconds)
    found = shown(metrics)
    buckets = {
        bound: found[f"sandtable_commit_seconds_bucket {bound}"]
        for bound in ("0.001", "0.002", "0.25", "0.5", "2.5", "+Inf")
    }
    assert buckets == {"0.001": 1, "0.002": 2, "0.25": 2, "0.5": 3, "2.5": 3, "+Inf": 4}
    assert found["sandtable_commit_seconds_count"] == 4
    assert found["sandtable_commit_seconds_sum"] == pytest.approx(9.5025)


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_process_itself_is_shown_besides() -> None:
    found = shown(Metrics())
    assert found["process_resident_memory_bytes"] > 0
    assert found["process_open_fds"] >= len(list(Path("/proc/self/fd").iterdir())) - 5


def test_help_and_type_stand_before_each_metric() -> None:
    lines = Scrape(Metrics()).text().decode().splitlines()
    at = lines.index("# TYPE sandtable_faults_total counter")
    assert (
        lines[at - 1]
        == "# HELP sandtable_faults_total Faults in the server: unexpected errors anywhere."
    )
    assert lines[at + 1] == "sandtable_faults_total 0.0"
