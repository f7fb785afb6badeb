"""What all levels of Time 'n' Space have in common: hands, a taste, and an ear for questions."""

from typing import Any

from sandtable.engine.acts import Act
from sandtable.engine.bot import FREE, Bot, Budget, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.hands import Hands
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import Lift
from sandtable.games.time_n_space.bot_hands import deed
from sandtable.games.time_n_space.bot_reasons import reason
from sandtable.games.time_n_space.bot_steps import asks
from sandtable.games.time_n_space.parts import COLOUR_COUNT
from sandtable.games.time_n_space.state import SpaceState


class Person(Bot):
    def __init__(self, game: Game[Any], seat: Seat, rng: Rng, hands: Hands) -> None:
        super().__init__(game, seat, rng)
        self.hands = hands
        self.budget: Budget = FREE
        self.answering = False
        """Whether its present plan answers what it is asked as an owner."""
        self.taste: list[int] = list(range(COLOUR_COUNT))
        rng.shuffle(self.taste)

    def plan(self, seen: Seen) -> Plan | None:
        """Where there is nothing to do, wait; where there is, weigh it."""
        acts = seen.legal()
        self.answering = asks(acts)
        if not acts:
            return None
        self.budget = seen.budget
        state = seen.imagine(self.rng)
        assert isinstance(state, SpaceState)
        return self.weigh(state, acts)

    def weigh(self, state: SpaceState, acts: list[Act]) -> Plan | None:
        """What to do next at this imagined table; None to wait until something happens."""
        raise NotImplementedError

    def say(self, act: Act, state: SpaceState) -> Plan:
        """Do this, in the time it takes; nobody overlooks anything but a timer."""
        after = self.hands.take(self.rng, deed(act))
        if isinstance(act, Lift):
            after += self.hands.elsewhere(self.rng)
        return Plan(after, act, reason(state, self.seat, act))

    def interrupted(self, seen: Seen) -> bool:
        """A question to the owner comes before anything else, and may settle itself."""
        return asks(seen.legal()) != self.answering
