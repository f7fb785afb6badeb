"""The expert of Out of Time: it thinks ahead while the sand runs."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import WAIT, Search
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import Move, Place, StandUp
from sandtable.games.out_of_time.bot_hands import DECIDING, EXPERT, MOVING, SEEING
from sandtable.games.out_of_time.bot_mind import TimeMind
from sandtable.games.out_of_time.bot_person import NEVER, NOTHING, Person
from sandtable.games.out_of_time.bot_reasons import reason, reason_to_wait
from sandtable.games.out_of_time.bot_routes import routes_on
from sandtable.games.out_of_time.state import (
    IN_HAND,
    NOBODY,
    OutOfTimeState,
    is_placing,
)

ROUNDS: Final = 300
"""Rounds of one search."""
LEAD: Final[Ms] = 2_000
"""So long before its sand runs out it thinks about what to do then."""
LATE: Final[Ms] = 1_000
"""With less time than this left it stays with its plan, unless the space is taken."""
A_GLANCE: Final[Ms] = EXPERT.least(SEEING) + EXPERT.least(MOVING)
"""No hand is there sooner after the sand has run out, even if all is decided."""
A_MOMENT: Final[Ms] = 600
"""How long it waits for a space before it thinks again."""


class Expert(Person):
    """It searches two seconds before its sand runs out, and again only if something changes."""

    LEVEL: ClassVar[str] = "expert"
    ABOUT: ClassVar[str] = (
        "Thinks while its sand runs: plays the next minute through, hundreds of times a move."
    )
    THINKS: ClassVar[Ms] = 400

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng, EXPERT)
        self.rounds = ROUNDS
        self.near: list[int] = []
        """The spaces it can reach with the move it plans."""
        self.settled_at: Ms = 0
        """From then on only the loss of its space makes it think again."""
        self.changed = False

    def notice(self, told: dict[str, Any]) -> None:
        super().notice(told)
        if told["event"] == "moved" and told["seat"] != self.seat:
            near = told["to"] in self.near or told["came_from"] in self.near
            self.changed = self.changed or near

    def interrupted(self, seen: Seen) -> bool:
        if self.changed and seen.now < self.settled_at:
            return True
        self.changed = False
        return super().interrupted(seen)

    def begin(self) -> None:
        super().begin()
        self.near = []
        self.settled_at = 0
        self.changed = False

    def plan(self, seen: Seen) -> Plan | None:
        self.begin()
        acts = seen.legal()
        state = seen.imagine(self.rng)
        assert isinstance(state, OutOfTimeState)
        for act in acts:
            if isinstance(act, StandUp):
                return self.reach(seen.now, act, reason(state, self.seat, act))
        if not acts:
            return self.think_ahead(seen, state)
        seen.budget.end_within(A_GLANCE + EXPERT.least(DECIDING))
        best = self.search(seen, state)
        if best is None or best is WAIT:
            return self.wait(A_MOMENT, reason_to_wait(state, self.seat))
        return self.reach(seen.now, best, reason(state, self.seat, best))

    def think_ahead(self, seen: Seen, state: OutOfTimeState) -> Plan | None:
        """Decide now what to do when the sand of a glass has run out."""
        number = self.next_glass(state)
        if number == NOTHING or is_placing(state):
            return None
        ready_in = state.glasses[number].runs_out_at - state.now
        # Its other glass may have run out with no way to go; then somebody's move may open one.
        self.waiting = state.glasses[number ^ 1].runs_out_at <= state.now
        if ready_in > LEAD:
            return Plan(ready_in - LEAD, None)
        seen.budget.end_within(ready_in + A_GLANCE)
        best = self.search(seen, state)
        if not isinstance(best, (Move, Place)) or state.standing[best.to] != NOBODY:
            return Plan(ready_in, None)
        plan = self.reach(seen.now, best, reason(state, self.seat, best), ready_in)
        self.near = state.next_to[state.glasses[number ^ 1].space]
        self.settled_at = seen.now + plan.after - LATE
        return plan

    def next_glass(self, state: OutOfTimeState) -> int:
        """The glass whose sand runs out next."""
        found = NOTHING
        first = NEVER
        for number in (2 * self.seat, 2 * self.seat + 1):
            glass = state.glasses[number]
            if glass.fallen or glass.space == IN_HAND:
                continue
            if state.now < glass.runs_out_at < first:
                found = number
                first = glass.runs_out_at
        return found

    def search(self, seen: Seen, state: OutOfTimeState) -> Act | None:
        mind = TimeMind(self.game, self.seat, routes_on(state))
        search = Search(mind, state, self.rng)
        search.think(self.rounds, seen.budget)
        return search.best()
