"""Tables that cannot be read. Each is named once in the log, set aside, and left as it is."""

import logging

import msgspec

from sandtable.engine.errors import BadLog, SandtableError
from sandtable.protocol.problems import CANNOT, Denied
from sandtable.server.base.logs import described, mark

log = logging.getLogger("sandtable.damage")

SET_ASIDE = "This table cannot be read; the server's log says why."
EXPECTED = (SandtableError, msgspec.DecodeError, UnicodeError)
"""Errors of these kinds say what is wrong with the data; for others the trace says more."""


def reason(problem: Exception) -> str:
    """What is wrong, without anything that people wrote or did at the table."""
    if isinstance(problem, BadLog):
        # Behind the colon it quotes the line.
        return str(problem).partition(":")[0]
    return described(problem)


class Few:
    """The latest so many ids."""

    MOST = 10_000

    def __init__(self) -> None:
        self._ids: dict[str, None] = {}

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._ids

    def add(self, table_id: str) -> None:
        self._ids[table_id] = None
        if len(self._ids) > self.MOST:
            del self._ids[next(iter(self._ids))]


class Damage:
    """A table that is forgotten here is tried, and named, once more when somebody asks for it."""

    def __init__(self) -> None:
        self._named = Few()
        self._aside = Few()

    def __contains__(self, table_id: str) -> bool:
        """Whether a table was set aside, so that there is no point in reading it again."""
        return table_id in self._aside

    def set_aside(self, table_id: str, problem: Exception) -> Denied:
        self._aside.add(table_id)
        return self.found(table_id, problem)

    def found(self, table_id: str, problem: Exception) -> Denied:
        """Name a table in the log, unless it was named before; returns what visitors are told."""
        if table_id not in self._named:
            self._named.add(table_id)
            trace = None if isinstance(problem, EXPECTED) else problem
            log.error(
                "%s cannot be read, and its rows stay as they are: %s",
                mark(table_id), reason(problem), exc_info=trace,
            )  # fmt: skip
        return self.denied()

    def denied(self) -> Denied:
        return Denied(CANNOT, SET_ASIDE)
