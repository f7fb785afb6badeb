"""Onto what a free timer is best turned over, and which one is best lifted first."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.time_n_space.actions import Fly, Lift, TurnOver
from sandtable.games.time_n_space.bot_economy import Economy
from sandtable.games.time_n_space.bot_missions import Missions
from sandtable.games.time_n_space.bot_steps import answer, asks, held_up_in, next_step
from sandtable.games.time_n_space.parts import BUILDING_COUNT, CENTRE, COLOUR_COUNT, STAGES, STATION
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import (
    FINAL,
    NOTHING,
    PLAY,
    RESEARCH,
    SHIP,
    SpaceState,
    empty_spot,
    is_bare,
)

LEAST: Final = 25
"""The least that a use of a timer must bring; one that does harm had better stay free."""
FROM_PLANTS: Final = 50
FROM_STATIONS: Final = 55
"""How much of a good's worth, in percent, the timer brings that makes it or beams it."""
PATIENCE: Final[Ms] = 20_000
"""How long a ship that has landed waits for a good that is about to be beamed."""

HURRY: Final[Ms] = 5_000
"""So long before the end of everything it lifts whatever it has."""


def forced(acts: list[Act], economy: Economy) -> Act | None:
    """What comes before any free timer: an answer, the next step of an action, a timer to lift."""
    state = economy.state
    seat = economy.seat
    if asks(acts):
        return answer(acts, economy)
    if state.hand[seat] != NOTHING:
        waits = state.waits[seat] == 1 or held_up_in(state, seat)
        return None if waits else next_step(acts, economy)
    return best_lift(acts, economy)


def best_lift(acts: list[Act], economy: Economy) -> Act | None:
    """Plants first, then stations, then the ship: so the ship finds its goods."""
    best: Act | None = None
    first = 99
    for act in acts:
        if isinstance(act, Lift):
            if act.symbol == SHIP and had_better_wait(economy):
                continue
            place = lift_order(act.symbol, economy)
            if place < first:
                best, first = act, place
    return best


def lift_order(symbol: int, economy: Economy) -> int:
    if symbol == RESEARCH:
        return 3
    if symbol == SHIP:
        return 2
    kind = economy.state.kinds[economy.seat * BUILDING_COUNT + symbol]
    if kind == STATION:
        return 1
    return 0 if kind < STATION else 4


def had_better_wait(economy: Economy) -> bool:
    """Whether a landing would do nothing now, but soon will.

    A good may be about to be beamed, or the owner of the planet about to put out orders. After the
    time is up nothing is lost by waiting for the owner's last ones.
    """
    state = economy.state
    seat = economy.seat
    host = state.ship_to[seat]
    if host >= state.seats or host == seat:
        return False
    wanted = wanted_goods(state, host)
    ready = economy.market.goods[seat]
    until = state.due - HURRY if state.phase == FINAL else state.now + PATIENCE
    if state.now >= until:
        return False
    soon = beam_in(state, seat)
    later = False
    for colour in range(COLOUR_COUNT):
        if ready[colour] > 0 and wanted[colour] > 0 and state.phase != FINAL:
            return False
        if ready[colour] > wanted[colour] and economy.market.coming(host, colour, until) > 0:
            later = True
        if (
            0 <= soon <= until - state.now
            and wanted[colour] > 0
            and economy.on_stations[colour] > 0
        ):
            later = later or ready[colour] == 0
    return later


def beam_in(state: SpaceState, seat: int) -> Ms:
    """How long until a station's timer has run out; less than 0 if there is none."""
    for timer in range(2 * seat, 2 * seat + 2):
        symbol = state.timer_on[timer]
        if not 0 <= symbol < BUILDING_COUNT:
            continue
        if state.kinds[seat * BUILDING_COUNT + symbol] == STATION:
            return max(0, state.timer_at[timer] - state.now)
    return -1


def best_use(acts: list[Act], economy: Economy, rng: Rng) -> Act | None:
    """The symbol on which a free timer brings most; among equals, any."""
    best: list[Act] = []
    most = LEAST
    missions = Missions(economy)
    for act in acts:
        worth = turn_worth(act, economy, missions)
        if worth > most:
            best, most = [act], worth
        elif worth == most and best:
            best.append(act)
    return rng.pick(best) if best else None


def good_uses(acts: list[Act], economy: Economy, most: int) -> list[Act]:
    """So many uses of a free timer that bring something, the best first."""
    missions = Missions(economy)
    found: list[Act] = []
    worths: list[int] = []
    for act in acts:
        worth = turn_worth(act, economy, missions)
        if worth > 0:
            place = 0
            while place < len(found) and worths[place] >= worth:
                place += 1
            found.insert(place, act)
            worths.insert(place, worth)
    return found[:most]


def turn_worth(act: Act, economy: Economy, missions: Missions) -> int:
    """What it brings to turn a free timer over in this way; 0 for any other act."""
    if isinstance(act, Fly):
        return fly_worth(act.place(economy.state.setup.board), economy, missions)
    if isinstance(act, TurnOver):
        if act.symbol == RESEARCH:
            return research_worth(economy)
        return use_worth(act.symbol, economy, missions)
    return 0


def use_worth(building: int, economy: Economy, missions: Missions) -> int:
    """What a timer on a building brings, flipping it included."""
    state = economy.state
    seat = economy.seat
    at = seat * BUILDING_COUNT + building
    kind = state.kinds[at]
    if kind == CENTRE:
        worth = centre_worth(STAGES[state.stages[at]], economy)
    elif kind == STATION:
        worth = station_worth(building, economy)
        if economy.empties(building) == missions.spaces[1]:
            worth = max(worth, missions.station_rate)
    else:
        worth = max(plant_worth(building, kind, economy), missions.plant_rate[building])
    if state.stages[at] == 2 and is_bare(state, seat, building):
        worth = max(worth, economy.tile_worth(kind))
    return worth


def plant_worth(building: int, colour: int, economy: Economy) -> int:
    """Goods that are wanted; at the end only a mission knows whether they come in time."""
    goods = min(economy.empties(building), economy.short_of(colour), economy.state.supply[colour])
    if goods <= 0 or economy.rounds < 3:
        return 0
    here = economy.on_stations[colour] + economy.on_plants[colour]
    return economy.goods_worth(colour, goods, here) * FROM_PLANTS // 100


def station_worth(building: int, economy: Economy) -> int:
    """Goods that wait on plants for a station, or will."""
    if economy.rounds < 2:
        return 0
    space = economy.empties(building)
    worth = 0
    for colour in economy.rank:
        goods = economy.to_beam(colour, space)
        here = economy.on_stations[colour]
        worth += economy.goods_worth(colour, goods, here) * FROM_STATIONS // 100
        space -= goods
    return worth


def centre_worth(number: int, economy: Economy) -> int:
    """The best orders, each on the cheapest space there is."""
    costs: list[int] = []
    for building in range(BUILDING_COUNT):
        if empty_spot(economy.state, economy.seat, building) >= 0:
            cost = economy.space_cost(building)
            costs += [cost] * economy.empties(building)
    costs.sort()
    worths: list[int] = []
    for colour in economy.rank:
        worths += [economy.put_out_worth(colour)] * economy.above[colour]
    worth = 0
    for nth in range(min(number, len(costs), len(worths))):
        worth += max(0, worths[nth] - costs[nth])
    return worth


def research_worth(economy: Economy) -> int:
    tile = economy.state.research[economy.seat]
    if economy.best_cover(tile) == NOTHING:
        return 0
    # Even a tile that is hardly needed makes room, and room for the next one.
    return max(economy.tile_worth(tile), 8 * economy.rounds)


def fly_worth(to: int, economy: Economy, missions: Missions) -> int:
    """The best mission by way of this place, and a tile on the way."""
    state = economy.state
    worth = missions.fly_rate[to]
    moon = to - state.seats
    if moon >= 0 and state.stacks[moon] and state.research[economy.seat] == NOTHING:
        worth += economy.tile_worth(state.stacks[moon][-1]) * 2 // 3
    return worth


def could_turn(acts: list[Act], state: SpaceState) -> bool:
    """Whether a timer is free and there is still time to turn it over."""
    return state.phase == PLAY and any(isinstance(act, TurnOver) for act in acts)


def lifts(acts: list[Act]) -> bool:
    return any(isinstance(act, Lift) for act in acts)
