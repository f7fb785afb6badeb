"""After a start a table is read when it is first needed, and no table is forgotten."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.server.kit import Server, game_of_bots, guests, play_one, run, soon, table_of, until
from tests.server.test_restart import log_of


def stage_of(folder: Path, table_id: str) -> str:
    with sqlite3.connect(folder / "sandtable.sqlite3") as database:
        query = "SELECT stage FROM tables WHERE id = ?"
        return str(database.execute(query, (table_id,)).fetchone()[0])


def test_a_start_reads_no_table_until_somebody_comes(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = [await table_of(clients) for _ in range(4)]
            gathering = await clients[0].create("watch", seats=3)
            for pair in tables:
                await play_one(pair, lambda legal: legal[0])
            for table in [*(t for pair in tables for t in pair), gathering]:
                await table.close()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            assert await asyncio.to_thread(server.metric, "sandtable_tables") == 0
            had = [log_of(tmp_path, pair[0].id) for pair in tables]
            again = [await client.open(tables[2][0].id) for client in clients]
            await soon(again[0], lambda: bool(again[0].clock and again[0].clock.rate))
            assert await play_one(again, lambda legal: legal[0]) is not None
            assert await asyncio.to_thread(server.metric, "sandtable_tables") == 1
            # Nothing happens at the others, and where their sand stands can wait to be written.
            for i in (0, 1, 3):
                assert log_of(tmp_path, tables[i][0].id) == had[i]
            last = [await client.open(tables[3][0].id) for client in clients]
            await soon(last[0], lambda: bool(last[0].clock and last[0].clock.rate))
            assert [line["why"] for line in log_of(tmp_path, last[0].id) if "why" in line] == [
                "downtime"
            ]
            assert (await clients[0].open(gathering.id)).id == gathering.id

    try:
        run(scene())
    finally:
        server.stop()
    assert "Traceback" not in server.said()


@pytest.mark.policy("SP-P9")
def test_a_game_of_bots_plays_on_though_nobody_comes(tmp_path: Path) -> None:
    server = Server(tmp_path).fast(20).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await game_of_bots(ada)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            had = len(log_of(tmp_path, table.id))
            await until(lambda: asyncio.sleep(0, len(log_of(tmp_path, table.id)) > had + 4))

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-P8")
def test_a_table_that_nobody_comes_back_to_is_closed_in_its_time(tmp_path: Path) -> None:
    """An hour for a game, thirty days where a turn may take days, also when none was read."""
    server = Server(
        tmp_path, SANDTABLE_GONE_AFTER="1000", SANDTABLE_CLOSE_AFTER="60",
        SANDTABLE_CLOSE_SLOW_AFTER="100000",
    )  # fmt: skip
    server.fast(20).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            quick = await table_of(clients, options={"turn_seconds": 120, "minutes": 60})
            slow = await table_of(clients, "time-of-chaos")
            gathering = await clients[0].create("watch", seats=3)
            for table in (*quick, *slow, gathering):
                await table.close()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

            async def closed() -> bool:
                return {stage_of(tmp_path, t.id) for t in (quick[0], gathering)} == {"closed"}

            await until(closed)
            assert stage_of(tmp_path, slow[0].id) == "playing"
            assert "end" in log_of(tmp_path, quick[0].id)[-1]

    try:
        run(scene())
    finally:
        server.stop()
