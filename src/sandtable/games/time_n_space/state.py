"""What is on the table of Time 'n' Space.

Everything that belongs to seats lies in flat lists, seat after seat: few lists to copy, and no
object for each counter.
"""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State, copy_lists
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.options import Setup
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    MAT,
    MOST_STAGE,
    ORDER_COUNT,
    PARTS,
    STAGES,
    STATION,
    TIMERS,
    orders_above,
)

CHOOSING: Final = 0
PLAY: Final = 1
FINAL: Final = 2
OVER: Final = 3
PHASES: Final = ("choosing", "play", "final", "over")

EMPTY: Final = 0
GOOD: Final = 1
ORDER: Final = 5
"""What lies on a spot: nothing, GOOD + a colour, or ORDER + a kind of order."""

RESEARCH: Final = 8
SHIP: Final = 9
"""Time symbols of a seat: its eight buildings come first, then these two."""

FREE: Final = -1
HELD: Final = -2
"""Where a timer is when it is on no symbol: free, or lifted with its action not yet finished."""

NOTHING: Final = -1

SPOTS_OF_BUILDING: Final = MOST_STAGE
SPOTS_OF_MAT: Final = BUILDING_COUNT * MOST_STAGE
ALL_SPOTS: Final = (1 << SPOTS_OF_MAT) - 1
"""Sets of spots of one mat are numbers: the bit 1 << n stands for the mat's spot n."""

NO_LINE: Final = 0
WINDOW: Final = 1
ASKED: Final = 2
FILLING: Final = 3
CHOICE: Final = 4
LINES: Final = ("none", "window", "asked", "filling", "choice")
"""TS-A11: what those in line at a planet wait for: nothing, whether somebody else arrives, the
owner's word who is first, the one who fills, or the owner's choice of an order for another."""

CHOICES: Final = 2
"""TS-S3: orders that everyone picks before the start."""


class Debt:
    """TS-A8: goods a visitor has delivered for which the owner still owes the counters."""

    def __init__(self, host: Seat, visitor: Seat, due: Ms, owed: list[int], among: int) -> None:
        self.host = host
        self.visitor = visitor
        self.due = due
        """When the table chooses for the owner; 0 while an earlier visitor's debt comes first."""
        self.owed = owed
        """Counters by colour."""
        self.among = among
        """The spots of the owner's mat whose orders may be given for them."""

    def copy(self) -> "Debt":
        return Debt(self.host, self.visitor, self.due, self.owed.copy(), self.among)


class SpaceState(State):
    """The table. Fresh: bare mats, all orders above them, ships and white counters at home (TS-S2,
    TS-C5)."""

    def __init__(
        self, seats: int, rng: Rng, setup: Setup, like: "SpaceState | None" = None
    ) -> None:
        super().__init__(seats, rng, like)
        self.setup = setup
        self.phase: int = CHOOSING if like is None else like.phase
        self.due: Ms = setup.choosing if like is None else like.due
        """When the phase ends by itself."""
        self.chosen: list[int] = (
            [NOTHING] * (CHOICES * seats) if like is None else like.chosen.copy()
        )
        """TS-S3, two a seat: order * 8 + building, or NOTHING."""
        self.kinds: list[int] = MAT * seats if like is None else like.kinds.copy()
        """Eight a seat: what each building is, as it is covered now."""
        self.stages: list[int] = (
            [1] * (seats * BUILDING_COUNT) if like is None else like.stages.copy()
        )
        self.spots: list[int] = (
            [EMPTY] * (SPOTS_OF_MAT * seats) if like is None else like.spots.copy()
        )
        """Three a building, of which it has as many as its stage says."""
        self.above: list[int] = (
            orders_above(setup.introductory) * seats if like is None else like.above.copy()
        )
        """Orders above the mat by kind of order."""
        self.won: list[int] = (
            [0] * (seats * seats * ORDER_COUNT) if like is None else like.won.copy()
        )
        """Counters below the mat: by seat, then whose they were, then kind of order."""
        self.bonus_at: list[int] = [1] * seats if like is None else like.bonus_at.copy()
        """1 while the white counter lies on the seat's planet."""
        self.bonuses: list[int] = [0] * seats if like is None else like.bonuses.copy()
        self.research: list[int] = [NOTHING] * seats if like is None else like.research.copy()
        """The kind of the tile on the research space, or NOTHING."""
        self.ship_at: list[int] = list(range(seats)) if like is None else like.ship_at.copy()
        self.ship_to: list[int] = list(range(seats)) if like is None else like.ship_to.copy()
        """Where a ship with a timer on it is going; where it is, if it stays or has no timer."""
        self.timer_on: list[int] = (
            [FREE] * (TIMERS * seats) if like is None else like.timer_on.copy()
        )
        """Two a seat: a symbol, FREE or HELD."""
        self.timer_at: list[Ms] = [0] * (TIMERS * seats) if like is None else like.timer_at.copy()
        """When the timer has run out; 0 when it is on no symbol."""
        self.hand: list[int] = [NOTHING] * seats if like is None else like.hand.copy()
        """The symbol whose lifted action the seat carries out, or NOTHING."""
        self.hand_did: list[int] = [0] * seats if like is None else like.hand_did.copy()
        """Steps of that action done so far."""
        self.waits: list[int] = [0] * seats if like is None else like.waits.copy()
        """1 while the seat waits in line at the planet it has come to (TS-A11)."""
        self.lifted_at: list[Ms] = [0] * seats if like is None else like.lifted_at.copy()
        """When the seat last lifted a timer."""
        self.visit: list[int] = [0] * seats if like is None else like.visit.copy()
        """TS-A10: during a visit, the spots whose orders the seat may still fill; else 0."""
        self.line: list[int] = [] if like is None else like.line.copy()
        """The seats that wait, in the order in which they lifted."""
        self.line_stage: list[int] = [NO_LINE] * seats if like is None else like.line_stage.copy()
        self.line_due: list[Ms] = [0] * seats if like is None else like.line_due.copy()
        """When that stage ends by itself; 0 when nobody waits at the planet."""
        self.line_first: list[int] = [NOTHING] * seats if like is None else like.line_first.copy()
        """Who fills while others wait behind; NOTHING unless the stage is FILLING."""
        self.stacks: list[list[int]] = (
            [[] for _ in range(setup.board.moons)] if like is None else copy_lists(like.stacks)
        )
        """Tiles on each moon by kind; the last is the open top."""
        self.known: list[int] = [0] * setup.board.moons if like is None else like.known.copy()
        """How many tiles at the bottom of each stack all have seen go there (TS-A5)."""
        self.supply: list[int] = (
            [PARTS.goods] * COLOUR_COUNT if like is None else like.supply.copy()
        )
        self.debts: list[Debt] = [] if like is None else [debt.copy() for debt in like.debts]
        self.may_offer: list[int] = [1] * seats if like is None else like.may_offer.copy()
        """TS-A13: 1 when a timer was turned over since the seat's last offer."""
        self.offers: list[int] = [NOTHING] * seats if like is None else like.offers.copy()
        """The open offer of each seat: (to * 4 + bring) * 4 + put out; or NOTHING."""

    def copy(self) -> "SpaceState":
        return SpaceState(self.seats, self.rng.copy(), self.setup, self)


def room(state: SpaceState, seat: Seat, building: int) -> int:
    """TS-S4: how many spots a building has; a centre has none."""
    at = seat * BUILDING_COUNT + building
    return 0 if state.kinds[at] == CENTRE else STAGES[state.stages[at]]


def empty_spot(state: SpaceState, seat: Seat, building: int) -> int:
    """The place in `spots` of a building's first empty spot, or NOTHING."""
    start = (seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
    for spot in range(start, start + room(state, seat, building)):
        if state.spots[spot] == EMPTY:
            return spot
    return NOTHING


def spot_with(state: SpaceState, seat: Seat, building: int, piece: int) -> int:
    """The place in `spots` of a building's first spot that holds this piece, or NOTHING."""
    start = (seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
    for spot in range(start, start + SPOTS_OF_BUILDING):
        if state.spots[spot] == piece:
            return spot
    return NOTHING


def is_bare(state: SpaceState, seat: Seat, building: int) -> bool:
    """TS-A4: no good and no order lies on the building."""
    start = (seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
    return all(state.spots[spot] == EMPTY for spot in range(start, start + SPOTS_OF_BUILDING))


def is_plant(state: SpaceState, seat: Seat, building: int) -> bool:
    return state.kinds[seat * BUILDING_COUNT + building] < STATION


def timer_with(state: SpaceState, seat: Seat, where: int) -> int:
    """The seat's first timer that is on this symbol (or FREE, or HELD), or NOTHING."""
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        if state.timer_on[timer] == where:
            return timer
    return NOTHING


def open_orders(state: SpaceState, seat: Seat, order: int) -> int:
    """How many orders of this kind lie on the seat's mat."""
    piece = ORDER + order
    count = 0
    for spot in range(seat * SPOTS_OF_MAT, (seat + 1) * SPOTS_OF_MAT):
        if state.spots[spot] == piece:
            count += 1
    return count


def above_in_colour(state: SpaceState, seat: Seat, colour: int) -> int:
    """TS-E2: orders of a colour that are still above the mat."""
    count = 0
    values = ORDER_COUNT // COLOUR_COUNT
    start = seat * ORDER_COUNT + colour * values
    for order in range(start, start + values):
        count += state.above[order]
    return count


def chosen_count(state: SpaceState, seat: Seat) -> int:
    """How many of its first orders a seat has picked."""
    count = 0
    for nth in range(seat * CHOICES, (seat + 1) * CHOICES):
        if state.chosen[nth] != NOTHING:
            count += 1
    return count


def left_to_choose(state: SpaceState, seat: Seat, order: int) -> int:
    """Orders of a kind that the seat has above its mat and has not picked."""
    left = state.above[seat * ORDER_COUNT + order]
    for nth in range(seat * CHOICES, (seat + 1) * CHOICES):
        if state.chosen[nth] != NOTHING and state.chosen[nth] // BUILDING_COUNT == order:
            left -= 1
    return left


def room_to_choose(state: SpaceState, seat: Seat, building: int) -> int:
    """TS-S4: spots of a building that hold none of the orders picked so far."""
    spots = room(state, seat, building)
    for nth in range(seat * CHOICES, (seat + 1) * CHOICES):
        if state.chosen[nth] != NOTHING and state.chosen[nth] % BUILDING_COUNT == building:
            spots -= 1
    return spots
