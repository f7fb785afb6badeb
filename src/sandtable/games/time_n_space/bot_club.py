"""The club player of Time 'n' Space: what a sensible person looks at.

It reckons what each use of a timer would bring (bot_economy.py), keeps both timers busy with the
best, flies where its goods will be wanted when it lands, and puts out its orders in the colours the
table trades in. It makes simple offers, keeps its own, and puts out what others ask for if that
suits it.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.bot_economy import Economy
from sandtable.games.time_n_space.bot_hands import CLUB
from sandtable.games.time_n_space.bot_person import Person
from sandtable.games.time_n_space.bot_reasons import NO_USE, WAIT_TO_DELIVER
from sandtable.games.time_n_space.bot_steps import choose_first
from sandtable.games.time_n_space.bot_talk import talk
from sandtable.games.time_n_space.bot_uses import best_use, could_turn, forced, lifts
from sandtable.games.time_n_space.state import CHOOSING, NOTHING, SpaceState

PONDER: Final[Ms] = 4_000
"""If nothing is worth doing, it looks again after this time."""
LOOK: Final[Ms] = 1_000
"""While its ship waits for a good, it looks again after this time."""


class Club(Person):
    """A club player."""

    LEVEL: ClassVar[str] = "club"
    ABOUT: ClassVar[str] = (
        "Makes what others want, and flies where its goods will be wanted when it lands."
    )

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng, CLUB)

    def weigh(self, state: SpaceState, acts: list[Act]) -> Plan | None:
        if state.phase == CHOOSING:
            return self.say(choose_first(acts, self.rng), state)
        economy = Economy(state, self.seat, self.taste)
        act = forced(acts, economy)
        if act is None:
            act = self.use(acts, economy)
        if act is None:
            act = talk(acts, economy)
        if act is not None:
            return self.say(act, state)
        if lifts(acts):
            return Plan(LOOK, None, WAIT_TO_DELIVER)
        if state.hand[self.seat] == NOTHING and could_turn(acts, state):
            return Plan(PONDER, None, NO_USE)
        return None

    def use(self, acts: list[Act], economy: Economy) -> Act | None:
        """Onto what a free timer is turned over; None if nothing is worth it."""
        return best_use(acts, economy, self.rng)
