"""What the search needs to know about connect four, which is nothing but the rules.

A round is played to its end by chance, as the peer's is; what is measured is the machinery.
"""

from bench.connect_four import GAME, Board, Drop
from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.search import SURE, Mind, Search
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat


class FourMind(Mind):
    def code(self, act: Act) -> int:
        assert isinstance(act, Drop)
        return act.column

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        return rng.pick(GAME.legal(own(state), seat))

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        return 0

    def worth(self, state: State, seat: Seat) -> int:
        assert state.outcome is not None
        winners = state.outcome.winners
        return SURE // 2 if not winners else SURE if seat in winners else 0


def own(state: State) -> Board:
    assert isinstance(state, Board)
    return state


def think(state: Board, rounds: int, seed: int) -> Search:
    """Think about a position for so many rounds."""
    search = Search(FourMind(GAME, state.dropped & 1), state, seeded(seed))
    search.think(rounds)
    return search
