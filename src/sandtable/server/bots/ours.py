"""Whose code runs where a bot thinks."""

from typing import Any, Final

from sandtable.bots.levels import levels
from sandtable.engine.game import Game

PACKAGE: Final = __name__.partition(".")[0]


def is_ours(game: Game[Any], level: str) -> bool:
    """Whether both the bot and its game are part of Sandtable."""
    kinds = levels(game)[level], type(game)
    return all(kind.__module__.partition(".")[0] == PACKAGE for kind in kinds)
