"""Bots that search: at a live table no thought lasts longer than the hand takes for the act."""

from typing import ClassVar

import pytest

import sandtable
from sandtable.bots.driver import Driver
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Bot, Budget, Plan, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.engine.units import Ms

A_GLANCE = 3
THOUGHTS = 6
SEARCHING = [
    (game, level)
    for game in sorted(sandtable.games())
    for level, kind in levels(find(game)).items()
    if kind.THINKS
]
SOON = {"watch": {"minutes": 1}}
"""Its expert searches when the timer may ring."""


class Live(Budget):
    """A few rounds, at a table where sand runs."""

    LIVE: ClassVar[bool] = True

    def __init__(self) -> None:
        self.rounds = 0
        self.within: Ms | None = None

    def end_within(self, after: Ms) -> None:
        assert self.rounds == 0, "that is said before the thought begins"
        self.within = after

    def is_spent(self) -> bool:
        self.rounds += 1
        return self.rounds >= A_GLANCE


class Watched(Bot):
    """A bot whose thoughts are written down, each with what came of it."""

    def __init__(self, bot: Bot, thoughts: list[tuple[Live, Plan | None]]) -> None:
        super().__init__(bot.game, bot.seat, bot.rng)
        self.bot = bot
        self.thoughts = thoughts

    def plan(self, seen: Seen) -> Plan | None:
        seen.budget = budget = Live()
        plan = self.bot.plan(seen)
        if budget.rounds:
            self.thoughts.append((budget, plan))
        return plan

    def notice(self, told: dict[str, object]) -> None:
        self.bot.notice(told)

    def interrupted(self, seen: Seen) -> bool:
        return self.bot.interrupted(seen)


def test_every_game_has_a_bot_that_searches() -> None:
    assert {game for game, _ in SEARCHING} == set(sandtable.games())


@pytest.mark.policy("SP-A18")
@pytest.mark.parametrize(("game", "level"), SEARCHING)
def test_a_thought_ends_before_its_hand_is_there(game: str, level: str) -> None:
    match = new(game, seats=3, seed=7, options=SOON.get(game, {}))
    thoughts: list[tuple[Live, Plan | None]] = []
    bots: dict[int, Bot] = {
        seat: Watched(make_bot(match.game, level, seat, seeded(seat)), thoughts)
        for seat in range(3)
    }
    driver = Driver(match, bots, seeded(1))
    driver.begin()
    while len(thoughts) < THOUGHTS and not match.over:
        driver.step()
    assert len(thoughts) >= THOUGHTS
    acts = [(budget, plan) for budget, plan in thoughts if plan is not None and plan.act]
    assert acts
    for budget, plan in acts:
        assert budget.within is not None
        assert 0 <= budget.within <= plan.after


def test_a_turn_that_ends_soon_leaves_less_time_to_think() -> None:
    """A Time of Chaos, with five seconds for a turn: a quarter of what is left for each act."""
    match = new("time-of-chaos", seats=2, seed=3, options={"turn_seconds": 5})
    seat = match.active()[0]
    for left in (5_000, 1_000):
        match.advance(by=5_000 - left - match.now)
        budget = Live()
        bot = make_bot(match.game, "expert", seat, seeded(1))
        bot.plan(Seen(match.game, match.state, seat, budget))
        assert budget.within is not None
        assert budget.within <= left // 4
