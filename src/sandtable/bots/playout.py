"""Random play without bots: acts and waits from a seed, for tests and for comparing builds."""

from collections.abc import Mapping
from typing import Any

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.table import new


def random_match(
    game: str | Game[Any],
    seats: int,
    seed: int,
    most_acts: int = 2_000,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """A match played at random from a seed, to its end or until it has this many acts."""
    match = new(game, seats=seats, seed=seed, options=options)
    rng = seeded(f"random match {seed}")
    while not match.over and len(match.entries) < most_acts:
        random_step(match, rng)
    return match


def random_step(match: Match, rng: Rng) -> None:
    """A random act of a random seat; or time passes, now and then, and if nobody can act."""
    active = match.active()
    alarm = match.alarm
    if not active:
        if alarm is None:
            raise RuntimeError(f"{match.game.NAME}: nobody can act and nothing will happen")
        match.advance(to=alarm)
        return
    if rng.below(4) == 0:
        wait = rng.between(1, 4_000)
        match.advance(by=wait)
        return
    seat = rng.pick(active)
    match.act(seat, rng.pick(match.legal(seat)))
