"""What every game's state has: the time, the generator, and whether it is over.

A game writes each field of its state once: what it is on a fresh table, and how it is copied. So no
copy can forget one, and none makes a list only to throw it away:

    class Table(State):
        def __init__(self, seats: int, rng: Rng, like: "Table | None" = None) -> None:
            super().__init__(seats, rng, like)
            self.turn: Seat = 0 if like is None else like.turn
            self.bag: list[int] = [] if like is None else like.bag.copy()

        def copy(self) -> "Table":
            return Table(self.seats, self.rng.copy(), self)
"""

from mypy_extensions import mypyc_attr

from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms

__all__ = ["State", "copy_lists"]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What is on the table: plain and mutable. `like` is the state that this one is a copy of."""

    def __init__(self, seats: int, rng: Rng, like: "State | None" = None) -> None:
        self.seats = seats
        self.rng = rng
        self.now: Ms = 0 if like is None else like.now
        self.outcome: Outcome | None = None if like is None else like.outcome

    def copy(self) -> "State":
        """An independent state that goes on from here in the same way."""
        raise NotImplementedError


def copy_lists(lists: list[list[int]]) -> list[list[int]]:
    """A copy of a list of lists, such as hands of cards, in which each list is a copy, too."""
    twins: list[list[int]] = []
    for one in lists:
        twins.append(one.copy())
    return twins
