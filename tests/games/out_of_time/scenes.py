"""Scenes of Out of Time in which glasses fall."""

from typing import Any

import pytest

from sandtable import Match, Refused
from sandtable.engine.events import Event
from tests.games.out_of_time.build import (
    BLUE,
    GRACE,
    GREEN,
    RED,
    card,
    glass,
    listed,
    move,
    stand_up,
    table,
)


def race(
    cubes: list[list[str]] | None = None, cards: list[int] | None = None, **options: Any
) -> Match:
    """Seats 0 and 1 both can reach space 4, with glasses 0 and 2; seat 2 is far away.

    Seat 0 has the cubes asked for, and needs red, green and blue unless its card is named too.
    """
    return table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=cards or [card(RED, GREEN, BLUE)],
        cubes=cubes or [[], [], []],
        turned=[5, 8, 14],
        **options,
    )


def lost_race(cubes: list[str] | None = None, **options: Any) -> Match:
    """Seat 1 was faster on space 4, and the grace is over."""
    match = race([cubes or [], [], []], **options)
    match.act(1, move(2, 4))
    match.advance(by=GRACE)
    return match


def knocked(cubes: list[str] | None = None, **options: Any) -> Match:
    """Seat 0 has knocked over glass 2 on space 4, with 29.7 s of its sand left."""
    match = lost_race(cubes, **options)
    match.act(0, move(0, 4))
    return match


def stood(cubes: list[str] | None = None, **options: Any) -> Match:
    """Seat 0 has knocked over glass 2 and stood it up at once, so that a cube is due."""
    match = knocked(cubes, **options)
    match.act(0, stand_up(2))
    return match


def clatter(match: Match, seat: int, act: Any) -> list[Event]:
    """An attempt that is refused, and knocks a glass over all the same."""
    assert act not in listed(match, seat)
    with pytest.raises(Refused, match="OT-K3") as refused:
        match.act(seat, act)
    assert refused.value.costs
    return list(refused.value.events)


def own(rules: int = 2, **options: Any) -> Match:
    """Seat 0 has sent glass 1 to space 4, next to glass 0, which has run out too."""
    match = table(
        *(glass(0), glass(3), glass(18), glass(17), glass(11), glass(15)),
        turned=[5, 8, 14],
        rules=rules,
        **options,
    )
    match.act(0, move(1, 4))
    match.advance(by=GRACE)
    return match
