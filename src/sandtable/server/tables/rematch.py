"""Playing again: who is in, how long the others are waited for, and what becomes of their seats.

A rematch is a table of its own. It begins when everybody who played before is in, or when the
others have been waited for long enough; nobody comes along who has not said so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.engine.registry import find
from sandtable.protocol.rooms import AgainNow
from sandtable.server.base.tableclock import Mono
from sandtable.server.bots.desk import stand_in_level
from sandtable.server.tables import audit
from sandtable.server.tables.notices import Addressee

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

WAIT = 20_000.0
"""How long those who are in wait for the others."""
KEPT = 120_000.0
"""How long the seats of a rematch are kept for the people who played before."""
ENOUGH = 2
"""With so many people a rematch begins without the others; one alone would only meet bots."""


class Again:
    """At a table that is over: what its people do next."""

    def __init__(self) -> None:
        self.now: AgainNow | None = None

    def tell(self, now: AgainNow) -> bool:
        """Says whether that is news."""
        if now == self.now:
            return False
        self.now = now
        return True


class Reunion:
    """At the table of a rematch, until it begins: the people who played before are expected."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._people = 0
        """How many people played before; 0 at a table that is no rematch."""
        self._ends: Mono | None = None
        self._is_late = False
        self._kept_until: Mono | None = None
        self._tell: Callable[[], None] | None = None

    @property
    def ends(self) -> Mono | None:
        """When the game begins without those who are not in; None while nobody is in a hurry."""
        return self._ends

    def expect(self) -> None:
        """For a while, seats are kept for the people who played before."""
        seating = self._table.seating
        self._people = len(seating.persons()) + len(seating.expected())
        self._kept_until = self._table.now + KEPT

    def report(self, tell: Callable[[], None]) -> None:
        """Call this whenever something changes here, for those who are not in yet."""
        self._tell = tell

    def came(self) -> None:
        """Somebody is in: from now on they do not wait for ever."""
        if self._people and self._ends is None:
            self._ends = self._table.now + WAIT

    def changed(self) -> None:
        """Somebody came or went. When nobody is waited for any more, bots take the free seats."""
        if not self._people or self._table.stages.now != "gathering":
            return
        seating = self._table.seating
        all_in = not seating.expected()
        if (all_in or self._is_late) and len(seating.persons()) >= min(ENOUGH, self._people):
            self._do_without()
            # From now on this is a table like any other, at which the host decides.
            self._people = 0
            self._ends = self._kept_until = None
        self._is_late = False

    def _do_without(self) -> None:
        table = self._table
        level = stand_in_level(find(table.record.game, table.record.rules))
        for seat in table.seating.do_without(level):
            chair = table.seating[seat]
            name, before, awaited = chair.name, chair.before, chair.left_by

            def words(
                to: Addressee, name: str = name, before: str = before, awaited: str | None = awaited
            ) -> str:
                if to.is_you(awaited):
                    return f"{name}, a bot, plays for you, as you had not come."
                absent = f" for {before}, who has not come" if before else ""
                return f"{name}, a bot, plays{absent}."

            audit.write(table, "bot", None, words, seat, [awaited])

    def tell(self) -> None:
        if self._tell is not None:
            self._tell()

    def end(self) -> None:
        """The game begins, and nobody is waited for any more."""
        self._people = 0
        self._ends = self._kept_until = None
        self.tell()
        self._tell = None

    def look(self, mono: Mono) -> None:
        """See whether the others have been waited for long enough."""
        if self._ends is None and self._kept_until is None:
            return
        kept = self._kept_until is None or mono < self._kept_until
        if self._ends is not None and mono >= self._ends:
            self._ends = None
            self._is_late = True
        elif kept:
            return
        if not kept:
            self._kept_until = None
            self._table.seating.keep_no_longer()
        self._table.seats_changed()
        if not kept:
            # Nobody is expected any more; whoever comes now is anybody.
            self._people = 0
            self._ends = None

    def wake(self, times: list[Mono]) -> None:
        """Add to `times` when there is something to see to next."""
        if self._ends is not None:
            times.append(self._ends)
        if self._kept_until is not None:
            times.append(self._kept_until)


def news_of(old: Table, new: Table) -> AgainNow:
    """What is told at the old table about the new one."""
    came = [
        seat
        for seat in old.seating.persons()
        if (guest := old.seating[seat].guest) and new.seating.seat_of_guest(guest) is not None
    ]
    ends = new.reunion.ends
    return AgainNow(came, None if ends is None else round(ends), not new.stages.before_play)
