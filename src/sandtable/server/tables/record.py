"""A table as the database keeps it, apart from its log."""

from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.protocol.bodies import TableLine
from sandtable.protocol.rooms import Stage, Visibility
from sandtable.server.people.cleantext import shown_name
from sandtable.server.tables.seating import Chair, is_free


class Record(Struct):
    id: str
    game: str
    title: str
    rules: int
    options: dict[str, Any]
    visibility: Visibility
    pace: int
    chairs: list[Chair]
    created: str
    host: str | None = None
    """The guest who made the table, or has taken over as host; they decide who sits."""
    stage: Stage = "gathering"
    started: str | None = None
    ended: str | None = None
    rematch: str | None = None
    quick: bool = False
    """Opened for whoever wants to play this game with whoever else does."""
    show: bool = False
    """Bots play here for people to watch: it lasts only as long as somebody does."""
    invited: dict[str, str] = field(default_factory=dict)
    """Guests who are invited, and by whom; by nobody once they have declined."""
    barred: list[str] = field(default_factory=list)
    """Guests whom a host removed: they do not sit down here again."""
    muted: list[str] = field(default_factory=list)
    """Guests whom a host muted: nobody hears them here."""


class Result(Struct):
    """What lists show of a finished game."""

    winners: list[int]
    length: int
    acts: int


def link_to(table_id: str) -> str:
    return f"/t/{table_id}"


def table_line(record: Record, result: Result | None) -> TableLine:
    return TableLine(
        id=record.id,
        game=record.game,
        title=record.title,
        stage=record.stage,
        seats=len(record.chairs),
        free=sum(1 for chair in record.chairs if is_free(chair)),
        names=[chair.name for chair in record.chairs],
        before=[chair.before or None for chair in record.chairs],
        pace=record.pace,
        created=record.created,
        started=record.started,
        ended=record.ended,
        winners=[] if result is None else result.winners,
        link=link_to(record.id),
    )


def read_record(text: str) -> Record:
    record = msgspec.json.decode(text, type=Record)
    for chair in record.chairs:
        if chair.name:
            chair.name = shown_name(chair.name)
    return record


def read_result(text: str | None) -> Result | None:
    return None if text is None else msgspec.json.decode(text, type=Result)
