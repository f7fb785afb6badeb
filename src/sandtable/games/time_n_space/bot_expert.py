"""The expert of Time 'n' Space: it plays the next minutes through before it turns a timer over."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan
from sandtable.engine.game import Game
from sandtable.engine.hands import Moment
from sandtable.engine.rng import Rng
from sandtable.engine.search import Search
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.bot_club import Club
from sandtable.games.time_n_space.bot_economy import Economy
from sandtable.games.time_n_space.bot_hands import EXPERT, TIMER
from sandtable.games.time_n_space.bot_mind import WIDTH, SpaceMind
from sandtable.games.time_n_space.bot_reasons import reason
from sandtable.games.time_n_space.bot_uses import good_uses
from sandtable.games.time_n_space.state import SpaceState

ROUNDS: Final = 30
"""Rounds of one search, some for each use worth a thought."""
CLEARLY: Final = 12
"""In thousandths of a win: what another use must promise beyond the club player's choice."""
TRIED: Final = 5
"""With fewer rounds than this an act has not shown what it brings."""


class Expert(Club):
    """What else there is to do, lifting timers and the steps of an action, it does like a club
    player."""

    LEVEL: ClassVar[str] = "expert"
    ABOUT: ClassVar[str] = "Plays the next few minutes through in its head before it uses a timer."
    THINKS: ClassVar[Ms] = 1_000

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.hands = EXPERT
        self.rounds = ROUNDS
        self.moment: Moment | None = None
        """How long the act takes that it has searched for."""

    def weigh(self, state: SpaceState, acts: list[Act]) -> Plan | None:
        self.moment = None
        return super().weigh(state, acts)

    def say(self, act: Act, state: SpaceState) -> Plan:
        if self.moment is None:
            return super().say(act, state)
        return Plan(self.moment.take(), act, reason(state, self.seat, act))

    def use(self, acts: list[Act], economy: Economy) -> Act | None:
        uses = good_uses(acts, economy, WIDTH)
        if len(uses) < 2:
            return super().use(acts, economy)
        mind = SpaceMind(self.game, self.seat, economy.seats, self.taste)
        self.moment = Moment(self.hands, self.rng, TIMER, self.budget)
        search = Search(mind, economy.state, self.rng)
        search.think(self.rounds, self.budget)
        usual = mind.code(uses[0])
        best = uses[0]
        most = 0
        for node in search.root.children:
            if node.code == usual and node.visits > 0:
                most = node.worth // node.visits + CLEARLY
        for node in search.root.children:
            if node.act is None or node.code == usual or node.visits < TRIED:
                continue
            if node.worth // node.visits > most:
                best, most = node.act, node.worth // node.visits
        return best
