"""Removes what is older than the operator wants to keep, a little at a time, while people play."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from sandtable.server.people.guests import People
from sandtable.server.store.removing import (
    old_guests,
    old_tables,
    remove_guests,
    remove_old_table,
)
from sandtable.server.store.storage import Store
from sandtable.server.store.writer import is_fault
from sandtable.server.tables.lobby import Lobby

log = logging.getLogger("sandtable.retention")

FIRST_AFTER = 5.0
LOOK_EVERY = 3600.0
BREATH = 0.05
"""Seconds between two removals, in which the acts of players are written."""
PAGE = 100


class Retention:
    def __init__(self, store: Store, lobby: Lobby, people: People, days: float) -> None:
        self.store = store
        self.lobby = lobby
        self.people = people
        self.days = days

    async def run_on(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.run()
            except sa.exc.SQLAlchemyError as problem:
                log.error("could not remove old tables and guests: %s", type(problem).__name__)
                if is_fault(problem):
                    self.store.on_fault()
            await asyncio.sleep(LOOK_EVERY)

    async def run(self) -> tuple[int, int]:
        """One round; returns how many tables and guests were removed."""
        before = datetime.now(UTC) - timedelta(days=self.days)
        gone = (
            await self.remove_tables(before.isoformat(timespec="milliseconds")),
            await self.remove_guests(before.isoformat(timespec="milliseconds")),
        )
        if any(gone):
            log.info("removed %d tables and %d guests older than %g days", *gone, self.days)
        return gone

    async def rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await self.store.read(lambda connection: connection.execute(query).all())

    async def remove_tables(self, before: str) -> int:
        removed, last = 0, ("", "")
        while True:
            found = await self.rows(old_tables(before, last, PAGE))
            for row in found:
                last = (row.ended, row.id)
                # Somebody has it open: it goes next time.
                if row.id not in self.lobby.tables:
                    await self.store.written(*remove_old_table(row.id, before))
                    removed += 1
                    await asyncio.sleep(BREATH)
            if len(found) < PAGE:
                return removed

    async def remove_guests(self, before: str) -> int:
        removed = 0
        while True:
            ids = [row.id for row in await self.rows(old_guests(before, PAGE))]
            if not ids:
                return removed
            await self.store.written(remove_guests(ids, before))
            self.people.forget(ids)
            removed += len(ids)
            await asyncio.sleep(BREATH)
