"""Clients that mean harm, or only get it wrong, are refused or dropped; others are unaffected."""

import asyncio
import base64
import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.kit import Server, guests, play_one, run, table_of

HELLO = '{"type":"hello","protocol":1}'


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all its limits."""
    running = Server(tmp_path_factory.mktemp("strict"), limits=True).start()
    yield running
    assert running.healthy(), running.said()
    running.stop()
    assert "Traceback" not in running.said(), running.said()


def address(server: Server, table_id: str) -> str:
    return f"ws://127.0.0.1:{server.port}/api/v1/tables/{table_id}/socket"


async def until_closed(wire: ClientConnection) -> tuple[int, list[Any]]:
    """All that is still said, and the code it ends with."""
    heard: list[Any] = []
    try:
        async with asyncio.timeout(20):
            while True:
                heard.append(json.loads(await wire.recv()))
    except ConnectionClosed as closed:
        return (closed.rcvd.code if closed.rcvd else 1006), heard


@pytest.mark.policy("SP-I7")
def test_a_socket_from_a_foreign_page_is_refused(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            with pytest.raises(InvalidStatus) as refused:
                await connect(address(server, table.id), origin="https://evil.example", proxy=None)  # type: ignore[arg-type]
            assert refused.value.response.status_code == 403

    run(scene())


@pytest.mark.policy("SP-I7")
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_change_from_a_foreign_page_is_refused(server: Server, origin: str) -> None:
    request = urllib.request.Request(
        f"{server.url}/api/v1/me",
        data=b'{"name":"Eve"}',
        method="PUT",
        headers={"origin": origin, "content-type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        assert answer.code == 403
        assert json.loads(answer.read())["code"] == "SV-3"
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.policy("SP-I7")
@pytest.mark.parametrize("own_first", [True, False])
def test_two_origins_are_none_of_ours(server: Server, own_first: bool) -> None:
    """A change and a socket: our own Origin beside a foreign one opens nothing."""
    both = [server.url, "https://evil.example"]
    origins = "".join(f"origin: {one}\r\n" for one in (both if own_first else both[::-1]))
    own = f"origin: {server.url}\r\n"
    body = '{"name":"Eve"}'

    def status(origin: str, line: str, more: str, said: str = "") -> int:
        head = f"{line} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n{origin}{more}\r\n"
        with socket.create_connection(("127.0.0.1", server.port), 20) as wire:
            wire.sendall((head + said).encode())
            return int(wire.recv(4096)[9:12])

    change = ("PUT /api/v1/me", "content-type: application/json\r\ncontent-length: 14\r\n", body)
    assert status(origins, *change) == 403
    assert status(own, *change) == 200
    upgrade = (
        "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    assert status(origins, "GET /api/v1/tables/x/socket", upgrade) in (400, 403)
    assert status(own, "GET /api/v1/tables/x/socket", upgrade) == 101


@pytest.mark.policy("SP-I8")
def test_a_request_under_a_foreign_name_is_refused(server: Server) -> None:
    request = urllib.request.Request(f"{server.url}/healthz", headers={"host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        assert answer.code == 421


@pytest.mark.policy("SP-R8")
def test_every_answer_carries_the_headers_that_keep_a_page_safe(server: Server) -> None:
    """Here over a wire; test_safe_answers.py has every kind of answer."""
    with urllib.request.urlopen(f"{server.url}/") as answer:
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.policy("SP-I1")
@pytest.mark.parametrize("token", ["", "x", "A" * 22, "A" * 5000])
def test_a_wrong_token_only_watches(server: Server, token: str) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            headers = {"cookie": f"sandtable_seat={token}"}
            async with connect(
                address(server, table.id), additional_headers=headers, proxy=None
            ) as wire:
                await wire.send(HELLO)
                welcome = json.loads(await wire.recv())
                assert welcome["you"]["seat"] is None
                await wire.send('{"type":"act","n":1,"act":{"act":"keep"}}')
                while (message := json.loads(await wire.recv()))["type"] != "problem":
                    pass
                assert message["code"] == "SV-4"

    run(scene())


@pytest.mark.policy("SP-I1")
def test_the_token_of_one_seat_opens_no_other_table(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Eve") as (ada, eve):
            table = await ada.create("watch", bots=["random"], start=True)
            own = await eve.create("watch", bots=["random"], start=True)
            eve.seat_tokens[table.id] = eve.seat_tokens[own.id]
            other = await eve.open(table.id)
            assert other.you is not None
            assert other.you.seat is None

    run(scene())


@pytest.mark.policy("SP-L5")
def test_a_frame_that_is_too_long_ends_the_connection(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            for size in (9_000, 200_000):
                async with connect(address(server, table.id), proxy=None) as wire:
                    await wire.send(HELLO)
                    await wire.send("x" * size)
                    code, _ = await until_closed(wire)
                    assert code == 1009

    run(scene())


@pytest.mark.policy("SP-L4")
@pytest.mark.parametrize("first", ['{"type":"ping","id":1}', '{"type":"hello","protocol":99}'])
def test_who_does_not_say_hello_is_let_go(server: Server, first: str) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            async with connect(address(server, table.id), proxy=None) as wire:
                await wire.send(first)
                code, _ = await until_closed(wire)
                assert code == 4000

    run(scene())


@pytest.mark.policy("SP-L4")
def test_who_falls_silent_is_let_go_and_who_only_listens_is_not(tmp_path: Path) -> None:
    server = Server(tmp_path).fast(20).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", seats=2)
            async with (
                connect(address(server, table.id), proxy=None) as silent,
                connect(address(server, table.id), proxy=None) as listening,
            ):
                await silent.send(HELLO)
                await listening.send(HELLO)

                async def listen() -> None:
                    while True:
                        heard = json.loads(await listening.recv())
                        if heard["type"] == "probe":
                            await listening.send(json.dumps({"type": "echo", "id": heard["id"]}))

                answering = asyncio.create_task(listen())
                code, heard = await until_closed(silent)
                assert code == 4005
                assert heard[-1]["come_back_after"] == 0
                assert len([m for m in heard if m["type"] == "probe"]) >= 5
                assert not answering.done()
                answering.cancel()

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.policy("SP-L5")
def test_nonsense_is_answered_four_times_and_then_ends_the_line(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", seats=2)
            async with connect(address(server, table.id), proxy=None) as wire:
                await wire.send(HELLO)
                for number in range(4):
                    await wire.send("{" * number)
                    while (message := json.loads(await wire.recv()))["type"] != "problem":
                        pass
                    assert message["code"] == "SV-1"
                await wire.send('{"type":"ping","id":7}')
                while '"pong"' not in str(await wire.recv()):
                    pass
                await wire.send("[]")
                code, heard = await until_closed(wire)
                assert code == 1008
                assert heard[-1]["come_back_after"] == 10_000

    run(scene())


def test_there_is_no_socket_to_a_table_that_is_not_there(server: Server) -> None:
    async def scene() -> None:
        async with connect(address(server, "nothing"), proxy=None) as wire:
            code, heard = await until_closed(wire)
            assert code == 4004
            assert heard[0]["come_back_after"] is None

    run(scene())


@pytest.mark.policy("SP-L6")
def test_a_flood_ends_and_others_play_on(strict: Server) -> None:
    async def scene() -> None:
        async with guests(strict, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            async with connect(address(strict, tables[0].id), proxy=None) as wire:
                await wire.send(HELLO)
                for _ in range(200):
                    await wire.send('{"type":"react","reaction":"wave"}')
                code, heard = await until_closed(wire)
                assert code == 1008
                assert any(m["type"] == "problem" and m["code"] == "SV-5" for m in heard)
            assert await play_one(tables, lambda legal: legal[0]) is not None

    run(scene())


@pytest.mark.policy("SP-R4")
def test_too_many_requests_are_refused_for_a_while(strict: Server) -> None:
    codes = []
    for _ in range(400):
        try:
            with urllib.request.urlopen(f"{strict.url}/api/v1/me") as answer:
                codes.append(answer.status)
        except urllib.error.HTTPError as refused:
            with refused:
                codes.append(refused.code)
            break
    assert codes[-1] == 429


@pytest.mark.policy("SP-L3")
def test_who_reads_too_slowly_is_dropped_and_others_play_on(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            # Before the game begins everybody hears everything: much can be said to a sleeper.
            gathering = await clients[0].create("watch", seats=2)
            sleeper = sleeping_watcher(server, gathering.id)
            try:
                before = server.metric("sandtable_dropped_total")
                async with asyncio.timeout(60):
                    while server.metric("sandtable_dropped_total") == before:
                        for _ in range(200):
                            await gathering.say("x" * 390)
                        await asyncio.sleep(0.05)
                assert await play_one(tables, lambda legal: legal[0]) is not None
            finally:
                sleeper.close()

    run(scene())


def sleeping_watcher(server: Server, table_id: str) -> socket.socket:
    """A client that shakes hands, says hello, and then never reads again."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect(("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    wire.sendall(
        f"GET /api/v1/tables/{table_id}/socket HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n"
        f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: {key}\r\n"
        "sec-websocket-version: 13\r\n\r\n".encode()
    )
    assert wire.recv(4096).startswith(b"HTTP/1.1 101")
    hello = HELLO.encode()
    wire.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return wire


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)
KINDS = st.sampled_from(
    ["hello", "act", "ready", "pause", "say", "offer", "react", "ping", "echo", "nonsense"]
)
NEARLY = st.builds(
    lambda kind, fields: json.dumps({**fields, "type": kind}),
    KINDS,
    st.dictionaries(
        st.sampled_from(["n", "act", "ready", "pause", "text", "offer", "reaction", "id", "since"]),
        PLAIN,
        max_size=4,
    ),
)
FRAMES = NEARLY | PLAIN.map(json.dumps) | st.text(max_size=200) | st.binary(max_size=200)
MOVES = st.builds(
    lambda n, act: json.dumps({"type": "act", "n": n, "act": act}),
    st.integers(0, 2**53),
    st.dictionaries(st.sampled_from(["act", "pawn", "spend", "give", "take", "player"]), PLAIN)
    | st.sampled_from([{"act": "move", "pawn": "green", "spend": 10**30}, {"act": "keep"}]),
)


@pytest.mark.policy("SP-L5")
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(FRAMES | MOVES, min_size=1, max_size=12))
def test_no_frames_whatsoever_kill_a_table(server: Server, frames: list[str | bytes]) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            await table.close()
            headers = {"cookie": ada.cookies_for(table.id)}
            async with connect(
                address(server, table.id), additional_headers=headers, proxy=None
            ) as wire:
                await wire.send(HELLO)
                ended: int | None = None
                try:
                    for frame in frames:
                        await wire.send(frame)
                    await wire.send('{"type":"ping","id":7}')
                    async with asyncio.timeout(10):
                        while '"pong"' not in str(await wire.recv()):
                            pass
                except ConnectionClosed as closed:
                    ended = closed.rcvd.code if closed.rcvd else 1006
                assert ended in (None, 1007, 1008, 1009)
            again = await ada.open(table.id)
            assert again.room is not None
            assert again.room.stage == "playing"

    run(scene())


def test_deep_nesting_is_only_nonsense(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            await table.close()
            headers = {"cookie": ada.cookies_for(table.id)}
            async with connect(
                address(server, table.id), additional_headers=headers, proxy=None
            ) as wire:
                await wire.send(HELLO)
                deep = '{"a":' * 900 + "1" + "}" * 900
                await wire.send('{"type":"act","n":1,"act":' + deep + "}")
                await wire.send('{"type":"ping","id":7}')
                while '"pong"' not in str(await wire.recv()):
                    pass

    run(scene())
