"""What an operator does with tables while no server runs: list, close, delete."""

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from sandtable.engine.errors import SandtableError
from sandtable.engine.table import replay
from sandtable.server.base.dates import utc_now
from sandtable.server.base.logs import mark
from sandtable.server.people.guests import could_be_id
from sandtable.server.store.removing import FINISHED, remove_tables
from sandtable.server.store.schema import LOG, TABLES
from sandtable.server.store.storage import Store, as_text
from sandtable.server.tables.record import Record, Result, read_record, read_result
from sandtable.server.tables.shelf import lines_of, save_statements
from sandtable.server.tables.stages import Stages


class NoSuchTable(SandtableError):
    """There is no such table, or it cannot be read."""


class Listed(Struct):
    """A table as the operator sees it: private ones too, and those that cannot be read."""

    id: str
    game: str
    stage: str
    visibility: str
    created: str
    started: str | None
    ended: str | None
    names: list[str] | None
    """None if the stored record of this table cannot be read."""
    mark: str
    """What the server's log calls it."""


def list_tables(store: Store, stage: str | None, game: str | None) -> list[Listed]:
    """All tables, or those of a stage or a game; oldest first."""
    query = sa.select(TABLES).order_by(TABLES.c.created, TABLES.c.id)
    if stage is not None:
        query = query.where(TABLES.c.stage == stage)
    if game is not None:
        query = query.where(TABLES.c.game == game)
    with store.engine.connect() as connection:
        if not sa.inspect(connection).has_table(TABLES.name):
            return []
        return [listed(row) for row in connection.execute(query)]


def listed(row: Any) -> Listed:
    try:
        names = [chair.name or "-" for chair in read_record(row.room).chairs]
    except (msgspec.DecodeError, UnicodeError):
        names = None
    return Listed(
        id=row.id,
        game=row.game,
        stage=row.stage,
        visibility=row.visibility,
        created=row.created,
        started=row.started,
        ended=row.ended,
        names=names,
        mark=mark(row.id),
    )


def as_json(tables: list[Listed]) -> str:
    return "".join(msgspec.json.encode(table).decode() + "\n" for table in tables)


def as_lines(tables: list[Listed]) -> str:
    if not tables:
        return "There are no such tables.\n"
    rows = [("ID", "MARK", "STAGE", "GAME", "SINCE", "WHO")]
    for table in tables:
        since = (table.ended or table.started or table.created)[:16].replace("T", " ")
        who = "cannot be read" if table.names is None else ", ".join(table.names)
        rows.append((table.id, table.mark, table.stage, table.game, since, who))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    return "".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[5]])
        + "\n"
        for row in rows
    )


def find_row(connection: sa.Connection, table_id: str) -> Any:
    row = None
    if could_be_id(table_id):
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).first()
    if row is None:
        raise NoSuchTable("there is no such table")
    return row


def close_table(store: Store, table_id: str) -> str:
    """End a table where it stands. What was played stays, with its log, as a closed game."""
    with store.transaction() as connection:
        row = find_row(connection, table_id)
        if row.stage in FINISHED:
            return f"is {row.stage} already"
        try:
            record, result = read_record(row.room), read_result(row.result)
        except msgspec.DecodeError:
            raise NoSuchTable("this table cannot be read; it can only be deleted") from None
        result = end_log(connection, record) or result
        Stages(record, utc_now).to("closed")
        for statement, values in save_statements(store, record, result):
            connection.execute(statement, values)
    return "closed"


def end_log(connection: sa.Connection, record: Record) -> Result | None:
    """Add the closing line to the log, unless the log cannot be played again."""
    try:
        lines = lines_of(connection, record.id)
        if not lines or "end" in lines[-1]:
            return None
        match = replay(lines)
        match.advance(to=max(match.now, max(int(line.get("at", 0)) for line in lines)))
    except SandtableError:
        return None
    seq = len(lines)
    line = as_text(match.log[-1]).decode()
    connection.execute(sa.insert(LOG), {"table_id": record.id, "seq": seq, "line": line})
    winners = [] if match.outcome is None else match.outcome.winners
    return Result(winners, match.now, len(match.entries))


def delete_table(store: Store, table_id: str) -> str:
    with store.transaction() as connection:
        find_row(connection, table_id)
        for statement, values in remove_tables([table_id]):
            connection.execute(statement, values)
    return "deleted"
