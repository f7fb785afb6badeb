"""Many games between bots, on all cores; however many cores there are, the result is the same.

Each game's seed follows from the run's seed and the game's number alone. When different bots sit at
the table, every deal is played once with each rotation of the seats.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_player
from sandtable.engine.log import write_log
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.engine.units import Ms

MOST_ACTS = 100_000


@dataclass(frozen=True)
class Study:
    """What to simulate. `bots` names a player for each seat, for the first seating: a level, or a
    level and how many rounds it thinks, as in `expert:1200`."""

    game: str
    seats: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    save: str | None = None
    most_acts: int = MOST_ACTS

    @property
    def rotates(self) -> bool:
        return len(frozenset(self.bots)) > 1

    def seed_of(self, number: int) -> int:
        deal = number // self.seats if self.rotates else number
        digest = hashlib.sha256(f"{self.game} {self.seed} {deal}".encode()).digest()
        return int.from_bytes(digest[:16], "big")

    def lineup(self, number: int) -> tuple[str, ...]:
        shift = number % self.seats if self.rotates else 0
        return self.bots[shift:] + self.bots[:shift]


@dataclass(frozen=True)
class Played:
    """One finished game, as the report needs it."""

    number: int
    lineup: tuple[str, ...]
    order: tuple[int, ...] | None
    """The seats in order of play, first player first; None where all play at the same time."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    how: str
    table_ms: Ms
    acts: int
    acts_by_seat: tuple[int, ...]
    refusals: int
    hash: str


def play_one(study: Study, number: int) -> Played:
    """One game of a study, by its number."""
    game = find(study.game)
    seed = study.seed_of(number)
    match = new(game, seats=study.seats, seed=seed, options=study.options)
    lineup = study.lineup(number)
    order = game.order_of_play(match.state)
    bots = {
        seat: make_player(game, level, seat, seeded(f"{seed} bot {seat}"))
        for seat, level in enumerate(lineup)
    }
    driver = Driver(match, bots, seeded(f"{seed} driver"))
    driver.begin()
    while not match.over and len(match.entries) < study.most_acts:
        driver.step()
    if study.save is not None:
        path = Path(study.save) / f"{study.game}-{study.seats}-{number:05d}.jsonl"
        path.write_text(write_log(match.log), encoding="utf-8")
    acts_by_seat = [0] * study.seats
    for entry in match.entries:
        acts_by_seat[entry.seat] += 1
    outcome = match.outcome
    return Played(
        number=number,
        lineup=lineup,
        order=None if order is None else tuple(order),
        winners=() if outcome is None else tuple(outcome.winners),
        scores=() if outcome is None else tuple(outcome.scores),
        how="unfinished" if outcome is None else outcome.how,
        table_ms=match.now,
        acts=len(match.entries),
        acts_by_seat=tuple(acts_by_seat),
        refusals=driver.refusals,
        hash=match.hash(),
    )


def play_some(study: Study, numbers: list[int]) -> list[Played]:
    return [play_one(study, number) for number in numbers]


def run(
    study: Study, cores: int | None = None, progress: Callable[[int], None] | None = None
) -> list[Played]:
    """All games of a study, in the order of their numbers."""
    if study.save is not None:
        Path(study.save).mkdir(parents=True, exist_ok=True)
    workers = cores or os.cpu_count() or 1
    played: list[Played] = []
    for batch in batches_done(study, workers):
        played.extend(batch)
        if progress is not None:
            progress(len(batch))
    played.sort(key=lambda one: one.number)
    return played


def batches_done(study: Study, workers: int) -> Iterator[list[Played]]:
    """Batches as they are finished; small ones, so that the progress bar moves."""
    size = max(1, min(50, study.games // (workers * 4) or 1))
    numbers = [list(range(i, min(i + size, study.games))) for i in range(0, study.games, size)]
    if workers == 1 or len(numbers) == 1:
        for batch in numbers:
            yield play_some(study, batch)
        return
    with ProcessPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(play_some, [study] * len(numbers), numbers)
