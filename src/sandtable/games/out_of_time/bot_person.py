"""A player with eyes and hands, as all levels are: it acts late, and cannot always stop."""

from typing import Any, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.hands import Hands
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import Move, Place, StandUp
from sandtable.games.out_of_time.bot_hands import DECIDING, MOVING, SEEING
from sandtable.games.out_of_time.state import OutOfTimeState

NOTHING: Final = -1
NEVER: Final[Ms] = 1 << 40


class Person(Bot):
    """What all levels have in common: the way from a decision to a glass that stands."""

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng, hands: Hands) -> None:
        super().__init__(game, seat, rng)
        self.hands = hands
        self.target = NOTHING
        """The space it reaches for."""
        self.helping = NOTHING
        """The glass it is about to stand up."""
        self.giving = False
        """Whether it is about to give a cube back."""
        self.waiting = False
        self.surprised = False
        self.no_return: Ms = NEVER
        """From then on the hand arrives, whatever happens: what happens is seen too late."""

    def notice(self, told: dict[str, Any]) -> None:
        """A plan is dropped when somebody takes the space it is for, or the wait may be over."""
        kind = told["event"]
        if kind == "moved" or kind == "placed":
            concerns = told["seat"] != self.seat and (self.waiting or told["to"] == self.target)
        elif kind == "knocked_over" or kind == "stood_up":
            concerns = told["owner"] == self.seat or told["glass"] == self.helping
        elif kind == "gave_back":
            concerns = self.giving and told["seat"] == self.seat
        else:
            concerns = kind == "ran_through" and self.waiting and told["seat"] == self.seat
        self.surprised = self.surprised or concerns

    def interrupted(self, seen: Seen) -> bool:
        return self.surprised and seen.now < self.no_return

    def begin(self) -> None:
        """A new thought begins, and what was planned is forgotten."""
        self.target = NOTHING
        self.helping = NOTHING
        self.giving = False
        self.waiting = False
        self.surprised = False
        self.no_return = NEVER

    def plan(self, seen: Seen) -> Plan | None:
        """Where there is nothing to do, wait; where there is, weigh it."""
        self.begin()
        acts = seen.legal()
        if not acts:
            return None
        state = seen.imagine(self.rng)
        assert isinstance(state, OutOfTimeState)
        return self.weigh(state, acts)

    def weigh(self, state: OutOfTimeState, acts: list[Act]) -> Plan | None:
        """What to do next at this imagined table; None to wait until something happens."""
        raise NotImplementedError

    def reach(self, now: Ms, act: Act, why: str, ahead: Ms = NOTHING) -> Plan:
        """Do this: see, decide and move.

        With `ahead` it has decided already, and the sand it waits for runs out in that time.
        """
        hands = self.hands
        rng = self.rng
        seeing = hands.take(rng, SEEING)
        if isinstance(act, (Move, Place)):
            self.target = act.to
            seeing += hands.elsewhere(rng)
        elif isinstance(act, StandUp):
            # Nobody overlooks a glass that has fallen.
            self.helping = act.glass
        else:
            self.giving = True
        if ahead == NOTHING:
            ahead = hands.take(rng, DECIDING)
        moving = hands.take(rng, MOVING)
        after = ahead + seeing + moving
        self.no_return = now + after - moving - hands.take(rng, SEEING)
        return Plan(after, act, why)

    def wait(self, after: Ms, why: str = "") -> Plan:
        """Look again after this time, or when somebody has moved."""
        self.waiting = True
        return Plan(after, None, why)
