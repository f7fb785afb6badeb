"""How far it is to where a card belongs, and what is in the way.

The way is the shortest one over the table as it lies, with the fewest cubes among the shortest:
what others will do, and the disorder that will flow meanwhile, nobody knows.
"""

from heapq import heappop, heappush
from typing import Final

from sandtable.games.time_of_chaos.parts import CITY_COUNT, ERA_COUNT, TILE_COUNT
from sandtable.games.time_of_chaos.state import NEXT_TO, ChaosState

ACTION: Final = 100
CUBE: Final = 1
"""The cost of a way is one number: a hundred for each action, and one for each cube it lays."""

MOST_RESTORED: Final = 2
"""A way that needs more tiles to be restored is none."""

TRAVEL: Final = "travel"
TIME_TRAVEL: Final = "time_travel"
RESTORE: Final = "restore"
SEARCH: Final = "search"
DELIVER: Final = "deliver"

HELD: Final = -1
"""Instead of an era in which the card has to be found: it is in the hand already."""

Node = tuple[int, int, bool, bool]
"""Where the pawn is, which tiles are in CHAOS, whether the card is held, and whether it is home."""


class Leg:
    """One action of a way: what is done, and to which tile it leads or is done."""

    def __init__(self, act: str, tile: int, node: Node, before: "Leg | None", cost: int) -> None:
        self.act = act
        self.tile = tile
        self.node = node
        self.before = before
        self.cost = cost
        self.restored: int = 0 if before is None else before.restored
        if act == RESTORE:
            self.restored += 1


def way(state: ChaosState, start: int, found: int, home: int, chaos: int) -> list[Leg]:
    """The legs from a tile to the delivery at `home`, with these tiles in CHAOS; [] for no way."""
    node: Node = (start, chaos, found == HELD, False)
    first = Leg("", start, node, None, 0)
    best: dict[Node, int] = {node: 0}
    queue: list[tuple[int, int, Leg]] = [(0, 0, first)]
    count = 0
    while queue:
        cost, _, leg = heappop(queue)
        if leg.node[3]:
            return in_order(leg)
        if cost > best[leg.node]:
            continue
        for further in legs_from(state, leg, found, home):
            known = best.get(further.node, -1)
            if known < 0 or further.cost < known:
                best[further.node] = further.cost
                count += 1
                heappush(queue, (further.cost, count, further))
    return []


def in_order(last: Leg) -> list[Leg]:
    legs: list[Leg] = []
    leg = last
    while leg.before is not None:
        legs.append(leg)
        leg = leg.before
    legs.reverse()
    return legs


def legs_from(state: ChaosState, leg: Leg, found: int, home: int) -> list[Leg]:
    """What can be done next, of what leads on."""
    tile, chaos, held, _ = leg.node
    era, city = tile // CITY_COUNT, tile % CITY_COUNT
    step, paid = leg.cost + ACTION, leg.cost + ACTION + CUBE
    legs: list[Leg] = []
    if not chaos >> tile & 1:
        # TC-A1: on a CHAOS tile nothing but TRAVEL and RESTORE is allowed.
        if held and tile == home:
            return [Leg(DELIVER, tile, (tile, chaos, True, True), leg, paid)]
        if not held and era == found:
            legs.append(Leg(SEARCH, tile, (tile, chaos, True, False), leg, paid))
        for other in range(city, TILE_COUNT, CITY_COUNT):
            if other != tile and not chaos >> other & 1:
                legs.append(Leg(TIME_TRAVEL, other, (other, chaos, held, False), leg, paid))
    for place in NEXT_TO[state.places[tile]]:
        other = state.grid[era * CITY_COUNT + place]
        legs.append(Leg(TRAVEL, other, (other, chaos, held, False), leg, step))
    if leg.restored < MOST_RESTORED:
        for nth in range(ERA_COUNT):
            other = nth * CITY_COUNT + city
            allowed = state.setup.restores_here if nth == era else state.setup.restores_afar
            if allowed and chaos >> other & 1:
                node: Node = (tile, chaos & ~(1 << other), held, False)
                legs.append(Leg(RESTORE, other, node, leg, step))
    return legs


def in_the_way(start: int, legs: list[Leg], chaos: int) -> list[int]:
    """The CHAOS tiles that stop these legs, which were found as if there were none."""
    found: list[int] = []
    here = start
    for leg in legs:
        matters = [leg.tile] if leg.act != TRAVEL else []
        if leg.act == TIME_TRAVEL:
            matters = [here, leg.tile]
        for tile in matters:
            if chaos >> tile & 1 and tile not in found:
                found.append(tile)
        here = leg.tile
    return found
