"""How far it is to a tile: for players who plan ahead.

A way is one number: hundredths of an action, of which the last digit counts the cubes that its
TIME TRAVELS need. (No way through 27 tiles needs ten.)
"""

from typing import Final

from sandtable.games.time_of_chaos.options import Setup
from sandtable.games.time_of_chaos.parts import CITY_COUNT, ERA_COUNT, TILE_COUNT
from sandtable.games.time_of_chaos.state import NEXT_TO

STEP: Final = 100
LEAP: Final = 121
"""A TIME TRAVEL: an action, a cube, and a little more because it leaves disorder behind."""
DETOUR: Final = 401
"""From a CHAOS tile one restores a city but cannot travel there in time: a long way round."""
FAR: Final = 9_900


def cubes_of(way: int) -> int:
    """How many cubes the TIME TRAVELS of a way need."""
    return way % 10


class Distances:
    """The ways of one table. They depend on which tiles are in CHAOS, so they are kept for each
    pattern of CHAOS that a plan leads to."""

    def __init__(self, grid: list[int], setup: Setup) -> None:
        self.setup = setup
        self.neighbours: list[list[int]] = [[] for _ in range(TILE_COUNT)]
        for era in range(ERA_COUNT):
            for place in range(CITY_COUNT):
                for other in NEXT_TO[place]:
                    tile = grid[era * CITY_COUNT + place]
                    self.neighbours[tile].append(grid[era * CITY_COUNT + other])
        self.known: dict[int, list[int]] = {}

    def forget(self) -> None:
        self.known = {}

    def to(self, home: int, chaos: int) -> list[int]:
        """From every tile: what it takes to stand on `home` with its ORDER side up."""
        key = chaos * TILE_COUNT + home
        found = self.known.get(key)
        if found is None:
            found = self.measure(home, chaos)
            self.known[key] = found
        return found

    def measure(self, home: int, chaos: int) -> list[int]:
        cost = [FAR] * TILE_COUNT
        queue: list[int] = []
        if not chaos >> home & 1:
            cost[home] = 0
            queue.append(home)
        else:
            self.by_restoring(home, chaos, cost, queue)
        at = 0
        while at < len(queue):
            tile = queue[at]
            at += 1
            self.relax(tile, chaos, cost, queue)
        return cost

    def by_restoring(self, home: int, chaos: int, cost: list[int], queue: list[int]) -> None:
        """TC-A8: from which tiles a home in CHAOS is restored, and what it then takes."""
        if self.setup.restores_here:
            cost[home] = STEP
            queue.append(home)
        if self.setup.restores_afar:
            for era in range(ERA_COUNT):
                tile = era * CITY_COUNT + home % CITY_COUNT
                if tile != home:
                    cost[tile] = STEP + (DETOUR if chaos >> tile & 1 else LEAP)
                    queue.append(tile)

    def relax(self, tile: int, chaos: int, cost: list[int], queue: list[int]) -> None:
        here = cost[tile]
        for other in self.neighbours[tile]:
            if here + STEP < cost[other]:
                cost[other] = here + STEP
                queue.append(other)
        if not chaos >> tile & 1:
            for era in range(ERA_COUNT):
                other = era * CITY_COUNT + tile % CITY_COUNT
                if not chaos >> other & 1 and here + LEAP < cost[other]:
                    cost[other] = here + LEAP
                    queue.append(other)
