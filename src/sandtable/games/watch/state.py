"""What is on the table of the watch game."""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.options import Setup
from sandtable.games.watch.parts import CARDS

MOVE: Final = 0
EXCHANGE: Final = 1
BREAK: Final = 2
OVER: Final = 3

RED: Final = 0

PHASES = ("move", "exchange", "break", "over")


class WatchState(State):
    """The table. `cards` holds a card for every place: hands in seat order, then those aside."""

    def __init__(
        self,
        seats: int,
        rng: Rng,
        setup: Setup,
        pawns: list[int],
        tokens: list[int],
        cards: list[int],
        seen: list[int],
        points: list[int],
    ) -> None:
        self.seats = seats
        self.rng = rng
        self.now = 0
        self.outcome = None
        self.setup = setup
        self.pawns = pawns
        self.tokens = tokens
        self.spent = 0
        self.cards = cards
        self.seen = seen
        """Which cards each seat has had in hand in this game, as bits. Since all see which places
        change cards, whoever has seen a card knows where it lies ever after (WA-T6)."""
        self.phase = MOVE
        self.turn: Seat = 0
        self.turn_ends_at: Ms = 0
        self.rings_at: Ms = 0
        self.started_at: Ms = 0
        self.break_ends_at: Ms = 0
        self.first: Seat = 0
        self.game = 1
        """The number of the game being played; a game that nobody won keeps its number."""
        self.points = points

    def copy(self) -> "WatchState":
        twin = WatchState(
            self.seats,
            self.rng.copy(),
            self.setup,
            self.pawns.copy(),
            self.tokens.copy(),
            self.cards.copy(),
            self.seen.copy(),
            self.points.copy(),
        )
        twin.now = self.now
        twin.outcome = self.outcome
        twin.spent = self.spent
        twin.phase = self.phase
        twin.turn = self.turn
        twin.turn_ends_at = self.turn_ends_at
        twin.rings_at = self.rings_at
        twin.started_at = self.started_at
        twin.break_ends_at = self.break_ends_at
        twin.first = self.first
        twin.game = self.game
        return twin

    def place(self, player: Seat | None, slot: int) -> int:
        """The place of a card: the slot-th of a player, or of those set aside."""
        if player is None:
            return self.seats * self.setup.hand + slot
        return player * self.setup.hand + slot

    def hand_of(self, seat: Seat) -> list[int]:
        start = seat * self.setup.hand
        return self.cards[start : start + self.setup.hand]

    def set_aside(self) -> list[int]:
        return self.cards[self.seats * self.setup.hand :]


def empty_table(seats: int, rng: Rng, setup: Setup) -> WatchState:
    """A table before the first deal."""
    return WatchState(seats, rng, setup, [RED] * 3, [0] * seats, [], [0] * seats, [0] * seats)


def placing(pawns: list[int]) -> list[int]:
    """WA-E2: the pawn in each place, FIRST to LAST; -1 where pawns share RED (WA-E5)."""
    placed = [-1, -1, -1]
    for pawn in range(3):
        here = pawns[pawn]
        one = pawns[pawn - 1]
        two = pawns[pawn - 2]
        if here != one and here != two:
            placed[(1 if one > here else 0) + (1 if two > here else 0)] = pawn
    return placed


def matching_card(pawns: list[int]) -> int:
    """The card that names the present order, or -1 while pawns share RED (WA-E4, WA-E5)."""
    placed = placing(pawns)
    if placed[1] < 0:
        return -1
    return CARD_BY_ORDER[placed[0] * 3 + placed[1]]


def cards_by_order() -> list[int]:
    """For each FIRST and second pawn the card that names them so."""
    found = [-1] * 9
    for card in range(len(CARDS)):
        found[CARDS[card][0] * 3 + CARDS[card][1]] = card
    return found


CARD_BY_ORDER: Final[list[int]] = cards_by_order()
