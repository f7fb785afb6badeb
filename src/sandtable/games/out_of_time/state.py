"""What is on the table of Out of Time."""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.options import Setup
from sandtable.games.out_of_time.parts import (
    A_BLOCKED,
    B_BLOCKED,
    BOARD,
    BOTH_BLOCKED,
    CARDS,
    COLOUR_COUNT,
    NEXT_TO,
    PARTS,
    SPACES,
)

GREY: Final[int] = COLOUR_COUNT
"""What lies on a space: the number of a colour, or one of these two."""
TURNED: Final[int] = COLOUR_COUNT + 1

IN_HAND: Final = -1
"""Where a glass is that has not been placed yet."""
NOBODY: Final = -1
"""No glass on a space; or nobody did it."""

UNKNOWN: Final = -1
NEVER: Final = 0


class Glass:
    """A sand timer. Upright, its sand runs until `runs_out_at`; fallen, `left` of it waits."""

    def __init__(self, number: int, like: "Glass | None" = None) -> None:
        self.number = number
        self.seat: Seat = number >> 1
        self.space: int = IN_HAND if like is None else like.space
        self.placed_at: Ms = 0 if like is None else like.placed_at
        self.runs_out_at: Ms = 0 if like is None else like.runs_out_at
        self.noticed: bool = False if like is None else like.noticed
        """OT-K3: it has fallen where it stands, so nobody can overlook it there a second time."""
        self.fallen: bool = False if like is None else like.fallen
        self.left: Ms = 0 if like is None else like.left
        self.fell_at: Ms = 0 if like is None else like.fell_at
        self.knocked_by: Seat = NOBODY if like is None else like.knocked_by
        self.protected_until: Ms = NEVER if like is None else like.protected_until
        """OT-K3: it was stood up, and is safe until then; NEVER if it was not."""

    def copy(self) -> "Glass":
        return Glass(self.number, self)


class Player:
    """A player's mat: the card with its cubes in the order taken, and what was scored."""

    def __init__(self, like: "Player | None" = None) -> None:
        self.card: int = 0 if like is None else like.card
        self.room: list[int] = [0] * COLOUR_COUNT if like is None else like.room.copy()
        """Empty spaces of each colour on the card."""
        self.cubes: list[int] = [] if like is None else like.cubes.copy()
        self.scored: list[int] = [] if like is None else like.scored.copy()
        self.owed: int = 0 if like is None else like.owed
        """OT-K5: how many of the next cubes taken go straight back."""
        self.choose_by: Ms = NEVER if like is None else like.choose_by
        """OT-K5: the deadline for choosing which cube goes back; NEVER if there is no choice."""
        self.must_stand_up: int = 0 if like is None else like.must_stand_up
        """OT-K2: how many glasses of others this player has to stand up before anything else."""

    def copy(self) -> "Player":
        return Player(self)


class OutOfTimeState(State):
    """The table. The glasses of seat s are 2s and 2s + 1; the deck is drawn from its end."""

    def __init__(
        self, seats: int, rng: Rng, setup: Setup, like: "OutOfTimeState | None" = None
    ) -> None:
        super().__init__(seats, rng, like)
        self.setup = setup
        self.tiles: list[int] = [GREY] * SPACES if like is None else like.tiles
        """What lies on each space. It never changes once it is laid: copies share it."""
        self.next_to: list[list[int]] = NEXT_TO if like is None else like.next_to
        """The spaces next to each where a glass may stand, empty or not; copies share it."""
        self.glasses: list[Glass] = (
            [Glass(number) for number in range(2 * seats)]
            if like is None
            else [glass.copy() for glass in like.glasses]
        )
        self.players: list[Player] = (
            [Player() for _ in range(seats)]
            if like is None
            else [player.copy() for player in like.players]
        )
        self.standing: list[int] = [NOBODY] * SPACES if like is None else like.standing.copy()
        """The number of the glass on each space, or NOBODY."""
        self.fallen: int = 0 if like is None else like.fallen
        """How many glasses lie knocked over."""
        self.supply: list[int] = PARTS.cubes.copy() if like is None else like.supply.copy()
        self.deck: list[int] = [] if like is None else like.deck.copy()
        self.first: Seat = 0 if like is None else like.first
        self.step: int = 0 if like is None else like.step
        """How many placements of the placement round are done."""
        self.place_by: Ms = 0 if like is None else like.place_by
        self.due: Ms = UNKNOWN if like is None else like.due
        """The next alarm if it has been worked out since the last change, NEVER for none."""

    def copy(self) -> "OutOfTimeState":
        return OutOfTimeState(self.seats, self.rng.copy(), self.setup, self)


def is_placing(state: OutOfTimeState) -> bool:
    """OT-P3: whether the placement round is still going on."""
    return state.step < state.setup.placements


def placing_seat(state: OutOfTimeState) -> Seat:
    """OT-P1, OT-P2: to the right from the first player to the last, then back to the left."""
    seats = state.seats
    step = state.step if state.step < seats else 2 * seats - 1 - state.step
    return (state.first - step) % seats


def lay_card(player: Player, card: int) -> None:
    """Put a fresh card in front of a player."""
    player.card = card
    player.room = CARDS[card].copy()
    player.cubes = []


def open_neighbours(state: OutOfTimeState) -> list[list[int]]:
    """OT-S2: which neighbours count; turned-over tiles do not if the table blocks them."""
    if not state.setup.blocked:
        return NEXT_TO
    a = len(BOARD.a) > 0 and state.tiles[BOARD.a[0]] == TURNED
    b = len(BOARD.b) > 0 and state.tiles[BOARD.b[0]] == TURNED
    if a:
        return BOTH_BLOCKED if b else A_BLOCKED
    return B_BLOCKED if b else NEXT_TO


def free_places(state: OutOfTimeState) -> list[int]:
    """OT-P1: empty corners for a first glass; OT-P2: empty spaces next to it for the second."""
    if state.step < state.seats:
        spaces = BOARD.corners
    else:
        spaces = state.next_to[state.glasses[2 * placing_seat(state)].space]
    return [space for space in spaces if state.standing[space] == NOBODY]
