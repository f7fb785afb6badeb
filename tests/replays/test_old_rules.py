"""Games that began under older rules go on under them: read, replayed, dumped and loaded."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import registry
from sandtable.engine.table import play_line

Lines = list[dict[str, Any]]


def kept(file: Path) -> Lines:
    return [dict(line) for line in sandtable.read_log(file.read_text(encoding="utf-8"))]


def is_old(file: Path) -> bool:
    header = kept(file)[0]
    return bool(header["rules"] < sandtable.find(header["game"]).RULES_VERSION)


FILES = sorted(Path(__file__).parent.glob("*.jsonl"))
OLD = [file for file in FILES if is_old(file)]


def test_every_version_of_every_game_has_kept_games() -> None:
    versions = {(header["game"], header["rules"]) for header in (kept(file)[0] for file in FILES)}
    missing = [
        f"{name}@{version}"
        for name, game in sandtable.games().items()
        if type(game).__module__.startswith("sandtable.")
        for version in range(1, game.RULES_VERSION + 1)
        if (name, version) not in versions
    ]
    assert not missing, f"no game is kept of {', '.join(missing)}"


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_game_goes_on_from_a_dumped_position(file: Path) -> None:
    lines = kept(file)
    end = lines[-1]["end"]
    half = sandtable.replay(lines, at=end // 2)
    assert lines[0]["rules"] == half.game.RULES_VERSION
    written = json.dumps(half.dump())
    match = sandtable.load(json.loads(written))
    assert match.game is half.game
    assert match.hash() == half.hash()
    for number, line in enumerate(lines[1:-1], start=2):
        if line["at"] > end // 2:
            play_line(match, line, line["at"], number)
    match.advance(to=end)
    assert match.hash() == lines[-1]["hash"]


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_log_that_names_no_options_has_the_defaults_of_its_time(file: Path) -> None:
    header = kept(file)[0]
    bare = {**header, "options": {}}
    old = sandtable.find(header["game"], header["rules"])
    assert sandtable.replay([bare]).options == old.settle_options(header["seats"], {})


def test_versions_differ_in_something_a_table_can_tell() -> None:
    for name, newest in sandtable.games().items():
        versions = [registry.find(name, number) for number in range(1, newest.RULES_VERSION + 1)]
        assert [game.RULES_VERSION for game in versions] == list(range(1, len(versions) + 1))
        for older, newer in pairwise(versions):
            assert older.NAME == newer.NAME
            assert type(older) is not type(newer)
