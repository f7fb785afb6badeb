"""What is on the table of A Time of Chaos."""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State, copy_lists
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

PHASES: Final = ("place", "send", "act", "over")

NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1

SIDE: Final = 3
"""A grid has three rows of three (TC-S1); its places are counted row by row."""

NEXT_TO: Final[list[list[int]]] = [
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

    What never changes once it is dealt is not copied: copies share it.
    """

    def __init__(
        self, seats: int, rng: Rng, setup: Setup, like: "ChaosState | None" = None
    ) -> None:
        super().__init__(seats, rng, like)
        self.setup = setup
        self.grid: list[int] = list(range(TILE_COUNT)) if like is None else like.grid
        """The tile in each place, row by row: past, present, future; copies share it."""
        self.places: list[int] = (
            [tile % CITY_COUNT for tile in range(TILE_COUNT)] if like is None else like.places
        )
        """The other way round: the place of each tile in its era's grid; copies share it."""
        self.order: list[int] = list(range(CARD_COUNT)) if like is None else like.order
        """Three decks of 18 as shuffled, the top card last of those left; copies share it."""
        self.left: list[int] = [DECK_SIZE] * ERA_COUNT if like is None else like.left.copy()
        """How many cards each deck still has."""
        self.open_cards: list[int] = (
            [NO_CARD] * (ERA_COUNT * OPEN) if like is None else like.open_cards.copy()
        )
        """The cards beside each deck, NO_CARD where the deck could not refill (TC-A3)."""
        self.hands: list[list[int]] = (
            [[] for _ in range(seats)] if like is None else copy_lists(like.hands)
        )
        self.delivered: list[list[int]] = (
            [[] for _ in range(seats)] if like is None else copy_lists(like.delivered)
        )
        self.known: int = 0 if like is None else like.known
        """As bits: the cards that have lain open. All know where those are ever after (TC-E4)."""
        self.chaos: int = 0 if like is None else like.chaos
        """As bits: the tiles whose CHAOS side is up."""
        self.cubes: list[int] = [0] * (TILE_COUNT * seats) if like is None else like.cubes.copy()
        """Cubes by tile and seat: those of the first tile in seat order, then the next tile's."""
        self.supply: list[int] = [CUBES] * seats if like is None else like.supply.copy()
        self.cloaks: list[bool] = [True] * seats if like is None else like.cloaks.copy()
        """Whether each player's cloak is active."""
        self.minus: list[int] = [0] * seats if like is None else like.minus.copy()
        self.pawns: list[int] = [NOWHERE] * seats if like is None else like.pawns.copy()
        self.phase: int = PLACE if like is None else like.phase
        self.first: Seat = 0 if like is None else like.first
        self.turn: Seat = 0 if like is None else like.turn
        self.turns: int = 0 if like is None else like.turns
        """How many turns have begun, all players together."""
        self.sent: int = 0 if like is None else like.sent
        """As bits: the tiles that have sent already while the player chooses (TC-T2)."""
        self.actions_left: int = ACTIONS if like is None else like.actions_left
        self.idle: int = 0 if like is None else like.idle
        """How many turns in a row, up to now, passed without an action (TC-E5)."""
        self.since_delivery: int = 0 if like is None else like.since_delivery
        """How many turns ended since the one in which a card was delivered last (TC-E6)."""
        self.ender: Seat = NOBODY if like is None else like.ender
        """Who laid the fourth card (TC-E1)."""
        self.turn_began_at: Ms = 0 if like is None else like.turn_began_at
        self.turn_ends_at: Ms = NO_LIMIT if like is None else like.turn_ends_at
        self.banks: list[Ms] = [setup.bank] * seats if like is None else like.banks.copy()
        """TC-O2: what each player had left when the present turn began."""
        self.last_step: Step | None = None if like is None else like.last_step
        """TC-O3: what would be taken back next."""
        self.taken_back: int = 0 if like is None else like.taken_back
        """How often something was taken back in this turn (TC-O3)."""

    def copy(self) -> "ChaosState":
        return ChaosState(self.seats, self.rng.copy(), self.setup, self)

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
