"""The conformance kit: one call puts any game through the whole contract of the engine.

    from sandtable.testing import check_game
    check_game("watch")                     # or the game itself: check_game(GAME)

It raises ContractBroken, which says what promise is broken, where, and by which line of code you
find it again. Each check can be called alone, with the same arguments. The kit needs no test
framework.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.engine.bot import Bot
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.testing.acts import check_end, check_legal, check_refusals, check_seats
from sandtable.testing.broken import ContractBroken
from sandtable.testing.checks import SEEDS, STEPS, Check, seat_counts
from sandtable.testing.clock import check_replay, check_ties, check_time
from sandtable.testing.description import check_description, check_options
from sandtable.testing.legend import check_legend
from sandtable.testing.newcomer import check_lessons
from sandtable.testing.players import check_bots
from sandtable.testing.positions import check_broken_dumps, check_copies, check_dumps
from sandtable.testing.previews import check_previews
from sandtable.testing.secrets import (
    check_imagining,
    check_newcomers,
    check_secrets,
    check_views,
)
from sandtable.testing.telling import check_events, check_telling

CHECKS: tuple[Check, ...] = (
    check_description,
    check_options,
    check_copies,
    check_views,
    check_legend,
    check_lessons,
    check_legal,
    check_refusals,
    check_seats,
    check_time,
    check_end,
    check_replay,
    check_ties,
    check_dumps,
    check_broken_dumps,
    check_imagining,
    check_newcomers,
    check_previews,
    check_secrets,
    check_events,
    check_telling,
)
"""All checks of the rules. Later ones rely on earlier ones: on copies, for example."""

BOT_TABLES = 2


def check_game(
    game: str | Game[Any],
    seats: int | Iterable[int] | None = None,
    seeds: Iterable[int] = SEEDS,
    options: Mapping[str, Any] | None = None,
    *,
    steps: int = STEPS,
    bots: Mapping[str, type[Bot]] | None = None,
) -> None:
    """Put a game through the whole contract, or raise ContractBroken.

    There is one table for every seed. Without `seats`, all numbers of seats that the game allows
    take turns; without `options`, so do the defaults and options drawn at random. Up to `steps`
    random acts and waits are made at each table. The bots play at two tables, one with the fewest
    seats and one with the most.
    """
    tables = list(seeds)
    counts = seats if seats is None or isinstance(seats, int) else list(seats)
    for one in CHECKS:
        one(game, counts, tables, options, steps=steps)
    rules = game if isinstance(game, Game) else find(game)
    each = seat_counts(rules, counts)
    check_bots(rules, [min(each), max(each)], tables[:BOT_TABLES], options, bots=bots)


__all__ = [
    "CHECKS",
    "ContractBroken",
    "check_bots",
    "check_broken_dumps",
    "check_copies",
    "check_description",
    "check_dumps",
    "check_end",
    "check_events",
    "check_game",
    "check_imagining",
    "check_legal",
    "check_legend",
    "check_lessons",
    "check_newcomers",
    "check_options",
    "check_previews",
    "check_refusals",
    "check_replay",
    "check_seats",
    "check_secrets",
    "check_telling",
    "check_ties",
    "check_time",
    "check_views",
]
