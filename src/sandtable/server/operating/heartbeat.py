"""Whether acts can be acknowledged; while they cannot, no sand runs at any table.

While a game runs, the server writes down every quarter of a second that it is alive. From the last
beat on disk, a later run knows how far all sand had run when this one died. The same beat shows
that the disk works. If it is not confirmed in time, or cannot be written at all, or if the process
itself stood still, all sand stops at the last beat that is on disk; it runs on, after a countdown,
when a beat can be written again.

A life is a stretch of time in which beats were written. It ends where the sand stops: a table that
has to be read from disk afterwards finds the last beat of the life in which it ran.
"""

import asyncio
import itertools
import logging

from sandtable.server.base.tableclock import Mono
from sandtable.server.operating.troubles import explain
from sandtable.server.people.guests import new_id
from sandtable.server.store.writer import Statement
from sandtable.server.tables.house import House
from sandtable.server.tables.lobby import Lobby

BEAT_EVERY = 0.25
BEATS_TO_KEEP = 4
"""Beats between two checks that the database is still ours."""

log = logging.getLogger("sandtable.heartbeat")


class Heartbeat:
    def __init__(self, house: House, lobby: Lobby) -> None:
        self.house = house
        self.lobby = lobby
        self.store = lobby.store
        self.sound: Mono = 0.0
        """The last instant that is on disk."""
        self._asked = False
        self._mending: asyncio.Task[None] | None = None

    async def first(self) -> None:
        """The first beat of all. Raises when nothing can be written."""
        self.sound = self.house.clockwork.now()
        await self.store.written(self.written(self.sound))
        # Not earlier: no sand runs yet, and a start that fails says itself what is wrong.
        self.store.on_away = self.away

    async def beat_on(self) -> None:
        house = self.house
        self.sound = house.clockwork.now()
        house.pulse.begin(self.sound, self.missed)
        for count in itertools.count():
            await asyncio.sleep(BEAT_EVERY)
            mono = house.clockwork.now()
            house.pulse.felt(mono)
            if count % BEATS_TO_KEEP == 0:
                self.store.keep()
            if self.store.silent_for() > house.settings.stall_after:
                self.stand_still(self.sound, "the database does not answer")
            self.beat(mono)

    def written(self, mono: Mono) -> Statement:
        return self.lobby.shelf.beat(self.house.life, mono)

    def beat(self, mono: Mono) -> None:
        """One at a time: a waiting beat must not be overtaken by a later one."""
        if self._asked:
            return
        if not self.house.pulse.standing and not self.lobby.playing():
            self.sound = mono
            return
        self._asked = True

        def done(error: Exception | None) -> None:
            self._asked = False
            if error is None:
                self.sound = mono
                self.go_on()

        self.store.write(self.written(mono), done=done)

    def away(self, error: Exception) -> None:
        why = explain(error, self.house.settings)
        self.stand_still(self.sound, f"the database cannot be written. {why}")

    def missed(self, since: Mono, seconds: float) -> None:
        self.stand_still(since, f"this process stood still for {seconds:.1f} s")

    def stand_still(self, since: Mono, why: str) -> None:
        house = self.house
        if house.pulse.standing or self.lobby.stopping:
            return
        house.stand_still(new_id())
        house.on_disk_failure()
        log.error("all sand stops: %s", why)
        for table in list(self.lobby.tables.values()):
            table.sand.stand_still(since)

    def go_on(self) -> None:
        if not self.house.pulse.standing:
            return
        self.house.pulse.go_on()
        log.info("acts can be acknowledged again: the sand runs on")
        for table in list(self.lobby.tables.values()):
            table.sand.stood_still()
        self._mending = asyncio.create_task(self.lobby.mend())
