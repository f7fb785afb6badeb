"""Why a move of the watch is a good one, said to whoever makes it."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.watch.actions import Exchange, Move
from sandtable.games.watch.bot_moves import goals_of, suits, weak_spots
from sandtable.games.watch.state import WatchState, matching_card


def reason(state: WatchState, seat: Seat, act: Act) -> str:
    setup = state.setup
    goals = goals_of(state.cards, seat * setup.hand, setup.hand)
    if isinstance(act, Move):
        return reason_to_move(state, goals, act)
    if isinstance(act, Exchange):
        return "Your card is far from the order on the watch, so another one may serve you better."
    if suits(state.pawns, goals):
        return "Your card names the order the pawns stand in, so keep it."
    return "Your card is near enough to keep."


def reason_to_move(state: WatchState, goals: int, move: Move) -> str:
    squares = state.setup.squares
    before = matching_card(state.pawns)
    pawns = state.pawns.copy()
    pawns[move.index] = (pawns[move.index] + move.spend) % squares
    if suits(pawns, goals):
        if before >= 0 and goals >> before & 1:
            return "The pawns stay in the order on your card."
        if weak_spots(pawns, squares) == 0:
            return "It brings about the order on your card, and no single step undoes it."
        return "It brings about the order on your card."
    if before >= 0 and matching_card(pawns) != before:
        return "It undoes an order that may suit somebody else, and costs little."
    if move.spend == 1:
        return "Your order costs too much for now, so spend just one token."
    return "It brings your order nearer."
