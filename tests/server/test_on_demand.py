"""Tables that are found or opened on demand: to play with somebody, or to watch bots play."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.client import Client, TableClient
from sandtable.client.http import Failed
from sandtable.protocol.bodies import NewTable, Seated
from sandtable.protocol.messages import Chatted, SayReady
from sandtable.protocol.rooms import Room
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting, ondemand
from sandtable.server.tables.lobby import SHOW_PATIENCE, Lobby
from sandtable.server.tables.table import Table
from tests.server.kit import Server, guests, run, soon, until
from tests.server.parlour import Parlour

WATCH = sandtable.find("watch")
SPACE = sandtable.find("time-n-space")


class Foyer:
    """A lobby in this process, and people who press *Find players*."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.lobby = Lobby(parlour.house, parlour.shelf)

    def guest(self, name: str) -> Guest:
        return self.parlour.guest(name)

    async def press(self, guest: Guest, game: Any = WATCH) -> Table:
        table, _, _, _ = await ondemand.play_with_somebody(self.lobby, guest, game)
        return table


def seated(table: Table) -> list[str]:
    return [chair.name for chair in table.seating.chairs]


@pytest.mark.policy("SP-P10")
def test_a_game_to_watch_is_played_as_the_site_plays_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table = await ondemand.show(Foyer(parlour).lobby, WATCH)
            assert table.record.options["ring_jitter_seconds"] == 20

    run(scene())


@pytest.mark.policy("SP-S11")
def test_two_who_want_the_same_game_meet(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            ada, ben, cyd = (foyer.guest(name) for name in ("Ada", "Ben", "Cyd"))
            first = await foyer.press(ada)
            assert first.record.visibility == "open"
            assert len(first.seating) == WATCH.MIN_SEATS
            assert first.record.options["ring_jitter_seconds"] == 20, "as the site opens tables"
            assert await foyer.press(ben) is first
            assert seated(first) == ["Ada", "Ben"]
            other = await foyer.press(cyd)
            assert other is not first, "the first is full"
            elsewhere = await foyer.press(foyer.guest("Dan"), SPACE)
            assert elsewhere.record.game == "time-n-space"
            assert len(elsewhere.seating) == SPACE.MIN_SEATS
            assert await foyer.press(ada) is first, "who asks again comes back to their own table"
            assert seated(first) == ["Ada", "Ben"]

    run(scene())


@pytest.mark.policy("SP-S11")
def test_two_who_press_at_the_same_moment_meet(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            crowd = [foyer.guest(f"Person {nth}") for nth in range(8)]
            tables = await asyncio.gather(*map(foyer.press, crowd))
            assert len({table.id for table in tables}) == 4
            assert all(table.seating.full() for table in tables)

    run(scene())


@pytest.mark.policy("SP-S11")
def test_who_has_waited_longest_gets_the_next_one(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            waiting = []
            for nth in range(3):
                guest = foyer.guest(f"Person {nth}")
                table = foyer.lobby.lay(foyer.lobby.plan(WATCH, guest, NewTable(game="watch")))
                table.record.quick, table.record.visibility = True, "open"
                table.record.created = f"2026-01-0{3 - nth}"
                hosting.sit(table, guest, None)
                await foyer.lobby.enter(table)
                waiting.append(table)
            assert await foyer.press(foyer.guest("Zoe")) is waiting[2]

    run(scene())


@pytest.mark.policy("SP-S11")
def test_nobody_is_seated_where_they_cannot_play(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            first = await foyer.press(foyer.guest("Ada"))
            # Somebody with the same name, somebody who was removed, and a host who went away.
            assert await foyer.press(foyer.guest("ADA")) is not first
            eve = foyer.guest("Eve")
            first.host.bar(eve.id)
            assert await foyer.press(eve) is not first
            lonely = await foyer.press(foyer.guest("Zoe"), SPACE)
            parlour.clock.at += parlour.settings.away_after * 1000
            assert await foyer.press(foyer.guest("Yan"), SPACE) is not lonely
            ordinary, _ = parlour.gather("out-of-time", ["Ada", "Ben"])
            hosting.stand(ordinary, 1)
            ordinary.record.visibility = "open"
            foyer.lobby.tables[ordinary.id] = ordinary
            met = await foyer.press(foyer.guest("Max"), sandtable.find("out-of-time"))
            assert met is not ordinary, "an ordinary table is joined by choice"

    run(scene())


@pytest.mark.policy("SP-S12")
def test_bots_come_when_everybody_agrees_and_not_before(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            ada, ben = foyer.guest("Ada"), foyer.guest("Ben")
            table = await foyer.press(ada, SPACE)
            await foyer.press(ben, SPACE)
            people = [parlour.visit(table, guest, seat) for seat, guest in enumerate((ada, ben))]
            people[0].say(SayReady(True))
            people[1].say(SayReady(True))
            assert seated(table) == ["Ada", "Ben", ""], "ready, but not for bots"
            people[0].say(SayReady(True, with_bots=True))
            assert seated(table) == ["Ada", "Ben", ""], "only one agreed"
            people[0].say(SayReady(False, with_bots=True))
            people[1].say(SayReady(True, with_bots=True))
            assert seated(table) == ["Ada", "Ben", ""], "one took it back"
            people[0].say(SayReady(True, with_bots=True))
            assert table.seating[2].kind == "bot"
            assert table.stages.now == "countdown"
            told = [line.text for one in people[0].all(Chatted) for line in one.lines]
            assert told[-1] == "Everybody agreed: bots take the free seats."

    run(scene())


@pytest.mark.policy("SP-S12")
def test_at_an_ordinary_table_bots_are_the_hosts_to_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            hosting.stand(table, 1)
            parlour.visit(table, people[0], 0).say(SayReady(True, with_bots=True))
            assert seated(table) == ["Ada", ""]

    run(scene())


@pytest.mark.policy("SP-S13")
def test_who_wanders_off_from_a_quick_table_loses_the_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            foyer = Foyer(parlour)
            ada, ben = foyer.guest("Ada"), foyer.guest("Ben")
            table = await foyer.press(ada)
            await foyer.press(ben)
            here = parlour.visit(table, ada, 0)
            parlour.visit(table, ben, 1).leave()
            parlour.pass_time(table, parlour.settings.gone_after - 1)
            assert seated(table) == ["Ada", "Ben"]
            parlour.pass_time(table, 1)
            assert seated(table) == ["Ada", ""]
            assert await foyer.press(foyer.guest("Cyd")) is table
            here.leave()
            parlour.pass_time(table, parlour.settings.gone_after)
            assert seated(table) == ["", ""]
            assert table.host.id is None
            assert await foyer.press(foyer.guest("Dan")) is not table

    run(scene())


async def press(client: Client, game: str = "watch") -> TableClient:
    found = await client.call("POST", "/quick", Seated, {"game": game})
    return await client.open(found.room.id)


@pytest.mark.policy("SP-S11", "SP-S12")
def test_on_a_real_server_strangers_meet_and_play(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Quick Ada", "Quick Ben") as clients:
            tables = await asyncio.gather(*[press(client) for client in clients])
            assert tables[0].id == tables[1].id
            for table in tables:
                await table.ready()
            for table in tables:
                await soon(table, lambda table=table: table.seen is not None)  # type: ignore[misc]
            with pytest.raises(Failed) as refused:
                await clients[0].call("POST", "/quick", Seated, {"game": "no-such-game"})
            assert refused.value.code == "SV-2"

    run(scene())


def test_one_needs_a_name_to_be_seated_but_not_to_watch(server: Server) -> None:
    async def scene() -> None:
        stranger = Client(server.url, None)
        async with stranger:
            with pytest.raises(Failed) as refused:
                await stranger.call("POST", "/quick", Seated, {"game": "watch"})
            assert refused.value.code == "SV-10"
            room = await stranger.call("POST", "/games/watch/show", Room)
            assert all(seat.kind == "bot" for seat in room.seats)

    run(scene())


# Watching bots.


def rows(folder: Path) -> dict[str, int]:
    with contextlib.closing(sqlite3.connect(folder / "sandtable.sqlite3")) as base:
        kinds = ("tables", "log", "chat")
        return {kind: base.execute(f"SELECT count(*) FROM {kind}").fetchone()[0] for kind in kinds}


@pytest.mark.policy("SP-P10")
def test_there_is_one_game_to_watch_for_each_game(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            shown = await asyncio.gather(*[ondemand.show(lobby, WATCH) for _ in range(5)])
            assert len({table.id for table in shown}) == 1
            other = await ondemand.show(lobby, SPACE)
            assert other is not shown[0]
            table = shown[0]
            assert table.stages.playing
            assert table.record.visibility == "link", "it is in nobody's list"
            assert table.seating.persons() == []
            # It is over: the next one who asks gets a new one.
            table.stages.to("over")
            assert await ondemand.show(lobby, WATCH) is not table

    run(scene())


@pytest.mark.policy("SP-P10")
def test_it_ends_and_leaves_nothing_when_nobody_watches(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table = await ondemand.show(lobby, WATCH)
            eve = parlour.visit(table, None, None)
            await parlour.settled()
            assert rows(tmp_path)["tables"] == 1
            parlour.clock.at += 10 * SHOW_PATIENCE * 1000
            lobby.sweep()
            assert table.id in lobby.tables, "somebody watches"
            eve.leave()
            parlour.clock.at += SHOW_PATIENCE * 1000
            lobby.sweep()
            assert table.id in lobby.tables
            # Somebody asks just now: it stays for them.
            assert await ondemand.show(lobby, WATCH) is table
            parlour.clock.at += 1000
            lobby.sweep()
            assert table.id in lobby.tables
            parlour.clock.at += SHOW_PATIENCE * 1000
            lobby.sweep()
            assert table.id not in lobby.tables
            assert table.broken
            assert not table.hands._hands
            await parlour.settled()
            assert rows(tmp_path) == {"tables": 0, "log": 0, "chat": 0}

    run(scene())


@pytest.mark.policy("SP-P10")
def test_after_a_restart_it_goes_on_only_for_somebody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            first = Lobby(parlour.house, parlour.shelf)
            table = await ondemand.show(first, WATCH)
            await parlour.settled()
            table.house.clockwork.set(table.id, None, table.tick)
            again = Lobby(parlour.house, parlour.shelf)
            await again.look_round()
            await again.wake_bots()
            assert not again.tables, "nobody watches, so nobody plays"
            assert (await again.get(table.id)).stages.playing, "but somebody may come back"
            again = Lobby(parlour.house, parlour.shelf)
            await again.look_round()
            parlour.clock.at += (SHOW_PATIENCE + 1) * 1000
            await again.sweep_asleep()
            again.sweep()
            await parlour.settled()
            assert rows(tmp_path) == {"tables": 0, "log": 0, "chat": 0}

    run(scene())


@pytest.mark.policy("SP-P10")
def test_on_a_real_server_a_stranger_watches_bots_at_once(server: Server) -> None:
    async def scene() -> None:
        async with Client(server.url, None) as eve:
            room = await eve.call("POST", "/games/out-of-time/show", Room)
            table = await eve.open(room.id)
            await soon(table, lambda: table.seen is not None and table.seen.seq > 3)
            assert (await eve.call("POST", "/games/out-of-time/show", Room)).id == room.id
            listed = [line.id for line in (await eve.tables("playing")).tables]
            assert room.id not in listed

    run(scene())


@pytest.mark.policy("SP-P10")
def test_on_a_real_server_nobody_plays_on_for_nobody(tmp_path: Path) -> None:
    speed = 100
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="30").fast(speed).start()

    async def scene() -> None:
        async with Client(server.url, None) as eve:
            room = await eve.call("POST", "/games/watch/show", Room)

            async def is_gone() -> bool:
                try:
                    await eve.room(room.id)
                except Failed as failed:
                    return failed.code == "SV-2"
                return False

            await until(is_gone)

    try:
        run(scene())
    finally:
        server.stop()
