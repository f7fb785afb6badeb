"""Why a start failed or nothing can be written, in one sentence that an operator can act on."""

import sqlalchemy as sa

from sandtable.engine.errors import SandtableError
from sandtable.extras import advice
from sandtable.server.base.settings import Settings
from sandtable.server.store.advisory import Away
from sandtable.server.store.holding import file_of

FULL = ("full",)
DAMAGED = ("malformed", "not a database", "corrupt")
FAILING = ("disk i/o error",)
CLOSED = ("unable to open", "readonly", "read-only", "permission denied")
LOCKED = ("locked",)


def explain(error: BaseException, settings: Settings) -> str:
    """One line, without passwords, and without anything that only a programmer understands."""
    match error:
        case SandtableError() | Away():
            return one_line(str(error))
        case sa.exc.NoSuchModuleError() | sa.exc.ArgumentError():
            return "--database is neither sqlite:///FILE nor postgresql://USER@HOST/NAME."
        case ModuleNotFoundError() if (error.name or "").startswith("psycopg"):
            return f"PostgreSQL needs a driver: {advice('postgres')}"
        case sa.exc.DBAPIError():
            return of_database(error, settings.database_url)
        case OSError():
            where = error.filename or "its files"
            return f"The server cannot use {where}: {error.strerror or type(error).__name__}."
    return f"The server could not start: {type(error).__name__}: {one_line(str(error))}"


def of_database(error: sa.exc.DBAPIError, url: str) -> str:
    said = one_line(str(error.orig))
    file = file_of(url)
    if file is None:
        return f"PostgreSQL refused the connection or did not answer: {said}"
    lower = said.lower()
    if any(word in lower for word in FULL):
        return f"The disk is full: the server cannot write to {file}."
    if any(word in lower for word in DAMAGED):
        return f"The database {file} is damaged ({said}); put a backup in its place."
    if any(word in lower for word in FAILING):
        return f"The server cannot read or write {file} ({said}): its disk is full or failing."
    if any(word in lower for word in CLOSED):
        return f"The server cannot open {file} for writing ({said})."
    if any(word in lower for word in LOCKED):
        return f"Another program holds {file} ({said}); close it and start again."
    return f"The database {file} cannot be used: {said}"


def one_line(text: str) -> str:
    """The first line of what a library said."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "no reason given")
