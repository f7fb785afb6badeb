"""The expert of the watch: it searches as soon as it may ring."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import SURE, Search
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.actions import KEEP
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_club import SAMPLES, Club, Idea, score_of
from sandtable.games.watch.bot_mind import WatchMind
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.parts import CARD_COUNT
from sandtable.games.watch.state import WatchState

ROUNDS: Final = 400
"""Rounds of one search."""

EVERYWHERE: Final = list(range(CARD_COUNT))
IDEAS: Final = 6
"""How many moves are tried out: those that a club player likes best."""
TRUST: Final = 40
"""How many rounds the first impression counts for."""


class Expert(Club):
    """Until it may ring it plays like a club player, whose pace and hands it has."""

    LEVEL: ClassVar[str] = "expert"
    ABOUT: ClassVar[str] = (
        "Once the timer may ring, plays the rest through in its head, hundreds of times a turn."
    )
    THINKS: ClassVar[Ms] = 1_000

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.rounds = ROUNDS

    def choose_move(self, state: WatchState, beliefs: Beliefs) -> Act:
        tempo = Tempo(state, self.seat)
        if tempo.urgency == 0 or tempo.players == 1:
            return super().choose_move(state, beliefs)
        ideas = self.moves(state, beliefs)
        return self.search(state, beliefs, ideas) if ideas else super().choose_move(state, beliefs)

    def choose_exchange(self, state: WatchState, beliefs: Beliefs) -> Act:
        if Tempo(state, self.seat).urgency == 0:
            return super().choose_exchange(state, beliefs)
        return self.search(state, beliefs, self.exchanges(state, beliefs))

    def exchanges(self, state: WatchState, beliefs: Beliefs) -> list[Idea]:
        """To keep one's cards, and the exchanges there are."""
        known = state.seen[self.seat]
        layouts = [beliefs.draw(state, known, self.rng) for _ in range(SAMPLES)]
        left = max(1, state.tokens[self.seat])
        found = [Idea(KEEP, self.worth(state, state.pawns, layouts, left))]
        found += self.swaps(state, state.pawns, layouts, left, EVERYWHERE)
        return found

    def worth_taking(self, state: WatchState, pawns: list[int]) -> list[int]:
        """It thinks of any card, as likely as it believes it to lie there."""
        return EVERYWHERE

    def search(self, state: WatchState, beliefs: Beliefs, ideas: list[Idea]) -> Act:
        """The best of a few ideas, by what came of them and by first impression."""
        ideas.sort(key=score_of, reverse=True)
        del ideas[IDEAS:]
        mind = WatchMind(self.game, self.seat, beliefs)
        mind.first = [idea.act for idea in ideas]
        search = Search(mind, state, self.rng)
        search.think(self.rounds, self.budget)
        visits = 0
        worth = 0
        for node in search.root.children:
            visits += node.visits
            worth += node.worth
        usual = worth // max(1, visits)
        best = ideas[0].act
        most = -(1 << 40)
        for idea in ideas:
            tried = search.root.child(self.seat, mind.code(idea.act))
            visits = 0 if tried is None else tried.visits
            worth = 0 if tried is None else tried.worth
            impression = usual + max(-SURE, (idea.score - ideas[0].score) // 100)
            value = 1_000 * (worth + TRUST * impression) // (visits + TRUST)
            if value > most:
                best, most = idea.act, value
        return best
