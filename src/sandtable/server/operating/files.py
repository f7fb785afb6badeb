"""How many files the process may have open, and who may read those it writes."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

PRIVATE = 0o077
"""The umask under which nobody else can read anything."""
ENOUGH_FILES = 65_536
KEPT_FREE = 160
"""For the database and its readers, the bots' pipes, and the files of the page."""
MOST_CONNECTIONS = 10_000
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""How the names of a database's files end."""


def raise_file_limit() -> int:
    """Raise the soft limit of open files to the hard one; returns the new limit."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return int(soft)
        return int(wanted)
    return ENOUGH_FILES if soft == resource.RLIM_INFINITY else int(soft)


def room_for(files: int) -> tuple[int, int]:
    """How many connections this many files allow, and how many more may wait to be accepted."""
    backlog = max(16, min(2048, files // 8))
    return max(16, min(MOST_CONNECTIONS, files - KEPT_FREE - backlog)), backlog


def keep_private() -> None:
    """From now on whatever this process writes is for its owner alone."""
    os.umask(PRIVATE)


def make_private(folder: Path) -> str | None:
    """Make the folder and tighten the permissions of our files in it; returns a warning, if any."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for path in ours_in(folder):
        tighten(path)
    if sys.platform == "win32":
        return None
    found = folder.stat()
    if found.st_uid != os.getuid():
        return f"The data folder {folder} belongs to another user of this machine."
    if stat.S_IMODE(found.st_mode) & PRIVATE:
        return f"Others on this machine can look into the data folder: chmod 700 {folder}"
    return None


def make_database_private(database: Path) -> None:
    """Tighten the permissions of the database, what SQLite keeps beside it, and the lock.

    It may lie anywhere, and files that are not ours may lie there, too.
    """
    for ending in BESIDE:
        tighten(database.with_name(database.name + ending))


def ours_in(folder: Path) -> Iterator[Path]:
    """The database, what SQLite keeps beside it, and the lock."""
    yield from folder.glob("sandtable.*")


def tighten(path: Path) -> None:
    try:
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and stat.S_IMODE(found.st_mode) & PRIVATE:
            path.chmod(stat.S_IMODE(found.st_mode) & ~PRIVATE)
    except OSError:
        return  # not ours, or gone meanwhile: what can be done was done
