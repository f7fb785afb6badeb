"""The action of a lifted timer, step by step; each step is taken from the table as it is now.

An action ends when the player says so, or by itself when no step is left.
"""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import (
    Beam,
    Build,
    Deliver,
    Done,
    Fill,
    Forfeit,
    PutOut,
    TakeTile,
    Upgrade,
)
from sandtable.games.time_n_space.events import Beamed, Built, Filled, Upgraded, WasPutOut
from sandtable.games.time_n_space.idle import end_idle
from sandtable.games.time_n_space.lines import arrive, finish, tend
from sandtable.games.time_n_space.moons import take_top
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOURS,
    KINDS,
    LETTERS,
    ORDER_COUNT,
    STAGES,
    STATION,
)
from sandtable.games.time_n_space.planets import deliver
from sandtable.games.time_n_space.possible import (
    can_step,
    holds_good,
)
from sandtable.games.time_n_space.state import (
    EMPTY,
    GOOD,
    NOTHING,
    ORDER,
    RESEARCH,
    SHIP,
    SpaceState,
    empty_spot,
    is_bare,
    is_plant,
    spot_with,
    timer_with,
)


def begin(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-T4: a timer was lifted. Where there is nothing to do, its timer is free at once."""
    if state.hand[seat] == SHIP and state.ship_at[seat] < state.seats:
        # TS-A12: no action at one's own planet.
        if state.ship_at[seat] == seat:
            finish(state, seat, "nothing", happened)
        else:
            arrive(state, seat, happened)
    elif not can_step(state, seat):
        finish(state, seat, "nothing", happened)


def step(state: SpaceState, seat: Seat, act: Act) -> list[Event]:
    """One step of the action in hand; refused if it does not belong to it."""
    symbol = state.hand[seat]
    if symbol == NOTHING:
        raise Refused("TS-T4", "Lift a timer first: you are not carrying out an action.")
    happened: list[Event] = []
    if isinstance(act, Forfeit):
        if state.hand_did[seat] > 0:
            raise Refused(
                "TS-T4",
                "You have already begun this action, so you cannot forfeit it. End it with Done.",
            )
        finish(state, seat, "forfeited", happened)
        return happened
    if state.waits[seat] == 1:
        raise Refused("TS-A11", "You are in line at this planet: wait until it is your turn.")
    if isinstance(act, Done):
        if state.hand_did[seat] == 0:
            raise Refused(
                "TS-T4", "You have done nothing yet: do something, or forfeit the action."
            )
        finish(state, seat, "done", happened)
        return happened
    if isinstance(act, Upgrade):
        upgrade(state, seat, happened)
    elif isinstance(act, Fill):
        fill(state, seat, happened)
    elif isinstance(act, Beam):
        beam(state, seat, act, happened)
    elif isinstance(act, PutOut):
        put_out(state, seat, act, happened)
    elif isinstance(act, Build):
        build(state, seat, act, happened)
    elif isinstance(act, TakeTile):
        take_tile(state, seat, happened)
    elif isinstance(act, Deliver):
        if symbol != SHIP or state.ship_at[seat] >= state.seats:
            raise Refused("TS-A10", "Orders are filled only by a ship's action at a planet.")
        deliver(state, seat, act, happened)
    else:
        raise Refused("ST-3", "Time 'n' Space has no such act.")
    state.hand_did[seat] += 1
    if isinstance(act, Deliver) and not state.setup.first_rules:
        tend(state, state.ship_at[seat], seat, happened)
        return happened
    over = isinstance(act, (Upgrade, Build, TakeTile)) or not can_step(state, seat)
    if over:
        finish(state, seat, "done", happened)
    if isinstance(act, Fill):
        if state.supply[state.kinds[seat * BUILDING_COUNT + symbol]] == 0:
            end_idle(state, happened)
    elif isinstance(act, TakeTile) and not state.stacks[state.ship_at[seat] - state.seats]:
        end_idle(state, happened)
    return happened


def works_in(state: SpaceState, seat: Seat) -> int:
    """The kind of the building in hand, or NOTHING when it is the research space or the ship."""
    symbol = state.hand[seat]
    return state.kinds[seat * BUILDING_COUNT + symbol] if symbol < BUILDING_COUNT else NOTHING


def fill(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A1: one empty spot gets a good of its colour, while the supply lasts."""
    kind = works_in(state, seat)
    building = state.hand[seat]
    if kind == NOTHING or kind >= STATION:
        raise Refused("TS-A1", "Only a plant produces goods.")
    if state.supply[kind] == 0:
        raise Refused("TS-A1", f"The supply has no {COLOURS[kind]} goods left.")
    spot = empty_spot(state, seat, building)
    if spot < 0:
        raise Refused("TS-A1", "This plant has no empty spot.")
    state.supply[kind] -= 1
    state.spots[spot] = GOOD + kind
    happened.append(Filled(state.now, seat, LETTERS[building], COLOURS[kind]))


def beam(state: SpaceState, seat: Seat, act: Beam, happened: list[Event]) -> None:
    """TS-A2: one empty spot of the station gets a good from a plant of the player's choice."""
    if works_in(state, seat) != STATION:
        raise Refused("TS-A2", "Only a station beams goods.")
    station = state.hand[seat]
    spot = empty_spot(state, seat, station)
    if spot < 0:
        raise Refused("TS-A2", "This station has no empty spot.")
    if not is_plant(state, seat, act.building):
        raise Refused("TS-A2", f"Goods are beamed from plants, and {act.plant} is not one.")
    if not holds_good(state, seat, act.building):
        raise Refused("TS-A2", f"There is no good on plant {act.plant}.")
    kind = state.kinds[seat * BUILDING_COUNT + act.building]
    state.spots[spot_with(state, seat, act.building, GOOD + kind)] = EMPTY
    state.spots[spot] = GOOD + kind
    happened.append(Beamed(state.now, seat, act.plant, LETTERS[station], COLOURS[kind]))


def put_out(state: SpaceState, seat: Seat, act: PutOut, happened: list[Event]) -> None:
    """TS-A3: an order from above the mat goes onto an empty order space."""
    if works_in(state, seat) != CENTRE:
        raise Refused("TS-A3", "Only a trading centre puts orders out.")
    centre = state.hand[seat]
    if state.hand_did[seat] >= STAGES[state.stages[seat * BUILDING_COUNT + centre]]:
        raise Refused("TS-A3", "This centre cannot put out more orders in one action.")
    if state.above[seat * ORDER_COUNT + act.order] == 0:
        raise Refused("TS-A3", f"No {act.colour} order worth {act.value} is above your mat.")
    spot = empty_spot(state, seat, act.building)
    if spot < 0:
        raise Refused("TS-A3", f"Building {act.on} has no empty spot.")
    state.above[seat * ORDER_COUNT + act.order] -= 1
    state.spots[spot] = ORDER + act.order
    happened.append(WasPutOut(state.now, seat, act.colour, act.value, act.on))


def upgrade(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A4: an empty stage II building is flipped instead of being used."""
    kind = works_in(state, seat)
    if kind == NOTHING:
        raise Refused("TS-A4", "Only a building can be flipped to stage III.")
    at = seat * BUILDING_COUNT + state.hand[seat]
    if state.hand_did[seat] > 0:
        raise Refused(
            "TS-A4",
            "You have already used this building. You can only flip it instead of using it.",
        )
    if state.stages[at] != 2:
        raise Refused("TS-A4", "Only a stage II building can be flipped to stage III.")
    if not is_bare(state, seat, state.hand[seat]):
        raise Refused("TS-A4", "There is a good or an order on this building.")
    state.stages[at] = 3
    happened.append(Upgraded(state.now, seat, LETTERS[state.hand[seat]], KINDS[kind]))


def take_tile(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A5: the moon's top tile, if the research space is empty."""
    if state.hand[seat] != SHIP or state.ship_at[seat] < state.seats:
        raise Refused("TS-A5", "You can only take a tile with your ship, at a moon.")
    if not state.stacks[state.ship_at[seat] - state.seats]:
        raise Refused("TS-A5", "There are no tiles left on this moon.")
    if state.research[seat] != NOTHING:
        raise Refused("TS-A5", "Your research space already holds a tile.")
    take_top(state, seat, happened)


def build(state: SpaceState, seat: Seat, act: Build, happened: list[Event]) -> None:
    """TS-A6: the tile covers an empty stage I building, of whatever kind, stage II up."""
    if state.hand[seat] != RESEARCH:
        raise Refused("TS-A6", "You can only build a tile from your research space.")
    at = seat * BUILDING_COUNT + act.building
    if state.stages[at] != 1:
        raise Refused("TS-A6", f"Building {act.on} is not at stage I.")
    if not is_bare(state, seat, act.building):
        raise Refused("TS-A6", f"There is a good or an order on building {act.on}.")
    if timer_with(state, seat, act.building) >= 0:
        raise Refused("TS-A6", f"There is a timer on building {act.on}.")
    tile = state.research[seat]
    state.kinds[at] = tile
    state.stages[at] = 2
    state.research[seat] = NOTHING
    happened.append(Built(state.now, seat, act.on, KINDS[tile]))
