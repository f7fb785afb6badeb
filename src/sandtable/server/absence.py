"""Who is here and who is gone; and what a table does without them.

Where people play together at one time, a bot stands in for somebody who has been gone for half a
minute, so that the others can play on. Where a game of turns leaves everybody long to move, or as
long as they like, people come and go as they please: nobody plays for them, and only the table's
own clock, if it has one, ends a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.match import Match
from sandtable.engine.units import Ms
from sandtable.server import botseats, pausing
from sandtable.server.rooms import Presence
from sandtable.server.roomview import presence
from sandtable.server.tableclock import Mono

if TYPE_CHECKING:
    from sandtable.server.table import Table

ALL_HERE: list[Presence] = ["here"] * 64
UNHURRIED: Ms = 3_600_000
"""Whoever has an hour for a turn may go away in between."""


def gives_long(match: Match) -> bool:
    """Whether, by the game's own clock, nothing happens by itself for long."""
    if match.game.REAL_TIME or match.over:
        return False
    alarm = match.alarm
    return alarm is None or alarm - match.now >= UNHURRIED


def watch(table: Table, mono: Mono) -> None:
    """Notice who went and who came, and see to their seats."""
    seats = len(table.seating)
    if table.lost_at:
        shown = [presence(table, seat, mono) for seat in range(seats)]
    else:
        shown = ALL_HERE[:seats]
    if table.kept_until is not None and mono >= table.kept_until:
        table.kept_until = None
        table.seating.keep_no_longer()
        table.tell_room()
    if shown == table.shown_presence:
        return
    table.shown_presence = shown
    for seat, seen in enumerate(shown):
        chair = table.seating[seat]
        if seen != "gone" or chair.kind != "person":
            continue
        if table.record.stage == "playing":
            if table.paused is None and not chair.stand_in and not table.unhurried:
                botseats.stand_in(table, seat)
        elif table.record.stage in ("gathering", "countdown") and chair.ready:
            chair.ready = False
            check_ready(table)
    table.tell_room()


def check_ready(table: Table) -> None:
    """Everybody is ready: the countdown begins; somebody is not any more: it stops."""
    stage = table.record.stage
    if stage == "gathering" and table.seating.all_ready():
        table.record.stage = "countdown"
        pausing.count_down(table, "start", table.house.settings.countdown)
    elif stage == "countdown" and not table.seating.all_ready():
        table.record.stage = "gathering"
        table.countdown = None
        table.tell_room()
