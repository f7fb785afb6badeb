"""The expert."""

from typing import Any

from sandtable import Match
from sandtable.bots.levels import levels
from sandtable.engine.bot import Budget, Rounds, Seen
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.bot_expert import Expert
from sandtable.games.time_of_chaos.bot_rehearsal import Rehearsal, chance
from tests.games.time_of_chaos.build import (
    FUTURE,
    PRESENT,
    deliver,
    home,
    state_of,
    table,
    worth,
)


def acts_of(match: Match, seed: int, rounds: int, count: int) -> list[dict[str, Any]]:
    """What experts do at a table, one after another."""
    bots = [Expert(GAME, seat, seeded(f"{seed} {seat}")) for seat in range(2)]
    acts = []
    for _ in range(count):
        seat = match.active()[0]
        bots[seat].rounds = rounds
        plan = bots[seat].plan(Seen(GAME, match.state, seat))
        assert plan is not None
        assert plan.act is not None
        acts.append(plan.act.to_json())
        match.advance(by=plan.after)
        match.act(seat, plan.act)
    return acts


class Counted(Budget):
    """A budget that is spent after some rounds, and counts them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.asked = 0

    def is_spent(self) -> bool:
        self.asked += 1
        return self.asked >= self.most


def test_the_same_seed_gives_the_same_acts() -> None:
    one, other = (acts_of(new(GAME, seats=2, seed=4), 7, 4, 8) for _ in range(2))
    assert one == other


def test_it_answers_when_its_time_is_up() -> None:
    match = new(GAME, seats=2, seed=4)
    seat = match.active()[0]
    bot = Expert(GAME, seat, seeded(1))
    budget = Counted(3)
    assert bot.plan(Seen(GAME, match.state, seat, budget)) is not None
    assert budget.asked == 3
    assert 0 < levels(GAME)["expert"].THINKS <= 1_500


def test_it_thinks_once_for_a_turn_in_which_nothing_is_revealed() -> None:
    thing = worth(2, PRESENT)[0]
    match = table(
        pawns=[("Alexandria", PRESENT), ("Timbuktu", FUTURE)],
        hands=[[*worth(3, PRESENT)[:2], thing]],
    )
    bot = Expert(GAME, 0, seeded(1))
    budget = Counted(100)
    bot.rounds = 2
    thoughts = []
    while match.active() == [0]:
        plan = bot.plan(Seen(GAME, match.state, 0, budget))
        assert plan is not None
        assert plan.act is not None
        match.act(0, plan.act)
        thoughts.append(budget.asked)
    assert len(thoughts) > 1
    assert thoughts == [thoughts[0]] * len(thoughts)


def test_it_thinks_again_when_its_act_was_not_done() -> None:
    """A live table may ask twice: the first answer came too late."""
    match = new(GAME, seats=2, seed=4)
    while state_of(match).turns == 0:
        seat = match.active()[0]
        match.act(seat, match.legal(seat)[0])
    seat = match.active()[0]
    bot = Expert(GAME, seat, seeded(1))
    bot.rounds = 2
    budget = Counted(100)
    for _ in range(2):
        plan = bot.plan(Seen(GAME, match.state, seat, budget))
        assert plan is not None
        assert plan.act in match.legal(seat)
    assert budget.asked == 4


def test_it_delivers_what_wins() -> None:
    thing = worth(3, PRESENT)[0]
    others = [name for name in worth(3) if name != thing]
    match = table(
        pawns=[home(thing), ("Timbuktu", FUTURE)],
        hands=[[thing]],
        delivered=[others[:3]],
    )
    bot = Expert(GAME, 0, seeded(1))
    plan = bot.plan(Seen(GAME, match.state, 0, Rounds(4)))
    assert plan is not None
    assert plan.act is not None
    assert plan.act.to_json() in (deliver(thing), deliver(thing, "cloak"))


def test_what_a_lead_is_worth() -> None:
    leads = [-900, -300, -1, 0, 1, 300, 900]
    chances = [chance(lead) for lead in leads]
    assert chances == sorted(chances)
    assert chance(0) == 500
    assert chance(300) == 750
    assert 0 < chance(-5_000) < chance(5_000) < 1_000


def test_a_rehearsal_plays_on_by_the_rules_and_judges_the_end() -> None:
    state = state_of(table(delivered=[worth(3)[:4]], turn=1, ender=0))
    won = Rehearsal(GAME, 0, state).play(state.copy(), [])
    lost = Rehearsal(GAME, 1, state).play(state.copy(), [])
    assert won > 1_000
    assert lost < 0
