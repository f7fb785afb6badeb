"""Visits to a planet: who fills first, who waits for what, and when a visit is over (TS-A11).

A visitor waits while another ship could still arrive within the time that nobody can perceive, and
while the owner chooses an order for somebody else. If ships came too close together to tell, the
owner names the first; that visitor then has as long as the owner had before the others go. Somebody
who lifts a timer there meanwhile waits behind them, until only one of those who came together is
left.
"""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import SYMBOLS, First
from sandtable.games.time_n_space.events import Fills, Finished, InLine, TooClose
from sandtable.games.time_n_space.gifts import first_debt, owner_is_silent
from sandtable.games.time_n_space.moons import bury_top
from sandtable.games.time_n_space.planets import can_deliver, held_up, open_spots
from sandtable.games.time_n_space.state import (
    ALL_SPOTS,
    ASKED,
    CHOICE,
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


def finish(state: SpaceState, seat: Seat, why: str, happened: list[Event]) -> None:
    """TS-T4: the action is over, executed or forfeited, and only now its timer is free."""
    symbol = state.hand[seat]
    steps = state.hand_did[seat]
    close(state, seat, why, happened)
    if symbol != SHIP:
        return
    place = state.ship_at[seat]
    if place >= state.seats:
        if steps == 0:
            bury_top(state, seat, happened)
    elif place != seat:
        move_on(state, place, happened)


def close(state: SpaceState, seat: Seat, why: str, happened: list[Event]) -> None:
    """An action is over; what follows from that at a moon or planet is left to the caller."""
    happened.append(Finished(state.now, seat, SYMBOLS[state.hand[seat]], state.hand_did[seat], why))
    state.timer_on[timer_with(state, seat, HELD)] = FREE
    state.hand[seat] = NOTHING
    state.hand_did[seat] = 0
    state.visit[seat] = 0
    if state.waits[seat] == 1:
        state.waits[seat] = 0
        state.line.remove(seat)


def arrive(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A7, TS-A10, TS-A11: a ship's timer was lifted at another's planet."""
    host = state.ship_at[seat]
    first_rules = state.setup.first_rules
    state.visit[seat] = ALL_SPOTS if first_rules else open_spots(state, host)
    if not can_deliver(state, seat):
        finish(state, seat, "nothing", happened)
        return
    stage = state.line_stage[host]
    chosen_for = None if first_rules else first_debt(state, host)
    if stage == NO_LINE:
        ahead = NOTHING if first_rules else fills_too_close(state, host, seat)
        if chosen_for is not None:
            set_line(state, host, CHOICE, chosen_for.due, NOTHING)
        elif another_may_come(state, host, state.now + state.setup.imperceptible):
            set_line(state, host, WINDOW, state.now + state.setup.imperceptible + 1, NOTHING)
        elif ahead != NOTHING:
            set_line(state, host, FILLING, state.now + state.setup.owner, ahead)
        else:
            return
    state.line.append(seat)
    state.waits[seat] = 1
    why = "close" if state.line_stage[host] == WINDOW else "behind"
    happened.append(InLine(state.now, seat, host, why if chosen_for is None else "choice"))
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
    """Of those who wait: the first, and all who came too soon after it to tell."""
    there = waiting(state, host)
    latest = state.lifted_at[there[0]] + state.setup.imperceptible
    return [seat for seat in there if state.lifted_at[seat] <= latest]


def set_line(state: SpaceState, host: Seat, stage: int, due: Ms, filling: int) -> None:
    state.line_stage[host] = stage
    state.line_due[host] = due
    state.line_first[host] = filling


def next_in_line(state: SpaceState, host: Seat, how: str, happened: list[Event]) -> None:
    """Visitors who are not too close to another may fill; of those who are, the owner is asked."""
    while waiting(state, host):
        if not state.setup.first_rules and must_wait(state, host):
            return
        together = tied(state, host)
        if len(together) > 1:
            set_line(state, host, ASKED, state.now + state.setup.owner, NOTHING)
            happened.append(TooClose(state.now, host, together, state.line_due[host]))
            return
        if state.setup.first_rules:
            # One follows the other, even if they came at different times.
            let_fill(state, host, together[0], how, happened)
            return
        release(state, host, together[0], how, happened)
    set_line(state, host, NO_LINE, 0, NOTHING)


def must_wait(state: SpaceState, host: Seat) -> bool:
    """Whether all in line wait for the owner's choice for somebody else, or for another ship that
    may still come too close to the first of them to tell."""
    debt = first_debt(state, host)
    if debt is not None:
        set_line(state, host, CHOICE, debt.due, NOTHING)
        return True
    latest = state.lifted_at[waiting(state, host)[0]] + state.setup.imperceptible
    if state.now <= latest and another_may_come(state, host, latest):
        set_line(state, host, WINDOW, latest + 1, NOTHING)
        return True
    return False


def release(state: SpaceState, host: Seat, seat: Seat, how: str, happened: list[Event]) -> None:
    """One visitor waits no longer."""
    state.line.remove(seat)
    state.waits[seat] = 0
    happened.append(Fills(state.now, host, seat, how))


def let_fill(state: SpaceState, host: Seat, seat: Seat, how: str, happened: list[Event]) -> None:
    """One visitor goes first; those behind wait until it is done, or its time is over."""
    release(state, host, seat, how, happened)
    if waiting(state, host):
        set_line(state, host, FILLING, state.now + state.setup.owner, seat)
        keep_time(state, host)
    else:
        set_line(state, host, NO_LINE, 0, NOTHING)
    if not can_deliver(state, seat):
        finish(state, seat, "nothing", happened)


def move_on(state: SpaceState, host: Seat, happened: list[Event]) -> None:
    """Somebody has left the planet, or a choice of its owner has begun or ended."""
    stage = state.line_stage[host]
    if stage == NO_LINE:
        return
    if not waiting(state, host):
        set_line(state, host, NO_LINE, 0, NOTHING)
    elif stage == FILLING:
        if is_waited_for(state, host, state.line_first[host]):
            keep_time(state, host)
        else:
            next_in_line(state, host, "next", happened)
    elif stage == ASKED:
        if len(tied(state, host)) == 1:
            next_in_line(state, host, "alone", happened)
    elif stage == CHOICE:
        next_in_line(state, host, "next", happened)


def is_waited_for(state: SpaceState, host: Seat, filling: Seat) -> bool:
    """Whether the visitor still fills, and somebody in line came too close to it to tell."""
    if not fills(state, host, filling):
        return False
    if state.setup.first_rules:
        return True
    for seat in waiting(state, host):
        if abs(state.lifted_at[seat] - state.lifted_at[filling]) <= state.setup.imperceptible:
            return True
    return False


def fills_too_close(state: SpaceState, host: Seat, newcomer: Seat) -> int:
    """A visitor who fills already though it came too close to a newcomer to tell, or NOTHING.

    The owner has named it first among others, who have left since."""
    for seat in range(state.seats):
        if (
            seat != newcomer
            and fills(state, host, seat)
            and state.lifted_at[seat] + state.setup.imperceptible >= state.now
        ):
            return seat
    return NOTHING


def fills(state: SpaceState, host: Seat, seat: Seat) -> bool:
    """Whether a visitor's action at the planet goes on, and not in line."""
    return state.visit[seat] != 0 and state.ship_at[seat] == host and state.waits[seat] == 0


def keep_time(state: SpaceState, host: Seat) -> None:
    """While the owner chooses for somebody else the time of the one who may fill does not run."""
    if state.setup.first_rules:
        return
    begins = state.now
    if held_up(state, state.line_first[host]):
        debt = first_debt(state, host)
        assert debt is not None
        begins = debt.due
    if begins > state.now or state.line_due[host] > state.now + state.setup.owner:
        state.line_due[host] = begins + state.setup.owner


def tend(state: SpaceState, host: Seat, actor: int, happened: list[Event]) -> None:
    """Goods or counters have moved at a planet.

    Everybody who can deliver nothing there any more is done (TS-T4): first the one who acted, then
    the others seat after seat. Then the line moves on.
    """
    if actor != NOTHING and not can_deliver(state, actor):
        close(state, actor, "done", happened)
    for seat in range(state.seats):
        if (
            seat != actor
            and state.hand[seat] == SHIP
            and state.ship_at[seat] == host
            and not can_deliver(state, seat)
        ):
            close(state, seat, "nothing", happened)
    move_on(state, host, happened)


def first(state: SpaceState, host: Seat, act: First) -> list[Event]:
    """TS-A11: the owner decides who fills first."""
    if state.line_stage[host] != ASKED:
        raise Refused("TS-A11", "No visitors are waiting for you to say who goes first.")
    if act.visitor not in tied(state, host):
        raise Refused("TS-A11", "Name one of those who arrived together.")
    happened: list[Event] = []
    let_fill(state, host, act.visitor, "chosen", happened)
    return happened


def visits_due(state: SpaceState, happened: list[Event]) -> None:
    """TS-A10: at this millisecond, seat after seat: the time to deliver is over."""
    left = False
    for seat in range(state.seats):
        if state.visit[seat] != 0 and state.lifted_at[seat] + state.setup.deliver <= state.now:
            close(state, seat, "late", happened)
            left = True
    if left:
        for host in range(state.seats):
            move_on(state, host, happened)


def lines_due(state: SpaceState, happened: list[Event]) -> None:
    """At this millisecond, planet after planet: windows close, silence decides, the next goes."""
    for host in range(state.seats):
        stage = state.line_stage[host]
        if stage == NO_LINE or state.line_due[host] > state.now:
            continue
        if stage == ASKED:
            let_fill(state, host, tied(state, host)[0], "silent", happened)
        else:
            next_in_line(state, host, "alone" if stage == WINDOW else "next", happened)


def debts_due(state: SpaceState, happened: list[Event]) -> None:
    """TS-A8: at this millisecond, in the order in which the visitors came."""
    for debt in state.debts.copy():
        if debt.due != 0 and debt.due <= state.now:
            owner_is_silent(state, debt, happened)
            if not state.setup.first_rules:
                tend(state, debt.host, NOTHING, happened)
