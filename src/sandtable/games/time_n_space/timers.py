"""The sand timers: turned over, run out, lifted."""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import SYMBOLS, Fly, Lift, TurnOver
from sandtable.games.time_n_space.events import Lifted, RanOut, TurnedOver
from sandtable.games.time_n_space.idle import end_idle
from sandtable.games.time_n_space.parts import TIMERS
from sandtable.games.time_n_space.state import (
    FREE,
    HELD,
    NOTHING,
    PLAY,
    RESEARCH,
    SHIP,
    SpaceState,
    timer_with,
)
from sandtable.games.time_n_space.works import begin


def check_turn(state: SpaceState, seat: Seat, symbol: int) -> None:
    """What holds for every timer that is to be turned over."""
    if state.phase != PLAY:
        raise Refused("TS-E1", "Time is up: no more timers may be turned over.")
    if timer_with(state, seat, FREE) < 0:
        raise Refused("TS-T2", "You have no free timer.")
    if timer_with(state, seat, symbol) >= 0:
        raise Refused("TS-T2", "There is a timer on that symbol already.")
    if state.hand[seat] == symbol:
        raise Refused("TS-T4", "Finish the action there first.")


def turn_over(state: SpaceState, seat: Seat, act: TurnOver) -> list[Event]:
    """TS-T2: a free timer onto a building, or onto the research space with a tile on it."""
    check_turn(state, seat, act.symbol)
    if act.symbol == RESEARCH and state.research[seat] == NOTHING:
        raise Refused("TS-T2", "Your research space holds no tile.")
    start(state, seat, act.symbol)
    runs_out_at = state.now + state.setup.timer
    happened: list[Event] = [TurnedOver(state.now, seat, act.on, runs_out_at, None, False)]
    if state.hand[seat] == RESEARCH:
        end_idle(state, happened)
    return happened


def fly(state: SpaceState, seat: Seat, act: Fly) -> list[Event]:
    """TS-T3: a free timer onto the ship, with a destination one passage away, or to stay."""
    check_turn(state, seat, SHIP)
    here = state.ship_at[seat]
    to = act.place(state.setup.board)
    if to < 0:
        raise Refused("TS-C1", "There is no such place on this board.")
    if to != here and to not in state.setup.board.next_to[here]:
        raise Refused("TS-T3", "No passage leads there from where your ship is.")
    start(state, seat, SHIP)
    state.ship_to[seat] = to
    runs_out_at = state.now + state.setup.timer
    return [TurnedOver(state.now, seat, SYMBOLS[SHIP], runs_out_at, act.to, to == here)]


def start(state: SpaceState, seat: Seat, symbol: int) -> None:
    timer = timer_with(state, seat, FREE)
    state.timer_on[timer] = symbol
    state.timer_at[timer] = state.now + state.setup.timer
    state.may_offer[seat] = 1


def lift(state: SpaceState, seat: Seat, act: Lift) -> list[Event]:
    """TS-T4, TS-T5: the timer is removed, the ship completes its move, the action begins."""
    if state.hand[seat] != NOTHING:
        raise Refused("TS-T4", "Finish the action you are carrying out first.")
    timer = timer_with(state, seat, act.symbol)
    if timer < 0:
        raise Refused("TS-T4", "You have no timer there.")
    if state.timer_at[timer] > state.now:
        raise Refused("TS-T4", "That timer is still running.")
    state.timer_on[timer] = HELD
    state.timer_at[timer] = 0
    state.hand[seat] = act.symbol
    state.hand_did[seat] = 0
    state.lifted_at[seat] = state.now
    arrived: str | None = None
    if act.symbol == SHIP:
        state.ship_at[seat] = state.ship_to[seat]
        arrived = place_name(state, state.ship_at[seat])
    happened: list[Event] = [Lifted(state.now, seat, act.on, arrived)]
    begin(state, seat, happened)
    return happened


def run_out(state: SpaceState, happened: list[Event]) -> None:
    """The timers that run out at this millisecond, seat after seat."""
    for timer in range(len(state.timer_at)):
        if state.timer_at[timer] == state.now:
            symbol = SYMBOLS[state.timer_on[timer]]
            happened.append(RanOut(state.now, timer // TIMERS, symbol))


def place_name(state: SpaceState, place: int) -> str:
    return state.setup.board.places[place]
