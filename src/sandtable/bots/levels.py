"""Which bots a game has: `random` for every game, the others from the game's `bot.py`."""

import importlib
import importlib.util
from typing import Any

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat


class UnknownBot(SandtableError):
    """The game has no bot of this level."""


def levels(game: Game[Any]) -> dict[str, type[Bot]]:
    """The bots of a game by level, the weakest first.

    By convention the module `bot` beside a game's rules has a dictionary `BOTS`, in games from
    elsewhere too.
    """
    found: dict[str, type[Bot]] = {RandomBot.LEVEL: RandomBot}
    module = type(game).__module__.rpartition(".")[0] + ".bot"
    try:
        present = importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        present = False
    if present:
        found.update(importlib.import_module(module).BOTS)
    return found


def make_bot(game: Game[Any], level: str, seat: Seat, rng: Rng) -> Bot:
    """A bot of this level for this seat, or UnknownBot with the levels there are."""
    known = levels(game)
    if level not in known:
        raise UnknownBot(f"{game.NAME} has no bot {level!r}; it has: {', '.join(known)}.")
    return known[level](game, seat, rng)
