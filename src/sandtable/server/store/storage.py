"""Where everything is kept: SQLite in a file, or PostgreSQL by its URL.

One process holds a database, one of its threads writes (writer.py), and everybody may read.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.server.store import advisory, migrations
from sandtable.server.store.advisory import Away
from sandtable.server.store.busy import Busy
from sandtable.server.store.damage import Damage
from sandtable.server.store.holding import FileHold, HolderNote, Taken, file_of, own_note
from sandtable.server.store.migrations import OtherVersion
from sandtable.server.store.writer import (
    Broken,
    Done,
    Job,
    Ledger,
    Row,
    Statement,
    Unwritten,
    Writer,
    is_away,
    is_fault,
)

T = TypeVar("T")

RETRY_WITHIN = 1.0
"""Seconds that the session of a lost connection may take to end, before the database is away."""
STOP_WITHIN = 4.0
GIVE_UP = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Settings for libpq: after how long a PostgreSQL that does not answer counts as away."""

log = logging.getLogger("sandtable.storage")

as_text = msgspec.json.Encoder(order="deterministic").encode


class Store:
    """The database of one server."""

    def __init__(
        self, url: str, group_ms: int = 8, busy: Callable[[], float] | None = None
    ) -> None:
        self.engine = make_engine(url)
        self.place = address_of(url)
        dialect = self.engine.dialect.name
        self._file = file_of(url)
        self._hold: FileHold | None = None
        self._session: advisory.Session | None = None
        self._opened = False
        self._writer = Writer(
            self._connect, dialect, self._answer, group_ms / 1000, busy or Busy().share
        )
        self.damage = Damage()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting = 0
        self._heard_at = 0.0
        self.on_away: Callable[[Exception], None] | None = None
        """Called, on the loop, if something could not be written and it is not the job's fault."""
        self.on_taken: Callable[[Taken], None] | None = None
        """Called, on the loop, if another process has the database: nothing more is written."""
        self.on_fault: Callable[[], None] = lambda: None
        """Called for each mistake of ours: in a write, or in what was to happen after a commit."""

    @property
    def on_commit(self) -> Callable[[float, int], None] | None:
        return self._writer.on_commit

    @on_commit.setter
    def on_commit(self, call: Callable[[float, int], None]) -> None:
        self._writer.on_commit = call

    def open(self, note: HolderNote | None = None) -> None:
        """Hold the database, so that nobody else writes, and bring it to our version.

        Raises Taken if another process holds it, before anything is read or written.
        """
        note = note or own_note("a Sandtable command")
        if self._file is not None:
            self._hold = FileHold(self._file, note)
            self._hold.take()
        elif self.engine.dialect.name == "postgresql":
            self._session = advisory.Session(note, self.place)
        with self._writer.connection().begin() as transaction:
            migrations.upgrade(transaction.connection)
        self._opened = True

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Write directly: for a command that has opened the database but not started the writer."""
        connection = self._writer.connection()
        with connection.begin():
            yield connection

    def check(self) -> None:
        """For commands that only read, even beside a running server: is there something to read?"""
        if self._file is not None and not self._file.exists():
            raise OtherVersion(f"There is no database at {self._file}.")
        with self.engine.connect() as connection:
            migrations.check_current(connection)

    @property
    def opened(self) -> bool:
        return self._opened

    def _connect(self) -> sa.Connection:
        connection = self.engine.connect()
        if self._session is not None:
            try:
                patience = RETRY_WITHIN if self._opened else advisory.PATIENCE
                self._session.seize(connection, patience)
            except BaseException:
                connection.invalidate()
                connection.close()
                raise
        return connection

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Write what is queued, then close."""
        if await asyncio.to_thread(self._writer.finish, STOP_WITHIN):
            self.close()
        else:
            log.error("stopped without the database: something still waits to be written")

    def close(self) -> None:
        """Let go of the database: for a command that opened it but did not start the writer."""
        self._writer.finish(0)
        self.engine.dispose()
        if self._hold is not None:
            self._hold.let_go()

    def ledger(self, table_id: str) -> Ledger:
        """The log of a table that was just made, or just read."""
        return Ledger(table_id)

    def append(
        self, ledger: Ledger, first: int, lines: Sequence[Mapping[str, Any]], done: Done
    ) -> None:
        """Add lines to a table's log from number `first` on; `done` is called on the loop."""
        table_id = ledger.table_id
        rows: list[Row] = [
            (table_id, first + i, as_text(line).decode()) for i, line in enumerate(lines)
        ]
        self._put(Job(ledger, rows, (), done))

    def write(
        self, *statements: Statement, done: Done | None = None, awaited: bool = False
    ) -> None:
        self._put(Job(None, [], statements, done, awaited))

    def _put(self, job: Job) -> None:
        if not self._waiting:
            self._heard_at = time.monotonic()
        self._waiting += 1
        self._writer.put(job)

    def silent_for(self) -> float:
        """Seconds for which something has been waiting to be written without an answer."""
        return time.monotonic() - self._heard_at if self._waiting else 0.0

    async def written(self, *statements: Statement) -> None:
        """Write, and return when it is on disk."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

        self.write(*statements, done=done, awaited=True)
        await future

    async def read(self, look: Callable[[sa.Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return look(connection)

        return await asyncio.to_thread(run)

    def upsert(
        self,
        table: sa.Table,
        keys: Sequence[str],
        values: Mapping[str, Any],
        keep: Sequence[str] = (),
    ) -> Any:
        """A statement that inserts a row, or updates the one that is there, except for `keep`."""
        others = [name for name in values if name not in keys and name not in keep]
        if self.engine.dialect.name == "postgresql":
            new = postgresql.insert(table)
            if not others:
                return new.on_conflict_do_nothing(index_elements=list(keys))
            return new.on_conflict_do_update(
                index_elements=list(keys), set_={name: new.excluded[name] for name in others}
            )
        lite = sqlite.insert(table)
        if not others:
            return lite.on_conflict_do_nothing(index_elements=list(keys))
        return lite.on_conflict_do_update(
            index_elements=list(keys), set_={name: lite.excluded[name] for name in others}
        )

    def _answer(self, results: list[tuple[Job, Exception | None]]) -> None:
        """Called in the writer's thread with what became of these jobs."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hear, results)

    def _hear(self, results: list[tuple[Job, Exception | None]]) -> None:
        self._waiting -= len(results)
        self._heard_at = time.monotonic()
        away = next((error for _, error in results if error is not None and is_away(error)), None)
        if isinstance(away, Taken):
            self._give_up(away)
        elif away is not None and self.on_away is not None:
            self.on_away(away)
        for job, error in results:
            told = self._note(job, error)
            if job.done is not None:
                try:
                    job.done(told)
                except Exception:
                    # A fault at one table is its own; the others in the batch are still told.
                    log.exception("a fault after a commit")
                    self.on_fault()

    def _note(self, job: Job, error: Exception | None) -> Exception | None:
        """Log and count what is worth it; what whoever asked for this is told."""
        if isinstance(error, Taken):
            return Away(str(error))
        if error is None or is_away(error) or isinstance(error, Broken):
            return error
        fault = is_fault(error)
        if fault or not job.awaited:
            # Without its words: they may hold somebody's values.
            log.error("could not write: %s", type(error).__name__)
        if not fault:
            return error
        self.on_fault()
        return Unwritten(type(error).__name__)

    def keep(self) -> None:
        """Make sure now and then that the database is still ours, even if nothing is written."""
        if self._hold is not None:
            try:
                self._hold.keep()
            except Taken as other:
                self._give_up(other)
        elif self._session is not None:
            self.write((sa.text("SELECT 1"), {}))

    def _give_up(self, other: Taken) -> None:
        """Another process writes: from now on we do not."""
        self._writer.refuse(other)
        if self.on_taken is not None:
            self.on_taken(other)


def address_of(url: str) -> str:
    """The URL of a database as people see it: without a password."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return str(file_of(url) or "in memory")
    return parsed.set(query={}).render_as_string(hide_password=True)


def make_engine(url: str) -> sa.Engine:
    """An engine that keeps the promise: acknowledged means on disk."""
    parsed = sa.make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        engine = sa.create_engine(parsed, hide_parameters=True)
    elif parsed.get_backend_name() != "postgresql":
        raise sa.exc.ArgumentError("neither SQLite nor PostgreSQL")
    else:
        away = {name: value for name, value in GIVE_UP.items() if name not in parsed.query}
        engine = sa.create_engine(
            parsed, pool_pre_ping=True, hide_parameters=True, connect_args=away
        )
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def settle(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.close()
            # If a text is damaged, that shows when its row is decoded.
            connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
            # Left to itself the driver begins no transaction for a change of the schema, and none
            # for several reads: half a migration would stay, and half a commit could be seen.
            connection.isolation_level = None

        @event.listens_for(engine, "begin")
        def begin(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine
