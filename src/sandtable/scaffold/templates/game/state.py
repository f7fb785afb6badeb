"""What is on the table."""

from sandtable.engine.rng import Rng
from sandtable.engine.state import State, copy_lists
from sandtable.engine.units import Ms, Seat

from .options import Setup


class Table(State):
    """Bag, hands and aside hold the values of their pebbles, smallest first.

    `playing` are the seats that have not stopped, in order.
    """

    def __init__(self, seats: int, rng: Rng, setup: Setup, like: "Table | None" = None) -> None:
        """A fresh table; or, with `like`, a copy of that one that shares no list with it."""
        super().__init__(seats, rng, like)
        self.setup = setup
        self.bag: list[int] = [] if like is None else like.bag.copy()
        self.hands: list[list[int]] = (
            [[] for _ in range(seats)] if like is None else copy_lists(like.hands)
        )
        self.aside: list[int] = [] if like is None else like.aside.copy()
        self.playing: list[Seat] = list(range(seats)) if like is None else like.playing.copy()
        self.turn: Seat = 0 if like is None else like.turn
        self.turn_ends_at: Ms = 0 if like is None else like.turn_ends_at

    def copy(self) -> "Table":
        return Table(self.seats, self.rng.copy(), self.setup, self)
