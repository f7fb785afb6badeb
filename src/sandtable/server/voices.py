"""Who hears what is said at a table: players and watchers apart while the game runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.server.broadcast import Line
from sandtable.server.messages import Chatted, encode
from sandtable.server.talk import Place, Spoken

if TYPE_CHECKING:
    from sandtable.server.table import Table


def place_of(table: Table, line: Line) -> Place | None:
    """The room whose talk this line hears; both before and after the game."""
    if table.record.stage in ("playing", "countdown"):
        return "watchers" if line.seat is None else "players"
    return None


def tell(table: Table, spoken: Spoken) -> None:
    frame = encode(Chatted([spoken.line]))
    for line in table.lines:
        place = place_of(table, line)
        if place is None or spoken.place in (place, "all"):
            line.send(frame)


def announce(table: Table, text: str) -> None:
    """The table itself says something, and everybody hears it."""
    tell(table, table.talk.announce(text))
