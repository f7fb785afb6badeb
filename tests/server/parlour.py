"""A table in this very process, without sockets: its clock is set and its disk held up by hand."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import sandtable
from sandtable.engine.units import Seat
from sandtable.protocol.messages import (
    Bye,
    DoAct,
    FromClient,
    FromServer,
    Hello,
    Snapshot,
    decode_told,
)
from sandtable.server.base.clockwork import Clockwork
from sandtable.server.base.dates import utc_now
from sandtable.server.base.metrics import Metrics
from sandtable.server.base.settings import Settings
from sandtable.server.bots.desk import BotDesk
from sandtable.server.people.guests import Guest, new_id
from sandtable.server.store.storage import Store
from sandtable.server.store.writer import Done, Ledger
from sandtable.server.tables import hosting, visits
from sandtable.server.tables.house import House
from sandtable.server.tables.record import Record
from sandtable.server.tables.revive import revive
from sandtable.server.tables.seating import Chair
from sandtable.server.tables.shelf import DatabaseShelf, Papers
from sandtable.server.tables.table import Table
from sandtable.server.tables.talk import Spoken
from sandtable.server.tables.visitor import Visitor
from tests.server.hand_clock import HandClock

T = TypeVar("T")


class LateStore(Store):
    """A disk that can be made to keep everybody waiting."""

    late = False

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.waiting: list[Callable[[], None]] = []

    def append(
        self, ledger: Ledger, first: int, lines: Sequence[Mapping[str, Any]], done: Done
    ) -> None:
        def go() -> None:
            Store.append(self, ledger, first, lines, done)

        if self.late:
            self.waiting.append(go)
        else:
            go()

    def catch_up(self) -> None:
        self.late = False
        for go in self.waiting:
            go()
        self.waiting.clear()


class Caller:
    """Somebody who has the table open, and everything that was said to them."""

    def __init__(self, table: Table, guest: Guest | None, seat: Seat | None, hello: Hello) -> None:
        self.table = table
        self.guest = guest
        self.visitor = Visitor(guest, seat, lambda: table.now)
        self.heard: list[FromServer] = []
        visits.join(table, self.visitor, hello)

    def frames(self) -> list[FromServer]:
        """What has come since the last look."""
        new = [decode_told(frame) for frame in self.visitor._queue]
        self.visitor._queue.clear()
        self.visitor._bytes = 0
        self.heard += new
        return new

    def last(self, kind: type[T]) -> T:
        self.frames()
        return next(frame for frame in reversed(self.heard) if isinstance(frame, kind))

    def all(self, kind: type[T]) -> list[T]:
        self.frames()
        return [frame for frame in self.heard if isinstance(frame, kind)]

    @property
    def snapshot(self) -> Snapshot:
        return self.last(Snapshot)

    @property
    def gone(self) -> Bye | None:
        found = self.all(Bye)
        return found[-1] if found else None

    def say(self, message: FromClient) -> None:
        visits.hear(self.table, self.visitor, message, self.table.now)

    def act(self, n: int, act: dict[str, Any]) -> None:
        self.say(DoAct(n, act))

    def leave(self) -> None:
        visits.leave(self.table, self.visitor)


class Parlour:
    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data_dir=folder)
        self.store = LateStore(self.settings.database_url)
        self.clock = HandClock()
        self.clockwork = Clockwork(self.clock.now)
        self.metrics = Metrics()
        desk = BotDesk(1, now=self.clock.now)
        self.shelf = DatabaseShelf(self.store)
        self.house = House(self.settings, self.shelf, self.clockwork, desk, self.metrics, new_id())

    async def __aenter__(self) -> "Parlour":
        self.store.open()
        self.store.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.store.catch_up()
        await self.store.stop()

    def guest(self, name: str) -> Guest:
        return Guest(new_id(), name)

    def gather(self, game: str, names: Sequence[str], **options: Any) -> tuple[Table, list[Guest]]:
        """A table where these sit; the first one is its host."""
        rules = sandtable.find(game)
        guests = [self.guest(name) for name in names]
        record = Record(
            id=new_id(),
            game=game,
            title=rules.TITLE,
            rules=rules.RULES_VERSION,
            options=rules.settle_options(len(names), options),
            visibility="link",
            pace=100,
            chairs=[Chair() for _ in names],
            created=utc_now(),
            host=guests[0].id,
        )
        table = Table(self.house, record, self.shelf.talk(record.id, [], self.house.date))
        for seat, guest in enumerate(guests):
            hosting.sit(table, guest, seat)
        return table, guests

    async def playing(
        self, game: str, names: Sequence[str], **options: Any
    ) -> tuple[Table, list[Caller]]:
        """A running game, with a line to every seat."""
        table, guests = self.gather(game, names, **options)
        table.begin()
        visitors = [self.visit(table, guest, seat) for seat, guest in enumerate(guests)]
        await self.settled()
        return table, visitors

    def visit(
        self, table: Table, guest: Guest | None, seat: Seat | None, hello: Hello | None = None
    ) -> Caller:
        return Caller(table, guest, seat, hello or Hello(1))

    def revived(
        self, record: Record, lines: list[dict[str, Any]], spoken: Sequence[Spoken] = ()
    ) -> Table:
        """A table out of what is on disk, as a server finds it that was started again."""
        papers = Papers(record, None, lines, {}, list(spoken))
        return revive(self.house, papers, self.shelf.talk(record.id, papers.talk, self.house.date))

    async def settled(self) -> None:
        """Everything that was to be written is on disk and told."""
        await self.store.written()
        await asyncio.sleep(0)

    def pass_time(self, table: Table, seconds: float) -> None:
        self.clock.at += seconds * 1000
        table.tick()
