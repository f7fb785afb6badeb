"""Missions: goods that are made, beamed and flown to a planet, reckoned as a whole.

A mission names a planet, the plants to fill first and how many beams follow. It brings what the
orders there will bring that are still open when the ship lands, and it costs uses of timers. What a
use of a timer is worth is the best mission that it belongs to, divided by what that costs.
"""

from typing import Final

from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import OFFER
from sandtable.games.time_n_space.bot_economy import ENDING, USUAL_DELIVERY, Economy
from sandtable.games.time_n_space.parts import BUILDING_COUNT, COLOUR_COUNT, STATION, TIMERS
from sandtable.games.time_n_space.state import (
    FREE,
    NOTHING,
    SHIP,
    timer_with,
)

MOST_BEAMS: Final = 2
DECAY: Final = 92
"""What is left of a mission's worth for each round it takes, in percent: others come first."""
SLACK: Final[Ms] = 8_000
"""How long a ship that has landed can wait for the last beam."""
COMING: Final = 50
"""How much counts, in percent, for which an order may be put out before the ship lands."""
NEXT_HOST: Final = 60
"""How much of what remains for another planet counts, in percent."""


class Missions:
    """The missions of one seat as the table is now."""

    def __init__(self, economy: Economy) -> None:
        self.economy = economy
        state = economy.state
        seat = economy.seat
        self.plant_rate = [0] * BUILDING_COUNT
        self.station_rate = 0
        self.fly_rate = [0] * len(state.setup.board.places)
        self.fly_host = [NOTHING] * len(state.setup.board.places)
        """The planet that the best mission by way of each place is for."""
        self.busy: Ms = 0
        """How long the timer that is not free runs on."""
        for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
            if state.timer_on[timer] >= 0 and state.timer_on[timer] != SHIP:
                self.busy = max(self.busy, state.timer_at[timer] - state.now)
        self.flying = timer_with(state, seat, SHIP) >= 0
        self.both_free = state.timer_on[seat * TIMERS : (seat + 1) * TIMERS].count(FREE) == TIMERS
        self.spaces = self.station_spaces()
        self.left: list[list[int]] = []
        for _ in range(economy.seats):
            self.left.append([0] * COLOUR_COUNT)
        self.coming = [0] * COLOUR_COUNT
        """Orders that may be open when the ship lands and are not yet, in hundredths."""
        self.made = [0] * COLOUR_COUNT
        for host in range(economy.seats):
            if host != seat:
                self.think_of(host)

    def station_spaces(self) -> list[int]:
        """The room that no, one and two beams have, the emptiest station first."""
        economy = self.economy
        spaces: list[int] = []
        for building in range(BUILDING_COUNT):
            kind = economy.state.kinds[economy.seat * BUILDING_COUNT + building]
            if kind == STATION and timer_with(economy.state, economy.seat, building) < 0:
                spaces.append(economy.empties(building))
        spaces.sort(reverse=True)
        sums = [0]
        for nth in range(MOST_BEAMS):
            sums.append(sums[nth] + (spaces[nth] if nth < len(spaces) else 0))
        return sums

    def flights_to(self, host: Seat) -> int:
        """Flights that have yet to begin; staying at a planet counts as one."""
        state = self.economy.state
        seat = self.economy.seat
        if self.flying:
            return state.setup.board.hops[state.ship_to[seat]][host]
        return max(1, state.setup.board.hops[state.ship_at[seat]][host])

    def think_of(self, host: Seat) -> None:
        economy = self.economy
        state = economy.state
        flights = self.flights_to(host)
        if flights > economy.rounds:
            return
        at = state.now + max(1, flights) * economy.round
        for h in range(economy.seats):
            for colour in range(COLOUR_COUNT):
                later = at if h == host else at + 2 * economy.round
                self.left[h][colour] = economy.market.left(h, colour, later)
        for colour in range(COLOUR_COUNT):
            self.coming[colour] = economy.market.coming(host, colour, at)
        if sum(self.left[host]) == 0 and (economy.rounds > ENDING or sum(self.coming) == 0):
            return
        useful: list[int] = []
        for building in range(BUILDING_COUNT):
            if self.can_make(host, building) > 0:
                useful.append(building)
        # A step that adds nothing to the cargo belongs to no mission.
        before = self.weigh(host, flights, NOTHING, NOTHING, 0, 0)
        for beams in range(1, MOST_BEAMS + 1):
            if self.spaces[beams] == self.spaces[beams - 1]:
                break
            alone = self.weigh(host, flights, NOTHING, NOTHING, beams, before)
            singles: list[int] = []
            for one in useful:
                singles.append(self.weigh(host, flights, one, NOTHING, beams, alone))
            for nth in range(len(useful)):
                for mth in range(nth):
                    most = max(singles[nth], singles[mth])
                    self.weigh(host, flights, useful[nth], useful[mth], beams, most)
            before = alone

    def can_make(self, host: Seat, building: int) -> int:
        """Goods that a timer on this plant would make and that are wanted."""
        economy = self.economy
        colour = economy.state.kinds[economy.seat * BUILDING_COUNT + building]
        if colour >= STATION or timer_with(economy.state, economy.seat, building) >= 0:
            return 0
        if economy.state.hand[economy.seat] == building:
            return 0
        here = economy.on_stations[colour] + economy.on_plants[colour]
        if self.left[host][colour] <= 0 or economy.all_demand[colour] <= here:
            return 0
        return min(economy.empties(building), economy.state.supply[colour])

    def weigh(self, host: Seat, flights: int, one: int, other: int, beams: int, before: int) -> int:
        """What a mission brings; for each use of a timer, this is credited to its first steps."""
        economy = self.economy
        for colour in range(COLOUR_COUNT):
            self.made[colour] = 0
        for plant in (one, other):
            if plant != NOTHING:
                colour = economy.state.kinds[economy.seat * BUILDING_COUNT + plant]
                self.made[colour] += self.can_make(host, plant)
        total = worth = self.cargo_worth(host, self.spaces[beams])
        plants = (0 if one == NOTHING else 1) + (0 if other == NOTHING else 1)
        chain = plants + beams
        # A ship that lands before its goods are there has to stay for another round.
        hops = max(1, flights) if chain > 0 else flights
        rounds = max(hops, chain)
        if worth <= before or rounds > economy.rounds or hops + chain == 0:
            return total
        for _ in range(rounds):
            worth = worth * DECAY // 100
        rate = worth // (hops + chain)
        if one != NOTHING:
            self.plant_rate[one] = max(self.plant_rate[one], rate)
            if other != NOTHING:
                self.plant_rate[other] = max(self.plant_rate[other], rate)
        elif beams > 0:
            self.station_rate = max(self.station_rate, rate)
        ready = self.busy + chain * economy.round
        if not self.flying and (chain == 0 or ready <= flights * economy.round + SLACK):
            self.credit_flight(host, flights, rate)
        return total

    def credit_flight(self, host: Seat, flights: int, rate: int) -> None:
        state = self.economy.state
        board = state.setup.board
        here = state.ship_at[self.economy.seat]
        for to in [here, *board.next_to[here]]:
            if 1 + board.hops[to][host] == flights and rate > self.fly_rate[to]:
                self.fly_rate[to] = rate
                self.fly_host[to] = host

    def cargo_worth(self, host: Seat, space: int) -> int:
        """The best cargo for a planet, and what remains of it for the best other one."""
        economy = self.economy
        goods = [0] * COLOUR_COUNT
        spare = [0] * COLOUR_COUNT
        """Goods on plants."""
        for colour in range(COLOUR_COUNT):
            left = self.left[host][colour]
            goods[colour] = min(economy.on_stations[colour], left)
            spare[colour] = economy.on_plants[colour] + self.made[colour]
        while space > 0:
            best = NOTHING
            most = 0
            for colour in range(COLOUR_COUNT):
                if spare[colour] > 0 and goods[colour] < self.left[host][colour]:
                    more = economy.visit_worth(
                        host, colour, goods[colour] + 1
                    ) - economy.visit_worth(host, colour, goods[colour])
                    if more > most:
                        best, most = colour, more
            if best == NOTHING:
                break
            goods[best] += 1
            spare[best] -= 1
            space -= 1
        worth = 0
        for colour in range(COLOUR_COUNT):
            worth += economy.visit_worth(host, colour, goods[colour])
        if worth == 0 and economy.rounds > ENDING:
            return 0
        for colour in range(COLOUR_COUNT):
            over = 100 * max(0, economy.on_stations[colour] - goods[colour])
            hoped = min(over, self.coming[colour]) * economy.good_worth(colour) // 100
            worth += hoped * COMING // 100
        if worth == 0:
            return 0
        if economy.state.bonus_at[host] == 1:
            worth += USUAL_DELIVERY
        offer = economy.state.offers[economy.seat]
        if offer != NOTHING and OFFER[offer].to == host:
            worth += USUAL_DELIVERY // 2
        best_next = 0
        for another in range(economy.seats):
            if another != host and another != economy.seat:
                rest = 0
                room = space
                for colour in range(COLOUR_COUNT):
                    over = economy.on_stations[colour] - goods[colour]
                    beamed = min(room, spare[colour], max(0, self.left[another][colour] - over))
                    room -= max(0, beamed)
                    number = min(self.left[another][colour], max(0, over) + beamed)
                    rest += economy.visit_worth(another, colour, number)
                best_next = max(best_next, rest)
        return worth + best_next * NEXT_HOST // 100
