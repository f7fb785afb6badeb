"""What the server needs of uvicorn: it is there, and without it people play all the same."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from sandtable.server.net import fitting
from sandtable.server.net.shortway import TableSocket
from tests.server.kit import Server, guests, play_one, run, table_of, until
from tests.server.test_defence import until_closed

USED = [
    "close_sent",
    "config",
    "disconnected",
    "handshake_initiated",
    "queue",
    "read_paused",
    "transport",
    "writable",
]
"""Every name inside of uvicorn's class that ours uses."""
PLAIN = "The fast path for frames does not fit"


def odd(folder: Path, *flags: str, **more: Any) -> Server:
    server = Server(folder, **more)
    server.program = ["-m", "tests.server.odd_server", *flags, "serve"]
    return server


def a_game_is_played(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"break_seconds": 0})
            for _ in range(12):
                assert await play_one(tables, lambda legal: legal[0]) is not None
            assert all(table.connections == 1 for table in tables)
            lags = [seat.lag for seat in tables[0].room.seats] if tables[0].room else []
            assert len(lags) == 2

    run(scene())


def test_it_fits_the_uvicorn_that_is_installed(caplog: pytest.LogCaptureFixture) -> None:
    chosen = fitting.choose(fitting.some_connections())
    assert chosen.is_gated
    assert issubclass(chosen.ws, TableSocket)
    assert not caplog.records


@pytest.fixture
def lacking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name: str = request.param

    def missing(socket: TableSocket) -> Any:
        raise AttributeError(name)

    broken = property(missing, lambda socket, value: None)
    monkeypatch.setattr(TableSocket, name, broken, raising=False)
    return name


@pytest.mark.parametrize("lacking", USED, indirect=True)
def test_a_name_that_is_not_there_is_noticed(
    lacking: str, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = fitting.choose(fitting.some_connections())
    assert chosen.is_gated
    assert not issubclass(chosen.ws, TableSocket)
    assert [record.getMessage().count(PLAIN) for record in caplog.records] == [1]


@pytest.mark.parametrize(
    ("name", "value"),
    [("handshake_initiated", False), ("close_sent", False), ("disconnected", False)],
)
def test_a_name_that_means_something_else_is_noticed(
    name: str, value: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there, but never changes."""
    still = property(lambda socket: value, lambda socket, new: None)
    monkeypatch.setattr(TableSocket, name, still, raising=False)
    chosen = fitting.choose(fitting.some_connections())
    # `disconnected` counts only after `close_sent`, which then has said so already.
    assert issubclass(chosen.ws, TableSocket) == (name == "disconnected")


def test_where_the_short_way_does_not_fit_a_game_is_played_the_plain_way(tmp_path: Path) -> None:
    server = odd(tmp_path, "--lacking", "disconnected").start()
    try:
        a_game_is_played(server)
        assert server.metric("sandtable_faults_total") == 0
        assert server.metric("sandtable_connections") >= 1
    finally:
        server.stop()
    said = server.said()
    assert said.count(PLAIN) == 1
    assert "Traceback" not in said


def test_where_not_even_the_gate_fits_a_game_is_played(tmp_path: Path) -> None:
    server = odd(tmp_path, "--lacking-state").start()
    try:
        a_game_is_played(server)
        assert server.metric("sandtable_faults_total") == 0
    finally:
        server.stop()
    said = server.said()
    assert said.count("Connections are limited only in number") == 1
    assert "Traceback" not in said


@pytest.mark.policy("SP-L8")
def test_a_fault_while_somebody_joins_is_logged_counted_and_told(tmp_path: Path) -> None:
    server = odd(tmp_path, "--fail-after", "boom", "--secret", "a-secret-of-somebody").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            gathering = await clients[0].create("watch", seats=2)
            await gathering.say("boom")
            await until(lambda: asyncio.sleep(0, bool(gathering.chat)))
            address = server.url.replace("http", "ws")
            where = f"{address}/api/v1/tables/{gathering.id}/socket"
            async with connect(where, proxy=None) as wire:
                await wire.send('{"type":"hello","protocol":1}')
                code, heard = await until_closed(wire)
            assert code == 1011
            assert heard[-1]["type"] == "bye"
            assert heard[-1]["code"] == 1011
            assert server.metric("sandtable_faults_total") == 1
            said = server.said()
            assert said.count("Traceback") == 1
            assert gathering.id not in said
            assert "a-secret-of-somebody" not in said
            assert await play_one(tables, lambda legal: legal[0]) is not None

    try:
        run(scene())
    finally:
        server.stop()
