"""The expert of the watch: it searches as soon as it may ring."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import Search
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_club import Club
from sandtable.games.watch.bot_mind import WatchMind
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.state import WatchState

ROUNDS: Final = 400
"""Rounds of one search. More make it hardly better; see docs/bots.md."""


class Expert(Club):
    """Until it may ring it plays like a club player, whose pace and hands it has."""

    LEVEL: ClassVar[str] = "expert"
    ABOUT: ClassVar[str] = "Plays the last minute through in its head, hundreds of times a turn."
    THINKS: ClassVar[Ms] = 1_000

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.rounds = ROUNDS

    def choose_move(self, state: WatchState, beliefs: Beliefs) -> Act:
        tempo = Tempo(state, self.seat)
        if tempo.urgency == 0 or tempo.players == 1:
            return super().choose_move(state, beliefs)
        return self.search(state, beliefs)

    def choose_exchange(self, state: WatchState, beliefs: Beliefs) -> Act:
        if Tempo(state, self.seat).urgency == 0:
            return super().choose_exchange(state, beliefs)
        return self.search(state, beliefs)

    def search(self, state: WatchState, beliefs: Beliefs) -> Act:
        search = Search(WatchMind(self.game, self.seat, beliefs), state, self.rng)
        search.think(self.rounds, self.budget)
        best = search.best()
        assert best is not None
        return best
