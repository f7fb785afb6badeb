"""Where the records, the logs and the talk of tables are kept.

A table uses nothing but what `Shelf` has. `DatabaseShelf` is the real one; it also reads.
"""

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from sandtable.engine.errors import BadLog
from sandtable.server.base.dates import Dates, utc_now
from sandtable.server.base.tableclock import Mono
from sandtable.server.store.schema import CHAT, LIVES, LOG, PEOPLE, TABLES
from sandtable.server.store.storage import Store
from sandtable.server.store.writer import Done, Ledger, Statement
from sandtable.server.tables.record import Record, Result, read_record, read_result
from sandtable.server.tables.talk import KEPT_LINES, Spoken, Talk, read

LIVE = ("gathering", "countdown", "playing")

Lines = Sequence[Mapping[str, Any]]


class Shelf(Protocol):
    """`done` is called later, on the loop, with the error if there was one."""

    def ledger(self, table_id: str) -> Ledger:
        """The log of a table that was just made, or just read."""

    def append(self, ledger: Ledger, first: int, lines: Lines, done: Done) -> None:
        """Add lines to a table's log from number `first` on."""

    def save(self, record: Record, result: Result | None, done: Done) -> None:
        """Write a record down, and everybody who ever sat there."""

    def talk(self, table_id: str, lines: list[Spoken], date: Dates) -> Talk:
        """The talk of a table: what was said so far, and a place for what will be said."""


class Papers(Struct):
    """Everything there is of one table."""

    record: Record
    result: Result | None
    lines: list[dict[str, Any]]
    beats: dict[str, float]
    """For each life of a server in which the sand ran, when it was last known to be alive."""
    talk: list[Spoken]


class DatabaseShelf:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.ledger = store.ledger
        self.append = store.append

    def save(self, record: Record, result: Result | None, done: Done) -> None:
        self.store.write(*save_statements(self.store, record, result), done=done)

    async def saved(self, record: Record, result: Result | None) -> None:
        """Write a record down, and return when it is on disk."""
        await self.store.written(*save_statements(self.store, record, result))

    def talk(self, table_id: str, lines: list[Spoken], date: Dates) -> Talk:
        return Talk(partial(self._keep, table_id), lines, date)

    def _keep(self, table_id: str, spoken: Spoken) -> None:
        row = {"table_id": table_id, "place": spoken.place, "line": spoken.written()}
        self.store.write((sa.insert(CHAT), row))

    def beat(self, life: str, mono: Mono) -> Statement:
        """The statement that notes that this life has lasted until now."""
        row: dict[str, Any] = {"id": life, "started": utc_now(), "beat": mono}
        return self.store.upsert(LIVES, ["id"], row, keep=("started",)), row

    # Reading.

    async def find(self, table_id: str) -> Papers | None:
        return await self.store.read(partial(read_papers, table_id=table_id))

    async def in_use(self) -> list[tuple[str, str]]:
        """Tables that are not over yet: their ids, and their records as text."""
        query = sa.select(TABLES.c.id, TABLES.c.room).where(TABLES.c.stage.in_(LIVE))
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return [(row.id, row.room) for row in rows]


def read_papers(connection: sa.Connection, table_id: str) -> Papers | None:
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).first()
    if row is None:
        return None
    lines = lines_of(connection, table_id)
    lives = {str(line["life"]) for line in lines if line.get("note") == "run"}
    query = sa.select(LIVES).where(LIVES.c.id.in_(lives))
    beats = {life.id: life.beat for life in connection.execute(query)}
    return Papers(
        read_record(row.room),
        read_result(row.result),
        lines,
        beats,
        read_talk(connection, table_id),
    )


def save_statements(store: Store, record: Record, result: Result | None) -> list[Statement]:
    """The statements that write down a table, and everybody who ever sat there."""
    row: dict[str, Any] = {
        "id": record.id,
        "game": record.game,
        "visibility": record.visibility,
        "stage": record.stage,
        "created": record.created,
        "started": record.started,
        "ended": record.ended,
        "room": msgspec.json.encode(record).decode(),
        "result": None if result is None else msgspec.json.encode(result).decode(),
    }
    statements: list[Statement] = [(store.upsert(TABLES, ["id"], row), row)]
    for chair in record.chairs:
        if chair.guest is not None:
            person = {"table_id": record.id, "guest_id": chair.guest}
            statements.append((store.upsert(PEOPLE, list(person), person), person))
    return statements


def lines_of(connection: sa.Connection, table_id: str) -> list[dict[str, Any]]:
    """The lines of a log. Raises BadLog if it is not complete.

    Nothing is ever deleted from a log. One writer numbers its lines without a gap, so a gap means
    that lines were lost, and what comes after it may have been acknowledged.
    """
    query = sa.select(LOG.c.seq, LOG.c.line).where(LOG.c.table_id == table_id).order_by(LOG.c.seq)
    lines: list[dict[str, Any]] = []
    for row in connection.execute(query):
        if row.seq != len(lines):
            raise BadLog(f"Line {len(lines) + 1} is missing.")
        try:
            line = msgspec.json.decode(row.line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            raise BadLog(f"Line {len(lines) + 1} is not readable: {problem}.") from None
        if not isinstance(line, dict):
            raise BadLog(f"Line {len(lines) + 1} is not a line of a log.")
        lines.append(line)
    return lines


def read_talk(connection: sa.Connection, table_id: str) -> list[Spoken]:
    query = (
        sa.select(CHAT.c.place, CHAT.c.line)
        .where(CHAT.c.table_id == table_id)
        .order_by(CHAT.c.row.desc())
        .limit(2 * KEPT_LINES)
    )
    spoken: list[Spoken] = []
    for row in reversed(connection.execute(query).all()):
        # A line that cannot be read is missing from the talk; the game goes on without it.
        with contextlib.suppress(msgspec.DecodeError, UnicodeError):
            spoken.append(read(row.place, row.line))
    return spoken
