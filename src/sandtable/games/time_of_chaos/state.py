"""What is on the table of A Time of Chaos."""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_of_chaos.options import NO_LIMIT, Setup
from sandtable.games.time_of_chaos.parts import (
    ACTIONS,
    CARD_COUNT,
    CITY_COUNT,
    CUBES,
    DECK_SIZE,
    ERA_COUNT,
    OPEN,
    TILE_COUNT,
)
from sandtable.games.time_of_chaos.steps import Step

PLACE: Final = 0
SEND: Final = 1
ACT: Final = 2
OVER: Final = 3

PHASES = ("place", "send", "act", "over")

NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1

SIDE: Final = 3
"""A grid has three rows of three (TC-S1); its places are counted row by row."""

NEXT_TO: list[list[int]] = [
    [
        other
        for other in range(CITY_COUNT)
        if abs(other // SIDE - place // SIDE) + abs(other % SIDE - place % SIDE) == 1
    ]
    for place in range(CITY_COUNT)
]
"""TC-A7: which places of a grid are orthogonally adjacent."""


class ChaosState(State):
    """The table. Tiles and cards are numbers, see parts.py.

    `grid`, `places` and `order` never change once they are dealt: copies share them.
    """

    def __init__(
        self,
        seats: int,
        rng: Rng,
        setup: Setup,
        grid: list[int],
        places: list[int],
        order: list[int],
        left: list[int],
        open_cards: list[int],
        hands: list[list[int]],
        delivered: list[list[int]],
        cubes: list[int],
        supply: list[int],
        cloaks: list[bool],
        minus: list[int],
        pawns: list[int],
        banks: list[Ms],
    ) -> None:
        self.seats = seats
        self.rng = rng
        self.now = 0
        self.outcome = None
        self.setup = setup
        self.grid = grid
        """The tile in each place: those of the past row by row, then present, then future."""
        self.places = places
        """The other way round: the place of each tile in the grid of its era."""
        self.order = order
        """Three decks of 18 as they were shuffled; the top card is the last of those left."""
        self.left = left
        """How many cards each deck still has."""
        self.open_cards = open_cards
        """The cards beside each deck, NO_CARD where the deck could not refill (TC-A3)."""
        self.hands = hands
        self.delivered = delivered
        self.known = 0
        """As bits: the cards that have lain open. All know where those are ever after (TC-E4)."""
        self.chaos = 0
        """As bits: the tiles whose CHAOS side is up."""
        self.cubes = cubes
        """Cubes by tile and seat: those of the first tile in seat order, then the next tile's."""
        self.supply = supply
        self.cloaks = cloaks
        """Whether each player's cloak is active."""
        self.minus = minus
        self.pawns = pawns
        self.phase = PLACE
        self.first: Seat = 0
        self.turn: Seat = 0
        self.turns = 0
        """How many turns have begun, all players together."""
        self.sent = 0
        """As bits: the tiles that have sent already while the player chooses (TC-T2)."""
        self.actions_left = ACTIONS
        self.idle = 0
        """How many turns in a row, up to now, passed without an action (TC-E5)."""
        self.since_delivery = 0
        """How many turns ended since the one in which a card was delivered last (TC-E6)."""
        self.ender: Seat = NOBODY
        """Who laid the fourth card (TC-E1)."""
        self.turn_began_at: Ms = 0
        self.turn_ends_at: Ms = NO_LIMIT
        self.banks = banks
        """TC-O2: what each player had left when the present turn began."""
        self.last_step: Step | None = None
        """TC-O3: what would be taken back next."""
        self.taken_back = 0
        """How often something was taken back in this turn (TC-O3)."""

    def copy(self) -> "ChaosState":
        twin = ChaosState(
            self.seats,
            self.rng.copy(),
            self.setup,
            self.grid,
            self.places,
            self.order,
            self.left.copy(),
            self.open_cards.copy(),
            copy_lists(self.hands),
            copy_lists(self.delivered),
            self.cubes.copy(),
            self.supply.copy(),
            self.cloaks.copy(),
            self.minus.copy(),
            self.pawns.copy(),
            self.banks.copy(),
        )
        twin.now = self.now
        twin.outcome = self.outcome
        twin.known = self.known
        twin.chaos = self.chaos
        twin.phase = self.phase
        twin.first = self.first
        twin.turn = self.turn
        twin.turns = self.turns
        twin.sent = self.sent
        twin.actions_left = self.actions_left
        twin.idle = self.idle
        twin.since_delivery = self.since_delivery
        twin.ender = self.ender
        twin.turn_began_at = self.turn_began_at
        twin.turn_ends_at = self.turn_ends_at
        twin.last_step = self.last_step
        twin.taken_back = self.taken_back
        return twin

    def in_chaos(self, tile: int) -> bool:
        return self.chaos >> tile & 1 != 0

    def is_known(self, card: int) -> bool:
        """Whether all know where this card is."""
        return self.known >> card & 1 != 0

    def cubes_on(self, tile: int, seat: Seat) -> int:
        return self.cubes[tile * self.seats + seat]

    def deck_of(self, era: int) -> list[int]:
        """The cards still in a deck, the top one last."""
        return self.order[era * DECK_SIZE : era * DECK_SIZE + self.left[era]]


def copy_lists(lists: list[list[int]]) -> list[list[int]]:
    twins: list[list[int]] = []
    for one in lists:
        twins.append(one.copy())
    return twins


def empty_table(seats: int, rng: Rng, setup: Setup) -> ChaosState:
    """A table before tiles are laid and cards are dealt."""
    return ChaosState(
        seats,
        rng,
        setup,
        list(range(TILE_COUNT)),
        [tile % CITY_COUNT for tile in range(TILE_COUNT)],
        list(range(CARD_COUNT)),
        [DECK_SIZE] * ERA_COUNT,
        [NO_CARD] * (ERA_COUNT * OPEN),
        [[] for _ in range(seats)],
        [[] for _ in range(seats)],
        [0] * (TILE_COUNT * seats),
        [CUBES] * seats,
        [True] * seats,
        [0] * seats,
        [NOWHERE] * seats,
        [setup.bank] * seats,
    )
