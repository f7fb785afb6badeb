"""All tables: made, found, listed, and closed when nobody has come for a long time."""

import asyncio
import contextlib
import logging
from typing import Any

import sqlalchemy as sa

from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.engine.speech import counted
from sandtable.engine.units import Seat
from sandtable.protocol.bodies import NewTable
from sandtable.protocol.goodbyes import RESTART
from sandtable.protocol.problems import (
    BAD_MESSAGE,
    NO_DISK,
    NO_SUCH_TABLE,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    Denied,
)
from sandtable.server.base.tableclock import Mono
from sandtable.server.bots.desk import check_level
from sandtable.server.people.guests import Guest, could_be_id, new_id
from sandtable.server.store.removing import remove_tables
from sandtable.server.store.writer import is_away
from sandtable.server.tables import hosting
from sandtable.server.tables.house import House
from sandtable.server.tables.record import Record, read_record
from sandtable.server.tables.rematch import news_of
from sandtable.server.tables.revive import revive
from sandtable.server.tables.seating import Chair, Seating
from sandtable.server.tables.shelf import DatabaseShelf
from sandtable.server.tables.table import Table

log = logging.getLogger("sandtable.lobby")

SWEEP_EVERY = 30.0
FORGET_AFTER = 600_000.0
SHOW_PATIENCE = 20.0
"""Seconds after which a game that bots play for watchers ends if nobody watches it."""
LONE_PATIENCE = 600.0
"""Seconds after which a table is closed that one person was to start against bots, and has left."""


class Lobby:
    def __init__(self, house: House, shelf: DatabaseShelf) -> None:
        self.house = house
        self.shelf = shelf
        self.store = shelf.store
        self.tables: dict[str, Table] = {}
        self.asleep: dict[str, Record] = {}
        """Unfinished tables that nobody has asked for since the start, as they were then.

        None of them needs to be in memory: their sand stands still until somebody comes.
        """
        self.started_at: Mono = 0.0
        self._loading = asyncio.Lock()
        self.opening = asyncio.Lock()
        """Held while a game to watch is looked for and, if there is none, begun: never two."""
        self.stopping = False

    async def get(self, table_id: str) -> Table:
        """The table with this id, from memory or from disk."""
        table = self.tables.get(table_id)
        if table is not None and not table.broken:
            return table
        if not could_be_id(table_id):
            raise Denied(NO_SUCH_THING, NO_SUCH_TABLE)
        if table_id in self.store.damage:
            raise self.store.damage.denied()
        async with self._loading:
            table = self.tables.get(table_id)
            if table is None or table.broken:
                if table is not None:
                    # First see that what the broken one had under way is on disk or never will be.
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
        """Write something; raises if that is not possible."""
        await self.store.written(self.shelf.beat(self.house.life, self.house.clockwork.now()))

    async def mend(self) -> None:
        """Tables that broke while nobody was there go on when the disk works again."""
        for table in list(self.tables.values()):
            if table.broken and not table.stages.done:
                with contextlib.suppress(Denied, sa.exc.SQLAlchemyError):
                    await self.get(table.id)

    async def _load(self, table_id: str) -> Table:
        try:
            papers = await self.shelf.find(table_id)
            if papers is None:
                raise Denied(NO_SUCH_THING, NO_SUCH_TABLE)
            talk = self.shelf.talk(table_id, papers.talk, self.house.date)
            table = revive(self.house, papers, talk)
        except Denied:
            raise
        except Exception as problem:
            if is_away(problem):
                raise
            # Whatever it is, it concerns this table alone: all others are served.
            raise self.store.damage.set_aside(table_id, problem) from None
        if not table.seating.persons():
            table.sand.nobody_to_wait_for()
        table.reschedule()
        return table

    async def look_round(self) -> None:
        """At a start: which tables are in use. Each is read when somebody comes."""
        found = await self.shelf.in_use()
        self.started_at = self.house.clockwork.now()
        for table_id, room in found:
            try:
                self.asleep[table_id] = read_record(room)
            except Exception as problem:
                self.store.damage.set_aside(table_id, problem)

    async def wake_bots(self) -> None:
        """Wake the games that only bots play: there is nobody to wait for."""
        while waiting := [
            table_id
            for table_id, record in self.asleep.items()
            if record.stage == "playing"
            and not record.show
            and not Seating(record.chairs).persons()
        ]:
            for table_id in waiting:
                await self.wake(table_id)
            await asyncio.sleep(1)

    async def wake(self, table_id: str) -> None:
        with contextlib.suppress(Denied, sa.exc.SQLAlchemyError):
            table = await self.get(table_id)
            if not table.company.visitors:
                table.attendance.left_alone(min(table.attendance.idle_since, self.started_at))

    async def sweep_asleep(self) -> None:
        """Read tables that nobody has come to for so long that they are due to be closed."""
        waited = (self.house.clockwork.now() - self.started_at) / 1000
        for table_id, record in list(self.asleep.items()):
            if waited > (SHOW_PATIENCE if record.show else self.house.settings.close_after):
                await self.wake(table_id)

    async def create(self, guest: Guest | None, wish: NewTable) -> tuple[Table, int, str]:
        """A new table, the seat and its token; -1 and nothing if they do not sit down."""
        game = find(wish.game)
        table = self.lay(self.plan(game, guest, wish))
        seat, token = -1, ""
        if wish.sit:
            if guest is None:
                raise Denied(NOT_ALLOWED, "You need a name to sit down.")
            seat, token = hosting.sit(table, guest, None)
        if wish.start:
            if not table.seating.full() or len(table.seating.persons()) > int(wish.sit):
                raise Denied(NOT_NOW, "To start at once, every other seat must have a bot.")
            table.seating.set_all_ready()
        await self.enter(table)
        if wish.start:
            table.begin_at_once()
        return table, seat, token

    def lay(self, record: Record) -> Table:
        """A table that is not known to anybody yet."""
        return Table(self.house, record, self.shelf.talk(record.id, [], self.house.date))

    async def enter(self, table: Table) -> None:
        """Add a new table once it is on disk; if that fails, there is no such table."""
        record = table.record
        self.tables[record.id] = table
        try:
            await self.shelf.saved(record, None)
        except sa.exc.SQLAlchemyError:
            del self.tables[record.id]
            table.dissolve(RESTART, NO_DISK, None)
            raise

    def plan(
        self,
        game: Game[Any],
        guest: Guest | None,
        wish: NewTable,
        *,
        quick: bool = False,
        show: bool = False,
    ) -> Record:
        """The record of a table, its options checked."""
        for level in wish.bots:
            check_level(game, level)
        seats = wish.seats
        if seats is None:
            seats = max(game.MIN_SEATS, len(wish.bots) + int(wish.sit))
        if len(wish.bots) + int(wish.sit) > seats:
            asked = counted(len(wish.bots), "bot") + (" and yourself" if wish.sit else "")
            room = counted(seats, "seat")
            raise Denied(BAD_MESSAGE, f"You asked for {asked}, but for only {room}.")
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
            created=self.house.date(),
            host=None if guest is None else guest.id,
            quick=quick,
            show=show,
        )
        seating = Seating(record.chairs)
        for i, level in enumerate(wish.bots):
            seating.seat_bot(seats - len(wish.bots) + i, level, "" if guest is None else guest.name)
        return record

    async def rematch(self, old: Table, guest: Guest) -> tuple[Table, int, str]:
        """The same people again, everybody one seat on; the caller is in at once."""
        if old.stages.now != "over":
            raise Denied(NOT_NOW, "A rematch has to wait until the game is over.")
        if old.seating.seat_of_guest(guest.id) is None:
            raise Denied(NOT_ALLOWED, "Only people who played may ask for a rematch.")
        if old.record.rematch is not None:
            table = await self.get(old.record.rematch)
            seat, token = hosting.sit(table, guest, None)
            follow(old, table, seat)
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
            created=self.house.date(),
            host=guest.id,
        )
        table = self.lay(record)
        table.reunion.expect()
        old.play_again_at(record.id)
        seat, token = hosting.sit(table, guest, None)
        try:
            await self.enter(table)
        except sa.exc.SQLAlchemyError:
            old.play_again_at(None)
            raise
        old.journal.save()
        follow(old, table, seat)
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
        """Close tables that nobody has visited for an hour; forget those that are over."""
        now = self.house.clockwork.now()
        self.house.pulse.felt(now)
        for table in list(self.tables.values()):
            if table.company.visitors or table.broken:
                continue
            idle = now - table.attendance.idle_since
            if table.stages.done:
                if idle > FORGET_AFTER:
                    del self.tables[table.id]
            elif idle > self.patience_with(table) * 1000:
                self.close(table)
        self.count()

    def patience_with(self, table: Table) -> float:
        """Seconds after which an empty table is closed."""
        settings = self.house.settings
        if table.record.show:
            return SHOW_PATIENCE
        lone = table.seating.full() and len(table.seating.persons()) <= 1
        if lone and table.stages.before_play:
            return min(LONE_PATIENCE, settings.close_after)
        slow = table.attendance.unhurried and table.stages.playing
        return settings.close_slow_after if slow else settings.close_after

    def close(self, table: Table) -> None:
        table.close()
        self.tables.pop(table.id, None)
        if table.record.show:
            # Nobody played there, and nobody saw the end.
            self.store.write(*remove_tables([table.id]))

    def playing(self) -> bool:
        return any(table.stages.playing for table in self.tables.values())

    def count(self) -> None:
        metrics = self.house.metrics
        metrics.tables.set(len(self.tables))
        metrics.bots.set(len(self.house.bots))
        playing = sum(1 for table in self.tables.values() if table.stages.playing)
        metrics.playing.set(playing)

    def stop(self) -> None:
        """All sand stops now; everybody is told to come back."""
        self.house.pulse.felt(self.house.clockwork.now())
        self.house.pulse.end()
        self.stopping = True
        for table in self.tables.values():
            table.stop()


def follow(old: Table, new: Table, seat: Seat) -> None:
    """Somebody is in at the new table; those at the old one see it, until the game begins."""
    if new.stages.before_play:
        new.reunion.report(lambda: old.hear_of_rematch(news_of(old, new)))
    hosting.say_in(new, seat)


def terms_again(record: Record) -> tuple[Game[Any], dict[str, Any]]:
    """A rematch follows the newest rules, or the old ones if the newest refuse its options."""
    newest: Game[Any] = find(record.game)
    try:
        return newest, newest.settle_options(len(record.chairs), record.options)
    except BadOption:
        return find(record.game, record.rules), record.options


def again(chair: Chair) -> Chair:
    """The chair of somebody who plays again: a bot sits at once, a person when they come."""
    if chair.vacated:
        return Chair()
    if chair.kind == "bot":
        return Chair(kind="bot", name=chair.name, level=chair.level, ready=True)
    return Chair(name=chair.name, kept_for=chair.guest)
