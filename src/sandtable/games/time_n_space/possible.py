"""Which steps the action of a lifted timer has left, from the table as it is now."""

from sandtable.engine.units import Seat
from sandtable.games.time_n_space.moons import can_take
from sandtable.games.time_n_space.parts import BUILDING_COUNT, ORDER_COUNT, STAGES, STATION
from sandtable.games.time_n_space.planets import can_deliver
from sandtable.games.time_n_space.state import (
    GOOD,
    RESEARCH,
    SpaceState,
    empty_spot,
    is_bare,
    spot_with,
    timer_with,
)


def holds_good(state: SpaceState, seat: Seat, building: int) -> bool:
    """Whether a plant has a good to beam; its goods are all of its own colour."""
    kind = state.kinds[seat * BUILDING_COUNT + building]
    return kind < STATION and spot_with(state, seat, building, GOOD + kind) >= 0


def can_upgrade(state: SpaceState, seat: Seat) -> bool:
    """TS-A4: nothing is done yet, and the building is empty and of stage II."""
    building = state.hand[seat]
    return (
        state.hand_did[seat] == 0
        and state.stages[seat * BUILDING_COUNT + building] == 2
        and is_bare(state, seat, building)
    )


def can_cover(state: SpaceState, seat: Seat, building: int) -> bool:
    """TS-A6: an empty stage I building without a timer."""
    return (
        state.stages[seat * BUILDING_COUNT + building] == 1
        and is_bare(state, seat, building)
        and timer_with(state, seat, building) < 0
    )


def can_fill(state: SpaceState, seat: Seat, building: int) -> bool:
    """TS-A1: an empty spot, and a good of the plant's colour in the supply."""
    colour = state.kinds[seat * BUILDING_COUNT + building]
    return state.supply[colour] > 0 and empty_spot(state, seat, building) >= 0


def can_beam(state: SpaceState, seat: Seat, station: int) -> bool:
    """TS-A2: an empty spot, and a good on one of the seat's plants."""
    if empty_spot(state, seat, station) < 0:
        return False
    return any(holds_good(state, seat, building) for building in range(BUILDING_COUNT))


def can_put_out(state: SpaceState, seat: Seat, centre: int) -> bool:
    """TS-A3: the centre's number is not used up, an order is above the mat, a space is empty."""
    if state.hand_did[seat] >= STAGES[state.stages[seat * BUILDING_COUNT + centre]]:
        return False
    start = seat * ORDER_COUNT
    if not any(state.above[order] > 0 for order in range(start, start + ORDER_COUNT)):
        return False
    return any(empty_spot(state, seat, building) >= 0 for building in range(BUILDING_COUNT))


def can_step(state: SpaceState, seat: Seat) -> bool:
    """Whether the action in hand has any step left, on one's own mat or at a moon or planet."""
    symbol = state.hand[seat]
    if symbol < BUILDING_COUNT:
        kind = state.kinds[seat * BUILDING_COUNT + symbol]
        if can_upgrade(state, seat):
            return True
        if kind < STATION:
            return can_fill(state, seat, symbol)
        if kind == STATION:
            return can_beam(state, seat, symbol)
        return can_put_out(state, seat, symbol)
    if symbol == RESEARCH:
        return any(can_cover(state, seat, building) for building in range(BUILDING_COUNT))
    if state.ship_at[seat] >= state.seats:
        return can_take(state, seat)
    return can_deliver(state, seat)
