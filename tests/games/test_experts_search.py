"""Experts find by searching what first impressions miss, whatever their luck.

Each position comes from a game between clubs, so a change of club may call for another one: look
for a moment at which all searches agree, and differ from what nobody searched for.
"""

from typing import Any

import pytest

from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Seen
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from sandtable.engine.table import new

LUCK = range(3)


def after_clubs(game: str, seats: int, seed: int, steps: int, **options: Any) -> Match:
    match = new(game, seats=seats, seed=seed, options=options)
    bots = {seat: make_bot(match.game, "club", seat, seeded(seat)) for seat in range(seats)}
    driver = Driver(match, bots, seeded(1))
    driver.begin()
    for _ in range(steps):
        driver.step()
    return match


def choices(match: Match, level: str, seat: int, rounds: int = 0) -> list[dict[str, Any]]:
    """What a level does here, with different luck; each act once."""
    found: list[dict[str, Any]] = []
    for luck in LUCK:
        bot = make_bot(match.game, level, seat, seeded(luck))
        bot.rounds = rounds
        plan = bot.plan(Seen(match.game, match.state, seat, options=match.options))
        assert plan is not None
        assert plan.act is not None
        if plan.act.to_json() not in found:
            found.append(plan.act.to_json())
    return found


@pytest.mark.parametrize(
    ("seed", "steps", "seat", "impression", "best"),
    [
        (
            2,
            15,
            0,
            {"act": "move", "pawn": "orange", "spend": 1},
            {"act": "move", "pawn": "blue", "spend": 5},
        ),
        (
            3,
            14,
            0,
            {"act": "move", "pawn": "orange", "spend": 1},
            {"act": "move", "pawn": "green", "spend": 6},
        ),
    ],
)
def test_the_watch(
    seed: int, steps: int, seat: int, impression: dict[str, Any], best: dict[str, Any]
) -> None:
    match = after_clubs("watch", 2, seed, steps, minutes=1)
    assert choices(match, "expert", seat, 1) == [impression]
    assert choices(match, "expert", seat, 100) == [best]


@pytest.mark.parametrize(
    ("seed", "steps", "seat", "club", "best"),
    [(0, 10, 0, "deliver", "search"), (2, 28, 1, "deliver", "grab")],
)
def test_a_time_of_chaos(seed: int, steps: int, seat: int, club: str, best: str) -> None:
    """A card that is home can wait for something that cannot."""
    match = after_clubs("time-of-chaos", 2, seed, steps)
    assert [act["act"] for act in choices(match, "club", seat)] == [club]
    assert [act["act"] for act in choices(match, "expert", seat, 24)] == [best]


@pytest.mark.parametrize(
    ("steps", "seat", "club", "best"),
    [
        (57, 2, {"act": "turn_over", "on": "E"}, {"act": "fly", "to": "planet-1"}),
        (80, 1, {"act": "turn_over", "on": "G"}, {"act": "turn_over", "on": "C"}),
    ],
)
def test_time_n_space(steps: int, seat: int, club: dict[str, Any], best: dict[str, Any]) -> None:
    match = after_clubs("time-n-space", 3, 0, steps)
    assert choices(match, "club", seat) == [club]
    assert choices(match, "expert", seat, 30) == [best]
