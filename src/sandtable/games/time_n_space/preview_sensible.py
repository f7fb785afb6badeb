"""What *all* does next: the one sensible step of an action, where there is just one."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import BEAM, BUILD, FILL, TAKE_TILE
from sandtable.games.time_n_space.demand import wanted_elsewhere
from sandtable.games.time_n_space.listing import add_deliveries
from sandtable.games.time_n_space.moons import can_take
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import BUILDING_COUNT, CENTRE, STATION
from sandtable.games.time_n_space.possible import can_cover, can_fill, holds_good
from sandtable.games.time_n_space.state import NOTHING, RESEARCH, SpaceState, empty_spot


def next_step(state: SpaceState, seat: Seat) -> Act | None:
    """Fill every spot, beam what is wanted most, deliver whatever fits, take the tile, build where
    there is only one place for it. Which orders go out, and where to, is never obvious."""
    symbol = state.hand[seat]
    if symbol < BUILDING_COUNT:
        kind = state.kinds[seat * BUILDING_COUNT + symbol]
        if kind == CENTRE:
            return None
        if kind == STATION:
            return beam_most_wanted(state, seat, symbol)
        return FILL if can_fill(state, seat, symbol) else None
    if symbol == RESEARCH:
        places = [b for b in range(BUILDING_COUNT) if can_cover(state, seat, b)]
        return BUILD[places[0]] if len(places) == 1 else None
    if state.ship_at[seat] >= state.seats:
        return TAKE_TILE if can_take(state, seat) else None
    found: list[Act] = []
    add_deliveries(state, seat, found)
    return found[0] if found else None


def beam_most_wanted(state: SpaceState, seat: Seat, station: int) -> Act | None:
    """The good for which the most open orders are left over, after what is on the stations; of
    equal ones the first by building."""
    if empty_spot(state, seat, station) < 0:
        return None
    wanted = wanted_elsewhere(state, seat)
    ready = goods_ready(state, seat)
    best = NOTHING
    most = 0
    for plant in range(BUILDING_COUNT):
        if holds_good(state, seat, plant):
            colour = state.kinds[seat * BUILDING_COUNT + plant]
            left = max(0, wanted[colour] - ready[colour])
            if best == NOTHING or left > most:
                best = plant
                most = left
    return None if best == NOTHING else BEAM[best]
