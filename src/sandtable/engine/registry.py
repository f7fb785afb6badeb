"""Which games are installed. Ours and others register alike: entry points of `sandtable.games`.

The name of an entry point is the game's name. A game that keeps older rules registers them under
`name@version`, so that old tables and old replays go on under the rules they began with.
"""

import importlib.metadata
from typing import Any, Final

from sandtable.engine.errors import UnknownGame
from sandtable.engine.game import Game

GROUP: Final = "sandtable.games"

_known: Final[dict[str, Game[Any]]] = {}
_guests: Final[dict[str, Game[Any]]] = {}


def register(game: Game[Any], *, older: bool = False) -> None:
    """Make a game known to this process alone: for tests, and for a game still being written.

    `older`: these are earlier rules of it, kept for games that began with them.
    """
    _guests[f"{game.NAME}@{game.RULES_VERSION}" if older else game.NAME] = game


def forget(name: str) -> None:
    """Undo `register`, with all versions of the rules."""
    for known in list(_guests):
        if known.partition("@")[0] == name:
            del _guests[known]


def installed() -> dict[str, Game[Any]]:
    """All games by name, sorted, each in the newest version of its rules."""
    if not _known:
        for entry in importlib.metadata.entry_points(group=GROUP):
            _known[entry.name] = entry.load()
    everything = dict(_known)
    everything.update(_guests)
    return {name: everything[name] for name in sorted(everything) if "@" not in name}


def find(name: str, rules: int | None = None) -> Game[Any]:
    """The game of this name, in this version of its rules or else the newest."""
    games = installed()
    game = games.get(name)
    if game is None:
        known = ", ".join(games) or "none"
        raise UnknownGame(f"There is no game {name!r}; these are installed: {known}.")
    if rules is None or rules == game.RULES_VERSION:
        return game
    version = f"{name}@{rules}"
    older = _guests.get(version, _known.get(version))
    if older is None:
        raise UnknownGame(
            f"{name} is installed with rules version {game.RULES_VERSION}, not {rules}."
        )
    return older
