"""What every game's state has: the time, the generator, and whether it is over."""

from mypy_extensions import mypyc_attr

from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What is on the table. Plain and mutable; `copy` is written by hand in each game."""

    def __init__(self, seats: int, rng: Rng) -> None:
        self.seats = seats
        self.rng = rng
        self.now: Ms = 0
        self.outcome: Outcome | None = None

    def copy(self) -> "State":
        """An independent state that goes on from here in the same way."""
        raise NotImplementedError

    def copy_common(self, other: "State") -> None:
        """Take over time and outcome from the state this one is a copy of."""
        self.now = other.now
        self.outcome = other.outcome
