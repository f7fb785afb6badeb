"""One process per database: a lock that ends only with its holder, and who holds it.

For SQLite it is a lock of the operating system on a file beside the database. It belongs to this
process's own handle on that file: no program that we start inherits it, and the kernel drops it
when the process ends, however it ends. The file itself stays where it is; that means nothing.

For PostgreSQL see advisory.py.
"""

import contextlib
import os
import socket
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from urllib.parse import unquote

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from sandtable.engine.errors import SandtableError

PATIENCE = 1.0
"""Seconds to wait for the lock: a process that was killed may take a moment to end."""
LOOK_EVERY = 0.05
LONGEST_NOTE = 4096


class Taken(SandtableError):
    """Another process holds the database. The text is one sentence and says which."""


class HolderNote(Struct):
    """What a holder says about itself, for processes that come later."""

    what: str = "a Sandtable command"
    pid: int = 0
    host: str = ""
    address: str = ""
    since: str = ""


def own_note(what: str, address: str = "") -> HolderNote:
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return HolderNote(what, os.getpid(), socket.gethostname(), address, since)


def taken(place: str, note: HolderNote | None) -> Taken:
    if note is None:
        who = "another process"
    else:
        where = f" at {note.address}" if note.address else ""
        who = f"{note.what}{where} (process {note.pid} on {note.host}, since {note.since})"
    return Taken(
        f"The database {place} is in use by {who}; stop that one first, or choose another "
        "--data-dir or --database."
    )


def file_of(url: str) -> Path | None:
    """The SQLite file behind a URL, whatever links lead to it; None if there is no file."""
    parsed = sa.make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    if name.startswith("file:"):
        name = unquote(name.removeprefix("file:").partition("?")[0])
        if not name or name == ":memory:":
            return None
    return Path(os.path.realpath(name))


class FileHold:
    """The lock on one SQLite file."""

    def __init__(self, database: Path, note: HolderNote) -> None:
        self.database = database
        self.path = database.with_name(f"{database.name}.lock")
        self.note = note
        self._file: int | None = None

    def take(self, patience: float = PATIENCE) -> None:
        """Hold the database from now on, or raise Taken."""
        refuse_second_name(self.database)
        until = time.monotonic() + patience
        while not self._try():
            if time.monotonic() >= until:
                raise taken(str(self.database), read_note(self.path))
            time.sleep(LOOK_EVERY)

    def keep(self) -> None:
        """Somebody may have deleted the file under us: lock the one that is there now."""
        if self._file is None or same_file(self._file, self.path):
            return
        again = FileHold(self.database, self.note)
        with contextlib.suppress(OSError):
            # If we cannot create the file, nobody else can take the lock either.
            again.take(0)
        if again._file is not None:
            os.close(self._file)
            self._file = again._file

    def let_go(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None

    def _try(self) -> bool:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        if not lock(file) or not same_file(file, self.path):
            os.close(file)
            return False
        try:
            os.ftruncate(file, 0)
            os.pwrite(file, msgspec.json.encode(self.note), 0)
        except OSError:
            os.close(file)
            raise
        self._file = file
        return True


def refuse_second_name(database: Path) -> None:
    """A file with two names has room for two locks beside it: both holders would feel alone."""
    try:
        found = database.stat()
    except OSError:
        return
    if S_ISREG(found.st_mode) and found.st_nlink > 1:
        raise Taken(
            f"The database {database} has another name as well (a hard link), so two servers "
            "could write to it without knowing of each other; remove the other name, or copy it."
        )


def same_file(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> bool:
        # Such a lock forbids reading what it covers, so it lies behind the longest note.
        os.lseek(file, LONGEST_NOTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def read_note(path: Path) -> HolderNote | None:
    try:
        return msgspec.json.decode(path.read_bytes()[:LONGEST_NOTE], type=HolderNote)
    except (OSError, msgspec.DecodeError, UnicodeError):
        return None


def holder(url: str) -> HolderNote | None:
    """Which process holds the SQLite file of this URL now, if any does."""
    database = file_of(url)
    if database is None:
        return None
    path = database.with_name(f"{database.name}.lock")
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if lock(file) else read_note(path)
    finally:
        os.close(file)
