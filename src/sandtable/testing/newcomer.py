"""What a newcomer reads and is shown before their first game."""

from typing import Any

from sandtable.engine.errors import BadPosition
from sandtable.engine.game import MOST_LESSONS
from sandtable.engine.match import Match
from sandtable.engine.table import load
from sandtable.engine.units import Seat
from sandtable.testing.checks import check
from sandtable.testing.plain import difference
from sandtable.testing.trial import Trial

LONGEST = 140
"""In characters: three such lessons and a button fit below the board on a small phone."""


@check
def check_lessons(trial: Trial) -> None:
    """A newcomer reads up to three short lessons, and is shown a table that could be played."""
    options = trial.new().options
    said = "a newcomer reads up to three short lessons"
    lessons: Any = trial.game.lessons(options)
    if not isinstance(lessons, list) or not 0 < len(lessons) <= MOST_LESSONS:
        raise trial.broken(said, f"they are {lessons!r}")
    for one in lessons:
        if not isinstance(one, str) or not one.strip() or len(one) > LONGEST:
            raise trial.broken(said, f"{one!r} is not a text of up to {LONGEST} characters")
    for seat in trial.some_seats():
        chance = trial.chance(f"example {seat}")
        state = trial.game.example(trial.seats, options.copy(), chance, seat)
        check_example(trial, Match(trial.game, state, options, 0), seat)


def check_example(trial: Trial, match: Match, seat: Seat) -> None:
    said = "an example is a table that could be played"
    if match.seats != trial.seats:
        raise trial.broken(said, f"it has {match.seats} seats")
    if match.over:
        raise trial.broken(said, "it is over")
    try:
        again = load(match.dump())
    except BadPosition as problem:
        raise trial.broken(said, f"it cannot be loaded: {problem}") from None
    if found := difference(match.view(seat), again.view(seat)):
        raise trial.broken(said, found)
