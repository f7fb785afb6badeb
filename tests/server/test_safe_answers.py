"""Every answer has the headers that keep a page safe: pages, refusals, faults, the gate's own."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from sandtable.server.app import App, make_app
from sandtable.server.base.settings import Settings
from sandtable.server.net import fitting
from sandtable.server.net.connections import Connection
from sandtable.server.net.gate import KEY, MOST_HEAD, counted, gated
from sandtable.server.net.limits import ByAddress
from sandtable.server.net.safety import HEADERS, headers_for
from tests.server.kit import run

HTTPS = "https://games.example.org"
Answer = tuple[int, dict[str, str]]


async def ask(
    app: ASGIApp,
    path: str,
    method: str = "GET",
    scheme: str = "http",
    state: Mapping[str, Any] | None = None,
    client: str = "192.0.2.7",
    **headers: str,
) -> Answer:
    """Status and headers of an answer; what else the application raises is not the point here."""
    sent: list[Any] = []
    given = {
        "host": "localhost",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": scheme,
        "client": (client, 1),
        "server": ("localhost", 80),
        "headers": [(name.encode(), text.encode()) for name, text in given.items()],
        "state": dict(state or {}),
    }

    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        # After its request a client says nothing more, and stays until it has its answer.
        for message in asked:
            return message
        await asyncio.Event().wait()
        raise AssertionError("nothing ever comes")

    async def send(message: Any) -> None:
        sent.append(message)

    try:
        await app(scope, receive, send)
    except ZeroDivisionError:
        assert sent, "a fault without an answer"
    found = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
    return sent[0]["status"], found


async def fails(request: Request) -> Response:
    raise ZeroDivisionError


async def every_kind(folder: Path, scheme: str = "http", **chosen: Any) -> list[Answer]:
    """An answer from every part of the server that can give one."""
    app = App(Settings(data_dir=folder, **chosen))
    app.show_health = fails  # type: ignore[method-assign]
    asgi = make_app(app)
    seldom = App(Settings(data_dir=folder, **chosen))
    seldom.allows_one_more = lambda address: False  # type: ignore[method-assign]
    crowded = App(Settings(data_dir=folder, **chosen))
    crowded.connections.most_each = 0
    busy = Connection(crowded.connections)
    busy.through_proxy = True
    return [
        await ask(asgi, "/", scheme=scheme),
        await ask(asgi, "/nothing.txt", scheme=scheme),
        await ask(asgi, "/api/docs", scheme=scheme),
        await ask(asgi, "/api/v1/me", scheme=scheme),
        await ask(asgi, "/api/nothing", scheme=scheme),
        await ask(asgi, "/healthz", "POST", scheme=scheme),
        await ask(asgi, "/", scheme=scheme, host="evil.example"),
        await ask(asgi, "/", scheme=scheme, content_length="1", transfer_encoding="chunked"),
        await ask(asgi, "/healthz", scheme=scheme),
        await ask(make_app(seldom), "/api/docs", scheme=scheme),
        await ask(make_app(crowded), "/", scheme=scheme, state={KEY: busy}),
    ]


STATUSES = [200, 503, 404, 405, 421, 400, 500, 429, 429]
"""Of all but the first two: whether there is a page depends on whether it was built."""


@pytest.mark.policy("SP-R8")
def test_every_answer_has_the_headers_that_keep_a_page_safe(tmp_path: Path) -> None:
    found = run(every_kind(tmp_path))
    assert [status for status, _ in found[2:]] == STATUSES
    for status, headers in found:
        assert HEADERS.items() <= headers.items(), status
        assert "strict-transport-security" not in headers
        assert "access-control-allow-origin" not in headers


@pytest.mark.policy("SP-R8")
@pytest.mark.parametrize(
    ("url", "scheme", "proxies", "told"),
    [
        (HTTPS, "https", ("192.0.2.1",), True),
        (HTTPS, "http", ("192.0.2.1",), False),
        (HTTPS, "http", (), True),
        ("http://games.example.org", "https", ("192.0.2.1",), False),
        (None, "https", ("192.0.2.1",), False),
    ],
)
def test_with_an_https_address_every_answer_keeps_browsers_there(
    tmp_path: Path, url: str | None, scheme: str, proxies: tuple[str, ...], told: bool
) -> None:
    found = run(every_kind(tmp_path, scheme, public_url=url, trusted_proxies=proxies))
    for status, headers in found:
        assert ("strict-transport-security" in headers) == told, status


@pytest.mark.policy("SP-R4")
@pytest.mark.parametrize(
    "path", ["/", "/assets/x.js", "/games/watch/1/board.js", "/api/docs", "/api/x", "/metrics"]
)
def test_a_household_has_a_limit_whatever_it_asks_for(tmp_path: Path, path: str) -> None:
    async def scene() -> None:
        app = App(Settings(data_dir=tmp_path, metrics="on"))
        app.limits.everything = ByAddress(3, 0.001)
        asgi = make_app(app)
        for _ in range(3):
            assert (await ask(asgi, path))[0] in (200, 404)
        assert (await ask(asgi, path))[0] == 429
        assert app.metrics.limited.value == 1
        assert (await ask(asgi, path, client="192.0.2.8"))[0] in (200, 404)

    run(scene())


async def at_the_gate(headers: Mapping[str, str]) -> list[bytes]:
    """What the gate says to somebody too many, to a head without end, and to what is not HTTP."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nothing of this is a request")

    connections = fitting.some_connections()
    protocols = (
        gated(fitting.load_protocol(fitting.HTTP), connections, headers),
        counted(fitting.load_protocol(fitting.SOCKET)),
    )
    endless = await fitting.opened(app, *protocols)
    endless.feed(b"GET / HTTP/1.1\r\nx-and-so-on: ")
    endless.protocol.sandtable_connection.unasked = MOST_HEAD + 1
    endless.feed(b"a")
    noise = await fitting.opened(app, *protocols)
    noise.feed(b"\x16\x03\x01 this is not HTTP\r\n\r\n")
    connections.most = 0
    connections._waiting.clear()
    full = await fitting.opened(app, *protocols)
    await fitting.settle()
    return [endless.written, noise.written, full.written]


@pytest.mark.policy("SP-R8")
def test_the_answers_of_the_gate_have_them_too(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, public_url=HTTPS)
    wanted = headers_for(settings, "https")
    assert "strict-transport-security" in wanted
    found = asyncio.run(at_the_gate(wanted))
    assert [answer.split(b"\r\n")[0][9:12] for answer in found] == [b"431", b"400", b"503"]
    for answer in found:
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        assert {f"{name}: {value}" for name, value in wanted.items()} <= set(lines)
        assert "connection: close" in lines
        assert f"content-length: {len(body)}" in lines


@pytest.mark.policy("SP-R8")
def test_what_is_not_http_does_not_break_into_an_answer() -> None:
    """A body turns into nonsense when its answer has begun: then the connection merely ends."""

    async def scene() -> bytes:
        connections = fitting.some_connections()
        go_on = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            connection = scope["state"][KEY]
            connection.begin()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            connection.answering = True
            await go_on.wait()
            connection.end()

        http, ws = fitting.load_protocol(fitting.HTTP), fitting.load_protocol(fitting.SOCKET)
        wire = await fitting.opened(app, gated(http, connections), counted(ws))
        wire.feed(b"POST / HTTP/1.1\r\nhost: local\r\ntransfer-encoding: chunked\r\n\r\n")
        await fitting.settle()
        wire.feed(b"this is not the length of a chunk\r\n")
        await fitting.settle()
        assert wire.closed
        go_on.set()
        await fitting.settle()
        return wire.written

    assert b"400" not in asyncio.run(scene())
