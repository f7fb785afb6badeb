"""Why an act of A Time of Chaos is a good one, said to whoever does it."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import (
    CLOAK,
    Deliver,
    Grab,
    PlacePawn,
    Restore,
    Search,
    Send,
    TimeTravel,
    Travel,
)
from sandtable.games.time_of_chaos.bot_distances import FAR, STEP, Distances
from sandtable.games.time_of_chaos.parts import (
    BEST_CARD,
    CITY_COUNT,
    ERA_COUNT,
    HOMES,
    LAST_CARD,
    NAMES,
    OPEN,
    POINTS,
    PRESENT,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.state import NO_CARD, NOBODY, ChaosState
from sandtable.games.time_of_chaos.turn import is_sender, target_of
from sandtable.games.time_of_chaos.words import points

NEAR: Final = 4 * STEP
"""A home this far away is near."""


def reason(state: ChaosState, seat: Seat, acts: list[Act]) -> str:
    """Why to do the first of these acts, which begin the turn or go on with it."""
    act = acts[0]
    if isinstance(act, Deliver):
        return to_deliver(state, seat, act)
    if isinstance(act, Search):
        return to_search(state, seat, act)
    if isinstance(act, Grab):
        return "You do not know what you will get, but taking a card from the deck leaves no cube."
    if isinstance(act, Restore):
        return to_restore(state, seat, act)
    if isinstance(act, Travel):
        here = state.pawns[seat]
        return to_move(state, seat, here - here % CITY_COUNT + act.where, acts)
    if isinstance(act, TimeTravel):
        here = state.pawns[seat]
        why = to_move(state, seat, act.where * CITY_COUNT + here % CITY_COUNT, acts)
        if act.cube == CLOAK:
            why += " Your cloak saves you a cube."
        return why
    if isinstance(act, PlacePawn):
        return to_place(state, act)
    if isinstance(act, Send):
        return "You have too few cubes for all your disorder, so it flows only from here."
    if state.ender != NOBODY:
        return "Nothing you can still do would improve the result for you."
    return "Nothing else you can do now would bring you nearer to a delivery."


def place_of(tile: int) -> str:
    return f"{city_of(tile)} in the {era_of(tile)}"


def to_deliver(state: ChaosState, seat: Seat, act: Deliver) -> str:
    card = act.number
    why = f"{act.card} belongs here: {points(POINTS[card])} for you"
    if state.ender == NOBODY and len(state.delivered[seat]) + 1 == LAST_CARD:
        return f"{why}, and everybody else has only one more turn."
    if POINTS[card] == BEST_CARD:
        return f"{why}, and your cloak is ready again."
    return f"{why}."


def to_search(state: ChaosState, seat: Seat, act: Search) -> str:
    here = state.pawns[seat]
    card = state.open_cards[here // CITY_COUNT * OPEN + act.slot]
    home = HOMES[card]
    way = ways(state, home)[here]
    worth = f"{NAMES[card]} is worth {points(POINTS[card])}"
    if way < FAR:
        far = "only " if way <= NEAR else ""
        return f"{worth}, and {place_of(home)} is {far}{steps(way)} away."
    return f"{worth}. It belongs to {place_of(home)}."


def steps(way: int) -> str:
    count = way // STEP
    return "1 action" if count == 1 else f"{count} actions"


def to_restore(state: ChaosState, seat: Seat, act: Restore) -> str:
    tile = act.where * CITY_COUNT + state.pawns[seat] % CITY_COUNT
    where = place_of(tile)
    for card in state.hands[seat]:
        if HOMES[card] == tile:
            return f"This restores {where}, so you can deliver {NAMES[card]} there."
    if is_sender(state, tile, seat) and state.ender == NOBODY:
        to = era_of(target_of(tile))
        return f"This restores {where}, so your disorder no longer flows into the {to}."
    if state.cubes[tile * state.seats + seat] > 0:
        return f"This restores {where}, and you get your cube back."
    return f"This restores {where}, so the way through it is open again."


def to_move(state: ChaosState, seat: Seat, to: int, acts: list[Act]) -> str:
    """What a step is for: what is done there next, or the card that it brings nearer home."""
    card = card_brought_nearer(state, seat, to, delivered_in(acts))
    if card != NO_CARD:
        home = HOMES[card]
        if home == to:
            return f"{place_of(to)} is where your {NAMES[card]} belongs."
        return f"One step nearer to {place_of(home)}, where your {NAMES[card]} belongs."
    then = acts[1] if len(acts) > 1 else None
    if isinstance(then, Restore):
        tile = then.where * CITY_COUNT + to % CITY_COUNT
        return f"From {place_of(to)} you can restore {place_of(tile)}."
    stays = to // CITY_COUNT == state.pawns[seat] // CITY_COUNT
    found = search_in(state, to, acts)
    if found != NO_CARD:
        if stays:
            return f"{place_of(to)} is a better place to look for {NAMES[found]} than here."
        return f"This takes you to the {era_of(to)}, where you can find {NAMES[found]}."
    if isinstance(then, Grab):
        if stays:
            return f"{place_of(to)} is a better place to take a card from the deck than here."
        return f"In the {era_of(to)} you can take a card from the deck."
    return towards(state, seat, to)


def delivered_in(acts: list[Act]) -> int:
    """The card that is delivered first in these acts."""
    for act in acts:
        if isinstance(act, Deliver):
            return act.number
    return NO_CARD


def search_in(state: ChaosState, to: int, acts: list[Act]) -> int:
    """The open card that is taken in these acts, if it lies in the era of this tile."""
    for act in acts:
        if isinstance(act, Search):
            return state.open_cards[to // CITY_COUNT * OPEN + act.slot]
        if isinstance(act, TimeTravel) and act is not acts[0]:
            return NO_CARD
    return NO_CARD


def card_brought_nearer(state: ChaosState, seat: Seat, to: int, first: int) -> int:
    """The card in hand that a step brings nearer to its home: the one to be delivered first, or
    the nearest of the best."""
    here = state.pawns[seat]
    best = NO_CARD
    best_way = 0
    for card in state.hands[seat]:
        there = ways(state, HOMES[card])
        if there[to] >= there[here]:
            continue
        if card == first:
            return card
        if best == NO_CARD or there[to] - STEP * POINTS[card] < best_way:
            best = card
            best_way = there[to] - STEP * POINTS[card]
    return best


def towards(state: ChaosState, seat: Seat, to: int) -> str:
    """What lies near a tile that no card in hand is the reason for."""
    for era in range(ERA_COUNT):
        tile = era * CITY_COUNT + to % CITY_COUNT
        if tile != to and is_sender(state, tile, seat):
            return f"From there you can restore {place_of(tile)} and stop your disorder flowing."
    best = NO_CARD
    best_way = 0
    for slot in range(OPEN):
        card = state.open_cards[to // CITY_COUNT * OPEN + slot]
        if card != NO_CARD:
            way = ways(state, HOMES[card])[to] - STEP * POINTS[card]
            if best == NO_CARD or way < best_way:
                best = card
                best_way = way
    if best == NO_CARD:
        return f"From {place_of(to)} you can go on to other cities."
    found = f"You can find {NAMES[best]} in the {era_of(to)}"
    home = HOMES[best]
    way = ways(state, home)[to]
    if way >= FAR or home == to:
        return f"{found}."
    return f"{found}, and {place_of(home)}, where it belongs, is {steps(way)} from there."


def to_place(state: ChaosState, act: PlacePawn) -> str:
    """The open card of the present whose home is nearest."""
    start = PRESENT * CITY_COUNT + act.where
    best = NO_CARD
    best_way = 0
    for slot in range(OPEN):
        card = state.open_cards[PRESENT * OPEN + slot]
        if card != NO_CARD:
            way = ways(state, HOMES[card])[start] - STEP * POINTS[card]
            if best == NO_CARD or way < best_way:
                best = card
                best_way = way
    if best == NO_CARD:
        return f"From {act.city} you can go in every direction."
    home = HOMES[best]
    way = ways(state, home)[start]
    return (
        f"You can find {NAMES[best]} in the present, and its home is {steps(way)} from {act.city}."
    )


def ways(state: ChaosState, home: int) -> list[int]:
    return Distances(state.grid, state.setup).to(home, state.chaos)
