"""The club player of A Time of Chaos: what a sensible person looks at.

It thinks its own turn through and takes the one that leaves the table best for it. What the others
may do in between it does not ask.
"""

from typing import Any, ClassVar

from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.bot_hands import CLUB, ONE_ACT, time_left
from sandtable.games.time_of_chaos.bot_reasons import reason
from sandtable.games.time_of_chaos.bot_turns import Turns
from sandtable.games.time_of_chaos.state import ChaosState


class Club(Bot):
    """A club player."""

    LEVEL: ClassVar[str] = "club"
    ABOUT: ClassVar[str] = "Thinks its turn through to the end, and keeps its own disorder small."

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.turns: Turns | None = None

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        state = seen.imagine(self.rng)
        assert isinstance(state, ChaosState)
        turn = self.thoughts(state).best(state)
        why = reason(state, self.seat, turn.acts)
        return Plan(CLUB.take(self.rng, ONE_ACT, time_left(state)), turn.acts[0], why)

    def thoughts(self, state: ChaosState) -> Turns:
        """What this player keeps in mind about the table, begun at its first act."""
        turns = self.turns
        if turns is None:
            turns = self.turns = Turns(self.game, self.seat, state, self.rng)
        return turns
