"""How many may watch a table, how many tables one person may have, and who comes too often."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandtable.client import Failed
from sandtable.server.operating.health import Health
from tests.server.kit import Server, guests, run
from tests.server.test_defence import HELLO, address, until_closed


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with narrow bounds."""
    folder = tmp_path_factory.mktemp("narrow")
    bounds = {"SANDTABLE_MOST_WATCHERS": "2", "SANDTABLE_MOST_TABLES_EACH": "3"}
    running = Server(folder, limits=True, **bounds).start()
    yield running
    faults = running.metric("sandtable_faults_total")
    running.stop()
    assert faults == 0
    assert "Traceback" not in running.said(), running.said()


async def watch(server: Server, table_id: str) -> ClientConnection:
    wire = await connect(address(server, table_id), proxy=None)
    with contextlib.suppress(ConnectionClosed):  # who is not let in is told so, too
        await wire.send(HELLO)
    return wire


@pytest.mark.policy("SP-L7")
def test_watchers_of_a_table_are_bounded_and_who_sits_gets_in(narrow: Server) -> None:
    async def scene() -> None:
        async with guests(narrow, "Ada", "Bob") as (ada, bob):
            table = await ada.create("watch", seats=2)
            watchers = [await watch(narrow, table.id) for _ in range(2)]
            for wire in watchers:
                assert "welcome" in str(await wire.recv())
            third = await watch(narrow, table.id)
            code, heard = await until_closed(third)
            assert code == 4008
            assert "Too many people are watching" in heard[0]["reason"]
            seated = await bob.sit(table.id)
            assert seated.you is not None
            assert seated.you.seat == 1
            await watchers[0].close()
            async with asyncio.timeout(20):
                while True:
                    again = await watch(narrow, table.id)
                    if "welcome" in str(await again.recv()):
                        break
            for wire in (*watchers, again):
                await wire.close()

    run(scene())


@pytest.mark.policy("SP-L7")
def test_a_host_who_does_not_sit_always_sees_their_table(narrow: Server) -> None:
    async def scene() -> None:
        async with guests(narrow, "Ada") as (ada,):
            made = await ada.raw("POST", "/tables", {"game": "watch", "seats": 2, "sit": False})
            table_id = json.loads(made)["room"]["id"]
            watchers = [await watch(narrow, table_id) for _ in range(2)]
            for wire in watchers:
                assert "welcome" in str(await wire.recv())
            table = await ada.open(table_id)
            assert table.you is not None
            assert table.you.host
            for wire in watchers:
                await wire.close()

    run(scene())


@pytest.mark.policy("SP-S10")
def test_tables_of_a_person_are_bounded(narrow: Server) -> None:
    async def scene() -> None:
        async with guests(narrow, "Ada", "Bob") as (ada, bob):
            other = await bob.create("watch", seats=2)
            mine = [await ada.create("watch", seats=2) for _ in range(2)]
            hosted = {"game": "watch", "bots": ["random", "random"], "sit": False}
            await ada.raw("POST", "/tables", hosted)
            for attempt in (ada.create("watch", seats=2), ada.sit(other.id)):
                with pytest.raises(Failed) as refused:
                    await attempt
                assert (refused.value.status, refused.value.code) == (409, "SV-7")
                assert "You have 3 unfinished tables" in str(refused.value)
            # Where one sits already, nothing is added; and whoever leaves one may have another.
            await ada.raw("POST", f"/tables/{mine[0].id}/sit")
            await ada.raw("POST", f"/tables/{mine[0].id}/stand")
            await ada.sit(other.id)
            with pytest.raises(Failed):
                await ada.create("watch", seats=2)

    run(scene())


@pytest.mark.policy("SP-S10")
def test_the_bound_holds_for_many_at_once(narrow: Server) -> None:
    async def scene() -> None:
        async with guests(narrow, "Eve") as (eve,):
            wish = {"game": "watch", "seats": 2}
            asked = [eve.raw("POST", "/tables", wish) for _ in range(8)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(answer, bytes) for answer in answers) in (1, 2, 3)
            assert all(isinstance(answer, (bytes, Failed)) for answer in answers)

    run(scene())


@pytest.mark.policy("SP-S10")
def test_the_bound_survives_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True, SANDTABLE_MOST_TABLES_EACH="2").start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            for _ in range(2):
                await ada.create("watch", seats=2)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            with pytest.raises(Failed) as refused:
                await ada.raw("POST", "/tables", {"game": "watch", "seats": 2})
            assert refused.value.code == "SV-7"

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-S10")
def test_tables_of_a_household_are_bounded(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True, SANDTABLE_MOST_TABLES_EACH="1").start()

    async def scene() -> None:
        names = ["Ada", "Bob", "Cyd", "Dan", "Eve"]
        async with guests(server, *names) as clients:
            for client in clients[:4]:
                await client.create("watch", seats=2)
            with pytest.raises(Failed) as refused:
                await clients[4].create("watch", seats=2)
            assert "from your address" in str(refused.value)

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-L7")
def test_who_comes_and_goes_too_often_is_slowed_and_who_sits_is_not(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", seats=2)
            other = await ada.create("watch", seats=2)
            heard: list[str] = []
            for _ in range(60):
                wire = await watch(server, table.id)
                heard.append(str(await wire.recv()))
                await wire.close()
                if '"bye"' in heard[-1]:
                    break
            assert '"code":1008' in heard[-1]
            assert "SV-5" in heard[-1]
            assert len(heard) > 30
            elsewhere = await watch(server, other.id)
            assert "welcome" in str(await elsewhere.recv())
            await elsewhere.close()
            await table.close()
            again = await ada.open(table.id)
            assert again.you is not None
            assert again.you.seat == 0

    try:
        run(scene())
    finally:
        server.stop()


# Health.


class Disk:
    def __init__(self) -> None:
        self.writes = 0
        self.fails = False

    async def attempt(self) -> None:
        self.writes += 1
        await asyncio.sleep(0.01)
        if self.fails:
            raise TimeoutError


def test_all_who_ask_share_one_look() -> None:
    async def scene() -> None:
        disk = Disk()
        health = Health(disk.attempt)
        assert all(await asyncio.gather(*[health.good() for _ in range(50)]))
        assert await health.good()
        assert disk.writes == 1

    run(scene())


def test_a_write_that_failed_elsewhere_is_reason_to_look_again() -> None:
    async def scene() -> None:
        disk = Disk()
        health = Health(disk.attempt)
        assert await health.good()
        disk.fails = True
        assert await health.good()
        health.doubt()
        assert not await health.good()
        assert disk.writes == 2

    run(scene())


def test_somebody_who_stops_asking_does_not_stop_the_look() -> None:
    async def scene() -> None:
        disk = Disk()
        health = Health(disk.attempt)
        first = asyncio.create_task(health.good())
        await asyncio.sleep(0)
        second = asyncio.create_task(health.good())
        first.cancel()
        assert await second
        assert disk.writes == 1

    run(scene())
