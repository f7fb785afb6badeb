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
"""No glass on a space; nobody's doing."""

UNKNOWN: Final = -1
NEVER: Final = 0


class Glass:
    """A sand timer. Upright, its sand runs until `runs_out_at`; fallen, `left` of it waits."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seat: Seat = number >> 1
        self.space = IN_HAND
        self.placed_at: Ms = 0
        self.runs_out_at: Ms = 0
        self.noticed = False
        """OT-K3: it has fallen where it stands, so that nobody can overlook it there again."""
        self.fallen = False
        self.left: Ms = 0
        self.fell_at: Ms = 0
        self.knocked_by: Seat = NOBODY
        self.protected_until: Ms = NEVER
        """OT-K3: it was stood up and cannot be knocked over before; NEVER when it was not."""

    def copy(self) -> "Glass":
        twin = Glass(self.number)
        twin.space = self.space
        twin.placed_at = self.placed_at
        twin.runs_out_at = self.runs_out_at
        twin.noticed = self.noticed
        twin.fallen = self.fallen
        twin.left = self.left
        twin.fell_at = self.fell_at
        twin.knocked_by = self.knocked_by
        twin.protected_until = self.protected_until
        return twin


class Player:
    """A player's mat: the card with its cubes in the order taken, and what was scored."""

    def __init__(self, card: int, room: list[int], cubes: list[int], scored: list[int]) -> None:
        self.card = card
        self.room = room
        """Empty spaces of each colour on the card."""
        self.cubes = cubes
        self.scored = scored
        self.owed = 0
        """OT-K5: so many of the next cubes taken go straight back."""
        self.choose_by: Ms = NEVER
        """OT-K5: until when to choose which cube goes back; NEVER when there is no choice."""
        self.must_stand_up = 0
        """OT-K2: how many glasses of others this player has to stand up before anything else."""

    def copy(self) -> "Player":
        twin = Player(self.card, self.room.copy(), self.cubes.copy(), self.scored.copy())
        twin.owed = self.owed
        twin.choose_by = self.choose_by
        twin.must_stand_up = self.must_stand_up
        return twin


class OutOfTimeState(State):
    """The table. The glasses of seat s are 2s and 2s + 1; the deck is drawn from its end."""

    def __init__(
        self,
        seats: int,
        rng: Rng,
        setup: Setup,
        tiles: list[int],
        glasses: list[Glass],
        players: list[Player],
        standing: list[int],
        supply: list[int],
        deck: list[int],
    ) -> None:
        self.seats = seats
        self.rng = rng
        self.now = 0
        self.outcome = None
        self.setup = setup
        self.tiles = tiles
        self.next_to: list[list[int]] = NEXT_TO
        """The spaces next to each where a glass may stand, empty or not."""
        self.glasses = glasses
        self.players = players
        self.standing = standing
        """The number of the glass on each space, or NOBODY."""
        self.fallen = 0
        """How many glasses lie knocked over."""
        self.supply = supply
        self.deck = deck
        self.first: Seat = 0
        self.step = 0
        """How many placements of the placement round are behind us."""
        self.place_by: Ms = 0
        self.due: Ms = UNKNOWN
        """The next alarm if it has been worked out since the last change, NEVER for none."""

    def copy(self) -> "OutOfTimeState":
        twin = OutOfTimeState(
            self.seats,
            self.rng.copy(),
            self.setup,
            self.tiles,
            [glass.copy() for glass in self.glasses],
            [player.copy() for player in self.players],
            self.standing.copy(),
            self.supply.copy(),
            self.deck.copy(),
        )
        twin.now = self.now
        twin.outcome = self.outcome
        twin.next_to = self.next_to
        twin.fallen = self.fallen
        twin.first = self.first
        twin.step = self.step
        twin.place_by = self.place_by
        twin.due = self.due
        return twin


def empty_table(seats: int, rng: Rng, setup: Setup) -> OutOfTimeState:
    """A table before tiles are laid and cards are dealt."""
    return OutOfTimeState(
        seats,
        rng,
        setup,
        [GREY] * SPACES,
        [Glass(number) for number in range(2 * seats)],
        [Player(0, [0] * COLOUR_COUNT, [], []) for _ in range(seats)],
        [NOBODY] * SPACES,
        PARTS.cubes.copy(),
        [],
    )


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
