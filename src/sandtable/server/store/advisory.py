"""One process per database, in PostgreSQL: an advisory lock held by the very session that writes.

Such a lock lives as long as its session. A process that writes through that session and no other
can never write without the lock: if the connection is lost, so is the lock, and the next connection
has to get it again before it writes anything. If PostgreSQL still believes an old session of ours
alive after we lost it, that session is ended first, so that its last commit is either there or
never will be.
"""

import secrets
import time
from typing import Any

import sqlalchemy as sa

from sandtable.server.store.holding import HolderNote, Taken, taken

PATIENCE = 3.0
"""Seconds to wait for the lock at a start: a killed server's session takes a moment to end."""
LOOK_EVERY = 0.1

SPACE = 0x53414E44
"""Keeps ours apart from the advisory locks of other programs in the same database."""
KEY = "hashtext(coalesce(current_schema(), ''))"
TRY = sa.text(f"SELECT pg_try_advisory_lock({SPACE}, {KEY})")
WHO = sa.text(
    "SELECT l.pid, a.application_name, to_char(a.backend_start AT TIME ZONE 'UTC', "
    "'YYYY-MM-DD HH24:MI:SS \"UTC\"') AS since "
    "FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid) "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    f"AND l.classid = {SPACE} AND l.objid = ({KEY}::bigint & 4294967295)::oid"
)
NAME = sa.text("SELECT set_config('application_name', :name, false)")
END = sa.text("SELECT pg_terminate_backend(:pid)")
SETTLE = (
    # A machine that vanished without a farewell must not keep the lock for hours.
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
)


class Away(sa.exc.SQLAlchemyError):
    """Nothing can be written at the moment."""


class Session:
    """The name of one process in the database, on all its connections."""

    def __init__(self, note: HolderNote, place: str) -> None:
        self.note = note
        self.place = place
        self.name = name_of(note)

    def seize(self, connection: sa.Connection, patience: float) -> None:
        """Take the lock on this connection; raise Taken if somebody else has it."""
        until = time.monotonic() + patience
        with connection.begin():
            connection.execute(NAME, {"name": self.name})
            for statement in SETTLE:
                connection.exec_driver_sql(statement)
            if connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
                connection.exec_driver_sql("SET synchronous_commit = on")
        while True:
            with connection.begin():
                if connection.execute(TRY).scalar():
                    return
                other = connection.execute(WHO).first()
            if other is not None and other.application_name == self.name:
                # We ourselves, over a connection that is lost to us.
                with connection.begin():
                    connection.execute(END, {"pid": other.pid})
                if time.monotonic() >= until:
                    raise Away("an earlier session of this server has not ended yet")
            elif time.monotonic() >= until and other is not None:
                raise self.taken(other)
            elif time.monotonic() >= until + PATIENCE:
                raise Away("the lock on the database can be neither taken nor seen")
            time.sleep(LOOK_EVERY)

    def taken(self, other: Any) -> Taken:
        said = str(other.application_name or "").split(" ")
        if len(said) != 5 or said[0] != "sandtable":
            since = str(other.since)
            return taken(
                self.place, HolderNote("a session", int(other.pid), "the database", "", since)
            )
        _, _, what, process, address = said
        pid, _, host = process.partition("@")
        what = "a Sandtable server" if what == "server" else "a Sandtable command"
        return taken(
            self.place,
            HolderNote(what, int(pid), host, address.removeprefix("-"), str(other.since)),
        )


def name_of(note: HolderNote) -> str:
    """Unique to this process, and within the 63 bytes that PostgreSQL keeps."""
    what = "server" if "server" in note.what else "command"
    host = note.host.encode("ascii", "replace").decode().replace(" ", "_")
    process = f"{note.pid}@{host}"[:20]
    return f"sandtable {secrets.token_hex(3)} {what} {process} {note.address or '-'}"[:63]
