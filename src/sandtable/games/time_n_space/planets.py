"""The ship at another's planet: goods for orders, and the owner's choice which orders."""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import DELIVER, GIVE, OFFER, Deliver, Give
from sandtable.games.time_n_space.events import (
    Delivered,
    Gave,
    OfferClosed,
    OwnerAsked,
    TookBonus,
)
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    COLOURS,
    LETTERS,
    ORDER_COLOUR,
    ORDER_COUNT,
    ORDER_VALUE,
    PARTS,
    STATION,
    VALUE_COUNT,
)
from sandtable.games.time_n_space.state import (
    EMPTY,
    GOOD,
    NOTHING,
    ORDER,
    SPOTS_OF_BUILDING,
    SPOTS_OF_MAT,
    Debt,
    SpaceState,
    open_orders,
    spot_with,
)


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


def can_deliver(state: SpaceState, seat: Seat) -> bool:
    """TS-A7: a good on an own station fits an order at the planet where the ship is."""
    wanted: list[int] | None = None
    for building in range(BUILDING_COUNT):
        if state.kinds[seat * BUILDING_COUNT + building] == STATION:
            start = (seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
            for spot in range(start, start + SPOTS_OF_BUILDING):
                piece = state.spots[spot]
                if EMPTY < piece < ORDER:
                    if wanted is None:
                        wanted = wanted_goods(state, state.ship_at[seat])
                    if wanted[piece - GOOD] > 0:
                        return True
    return False


def legal_deliveries(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-A7: each colour that is wanted, from each own station that holds it."""
    wanted = wanted_goods(state, state.ship_at[seat])
    for building in range(BUILDING_COUNT):
        if state.kinds[seat * BUILDING_COUNT + building] == STATION:
            for colour in range(COLOUR_COUNT):
                if wanted[colour] > 0 and spot_with(state, seat, building, GOOD + colour) >= 0:
                    found.append(DELIVER[colour][building])


def deliver(state: SpaceState, seat: Seat, act: Deliver, happened: list[Event]) -> None:
    """TS-A7: the good goes to the supply, and the owner owes a counter of its colour."""
    host = state.ship_at[seat]
    if state.kinds[seat * BUILDING_COUNT + act.building] != STATION:
        raise Refused("TS-A7", f"Goods are delivered from stations, and {act.station} is none.")
    spot = spot_with(state, seat, act.building, GOOD + act.index)
    if spot < 0:
        raise Refused("TS-A7", f"There is no {act.colour} good on {act.station}.")
    if wanted_goods(state, host)[act.index] < 1:
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


def first_debt(state: SpaceState, host: Seat) -> Debt | None:
    """The debt that the owner has to settle first."""
    for debt in state.debts:
        if debt.host == host:
            return debt
    return None


def debt_to(state: SpaceState, host: Seat, visitor: Seat) -> Debt:
    for debt in state.debts:
        if debt.host == host and debt.visitor == visitor:
            return debt
    fresh = Debt(host, visitor, 0, [0] * COLOUR_COUNT)
    state.debts.append(fresh)
    return fresh


def settle_debts(state: SpaceState, host: Seat, happened: list[Event]) -> None:
    """TS-A8: counters change hands at once where there is no real choice; else the owner is asked.

    A choice is real when more orders of the colour are open than goods came, of different values.
    """
    debt = first_debt(state, host)
    while debt is not None:
        open_question = False
        for colour in range(COLOUR_COUNT):
            if debt.owed[colour] > 0:
                if is_real_choice(state, host, colour, debt.owed[colour]):
                    open_question = True
                else:
                    give_lowest(state, debt, colour, "only", happened)
        if open_question:
            if debt.due == 0:
                debt.due = state.now + state.setup.owner
                happened.append(OwnerAsked(state.now, host, debt.visitor, debt.due))
            return
        state.debts.remove(debt)
        debt = first_debt(state, host)


def is_real_choice(state: SpaceState, host: Seat, colour: int, owed: int) -> bool:
    total = 0
    values = 0
    for order in range(colour * VALUE_COUNT, (colour + 1) * VALUE_COUNT):
        count = open_orders(state, host, order)
        total += count
        if count > 0:
            values += 1
    return total > owed and values > 1


def give_lowest(
    state: SpaceState, debt: Debt, colour: int, how: str, happened: list[Event]
) -> None:
    """All that is owed in a colour, from the lowest value up."""
    for order in range(colour * VALUE_COUNT, (colour + 1) * VALUE_COUNT):
        for _ in range(open_orders(state, debt.host, order)):
            if debt.owed[colour] == 0:
                return
            hand_over(state, debt, order, how, happened)


def hand_over(state: SpaceState, debt: Debt, order: int, how: str, happened: list[Event]) -> None:
    """TS-A7, TS-A9: a counter from the first building that holds it; the first brings the bonus."""
    host = debt.host
    visitor = debt.visitor
    building = 0
    while spot_with(state, host, building, ORDER + order) < 0:
        building += 1
    state.spots[spot_with(state, host, building, ORDER + order)] = EMPTY
    state.won[(visitor * state.seats + host) * ORDER_COUNT + order] += 1
    colour = ORDER_COLOUR[order]
    debt.owed[colour] -= 1
    happened.append(
        Gave(
            state.now,
            host,
            visitor,
            COLOURS[colour],
            ORDER_VALUE[order],
            LETTERS[building],
            how,
        )
    )
    if state.bonus_at[host] == 1:
        state.bonus_at[host] = 0
        state.bonuses[visitor] += 1
        happened.append(TookBonus(state.now, visitor, host, PARTS.bonus))


def legal_gifts(state: SpaceState, host: Seat, found: list[Act]) -> None:
    """TS-A8: every open order of a colour in which the first visitor is owed something."""
    debt = first_debt(state, host)
    if debt is None:
        return
    for order in range(ORDER_COUNT):
        if debt.owed[ORDER_COLOUR[order]] > 0 and open_orders(state, host, order) > 0:
            found.append(GIVE[order])


def give(state: SpaceState, host: Seat, act: Give) -> list[Event]:
    """TS-A8: the owner chooses, and never fewer than possible."""
    debt = first_debt(state, host)
    if debt is None:
        raise Refused("TS-A8", "No visitor waits for your choice.")
    if debt.owed[ORDER_COLOUR[act.order]] == 0:
        raise Refused("TS-A8", f"Your visitor has brought nothing {act.colour}.")
    if open_orders(state, host, act.order) == 0:
        raise Refused("TS-A8", f"You have no open {act.colour} order worth {act.value}.")
    happened: list[Event] = []
    hand_over(state, debt, act.order, "chosen", happened)
    settle_debts(state, host, happened)
    return happened


def owner_is_silent(state: SpaceState, debt: Debt, happened: list[Event]) -> None:
    """TS-A8: the owner's time is over: the lowest values go."""
    for colour in range(COLOUR_COUNT):
        give_lowest(state, debt, colour, "silent", happened)
    settle_debts(state, debt.host, happened)


def debts_due(state: SpaceState, happened: list[Event]) -> None:
    """At this millisecond, in the order in which the visitors came."""
    for debt in state.debts.copy():
        if debt.due != 0 and debt.due <= state.now:
            owner_is_silent(state, debt, happened)
