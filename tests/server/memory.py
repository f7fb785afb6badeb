"""A table without sockets, database or event loop: clock, disk and chance are the test's own."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

import sandtable
from sandtable.engine.units import Seat
from sandtable.protocol.messages import FromServer, Hello, decode_told
from sandtable.server.base.clockwork import Clockwork
from sandtable.server.base.dates import Dates
from sandtable.server.base.metrics import Metrics
from sandtable.server.base.settings import Settings
from sandtable.server.bots.desk import BotDesk
from sandtable.server.people.guests import Guest, new_id
from sandtable.server.store.writer import Done, Ledger
from sandtable.server.tables import visits
from sandtable.server.tables.house import House
from sandtable.server.tables.record import Record, Result, read_record
from sandtable.server.tables.revive import revive
from sandtable.server.tables.seating import Chair
from sandtable.server.tables.shelf import Lines, Papers
from sandtable.server.tables.table import Table
from sandtable.server.tables.talk import Spoken, Talk
from sandtable.server.tables.visitor import Visitor
from tests.server.hand_clock import HandClock


class MemoryShelf:
    """Keeps papers in memory. What is to be written waits until the test lets it."""

    def __init__(self) -> None:
        self.records: dict[str, tuple[str, Result | None]] = {}
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.spoken: dict[str, list[Spoken]] = {}
        self._jobs: list[tuple[Callable[[], None], Done]] = []

    def ledger(self, table_id: str) -> Ledger:
        return Ledger(table_id)

    def append(self, ledger: Ledger, first: int, lines: Lines, done: Done) -> None:
        texts = [msgspec.json.encode(line) for line in lines]

        def write() -> None:
            log = self.logs.setdefault(ledger.table_id, [])
            assert first == len(log), "a log has neither gaps nor two lines of one number"
            log.extend(msgspec.json.decode(text) for text in texts)

        self._jobs.append((write, done))

    def save(self, record: Record, result: Result | None, done: Done) -> None:
        text = msgspec.json.encode(record).decode()

        def write() -> None:
            self.records[record.id] = (text, result)

        self._jobs.append((write, done))

    def talk(self, table_id: str, lines: list[Spoken], date: Dates) -> Talk:
        return Talk(partial(self._hear, table_id), lines, date)

    def _hear(self, table_id: str, spoken: Spoken) -> None:
        self.spoken.setdefault(table_id, []).append(spoken)

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def settle(self, most: int | None = None) -> None:
        """What waits is on disk now, or the first few of it."""
        count = len(self._jobs) if most is None else min(most, len(self._jobs))
        for _ in range(count):
            write, done = self._jobs.pop(0)
            write()
            done(None)
        if most is None and self._jobs:
            self.settle()

    def fail(self) -> None:
        """Nothing of what waits gets to the disk."""
        jobs, self._jobs = self._jobs, []
        for _, done in jobs:
            done(sa.exc.OperationalError("write", None, OSError("full")))

    def lose(self) -> None:
        """The process is killed: whatever waits is lost, and nobody hears of it."""
        self._jobs.clear()

    def papers(self, table_id: str) -> Papers:
        room, result = self.records[table_id]
        lines = [dict(line) for line in self.logs.get(table_id, [])]
        return Papers(read_record(room), result, lines, {}, list(self.spoken.get(table_id, [])))


class Guestbook:
    """Somebody who has the table open, and everything that was said to them."""

    def __init__(self, table: Table, guest: Guest, seat: Seat | None) -> None:
        self.guest = guest
        self.visitor = Visitor(guest, seat, lambda: table.now)
        self.heard: list[FromServer] = []
        visits.join(table, self.visitor, Hello(1))

    def listen(self) -> list[FromServer]:
        new = [decode_told(frame) for frame in self.visitor._queue]
        self.visitor._queue.clear()
        self.visitor._bytes = 0
        self.heard += new
        return new


class Room:
    """The surroundings of one table."""

    def __init__(self, luck: random.Random | None = None) -> None:
        self.luck = luck or random.Random()
        self.clock = HandClock()
        self.clockwork = Clockwork(self.clock.now)
        self.shelf = MemoryShelf()
        self.house = self.new_house()

    def new_house(self) -> House:
        settings = Settings(data_dir=Path("/nowhere"))
        return House(
            settings,
            self.shelf,
            self.clockwork,
            BotDesk(1, now=self.clock.now),
            Metrics(),
            new_id(),
            self.clock.date,
            lambda: self.luck.getrandbits(128),
        )

    def open(self, game: str, seats: int, host: Guest, **options: Any) -> Table:
        rules = sandtable.find(game)
        record = Record(
            id=new_id(),
            game=game,
            title=rules.TITLE,
            rules=rules.RULES_VERSION,
            options=rules.settle_options(seats, options),
            visibility="link",
            pace=100,
            chairs=[Chair() for _ in range(seats)],
            created=self.house.date(),
            host=host.id,
        )
        table = Table(self.house, record, self.shelf.talk(record.id, [], self.house.date))
        table.journal.save()
        self.shelf.settle()
        return table

    def reopen(self, table: Table) -> Table:
        """The table as it is found on disk, by this server or by a later one."""
        papers = self.shelf.papers(table.id)
        again = revive(self.house, papers, self.shelf.talk(table.id, papers.talk, self.house.date))
        again.reschedule()
        return again

    def pass_time(self, table: Table, seconds: float) -> None:
        """Everything that is due on the way happens when it is due."""
        until = self.clock.at + seconds * 1000
        while not table.broken and (due := table.wake()) is not None and due <= until:
            self.clock.at = max(self.clock.at, due)
            table.tick()
        self.clock.at = until
        table.tick()
