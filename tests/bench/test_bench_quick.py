"""The bench runs: our own rows, interpreted, one short repeat. Speed is not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from bench.figures import Ratio, quotients
from bench.report import number

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    command = [sys.executable, "-m", "bench.run", "--quick", "--ours", "--interpreted"]
    subprocess.run([*command, "--out", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


def rows(results: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((results / "latest.json").read_text())["rows"]
    return found


def test_every_installed_game_and_the_calibration_game_get_a_row(results: Path) -> None:
    assert {row["game"] for row in rows(results)} == {"connect four", *sandtable.games()}


def test_every_row_has_played_and_names_its_build(results: Path) -> None:
    for row in rows(results):
        assert row["steps_per_second"]["median"] > 0
        assert row["games_per_second"]["median"] > 0
        assert row["label"].startswith("Sandtable, interpreted")


def test_copies_are_timed_for_every_game(results: Path) -> None:
    copied = {row["game"] for row in rows(results) if row["ns_per_copy"] is not None}
    assert copied == {"connect four", *sandtable.games()}


def test_the_table_says_when_and_where_it_was_measured(results: Path) -> None:
    page = (results / "latest.md").read_text()
    data = json.loads((results / "latest.json").read_text())
    assert data["date"] in page
    assert data["machine"]["cpu"] in page
    assert "Sandtable, interpreted" in page


def test_a_ratio_compares_each_repeat_with_the_peers_same_repeat() -> None:
    slowed_down_once = quotients([200.0, 20.0, 200.0], [100.0, 10.0, 100.0])
    assert slowed_down_once == [2.0, 2.0, 2.0]


def test_an_expectation_is_met_by_the_median() -> None:
    assert Ratio("speed", [1.0, 2.0, 9.0], 2.0).met is True
    assert Ratio("speed", [1.0, 1.9, 9.0], 2.0).met is False
    assert Ratio("speed", [1.0], None).met is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(1_742_668, "1,740,000"), (999.6, "1,000"), (173.4, "173"), (17.26, "17.3"), (1.724, "1.72")],
)
def test_figures_are_rounded_to_what_was_measured(value: float, text: str) -> None:
    assert number(value) == text
