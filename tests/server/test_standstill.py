"""While nothing can be acknowledged no sand runs, and afterwards it runs on by itself."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.client import Client, TableClient
from sandtable.protocol.messages import Ack, Refusal
from tests.server.kit import (
    PATIENCE,
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
from tests.server.postgres import Postgres, postgres
from tests.server.test_disk import locked_database
from tests.server.test_restart import log_of
from tests.server.test_storage import MISSING
from tests.server.under_load import lines_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

SLACK = 4_500
"""Milliseconds of sand that a busy machine may lose between two looks; far less than the fault."""
AWAY = 8.0
"""Seconds that each fault lasts."""


def quick(folder: Path, *arguments: str, stall_after: str = "2") -> Server:
    return Server(
        folder, *arguments, SANDTABLE_GONE_AFTER="60", SANDTABLE_STALL_AFTER=stall_after,
        SANDTABLE_DOWNTIME_COUNTDOWN="1",
    )  # fmt: skip


@asynccontextmanager
async def locked(server: Server) -> AsyncIterator[None]:
    with locked_database(server):
        yield


@asynccontextmanager
async def stopped(server: Server) -> AsyncIterator[None]:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


Fault = Callable[[Server], AbstractAsyncContextManager[None]]


async def watched(tables: list[TableClient]) -> int:
    """The table time, as everybody sees it."""
    await play_one(tables, lambda legal: legal[0])
    now = tables[0].table_time()
    assert now is not None
    return now


def paused(table: TableClient) -> bool:
    return bool(table.room and table.room.paused and table.room.paused.why == "downtime")


def running(table: TableClient) -> bool:
    return bool(table.clock and table.clock.rate)


async def stands_and_goes_on(server: Server, url: str, fault: AbstractAsyncContextManager[None],
                             answers: bool) -> None:  # fmt: skip
    async with guests(server, "Ada", "Bob") as clients:
        tables = await table_of(clients, options={"turn_seconds": 120, "minutes": 60})
        before = await watched(tables)
        async with fault:
            if answers:
                # The process lives, so people are told at once.
                for table in tables:
                    await soon(table, lambda table=table: paused(table))  # type: ignore[misc]
            await asyncio.sleep(AWAY)
        for table in tables:
            await soon(table, lambda table=table: paused(table))  # type: ignore[misc]
        assert tables[0].clock is not None
        assert tables[0].clock.now < before + SLACK
        for table in tables:
            await soon(table, lambda table=table: running(table))  # type: ignore[misc]
        assert isinstance(await play_one(tables, lambda legal: legal[0]), Ack)
        lines = lines_of(url, tables[0].id)
        pauses = [line for line in lines if line.get("note") == "pause"]
        assert {line["why"] for line in pauses} == {"downtime"}
        assert pauses[0]["at"] < before + SLACK
        assert sandtable.replay(lines).view(0)["tokens_spent"] == 2
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-P4")
@pytest.mark.parametrize("fault", [locked, stopped])
def test_the_sand_stands_from_the_last_beat_on_disk(tmp_path: Path, fault: Fault) -> None:
    server = quick(tmp_path).start()
    url = f"sqlite:///{tmp_path / 'sandtable.sqlite3'}"
    try:
        run(stands_and_goes_on(server, url, fault(server), fault is not stopped))
    finally:
        server.stop()
    assert "all sand stops" in server.said()


def test_the_sand_stands_while_postgresql_is_away(tmp_path: Path) -> None:
    with postgres() as database:
        if database is None:
            pytest.skip(MISSING)
        server = quick(tmp_path, "--database", database.url).start()
        try:
            run(stands_and_goes_on(server, database.url, gone(database), True))
        finally:
            server.stop()


@asynccontextmanager
async def gone(database: Postgres) -> AsyncIterator[None]:
    await asyncio.to_thread(database.go_away)
    try:
        yield
    finally:
        await asyncio.to_thread(database.start)


async def one_on_turn(clients: list[Client]) -> TableClient:
    """Somebody whose turn it is, at a table that has time."""
    tables = await table_of(clients, options={"turn_seconds": 120, "minutes": 60})
    await watched(tables)
    table = on_turn(tables)
    assert table is not None
    return table


def test_who_waits_for_a_short_lock_is_neither_sent_away_nor_forgotten(tmp_path: Path) -> None:
    """An act that came before the standstill is acknowledged after it, on the same connection."""
    server = quick(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            table = await one_on_turn(clients)
            async with locked(server):
                assert table.seen is not None
                acting = asyncio.create_task(table.act(table.seen.legal[0]))
                await soon(table, lambda: paused(table))
                assert not acting.done()
            answer = await asyncio.wait_for(acting, PATIENCE)
            assert isinstance(answer, Ack)
            assert table.connections == 1
            await soon(table, lambda: running(table))

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-R6")
def test_a_server_whose_sand_stands_is_not_healthy_though_it_was_a_moment_ago(
    tmp_path: Path,
) -> None:
    """The last look is believed for a second, but not when the server itself knows better."""
    server = quick(tmp_path, stall_after="0.3").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            table = await one_on_turn(clients)
            assert await asyncio.to_thread(server.healthy)
            async with locked(server):
                assert table.seen is not None
                acting = asyncio.create_task(table.act(table.seen.legal[0]))
                await soon(table, lambda: paused(table))
                assert not await asyncio.to_thread(server.healthy)
            assert isinstance(await asyncio.wait_for(acting, PATIENCE), Ack)

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-A8")
def test_an_act_that_comes_while_the_sand_stands_is_refused_not_lost(tmp_path: Path) -> None:
    server = quick(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            table = await one_on_turn(clients)
            async with locked(server):
                await soon(table, lambda: paused(table))
                assert table.seen is not None
                acting = asyncio.create_task(table.act(table.seen.legal[0]))
                await asyncio.sleep(0.5)
            answer = await asyncio.wait_for(acting, PATIENCE)
            assert isinstance(answer, Refusal)
            assert answer.rule == "SV-7"

    try:
        run(scene())
    finally:
        server.stop()


def test_a_server_that_dies_while_the_sand_stands_has_it_stand_where_it_stood(
    tmp_path: Path,
) -> None:
    server = quick(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"turn_seconds": 120, "minutes": 60})
            before = await watched(tables)
            async with locked(server):
                await soon(tables[0], lambda: paused(tables[0]))
                await asyncio.sleep(AWAY)
                await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await soon(tables[0], lambda: tables[0].connections > 1 and running(tables[0]))
            pauses = [line for line in log_of(tmp_path, tables[0].id) if "why" in line]
            assert len(pauses) == 1
            assert before - SLACK < pauses[0]["at"] < before + SLACK

    try:
        run(scene())
    finally:
        server.stop()


def test_a_game_of_bots_stands_and_goes_on_though_nobody_looks(tmp_path: Path) -> None:
    server = quick(tmp_path).start()

    def log(table: str) -> list[dict[str, Any]]:
        return log_of(tmp_path, table)

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await game_of_bots(ada)
            async with stopped(server):
                await asyncio.sleep(5)
            await until(lambda: asyncio.sleep(0, any("why" in line for line in log(table.id))))
            had = len(log(table.id))
            await until(lambda: asyncio.sleep(0, len(log(table.id)) > had + 3))

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-P4")
def test_no_game_begins_that_cannot_be_written_down(tmp_path: Path) -> None:
    server = quick(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "Cid", "Dan") as clients:
            first = await clients[0].create("watch", seats=2)
            second = await clients[1].sit(first.id)
            await first.ready()
            # Somebody else's game shows when the sand stands.
            others = await table_of(clients[2:], options={"turn_seconds": 120})
            async with locked(server):
                await soon(others[0], lambda: paused(others[0]))
                await second.ready()
                await asyncio.sleep(2)
                assert first.seen is None
            await soon(first, lambda: running(first))
            lines = log_of(tmp_path, first.id)
            assert [line["note"] for line in lines if "note" in line][:1] == ["run"]

    try:
        run(scene())
    finally:
        server.stop()
