"""The one thread that writes, over the one connection that may.

It commits at once, and whatever arrives in the meantime shares the next commit. When the processor
gets short, it waits a little so that more can share: with every commit, however small, the event
loop has to hand over Python's lock and get it back. Each job hears when its own part is on disk, or
that it is not.
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

EASY = 0.4
"""Below this share of a core there is power to spare, and no commit waits."""
HARD = 0.7
"""From this share on, a commit waits as long as it may.

Measured with bench/load: waiting 8 ms under the highest load saves a sixth of the processor.
"""

log = logging.getLogger("sandtable.storage")


class Ledger:
    """A table's log, for as long as that table stays in memory.

    After a line that could not be written, no other line of the same ledger is written: a log has
    no gaps. The table is read from disk again and goes on with a new ledger.
    """

    __slots__ = ("broken", "table_id")

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.broken = False


class Broken(sa.exc.SQLAlchemyError):
    """An earlier line of this log is not on disk."""


class Unwritten(sa.exc.SQLAlchemyError):
    """This could not be written by a mistake of the server's own, which is logged and counted."""


class Job:
    """One piece of work for the writer: rows of a log, or statements with their values."""

    __slots__ = ("awaited", "done", "ledger", "rows", "statements")

    def __init__(
        self,
        ledger: Ledger | None,
        rows: list[Row],
        statements: Sequence[Statement],
        done: Done | None,
        awaited: bool = False,
    ) -> None:
        self.awaited = awaited
        """Somebody waits for it who will say what went wrong."""
        self.ledger = ledger
        self.rows = rows
        self.statements = statements
        self.done = done


class Inserts:
    """How rows are added to the log.

    With SQLite, many go into one statement. Its driver releases Python's lock for every statement,
    and beside a busy event loop it waits up to 5 ms to get the lock back.
    """

    MOST = 256

    def __init__(self, dialect: str) -> None:
        mark = "%s" if dialect == "postgresql" else "?"
        self._row = f"({mark}, {mark}, {mark})"
        self._into = f"INSERT INTO {LOG.name} (table_id, seq, line) VALUES "
        self._together = dialect == "sqlite"

    def of(self, rows: list[Row]) -> Iterator[tuple[str, Any]]:
        """Statements with their values; few different ones, so that the driver caches them."""
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
    """Whether the disk is full, or the database locked or gone: that is not the job's fault."""
    kinds = (sa.exc.OperationalError, sa.exc.InterfaceError, Away, Taken)
    return isinstance(error, kinds)


def is_fault(error: Exception) -> bool:
    """Whether the server itself made a mistake, and nobody has said so yet."""
    # Of this kind itself, not of those below it: the file is damaged.
    damaged = type(error) is sa.exc.DatabaseError
    return not damaged and not is_away(error) and not isinstance(error, (Broken, Unwritten))


def lost(connection: sa.Connection) -> bool:
    """Whether the session behind a connection has ended. A live one is kept: it has the lock."""
    return connection.invalidated or bool(getattr(connection.connection, "closed", False))


def patience(shared: int, busy: float, longest: float) -> float:
    """How many seconds to wait for more jobs, after a commit that so many shared."""
    if shared < 2:
        return 0.0
    return longest * min(1.0, max(0.0, (busy - EASY) / (HARD - EASY)))


class Writer:
    def __init__(
        self,
        connect: Callable[[], sa.Connection],
        dialect: str,
        tell: Callable[[list[tuple[Job, Exception | None]]], None],
        longest: float,
        busy: Callable[[], float],
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._longest = longest
        """Seconds that a commit may wait for others to share it."""
        self._busy = busy
        """The share of a core that this process takes."""
        self._inserts = Inserts(dialect)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._connection: sa.Connection | None = None
        self._thread: threading.Thread | None = None
        self._refused: Exception | None = None
        self.on_commit: Callable[[float, int], None] | None = None
        """Called in this thread with the seconds that a commit took and the number of its jobs."""

    def connection(self) -> sa.Connection:
        """The one connection that writes; opened again after it was lost."""
        if self._connection is not None and self._connection.invalidated:
            # It would reconnect by itself, but without the lock that it held.
            self._drop()
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def start(self) -> None:
        # A daemon: what holds up a commit must not hold up the end of the process as well.
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        self._jobs.put(job)

    def refuse(self, error: Exception) -> None:
        """Write nothing from now on."""
        self._refused = error

    def finish(self, within: float) -> bool:
        """Write what is queued, then end; False if that takes too long."""
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
            if (wait := patience(shared, self._busy(), self._longest)) > 0:
                time.sleep(wait)
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
            # One bad job must not spoil the others: try each by itself.
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
