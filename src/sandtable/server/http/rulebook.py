"""The rules of a game in words, and the drawings in them: files in the game's own package.

`rules.md` lies beside the game's code and its drawings in `img/`, so they are wherever the game is:
in a checkout, in the compiled copy of one, in a wheel, and in the package of somebody else's game.
"""

import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from sandtable.engine.game import Game

RULES = "rules.md"
DRAWINGS = "img"
DRAWING = re.compile(r"[a-z0-9-]{1,64}\.svg")


def folder_of(game: Game[Any]) -> Traversable | None:
    """The folder of the package that the game comes from; None for a game without one."""
    name = type(game).__module__
    module = sys.modules.get(name)
    package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    return files(package) if package in sys.modules else None


def rules_text(game: Game[Any]) -> str | None:
    folder = folder_of(game)
    if folder is None:
        return None
    text = folder / RULES
    return text.read_text(encoding="utf-8") if text.is_file() else None


def drawing(game: Game[Any], name: str) -> str | None:
    """One of the drawings that the rules show, an SVG."""
    folder = folder_of(game)
    if folder is None or not DRAWING.fullmatch(name):
        return None
    picture = folder / DRAWINGS / name
    return picture.read_text(encoding="utf-8") if picture.is_file() else None
