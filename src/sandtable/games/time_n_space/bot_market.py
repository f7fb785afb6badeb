"""Who wants which goods, and who else is about to bring them, as everybody at the table can see."""

from typing import Final

from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    ORDER_COLOUR,
    ORDER_VALUE,
    STAGES,
    TIMERS,
)
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import (
    ORDER,
    SHIP,
    SPOTS_OF_MAT,
    SpaceState,
    above_in_colour,
    timer_with,
)

LANDING: Final[Ms] = 1_500
"""What hands need for one flight beside the sand: to lift the timer, and to turn it over again."""


class Market:
    """The orders of the other seats that wait for goods, and the ships on their way to them."""

    def __init__(self, state: SpaceState, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.seats = state.seats
        self.wanted: list[list[int]] = []
        """Goods that find an order, by host and colour; none of the seat's own."""
        self.total = [0] * COLOUR_COUNT
        self.values: list[list[int]] = []
        """The values of those orders from the lowest, by host and colour: owners give the lowest
        first."""
        self.goods: list[list[int]] = []
        """What lies on the stations of each seat."""
        for host in range(state.seats):
            self.goods.append(goods_ready(state, host))
            wanted = [0] * COLOUR_COUNT if host == seat else wanted_goods(state, host)
            self.wanted.append(wanted)
            for colour in range(COLOUR_COUNT):
                self.total[colour] += wanted[colour]
                self.values.append([])
            if host != seat:
                self.read_orders(host)

    def read_orders(self, host: Seat) -> None:
        for spot in range(host * SPOTS_OF_MAT, (host + 1) * SPOTS_OF_MAT):
            piece = self.state.spots[spot]
            if piece >= ORDER:
                order = piece - ORDER
                self.values[host * COLOUR_COUNT + ORDER_COLOUR[order]].append(ORDER_VALUE[order])
        for colour in range(COLOUR_COUNT):
            self.values[host * COLOUR_COUNT + colour].sort()

    def landing(self, rival: Seat, host: Seat) -> Ms:
        """When a ship can land at a planet at the earliest."""
        state = self.state
        timer = timer_with(state, rival, SHIP)
        hops = state.setup.board.hops
        if timer < 0:
            return state.now + max(1, hops[state.ship_at[rival]][host]) * state.setup.timer
        ready = max(state.now, state.timer_at[timer])
        return ready + hops[state.ship_to[rival]][host] * (state.setup.timer + LANDING)

    def is_bound_for(self, rival: Seat, host: Seat) -> bool:
        """Whether a ship is on its way to this planet and nowhere else."""
        return self.state.ship_to[rival] == host and timer_with(self.state, rival, SHIP) >= 0

    def left(self, host: Seat, colour: int, at: Ms) -> int:
        """Goods of a colour that a planet will still want at a time, after those who come before.

        Somebody who could go there or elsewhere is not counted: most go elsewhere.
        """
        wanted = self.wanted[host][colour]
        if wanted <= 0:
            return 0
        for rival in range(self.seats):
            if (
                rival not in (self.seat, host)
                and self.goods[rival][colour] > 0
                and self.is_bound_for(rival, host)
                and self.landing(rival, host) <= at
            ):
                wanted -= self.goods[rival][colour]
        return max(0, wanted)

    def coming(self, host: Seat, colour: int, at: Ms) -> int:
        """Orders of a colour that a planet's owner will put out by then, in hundredths.

        Timers on centres show how many; which colours can only be guessed from what is above the
        mat.
        """
        state = self.state
        orders = 0
        for timer in range(host * TIMERS, (host + 1) * TIMERS):
            symbol = state.timer_on[timer]
            if 0 <= symbol < BUILDING_COUNT and state.timer_at[timer] <= at:
                place = host * BUILDING_COUNT + symbol
                if state.kinds[place] == CENTRE:
                    orders += STAGES[state.stages[place]]
        if orders == 0:
            return 0
        above = above_in_colour(state, host, colour)
        total = 0
        for other in range(COLOUR_COUNT):
            total += above_in_colour(state, host, other)
        return min(100 * above, 100 * orders * above // total) if total > 0 else 0

    def carried_here(self, colour: int) -> int:
        """Goods of a colour that ships on their way to this seat's own planet could deliver."""
        goods = 0
        for rival in range(self.seats):
            if rival != self.seat and self.is_bound_for(rival, self.seat):
                goods += self.goods[rival][colour]
        return goods

    def carried(self, colour: int) -> int:
        """Goods of a colour that the others have on their stations."""
        goods = 0
        for rival in range(self.seats):
            if rival != self.seat:
                goods += self.goods[rival][colour]
        return goods

    def sum_of_lowest(self, host: Seat, colour: int, count: int) -> int:
        """What so many orders of a colour bring at a planet, before any multiplier."""
        values = self.values[host * COLOUR_COUNT + colour]
        return sum(values[: min(count, len(values))])
