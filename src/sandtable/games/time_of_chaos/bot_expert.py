"""The expert of A Time of Chaos: it tries its best turns out before it takes one.

It takes the most promising turns that a club player would think of and plays each on, on the same
imagined tables, with everybody's next turns. Turns that do badly are dropped on the way. What it
has planned it does, until something is revealed that it could not know.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Budget, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.hands import Moment
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_of_chaos.actions import Grab, Search
from sandtable.games.time_of_chaos.bot_club import Club
from sandtable.games.time_of_chaos.bot_hands import EXPERT, ONE_ACT, time_left
from sandtable.games.time_of_chaos.bot_reasons import reason
from sandtable.games.time_of_chaos.bot_rehearsal import Rehearsal
from sandtable.games.time_of_chaos.bot_turns import FINE, Turn, worth_of
from sandtable.games.time_of_chaos.state import NOBODY, ChaosState

ROUNDS: Final = 96
"""Imagined tables for one decision."""
CANDIDATES: Final = 16
"""How many turns are tried out. With six, the best is often not among them."""
STAGES: Final = 4
"""After each of these equal parts of the thought, the worse half of the turns is dropped."""
TRUST: Final = 120
"""How many tables the first impression counts for. With little trust the luckiest of many turns
wins, rather than the best."""
IMPRESSION: Final = 100
"""What a point of first impression is worth, in thousandths of a win."""


class Idea:
    """A turn that is being tried out, and the sum of what came of it."""

    def __init__(self, acts: list[Act], total: int) -> None:
        self.acts = acts
        self.total = total


class Expert(Club):
    """It has the hands of a club player."""

    LEVEL: ClassVar[str] = "expert"
    ABOUT: ClassVar[str] = (
        "Tries out its best turns in its head, and how everybody would answer them."
    )
    THINKS: ClassVar[Ms] = 1_500

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.rounds = ROUNDS
        self.candidates = CANDIDATES
        self.trust = TRUST
        self.rehearsal: Rehearsal | None = None
        self.planned: list[Act] = []
        """The rest of the turn as planned, the next act first."""
        self.planned_for = 0
        """In which turn that was."""
        self.expected = 0
        """How many actions are left when it goes on."""

    def plan(self, seen: Seen) -> Plan | None:
        legal = seen.legal()
        if not legal:
            return None
        state = seen.imagine(self.rng)
        assert isinstance(state, ChaosState)
        moment = Moment(EXPERT, self.rng, ONE_ACT, seen.budget, time_left(state))
        if not self.goes_on(state, legal):
            self.planned = self.best(state, seen.budget).copy()
            self.planned_for = state.turns
        acts = self.planned.copy()
        act = acts[0]
        del self.planned[0]
        self.expected = state.actions_left - 1
        if isinstance(act, (Grab, Search)):
            # What this reveals may be worth more than the plan.
            self.planned.clear()
        why = reason(state, self.seat, acts)
        return Plan(moment.take(), act, why)

    def goes_on(self, state: ChaosState, legal: list[Act]) -> bool:
        """Whether the plan made before still holds."""
        if not self.planned or self.planned_for != state.turns:
            return False
        return self.expected == state.actions_left and self.planned[0] in legal

    def best(self, state: ChaosState, budget: Budget) -> list[Act]:
        """The acts of the turn that does best on the imagined tables."""
        turns = self.thoughts(state)
        if state.ender != NOBODY:
            # The result can be reckoned; nobody's habits are needed for it.
            return turns.best(state).acts
        ideas = self.ideas(turns.found(state))
        rehearsal = self.rehearsal
        if rehearsal is None:
            rehearsal = self.rehearsal = Rehearsal(self.game, self.seat, state)
        stage = max(1, self.rounds // STAGES)
        for done in range(1, self.rounds + 1):
            if len(ideas) == 1:
                break
            table = self.game.imagine(state, self.seat, self.rng)
            assert isinstance(table, ChaosState)
            for idea in ideas:
                # Everybody's luck is the same for all of them, so that only the turns differ.
                idea.total += rehearsal.play(table.copy(), idea.acts)
            if budget.is_spent():
                break
            if done % stage == 0:
                ideas.sort(key=total_of, reverse=True)
                del ideas[(len(ideas) + 1) // 2 :]
        ideas.sort(key=total_of, reverse=True)
        return ideas[0].acts

    def ideas(self, found: list[Turn]) -> list[Idea]:
        """The most promising of the turns, each table they lead to once."""
        found.sort(key=worth_of, reverse=True)
        met: dict[str, bool] = {}
        ideas: list[Idea] = []
        best = found[0].worth
        for turn in found:
            traits = traits_of(turn.state, self.seat)
            if traits in met:
                continue
            met[traits] = True
            lag = max(turn.worth - best, -10 * FINE * 100)
            ideas.append(Idea(turn.acts, self.trust * IMPRESSION * lag // (FINE * 100)))
            if len(ideas) == self.candidates:
                break
        return ideas


def total_of(idea: Idea) -> int:
    return idea.total


def traits_of(state: ChaosState, seat: Seat) -> str:
    """What tells two ends of a turn apart."""
    return (
        f"{state.pawns} {state.chaos} {state.cubes} {state.cloaks} {state.left} "
        f"{sorted(state.hands[seat])} {state.delivered[seat]} {state.open_cards}"
    )
