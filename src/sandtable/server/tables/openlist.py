"""Tables at which somebody can sit down: what the list of open tables shows.

Such a table has its host there, who is connected, so all of them are in memory.
"""

from collections.abc import Iterable

from sandtable.protocol.bodies import TableLine
from sandtable.server.tables.record import table_line
from sandtable.server.tables.table import Table

PAGE = 50


def can_be_joined(table: Table) -> bool:
    """Whether a newcomer finds a free seat here, and a host who is there."""
    return (
        table.stages.before_play
        and not table.broken
        and table.seating.has_room()
        and table.host_watch.is_here()
    )


def open_tables(
    tables: Iterable[Table], game: str | None, before: str | None
) -> tuple[list[TableLine], str | None]:
    """Newest first, a page at a time; and what to pass as `before` to get the next one."""
    found = [
        table.record
        for table in tables
        if table.record.visibility == "open"
        and (game is None or table.record.game == game)
        and (before is None or table.record.created < before)
        and can_be_joined(table)
    ]
    found.sort(key=lambda record: (record.created, record.id), reverse=True)
    more = found[PAGE - 1].created if len(found) > PAGE else None
    return [table_line(record, None) for record in found[:PAGE]], more
