"""`sandtable play GAME`: the command line of a game in a terminal."""

import argparse
import queue
import secrets
import shutil
import sys
import threading
from typing import Any

from sandtable.bots.levels import USUAL, levels, make_bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.options import parse_option
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.protocol.limits import QUICKEST, SLOWEST
from sandtable.terminal.table import Evening, Leave

NAMES = ["You", "Sun", "Moon", "Star", "Wave", "Flame", "Tree"]


class BadWish(SandtableError):
    """Something on the command line that cannot be."""


def fill(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play in this terminal against bots; without GAME, on the site."
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--bots", metavar="LEVELS", help="one for each opponent: club,novice (default: one club)"
    )
    parser.add_argument("--pace", type=int, default=100, metavar="PERCENT", help="50: half speed")
    parser.add_argument("--seed", type=int, metavar="S", help="deal this game again")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a table option"
    )
    parser.set_defaults(func=run)


def opponents_of(game: Game[Any], text: str | None) -> list[str]:
    """The levels asked for; else as few of the usual ones as the game needs."""
    if text is None:
        known = levels(game)
        usual = USUAL if USUAL in known else list(known)[-1]
        return [usual] * max(1, game.MIN_SEATS - 1)
    wanted = text.split(",")
    for level in wanted:
        make_bot(game, level, 0, seeded(0))
    return wanted


def run(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    opponents = opponents_of(game, arguments.bots)
    if not SLOWEST <= arguments.pace <= QUICKEST:
        raise BadWish(f"--pace is a number from {SLOWEST} to {QUICKEST}, not {arguments.pace}")
    options = dict(parse_option(text) for text in arguments.option)
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    seats = len(opponents) + 1
    match = new(game, seats=seats, seed=seed, options=options)
    # Imported late: it takes a moment, and whoever only asks for help need not wait for it.
    from rich.console import Console

    console = Console(highlight=True, soft_wrap=True)
    evening = Evening(
        match,
        0,
        opponents,
        NAMES[:seats],
        seeded(f"terminal {seed}"),
        tell=lambda line: console.print(line, markup=False),
        ask=Keyboard().ask,
        pace=arguments.pace,
        columns=shutil.get_terminal_size().columns,
    )
    console.print(f"{game.TITLE}: {game.GOAL or game.BLURB}", markup=False)
    try:
        evening.play()
    except Leave:
        console.print(f"Goodbye. The seed was {match.seed}.")
    return 0


class Keyboard:
    """Lines as they are typed, read by a thread of its own: a game does not wait for them."""

    def __init__(self) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)

    def ask(self, seconds: float) -> str | None:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            raise Leave
        return line
