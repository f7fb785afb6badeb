"""The six actions of A Time of Chaos: refusals first, then what happens."""

from typing import Final

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import Deliver, Restore, Search, TimeTravel, Travel
from sandtable.games.time_of_chaos.events import (
    Delivered,
    Grabbed,
    LastTurns,
    Restored,
    Searched,
    TimeTravelled,
    Travelled,
)
from sandtable.games.time_of_chaos.parts import (
    BEST_CARD,
    CITIES,
    CITY_COUNT,
    ERAS,
    HAND,
    HOMES,
    LAST_CARD,
    NAMES,
    OPEN,
    POINTS,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.state import NEXT_TO, NO_CARD, NOBODY, ChaosState
from sandtable.games.time_of_chaos.turn import put_cube, reveal, take_top
from sandtable.games.time_of_chaos.undo import active_cloaks, remember

ARRIVAL_CUBE: Final = 1
CLOAKED: Final = 2


def check_order(state: ChaosState, tile: int) -> None:
    """TC-A1: from a CHAOS tile one may only RESTORE and TRAVEL."""
    if state.in_chaos(tile):
        raise Refused(
            "TC-A1",
            f"{city_of(tile)} in the {era_of(tile)} is in chaos: here you can only travel on, "
            "or restore a tile.",
        )


def check_hand(state: ChaosState, seat: Seat) -> None:
    """TC-A4: a fourth card is never drawn."""
    if len(state.hands[seat]) >= HAND:
        raise Refused("TC-A4", f"You hold {HAND} cards already; deliver one first.")


def check_pay(state: ChaosState, seat: Seat, cloaked: bool) -> None:
    """TC-A9, TC-K1: a cube from the supply, or a cloak that is ready."""
    if cloaked:
        if not state.cloaks[seat]:
            raise Refused(
                "TC-K1",
                "You have used your cloak: it is ready again when a card worth 3 is delivered.",
            )
    elif state.supply[seat] == 0:
        raise Refused("TC-A9", "You have no cube left for this.")


def pay(state: ChaosState, seat: Seat, tile: int, cloaked: bool) -> None:
    if cloaked:
        state.cloaks[seat] = False
    else:
        put_cube(state, tile, seat)


def grab(state: ChaosState, happened: list[Event]) -> None:
    """TC-A2: the top card of the deck of this era, unseen by the others, without disorder."""
    seat = state.turn
    tile = state.pawns[seat]
    check_order(state, tile)
    check_hand(state, seat)
    era = tile // CITY_COUNT
    if state.left[era] == 0:
        raise Refused("TC-A2", f"The {ERAS[era]} deck is empty.")
    card = take_top(state, era)
    state.hands[seat].append(card)
    state.last_step = None
    happened.append(Grabbed(state.now, seat, ERAS[era], NAMES[card]))


def search(state: ChaosState, act: Search, happened: list[Event]) -> None:
    """TC-A3: an open card of this era for one disorder; the gap is refilled at once."""
    seat = state.turn
    tile = state.pawns[seat]
    check_order(state, tile)
    check_hand(state, seat)
    era = tile // CITY_COUNT
    if not 0 <= act.slot < OPEN:
        raise Refused("TC-A3", "There is no such open card.")
    slot = era * OPEN + act.slot
    card = state.open_cards[slot]
    if card == NO_CARD:
        raise Refused("TC-A3", "There is no card there any more.")
    check_pay(state, seat, act.cloaked)
    pay(state, seat, tile, act.cloaked)
    state.hands[seat].append(card)
    refill = reveal(state, era)
    state.open_cards[slot] = refill
    drawn: str | None = None
    if refill == NO_CARD:
        remember(state, act, tile, 0, 0, 0)
    else:
        drawn = NAMES[refill]
        state.last_step = None
    happened.append(
        Searched(state.now, seat, city_of(tile), ERAS[era], act.slot, NAMES[card], drawn, act.pay)
    )


def deliver(state: ChaosState, act: Deliver, happened: list[Event]) -> None:
    """TC-A5: a card comes home; TC-K2: a 3 refreshes all cloaks; TC-E1: the fourth ends it."""
    seat = state.turn
    tile = state.pawns[seat]
    card = act.number
    check_order(state, tile)
    if card not in state.hands[seat]:
        raise Refused("TC-A5", f"You do not hold {act.card}.")
    home = HOMES[card]
    if home != tile:
        raise Refused(
            "TC-A5", f"{act.card} belongs to {city_of(home)} in the {era_of(home)}, not here."
        )
    check_pay(state, seat, act.cloaked)
    slot = state.hands[seat].index(card)
    if state.is_known(card):
        remember(state, act, tile, slot, state.since_delivery, active_cloaks(state))
    else:
        state.last_step = None
    pay(state, seat, tile, act.cloaked)
    del state.hands[seat][slot]
    state.delivered[seat].append(card)
    state.known |= 1 << card
    state.since_delivery = -1
    refreshes = POINTS[card] == BEST_CARD
    if refreshes:
        for player in range(state.seats):
            state.cloaks[player] = True
    happened.append(
        Delivered(
            state.now,
            seat,
            act.card,
            city_of(tile),
            era_of(tile),
            POINTS[card],
            act.pay,
            refreshes,
        )
    )
    if len(state.delivered[seat]) >= LAST_CARD and state.ender == NOBODY:
        state.ender = seat
        happened.append(LastTurns(state.now, seat))


def time_travel(state: ChaosState, act: TimeTravel, happened: list[Event]) -> None:
    """TC-A6: the same city in another era, for one disorder there or here."""
    seat = state.turn
    tile = state.pawns[seat]
    check_order(state, tile)
    to = act.where * CITY_COUNT + tile % CITY_COUNT
    if to == tile:
        raise Refused("TC-A6", f"You are in the {act.era} already.")
    if state.in_chaos(to):
        raise Refused(
            "TC-A6", f"{city_of(to)} in the {act.era} is in chaos: nobody can time travel there."
        )
    cloaked = act.how == CLOAKED
    check_pay(state, seat, cloaked)
    remember(state, act, tile, 0, 0, 0)
    pay(state, seat, to if act.how == ARRIVAL_CUBE else tile, cloaked)
    state.pawns[seat] = to
    happened.append(TimeTravelled(state.now, seat, city_of(tile), era_of(tile), act.era, act.cube))


def travel(state: ChaosState, act: Travel, happened: list[Event]) -> None:
    """TC-A7: to a neighbouring tile of the same grid, whatever its side and whoever is there."""
    seat = state.turn
    tile = state.pawns[seat]
    to = tile - tile % CITY_COUNT + act.where
    if state.places[to] not in NEXT_TO[state.places[tile]]:
        raise Refused("TC-A7", f"{act.city} is not next to {city_of(tile)} in the {era_of(tile)}.")
    remember(state, act, tile, 0, 0, 0)
    state.pawns[seat] = to
    happened.append(Travelled(state.now, seat, city_of(tile), era_of(tile), CITIES[act.where]))


def restore(state: ChaosState, act: Restore, happened: list[Event]) -> None:
    """TC-A8: a CHAOS tile of the pawn's city is in ORDER again; its cubes go home."""
    seat = state.turn
    here = state.pawns[seat]
    tile = act.where * CITY_COUNT + here % CITY_COUNT
    if tile == here and not state.setup.restores_here:
        raise Refused("TC-A8", "At this table you can only restore this city in another era.")
    if tile != here and not state.setup.restores_afar:
        raise Refused("TC-A8", "At this table you can only restore the tile you stand on.")
    if not state.in_chaos(tile):
        raise Refused("TC-A8", f"{city_of(tile)} in the {act.era} is in order.")
    state.chaos &= ~(1 << tile)
    returned: list[int] = []
    marks = 0
    for player in range(state.seats):
        index = tile * state.seats + player
        cubes = state.cubes[index]
        if cubes:
            marks |= 1 << player
        state.cubes[index] = 0
        state.supply[player] += cubes
        returned.append(cubes)
    remember(state, act, here, 0, 0, marks)
    happened.append(Restored(state.now, seat, city_of(tile), act.era, returned))
