"""What the table means for one seat: who wants what, what fits where, what more would bring."""

from typing import Any

from sandtable.engine.units import Seat
from sandtable.games.time_n_space.demand import goods_to_beam
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    COLOURS,
    ORDER_COUNT,
    STATION,
    VALUE_COUNT,
)
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import (
    EMPTY,
    SHIP,
    SPOTS_OF_BUILDING,
    SpaceState,
    open_orders,
    room,
    timer_with,
)


def room_to_beam(state: SpaceState, seat: Seat) -> int:
    """TS-A2: the empty spots of the emptiest station; one beam is the action of one station."""
    most = 0
    for building in range(BUILDING_COUNT):
        at = seat * BUILDING_COUNT + building
        if state.kinds[at] == STATION:
            start = at * SPOTS_OF_BUILDING
            free = 0
            for spot in range(start, start + room(state, seat, building)):
                if state.spots[spot] == EMPTY:
                    free += 1
            most = max(most, free)
    return most


def fits(state: SpaceState, seat: Seat, host: Seat) -> dict[str, Any]:
    """TS-A7: what a planet would take from this seat. `now`: from its stations, by colour. `later`:
    more of each colour after the next beam; `more`: of all colours together."""
    now = [0] * COLOUR_COUNT
    later = [0] * COLOUR_COUNT
    more = 0
    if host != seat:
        wanted = wanted_goods(state, host)
        ready = goods_ready(state, seat)
        coming = goods_to_beam(state, seat)
        space = room_to_beam(state, seat)
        for colour in range(COLOUR_COUNT):
            now[colour] = max(0, min(wanted[colour], ready[colour]))
            left = max(0, wanted[colour] - now[colour])
            later[colour] = min(left, coming[colour], space)
        more = min(space, sum(later))
    return {"now": by_colour(now), "later": by_colour(later), "more": more}


def visitors(state: SpaceState, host: Seat) -> list[dict[str, Any]]:
    """Whose ship comes to this planet or has come, when its timer has run out, and how many goods
    of each colour it could deliver as things are."""
    found: list[dict[str, Any]] = []
    for seat in range(state.seats):
        if seat != host and state.ship_to[seat] == host:
            timer = timer_with(state, seat, SHIP)
            if timer >= 0:
                brings = fits(state, seat, host)["now"]
                found.append({"seat": seat, "at": state.timer_at[timer], "brings": brings})
    return found


def columns(state: SpaceState, seat: Seat) -> dict[str, Any]:
    """TS-E2, TS-E3: for each colour, supposing that none of its orders is held back any more,
    `score`: what it would score now; `new` and `same`: how many points one more order would bring
    at least and at most, from a player who is new in that colour and from one who is not; null
    where no order is left."""
    return {COLOURS[colour]: column(state, seat, colour) for colour in range(COLOUR_COUNT)}


def column(state: SpaceState, seat: Seat, colour: int) -> dict[str, Any]:
    then = state.copy()
    first = colour * VALUE_COUNT
    for order in range(first, first + VALUE_COUNT):
        then.above[seat * ORDER_COUNT + order] = 0
    sheet = Sheet(then, seat)
    gains: list[list[int]] = [[], []]
    for host in range(state.seats):
        if host == seat:
            continue
        start = (seat * state.seats + host) * ORDER_COUNT
        served = any(then.won[start + order] > 0 for order in range(first, first + VALUE_COUNT))
        for order in range(first, first + VALUE_COUNT):
            if state.above[host * ORDER_COUNT + order] > 0 or open_orders(state, host, order) > 0:
                then.won[start + order] += 1
                gains[1 if served else 0].append(Sheet(then, seat).score - sheet.score)
                then.won[start + order] -= 1
    return {
        "score": sheet.worth(colour),
        "new": least_and_most(gains[0]),
        "same": least_and_most(gains[1]),
    }


def least_and_most(gains: list[int]) -> list[int] | None:
    return [min(gains), max(gains)] if gains else None


def by_colour(counts: list[int]) -> dict[str, int]:
    return {COLOURS[colour]: counts[colour] for colour in range(COLOUR_COUNT)}
