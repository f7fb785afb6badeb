"""However an answer leaves a real server, it has the headers that keep a page safe: pages, refused
handshakes, and what is said to those who are too many or do not speak HTTP."""

import asyncio
import logging
import socket
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.base.settings import Settings
from sandtable.server.http.security import SafeAnswers
from sandtable.server.net import fitting
from sandtable.server.net.gate import counted, gated
from sandtable.server.net.safety import HEADERS, headers_for
from tests.server.kit import PATIENCE, Server
from tests.server.test_doors import UPGRADE, said_to

ANYWHERE = "/api/v1/tables/nowhere/socket"
KEYLESS = "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
SAID: dict[str, tuple[int, str]] = {
    "a page": (200, "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"),
    "for a head": (200, "HEAD / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"),
    "nothing there": (404, "GET /api/x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"),
    "no such method": (405, "BREW / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"),
    "an unknown name": (421, "GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n"),
    "two lengths": (
        400,
        "GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n",
    ),
    "not HTTP": (400, "nonsense\r\n"),
    "no host": (400, "GET / HTTP/1.1\r\n"),
    "another upgrade": (
        200,
        "GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: h2c\r\nconnection: upgrade, close\r\n",
    ),
    "no such table": (101, f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\n{UPGRADE}"),
    "a foreign page": (
        403,
        f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\n{UPGRADE}",
    ),
    "a socket by an unknown name": (
        403,
        f"GET {ANYWHERE} HTTP/1.1\r\nhost: evil.example\r\n{UPGRADE}",
    ),
    "a socket elsewhere": (403, f"GET /x HTTP/1.1\r\nhost: localhost\r\n{UPGRADE}"),
    "no method for a socket": (405, f"PUT {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\n{UPGRADE}"),
    "two upgrades": (
        426,
        f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\nupgrade: h2c\r\n{UPGRADE}",
    ),
    "no key": (400, f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\n{KEYLESS}"),
    "an old socket": (
        400,
        f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\n{UPGRADE.replace(': 13', ': 8')}",
    ),
}


def check(answer: bytes, code: int, wanted: Mapping[str, str] = HEADERS) -> None:
    """It has each of these headers once, and no others of their kind."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    assert head[0].startswith(f"HTTP/1.1 {code} "), head
    found = [tuple(line.split(": ", 1)) for line in head[1:]]
    names = [name.lower() for name, _ in found]
    assert {name.lower(): said for name, said in found}.items() >= wanted.items(), head
    assert all(names.count(name) == 1 for name in wanted)
    assert ("strict-transport-security" in names) == ("strict-transport-security" in wanted)


@pytest.mark.policy("SP-R8")
@pytest.mark.parametrize("case", SAID)
def test_every_answer_is_safe(server: Server, case: str) -> None:
    code, request = SAID[case]
    check(said_to(server, f"{request}\r\n".encode(), within=PATIENCE), code)


HTTPS = "https://games.example.org"
STRICT = headers_for(Settings(data_dir=Path(), public_url=HTTPS), "http")
ELSEWHERE = "127.0.0.2"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all its limits, for one connection from each address, and an https address."""
    running = Server(
        tmp_path_factory.mktemp("strict"),
        limits=True,
        SANDTABLE_MOST_CONNECTIONS_EACH="1",
        SANDTABLE_PUBLIC_URL=HTTPS,
    )
    running.program = ["-m", "sandtable", "serve"]
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


def from_elsewhere(server: Server, said: bytes) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (ELSEWHERE, 0))
    wire.sendall(said)
    return wire


@pytest.mark.policy("SP-R8")
def test_who_is_one_too_many_is_told_so_safely(strict: Server) -> None:
    assert "strict-transport-security" in STRICT
    busy = (
        b"PUT /api/v1/me HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n"
        b"content-type: application/json\r\ncontent-length: 20\r\n\r\n"
    )
    with from_elsewhere(strict, busy) as first:
        assert first.recv(4096).startswith(b"HTTP/1.1 100 "), "it is being answered"
        with from_elsewhere(strict, b"") as second:
            check(second.recv(65_536), 503, STRICT)


@pytest.mark.policy("SP-R8")
def test_who_opens_sockets_too_often_is_told_so_safely(strict: Server) -> None:
    request = f"GET {ANYWHERE} HTTP/1.1\r\nhost: localhost\r\n{UPGRADE}\r\n".encode()
    for _ in range(200):
        with from_elsewhere(strict, request) as wire:
            answer = wire.recv(65_536)
        if answer.startswith(b"HTTP/1.1 503 "):
            time.sleep(0.1)  # a busy server has not noticed yet that the one before is gone
            continue
        if not answer.startswith(b"HTTP/1.1 101 "):
            break
        check(answer, 101, STRICT)
    check(answer, 403, STRICT)


@pytest.mark.policy("SP-R8")
def test_a_fault_outside_of_everything_is_told_safely(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where uvicorn would have to answer for the application: it fails, or says nothing at all."""
    settings = Settings(data_dir=tmp_path, public_url=HTTPS)

    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ZeroDivisionError

    async def says_nothing(scope: Any, receive: Any, send: Any) -> None:
        return

    async def scene(app: Any, request: bytes) -> bytes:
        connections = fitting.some_connections()
        http = gated(fitting.load_protocol(fitting.HTTP), connections, STRICT)
        ws = counted(fitting.load_protocol(fitting.SHORT_SOCKET), STRICT)
        wire = await fitting.opened(SafeAnswers(app, settings), http, ws)
        wire.feed(request)
        await fitting.settle()
        assert wire.closed
        return wire.written

    caplog.set_level(logging.CRITICAL, "uvicorn.error")
    for app in (fails, says_nothing):
        for request in (fitting.REQUEST, fitting.UPGRADE):
            check(asyncio.run(scene(app, request)), 500, STRICT)


@pytest.mark.policy("SP-R8")
def test_a_fault_after_an_answer_has_begun_does_not_begin_another(tmp_path: Path) -> None:
    sent: list[str] = []

    async def begins(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    async def tell(message: Any) -> None:
        sent.append(message["type"])

    async def never() -> Any:
        raise AssertionError("nobody asks")

    safe = SafeAnswers(begins, Settings(data_dir=tmp_path))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(safe({"type": "http", "scheme": "http"}, never, tell))
    assert sent == ["http.response.start"]
