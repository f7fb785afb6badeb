"""One folder for each game. Rules only: no I/O, no clock, no async."""

import sys
from types import ModuleType
from typing import Any

from sandtable.engine.game import Game
from sandtable.engine.registry import installed


class _CallableFolder(ModuleType):
    """`sandtable.games()` lists what is installed, and `sandtable.games.watch` is a folder of ours.

    As soon as a game is imported, Python binds the name `games` to the folder instead of the
    function, so the folder can be called as well.
    """

    def __call__(self) -> dict[str, Game[Any]]:
        return installed()


sys.modules[__name__].__class__ = _CallableFolder
