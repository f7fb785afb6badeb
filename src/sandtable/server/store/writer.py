"""The one thread that writes, over the one connection that may.

It commits at once, and whatever arrives in the meantime shares the next commit. Once several do,
it waits a little so that more can: every commit makes the event loop hand Python's lock over and
back, however little it holds. Each job hears when its own part is on disk, or that it is not.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa

from sandtable.server.store.advisory import Away
from sandtable.server.store.holding import Taken
from sandtable.server.store.schema import LOG

Done = Callable[[Exception | None], None]
Row = tuple[str, int, str]
"""A line of a log: its table, its number, its text."""
Statement = tuple[sa.Executable, Mapping[str, Any]]

MANY = 5
"""So many jobs in one commit are a load under which sharing pays (measured with bench/load: with
fewer it only keeps people waiting, and a longer wait than 2 ms gains nothing)."""

log = logging.getLogger("sandtable.storage")


class Ledger:
    """A table's log, for as long as that table stays in memory.

    After one line that could not be written no other line of the same ledger is: a log has no
    gaps. The table is read from disk again and goes on with a ledger of its own.
    """

    __slots__ = ("broken", "table_id")

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.broken = False


class Broken(sa.exc.SQLAlchemyError):
    """An earlier line of this log is not on disk."""


class Job:
    """One piece of work for the writer: rows of a log, or statements with their values."""

    __slots__ = ("done", "ledger", "rows", "statements")

    def __init__(
        self,
        ledger: Ledger | None,
        rows: list[Row],
        statements: Sequence[Statement],
        done: Done | None,
    ) -> None:
        self.ledger = ledger
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


def is_away(error: Exception) -> bool:
    """The disk is full, or the database locked or gone: that is not the job's fault."""
    kinds = (sa.exc.OperationalError, sa.exc.InterfaceError, Away, Taken)
    return isinstance(error, kinds)


def lost(connection: sa.Connection) -> bool:
    """Whether the session behind a connection is over. One that lives is kept: it has the lock."""
    return connection.invalidated or bool(getattr(connection.connection, "closed", False))


class Writer:
    def __init__(
        self,
        connect: Callable[[], sa.Connection],
        dialect: str,
        group: float,
        tell: Callable[[list[tuple[Job, Exception | None]]], None],
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._group = group
        self._inserts = Inserts(dialect)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._connection: sa.Connection | None = None
        self._thread: threading.Thread | None = None
        self._refused: Exception | None = None
        self.on_commit: Callable[[float, int], None] | None = None
        """Told how long a commit took in seconds, and how many jobs it held; in the thread."""

    def connection(self) -> sa.Connection:
        """The one connection that writes; made anew after it was lost."""
        if self._connection is not None and self._connection.invalidated:
            # It would come back by itself, and without what it held.
            self._drop()
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def start(self) -> None:
        # A daemon: whatever holds a commit up must not hold up the end of the process as well.
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        self._jobs.put(job)

    def refuse(self, error: Exception) -> None:
        """Write nothing from now on."""
        self._refused = error

    def finish(self, within: float) -> bool:
        """Write what is queued, then end; False when that takes too long."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(within)
            if self._thread.is_alive():
                return False
            self._thread = None
        self._drop()
        return True

    def _write_on(self) -> None:
        last = False
        shared = 0
        while not last:
            job = self._jobs.get()
            if job is None:
                break
            batch = [job]
            if shared >= MANY:
                time.sleep(self._group)
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                batch.append(job)
            shared = len(batch)
            self._commit(batch)

    def _commit(self, batch: list[Job]) -> None:
        sound = [job for job in batch if job.ledger is None or not job.ledger.broken]
        if len(sound) < len(batch):
            late = [job for job in batch if job.ledger is not None and job.ledger.broken]
            self._tell([(job, Broken("an earlier line is missing")) for job in late])
            if not sound:
                return
        began = time.perf_counter()
        try:
            self._run(sound)
        except Exception as error:
            if len(sound) == 1 or is_away(error):
                # Waiting for the disk once for each would take forever.
                self._fail(sound, error)
                return
            # One job's fault must not be another's: each for itself.
            for job in sound:
                self._commit([job])
            return
        if self.on_commit is not None:
            self.on_commit(time.perf_counter() - began, len(sound))
        self._tell([(job, None) for job in sound])

    def _fail(self, batch: list[Job], error: Exception) -> None:
        for job in batch:
            if job.ledger is not None:
                job.ledger.broken = True
        if not is_away(error) and any(job.done is None for job in batch):
            log.error("could not write: %s", type(error).__name__)
        self._tell([(job, error) for job in batch])

    def _run(self, batch: list[Job]) -> None:
        if self._refused is not None:
            raise self._refused
        connection = self.connection()
        try:
            with connection.begin():
                rows: list[Row] = []
                for job in batch:
                    rows.extend(job.rows)
                    for statement, values in job.statements:
                        connection.execute(statement, values)
                # The one statement that runs all the time goes straight to the driver.
                for insert, rows_or_values in self._inserts.of(rows):
                    connection.exec_driver_sql(insert, rows_or_values)
        except Exception as error:
            if is_away(error) and lost(connection):
                self._drop()
            raise

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception as error:
                log.debug("closing a connection: %s", type(error).__name__)
