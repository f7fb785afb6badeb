"""What each seat may see of the watch game, and what it may not: `imagine` and the veil.

The instant of the ring is in no view (WA-S3).
"""

from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat, Viewer
from sandtable.games.watch.events import Dealt, Exchanged
from sandtable.games.watch.parts import CARD_COUNT, EVERY_CARD, PAWNS, card_names
from sandtable.games.watch.state import (
    BREAK,
    MOVE,
    PHASES,
    RED,
    WatchState,
    imagined_seen,
    placing,
)
from sandtable.games.watch.winning import game_winner, winning_place


def known_cards(state: WatchState, viewer: Viewer) -> int:
    """The cards that this viewer knows, as bits. When a game has stopped, all lie open."""
    if state.phase >= BREAK:
        return EVERY_CARD
    return 0 if viewer is None else state.seen[viewer]


def view(state: WatchState, viewer: Viewer) -> dict[str, Any]:
    setup = state.setup
    known = known_cards(state, viewer)
    shown = [card_names(c) if known >> c & 1 else None for c in state.cards]
    hand = setup.hand
    playing = state.phase < BREAK
    moves = state.phase == MOVE and viewer == state.turn
    return {
        "squares": setup.squares,
        "red": RED,
        "yellow": [setup.yellow_one, setup.yellow_two],
        "pawns": {PAWNS[i]: state.pawns[i] for i in range(3)},
        "order": order_of(state.pawns),
        "lands_on": landings(state) if moves else None,
        "order_after": orders_after(state) if moves else None,
        "tokens": state.tokens.copy(),
        "tokens_spent": state.spent,
        "phase": PHASES[state.phase],
        "turn": state.turn if playing else None,
        "turn_ends_at": state.turn_ends_at if playing else None,
        "break_ends_at": state.break_ends_at if state.phase == BREAK else None,
        "first": state.first,
        "game": state.game,
        "bell_bars": setup.bell_bars,
        "points": state.points.copy(),
        "winner": None if playing else game_winner(state),
        "winning_card": None if playing else winning_card(state),
        "hands": [shown[s * hand : (s + 1) * hand] for s in range(state.seats)],
        "aside": shown[state.seats * hand :],
    }


def winning_card(state: WatchState) -> int | None:
    """Which of the winner's cards names the order, counted from 0."""
    place = winning_place(state)
    return None if place < 0 else place % state.setup.hand


def order_of(pawns: list[int]) -> list[str | None]:
    """The pawns from FIRST to LAST; None where pawns share RED."""
    return [None if pawn < 0 else PAWNS[pawn] for pawn in placing(pawns)]


def landings(state: WatchState) -> dict[str, list[int]]:
    """WA-T1: for each pawn, the square that one token takes it to, two, and so on."""
    spends = range(1, state.tokens[state.turn] + 1)
    squares = state.setup.squares
    return {
        PAWNS[pawn]: [(state.pawns[pawn] + spend) % squares for spend in spends]
        for pawn in range(3)
    }


def orders_after(state: WatchState) -> dict[str, list[list[str | None]]]:
    """For each pawn, the order after spending one token on it, two, and so on.

    Only the player to move sees it; whether the pawn may land there is for the acts to say.
    """
    squares = state.setup.squares
    orders: dict[str, list[list[str | None]]] = {}
    for pawn in range(3):
        pawns = state.pawns.copy()
        orders[PAWNS[pawn]] = []
        for _ in range(state.tokens[state.turn]):
            pawns[pawn] = (pawns[pawn] + 1) % squares
            orders[PAWNS[pawn]].append(order_of(pawns))
    return orders


def imagine(state: WatchState, seat: Seat, rng: Rng) -> WatchState:
    """A state that looks the same to this seat: unseen cards and the ring are drawn anew."""
    twin = state.copy()
    known = known_cards(state, seat)
    unknown_places = [i for i in range(CARD_COUNT) if not known >> state.cards[i] & 1]
    unknown_cards = [card for card in range(CARD_COUNT) if not known >> card & 1]
    rng.shuffle(unknown_cards)
    for i in range(len(unknown_places)):
        twin.cards[unknown_places[i]] = unknown_cards[i]
    if state.phase < BREAK:
        # What the others have seen is no more known to this seat than what they hold.
        for other in range(state.seats):
            if other != seat:
                twin.seen[other] = imagined_seen(state, twin, other)
    twin.rings_at = imagined_ring(state, rng)
    twin.rng = rng.fork("imagined")
    return twin


def imagined_ring(state: WatchState, rng: Rng) -> Ms:
    """A person's sense of time: the ring comes at the set time, give or take a fifth (WA-S3)."""
    setup = state.setup
    fifth = setup.timer // 5
    earliest = max(state.now + 1, state.started_at + setup.timer - fifth - setup.jitter)
    latest = max(earliest, state.started_at + setup.timer + fifth + setup.jitter)
    return rng.between(earliest, latest)


def veil(state: WatchState, seat: Seat) -> int:
    """Cards that this seat once held and holds no longer, as bits (WA-T6).

    Somebody who takes the seat over has the cards in front of it, and has not seen those that went.
    """
    if state.phase >= BREAK:
        return 0
    held = 0
    for card in state.hand_of(seat):
        held |= 1 << card
    return state.seen[seat] & ~held


def lift_veil(hidden: int, seat: Seat, event: Event) -> int:
    if isinstance(event, Dealt):
        return 0
    if isinstance(event, Exchanged):
        if event.seat == seat:
            hidden &= ~(1 << event.received_card)
        if event.player == seat:
            hidden &= ~(1 << event.given_card)
    return hidden


def veiled(state: WatchState, seat: Seat, hidden: int) -> WatchState:
    if hidden == 0 or state.phase >= BREAK:
        return state
    twin = state.copy()
    twin.seen[seat] &= ~hidden
    return twin
