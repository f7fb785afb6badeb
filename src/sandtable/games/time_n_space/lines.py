"""Who fills first when ships arrive at one planet too close together to tell (TS-A11).

A visitor waits only while another ship could still arrive within the imperceptible time. If one
does, the owner names the first; that one then has as long as the owner had before the next goes.
Whoever lifts a timer there meanwhile waits behind them.
"""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import FIRST, SYMBOLS, First
from sandtable.games.time_n_space.events import Fills, Finished, InLine, TooClose
from sandtable.games.time_n_space.moons import bury_top
from sandtable.games.time_n_space.planets import can_deliver
from sandtable.games.time_n_space.state import (
    ASKED,
    FILLING,
    FREE,
    HELD,
    NO_LINE,
    NOTHING,
    SHIP,
    WINDOW,
    SpaceState,
    timer_with,
)


def finish(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-T4: the action is over, executed or forfeited, and only now its timer is free."""
    symbol = state.hand[seat]
    steps = state.hand_did[seat]
    waited = state.waits[seat] == 1
    state.timer_on[timer_with(state, seat, HELD)] = FREE
    state.hand[seat] = NOTHING
    state.hand_did[seat] = 0
    state.waits[seat] = 0
    happened.append(Finished(state.now, seat, SYMBOLS[symbol], steps))
    if symbol != SHIP:
        return
    place = state.ship_at[seat]
    if place >= state.seats:
        if steps == 0:
            bury_top(state, seat, happened)
    elif place != seat:
        if waited:
            state.line.remove(seat)
        leave(state, place, seat, waited, happened)


def arrive(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A7, TS-A11: a ship's timer was lifted at another's planet."""
    host = state.ship_at[seat]
    if not can_deliver(state, seat):
        finish(state, seat, happened)
        return
    stage = state.line_stage[host]
    imperceptible = state.setup.imperceptible
    if stage == NO_LINE:
        if not another_may_come(state, host, state.now + imperceptible):
            return
        set_line(state, host, WINDOW, state.now + imperceptible + 1, NOTHING)
    state.line.append(seat)
    state.waits[seat] = 1
    happened.append(InLine(state.now, seat, host))
    if stage == WINDOW and not another_may_come(state, host, state.line_due[host] - 1):
        next_in_line(state, host, "alone", happened)


def another_may_come(state: SpaceState, host: Seat, until: Ms) -> bool:
    """Whether a ship bound for the planet has a timer that can be lifted by then."""
    for seat in range(state.seats):
        if seat != host and state.ship_to[seat] == host:
            timer = timer_with(state, seat, SHIP)
            if timer >= 0 and state.timer_at[timer] <= until:
                return True
    return False


def waiting(state: SpaceState, host: Seat) -> list[Seat]:
    """Who waits at a planet, in the order of lifting."""
    return [seat for seat in state.line if state.ship_at[seat] == host]


def tied(state: SpaceState, host: Seat) -> list[Seat]:
    """Of those who wait, the first and all that came too soon after it to tell."""
    there = waiting(state, host)
    latest = state.lifted_at[there[0]] + state.setup.imperceptible
    return [seat for seat in there if state.lifted_at[seat] <= latest]


def set_line(state: SpaceState, host: Seat, stage: int, due: Ms, filling: int) -> None:
    state.line_stage[host] = stage
    state.line_due[host] = due
    state.line_first[host] = filling


def next_in_line(state: SpaceState, host: Seat, how: str, happened: list[Event]) -> None:
    """The next visitor may fill, or the owner is asked which."""
    if not waiting(state, host):
        set_line(state, host, NO_LINE, 0, NOTHING)
        return
    together = tied(state, host)
    if len(together) == 1:
        let_fill(state, host, together[0], how, happened)
        return
    set_line(state, host, ASKED, state.now + state.setup.owner, NOTHING)
    happened.append(TooClose(state.now, host, together, state.line_due[host]))


def let_fill(state: SpaceState, host: Seat, seat: Seat, how: str, happened: list[Event]) -> None:
    """One visitor waits no longer; those behind wait until it is done, or its time is over."""
    state.line.remove(seat)
    state.waits[seat] = 0
    happened.append(Fills(state.now, host, seat, how))
    if waiting(state, host):
        set_line(state, host, FILLING, state.now + state.setup.owner, seat)
    else:
        set_line(state, host, NO_LINE, 0, NOTHING)
    if not can_deliver(state, seat):
        finish(state, seat, happened)


def leave(state: SpaceState, host: Seat, seat: Seat, waited: bool, happened: list[Event]) -> None:
    """A visitor has finished, or has given up waiting."""
    stage = state.line_stage[host]
    if stage == NO_LINE:
        return
    if not waiting(state, host):
        set_line(state, host, NO_LINE, 0, NOTHING)
    elif stage == FILLING:
        if state.line_first[host] == seat and not waited:
            next_in_line(state, host, "next", happened)
    elif stage == ASKED and len(tied(state, host)) == 1:
        next_in_line(state, host, "alone", happened)


def legal_firsts(state: SpaceState, host: Seat, found: list[Act]) -> None:
    """TS-A11: each of those who came together."""
    if state.line_stage[host] == ASKED:
        for seat in tied(state, host):
            found.append(FIRST[seat])


def first(state: SpaceState, host: Seat, act: First) -> list[Event]:
    """TS-A11: the owner decides who fills first."""
    if state.line_stage[host] != ASKED:
        raise Refused("TS-A11", "No visitors wait for you to say who is first.")
    if act.visitor not in tied(state, host):
        raise Refused("TS-A11", "You name one of those who arrived together.")
    happened: list[Event] = []
    let_fill(state, host, act.visitor, "chosen", happened)
    return happened


def lines_due(state: SpaceState, happened: list[Event]) -> None:
    """At this millisecond, planet after planet: windows close, silence decides, the next goes."""
    for host in range(state.seats):
        if state.line_stage[host] != NO_LINE and state.line_due[host] <= state.now:
            stage = state.line_stage[host]
            if stage == ASKED:
                let_fill(state, host, tied(state, host)[0], "silent", happened)
            else:
                next_in_line(state, host, "alone" if stage == WINDOW else "next", happened)
