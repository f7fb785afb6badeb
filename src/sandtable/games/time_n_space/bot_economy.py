"""What things are worth to one seat, as a sensible player reckons; all in hundredths of a point.

It reads an imagined table: everything it looks at is open, and it never asks for covered tiles.
"""

from typing import Final

from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import OFFER
from sandtable.games.time_n_space.bot_market import LANDING, Market
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
MAYBE: Final = 50
"""How much of a delivery counts, in percent, whose good has yet to be beamed."""
VISITED: Final = 120
"""What it adds to an order that somebody with the right good is on the way."""
ASKED: Final = 200
"""What it adds to an order that somebody has asked for it (TS-A13)."""
CARRIED: Final = 2
"""How much a good that comes to its planet counts for the colour in which to put out orders."""
CANNOT_MAKE: Final = 10
"""What a colour loses for which it has no plant any more."""
PROSPECTS: Final = 60
"""How much of what a colour may still bring counts, in percent, beside what it has brought."""
SHARE_EARLY: Final = 60
SHARE_LATER: Final = 80
SHARE_LATE: Final = 100
"""How much of its part in a colour's worth counts for an order, in percent, as time goes by."""
EARLY: Final = 15
"""So many rounds before the end it is no longer early."""
MOST_FOR_AN_ORDER: Final = 700
LATE: Final = 8
"""So many rounds before the end what a colour has brought begins to count for its last orders."""
FAR_AHEAD: Final = 5
"""With fewer rounds left, a colour's multiplier is what it is."""
HOPE: Final = 30
"""How much of a good counts, in percent, for which no order is open yet."""
HOPE_LATE: Final = 60
"""The same shortly before the end, when everybody puts out what they still hold back."""
ENDING: Final = 7
"""How many rounds before the end that is."""
DUMPED: Final = 50
"""How many of the orders that they hold back then come out, in percent."""


class Economy:
    """One seat's view of who needs what, and of what it could do about it."""

    def __init__(self, state: SpaceState, seat: Seat, taste: list[int]) -> None:
        self.state = state
        self.seat = seat
        self.taste = taste
        """The colours in the order in which this player likes them, if nothing else decides."""
        self.seats = state.seats
        self.round: Ms = state.setup.timer + LANDING
        left = state.due - state.now if state.phase == PLAY else -1
        self.rounds = left // self.round + 1 if left >= 0 else 0
        """How many timers can still be turned over, one after the other."""
        self.on_stations = [0] * COLOUR_COUNT
        self.on_plants = [0] * COLOUR_COUNT
        self.station_room = 0
        """Station spots that no order blocks."""
        self.station_empty = 0
        self.plant_room = [0] * COLOUR_COUNT
        self.makes = [0] * COLOUR_COUNT
        """Spots of its plants by colour, those with orders included."""
        self.centre_stage = 0
        self.centres = 0
        self.all_stages = 0
        """The stages of all its centres together: orders in one round with a timer on each."""
        self.stations = 0
        self.spaces = 0
        """Spots without an order: what lies on them now will have gone before the end."""
        self.out = [0] * COLOUR_COUNT
        """Its own orders that wait for goods."""
        self.count_mat()
        self.market = Market(state, seat)
        self.all_demand = self.market.total
        self.future = [0] * COLOUR_COUNT
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
                self.all_stages += STAGES[state.stages[at]]
                continue
            start = at * SPOTS_OF_BUILDING
            if kind < STATION:
                self.makes[kind] += room(state, self.seat, building)
            for spot in range(start, start + room(state, self.seat, building)):
                piece = state.spots[spot]
                if piece >= ORDER:
                    self.out[ORDER_COLOUR[piece - ORDER]] += 1
                    continue
                self.spaces += 1
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
            merit[colour] += CARRIED * self.market.carried_here(colour)
            if self.makes[colour] == 0:
                merit[colour] -= CANNOT_MAKE
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
            if self.above[colour] == 0:
                chances[colour] = 100
            elif before + self.above[colour] <= self.can_put_out(stage):
                before += self.above[colour]
                chances[colour] = LIKELY[place]
            elif self.rounds > 0:
                # Out of reach: what it would have needed is there for the next colour.
                chances[colour] = UNLIKELY
        return chances

    def can_put_out(self, stage: int) -> int:
        """Orders that it can still put out: in the last rounds with both timers, if need be.

        Each order needs a space, too; others fill some meanwhile.
        """
        if self.rounds > LATE:
            return (self.rounds + 1) * stage
        return min(self.rounds * max(stage, self.all_stages), self.spaces + self.rounds // 2)

    def guess_future(self) -> None:
        """Orders the others will put out before long; near the end, most of what they hold back."""
        for colour in range(COLOUR_COUNT):
            for other in range(self.seats):
                if other != self.seat:
                    above = above_in_colour(self.state, other, colour)
                    if self.rounds <= ENDING:
                        self.future[colour] += above * DUMPED // 100
                    elif above > 0:
                        self.future[colour] += 1
            if self.rounds > ENDING and colour != self.rank[0] and colour != self.rank[1]:
                self.future[colour] //= 2

    def hopeful(self) -> int:
        """What a good without an order counts for, in percent."""
        return HOPE_LATE if self.rounds <= ENDING else HOPE

    def goods_worth(self, colour: int, goods: int, here: int) -> int:
        """What so many more goods of a colour will bring, beside those that are here already."""
        wanted = max(0, min(goods, self.all_demand[colour] - here))
        hoped = max(0, min(goods, self.all_demand[colour] + self.future[colour] - here) - wanted)
        return self.good_worth(colour) * (100 * wanted + self.hopeful() * hoped) // 100

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

    def served(self, host: Seat, colour: int) -> bool:
        """Whether it has filled an order of this colour at this planet."""
        start = (self.seat * self.seats + host) * ORDER_COUNT
        for order in range(ORDER_COUNT):
            if ORDER_COLOUR[order] == colour and self.state.won[start + order] > 0:
                return True
        return False

    def visit_worth(self, host: Seat, colour: int, goods: int) -> int:
        """What it brings to fill so many orders of a colour at a planet."""
        if goods <= 0:
            return 0
        fresh = 100 * self.market.sum_of_lowest(host, colour, goods)
        before = self.values[colour] * self.players[colour]
        players = self.players[colour] + (0 if self.served(host, colour) else 1)
        gain = (self.values[colour] + fresh) * players - before
        if self.rounds > FAR_AHEAD:
            # The multiplier will come: others trade in this colour too.
            gain = max(gain, fresh * 2, goods * USUAL_DELIVERY)
        return gain * self.chance[colour] // 100

    def good_worth(self, colour: int) -> int:
        """What a good of a colour will bring wherever it goes."""
        return USUAL_DELIVERY * self.chance[colour] // 100

    def short_of(self, colour: int) -> int:
        """Goods of a colour that find an order, now or soon, beyond those on the mat."""
        here = self.on_stations[colour] + self.on_plants[colour]
        return self.all_demand[colour] + self.future[colour] - here

    def put_out_worth(self, colour: int) -> int:
        """What it brings to put out an order of a colour."""
        if self.above[colour] == 0 or self.chance[colour] <= UNLIKELY or not self.in_focus(colour):
            return 0
        share = self.stake(colour) // self.above[colour]
        if self.rounds <= LATE:
            worth = share * SHARE_LATE // 100
        elif self.rounds <= EARLY:
            worth = share * SHARE_LATER // 100
        else:
            worth = share * SHARE_EARLY // 100
        if worth == 0:
            return 0
        worth = min(worth, MOST_FOR_AN_ORDER) + ASKED * min(1, self.asked[colour])
        if self.market.carried_here(colour) > self.out[colour]:
            worth += VISITED
        elif self.market.carried(colour) > self.out[colour]:
            worth += VISITED // 2
        return worth

    def stake(self, colour: int) -> int:
        """What a colour has brought and may still bring, all of which one order held back voids."""
        stock = self.on_stations[colour] + self.on_plants[colour]
        if self.makes[colour] > 0:
            stock += max(0, self.rounds - 2)
        wanted = self.all_demand[colour] + self.future[colour]
        more = min(stock, wanted, self.rounds) * USUAL_DELIVERY * PROSPECTS // 100
        return self.values[colour] * self.players[colour] + more

    def in_focus(self, colour: int) -> bool:
        """Whether a colour is among the first that are not finished."""
        unfinished = [c for c in self.rank if self.above[c] > 0 and self.chance[c] > UNLIKELY]
        return colour in unfinished[: FOCUS if self.rounds > LATE else 1]

    def space_cost(self, building: int) -> int:
        """What it costs to block a spot of a building with an order.

        A line of goods needs a plant and a station with room; the last of both is dear.
        """
        kind = self.state.kinds[self.seat * BUILDING_COUNT + building]
        late = self.rounds < 4
        if timer_with(self.state, self.seat, building) >= 0:
            # Its spots are spoken for.
            return 400
        if kind == STATION:
            if self.rounds <= 2:
                return 100
            if self.station_room < 2:
                return MOST_SPACE_COST
            return 420 if self.station_room < 4 else 180
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
