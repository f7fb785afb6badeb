"""Connect four without an end, for the server under load.

CF-5  After four in a row, or on a full board, the board is cleared and seat 0 begins again.

So the tables of a measurement play on for as long as it lasts. boardgame.io's clients ask for
another match instead, over the connection they have: two messages after some twenty moves.
"""

from typing import Any, ClassVar, Final

from bench.connect_four import Board, ConnectFour
from sandtable.engine.acts import Act
from sandtable.engine.errors import BadPosition
from sandtable.engine.events import Event
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat


class EndlessFour(ConnectFour):
    NAME: ClassVar[str] = "endless-four"
    TITLE: ClassVar[str] = "Endless connect four"

    def act(self, state: Board, seat: Seat, act: Act) -> list[Event]:
        events = super().act(state, seat, act)
        if state.outcome is not None:
            state.outcome = None
            state.first = 0
            state.second = 0
            state.full = 0
            state.dropped = 0
        return events

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Board:
        if over:
            raise BadPosition("endless connect four does not end")
        return super().load(data, seats, options, rng, now, over)


GAME: Final = EndlessFour()
