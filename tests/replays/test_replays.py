"""Whole games kept as files: each must come out again to the millisecond and to the last bit."""

from pathlib import Path

import pytest

import sandtable

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_game_replays_to_its_hash(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    match = sandtable.replay(text)
    assert sandtable.write_log(match.log) == text


def test_every_game_has_kept_games() -> None:
    kept = {sandtable.read_log(file.read_text(encoding="utf-8"))[0]["game"] for file in FILES}
    assert kept == {name for name, game in sandtable.games().items() if ours(game)}


def ours(game: object) -> bool:
    return type(game).__module__.startswith("sandtable.")
