"""What the owner of a planet owes its visitors: which orders are given for the goods (TS-A8)."""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import Give, GiveAny
from sandtable.games.time_n_space.events import Gave, OwnerAsked, TookBonus
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    COLOURS,
    LETTERS,
    ORDER_COLOUR,
    ORDER_COUNT,
    ORDER_VALUE,
    PARTS,
    VALUE_COUNT,
)
from sandtable.games.time_n_space.state import (
    ALL_SPOTS,
    EMPTY,
    NOTHING,
    ORDER,
    SPOTS_OF_BUILDING,
    SPOTS_OF_MAT,
    Debt,
    SpaceState,
    spot_with,
)


def first_debt(state: SpaceState, host: Seat) -> Debt | None:
    """The debt that the owner has to settle first; since version 2 there is never a second."""
    for debt in state.debts:
        if debt.host == host:
            return debt
    return None


def debt_to(state: SpaceState, host: Seat, visitor: Seat) -> Debt:
    """What is owed to a visitor who delivers now."""
    for debt in state.debts:
        if debt.host == host and debt.visitor == visitor:
            return debt
    among = ALL_SPOTS if state.setup.first_rules else state.visit[visitor]
    fresh = Debt(host, visitor, 0, [0] * COLOUR_COUNT, among)
    state.debts.append(fresh)
    return fresh


def settle_debts(state: SpaceState, host: Seat, happened: list[Event]) -> None:
    """TS-A8: without a real choice counters change hands at once; else the owner is asked."""
    debt = first_debt(state, host)
    while debt is not None:
        open_question = False
        for colour in range(COLOUR_COUNT):
            if debt.owed[colour] > 0:
                if is_real_choice(state, debt, colour):
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


def is_real_choice(state: SpaceState, debt: Debt, colour: int) -> bool:
    """TS-A8: more orders than goods, of different values or on different buildings."""
    start = debt.host * SPOTS_OF_MAT
    first_rules = state.setup.first_rules
    total = 0
    seen = NOTHING
    differ = False
    for nth in range(SPOTS_OF_MAT):
        piece = state.spots[start + nth]
        if piece >= ORDER and ORDER_COLOUR[piece - ORDER] == colour and debt.among >> nth & 1:
            total += 1
            this = piece if first_rules else piece * BUILDING_COUNT + nth // SPOTS_OF_BUILDING
            if seen == NOTHING:
                seen = this
            elif seen != this:
                differ = True
    return differ and total > debt.owed[colour]


def spot_to_give(state: SpaceState, debt: Debt, order: int, building: int) -> int:
    """The place in `spots` of such an order that may be given, or NOTHING.

    `building` may be NOTHING: then it is the first building that holds one.
    """
    start = debt.host * SPOTS_OF_MAT
    low = 0 if building == NOTHING else building * SPOTS_OF_BUILDING
    high = SPOTS_OF_MAT if building == NOTHING else low + SPOTS_OF_BUILDING
    for nth in range(low, high):
        if state.spots[start + nth] == ORDER + order and debt.among >> nth & 1:
            return start + nth
    return NOTHING


def give_lowest(
    state: SpaceState, debt: Debt, colour: int, how: str, happened: list[Event]
) -> None:
    """All that is owed in a colour: the lowest values, of equal ones the first by building."""
    for order in range(colour * VALUE_COUNT, (colour + 1) * VALUE_COUNT):
        while debt.owed[colour] > 0:
            spot = spot_to_give(state, debt, order, NOTHING)
            if spot == NOTHING:
                break
            hand_over(state, debt, spot, how, happened)


def hand_over(state: SpaceState, debt: Debt, spot: int, how: str, happened: list[Event]) -> None:
    """TS-A7, TS-A9: the visitor gets the counter; the first at a planet brings the bonus."""
    host = debt.host
    visitor = debt.visitor
    order = state.spots[spot] - ORDER
    building = spot // SPOTS_OF_BUILDING % BUILDING_COUNT
    state.spots[spot] = EMPTY
    if not state.setup.first_rules:
        close_spot(state, host, spot - host * SPOTS_OF_MAT)
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


def close_spot(state: SpaceState, host: Seat, nth: int) -> None:
    """An order is gone: what lies on its spot from now on nobody there can get (TS-A10)."""
    others = ~(1 << nth)
    for seat in range(state.seats):
        if state.visit[seat] != 0 and state.ship_at[seat] == host:
            state.visit[seat] &= others
    for debt in state.debts:
        if debt.host == host:
            debt.among &= others


def give(state: SpaceState, host: Seat, act: Give) -> list[Event]:
    """TS-A8: the owner chooses, and never fewer than possible."""
    debt = debt_to_choose_for(state, host, act.order, act.colour)
    spot = spot_to_give(state, debt, act.order, act.building)
    if spot < 0:
        if spot_with(state, host, act.building, ORDER + act.order) >= 0:
            raise Refused("TS-A8", "That order came too late for this visit: give another.")
        raise Refused("TS-A8", f"No {act.colour} order worth {act.value} lies on {act.on}.")
    return choose(state, debt, spot)


def give_any(state: SpaceState, host: Seat, act: GiveAny) -> list[Event]:
    """TS-A8 in version 1 of the rules: the answer names the value alone."""
    debt = debt_to_choose_for(state, host, act.order, act.colour)
    spot = spot_to_give(state, debt, act.order, NOTHING)
    if spot < 0:
        raise Refused("TS-A8", f"You have no open {act.colour} order worth {act.value}.")
    return choose(state, debt, spot)


def debt_to_choose_for(state: SpaceState, host: Seat, order: int, colour: str) -> Debt:
    debt = first_debt(state, host)
    if debt is None:
        raise Refused("TS-A8", "No visitor is waiting for your choice.")
    if debt.owed[ORDER_COLOUR[order]] == 0:
        raise Refused("TS-A8", f"Your visitor has brought no {colour} good.")
    return debt


def choose(state: SpaceState, debt: Debt, spot: int) -> list[Event]:
    happened: list[Event] = []
    hand_over(state, debt, spot, "chosen", happened)
    settle_debts(state, debt.host, happened)
    return happened


def owner_is_silent(state: SpaceState, debt: Debt, happened: list[Event]) -> None:
    """TS-A8: the owner's time is over, and the table gives the lowest."""
    for colour in range(COLOUR_COUNT):
        give_lowest(state, debt, colour, "silent", happened)
    settle_debts(state, debt.host, happened)
