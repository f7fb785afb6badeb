"""Logs that an operator can read, or a machine.

They never hold anything that opens a seat or a table, nor what people wrote. Tables are named by a
mark. For an error they show where it came from, but its message only if that is about the code.
"""

import hashlib
import json
import logging
import logging.config
import time
import traceback
from datetime import UTC, datetime
from types import TracebackType

from sandtable.engine.errors import UnknownGame
from sandtable.server.base.settings import LogFormat

ABOUT_CODE = (
    AssertionError,
    AttributeError,
    ImportError,
    IndexError,
    MemoryError,
    NameError,
    NotImplementedError,
    RecursionError,
    RuntimeError,
    TimeoutError,
    TypeError,
    UnknownGame,
    ZeroDivisionError,
)
"""Kinds of errors whose messages name things in the code. Others repeat values: keys, text, ..."""
SAME_FOR = 60.0
"""Seconds in which uvicorn may say the same thing only once."""
LAST_FRAMES = -40
TRACE = "sandtable_trace"
"""The `extra` of a record that has the trace of an error in another process."""

Caught = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def mark(table_id: str) -> str:
    """A name for a table that does not give away its id, because the id is the link to it."""
    return f"table-{hashlib.sha256(table_id.encode()).hexdigest()[:8]}"


def described(error: BaseException) -> str:
    """The kind of an error, and its message if that is only about the code."""
    kind = type(error)
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    if isinstance(error, OSError):
        # Its text would name files and addresses.
        return f"{name}: {error.strerror}" if error.strerror else name
    if isinstance(error, ABOUT_CODE) and str(error):
        return f"{name}: {error}"
    cause = getattr(error, "orig", None)
    return f"{name} ({type(cause).__name__})" if isinstance(cause, BaseException) else name


def trace_of(error: BaseException) -> str:
    """Where an error came from, and what caused it, without anybody's data."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = "".join(traceback.format_tb(current.__traceback__, LAST_FRAMES))
        inner = ""
        if isinstance(current, BaseExceptionGroup):
            inner = "".join(f"\n  | {described(one)}" for one in current.exceptions)
        parts.append(f"Traceback, latest call last:\n{frames}{described(current)}{inner}")
        hidden = None if current.__suppress_context__ else current.__context__
        current = current.__cause__ or hidden
    return "\n\nwhich came from this:\n".join(parts)


def trace_in(record: logging.LogRecord) -> str:
    """The trace of an error in this process, or one that another process made."""
    if record.exc_info and record.exc_info[1] is not None:
        return trace_of(record.exc_info[1])
    return str(getattr(record, TRACE, ""))


class Discreet(logging.Formatter):
    """Text for people."""

    def format(self, record: logging.LogRecord) -> str:
        said, trace = super().format(record), trace_in(record)
        return said if record.exc_info or not trace else f"{said}\n{trace}"

    def formatException(self, ei: Caught) -> str:  # noqa: N802
        return "" if ei[1] is None else trace_of(ei[1])


class JsonLines(Discreet):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if trace := trace_in(record):
            entry["trace"] = trace
        return json.dumps(entry)


class Seldom(logging.Filter):
    """Lets the same sentence through once a minute: anybody could make uvicorn repeat it."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            return True
        now = time.monotonic()
        if now - self._said.get(str(record.msg), -SAME_FOR) < SAME_FOR:
            return False
        self._said[str(record.msg)] = now
        return True


def set_up(kind: LogFormat) -> None:
    if kind == "json":
        formatter: dict[str, object] = {"()": JsonLines}
    else:
        layout = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
        formatter = {"()": Discreet, "fmt": layout}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"seldom": {"()": Seldom}},
            "formatters": {"chosen": formatter},
            "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "chosen"}},
            "root": {"level": "INFO", "handlers": ["out"]},
            # Alembic and uvicorn log more than anybody wants to know.
            "loggers": {
                "alembic": {"level": "WARNING"},
                "uvicorn": {"level": "WARNING"},
                "uvicorn.access": {"level": "WARNING"},
                "uvicorn.error": {"filters": ["seldom"]},
            },
        }
    )
