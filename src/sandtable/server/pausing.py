"""Pauses by agreement, countdowns, and the sand that stood while the server was away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sandtable.engine.units import Seat
from sandtable.server import botseats
from sandtable.server.problems import NOT_NOW, Denied
from sandtable.server.rooms import CountdownNow, PauseNow
from sandtable.server.tableclock import Mono

if TYPE_CHECKING:
    from sandtable.server.table import Table


ASK_AGAIN = 1_000.0


def count_down(table: Table, to: Literal["start", "resume"], seconds: float) -> None:
    table.countdown = CountdownNow(to, round(table.now + seconds * 1000))
    table.tell_room()
    table.reschedule()


def countdown_ended(table: Table) -> None:
    countdown = table.countdown
    if countdown is not None and table.house.pulse.standing:
        # Nothing begins that cannot be written down.
        table.countdown = CountdownNow(countdown.to, round(table.now + ASK_AGAIN))
        return
    table.countdown = None
    if countdown is not None and countdown.to == "start":
        table.begin()
    elif countdown is not None:
        resume(table)


def voters(table: Table) -> list[Seat]:
    """The people whose agreement is needed: those who are here, and not played for by a bot.

    In a game over days it is everybody: nobody should come back to find a clock stopped or started.
    """
    return [
        seat
        for seat in table.seating.persons()
        if not table.seating[seat].stand_in and (table.unhurried or table.presence(seat) != "gone")
    ]


def want_pause(table: Table, seat: Seat, pause: bool) -> None:
    """A vote: to stop all sand, or, when it stands, to let it run on."""
    if table.record.stage != "playing":
        raise Denied(NOT_NOW, "There is nothing to pause.")
    if table.paused is None:
        vote(table, seat, pause)
        if agreed(table):
            begin_pause(table, "agreed")
    else:
        vote(table, seat, not pause)
        if pause and table.countdown is not None:
            table.countdown = None
        if agreed(table) and table.countdown is None:
            count_down(table, "resume", table.house.settings.countdown)
    table.tell_room()
    table.reschedule()


def vote(table: Table, seat: Seat, wants: bool) -> None:
    if wants and seat not in table.votes:
        table.votes.append(seat)
    elif not wants and seat in table.votes:
        table.votes.remove(seat)


def agreed(table: Table) -> bool:
    needed = voters(table)
    return bool(needed) and all(seat in table.votes for seat in needed)


def begin_pause(table: Table, why: Literal["agreed", "downtime"]) -> None:
    """All sand stops, at this instant in the log."""
    assert table.play is not None
    mono = table.now
    table.carry_out(table.play.stop(mono))
    table.votes.clear()
    if table.record.stage == "playing":
        table.paused = PauseNow(round(mono), why)
        table.append([table.clock_note("pause", why)], lambda: None)


def resume(table: Table) -> None:
    if table.play is None or table.record.stage != "playing":
        return
    table.paused = None
    table.votes.clear()
    mono = table.now
    for seat in table.lost_at:
        # Somebody who was away during the pause has not vanished yet.
        table.lost_at[seat] = mono
    table.play.clock.run(mono)
    table.append([table.clock_note("run")], lambda: None)
    table.tell_room()
    for seat in table.seating.bots():
        if seat not in table.hands:
            botseats.seat_hand(table, seat)
    table.tick()


# Nothing can be acknowledged.


def stand_still(table: Table, since: Mono) -> None:
    """No sand has run since then, unless something was decided later."""
    play = table.play
    if play is None or table.broken or not play.clock.running:
        return
    play.clock.stand_at(max(play.match.now, table.written_at, play.clock.whole(since)))
    table.paused = PauseNow(round(table.now), "downtime")
    table.votes.clear()
    table.owes_pause = True
    # Not by way of the outbox: what lies in there waits for the disk, and this is why.
    table.to_all(table.room_frame())
    table.reschedule()


def stood_still(table: Table) -> None:
    """The disk works again: write down that the sand stood, and go on as after any downtime."""
    if not table.owes_pause or table.broken:
        return
    table.owes_pause = False
    table.append([table.clock_note("pause", "downtime")], lambda: None)
    if any(line.seat is not None for line in table.lines) or not table.seating.persons():
        count_down(table, "resume", table.house.settings.downtime_countdown)
    table.tell_room()
