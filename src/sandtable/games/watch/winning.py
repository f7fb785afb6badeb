"""Who wins a game of the watch when it rings."""

from sandtable.engine.units import Seat
from sandtable.games.watch.state import WatchState, matching_card


def barred(state: WatchState, seat: Seat) -> bool:
    """WA-P1: the player whose turn it is at the ring cannot win, if the table plays it so."""
    return state.setup.bell_bars and seat == state.turn


def game_winner(state: WatchState) -> Seat | None:
    """WA-E4: the holder of the card that names the present order, if anybody holds it."""
    card = matching_card(state.pawns)
    if card < 0:
        return None
    hand = state.setup.hand
    for place in range(state.seats * hand):
        if state.cards[place] == card:
            holder = place // hand
            return None if barred(state, holder) else holder
    return None
