"""A moment of a game that nobody plays, for somebody who is about to play their first one."""

from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import FILL, FLY, LIFT, TURN_OVER
from sandtable.games.time_n_space.beginning import choose_for_the_silent
from sandtable.games.time_n_space.parts import BUILDING_COUNT
from sandtable.games.time_n_space.possible import can_fill
from sandtable.games.time_n_space.state import NOTHING, SpaceState, is_plant
from sandtable.games.time_n_space.timers import fly, lift, turn_over
from sandtable.games.time_n_space.works import step


def show(state: SpaceState, seat: Seat) -> None:
    """First orders lie open, ships are on their way, and this seat's plant has just run out."""
    choose_for_the_silent(state, [])
    flights = FLY[state.setup.board.players - 3]
    half = state.setup.timer // 2
    plants = [first_plant(state, other) for other in range(state.seats)]
    for other in range(state.seats):
        turn_over(state, other, TURN_OVER[plants[other]])
    state.now += half
    for other in range(state.seats):
        fly(state, other, flights[state.setup.board.next_to[other][0]])
    state.now += state.setup.timer - half
    for other in range(state.seats):
        if other != seat:
            lift(state, other, LIFT[plants[other]])
            if state.hand[other] != NOTHING:
                step(state, other, FILL)


def first_plant(state: SpaceState, seat: Seat) -> int:
    """A plant that can produce something, if there is one."""
    plants = [b for b in range(BUILDING_COUNT) if is_plant(state, seat, b)]
    able = [plant for plant in plants if can_fill(state, seat, plant)]
    return (able or plants)[0]
