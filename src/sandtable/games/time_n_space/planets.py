"""The ship at another's planet: goods for orders, and the owner's choice which orders.

Which orders a visitor can get is settled when its timer is lifted, and shrinks as they are given
away: `visit` of the seat, and of what is owed to it `among`, are sets of spots of the owner's mat.
An order that is put out later, on whatever spot, is in neither (TS-A8, TS-A10).
"""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import OFFER, Deliver
from sandtable.games.time_n_space.events import Delivered, OfferClosed
from sandtable.games.time_n_space.gifts import debt_to, first_debt, settle_debts
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    ORDER_COLOUR,
    STATION,
)
from sandtable.games.time_n_space.state import (
    EMPTY,
    GOOD,
    NOTHING,
    ORDER,
    SPOTS_OF_BUILDING,
    SPOTS_OF_MAT,
    SpaceState,
    spot_with,
)


def open_spots(state: SpaceState, host: Seat) -> int:
    """The spots of a mat on which orders lie."""
    start = host * SPOTS_OF_MAT
    found = 0
    for nth in range(SPOTS_OF_MAT):
        if state.spots[start + nth] >= ORDER:
            found |= 1 << nth
    return found


def orders_among(state: SpaceState, host: Seat, among: int) -> list[int]:
    """How many orders of each colour lie on these spots of a mat."""
    start = host * SPOTS_OF_MAT
    count = [0] * COLOUR_COUNT
    for nth in range(SPOTS_OF_MAT):
        piece = state.spots[start + nth]
        if piece >= ORDER and among >> nth & 1:
            count[ORDER_COLOUR[piece - ORDER]] += 1
    return count


def wanted_goods(state: SpaceState, host: Seat) -> list[int]:
    """Goods of each colour that still find an order at a planet: those owed have found theirs."""
    wanted = [0] * COLOUR_COUNT
    for spot in range(host * SPOTS_OF_MAT, (host + 1) * SPOTS_OF_MAT):
        piece = state.spots[spot]
        if piece >= ORDER:
            wanted[ORDER_COLOUR[piece - ORDER]] += 1
    for debt in state.debts:
        if debt.host == host:
            for colour in range(COLOUR_COUNT):
                wanted[colour] -= debt.owed[colour]
    return wanted


def wanted_from(state: SpaceState, seat: Seat) -> list[int]:
    """Goods of each colour for which a visitor can get an order, now or after another's choice.

    What is owed to somebody else may come from orders that this visitor could not get anyway.
    """
    host = state.ship_at[seat]
    if state.setup.first_rules:
        return wanted_goods(state, host)
    visit = state.visit[seat]
    wanted = orders_among(state, host, visit)
    debt = first_debt(state, host)
    if debt is not None:
        elsewhere = orders_among(state, host, debt.among & ~visit)
        for colour in range(COLOUR_COUNT):
            wanted[colour] -= max(0, debt.owed[colour] - elsewhere[colour])
    return wanted


def can_deliver(state: SpaceState, seat: Seat) -> bool:
    """TS-A7: a good on one of its stations fits an order at the planet where the ship is."""
    wanted: list[int] | None = None
    for building in range(BUILDING_COUNT):
        if state.kinds[seat * BUILDING_COUNT + building] == STATION:
            start = (seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
            for spot in range(start, start + SPOTS_OF_BUILDING):
                piece = state.spots[spot]
                if EMPTY < piece < ORDER:
                    if wanted is None:
                        wanted = wanted_from(state, seat)
                    if wanted[piece - GOOD] > 0:
                        return True
    return False


def held_up(state: SpaceState, seat: Seat) -> bool:
    """TS-A11: at this visitor's planet the owner is still choosing an order for another visit."""
    if not state.debts or state.setup.first_rules:
        return False
    debt = first_debt(state, state.ship_at[seat])
    return debt is not None and (debt.visitor != seat or debt.among != state.visit[seat])


def deliver(state: SpaceState, seat: Seat, act: Deliver, happened: list[Event]) -> None:
    """TS-A7: the good goes to the supply, and the owner owes a counter of its colour."""
    host = state.ship_at[seat]
    if held_up(state, seat):
        raise Refused(
            "TS-A11", "The owner is choosing an order for another visitor: wait for that."
        )
    if state.kinds[seat * BUILDING_COUNT + act.building] != STATION:
        raise Refused("TS-A7", f"Goods are delivered from stations, and {act.station} is not one.")
    spot = spot_with(state, seat, act.building, GOOD + act.index)
    if spot < 0:
        raise Refused("TS-A7", f"There is no {act.colour} good on {act.station}.")
    if wanted_from(state, seat)[act.index] < 1:
        if wanted_goods(state, host)[act.index] > 0:
            raise Refused(
                "TS-A10", f"The {act.colour} orders there were put out after you lifted your timer."
            )
        raise Refused("TS-A7", f"No {act.colour} order is open at this planet.")
    state.spots[spot] = EMPTY
    state.supply[act.index] += 1
    debt_to(state, host, seat).owed[act.index] += 1
    happened.append(Delivered(state.now, seat, host, act.colour, act.station))
    offer = state.offers[seat]
    if offer != NOTHING and OFFER[offer].to == host and OFFER[offer].brought == act.index:
        state.offers[seat] = NOTHING
        happened.append(OfferClosed(state.now, seat, host, "kept"))
    settle_debts(state, host, happened)
