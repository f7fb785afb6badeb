"""A new name is the same everywhere at once, and nobody is taken in by it."""

import asyncio
from pathlib import Path

import pytest

from sandtable.client import TableClient
from sandtable.client.http import Failed
from sandtable.server.http import renaming
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from tests.server.kit import Server, guests, run, soon, table_of
from tests.server.parlour import Parlour

LONG = {"minutes": 60, "turn_seconds": 120}


def names(table: TableClient) -> list[str]:
    return [] if table.room is None else [seat.name for seat in table.room.seats]


def said(table: TableClient) -> list[str]:
    return [line.text for line in table.chat]


@pytest.mark.policy("SP-I9")
def test_everybody_at_every_table_sees_a_new_name_at_once(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Cyd") as clients:
            ada, ben, cyd = clients
            running = await table_of([ada, ben], options=LONG)
            waiting = await ada.create("watch", seats=3, visibility="open")
            watched = await cyd.open(waiting.id)
            me = await ada.take_name("Zoe")
            assert me.name == "Zoe"
            await soon(running[1], lambda: names(running[1]) == ["Zoe", "Ben"])
            await soon(watched, lambda: names(watched) == ["Zoe", "", ""])
            await soon(running[1], lambda: "Ada is now called Zoe." in said(running[1]))
            await soon(watched, lambda: "Ada is now called Zoe." in said(watched))
            lists = [*(await cyd.tables()).tables, *(await ada.me()).tables]
            assert {line.names[0] for line in lists if line.id in (waiting.id, running[0].id)} == {
                "Zoe"
            }
            # It is on disk: a table that is read again has it, too.
            assert [seat.name for seat in (await ben.room(running[0].id)).seats] == ["Zoe", "Ben"]

    run(scene())


@pytest.mark.policy("SP-I9")
@pytest.mark.parametrize("copy", ["Ben", "BEN", "\u0412en", "Brass", "The host"])
def test_a_name_that_copies_somebodys_is_refused_and_nothing_changes(
    server: Server, copy: str
) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as clients:
            ada, ben = clients
            # Ben sits at one of Ada's tables, a bot called Brass at the other.
            first = await ada.create("watch", seats=2)
            await ben.sit(first.id)
            await ada.create("watch", seats=2, bots=["club"])
            lines = len(first.chat)
            with pytest.raises(Failed) as refused:
                await ada.call("PUT", "/me", dict, {"name": copy})
            assert (refused.value.status, refused.value.code) == (409, "SV-13")
            me = await ada.me()
            assert me.name == "Ada"
            assert all("Ada" in line.names for line in me.tables)
            assert len(first.chat) == lines
            if refused.value.suggestion is not None:
                assert (await ada.take_name(refused.value.suggestion)).name != "Ada"

    run(scene())


@pytest.mark.policy("SP-I9")
def test_of_two_who_want_the_same_name_at_once_one_gets_it(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as clients:
            tables = await table_of(clients, options=LONG)
            tried = [client.call("PUT", "/me", dict, {"name": "Zoe"}) for client in clients]
            got = await asyncio.gather(*tried, return_exceptions=True)
            refused = [one for one in got if isinstance(one, Failed)]
            assert [one.code for one in refused] == ["SV-13"]
            await soon(tables[0], lambda: names(tables[0]).count("Zoe") == 1)

    run(scene())


@pytest.mark.policy("SP-I9")
def test_a_new_name_is_still_there_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def before() -> tuple[str, str]:
        async with guests(server, "Ada", "Ben") as clients:
            tables = await table_of(clients, options=LONG)
            await clients[0].take_name("Zoe")
            assert clients[0].guest_token is not None
            return tables[0].id, clients[0].guest_token

    async def after(table_id: str, token: str) -> None:
        async with guests(server, "Cyd") as (cyd,):
            assert [seat.name for seat in (await cyd.room(table_id)).seats] == ["Zoe", "Ben"]
            cyd.guest_token = token
            assert (await cyd.me()).name == "Zoe"

    try:
        table_id, token = run(before())
        server.kill()
        server.start()
        run(after(table_id, token))
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-I9")
def test_a_table_that_is_asleep_is_renamed_too(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def before() -> tuple[str, str | None]:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", seats=2)
            return table.id, ada.guest_token

    async def after(table_id: str, token: str | None) -> None:
        async with guests(server, "Ben") as (ben,):
            own, ben.guest_token = ben.guest_token, token
            await ben.take_name("Zoe")
            ben.guest_token = own
            assert [seat.name for seat in (await ben.room(table_id)).seats] == ["Zoe", ""]

    try:
        table_id, token = run(before())
        server.kill()
        server.start()
        run(after(table_id, token))
    finally:
        server.stop()


@pytest.mark.policy("SP-I9")
def test_a_watcher_talks_under_the_new_name(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Wil") as (ada, wil):
            table = await ada.create("watch", seats=2)
            watching = await wil.open(table.id)
            await wil.take_name("Will the Watcher")
            await watching.say("Hello")
            await soon(table, lambda: "Hello" in said(table))
            assert table.chat[-1].name == "Will the Watcher"

    run(scene())


@pytest.mark.policy("SP-I9")
def test_a_seat_kept_for_a_rematch_has_the_new_name(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            hosting.stand(table, 1)
            chair = table.seating[1]
            chair.kept_for, chair.name = people[1].id, "Ben"
            zoe = Guest(people[1].id, "Zoe")
            assert table.seating.knows(zoe)
            hosting.rename(table, zoe)
            assert chair.name == "Zoe"

    run(scene())


@pytest.mark.policy("SP-I9")
def test_finished_games_keep_the_name_they_were_played_under(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            over, people = parlour.gather("watch", ["Ada", "Ben"])
            over.stages.to("playing")
            over.stages.to("over")
            lobby.tables[over.id] = over
            await renaming.rename(lobby, people[0], "Ben")
            assert over.seating.names == ["Ada", "Ben"]

    run(scene())


@pytest.mark.policy("SP-I9")
def test_how_often_somebody_takes_another_name_is_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            for nth in range(20):
                await ada.take_name(f"Ada {nth}")
            tried = [ada.take_name(f"Ada {nth}") for nth in range(100, 110)]
            got = await asyncio.gather(*tried, return_exceptions=True)
            assert {one.code for one in got if isinstance(one, Failed)} == {"SV-5"}

    try:
        run(scene())
    finally:
        server.stop()
