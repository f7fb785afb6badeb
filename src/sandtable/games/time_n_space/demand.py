"""Who wants goods of which colour, and who has some."""

from sandtable.engine.units import Seat
from sandtable.games.time_n_space.parts import BUILDING_COUNT, COLOUR_COUNT, STATION
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import GOOD, SPOTS_OF_BUILDING, SpaceState


def wanted_elsewhere(state: SpaceState, seat: Seat) -> list[int]:
    """Goods of each colour that find an order at the planets of the others."""
    total = [0] * COLOUR_COUNT
    for host in range(state.seats):
        if host != seat:
            wanted = wanted_goods(state, host)
            for colour in range(COLOUR_COUNT):
                total[colour] += max(0, wanted[colour])
    return total


def goods_to_beam(state: SpaceState, seat: Seat) -> list[int]:
    """Goods of each colour on a seat's plants."""
    goods = [0] * COLOUR_COUNT
    for building in range(BUILDING_COUNT):
        at = seat * BUILDING_COUNT + building
        kind = state.kinds[at]
        if kind < STATION:
            for spot in range(at * SPOTS_OF_BUILDING, (at + 1) * SPOTS_OF_BUILDING):
                if state.spots[spot] == GOOD + kind:
                    goods[kind] += 1
    return goods
