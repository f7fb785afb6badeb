"""Imports point one way: the contracts in pyproject.toml hold."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_import_contracts_hold() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [lint_imports, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_room_of_the_house_has_its_place_in_them() -> None:
    """import-linter itself fails when a module is in no layer, as long as the contract says so."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layered = [each for each in contracts["contracts"] if each["type"] == "layers"]
    assert [each["containers"] for each in layered] == [["sandtable"], ["sandtable.server"]]
    assert all(each["exhaustive"] for each in layered)
