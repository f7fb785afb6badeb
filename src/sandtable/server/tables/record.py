"""A table as the database keeps it, apart from its log."""

from typing import Any

import msgspec
from msgspec import Struct, field

from sandtable.protocol.bodies import TableLine
from sandtable.protocol.rooms import Stage, Visibility
from sandtable.server.people.cleantext import shown_name
from sandtable.server.tables.seating import Chair


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
        free=sum(1 for chair in record.chairs if chair.kind == "empty"),
        names=[chair.name for chair in record.chairs],
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
