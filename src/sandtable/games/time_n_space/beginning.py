"""Before the time runs: stacks on the moons, and two orders that everyone picks in secret."""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import ChooseOrder
from sandtable.games.time_n_space.events import Chose, Revealed
from sandtable.games.time_n_space.listing import add_choices
from sandtable.games.time_n_space.options import Setup
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOURS,
    INTRODUCTORY_TILES,
    LETTERS,
    MOST_STAGE,
    ORDER_COLOUR,
    ORDER_COUNT,
    ORDER_VALUE,
    PARTS,
)
from sandtable.games.time_n_space.state import (
    CHOICES,
    CHOOSING,
    NOTHING,
    ORDER,
    PLAY,
    SpaceState,
    chosen_count,
    empty_spot,
    left_to_choose,
    room_to_choose,
)


def set_up(seats: int, rng: Rng, setup: Setup) -> SpaceState:
    """TS-S1, TS-O1: shuffled stacks on the moons; or three tiles on each mat instead."""
    state = SpaceState(seats, rng, setup)
    if setup.introductory:
        for seat in range(seats):
            for nth in range(seat * INTRODUCTORY_TILES, (seat + 1) * INTRODUCTORY_TILES):
                at = seat * BUILDING_COUNT + PARTS.cover_buildings[nth]
                state.kinds[at] = PARTS.cover_kinds[nth]
                state.stages[at] = MOST_STAGE
        return state
    tiles = PARTS.tiles.copy()
    rng.shuffle(tiles)
    moons = setup.board.moons
    height = len(tiles) // moons
    for moon in range(moons):
        state.stacks[moon] = tiles[moon * height : (moon + 1) * height]
    return state


def choose_order(state: SpaceState, seat: Seat, act: ChooseOrder) -> list[Event]:
    """TS-S3: the choice lies hidden until the last has chosen."""
    if state.phase != CHOOSING:
        raise Refused("TS-S3", "The first orders are on the mats already.")
    count = chosen_count(state, seat)
    if count == CHOICES:
        raise Refused("TS-S3", "You have picked your two orders and cannot change them.")
    if left_to_choose(state, seat, act.order) < 1:
        raise Refused("TS-S3", f"You have no other {act.colour} order worth {act.value}.")
    if room_to_choose(state, seat, act.building) < 1:
        raise Refused("TS-S4", f"Building {act.on} has no empty spot.")
    state.chosen[seat * CHOICES + count] = act.order * BUILDING_COUNT + act.building
    happened: list[Event] = [Chose(state.now, seat, count + 1, [act.colour, act.value, act.on])]
    if all(pick != NOTHING for pick in state.chosen):
        reveal(state, [], happened)
    return happened


def choose_for_the_silent(state: SpaceState, happened: list[Event]) -> None:
    """TS-S3: the time to choose is over, and the table picks what is missing."""
    picked: list[int] = []
    for seat in range(state.seats):
        while chosen_count(state, seat) < CHOICES:
            possible: list[Act] = []
            add_choices(state, seat, possible)
            act = state.rng.pick(possible)
            assert isinstance(act, ChooseOrder)
            count = chosen_count(state, seat)
            state.chosen[seat * CHOICES + count] = act.order * BUILDING_COUNT + act.building
            if seat not in picked:
                picked.append(seat)
    reveal(state, picked, happened)


def reveal(state: SpaceState, picked: list[int], happened: list[Event]) -> None:
    """TS-S3, TS-T1: all picked orders go onto the mats at once, and the time runs."""
    shown: list[list[list[str | int]]] = []
    for seat in range(state.seats):
        of_seat: list[list[str | int]] = []
        for nth in range(seat * CHOICES, (seat + 1) * CHOICES):
            order = state.chosen[nth] // BUILDING_COUNT
            building = state.chosen[nth] % BUILDING_COUNT
            state.above[seat * ORDER_COUNT + order] -= 1
            state.spots[empty_spot(state, seat, building)] = ORDER + order
            of_seat.append([COLOURS[ORDER_COLOUR[order]], ORDER_VALUE[order], LETTERS[building]])
            state.chosen[nth] = NOTHING
        shown.append(of_seat)
    state.phase = PLAY
    state.due = state.now + state.setup.length
    happened.append(Revealed(state.now, shown, picked, state.due))
