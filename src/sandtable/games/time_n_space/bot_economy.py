"""What things are worth to one seat, as a sensible player reckons; all in hundredths of a point.

It reads an imagined table: everything it looks at is open, and it never asks for covered tiles.
"""

from typing import Final

from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import OFFER
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    ORDER_COLOUR,
    ORDER_COUNT,
    STAGES,
    STATION,
)
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import (
    EMPTY,
    GOOD,
    NOTHING,
    ORDER,
    PLAY,
    SPOTS_OF_BUILDING,
    SpaceState,
    above_in_colour,
    is_bare,
    room,
    timer_with,
)

USUAL_ORDER: Final = 150
"""What an order is worth on average: owners give the lowest first."""
USUAL_DELIVERY: Final = 300
"""What filling an order comes to in the end, its multiplier included."""
LIKELY: Final = (95, 90, 60, 40)
"""The chance, in percent, to put out all orders of the first, second, third and last colour."""
UNLIKELY: Final = 10
FOCUS: Final = 2
"""Colours whose orders are put out at the same time; near the end it is one after the other."""
MOST_SPACE_COST: Final = 900
"""What a space can be worth at most, see `Economy.space_cost`."""
NEVER: Final = -1_000_000


class Economy:
    """One seat's view of who needs what, and of what it could do about it."""

    def __init__(self, state: SpaceState, seat: Seat, taste: list[int]) -> None:
        self.state = state
        self.seat = seat
        self.taste = taste
        """The colours in the order in which this player likes them, if nothing else decides."""
        self.seats = state.seats
        left = state.due - state.now if state.phase == PLAY else -1
        self.rounds = left // state.setup.timer + 1 if left >= 0 else 0
        """How many timers can still be turned over, one after the other."""
        self.on_stations = [0] * COLOUR_COUNT
        self.on_plants = [0] * COLOUR_COUNT
        self.station_room = 0
        """Station spots that no order blocks."""
        self.station_empty = 0
        self.plant_room = [0] * COLOUR_COUNT
        self.centre_stage = 0
        self.centres = 0
        self.stations = 0
        self.count_mat()
        self.demand: list[list[int]] = []
        self.all_demand = [0] * COLOUR_COUNT
        self.future = [0] * COLOUR_COUNT
        for host in range(self.seats):
            wanted = [0] * COLOUR_COUNT if host == seat else wanted_goods(state, host)
            self.demand.append(wanted)
            for colour in range(COLOUR_COUNT):
                self.all_demand[colour] += wanted[colour]
        self.above = [above_in_colour(state, seat, colour) for colour in range(COLOUR_COUNT)]
        sheet = Sheet(state, seat)
        self.values = [value * 100 for value in sheet.values]
        self.players = sheet.players
        self.asked = [0] * COLOUR_COUNT
        """Offers made to this seat for putting out an order of a colour (TS-A13)."""
        for other in range(self.seats):
            offer = state.offers[other]
            if offer != NOTHING and OFFER[offer].to == seat:
                self.asked[OFFER[offer].wanted] += 1
        self.rank = self.rank_colours()
        self.chance = self.chances()
        self.guess_future()
        self.expect_timers()

    def count_mat(self) -> None:
        state = self.state
        for building in range(BUILDING_COUNT):
            at = self.seat * BUILDING_COUNT + building
            kind = state.kinds[at]
            if kind == STATION:
                self.stations += 1
            if kind == CENTRE:
                self.centres += 1
                self.centre_stage = max(self.centre_stage, STAGES[state.stages[at]])
                continue
            start = at * SPOTS_OF_BUILDING
            for spot in range(start, start + room(state, self.seat, building)):
                piece = state.spots[spot]
                if piece >= ORDER:
                    continue
                if kind == STATION:
                    self.station_room += 1
                    if piece == EMPTY:
                        self.station_empty += 1
                    else:
                        self.on_stations[piece - GOOD] += 1
                else:
                    self.plant_room[kind] += 1
                    if piece != EMPTY:
                        self.on_plants[piece - GOOD] += 1

    def rank_colours(self) -> list[int]:
        """The colours to finish first: those the whole table trades in, and those begun."""
        state = self.state
        merit = [0] * COLOUR_COUNT
        for piece in state.spots:
            if piece >= ORDER:
                merit[ORDER_COLOUR[piece - ORDER]] += 2
        for colour in range(COLOUR_COUNT):
            merit[colour] -= 3 * self.above[colour]
            merit[colour] += self.values[colour] // 100
            merit[colour] += 3 * self.asked[colour]
        ranked: list[int] = []
        for _ in range(COLOUR_COUNT):
            best = NOTHING
            for colour in self.taste:
                if colour not in ranked and (best == NOTHING or merit[colour] > merit[best]):
                    best = colour
            ranked.append(best)
        return ranked

    def chances(self) -> list[int]:
        """How likely, in percent, each colour will have left its own side of the mat in time."""
        chances = [0] * COLOUR_COUNT
        before = 0
        stage = max(1, self.centre_stage)
        for place in range(COLOUR_COUNT):
            colour = self.rank[place]
            before += self.above[colour]
            if self.above[colour] == 0:
                chances[colour] = 100
                continue
            uses = (before + stage - 1) // stage
            if uses <= self.rounds + 1:
                chances[colour] = LIKELY[place]
            elif self.rounds > 0:
                chances[colour] = UNLIKELY
        return chances

    def guess_future(self) -> None:
        """Orders the others will put out before long."""
        if self.rounds < 5:
            return
        for colour in range(COLOUR_COUNT):
            for other in range(self.seats):
                if other != self.seat and above_in_colour(self.state, other, colour) > 0:
                    self.future[colour] += 1
            if colour != self.rank[0] and colour != self.rank[1]:
                self.future[colour] //= 2

    def expect_timers(self) -> None:
        """What its own running timers will have done before one that is turned over now runs out.

        Plants are lifted before stations, and stations before the ship.
        """
        for building in range(BUILDING_COUNT):
            kind = self.state.kinds[self.seat * BUILDING_COUNT + building]
            if kind < STATION and timer_with(self.state, self.seat, building) >= 0:
                goods = min(self.empties(building), self.short_of(kind), self.state.supply[kind])
                self.on_plants[kind] += max(0, goods)
        for building in range(BUILDING_COUNT):
            kind = self.state.kinds[self.seat * BUILDING_COUNT + building]
            if kind == STATION and timer_with(self.state, self.seat, building) >= 0:
                space = self.empties(building)
                for colour in self.rank:
                    goods = self.to_beam(colour, space)
                    self.on_plants[colour] -= goods
                    self.on_stations[colour] += goods
                    self.station_empty -= goods
                    space -= goods

    def empties(self, building: int) -> int:
        """Empty spots on a building of its own."""
        start = (self.seat * BUILDING_COUNT + building) * SPOTS_OF_BUILDING
        spots = room(self.state, self.seat, building)
        return self.state.spots[start : start + spots].count(EMPTY)

    def to_beam(self, colour: int, space: int) -> int:
        """Goods of a colour that a station with this much space would take from the plants."""
        wanted = self.all_demand[colour] + self.future[colour] - self.on_stations[colour]
        return max(0, min(space, self.on_plants[colour], wanted))

    def order_worth(self, host: Seat, colour: int) -> int:
        """What filling one more order of a colour at a planet brings."""
        start = (self.seat * self.seats + host) * ORDER_COUNT
        served = False
        for order in range(ORDER_COUNT):
            if ORDER_COLOUR[order] == colour and self.state.won[start + order] > 0:
                served = True
        before = self.values[colour] * self.players[colour]
        players = self.players[colour] + (0 if served else 1)
        gain = (self.values[colour] + USUAL_ORDER) * players - before
        return max(gain, USUAL_DELIVERY) * self.chance[colour] // 100

    def good_worth(self, colour: int) -> int:
        """What a good of a colour will bring wherever it goes."""
        return USUAL_DELIVERY * self.chance[colour] // 100

    def short_of(self, colour: int) -> int:
        """Goods of a colour that find an order, now or soon, beyond those on the mat."""
        here = self.on_stations[colour] + self.on_plants[colour]
        return self.all_demand[colour] + self.future[colour] - here

    def flight_worth(self, host: Seat, flights: int) -> int:
        """What a visit brings with the goods that are on the stations, and may be by then."""
        worth = 0
        spare = self.station_empty
        for colour in range(COLOUR_COUNT):
            wanted = self.demand[host][colour]
            ready = min(self.on_stations[colour], wanted)
            worth += ready * self.order_worth(host, colour)
            later = min(self.on_plants[colour], wanted - ready, spare)
            if later > 0:
                worth += later * self.order_worth(host, colour) // (2 if flights > 1 else 4)
                spare -= later
        if worth > 0 and self.state.bonus_at[host] == 1:
            worth += USUAL_DELIVERY
        offer = self.state.offers[self.seat]
        if worth > 0 and offer != NOTHING and OFFER[offer].to == host:
            worth += USUAL_DELIVERY // 2
        return worth

    def put_out_worth(self, colour: int) -> int:
        """What it brings to put out an order of a colour."""
        if self.above[colour] == 0 or self.chance[colour] <= UNLIKELY or not self.in_focus(colour):
            return 0
        worth = 200 + 100 * min(1, self.asked[colour])
        if self.above[colour] == 1:
            worth += self.values[colour] * self.players[colour] // 2
        if self.rounds < 8:
            # Late, whatever is already won in the colour is lost without this order.
            worth += self.values[colour] * self.players[colour] // self.above[colour]
        return worth

    def in_focus(self, colour: int) -> bool:
        """Whether a colour is among the first that are not finished."""
        unfinished = [c for c in self.rank if self.above[c] > 0]
        return colour in unfinished[: FOCUS if self.rounds > 8 else 1]

    def space_cost(self, building: int) -> int:
        """What it costs to block a spot of a building with an order.

        A line of goods needs a plant and a station with room; the last of both is dear.
        """
        kind = self.state.kinds[self.seat * BUILDING_COUNT + building]
        late = self.rounds < 6
        if timer_with(self.state, self.seat, building) >= 0:
            # Its spots are spoken for.
            return 400
        if kind == STATION:
            if self.station_room < 2:
                return MOST_SPACE_COST if self.rounds > 2 else 100
            if self.station_room < 4:
                return 150 if late else 420
            return 100 if late else 180
        wanted = self.all_demand[kind] + self.future[kind]
        if wanted <= 0:
            return 10
        if self.plant_room[kind] < 2:
            return 60 if late else 160 + 80 * min(wanted, 4)
        if self.plant_room[kind] < 4:
            return 40 if late else 100 + 60 * min(wanted, 4)
        return 20

    def tile_worth(self, kind: int) -> int:
        """What one more stage of a building of this kind brings in the time that is left."""
        uses = 2 * self.rounds
        if self.rounds < 5:
            return 0
        if kind == CENTRE:
            orders = sum([self.above[c] for c in self.rank if self.chance[c] > UNLIKELY])
            return orders * (0, 25, 8, 0)[self.centre_stage]
        if kind == STATION:
            return uses * (20 if self.station_room < 3 else 13 if self.station_room < 5 else 5)
        wanted = self.all_demand[kind] + self.future[kind] - self.plant_room[kind]
        return uses * (2 + 6 * max(0, min(4, wanted))) * self.chance[kind] // 100

    def best_cover(self, tile: int) -> int:
        """The stage I building that is best covered with a tile, or NOTHING."""
        state = self.state
        best = NOTHING
        cheapest = -NEVER
        for building in range(BUILDING_COUNT):
            at = self.seat * BUILDING_COUNT + building
            if state.stages[at] != 1 or not is_bare(state, self.seat, building):
                continue
            if timer_with(state, self.seat, building) >= 0:
                continue
            cost = self.cover_cost(state.kinds[at], tile)
            if cost < cheapest:
                best, cheapest = building, cost
        return best

    def cover_cost(self, kind: int, tile: int) -> int:
        """What is lost by covering a stage I building of a kind."""
        if kind == tile:
            return 0
        if kind == CENTRE:
            return 10 if self.centres > 1 else -NEVER
        if kind == STATION:
            return 80 if self.stations > 1 else -NEVER
        return 15 + 15 * (COLOUR_COUNT - self.rank.index(kind))
