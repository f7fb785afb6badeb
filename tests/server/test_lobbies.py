"""Tables that wait for players: which of them are listed, and what happens without their host."""

from pathlib import Path

import pytest

from sandtable.client import Client
from sandtable.protocol.messages import Chatted, RoomNow, SayReady
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.openlist import PAGE, open_tables
from sandtable.server.tables.record import table_line
from sandtable.server.tables.table import Table
from tests.server.kit import Server, guests, run, until
from tests.server.parlour import Caller, Parlour
from tests.server.vacancy import guest_of

ADA, BEN, CYD = 0, 1, 2


def gathered(parlour: Parlour, *names: str, seats: int = 3) -> tuple[Table, list[Guest]]:
    """An open table with as many seats, of which the first ones are taken; the first is host."""
    table, people = parlour.gather("watch", [*names, *"xyz"[: seats - len(names)]])
    for seat in range(len(names), seats):
        hosting.stand(table, seat)
    table.record.visibility = "open"
    return table, people[: len(names)]


def listed(*tables: Table, game: str | None = None) -> list[str]:
    return [line.id for line in open_tables(tables, game, None)[0]]


def notices(person: Caller) -> list[str]:
    return [line.text for told in person.all(Chatted) for line in told.lines if line.notice]


def is_host(table: Table, guest: Guest) -> bool:
    return table.host.id == guest.id


@pytest.mark.policy("SP-V9")
def test_a_table_is_listed_only_while_its_host_is_there(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            away = parlour.settings.away_after
            table, people = gathered(parlour, "Ada", "Ben")
            assert listed(table) == [table.id]
            parlour.pass_time(table, away + 1)
            assert listed(table) == [], "the host never came"
            ben = parlour.visit(table, people[BEN], BEN)
            assert listed(table) == [], "somebody else is there, but not the host"
            ada = parlour.visit(table, people[ADA], ADA)
            assert listed(table) == [table.id]
            parlour.pass_time(table, 10 * away)
            assert listed(table) == [table.id]
            ada.leave()
            parlour.pass_time(table, away - 1)
            assert listed(table) == [table.id], "a page that is loaded again is no absence"
            parlour.pass_time(table, 2)
            assert listed(table) == []
            parlour.visit(table, people[ADA], ADA)
            assert listed(table) == [table.id]
            ben.leave()
            assert listed(table) == [table.id]

    run(scene())


@pytest.mark.policy("SP-V9")
def test_a_host_who_only_watches_is_there_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = gathered(parlour)
            eve = parlour.guest("Eve")
            table.host.pass_to(eve.id)
            watching = parlour.visit(table, eve, None)
            parlour.pass_time(table, 100)
            assert listed(table) == [table.id]
            watching.leave()
            parlour.pass_time(table, parlour.settings.away_after)
            assert listed(table) == []

    run(scene())


@pytest.mark.policy("SP-V9")
def test_only_tables_with_a_free_seat_are_listed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = gathered(parlour, "Ada", "Ben")
            ada = parlour.visit(table, people[ADA], ADA)
            assert table_line(table.record, None).free == 1
            chair = table.seating[CYD]
            chair.kept_for, chair.name = "somebody", "Cyd"
            assert table_line(table.record, None).free == 0
            assert listed(table) == [], "the seat is kept for somebody"
            chair.kept_for, chair.name = None, ""
            assert listed(table) == [table.id]
            hosting.seat_bot(table, CYD, "club", people[ADA])
            assert listed(table) == []
            hosting.remove(table, CYD, people[ADA])
            assert listed(table) == [table.id]
            assert listed(table, game="watch") == [table.id]
            assert listed(table, game="out-of-time") == []
            table.record.visibility = "link"
            assert listed(table) == []
            table.record.visibility = "open"
            hosting.seat_bot(table, CYD, "club", people[ADA])
            ben = parlour.visit(table, people[BEN], BEN)
            for person in (ada, ben):
                person.say(SayReady(True))
            parlour.pass_time(table, parlour.settings.countdown)
            assert table.stages.playing
            hosting.stand(table, BEN)
            assert listed(table) == []

    run(scene())


@pytest.mark.policy("SP-V9")
def test_the_list_comes_in_pages_newest_first(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            tables = [gathered(parlour, f"Person {nth}")[0] for nth in range(PAGE + 2)]
            for nth, table in enumerate(tables):
                table.record.created = f"2026-01-01T00:00:{nth:02}"
            newest = [table.id for table in reversed(tables)]
            first, more = open_tables(tables, None, None)
            assert [line.id for line in first] == newest[:PAGE]
            rest, end = open_tables(tables, None, more)
            assert [line.id for line in rest] == newest[PAGE:]
            assert end is None

    run(scene())


@pytest.mark.policy("SP-H8")
def test_a_gathering_table_is_handed_on_when_its_host_stays_away(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            gone = parlour.settings.gone_after
            table, people = gathered(parlour, "Ada", "Ben", "Cyd", seats=4)
            ada = parlour.visit(table, people[ADA], ADA)
            cyd = parlour.visit(table, people[CYD], CYD)
            parlour.pass_time(table, 10 * gone)
            before = notices(cyd)
            ada.leave()
            parlour.pass_time(table, gone - 1)
            assert is_host(table, people[ADA])
            assert notices(cyd) == before
            parlour.pass_time(table, 1)
            assert is_host(table, people[CYD]), "Ben has the lower seat, but is not there"
            said = "Ada, the host, is away; you are the host now."
            assert notices(cyd) == [*before, said]
            await parlour.settled()
            assert [seat.host for seat in cyd.last(RoomNow).room.seats] == [
                False,
                False,
                True,
                False,
            ]
            assert listed(table) == [table.id]
            parlour.visit(table, people[ADA], ADA)
            assert is_host(table, people[CYD]), "who comes back has a seat, and no more"

    run(scene())


@pytest.mark.policy("SP-H8")
def test_the_clock_wakes_a_table_whose_host_is_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = gathered(parlour, "Ada", "Ben")
            for seat in (ADA, BEN):
                parlour.visit(table, people[seat], seat)
            eve = parlour.guest("Eve")
            table.host.pass_to(eve.id)
            watching = parlour.visit(table, eve, None)
            assert table.wake() is None
            watching.leave()
            assert table.wake() == table.now + parlour.settings.gone_after * 1000

    run(scene())


@pytest.mark.policy("SP-H8")
def test_if_nobody_is_there_whoever_comes_next_becomes_host(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = gathered(parlour, "Ada")
            parlour.pass_time(table, 100)
            assert is_host(table, people[ADA])
            parlour.visit(table, parlour.guest("Eve"), None)
            assert is_host(table, people[ADA]), "somebody who only watches does not want it"
            ben = parlour.guest("Ben")
            hosting.sit(table, ben, None)
            parlour.visit(table, ben, BEN)
            assert is_host(table, ben)

    run(scene())


@pytest.mark.policy("SP-H8")
def test_a_restart_gives_the_host_time_to_come_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = gathered(parlour, "Ada", "Ben")
            again = parlour.revived(table.record, [])
            parlour.visit(again, people[BEN], BEN)
            assert is_host(again, people[ADA])
            parlour.pass_time(again, parlour.settings.gone_after)
            assert is_host(again, people[BEN])

    run(scene())


@pytest.mark.policy("SP-H8")
def test_a_running_game_keeps_its_host(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben"], minutes=60)
            people[ADA].leave()
            parlour.pass_time(table, 2 * parlour.settings.gone_after)
            assert is_host(table, guest_of(people[ADA]))

    run(scene())


async def open_ids(client: Client) -> list[str]:
    return [line.id for line in (await client.tables()).tables]


@pytest.mark.policy("SP-V9", "SP-H8")
def test_on_a_real_server_a_table_goes_with_its_host_and_comes_back(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Hosting Ada", "Joining Ben", "Looking Cyd") as clients:
            ada, ben, cyd = clients
            table = await ada.create("watch", seats=3, visibility="open")
            assert table.id in await open_ids(cyd)
            await table.close()

            async def is_off() -> bool:
                return table.id not in await open_ids(cyd)

            await until(is_off)
            joined = await ben.sit(table.id)

            async def is_on() -> bool:
                return table.id in await open_ids(cyd)

            await until(is_on)
            room = await cyd.room(table.id)
            assert [seat.host for seat in room.seats] == [False, True, False]
            await joined.close()

    run(scene())
