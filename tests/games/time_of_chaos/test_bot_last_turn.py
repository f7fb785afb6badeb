"""In its last turn a player does what changes the result, and nothing else."""

from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Rounds, Seen
from sandtable.engine.rng import seeded
from sandtable.games.time_of_chaos import GAME
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    PAST,
    PRESENT,
    card,
    deliver,
    restore,
    table,
    travel,
    worth,
)

LEVELS = pytest.mark.parametrize("level", ["club", "expert"])
SEEDS = range(4)


def turn_of(match: Match, level: str, seed: int, seat: int = 0) -> list[dict[str, Any]]:
    """The acts of a turn, as it plays it."""
    bot = make_bot(GAME, level, seat, seeded(seed))
    acts = []
    while match.active() == [seat]:
        plan = bot.plan(Seen(GAME, match.state, seat, Rounds(2)))
        assert plan is not None
        assert plan.act is not None
        acts.append(plan.act.to_json())
        match.act(seat, plan.act)
    return acts


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_with_nothing_to_gain_it_ends_its_turn(level: str, seed: int) -> None:
    match = table(delivered=[worth(1)[:1], worth(3)[:4]], ender=1)
    assert turn_of(match, level, seed) == [END_TURN]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_cannot_get_home_is_not_carried_about(level: str, seed: int) -> None:
    far = card(PAST, "Timbuktu", PRESENT)
    match = table(
        pawns=[("Alexandria", PRESENT), ("Kyoto", PRESENT)],
        hands=[[far]],
        delivered=[worth(1)[:1], worth(3)[:4]],
        ender=1,
    )
    assert turn_of(match, level, seed) == [END_TURN]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_can_get_home_is_brought_there(level: str, seed: int) -> None:
    near = card(PAST, "Lisbon", PRESENT)
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", PRESENT)],
        hands=[[near]],
        delivered=[[], gone(4, near)],
        ender=1,
    )
    acts = turn_of(match, level, seed)
    assert [act["act"] for act in acts] == ["travel", "travel", "deliver"]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_after_the_delivery_it_stops(level: str, seed: int) -> None:
    near = card(PAST, "Cusco", PRESENT)
    match = table(
        pawns=[("Cusco", PRESENT), ("Timbuktu", PRESENT)],
        hands=[[near]],
        delivered=[[], gone(4, near)],
        ender=1,
    )
    acts = turn_of(match, level, seed)
    assert [act["act"] for act in acts] == ["deliver", "end_turn"]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_TC_E3_it_restores_a_tile_when_that_breaks_the_tie(level: str, seed: int) -> None:
    """Scores are level, and each has two CHAOS tiles; without Alexandria's past it wins."""
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", PRESENT)],
        chaos={
            ("Alexandria", PAST): [0],
            ("Montreal", FUTURE): [0],
            ("Kyoto", PAST): [1],
            ("Hobart", FUTURE): [1],
        },
        delivered=[worth(2)[:2], worth(1)[:4]],
        ender=1,
    )
    assert turn_of(match, level, seed) == [restore(PAST), END_TURN]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_TC_E3_it_leaves_a_tile_in_chaos_when_that_changes_nothing(level: str, seed: int) -> None:
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", PRESENT)],
        chaos={("Alexandria", PAST): [0]},
        delivered=[worth(1)[:1], worth(3)[:4]],
        ender=1,
    )
    assert turn_of(match, level, seed) == [END_TURN]


@LEVELS
@pytest.mark.parametrize("seed", SEEDS)
def test_TC_E1_having_laid_the_fourth_card_far_ahead_it_stops(level: str, seed: int) -> None:
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", PRESENT)],
        delivered=[worth(3)[:4], []],
        ender=0,
        actions_left=2,
    )
    assert turn_of(match, level, seed) == [END_TURN]


@LEVELS
def test_TC_E1_a_fifth_card_in_reach_is_delivered_too(level: str) -> None:
    near = card(PAST, "Cusco", PRESENT)
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", PRESENT)],
        hands=[[near]],
        delivered=[gone(4, near), []],
        ender=0,
        actions_left=2,
    )
    acts = turn_of(match, level, 1)
    assert acts[0] == travel("Cusco")
    assert acts[1] in (deliver(near), deliver(near, "cloak"))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_novice_too_knows_when_it_is_over(seed: int) -> None:
    match = table(delivered=[worth(1)[:1], worth(3)[:4]], ender=1)
    assert turn_of(match, "novice", seed) == [END_TURN]


def gone(count: int, but: str) -> list[str]:
    """So many cards worth 2 points, none of them this one."""
    return [name for name in worth(2) if name != but][:count]
