"""Who wins a game of the watch when it rings."""

from sandtable.engine.units import Seat
from sandtable.games.watch.state import WatchState, matching_card


def barred(state: WatchState, seat: Seat) -> bool:
    """WA-P1: the player whose turn it is at the ring cannot win, if the table plays it so."""
    return state.setup.bell_bars and seat == state.turn


def winning_place(state: WatchState) -> int:
    """WA-E4: where the card lies that names the present order and wins; -1 if none does."""
    card = matching_card(state.pawns)
    if card < 0:
        return -1
    hand = state.setup.hand
    for place in range(state.seats * hand):
        if state.cards[place] == card:
            return -1 if barred(state, place // hand) else place
    return -1


def game_winner(state: WatchState) -> Seat | None:
    """WA-E4: the holder of the card that names the present order, if anybody holds it."""
    place = winning_place(state)
    return None if place < 0 else place // state.setup.hand
