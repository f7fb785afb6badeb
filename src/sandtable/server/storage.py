"""Where everything is kept: SQLite in a file, or PostgreSQL by its URL.

One thread writes. What arrives within a few milliseconds is one transaction, so that the cost of
being on disk is shared; each writer hears when its own part is there, or that it is not.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.server import migrations
from sandtable.server.schema import LOG

T = TypeVar("T")
Done = Callable[[Exception | None], None]
Row = tuple[str, int, str]
"""A line of a log: its table, its number, its text."""

log = logging.getLogger("sandtable.storage")

as_text = msgspec.json.Encoder(order="deterministic").encode


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Job:
    """One piece of work for the writer: rows of a log, or statements with their values."""

    __slots__ = ("done", "rows", "statements")

    def __init__(
        self,
        rows: list[Row],
        statements: Sequence[tuple[sa.Executable, Mapping[str, Any]]],
        done: Done | None,
    ) -> None:
        self.rows = rows
        self.statements = statements
        self.done = done


class Inserts:
    """How rows of the log are added.

    With SQLite many go into one statement. Its driver gives up Python's lock for every row that is
    a statement of its own, and beside a busy event loop it waits up to 5 ms to get the lock back.
    """

    MOST = 256

    def __init__(self, dialect: str) -> None:
        mark = "%s" if dialect == "postgresql" else "?"
        self._row = f"({mark}, {mark}, {mark})"
        self._into = f"INSERT INTO {LOG.name} (table_id, seq, line) VALUES "
        self._together = dialect == "sqlite"

    def of(self, rows: list[Row]) -> Iterator[tuple[str, Any]]:
        """Statements with their values. Few different ones, so that the driver knows them."""
        if not self._together:
            if rows:
                yield self._into + self._row, rows
            return
        start, size = 0, self.MOST
        while start < len(rows):
            while size > len(rows) - start:
                size //= 2
            values = tuple(chain.from_iterable(rows[start : start + size]))
            yield self._into + ", ".join([self._row] * size), values
            start += size


class Store:
    """The database of one server."""

    def __init__(self, url: str, group_ms: int = 8) -> None:
        self.engine = make_engine(url)
        self.group = group_ms / 1000
        self._inserts = Inserts(self.engine.dialect.name)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.on_commit: Callable[[float, int], None] | None = None
        """Told how long a commit took in seconds, and how many jobs it held; in the thread."""

    def upgrade(self) -> None:
        with self.engine.begin() as connection:
            migrations.upgrade(connection)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_on, name="writer")
        self._thread.start()

    async def stop(self) -> None:
        """Write what is queued, then close."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        self.engine.dispose()

    def append(
        self, table_id: str, first: int, lines: Sequence[Mapping[str, Any]], done: Done
    ) -> None:
        """Add lines to a table's log from number `first` on; `done` is called on the loop."""
        rows = [(table_id, first + i, as_text(line).decode()) for i, line in enumerate(lines)]
        self._jobs.put(Job(rows, (), done))

    def write(
        self,
        *statements: tuple[sa.Executable, Mapping[str, Any]],
        done: Done | None = None,
    ) -> None:
        self._jobs.put(Job([], statements, done))

    async def written(self, *statements: tuple[sa.Executable, Mapping[str, Any]]) -> None:
        """Write, and return when it is on disk."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

        self.write(*statements, done=done)
        await future

    async def read(self, look: Callable[[sa.Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return look(connection)

        return await asyncio.to_thread(run)

    def upsert(self, table: sa.Table, keys: Sequence[str], values: Mapping[str, Any]) -> Any:
        """A statement that inserts a row, or changes the one that is there."""
        others = [name for name in values if name not in keys]
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

    def _write_on(self) -> None:
        last = False
        while not last:
            job = self._jobs.get()
            if job is None:
                break
            batch = [job]
            if self.group:
                time.sleep(self.group)
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit(batch)

    def _commit(self, batch: list[Job]) -> None:
        began = time.perf_counter()
        try:
            self._run(batch)
        except Exception as error:
            if len(batch) == 1 or isinstance(error, sa.exc.OperationalError):
                # The disk is full, or the database locked or away: that is nobody's own fault,
                # and waiting for it once for each would take for ever.
                log.error("could not write: %s", type(error).__name__)
                self._tell([(job, error) for job in batch])
                return
            # One job's fault must not be another's: each for itself.
            for job in batch:
                self._commit([job])
            return
        if self.on_commit is not None:
            self.on_commit(time.perf_counter() - began, len(batch))
        self._tell([(job, None) for job in batch])

    def _run(self, batch: list[Job]) -> None:
        with self.engine.begin() as connection:
            rows: list[Row] = []
            for job in batch:
                rows.extend(job.rows)
                for statement, values in job.statements:
                    connection.execute(statement, values)
            # The one statement that runs all the time goes straight to the driver.
            for insert, rows_or_values in self._inserts.of(rows):
                connection.exec_driver_sql(insert, rows_or_values)

    def _tell(self, results: list[tuple[Job, Exception | None]]) -> None:
        told = [(job.done, error) for job, error in results if job.done is not None]
        if told and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call_all, told)


def call_all(told: list[tuple[Done, Exception | None]]) -> None:
    for done, error in told:
        try:
            done(error)
        except Exception:
            # A fault at one table is that table's; the others of the batch are still told.
            log.exception("a fault after a commit")


def make_engine(url: str) -> sa.Engine:
    """An engine that keeps the promise: acknowledged means on disk."""
    parsed = sa.make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(
        parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite", hide_parameters=True
    )
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def settle(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

    return engine
