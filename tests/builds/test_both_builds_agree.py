"""The compiled and the interpreted build play the same games to the last bit."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import compiled

ROOT = Path(__file__).resolve().parents[2]
GAMES_COMPARED = 200
OUR_GAMES = sorted(
    entry.name
    for entry in importlib.metadata.entry_points(group="sandtable.games")
    if entry.module.startswith("sandtable.games.")
)


def playouts(game: str, folder: Path) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-P", ROOT / "tests/builds/playouts.py", game, str(GAMES_COMPARED)],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.parametrize("game", OUR_GAMES)
def test_both_builds_play_the_same_games(game: str) -> None:
    interpreted = playouts(game, ROOT / "src")
    compiled_ = playouts(game, compiled.build())
    assert (interpreted[0], compiled_[0]) == ("interpreted", "compiled")
    assert len(interpreted) == 1 + GAMES_COMPARED + 1
    assert interpreted[-1].startswith("experts ")
    assert interpreted[1:] == compiled_[1:]
