"""Where it is whose turn: told to whoever it is, and to nobody else.

The tables at which people sit for days are often asleep (see Lobby.asleep), and reading one costs
as much as playing its game again. Nothing happens at a table while it sleeps, so its log is looked
up once, at the first question, and the answer holds until somebody wakes the table.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from sandtable.engine.registry import find
from sandtable.engine.table import begin
from sandtable.engine.units import Seat
from sandtable.server.match.play import Play
from sandtable.server.people.guests import Guest
from sandtable.server.store.writer import is_away
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.record import Record
from sandtable.server.tables.seating import Seating
from sandtable.server.tables.shelf import Lines, lines_of
from sandtable.server.tables.table import Table


class Turns:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._asleep: dict[str, list[Seat]] = {}
        """For tables that are asleep: the seats that have something to do."""
        self._reading = asyncio.Lock()
        """Logs are read one after the other, whoever asks: those who play come first."""

    async def waiting_for(self, guest: Guest, table_ids: Sequence[str]) -> list[str]:
        """Those of these tables where a turn-based game waits for this guest."""
        lobby = self._lobby
        found: list[str] = []
        unsaid = False
        for table_id in table_ids:
            table = lobby.tables.get(table_id)
            if table is not None:
                if is_turn_at(table, guest):
                    found.append(table_id)
                    unsaid = unsaid or table.journal.waiting > 0
            elif (record := lobby.asleep.get(table_id)) is not None:
                seat = seat_at(record, guest)
                if seat is not None and seat in await self._at_sleeping(table_id, record):
                    found.append(table_id)
        if unsaid:
            # Nothing is told before it is on disk.
            await lobby.store.written()
            found = [
                one for one in found if one not in lobby.tables or not lobby.tables[one].broken
            ]
        return found

    async def _at_sleeping(self, table_id: str, record: Record) -> list[Seat]:
        async with self._reading:
            self._forget_woken()
            if table_id not in self._asleep:
                self._asleep[table_id] = await self._read(table_id, record)
            return self._asleep[table_id]

    async def _read(self, table_id: str, record: Record) -> list[Seat]:
        store = self._lobby.store
        if table_id in store.damage:
            return []
        try:
            if find(record.game, record.rules).REAL_TIME:
                return []
            lines = await store.read(partial(lines_of, table_id=table_id))
            return await asyncio.to_thread(active_after, lines)
        except Exception as problem:
            if is_away(problem):
                raise
            store.damage.found(table_id, problem)
            return []

    def _forget_woken(self) -> None:
        for table_id in [one for one in self._asleep if one not in self._lobby.asleep]:
            del self._asleep[table_id]


def is_turn_at(table: Table, guest: Guest) -> bool:
    """Whether a table that is awake waits for this guest."""
    play = table.play
    if play is None or table.broken or not table.stages.playing or play.match.game.REAL_TIME:
        return False
    seat = seat_at(table.record, guest)
    return seat is not None and bool(play.match.legal(seat))


def seat_at(record: Record, guest: Guest) -> Seat | None:
    """Where this guest plays at a running game; not if a bot does that for them at the moment."""
    seating = Seating(record.chairs)
    seat = seating.seat_of_guest(guest.id)
    if record.stage != "playing" or seat is None or seating[seat].stand_in:
        return None
    return seat


def active_after(lines: Lines) -> list[Seat]:
    """The seats that have something to do where a log ends."""
    if not lines:
        return []
    play = Play(begin(lines[0]), 100)
    for number, line in enumerate(lines[1:], start=2):
        if "end" not in line:
            play.redo(line, number)
    return play.match.active()
