"""A table that is only looked at: what a newcomer is shown before their own game begins."""

from collections.abc import Mapping
from typing import Any, Final

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from sandtable.engine.seed import draw_seed
from sandtable.engine.units import Seat

TRIES: Final = 24
"""So many deals are tried until one lets the seat do something."""


def example(game: Game[Any], *, seats: int, seat: Seat, options: Mapping[str, Any]) -> Match:
    """A moment of a game that nobody plays, if possible one in which this seat can act.

    Its seed is drawn for it alone and has nothing to do with that of any table.
    """
    settled = game.settle_options(seats, options)
    for nth in range(TRIES):
        seed = draw_seed()
        state = game.example(seats, settled, seeded(seed), seat)
        if nth == TRIES - 1 or game.legal(state, seat):
            break
    return Match(game, state, settled, seed)
