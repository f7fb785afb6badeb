"""What is on the table."""

from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat

from .options import Setup


class Table(State):
    """Bag, hands and aside hold the values of their pebbles, smallest first.

    `playing` are the seats that have not stopped, in order.
    """

    def __init__(self, seats: int, rng: Rng, setup: Setup) -> None:
        super().__init__(seats, rng)
        self.setup = setup
        self.bag: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.aside: list[int] = []
        self.playing: list[Seat] = list(range(seats))
        self.turn: Seat = 0
        self.turn_ends_at: Ms = 0

    def copy(self) -> "Table":
        """By hand, list by list: a list that two states share would tie them together."""
        twin = Table(self.seats, self.rng.copy(), self.setup)
        twin.copy_common(self)
        twin.bag = self.bag.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.aside = self.aside.copy()
        twin.playing = self.playing.copy()
        twin.turn = self.turn
        twin.turn_ends_at = self.turn_ends_at
        return twin
