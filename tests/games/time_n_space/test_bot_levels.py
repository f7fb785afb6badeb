"""The levels of Time 'n' Space: how they differ, how long they take, and what they say."""

from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.driver import Driver
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Bot, Plan, Rounds, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space.bot_hands import CLUB, EXPERT, NOVICE
from sandtable.games.time_n_space.bot_mind import SpaceMind
from sandtable.games.time_n_space.bot_reasons import reason
from sandtable.games.time_n_space.parts import COLOUR_COUNT
from sandtable.games.time_n_space.state import SpaceState
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.time_n_space.build import (
    BLUE,
    GAME,
    GREY,
    NOW,
    TAKE_TILE,
    fly,
    fresh,
    lift,
    table,
    turn_over,
)

LEVELS = ["novice", "club", "expert"]
A_GLANCE = 6


class Heard(Bot):
    """A bot whose plans are written down."""

    def __init__(self, bot: Bot, plans: list[Plan]) -> None:
        super().__init__(bot.game, bot.seat, bot.rng)
        self.bot = bot
        self.plans = plans

    def plan(self, seen: Seen) -> Plan | None:
        seen.budget = Rounds(A_GLANCE)
        plan = self.bot.plan(seen)
        if plan is not None:
            self.plans.append(plan)
        return plan

    def interrupted(self, seen: Seen) -> bool:
        return self.bot.interrupted(seen)


def plan_of(level: str, match: Match, seat: int = 0, seed: int = 1) -> Plan:
    bot = make_bot(match.game, level, seat, seeded(seed))
    plan = bot.plan(Seen(match.game, match.state, seat, Rounds(A_GLANCE)))
    assert plan is not None
    return plan


def test_the_levels_from_the_weakest_to_the_best() -> None:
    known = levels(find(GAME))
    assert list(known) == ["random", *LEVELS]
    for level in LEVELS:
        assert known[level].ABOUT.endswith(".")
    assert known["expert"].THINKS > 0
    assert known["club"].THINKS == 0


def test_a_club_player_beats_novices() -> None:
    """docs/bots.md says how often. A few games show that it still plays better."""
    study = Study(GAME, 3, 6, 5, ("club", "novice", "novice"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["games_won"] >= 5


def test_novices_finish_their_games_with_points() -> None:
    study = Study(GAME, 3, 3, 5, ("novice", "novice", "novice"))
    played = run(study, cores=1)
    assert all(one.how == "timers" for one in played)
    assert sum(sum(one.scores) for one in played) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_plan_has_a_reason(level: str) -> None:
    match = fresh(3, 3, minutes=1 if level == "expert" else 6)
    plans: list[Plan] = []
    bots: dict[int, Bot] = {
        seat: Heard(make_bot(match.game, level, seat, seeded(seat)), plans) for seat in range(3)
    }
    driver = Driver(match, bots, seeded(1))
    driver.begin()
    while not match.over:
        driver.step()
    assert len(plans) > 20
    for plan in plans:
        assert plan.why.endswith("."), plan
        assert plan.why[0].isupper(), plan


def why(match: Match, act: dict[str, Any], seat: int = 0) -> str:
    state: Any = match.state
    return reason(state, seat, match.game.act_from_json(act))


def test_reasons_name_what_there_is() -> None:
    match = table(
        goods={0: {"C": [BLUE], "E": [GREY]}},
        orders={1: {"A": [(GREY, 1)], "B": [(BLUE, 2)]}},
        ships={0: "moon-0"},
    )
    assert why(match, fly("planet-1")) == "The planet there wants a grey good, and you have one."
    assert why(match, turn_over("F")) == "One blue good waits for a station."
    assert why(match, turn_over("A")) == "One grey order is open on other mats."
    assert why(match, turn_over("G")) == (
        "A colour scores for you only when all your orders in it are out."
    )


def test_every_act_that_is_allowed_has_a_reason() -> None:
    match = table(
        goods={0: {"C": [BLUE], "E": [GREY]}},
        orders={1: {"A": [(GREY, 1)], "B": [(BLUE, 2)]}},
        research={0: "station"},
        flights={0: ("moon-0", 0)},
    )
    state: Any = match.state
    for seat in range(3):
        for act in match.legal(seat):
            assert reason(state, seat, act).endswith(".")
    match.act(0, lift("ship"))
    assert TAKE_TILE not in [act.to_json() for act in match.legal(0)]


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("novice", 1_000, 3_000), ("club", 300, 1_300), ("expert", 300, 1_200)],
)
def test_how_long_a_free_timer_stays_free(level: str, least: int, most: int) -> None:
    match = table(
        goods={0: {"C": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        due=1_700_000,
    )
    after = [plan_of(level, match, seed=seed).after for seed in range(12)]
    assert all(least <= ms < most for ms in after)
    assert max(after) - min(after) > (most - least) // 4


def test_a_novice_forgets_some_timers_and_the_others_none() -> None:
    rng = seeded(1)
    novice = [NOVICE.elsewhere(rng) for _ in range(600)]
    late = [ms for ms in novice if ms > 0]
    assert 60 <= len(late) <= 140
    assert all(3_000 <= ms < 15_000 for ms in late)
    for hands in (CLUB, EXPERT):
        assert not any(hands.elsewhere(rng) for _ in range(100))


def test_how_far_an_expert_thinks_ahead_goes_by_how_long_a_timer_runs() -> None:
    def reaches(seconds: int, to_the_end: int) -> int:
        match = table(timer_seconds=seconds, due=NOW + to_the_end)
        state = match.state
        assert isinstance(state, SpaceState)
        mind = SpaceMind(match.game, 0, state.seats, [0] * COLOUR_COUNT)
        mind.begin(state)
        return mind.until - state.now

    assert reaches(60, 1_000_000) == 240_000
    assert reaches(5, 1_000_000) == 20_000
    # So near the end that it is played to.
    assert reaches(60, 359_000) == 359_000 + 240_000
    assert reaches(60, 360_000) == 240_000
    assert reaches(5, 29_000) == 29_000 + 20_000
    assert reaches(5, 30_000) == 20_000
