"""How many unfinished tables one person, and one household, may have."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import sqlalchemy as sa

from sandtable.protocol.problems import NOT_NOW, Denied
from sandtable.server.net.addresses import household
from sandtable.server.people.guests import Guest
from sandtable.server.store.schema import PEOPLE, TABLES
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.record import Record, read_record
from sandtable.server.tables.shelf import LIVE

HOUSEHOLD = 4
"""A household may make as many tables as this many people."""


class Allowance:
    def __init__(self, lobby: Lobby) -> None:
        settings = lobby.house.settings
        self._lobby = lobby
        self._most = settings.most_tables_each if settings.limits else None
        self._claims: Counter[str] = Counter()
        """How many tables each guest is making or joining at this moment."""
        self._made: dict[str, set[str]] = {}
        """Tables made since the start, by household."""

    @asynccontextmanager
    async def one_more(self, guest: Guest, besides: str | None = None) -> AsyncIterator[None]:
        """Goes around code that gives a guest a table. `besides`: a table that does not count."""
        if self._most is None:
            yield
            return
        self._claims[guest.id] += 1
        try:
            have = await self._count(guest, besides)
            if have + self._claims[guest.id] > self._most:
                raise Denied(
                    NOT_NOW, f"You have {have} unfinished tables; finish or leave one first."
                )
            yield
        finally:
            self._claims[guest.id] -= 1
            if not self._claims[guest.id]:
                del self._claims[guest.id]

    def check_household(self, address: str) -> None:
        """Called before a table is made from this address."""
        if self._most is None:
            return
        name = household(address)
        made = {key for key in self._made.pop(name, ()) if self._is_live(key)}
        if made:
            self._made[name] = made
        if len(made) >= HOUSEHOLD * self._most:
            raise Denied(
                NOT_NOW,
                f"{len(made)} tables opened from your address are unfinished; finish some first.",
            )

    def made(self, address: str, table_id: str) -> None:
        if self._most is not None:
            self._made.setdefault(household(address), set()).add(table_id)

    def _is_live(self, table_id: str) -> bool:
        table = self._lobby.tables.get(table_id)
        return table is not None and not table.stages.done

    async def _count(self, guest: Guest, besides: str | None) -> int:
        query = (
            sa.select(TABLES.c.room)
            .join(PEOPLE, PEOPLE.c.table_id == TABLES.c.id)
            .where(PEOPLE.c.guest_id == guest.id, TABLES.c.stage.in_(LIVE))
        )
        rooms = await self._lobby.store.read(
            lambda connection: list(connection.execute(query).scalars())
        )
        records = {record.id: record for record in filter(None, map(readable, rooms))}
        # Memory is more recent, and also knows hosts who do not sit at their table.
        records |= self._lobby.asleep
        records |= {table.id: table.record for table in self._lobby.tables.values()}
        return sum(has(guest, record) for record in records.values() if record.id != besides)


def readable(room: str) -> Record | None:
    """None for a room that cannot be read: nobody can play there either."""
    try:
        return read_record(room)
    except (msgspec.DecodeError, UnicodeError):
        return None


def has(guest: Guest, record: Record) -> bool:
    """Whether this is an unfinished table of theirs."""
    mine = record.host == guest.id or any(chair.guest == guest.id for chair in record.chairs)
    return mine and record.stage in LIVE
