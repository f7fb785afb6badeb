"""Grab: nothing but races, for measuring whether they are fair.

GR-1  A chance opens some 250 to 450 ms after the last one was taken.
GR-2  Whoever grabs it first has it; the next grab of the same chance is refused.
GR-3  When all chances are gone, the seat that took most of them has won.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.options import Option, Whole
from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat, Viewer

SHORTEST_GAP: Final = 250
LONGEST_GAP: Final = 450


class Grab(Act):
    """Take the open chance of this number."""

    NAME: ClassVar[str] = "grab"
    FIELDS: ClassVar[dict[str, Any]] = {"chance": int}

    def __init__(self, chance: int) -> None:
        self.chance = chance


class Races(State):
    def __init__(self, seats: int, chances: int, rng: Rng, like: "Races | None" = None) -> None:
        super().__init__(seats, rng, like)
        self.left = chances
        self.chance: int = 0 if like is None else like.chance
        self.is_open: bool = False if like is None else like.is_open
        self.opens_at: int = SHORTEST_GAP if like is None else like.opens_at
        self.taken: list[int] = [0] * seats if like is None else like.taken.copy()

    def copy(self) -> "Races":
        return Races(self.seats, self.left, self.rng.copy(), self)


class GrabGame(Game[Races]):
    NAME: ClassVar[str] = "grab"
    TITLE: ClassVar[str] = "Grab"
    BLURB: ClassVar[str] = "Races, one after the other."
    REAL_TIME: ClassVar[bool] = True
    ALL_SEE_THE_SAME: ClassVar[bool] = True
    ACTS: ClassVar[tuple[type[Act], ...]] = (Grab,)
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Whole("chances", "GR-3", "Chances", "How many chances there are.", 60, 1, 10_000),
    )

    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Races:
        return Races(seats, options["chances"], rng)

    def legal(self, state: Races, seat: Seat) -> list[Act]:
        return [Grab(state.chance)] if state.is_open else []

    def act(self, state: Races, seat: Seat, act: Act) -> list[Event]:
        if not isinstance(act, Grab) or not state.is_open or act.chance != state.chance:
            raise Refused("GR-2", "That chance is gone.")
        state.taken[seat] += 1
        state.left -= 1
        state.is_open = False
        state.opens_at = state.now + state.rng.between(SHORTEST_GAP, LONGEST_GAP)
        if state.left == 0:
            most = max(state.taken)
            winners = [one for one in range(state.seats) if state.taken[one] == most]
            breakdown: list[dict[str, int]] = [{} for _ in range(state.seats)]
            state.outcome = Outcome(winners, state.taken.copy(), breakdown, "most")
        return []

    def alarm(self, state: Races) -> Ms | None:
        if state.is_open or state.outcome is not None:
            return None
        return max(state.opens_at, state.now + 1)

    def ring(self, state: Races) -> list[Event]:
        state.chance += 1
        state.is_open = True
        return []

    def view(self, state: Races, viewer: Viewer) -> dict[str, Any]:
        return {
            "chance": state.chance,
            "open": state.is_open,
            "left": state.left,
            "taken": state.taken.copy(),
        }

    def imagine(self, state: Races, seat: Seat, rng: Rng) -> Races:
        twin = state.copy()
        twin.rng = rng.fork("imagine")
        return twin

    def dump(self, state: Races) -> dict[str, Any]:
        return {**self.view(state, None), "opens_at": state.opens_at}


GAME: Final = GrabGame()
