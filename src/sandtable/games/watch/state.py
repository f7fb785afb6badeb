"""What is on the table of the watch game."""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.options import Setup
from sandtable.games.watch.parts import CARD_COUNT, CARDS

MOVE: Final = 0
EXCHANGE: Final = 1
BREAK: Final = 2
OVER: Final = 3

RED: Final = 0

PHASES: Final = ("move", "exchange", "break", "over")


class WatchState(State):
    """The table. `cards` holds a card for every place: hands in seat order, then those aside."""

    def __init__(
        self, seats: int, rng: Rng, setup: Setup, like: "WatchState | None" = None
    ) -> None:
        super().__init__(seats, rng, like)
        self.setup = setup
        self.pawns: list[int] = [RED] * 3 if like is None else like.pawns.copy()
        self.tokens: list[int] = [0] * seats if like is None else like.tokens.copy()
        self.spent: int = 0 if like is None else like.spent
        self.cards: list[int] = [] if like is None else like.cards.copy()
        self.seen: list[int] = [0] * seats if like is None else like.seen.copy()
        """Which cards each seat has had in hand in this game, as bits.

        All see which places exchange cards, so somebody who has seen a card always knows where it
        lies (WA-T6).
        """
        self.phase: int = MOVE if like is None else like.phase
        self.turn: Seat = 0 if like is None else like.turn
        self.turn_ends_at: Ms = 0 if like is None else like.turn_ends_at
        self.rings_at: Ms = 0 if like is None else like.rings_at
        self.started_at: Ms = 0 if like is None else like.started_at
        self.break_ends_at: Ms = 0 if like is None else like.break_ends_at
        self.first: Seat = 0 if like is None else like.first
        self.game: int = 1 if like is None else like.game
        """The number of the game being played; a game that nobody won keeps its number."""
        self.points: list[int] = [0] * seats if like is None else like.points.copy()

    def copy(self) -> "WatchState":
        return WatchState(self.seats, self.rng.copy(), self.setup, self)

    def place(self, player: Seat | None, slot: int) -> int:
        """The place of a card: the slot-th of a player, or of those set aside."""
        if player is None:
            return self.seats * self.setup.hand + slot
        return player * self.setup.hand + slot

    def hand_of(self, seat: Seat) -> list[int]:
        start = seat * self.setup.hand
        return self.cards[start : start + self.setup.hand]


def imagined_seen(state: WatchState, twin: WatchState, other: Seat) -> int:
    """The same places are known to the other seat, with the cards imagined there."""
    seen = 0
    for i in range(CARD_COUNT):
        if state.seen[other] >> state.cards[i] & 1:
            seen |= 1 << twin.cards[i]
    return seen


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
