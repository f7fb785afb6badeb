"""Whether our protocols fit the uvicorn that is installed: tried at start, without a network.

We use parts of uvicorn that are not documented, and those may change with any version. So a request
and a WebSocket go through the very classes that will serve, over a connection in memory. If
anything is not as expected, uvicorn's own classes serve instead, and the log says so.
"""

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import version
from typing import Any, cast

import uvicorn

from sandtable.server.base.metrics import Metrics
from sandtable.server.net.addresses import Proxies
from sandtable.server.net.connections import Connections
from sandtable.server.net.frames import MASK_SIZE, MASKED, WHOLE_TEXT, framed
from sandtable.server.net.gate import KEY, counted, gated
from sandtable.server.net.safety import HEADERS
from sandtable.server.net.wire import Wire, wire_of

log = logging.getLogger("sandtable")

HTTP = "uvicorn.protocols.http.h11_impl:H11Protocol"
"""Fixed, so that what people run does not depend on what else is installed."""
SOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"
SHORT_SOCKET = "sandtable.server.net.shortway:TableSocket"

TRY_FOR = 5.0
REQUEST = b"GET /here HTTP/1.1\r\nhost: local\r\n\r\n"
UPGRADE = (
    b"GET /there HTTP/1.1\r\nhost: local\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
PING, PONG, FRAGMENT, LAST_FRAGMENT, CLOSE = 0x89, 0x8A, 0x01, 0x80, 0x88

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Unfit(Exception):
    """Something that we rely on does not hold."""


class Chosen:
    """The classes that uvicorn is told to serve with."""

    def __init__(self, http: Any, ws: Any, is_gated: bool) -> None:
        self.http = http
        self.ws = ws
        self.is_gated = is_gated


class Memory(asyncio.Transport):
    """A connection that ends in a list of bytes."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 2)})
        self.written = b""
        self.protocol: Any = None
        self.closed = False
        self.reading = True

    def write(self, data: Any) -> None:
        if not self.closed:
            self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def feed(self, data: bytes) -> None:
        self.protocol.data_received(data)


def masked(head: int, text: bytes) -> bytes:
    return bytes((head, MASKED | len(text))) + bytes(MASK_SIZE) + text


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Unfit(what)


async def settle() -> None:
    """Let everything run that is ready to run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def opened(app: Any, http: Any, ws: Any) -> Memory:
    config = uvicorn.Config(
        app, http=http, ws=ws, lifespan="off", log_config=None, ws_per_message_deflate=False
    )
    config.load()
    state: Any = uvicorn.Server(config).server_state
    wire = Memory()
    made = cast(Any, config.http_protocol_class)(
        config=config, server_state=state, app_state={}, _loop=asyncio.get_running_loop()
    )
    wire.protocol = made
    made.connection_made(wire)
    return wire


def some_connections() -> Connections:
    return Connections(2, 2, Proxies(()), Metrics(), 60.0, 60.0)


async def try_gate(http: Any, ws: Any) -> None:
    """A request in two pieces, then a WebSocket; each finds its connection, which is counted."""
    connections = some_connections()
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        connection = scope["state"][KEY]
        seen.append((scope["type"], connection))
        connection.begin()
        if scope["type"] == "http":
            await receive()
            start = {"type": "http.response.start", "status": 204, "headers": []}
            await send(start)
            await send({"type": "http.response.body", "body": b""})
        else:
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
        connection.end()

    gate, socket = gated(http, connections), counted(ws)
    first = await opened(app, gate, socket)
    first.feed(REQUEST[:20])
    await settle()
    need(not seen, "half a head was taken for a whole one")
    first.feed(REQUEST[20:])
    await settle()
    need([kind for kind, _ in seen] == ["http"], "a request did not arrive")
    need(first.written.startswith(b"HTTP/1.1 204"), "a request was not answered")
    second = await opened(app, gate, socket)
    second.feed(UPGRADE)
    await settle()
    need([kind for kind, _ in seen] == ["http", "websocket"], "a WebSocket did not arrive")
    need(second.written.startswith(b"HTTP/1.1 101"), "a WebSocket was not accepted")
    need(connections.metrics.connections.value == 2, "connections are not counted")
    for wire in (first, second):
        wire.protocol.connection_lost(None)
    await settle()
    need(connections.metrics.connections.value == 0, "connections are counted after their end")


class Listener:
    """An application that takes the first message the plain way and the rest the short way."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.heard: list[Any] = []
        self.plain: list[Any] = []
        self.go_on = asyncio.Event()
        self.ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.wire = wire_of(scope)
        await receive()
        await send({"type": "websocket.accept"})
        self.plain.append((await receive()).get("text"))
        await self.go_on.wait()
        self.wire.listen(self.heard.append)
        self.plain.append((await receive()).get("text"))
        await send({"type": "websocket.close", "code": 1000})
        self.ended = (await receive())["type"] == "websocket.disconnect"


async def try_short_way(http: Any, ws: Any) -> None:
    """Frames sent in every way; each has to arrive once, and in order."""
    app = Listener()
    wire = await opened(app, gated(http, some_connections()), counted(ws))
    wire.feed(UPGRADE)
    await settle()
    wire.feed(masked(WHOLE_TEXT, b"plain"))
    await settle()
    need(app.plain == ["plain"], "a frame did not take the plain way")
    wire.feed(masked(WHOLE_TEXT, b"early"))
    app.go_on.set()
    await settle()
    need(app.heard == [b"early"], "a frame that was waiting is lost")
    need(wire.reading, "reading was stopped and not resumed")
    two = masked(WHOLE_TEXT, b"one") + masked(WHOLE_TEXT, b"two")
    wire.feed(two[:-2])
    wire.feed(two[-2:] + masked(PING, b"?"))
    need(app.heard == [b"early", b"one", b"two"], "frames do not take the short way in")
    need(wire.written.endswith(bytes((PONG, 1)) + b"?"), "a ping was not answered")
    put = app.wire.put
    need(put is not None and put(framed(b"out")), "frames do not take the short way out")
    need(wire.written.endswith(framed(b"out")), "a frame was not sent")
    wire.protocol.pause_writing()
    need(put is not None and not put(framed(b"late")), "a client that does not read is not noticed")
    wire.protocol.resume_writing()
    wire.feed(masked(FRAGMENT, b"frag") + masked(LAST_FRAGMENT, b"ments"))
    await settle()
    need(app.plain == ["plain", "fragments"], "fragments are lost")
    need(wire.written.endswith(bytes((CLOSE, 2)) + b"\x03\xe8"), "a goodbye was not said")
    need(put is not None and not put(framed(b"after")), "something is sent after the goodbye")
    wire.protocol.connection_lost(None)
    await settle()
    need(app.ended, "the end of a connection is not told")
    need(put is not None and not put(framed(b"after")), "something is sent after the end")


def load_protocol(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def problem_of(trial: Callable[[], Awaitable[None]]) -> str | None:
    """What keeps us from using these classes, if anything does."""

    async def bounded() -> None:
        # What goes wrong here is reported once, by the caller.
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        async with asyncio.timeout(TRY_FOR):
            await trial()

    theirs = logging.getLogger("uvicorn.error")
    theirs.disabled = True
    try:
        asyncio.run(bounded())
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    finally:
        theirs.disabled = False
    return None


def choose(connections: Connections, headers: Mapping[str, str] = HEADERS) -> Chosen:
    """The best classes that fit. `headers`: what their own answers have."""
    installed = f"uvicorn {version('uvicorn')} and websockets {version('websockets')}"

    async def gate_trial() -> None:
        await try_gate(load_protocol(HTTP), load_protocol(SOCKET))

    async def short_trial() -> None:
        await try_short_way(load_protocol(HTTP), load_protocol(SHORT_SOCKET))

    problem = problem_of(gate_trial)
    if problem is not None:
        log.warning("Connections are limited only in number with %s (%s).", installed, problem)
        return Chosen("auto", "auto", False)
    problem = problem_of(short_trial)
    if problem is not None:
        log.warning("The fast path for frames does not fit %s (%s).", installed, problem)
    socket = load_protocol(SHORT_SOCKET if problem is None else SOCKET)
    return Chosen(gated(load_protocol(HTTP), connections, headers), counted(socket, headers), True)
