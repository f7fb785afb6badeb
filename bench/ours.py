"""Sandtable's own rows: connect four on the engine, and every installed game.

Which build is measured is decided by PYTHONPATH, not here; the answer to the runner names it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from itertools import count
from typing import Any

import sandtable
from bench.connect_four import GAME, playouts_inside
from bench.protocol import COPIED_GAMES, COPIED_SEED, DRAW, Pick, Played, System, minimal_standard
from sandtable.build import kind
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded

PACE_MS = 1_000
"""Table time that passes after every act in the rows in which time passes."""

GAMES_AT_ONCE = 100
MOST_TURNS = 100_000


def described(
    playout: Callable[[Pick], Played], copies: Callable[[], int] | None = None, at_once: int = 1
) -> System:
    return System(version("sandtable"), playout, copies, at_once, kind())


def winner_of(match: Match) -> int:
    outcome = match.outcome
    return outcome.winners[0] if outcome is not None and outcome.winners else DRAW


def copier(reached: list[Match]) -> Callable[[], int]:
    def copies() -> int:
        for match in reached:
            match.copy()
        return len(reached)

    return copies


def connect_four() -> System:
    seeds = count()
    new = sandtable.new

    def playout(pick: Pick) -> Played:
        match = new(GAME, seats=2, seed=next(seeds))
        seat = steps = 0
        while match.outcome is None:
            acts = match.legal(seat)
            match.act(seat, acts[int(pick() * len(acts))])
            seat = 1 - seat
            steps += 1
        return Played(steps, winner_of(match))

    reached: list[Match] = []
    pick = minimal_standard(COPIED_SEED)
    for _ in range(COPIED_GAMES):
        match = new(GAME, seats=2, seed=next(seeds))
        seat = 0
        while match.outcome is None:
            reached.append(match.copy())
            acts = match.legal(seat)
            match.act(seat, acts[int(pick() * len(acts))])
            seat = 1 - seat
    return described(playout, copier(reached))


def connect_four_copying() -> System:
    """A copy of the whole match before every act, as a search makes them."""
    seeds = count()
    new = sandtable.new

    def playout(pick: Pick) -> Played:
        match = new(GAME, seats=2, seed=next(seeds))
        seat = steps = 0
        while match.outcome is None:
            match = match.copy()
            acts = match.legal(seat)
            match.act(seat, acts[int(pick() * len(acts))])
            seat = 1 - seat
            steps += 1
        return Played(steps, winner_of(match))

    return described(playout)


def connect_four_inside() -> System:
    """The loop in the measured module itself: what our own bots and simulations get."""
    fresh = sandtable.new(GAME, seats=2, seed=0)
    rng = seeded(1)

    def playout(pick: Pick) -> Played:
        return Played(playouts_inside(fresh, rng, GAMES_AT_ONCE), DRAW)

    return described(playout, at_once=GAMES_AT_ONCE)


def installed(name: str, pace: int) -> System:
    """Random playouts of any game: somebody who can act acts, and `pace` ms of table time pass.

    With a pace of 0 time passes only when nobody can act: then it runs to the next alarm.
    """
    game = sandtable.find(name)
    seats = seats_for(game)
    seeds = count()
    new = sandtable.new

    def play(pick: Pick, seed: int, reached: list[Match] | None = None) -> Match:
        match = new(game, seats=seats, seed=seed)
        for _ in range(MOST_TURNS):
            if match.outcome is not None:
                return match
            if reached is not None:
                reached.append(match.copy())
            active = match.active()
            if not active:
                match.advance(to=match.alarm)
                continue
            seat = active[0] if len(active) == 1 else active[int(pick() * len(active))]
            acts = match.legal(seat)
            match.act(seat, acts[int(pick() * len(acts))])
            if pace:
                match.advance(by=pace)
        raise SystemExit(f"bench: random players find no end to {name}")

    def playout(pick: Pick) -> Played:
        match = play(pick, next(seeds))
        return Played(len(match.entries), winner_of(match))

    reached: list[Match] = []
    pick = minimal_standard(COPIED_SEED)
    for seed in range(COPIED_GAMES):
        play(pick, seed, reached)
    return described(playout, copier(reached))


def seats_for(game: Game[Any]) -> int:
    """Four, like the peer, or the nearest the game allows."""
    return max(game.MIN_SEATS, min(4, game.MAX_SEATS))
