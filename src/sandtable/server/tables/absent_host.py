"""Whether the host of a table that is gathering is there, and who becomes host if not.

People who wait at a table can do little without its host, and strangers who find it in a list would
wait in vain. So a table is listed only while its host is there; and when the host has been gone for
as long as makes a bot stand in later, somebody who is there becomes host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.server.base.tableclock import Mono
from sandtable.server.tables import audit
from sandtable.server.tables.notices import Addressee

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


class HostWatch:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._lost_at: Mono | None = table.now
        """Since when the host has had no connection; at first, since the table was made or read."""

    def notice(self) -> None:
        """Somebody came or left, or somebody else is host."""
        if self._connected():
            self._lost_at = None
        elif self._lost_at is None:
            self._lost_at = self._table.now

    def _connected(self) -> bool:
        table = self._table
        host = table.host.id
        if host is None:
            return False
        for visitor in table.company.visitors:
            if visitor.guest is not None and visitor.guest.id == host:
                return True
            if visitor.seat is not None and table.seating[visitor.seat].guest == host:
                return True
        return False

    def is_here(self) -> bool:
        """Whether the host has the table open, or had it open a moment ago."""
        self.notice()
        return self._table.host.id is not None and not self._gone_for(
            self._table.house.settings.away_after
        )

    def _gone_for(self, seconds: float) -> bool:
        return self._lost_at is not None and self._table.now - self._lost_at >= seconds * 1000

    def look(self) -> None:
        """Hand a gathering table on if its host has been gone for long."""
        table = self._table
        if not table.stages.before_play:
            return
        self.notice()
        if not self._gone_for(table.house.settings.gone_after):
            return
        here = [seat for seat in table.seating.persons() if table.company.at(seat) is not None]
        if here:
            chair = table.seating[here[0]]
            assert chair.guest is not None
            before, name, now, called = table.host.id, self._name(), chair.guest, chair.name

            def words(to: Addressee) -> str:
                away = "you are" if to.is_you(before) else f"{name} is"
                host = "you are" if to.is_you(now) else f"{called} is"
                return f"{away} away; {host} the host now."

            table.host.pass_to(now)
            audit.write(table, "host", None, words, here[0], [before, now])
            table.seats_changed()

    def _name(self) -> str:
        table = self._table
        seat = None if table.host.id is None else table.seating.seat_of_guest(table.host.id)
        return "The host" if seat is None else f"{table.seating[seat].name}, the host,"

    def wake(self, mono: Mono, times: list[Mono]) -> None:
        """Add to `times` when the host will have been gone for long."""
        if self._lost_at is not None and self._table.stages.before_play:
            gone = self._lost_at + self._table.house.settings.gone_after * 1000
            if gone > mono:
                times.append(gone)
