"""What the legends of our games speak of is met in games that were really played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine.legend import at
from sandtable.engine.table import begin, play_line

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))
OURS = [
    name
    for name, game in sandtable.games().items()
    if type(game).__module__.startswith("sandtable.")
]


def views(name: str) -> Iterator[dict[str, Any]]:
    """What was seen in the kept games of a game, after every act and between."""
    for file in FILES:
        header, *lines = sandtable.read_log(file.read_text(encoding="utf-8"))
        if header["game"] != name:
            continue
        match = begin(header)
        for number, line in enumerate(lines):
            if "end" not in line:
                play_line(match, line, line["at"], number)
                yield match.view(number % match.seats)


@pytest.mark.parametrize("name", OURS)
def test_every_place_that_a_legend_names_is_seen_in_a_kept_game(name: str) -> None:
    left = set(sandtable.find(name).LEGEND.view)
    for view in views(name):
        left -= {place for place in left if at(view, place)}
    assert left == set()


@pytest.mark.parametrize("name", OURS)
def test_a_legend_has_words_for_every_act(name: str) -> None:
    game = sandtable.find(name)
    assert sorted(game.LEGEND.acts) == sorted(kind.NAME for kind in game.ACTS)
    assert all(deed.title for deed in game.LEGEND.acts.values())


@pytest.mark.parametrize("name", OURS)
def test_a_box_says_what_is_in_it(name: str) -> None:
    game = sandtable.find(name)
    assert game.LENGTH.endswith(" minutes")
    assert game.GOAL.endswith(".")
