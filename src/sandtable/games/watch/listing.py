"""Which acts each seat has now in the watch game, listed quickly.

The moves follow from how far apart the pawns are and from the tokens, not from where the pawns
stand, so the same few thousand lists come up again and again. They are made once and kept.
"""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.watch.actions import KEEP, MOVES, Exchange
from sandtable.games.watch.parts import CARD_COUNT, PARTS
from sandtable.games.watch.state import BREAK, MOVE, WatchState

TOKENS: Final = PARTS.tokens + 1

KEPT_SQUARES: Final = 24
"""On larger watches there are too many distances for keeping all lists."""

_moves: Final[dict[int, list[list[Act] | None]]] = {}
_exchanges: Final[dict[int, list[Act]]] = {}


def active(state: WatchState) -> list[Seat]:
    """WA-T1: the player whose turn it is; nobody between two games."""
    return [] if state.phase >= BREAK else [state.turn]


def legal(state: WatchState, seat: Seat) -> list[Act]:
    if seat != state.turn or state.phase >= BREAK:
        return []
    return list_moves(state) if state.phase == MOVE else list_exchanges(state)


def list_moves(state: WatchState) -> list[Act]:
    """WA-T2: any pawn, any number of tokens; WA-T3: not onto a square that is taken."""
    squares = state.setup.squares
    tokens = state.tokens[state.turn]
    pawns = state.pawns
    first = pawns[0]
    one = pawns[1] - first
    if one < 0:
        one += squares
    two = pawns[2] - first
    if two < 0:
        two += squares
    if squares > KEPT_SQUARES:
        return find_moves(squares, one, two, tokens)
    kept = _moves.get(squares)
    if kept is None:
        kept = [None] * (squares * squares * TOKENS)
        _moves[squares] = kept
    index = (one * squares + two) * TOKENS + tokens
    moves = kept[index]
    if moves is None:
        moves = find_moves(squares, one, two, tokens)
        kept[index] = moves
    return moves.copy()


def find_moves(squares: int, one: int, two: int, tokens: int) -> list[Act]:
    """The moves if the second and the third pawn are this far ahead of the first."""
    found: list[Act] = []
    places = [0, one, two]
    for pawn in range(3):
        for spend in range(1, tokens + 1):
            square = (places[pawn] + spend) % squares
            if square != places[pawn - 1] and square != places[pawn - 2]:
                found.append(MOVES[pawn][spend])
    return found


def list_exchanges(state: WatchState) -> list[Act]:
    """WA-T5: each of your cards for each of the others or of those set aside; or none at all."""
    key = (state.seats << 8) | (state.setup.hand << 4) | state.turn
    kept = _exchanges.get(key)
    if kept is None:
        kept = find_exchanges(state.seats, state.setup.hand, state.turn)
        _exchanges[key] = kept
    return kept.copy()


def find_exchanges(seats: int, hand: int, turn: int) -> list[Act]:
    found: list[Act] = [KEEP]
    for give in range(hand):
        for player in range(seats):
            if player != turn:
                for take in range(hand):
                    found.append(Exchange(give, player, take))
        for take in range(CARD_COUNT - seats * hand):
            found.append(Exchange(give, None, take))
    return found
