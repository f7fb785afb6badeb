"""Who is here and who is gone, and what a table does without them.

Where people play at the same time, a bot stands in for somebody who has been gone for half a
minute, so that the others can play on. Where a turn-based game gives everybody long to move, or as
long as they like, people come and go as they please: nobody plays for them, and only the table's
own clock, if it has one, ends a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.match import Match
from sandtable.engine.units import Ms, Seat
from sandtable.protocol.rooms import Presence
from sandtable.server.base.tableclock import Mono
from sandtable.server.tables import hosting

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

ALL_HERE: list[Presence] = ["here"] * 64
READING: Mono = 60_000.0
"""So long a host waits for somebody who has sat down and is not ready yet."""
UNHURRIED: Ms = 3_600_000
"""People who have this long for a turn may go away in between."""


def gives_long(match: Match) -> bool:
    """Whether, by the game's own clock, nothing will happen by itself for a long time."""
    if match.game.REAL_TIME or match.over:
        return False
    alarm = match.alarm
    return alarm is None or alarm - match.now >= UNHURRIED


class Attendance:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._lost_at: dict[Seat, Mono] = {}
        """Since when a person's seat has had no socket."""
        self._weak: set[Seat] = set()
        """Seats whose people did not answer the last time the server looked."""
        self._made_at: Mono = table.now
        self._sat_at: dict[Seat, Mono] = {}
        """When each person sat down; missing for those who sat here before a restart."""
        self._shown: list[Presence] = []
        self.idle_since: Mono = table.now
        """When the last visitor went, or the table was made."""
        self.unhurried = False
        """Whether people may go away between their turns."""

    def sat(self, seat: Seat) -> None:
        """Somebody has sat down, and has time to read."""
        self._sat_at[seat] = self._table.now

    def unready(self) -> list[Seat]:
        """The people whom a host who wants to start has to wait for."""
        table = self._table
        return [
            seat
            for seat in table.seating.persons()
            if not table.seating[seat].ready and table.seating[seat].guest != table.host.id
        ]

    def wait_ends(self) -> Mono | None:
        """When the host has waited long enough; None where there is nobody to wait for."""
        table = self._table
        if not table.stages.before_play or not table.seating.full():
            return None
        waiting = self.unready()
        if not waiting:
            return None
        return max(self._sat_at.get(seat, self._made_at) for seat in waiting) + READING

    def lost(self, seat: Seat) -> None:
        """From now on the person in this seat has no socket."""
        self._lost_at[seat] = self._table.now

    def back(self, seat: Seat) -> None:
        """The person has a socket again, or nobody sits here any more."""
        self._lost_at.pop(seat, None)
        self._weak.discard(seat)

    def falter(self, seat: Seat) -> bool:
        """Nothing has come from this seat for a while; whether that is news."""
        if seat in self._weak:
            return False
        self._weak.add(seat)
        return True

    def recover(self, seat: Seat) -> bool:
        """Something has come from this seat; whether that is news."""
        if seat not in self._weak:
            return False
        self._weak.discard(seat)
        return True

    def is_weak(self, seat: Seat, mono: Mono) -> bool:
        """Whether somebody who counts as here does not answer, or was cut off like that."""
        return seat in self._weak and self.presence(seat, mono) == "here"

    def count_anew(self) -> None:
        """Everybody without a socket counts as having lost it just now."""
        mono = self._table.now
        for seat in self._lost_at:
            self._lost_at[seat] = mono

    def left_alone(self, since: Mono) -> None:
        self.idle_since = since

    def notice_pace(self, match: Match) -> None:
        """Once a table has given somebody long to move it stays unhurried, whatever is left now."""
        if not self.unhurried:
            self.unhurried = gives_long(match)

    def presence(self, seat: Seat, mono: Mono) -> Presence:
        if self._table.seating[seat].kind != "person":
            return "here"
        lost = self._lost_at.get(seat)
        settings = self._table.house.settings
        if lost is None or mono - lost < settings.away_after * 1000:
            return "here"
        return "away" if mono - lost < settings.gone_after * 1000 else "gone"

    def look(self, mono: Mono) -> None:
        """Notice who has gone and who has come, and see to their seats."""
        table = self._table
        seats = len(table.seating)
        if self._lost_at:
            shown = [self.presence(seat, mono) for seat in range(seats)]
        else:
            shown = ALL_HERE[:seats]
        if shown == self._shown:
            return
        self._shown = shown
        for seat, seen in enumerate(shown):
            if seen == "gone" and table.seating[seat].kind == "person":
                self._do_without(seat)
        table.tell_room()

    def _do_without(self, seat: Seat) -> None:
        table = self._table
        chair = table.seating[seat]
        if table.stages.playing:
            if table.sand.paused is None and not chair.stand_in and not self.unhurried:
                table.hands.stand_in(seat)
        elif table.stages.before_play and table.record.quick:
            # Strangers do not wait for somebody who wandered off.
            hosting.stand(table, seat)
        elif table.stages.before_play and chair.ready:
            table.seating.set_ready(seat, False)
            table.check_ready()

    def wake(self, mono: Mono, times: list[Mono]) -> None:
        """Add to `times` when there is something to notice next."""
        settings = self._table.house.settings
        for lost in self._lost_at.values():
            for after in (settings.away_after, settings.gone_after):
                if lost + after * 1000 > mono:
                    times.append(lost + after * 1000)
