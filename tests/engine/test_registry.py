"""Which rules a name finds."""

from collections.abc import Iterator
from typing import ClassVar

import pytest

from sandtable import UnknownGame
from sandtable.engine import registry
from sandtable.engine.game import Game
from sandtable.engine.state import State


class Toy(Game[State]):
    NAME: ClassVar[str] = "toy"
    RULES_VERSION: ClassVar[int] = 2


class FirstToy(Toy):
    RULES_VERSION: ClassVar[int] = 1


@pytest.fixture
def toy() -> Iterator[Toy]:
    game = Toy()
    registry.register(game)
    registry.register(FirstToy(), older=True)
    yield game
    registry.forget("toy")


def test_a_name_finds_the_newest_rules(toy: Toy) -> None:
    assert registry.find("toy") is toy
    assert registry.find("toy", 2) is toy


def test_a_version_finds_the_rules_of_that_version(toy: Toy) -> None:
    assert registry.find("toy", 1).RULES_VERSION == 1


def test_older_rules_are_no_game_of_their_own(toy: Toy) -> None:
    assert registry.installed()["toy"] is toy
    assert not [name for name in registry.installed() if "@" in name]


def test_rules_that_nobody_kept_are_named(toy: Toy) -> None:
    with pytest.raises(UnknownGame, match="toy is installed with rules version 2, not 3"):
        registry.find("toy", 3)


def test_a_forgotten_game_is_forgotten_with_all_its_rules(toy: Toy) -> None:
    registry.forget("toy")
    for rules in (None, 1, 2):
        with pytest.raises(UnknownGame):
            registry.find("toy", rules)
    registry.register(toy)
    with pytest.raises(UnknownGame):
        registry.find("toy", 1)
