"""Why a move of the watch is a good one, said to whoever makes it. Nothing is said unchecked."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.watch.actions import Exchange, Move
from sandtable.games.watch.bot_moves import NEVER, cost_to_reach, goals_of, suits, weak_spots
from sandtable.games.watch.state import WatchState, matching_card

NEAR: Final = 4
"""An order that costs no more than this is near."""


def reason(state: WatchState, seat: Seat, act: Act) -> str:
    setup = state.setup
    goals = goals_of(state.cards, seat * setup.hand, setup.hand)
    if isinstance(act, Move):
        return reason_to_move(state, seat, goals, act)
    one = setup.hand == 1
    if suits(state.pawns, goals):
        if isinstance(act, Exchange):
            return "You have the order now, but another card may serve you for longer."
        named = "Your card names" if one else "One of your cards names"
        return f"{named} the order the pawns stand in, so keep it."
    cost = cost_to_reach(state.pawns, max(1, state.tokens[seat]), goals, setup.squares)
    order = "the order on your card" if one else "the nearest order on your cards"
    if isinstance(act, Exchange):
        place = state.place(act.player, act.take)
        card = state.cards[place]
        if state.seen[seat] >> card & 1 and suits(state.pawns, 1 << card):
            return "You know this card: it names the order the pawns stand in."
        if cost == NEVER:
            return f"No single move brings about {order}, so another card may suit you better."
        return f"Bringing about {order} would cost {tokens(cost)}; another card may be nearer."
    if cost <= NEAR:
        return f"Bringing about {order} costs only {tokens(cost)}, so keep what you have."
    return "You do not have to exchange a card, and another one may be no better."


def reason_to_move(state: WatchState, seat: Seat, goals: int, move: Move) -> str:
    setup = state.setup
    squares = setup.squares
    before = matching_card(state.pawns)
    pawns = state.pawns.copy()
    square = (pawns[move.index] + move.spend) % squares
    pawns[move.index] = square
    after = matching_card(pawns)
    if suits(pawns, goals):
        if before >= 0 and goals >> before & 1:
            return "The pawns stay in the order on your card."
        if weak_spots(pawns, squares) == 0:
            return "This brings about the order on your card, and no single step undoes it."
        return "This brings about the order on your card."
    yellow = square == setup.yellow_one or square == setup.yellow_two
    if yellow and after >= 0 and state.seen[seat] >> after & 1:
        return "This ends on yellow, where you can take the card of the new order: you know it."
    if before >= 0 and after != before:
        if goals >> before & 1:
            return f"You have to move a pawn. This undoes your order, but costs {only(move.spend)}."
        return f"This undoes an order {of_whom(state, seat, before)}."
    if move.spend == 1:
        return why_one(state, seat, goals)
    left = state.tokens[seat] - move.spend
    near = cost_to_reach(pawns, left, goals, squares)
    if near < cost_to_reach(state.pawns, state.tokens[seat], goals, squares):
        return f"From there your order is only {tokens(near)} away."
    return f"You have to move a pawn, and this leaves you {tokens(left)}."


def of_whom(state: WatchState, seat: Seat, card: int) -> str:
    """Who holds the card that names an order, as far as this seat knows."""
    if not state.seen[seat] >> card & 1:
        return "that may suit somebody else"
    if state.cards.index(card) < state.seats * state.setup.hand:
        return "that suits somebody else"
    return "that suits nobody"


def why_one(state: WatchState, seat: Seat, goals: int) -> str:
    """For a step that costs a single token."""
    cost = cost_to_reach(state.pawns, state.tokens[seat], goals, state.setup.squares)
    if cost == NEVER:
        return "No single move brings about your order now, so spend just one token."
    if cost > 1:
        return f"Your order would cost {tokens(cost)} now, so spend just one."
    return "You have to move a pawn, and this costs just one token."


def only(number: int) -> str:
    return "just one token" if number == 1 else tokens(number)


def tokens(number: int) -> str:
    if number == 0:
        return "no tokens"
    return "1 token" if number == 1 else f"{number} tokens"
