"""All tables: made, found, listed, swept away when nobody has come for long."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from sandtable.engine.errors import BadLog, BadOption
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.server import hosting, pausing
from sandtable.server.api_types import NewTable
from sandtable.server.bots import check_level
from sandtable.server.house import House
from sandtable.server.people import Guest, new_id
from sandtable.server.problems import (
    BAD_MESSAGE,
    NO_DISK,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    Denied,
)
from sandtable.server.record import Record, read_record, read_result, save_statements
from sandtable.server.revive import revive
from sandtable.server.schema import LIVES, LOG, TABLES
from sandtable.server.seating import Chair, Seating
from sandtable.server.storage import utc_now
from sandtable.server.table import CLOSED, RESTART, Table
from sandtable.server.tableclock import Mono
from sandtable.server.talk import Talk, read_talk
from sandtable.server.writer import is_away

log = logging.getLogger("sandtable.lobby")

SWEEP_EVERY = 30.0
FORGET_AFTER = 600_000.0
KEPT_SEATS = 120_000.0
LIVE = ("gathering", "countdown", "playing")


class Lobby:
    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self.asleep: dict[str, Record] = {}
        """Tables in use that nobody has asked for since the start, as they were then. None of them
        needs to be in memory: their sand stands still until somebody comes."""
        self.started_at: Mono = 0.0
        self._loading = asyncio.Lock()
        self.stopping = False

    async def get(self, table_id: str) -> Table:
        """The table of this id, from memory or disk."""
        table = self.tables.get(table_id)
        if table is not None and not table.broken:
            return table
        if table_id in self.house.store.damage:
            raise self.house.store.damage.denied()
        async with self._loading:
            table = self.tables.get(table_id)
            if table is None or table.broken:
                if table is not None:
                    # What the broken one had under way is on disk, or not, before we read.
                    await self.try_disk()
                try:
                    table = await self._load(table_id)
                except Denied:
                    self.asleep.pop(table_id, None)
                    raise
                self.tables[table_id] = table
                self.asleep.pop(table_id, None)
            return table

    async def try_disk(self) -> None:
        """Write something; raises when that is not possible."""
        house = self.house
        await house.store.written(house.beat(house.clockwork.now()))

    async def mend(self) -> None:
        """Tables that broke while nobody was there go on when the disk works again."""
        for table in list(self.tables.values()):
            if table.broken and table.record.stage in LIVE:
                with contextlib.suppress(Denied, sa.exc.SQLAlchemyError):
                    await self.get(table.id)

    async def _load(self, table_id: str) -> Table:
        def read(connection: sa.Connection) -> Any:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).first()
            if row is None:
                return None
            lines = read_log(connection, table_id)
            lives = {str(line["life"]) for line in lines if line.get("note") == "run"}
            query = sa.select(LIVES).where(LIVES.c.id.in_(lives))
            beats = {life.id: life.beat for life in connection.execute(query)}
            return row, lines, beats, read_talk(connection, table_id)

        try:
            found = await self.house.store.read(read)
            if found is None:
                raise Denied(NO_SUCH_THING, "There is no such table.")
            row, lines, beats, spoken = found
            record, result = read_record(row.room), read_result(row.result)
            talk = Talk(table_id, self.house.store, spoken)
            table = revive(self.house, record, result, talk, lines, beats)
        except Denied:
            raise
        except Exception as problem:
            if is_away(problem):
                raise
            # Whatever it is, it is this table's alone: all others are served.
            raise self.house.store.damage.set_aside(table_id, problem) from None
        if table.paused is not None and not table.seating.persons():
            pausing.count_down(table, "resume", self.house.settings.downtime_countdown)
        table.reschedule()
        return table

    async def look_round(self) -> None:
        """At a start: which tables are in use. Each is read when somebody comes."""
        query = sa.select(TABLES.c.id, TABLES.c.room).where(TABLES.c.stage.in_(LIVE))
        rows = await self.house.store.read(lambda connection: connection.execute(query).all())
        self.started_at = self.house.clockwork.now()
        for row in rows:
            try:
                self.asleep[row.id] = read_record(row.room)
            except Exception as problem:
                self.house.store.damage.set_aside(row.id, problem)

    async def wake_bots(self) -> None:
        """Games that go on by themselves: there is nobody to wait for."""
        while waiting := [
            table_id
            for table_id, record in self.asleep.items()
            if record.stage == "playing" and not Seating(record.chairs).persons()
        ]:
            for table_id in waiting:
                await self.wake(table_id)
            await asyncio.sleep(1)

    async def wake(self, table_id: str) -> None:
        with contextlib.suppress(Denied, sa.exc.SQLAlchemyError):
            table = await self.get(table_id)
            if not table.lines:
                table.idle_since = min(table.idle_since, self.started_at)

    async def sweep_asleep(self) -> None:
        """Nobody has come for so long that some are due to be closed; for that they are read."""
        if self.house.clockwork.now() - self.started_at > self.house.settings.close_after * 1000:
            for table_id in list(self.asleep):
                await self.wake(table_id)

    async def create(self, guest: Guest | None, wish: NewTable) -> tuple[Table, int, str]:
        """A new table; gives the seat and its token, or -1 and nothing if they do not sit down."""
        game = find(wish.game)
        record = self.plan(game, guest, wish)
        table = Table(self.house, record, Talk(record.id, self.house.store, []))
        seat, token = -1, ""
        if wish.sit:
            if guest is None:
                raise Denied(NOT_ALLOWED, "You need a name to sit down.")
            seat, token = hosting.sit(table, guest, None)
        if wish.start:
            if not table.seating.full() or len(table.seating.persons()) > int(wish.sit):
                raise Denied(NOT_NOW, "To start at once every other seat must be a bot's.")
            for chair in table.seating.chairs:
                chair.ready = True
        await self.enter(table)
        if wish.start:
            table.begin()
        return table, seat, token

    async def enter(self, table: Table) -> None:
        """A new table is one of ours when it is on disk, and not at all if that fails."""
        record = table.record
        self.tables[record.id] = table
        try:
            await self.house.store.written(*save_statements(self.house.store, record, None))
        except sa.exc.SQLAlchemyError:
            del self.tables[record.id]
            table.dissolve(RESTART, NO_DISK, None)
            raise

    def plan(self, game: Game[Any], guest: Guest | None, wish: NewTable) -> Record:
        """The record of a table, its options checked."""
        for level in wish.bots:
            check_level(game, level)
        seats = wish.seats
        if seats is None:
            seats = max(game.MIN_SEATS, len(wish.bots) + int(wish.sit))
        if len(wish.bots) + int(wish.sit) > seats:
            raise Denied(
                BAD_MESSAGE, f"{len(wish.bots)} bots and you need more than {seats} seats."
            )
        options = game.settle_options(seats, wish.options)
        record = Record(
            id=new_id(),
            game=game.NAME,
            title=game.TITLE,
            rules=game.RULES_VERSION,
            options=options,
            visibility=wish.visibility,
            pace=wish.pace,
            chairs=[Chair() for _ in range(seats)],
            created=utc_now(),
            host=None if guest is None else guest.id,
        )
        seating = Seating(record.chairs)
        for i, level in enumerate(wish.bots):
            seating.seat_bot(seats - len(wish.bots) + i, level, "" if guest is None else guest.name)
        return record

    async def rematch(self, old: Table, guest: Guest) -> tuple[Table, int, str]:
        """The same people again, everybody one seat on; the caller sits at once."""
        if old.record.stage != "over":
            raise Denied(NOT_NOW, "A rematch comes after the end.")
        if old.seating.seat_of_guest(guest.id) is None:
            raise Denied(NOT_ALLOWED, "Only people who played may ask for a rematch.")
        if old.record.rematch is not None:
            table = await self.get(old.record.rematch)
            seat, token = hosting.sit(table, guest, None)
            return table, seat, token
        chairs = [
            again(old.record.chairs[(i + 1) % len(old.seating)]) for i in range(len(old.seating))
        ]
        game, options = terms_again(old.record)
        record = Record(
            id=new_id(),
            game=game.NAME,
            title=game.TITLE,
            rules=game.RULES_VERSION,
            options=options,
            visibility=old.record.visibility,
            pace=old.record.pace,
            chairs=chairs,
            created=utc_now(),
            host=guest.id,
        )
        table = Table(self.house, record, Talk(record.id, self.house.store, []))
        table.kept_until = table.now + KEPT_SEATS
        old.record.rematch = record.id
        seat, token = hosting.sit(table, guest, None)
        try:
            await self.enter(table)
        except sa.exc.SQLAlchemyError:
            old.record.rematch = None
            raise
        old.save()
        old.tell_room()
        return table, seat, token

    # Housekeeping.

    async def sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            await self.mend()
            await self.sweep_asleep()
            self.sweep()

    def sweep(self) -> None:
        """Close what nobody has visited for an hour; forget what is over."""
        now = self.house.clockwork.now()
        self.house.pulse.felt(now)
        for table in list(self.tables.values()):
            if table.lines or table.broken:
                continue
            idle = now - table.idle_since
            if table.record.stage in ("over", "closed"):
                if idle > FORGET_AFTER:
                    del self.tables[table.id]
            elif idle > self.patience_with(table) * 1000:
                self.close(table)
        self.count()

    def patience_with(self, table: Table) -> float:
        """Seconds after which an empty table is closed."""
        settings = self.house.settings
        slow = table.unhurried and table.record.stage == "playing"
        return settings.close_slow_after if slow else settings.close_after

    def close(self, table: Table) -> None:
        if table.play is not None and table.record.stage == "playing":
            if table.paused is None:
                pausing.begin_pause(table, "agreed")
            if table.record.stage == "playing":
                table.append([table.play.closing()], lambda: None)
        if table.record.stage not in ("over", "closed"):
            table.record.stage = "closed"
            table.record.ended = utc_now()
            table.save()
        table.dissolve(CLOSED, "Nobody has been here for a long time: the table is closed.", None)
        self.tables.pop(table.id, None)

    def playing(self) -> bool:
        return any(table.record.stage == "playing" for table in self.tables.values())

    def count(self) -> None:
        metrics = self.house.metrics
        metrics.tables.set(len(self.tables))
        metrics.bots.set(len(self.house.bots))
        playing = sum(1 for table in self.tables.values() if table.record.stage == "playing")
        metrics.playing.set(playing)

    def stop(self) -> None:
        """All sand stops now; everybody is told to come back."""
        self.house.pulse.felt(self.house.clockwork.now())
        self.house.pulse.end()
        self.stopping = True
        for table in self.tables.values():
            if table.broken:
                continue
            if table.record.stage == "playing" and table.paused is None:
                pausing.begin_pause(table, "downtime")
            table.outbox.now(partial(send_away, table))


def send_away(table: Table) -> None:
    for line in list(table.lines):
        line.close(RESTART, "The server is restarting.", 1000)


def terms_again(record: Record) -> tuple[Game[Any], dict[str, Any]]:
    """A rematch follows the newest rules, or the old ones if the newest refuse its options."""
    newest: Game[Any] = find(record.game)
    try:
        return newest, newest.settle_options(len(record.chairs), record.options)
    except BadOption:
        return find(record.game, record.rules), record.options


def again(chair: Chair) -> Chair:
    """The chair of somebody who plays again: a bot at once, a person when they come."""
    if chair.vacated:
        return Chair()
    if chair.kind == "bot":
        return Chair(kind="bot", name=chair.name, level=chair.level, ready=True)
    return Chair(name=chair.name, kept_for=chair.guest)


def read_log(connection: sa.Connection, table_id: str) -> list[dict[str, Any]]:
    """The lines of a log. Raises BadLog for one that is not whole.

    Nothing is ever deleted from a log. One writer numbers its lines without a gap, so a gap means
    that lines were lost, and what lies beyond it may have been acknowledged.
    """
    query = sa.select(LOG.c.seq, LOG.c.line).where(LOG.c.table_id == table_id).order_by(LOG.c.seq)
    lines: list[dict[str, Any]] = []
    for row in connection.execute(query):
        if row.seq != len(lines):
            raise BadLog(f"Line {len(lines) + 1} is missing.")
        try:
            line = msgspec.json.decode(row.line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
            raise BadLog(f"Line {len(lines) + 1} is not readable: {problem}.") from None
        if not isinstance(line, dict):
            raise BadLog(f"Line {len(lines) + 1} is not a line of a log.")
        lines.append(line)
    return lines
