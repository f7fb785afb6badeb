"""Which bots a game has: `random` for every game, those of its `bot.py`, and those of others.

Any installed package may bring levels for any game: entry points of `sandtable.bots`, named after
the game and the level, as in `"out-of-time.genius" = "my_package:Genius"`.
"""

import importlib
import importlib.metadata
import importlib.util
import logging
import re
from functools import cache
from typing import Any, Final

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat

GROUP: Final = "sandtable.bots"
LEVEL_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")
LONGEST_ABOUT: Final = 200
LONGEST_THOUGHT: Final = 60_000
"""Milliseconds; nobody at a table waits longer for a bot."""
MOST_ROUNDS: Final = 1_000_000
USUAL: Final = "club"
"""Who stands in for somebody, and plays where nobody has said who should."""

log = logging.getLogger("sandtable.bots")


class UnknownBot(SandtableError):
    """The game has no bot of this level."""


def levels(game: Game[Any]) -> dict[str, type[Bot]]:
    """The bots of a game by level: its own from the weakest to the best, then those of others.

    By convention the module `bot` beside a game's rules has a dictionary `BOTS`, in games from
    elsewhere too.
    """
    found: dict[str, type[Bot]] = {RandomBot.LEVEL: RandomBot}
    found.update(beside(type(game).__module__.rpartition(".")[0] + ".bot"))
    for level, kind in brought(game.NAME).items():
        found.setdefault(level, kind)
    return found


@cache
def beside(module: str) -> dict[str, type[Bot]]:
    """The levels in the module beside a game's rules, if there is one."""
    try:
        present = importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        present = False
    bots: dict[str, type[Bot]] = importlib.import_module(module).BOTS if present else {}
    return bots


@cache
def brought(game: str) -> dict[str, type[Bot]]:
    """The levels that installed packages bring for a game. One that cannot be loaded is left out:
    nobody's evening should end because somebody else's package is broken."""
    found: dict[str, type[Bot]] = {}
    for entry in importlib.metadata.entry_points(group=GROUP):
        name, _, level = entry.name.rpartition(".")
        if name != game:
            continue
        try:
            kind = entry.load()
            check_level(level, kind)
        # A module may also end the program when it is imported, if it thinks that it is one.
        except (Exception, SystemExit) as error:
            log.error("the bot %s is left out: %s", entry.name, error)
            continue
        found[level] = kind
    return found


def check_level(level: str, kind: Any) -> None:
    """What a page shows and a server relies on is there, and of the right kind."""
    if not LEVEL_NAME.fullmatch(level):
        raise ValueError(f"{level!r} is not a name of lower-case letters, digits and hyphens")
    if not isinstance(kind, type) or not issubclass(kind, Bot):
        raise TypeError(f"{kind!r} is not a Bot")
    if type(kind.THINKS) is not int or not 0 <= kind.THINKS <= LONGEST_THOUGHT:
        raise ValueError(f"THINKS is {kind.THINKS!r}, not milliseconds up to {LONGEST_THOUGHT}")
    if type(kind.ABOUT) is not str or len(kind.ABOUT) > LONGEST_ABOUT:
        raise ValueError(f"ABOUT is not text of at most {LONGEST_ABOUT} characters")
    kind.ABOUT.encode()


def make_bot(game: Game[Any], level: str, seat: Seat, rng: Rng) -> Bot:
    """A bot of this level for this seat, or UnknownBot with the levels there are."""
    known = levels(game)
    if level not in known:
        raise UnknownBot(f"{game.NAME} has no bot {level!r}; it has: {', '.join(known)}.")
    return known[level](game, seat, rng)


class BadBudget(SandtableError):
    """A bot cannot think for so many rounds."""


def make_player(game: Game[Any], name: str, seat: Seat, rng: Rng) -> Bot:
    """A bot as studies name it: a level, or a level and how many rounds it thinks about one act,
    as in `expert:1200`."""
    level, colon, rounds = name.partition(":")
    bot = make_bot(game, level, seat, rng)
    if not colon:
        return bot
    if not bot.rounds:
        raise BadBudget(
            f"{name}: {level} of {game.NAME} does not search, so leave out {colon}{rounds}."
        )
    if not (rounds.isascii() and rounds.isdecimal() and 0 < int(rounds[:9]) <= MOST_ROUNDS):
        raise BadBudget(
            f"{name}: after the colon comes how many rounds it thinks, from 1 to {MOST_ROUNDS}."
        )
    bot.rounds = int(rounds)
    return bot
