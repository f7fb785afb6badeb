"""Connections are bounded and timed, and players do not notice those of others."""

import asyncio
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from sandtable.server.base.metrics import Metrics
from sandtable.server.net.addresses import Proxies
from sandtable.server.net.connections import Connection, Connections
from sandtable.server.net.fitting import Memory
from sandtable.server.operating.files import room_for
from tests.server.kit import Server, guests, play_one, run, table_of, until

HALF_HEAD = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-and-so-on"
HALF_BODY = (
    b"PUT /api/v1/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    b'content-length: 20\r\n\r\n{"name":'
)
HEALTH = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
ELSEWHERE = "127.0.0.2"


class From(Memory):
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def get_extra_info(self, name: str, default: object = None) -> object:
        return (self.address, 1) if name == "peername" else default


def all_of(most: int, each: int | None, *proxies: str, head_within: float = 60.0) -> Connections:
    return Connections(most, each, Proxies(proxies), Metrics(), head_within, 60.0)


def come(connections: Connections, address: str) -> Connection | None:
    connection = Connection(connections)
    return connection if connection.arrive(From(address)) else None


def asking(connections: Connections, address: str) -> Connection:
    connection = come(connections, address)
    assert connection is not None
    connection.begin()
    return connection


def is_cut(connection: Connection | None) -> bool:
    assert connection is not None
    assert connection.transport is not None
    return connection.transport.is_closing()


@pytest.mark.policy("SP-R1")
def test_an_address_has_a_bound_and_another_address_its_own() -> None:
    connections = all_of(10, 2)
    for _ in range(2):
        asking(connections, "192.0.2.1")
    assert come(connections, "192.0.2.1") is None
    assert come(connections, "192.0.2.2") is not None
    assert connections.metrics.turned_away.value == 1


@pytest.mark.policy("SP-R1")
def test_all_addresses_of_a_64_are_one() -> None:
    connections = all_of(10, 2)
    asking(connections, "2001:db8::1")
    asking(connections, "2001:db8::ffff:2")
    assert come(connections, "2001:db8:0:0:3::") is None
    assert come(connections, "2001:db8:0:1::1") is not None


def test_an_address_of_ipv4_is_the_same_when_written_as_ipv6() -> None:
    connections = all_of(10, 1)
    asking(connections, "192.0.2.1")
    assert come(connections, "::ffff:192.0.2.1") is None


@pytest.mark.policy("SP-R1")
def test_there_is_a_bound_on_all_together() -> None:
    connections = all_of(2, 2)
    for number in range(2):
        asking(connections, f"192.0.2.{number}")
    assert come(connections, "192.0.2.9") is None


@pytest.mark.parametrize("bounds", [(10, 2), (2, 10)])
def test_who_has_waited_longest_for_nothing_makes_room(bounds: tuple[int, int]) -> None:
    connections = all_of(*bounds)
    first, second = come(connections, "192.0.2.1"), come(connections, "192.0.2.1")
    assert come(connections, "192.0.2.1") is not None
    assert is_cut(first)
    assert not is_cut(second)
    assert connections.metrics.connections.value == 2


@pytest.mark.policy("SP-R1")
def test_who_is_being_answered_never_makes_room() -> None:
    connections = all_of(10, 2)
    busy, idle = asking(connections, "192.0.2.1"), come(connections, "192.0.2.1")
    assert come(connections, "192.0.2.1") is not None
    assert not is_cut(busy)
    assert is_cut(idle)


def test_a_proxy_speaks_for_many_and_each_of_them_is_counted() -> None:
    connections = all_of(10, 2, "192.0.2.0/24")
    for _ in range(3):
        assert come(connections, "192.0.2.1") is not None
    first = connections.enter("198.51.100.7")
    assert first is not None
    assert connections.enter("198.51.100.7") is not None
    assert connections.enter("198.51.100.7") is None
    assert connections.enter("198.51.100.8") is not None
    connections.exit(first)
    assert connections.enter("198.51.100.7") is not None


def test_a_connection_of_a_proxy_does_not_make_room() -> None:
    connections = all_of(1, 1, "192.0.2.1")
    proxy = come(connections, "192.0.2.1")
    assert come(connections, "198.51.100.7") is None
    assert not is_cut(proxy)


def test_who_is_gone_is_counted_no_more() -> None:
    connections = all_of(10, 1)
    for _ in range(3):
        connection = asking(connections, "192.0.2.1")
        connection.leave()
        connection.leave()
        connection.end()
    assert connections.metrics.connections.value == 0
    assert come(connections, "192.0.2.1") is not None


def test_a_head_that_is_not_complete_in_time_is_not_waited_for() -> None:
    connections = all_of(10, 10, head_within=-1.0)
    silent, slow, busy = (come(connections, "192.0.2.1") for _ in range(3))
    assert slow is not None
    assert busy is not None
    slow.heard(5)
    busy.begin()
    connections.sweep()
    assert is_cut(silent)
    assert is_cut(slow)
    assert not is_cut(busy)
    assert connections.metrics.timed_out.value == 2


def test_the_next_head_has_its_own_time_from_its_first_byte_on() -> None:
    connections = all_of(10, 10, head_within=-1.0)
    kept, slow = asking(connections, "192.0.2.1"), asking(connections, "192.0.2.1")
    kept.end()
    slow.end()
    slow.heard(1)
    connections.sweep()
    assert not is_cut(kept)
    assert is_cut(slow)


def test_a_bound_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    connections = all_of(10, 1)
    asking(connections, "192.0.2.1")
    for _ in range(20):
        come(connections, "192.0.2.1")
    assert len(caplog.records) == 1


@pytest.mark.parametrize("files", [64, 256, 1024, 4096, 20_000, 65_536])
def test_connections_leave_room_for_other_files(files: int) -> None:
    most, backlog = room_for(files)
    assert most >= 16
    assert backlog >= 16
    assert most + backlog + 160 <= max(files, 16 + 16 + 160)


def test_how_many_may_wait_follows_the_number_of_files() -> None:
    assert [room_for(files)[1] for files in (64, 1024, 65_536)] == [16, 128, 2048]


# A real server.


@contextmanager
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def half(server: Server, said: bytes, source: str = ELSEWHERE) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", server.port), 20, (source, 0))
    wire.sendall(said)
    return wire


def all_that_is_said(wire: socket.socket) -> bytes:
    """Until the other side ends it, in whatever way."""
    wire.settimeout(60)
    heard = b""
    try:
        while data := wire.recv(65_536):
            heard += data
    except ConnectionError:
        pass
    return heard


def healthy_from(server: Server, source: str) -> bool:
    with half(server, HEALTH, source) as wire:
        return all_that_is_said(wire).startswith(b"HTTP/1.1 200")


@pytest.mark.policy("SP-R1")
@pytest.mark.skipif(sys.platform != "linux", reason="one address of loopback elsewhere")
def test_two_thousand_half_requests_lock_nobody_out(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True, SANDTABLE_HEAD_WITHIN="4", SANDTABLE_BODY_WITHIN="4")
    server.program = ["-m", "tests.server.odd_server", "--files", "1024", "serve"]
    server.start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"break_seconds": 0})

            async def play_on() -> None:
                assert await play_one(tables, lambda legal: legal[0]) is not None

            await play_on()
            with many_files(), ExitStack() as held:
                for number in range(2_000):
                    said = HALF_BODY if number % 2 else HALF_HEAD
                    try:
                        held.enter_context(half(server, said))
                    except ConnectionError:
                        continue
                    if number % 100 == 0:
                        await play_on()
                await play_on()
                async with guests(server, "Eve") as (eve,):
                    newcomer = await eve.open(tables[0].id)
                    assert newcomer.room is not None
            await play_on()
            assert all(table.connections == 1 for table in tables)

    try:
        run(scene(), patience=150)
        assert server.metric("sandtable_turned_away_total") > 500
        # What is left of them times out, and then their address is as good as any.
        run(until(lambda: asyncio.to_thread(healthy_from, server, ELSEWHERE)))
        assert server.metric("sandtable_faults_total") == 0
        assert healthy_from(server, "127.0.0.1")
    finally:
        server.stop()
    said = server.said()
    assert "Traceback" not in said
    assert said.count("connections that one address gets") == 1
    assert len(said.splitlines()) < 10


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long."""
    folder = tmp_path_factory.mktemp("hasty")
    running = Server(folder, SANDTABLE_HEAD_WITHIN="0.5", SANDTABLE_BODY_WITHIN="0.5").start()
    yield running
    faults = running.metric("sandtable_faults_total")
    running.stop()
    assert faults == 0
    assert "Traceback" not in running.said(), running.said()


@pytest.mark.policy("SP-R2")
def test_half_a_head_is_closed(hasty: Server) -> None:
    with half(hasty, HALF_HEAD, "127.0.0.1") as wire:
        assert all_that_is_said(wire) == b""


def test_silence_is_closed(hasty: Server) -> None:
    with half(hasty, b"", "127.0.0.1") as wire:
        assert all_that_is_said(wire) == b""


@pytest.mark.policy("SP-R2")
def test_half_a_body_is_answered_and_closed(hasty: Server) -> None:
    before = hasty.metric("sandtable_timed_out_total")
    with half(hasty, HALF_BODY, "127.0.0.1") as wire:
        heard = all_that_is_said(wire)
    assert heard.startswith(b"HTTP/1.1 408")
    assert heard.count(b"HTTP/1.1") == 1
    assert hasty.metric("sandtable_timed_out_total") == before + 1


def trickle(wire: socket.socket) -> None:
    """A byte now and then, until nobody takes it any more."""
    while True:
        wire.sendall(b" ")
        time.sleep(0.05)


@pytest.mark.policy("SP-R2")
def test_a_body_that_only_trickles_is_not_waited_for(hasty: Server) -> None:
    said = HALF_BODY.replace(b": 20\r\n", b": 90000\r\n")
    with half(hasty, said, "127.0.0.1") as wire, pytest.raises(ConnectionError):
        trickle(wire)


def test_what_trickles_in_after_an_answer_is_not_waited_for(hasty: Server) -> None:
    """The page does not read the body of a GET, and nobody waits for the rest of it."""
    said = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 90000\r\n\r\n"
    with half(hasty, said, "127.0.0.1") as wire, pytest.raises(ConnectionError):
        trickle(wire)


def test_a_head_without_end_is_refused(hasty: Server) -> None:
    with half(hasty, b"GET / HTTP/1.1\r\n", "127.0.0.1") as wire:
        heard = b""
        try:
            for number in range(4_000):
                wire.sendall(b"x-%d: %s\r\n" % (number, b"y" * 100))
        except ConnectionError:
            pass
        heard = all_that_is_said(wire)
    assert heard[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")


def test_many_small_requests_on_one_connection_are_fine(hasty: Server) -> None:
    ask = b"GET /api/v1/games/watch HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: %s\r\n\r\n" % (
        b"y" * 4000
    )
    with half(hasty, b"", "127.0.0.1") as wire:
        for _ in range(40):
            wire.sendall(ask)
            heard = b""
            while b"\r\n\r\n{" not in heard or not heard.endswith(b"}"):
                heard += wire.recv(65_536)
            assert heard.startswith(b"HTTP/1.1 200")
