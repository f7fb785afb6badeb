"""Offers: talk that programs understand too. They bind nobody (TS-A13).

A seat has one open offer, and makes a new one only after a timer was turned over: where everybody
shouts, nobody hears anything. An offer names a good that is ready on a station of the seat's own,
and a colour of which the other has orders left to put out.
"""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import OFFER, Offer
from sandtable.games.time_n_space.events import OfferClosed, Offered
from sandtable.games.time_n_space.parts import BUILDING_COUNT, COLOUR_COUNT, STATION
from sandtable.games.time_n_space.state import (
    EMPTY,
    GOOD,
    NOTHING,
    ORDER,
    PLAY,
    SPOTS_OF_BUILDING,
    SpaceState,
    above_in_colour,
)


def offer_number(to: Seat, bring: int, put_out: int) -> int:
    return (to * COLOUR_COUNT + bring) * COLOUR_COUNT + put_out


def goods_ready(state: SpaceState, seat: Seat) -> list[int]:
    """Goods of each colour on a seat's stations."""
    goods = [0] * COLOUR_COUNT
    for building in range(BUILDING_COUNT):
        at = seat * BUILDING_COUNT + building
        if state.kinds[at] == STATION:
            for spot in range(at * SPOTS_OF_BUILDING, (at + 1) * SPOTS_OF_BUILDING):
                piece = state.spots[spot]
                if EMPTY < piece < ORDER:
                    goods[piece - GOOD] += 1
    return goods


def offer(state: SpaceState, seat: Seat, act: Offer) -> list[Event]:
    """TS-A13: "I'll bring you this if you put out that"."""
    if state.phase != PLAY:
        raise Refused("TS-A13", "The time for offers is over.")
    if state.offers[seat] != NOTHING:
        raise Refused("TS-A13", "You have made an offer already: withdraw it first.")
    if state.may_offer[seat] == 0:
        raise Refused("TS-A13", "Turn a timer over before you make another offer.")
    if not 0 <= act.to < state.seats or act.to == seat:
        raise Refused("TS-A13", "Make your offer to another player.")
    if goods_ready(state, seat)[act.brought] == 0:
        raise Refused("TS-A13", f"No {act.bring} good is ready on any of your stations.")
    if above_in_colour(state, act.to, act.wanted) == 0:
        raise Refused("TS-A13", f"That player has no {act.put_out} order left to put out.")
    state.offers[seat] = offer_number(act.to, act.brought, act.wanted)
    state.may_offer[seat] = 0
    return [Offered(state.now, seat, act.to, act.bring, act.put_out)]


def withdraw(state: SpaceState, seat: Seat) -> list[Event]:
    """TS-A13: an offer binds nobody, and may be taken back at any time."""
    if state.offers[seat] == NOTHING:
        raise Refused("TS-A13", "You have made no offer.")
    to = OFFER[state.offers[seat]].to
    state.offers[seat] = NOTHING
    return [OfferClosed(state.now, seat, to, "withdrawn")]
