"""One folder a game. Rules only: no I/O, no clock, no async."""

import sys
from types import ModuleType
from typing import Any

from sandtable.engine.game import Game
from sandtable.engine.registry import installed


class _CallableFolder(ModuleType):
    """`sandtable.games()` lists what is installed, and `sandtable.games.watch` is a folder of ours.

    Python binds the folder's name over the function's as soon as a game is imported, so the folder
    answers to the call as well.
    """

    def __call__(self) -> dict[str, Game[Any]]:
        return installed()


sys.modules[__name__].__class__ = _CallableFolder
