"""Finished games: lists, outcomes, replay files, positions, fairness sheets."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from sandtable.engine.log import write_log
from sandtable.engine.table import replay
from sandtable.protocol.bodies import (
    Companion,
    FairnessSheet,
    MatchInfo,
    Position,
    TableLine,
    Tables,
)
from sandtable.protocol.messages import PlainOutcome
from sandtable.protocol.problems import BAD_MESSAGE, NO_SUCH_THING, NOT_NOW, Denied
from sandtable.server.archive.replayfile import Brought
from sandtable.server.match import fairness
from sandtable.server.people.cleantext import shown_name
from sandtable.server.people.guests import Guest, could_be_id
from sandtable.server.store.schema import LOG, PEOPLE, TABLES
from sandtable.server.store.storage import Store, as_text
from sandtable.server.store.writer import is_away
from sandtable.server.tables.lineup import Players, players_at_the_end
from sandtable.server.tables.record import (
    Record,
    Result,
    read_record,
    read_result,
    table_line,
)
from sandtable.server.tables.shelf import lines_of, save_statements

T = TypeVar("T")
PAGE = 50
MOST_COMPANIONS = 12
FINISHED = ("over", "closed")


class FinishedMatch:
    """A match that is over, with its log."""

    def __init__(self, record: Record, result: Result | None, lines: list[dict[str, Any]]) -> None:
        self.record = record
        self.result = result
        self.lines = lines

    @property
    def players(self) -> Players:
        """Who played at the end: a result has the names that people saw at the table."""
        return players_at_the_end(self.lines)

    @property
    def names(self) -> list[str]:
        return [shown_name(name) for name in self.players.names]

    def text(self) -> str:
        return write_log(self.lines)

    def sheet(self) -> FairnessSheet:
        return fairness.sheet(self.lines, self.names)

    def info(self) -> MatchInfo:
        header, closing = self.lines[0], self.lines[-1]
        outcome, players = closing.get("outcome"), self.players
        return MatchInfo(
            id=self.record.id,
            game=self.record.game,
            title=self.record.title,
            rules=self.record.rules,
            names=self.names,
            bots=players.bots,
            before=[name and shown_name(name) for name in players.before],
            options=self.record.options,
            pace=self.record.pace,
            started=self.record.started or "",
            ended=self.record.ended or "",
            length=int(closing.get("end", 0)),
            acts=sum(1 for line in self.lines if "act" in line and "note" not in line),
            outcome=None if outcome is None else PlainOutcome(**outcome),
            commitment=header["commitment"],
            seed=str(header["seed"]),
        )

    def position(self, at: int, viewer: str) -> Position:
        match = replay(self.lines, at=at, check=False)
        if viewer == "all":
            return Position(match.now, "all", None, match.dump())
        if viewer == "nobody":
            return Position(match.now, "nobody", match.view(None), None)
        if viewer.isdecimal() and len(viewer) < 4 and int(viewer) < match.seats:
            return Position(match.now, int(viewer), match.view(int(viewer)), None)
        raise Denied(BAD_MESSAGE, "viewer must be all, nobody, or the number of a seat.")


async def load_any(store: Store, match_id: str) -> FinishedMatch:
    """A finished game for the operator, who may see all."""

    def look(connection: sa.Connection) -> FinishedMatch | None:
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == match_id)).first()
        if row is None or row.stage not in FINISHED:
            return None
        lines = lines_of(connection, match_id)
        return (
            FinishedMatch(read_record(row.room), read_result(row.result), lines) if lines else None
        )

    found = await store.read(look) if could_be_id(match_id) else None
    if found is None:
        raise Denied(NO_SUCH_THING, f"There is no finished game {match_id!r} here.")
    return found


async def use_finished(
    store: Store, match_id: str, guest: Guest | None, use: Callable[[FinishedMatch], T]
) -> T:
    """Something about a finished game, worked out in a thread. A damaged game is set aside."""
    try:
        finished = await load_finished(store, match_id, guest)
        return await asyncio.to_thread(use, finished)
    except Denied:
        raise
    except Exception as problem:
        if is_away(problem):
            raise
        raise store.damage.found(match_id, problem) from None


async def load_finished(store: Store, match_id: str, guest: Guest | None) -> FinishedMatch:
    def look(connection: sa.Connection) -> FinishedMatch | None:
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == match_id)).first()
        if row is None:
            return None
        if row.visibility == "private" and not sat_there(connection, match_id, guest):
            return None
        record = read_record(row.room)
        if record.stage not in FINISHED:
            raise Denied(NOT_NOW, "This game is not over yet.")
        lines = lines_of(connection, match_id)
        return FinishedMatch(record, read_result(row.result), lines) if lines else None

    found = await store.read(look) if could_be_id(match_id) else None
    if found is None:
        raise Denied(NO_SUCH_THING, "There is no such match.")
    return found


def sat_there(connection: sa.Connection, match_id: str, guest: Guest | None) -> bool:
    if guest is None:
        return False
    query = sa.select(PEOPLE).where(PEOPLE.c.table_id == match_id, PEOPLE.c.guest_id == guest.id)
    return connection.execute(query).first() is not None


async def list_tables(
    store: Store,
    stages: tuple[str, ...],
    game: str | None,
    before: str | None,
    mine: Guest | None,
    unfinished_first: bool = False,
) -> Tables:
    """Open tables in these stages, or all at which a guest sat; newest first.

    A game over days is soon older than the latest fifty: with `unfinished_first` it is not lost.
    """
    query = sa.select(TABLES).where(TABLES.c.stage.in_(stages))
    if mine is None:
        query = query.where(TABLES.c.visibility == "open")
    else:
        query = query.join(PEOPLE, PEOPLE.c.table_id == TABLES.c.id)
        query = query.where(PEOPLE.c.guest_id == mine.id)
    if stages == FINISHED:
        query = query.where(TABLES.c.started.is_not(None))
    if game is not None:
        query = query.where(TABLES.c.game == game)
    if before is not None:
        query = query.where(TABLES.c.created < before)
    if unfinished_first:
        query = query.order_by(TABLES.c.stage.in_(FINISHED))
    query = query.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(PAGE + 1)

    rows = await store.read(lambda connection: connection.execute(query).all())
    more = rows[PAGE - 1].created if len(rows) > PAGE else None
    return Tables([line for row in rows[:PAGE] if (line := line_of(store, row))], more)


async def companions(store: Store, guest: str) -> list[Companion]:
    """People with whom a guest has played, the latest first, as far as the last games tell."""
    query = (
        sa.select(TABLES.c.id, TABLES.c.room)
        .join(PEOPLE, PEOPLE.c.table_id == TABLES.c.id)
        .where(PEOPLE.c.guest_id == guest, TABLES.c.started.is_not(None))
        .order_by(TABLES.c.started.desc(), TABLES.c.id)
        .limit(PAGE)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    found: dict[str, Companion] = {}
    for row in rows:
        try:
            record = read_record(row.room)
        except Exception as problem:
            store.damage.found(row.id, problem)
            continue
        sat = [chair.guest for chair in record.chairs if chair.kind == "person"]
        for chair in record.chairs if guest in sat else []:
            if chair.kind == "person" and chair.guest not in (None, guest, *found):
                assert chair.guest is not None
                found[chair.guest] = Companion(
                    chair.guest, chair.name, record.title, record.started or ""
                )
    return list(found.values())[:MOST_COMPANIONS]


def line_of(store: Store, row: Any) -> TableLine | None:
    """A row as lists show it; None if it cannot be read, so that it does not spoil the list."""
    try:
        return table_line(read_record(row.room), read_result(row.result))
    except Exception as problem:
        store.damage.found(row.id, problem)
        return None


def keep(store: Store, brought: Brought) -> None:
    """Store a game that comes from elsewhere: all of it, or nothing."""
    rows = [
        {"table_id": brought.record.id, "seq": seq, "line": as_text(line).decode()}
        for seq, line in enumerate(brought.lines)
    ]
    with store.transaction() as connection:
        for statement, values in save_statements(store, brought.record, brought.result):
            connection.execute(statement, values)
        connection.execute(sa.insert(LOG), rows)
