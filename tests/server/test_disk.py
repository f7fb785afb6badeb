"""The disk fails in the middle of a game, for real, and works again later."""

import asyncio
import resource
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sandtable
from sandtable.client import Failed, TableClient
from sandtable.protocol.messages import Ack, Refusal
from tests.server.kit import (
    Server,
    game_of_bots,
    guests,
    on_turn,
    play_one,
    run,
    soon,
    table_of,
    until,
)
from tests.server.test_restart import acts_in, log_of

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="limits of another process can be set on Linux only"
)


LESS_THAN_A_PAGE = 4_000
"""Bytes: enough for the server's own log, which the tests read."""


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The server can write no page of its database, as on a disk that is full.

    To forbid growing alone is not enough: SQLite then begins its write-ahead log anew and goes on.
    """
    assert server.process is not None
    pid = server.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (LESS_THAN_A_PAGE, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked_database(server: Server) -> Iterator[None]:
    """Somebody else holds the database, for longer than the server waits for it."""
    other = sqlite3.connect(server.folder / "sandtable.sqlite3", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


FAILURES = {"full": full_disk, "locked": locked_database}


async def on_move(tables: list[TableClient]) -> TableClient:
    """Between rounds it is nobody's turn for a while."""
    await until(lambda: asyncio.sleep(0, on_turn(tables) is not None))
    table = on_turn(tables)
    assert table is not None
    return table


def cheap(table: TableClient) -> dict[str, object]:
    assert table.seen is not None
    return next(act for act in table.seen.legal if act.get("spend", 1) == 1)


@pytest.mark.policy("SP-K1")
@pytest.mark.parametrize("failure", ["full", pytest.param("locked", marks=pytest.mark.soak)])
def test_nothing_acknowledged_is_lost_and_the_table_goes_on(tmp_path: Path, failure: str) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            options = {"minutes": 60, "turn_seconds": 120, "play": "match"}
            tables = await table_of(clients, options=options)
            acknowledged: list[tuple[int, int]] = []

            async def move() -> None:
                table = await on_move(tables)
                assert table.you is not None
                assert table.you.seat is not None
                while True:
                    n = table._next
                    answer = await table.act(cheap(table))
                    if isinstance(answer, Ack):
                        acknowledged.append((table.you.seat, n))
                        return
                    # Sent again by itself while the table still stood.
                    assert answer.rule == "SV-7"
                    await soon(table, lambda: bool(table.clock and table.clock.rate))

            for _ in range(4):
                await move()
                await asyncio.sleep(0.05)
            frames: list[bytes] = []
            tables[0].on_frame = frames.append
            with FAILURES[failure](server):
                moving = asyncio.create_task(move())
                await until(lambda: asyncio.sleep(0, any(b'"bye"' in f for f in frames)))
                bye = next(f for f in frames if b'"bye"' in f)
                assert b'"code":1012' in bye
                assert b"cannot get at its data" in bye
                assert not await asyncio.to_thread(server.healthy)
                with pytest.raises(Failed) as failed:
                    await clients[0].raw("POST", "/tables", {"game": "watch", "seats": 2})
                assert (failed.value.status, failed.value.code) == (503, "SV-12")
                assert not moving.done(), "acknowledged, though nothing is on disk"
                before = acts_in(log_of(tmp_path, tables[0].id))
                assert before == acknowledged
            # The act is sent again by itself, and done once the table goes on.
            await asyncio.wait_for(moving, 60)
            for _ in range(4):
                await move()
                await asyncio.sleep(0.05)
            lines = log_of(tmp_path, tables[0].id)
            assert acts_in(lines) == acknowledged
            assert [line["why"] for line in lines if "why" in line] == ["downtime"]
            again = sandtable.replay(lines)
            assert tables[0].seen is not None
            assert again.view(0)["tokens"] == tables[0].seen.view["tokens"]
            assert await asyncio.to_thread(server.healthy)

    try:
        run(scene())
    finally:
        server.stop()


def test_no_sand_runs_while_the_disk_fails(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60", SANDTABLE_DOWNTIME_COUNTDOWN="2").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"turn_seconds": 120})
            await play_one(tables, lambda legal: legal[0])
            table = await on_move(tables)
            with full_disk(server):
                before = table.table_time()
                acting = asyncio.create_task(table.act(cheap(table)))
                await asyncio.sleep(3)
                with pytest.raises(Failed, match="SV-12"):
                    await clients[0].create("watch", seats=2)
            assert "all sand stops: the database cannot be written." in server.said()
            assert "disk is full" in server.said()
            assert "Traceback" not in server.said(), server.said()
            await soon(table, lambda: bool(table.room and table.room.paused))
            assert before is not None
            assert table.clock is not None
            assert table.clock.now < before + 1_500
            answer = await asyncio.wait_for(acting, 60)
            assert isinstance(answer, Refusal)
            assert answer.rule == "SV-7"

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-P9")
def test_a_game_of_bots_goes_on_when_the_disk_is_back_though_nobody_looks(tmp_path: Path) -> None:
    server = Server(tmp_path).fast(20).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await game_of_bots(ada)
            with full_disk(server):
                await until(lambda: asyncio.sleep(0, "all sand stops" in server.said()))
            had = len(log_of(tmp_path, table.id))
            await until(lambda: asyncio.sleep(0, len(log_of(tmp_path, table.id)) > had + 3))

    try:
        run(scene())
    finally:
        server.stop()
