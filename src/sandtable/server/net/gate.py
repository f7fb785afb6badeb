"""uvicorn's protocols with a gate in front of them: who may come in, and for how long.

Only this much of uvicorn is used: that a protocol is a class made with `config`, `server_state`,
`app_state` and `_loop`, and that a request's `scope["state"]` is a copy of `app_state`. All else is
asyncio's own. `fitting` checks it at start. (A uvicorn that says "400" in another way than by
`send_400_response`, or answers a handshake in another way than by `conn.send_response`, merely says
it without our headers.)
"""

import asyncio
import contextlib
import socket
from collections.abc import Mapping
from typing import Any

from sandtable.server.net.connections import Connection, Connections
from sandtable.server.net.safety import HEADERS

KEY = "sandtable.connection"
"""Where a request finds its connection in `scope["state"]`."""

SEND_BUFFER = 128 * 1024
"""Bytes that the kernel may hold for a WebSocket; few, to notice soon if a client does not read."""

UNREADABLE = "This handshake cannot be read."

MOST_HEAD = 64 * 1024
"""Bytes without a whole request after which we stop reading."""


def plain_answer(status: str, said: str, headers: Mapping[str, str]) -> bytes:
    body = said.encode() + b"\n"
    lines = [
        f"HTTP/1.1 {status}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(body)}",
        *(["retry-after: 10"] if status.startswith("503") else []),
        *(f"{name}: {value}" for name, value in headers.items()),
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def gated(
    base: Any, connections: Connections, headers: Mapping[str, str] = HEADERS
) -> type[asyncio.Protocol]:
    """A protocol of uvicorn for HTTP, behind the gate. `headers`: what its own answers have."""
    full = plain_answer(
        "503 Service Unavailable", "Too many connections; try again in a moment.", headers
    )
    too_long = plain_answer(
        "431 Request Header Fields Too Large", "The head of this request is too long.", headers
    )

    class Gated(base):  # type: ignore[misc]
        def __init__(
            self,
            config: Any,
            server_state: Any,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            self.sandtable_connection = Connection(connections)
            self.sandtable_let_in = False
            super().__init__(
                config=config,
                server_state=server_state,
                app_state={**app_state, KEY: self.sandtable_connection},
                _loop=_loop,
            )

        def connection_made(self, transport: asyncio.Transport) -> None:
            self.sandtable_let_in = self.sandtable_connection.arrive(transport)
            if self.sandtable_let_in:
                super().connection_made(transport)
            else:
                transport.write(full)
                transport.close()

        def data_received(self, data: bytes) -> None:
            connection = self.sandtable_connection
            if not connection.open:
                return
            if connection.unasked > MOST_HEAD and connection.transport is not None:
                connection.transport.write(too_long)
                connection.transport.close()
                return
            connection.heard(len(data))
            super().data_received(data)

        def send_400_response(self, msg: str) -> None:
            """uvicorn's answer to what is not HTTP; it may come where a body should go on."""
            connection = self.sandtable_connection
            if connection.transport is not None:
                if not connection.answering:
                    connection.transport.write(plain_answer("400 Bad Request", msg, headers))
                connection.transport.close()

        def eof_received(self) -> bool | None:
            if not self.sandtable_let_in:
                return None
            kept: bool | None = super().eof_received()
            return kept

        def connection_lost(self, exc: Exception | None) -> None:
            self.sandtable_connection.leave()
            if self.sandtable_let_in:
                super().connection_lost(exc)

    return Gated


def dress(conn: Any, headers: Mapping[str, str]) -> None:
    """Have the answer to a handshake carry our headers, whoever gives it: the application, uvicorn,
    or the library that reads the handshake."""
    if (send := getattr(conn, "send_response", None)) is None:
        return

    def send_dressed(response: Any) -> None:
        for name, value in headers.items():
            response.headers[name] = value
        send(response)

    conn.send_response = send_dressed


def counted(base: Any, headers: Mapping[str, str] = HEADERS) -> type[asyncio.Protocol]:
    """A protocol of uvicorn for WebSockets, which takes a connection over from one for HTTP.

    `headers`: what the answers to its handshakes have.
    """

    class Counted(base):  # type: ignore[misc]
        def __init__(
            self,
            config: Any,
            server_state: Any,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            super().__init__(
                config=config, server_state=server_state, app_state=app_state, _loop=_loop
            )
            self.sandtable_connection: Connection | None = app_state.get(KEY)
            self.sandtable_transport: asyncio.Transport | None = None
            dress(getattr(self, "conn", None), headers)

        def connection_made(self, transport: asyncio.Transport) -> None:
            connection = transport.get_extra_info("socket")
            if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
                with contextlib.suppress(OSError):
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            self.sandtable_transport = transport
            super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            conn = getattr(self, "conn", None)
            if getattr(conn, "handshake_exc", None) is not None:
                answer_unread(conn, self.sandtable_transport, headers)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.sandtable_connection is not None:
                self.sandtable_connection.leave()
            super().connection_lost(exc)

    return Counted


def answer_unread(
    conn: Any, transport: asyncio.Transport | None, headers: Mapping[str, str]
) -> None:
    """Say no to a handshake that the library could not read. uvicorn looks only at those that it
    could, and whoever sent another would wait until their time is up.
    """
    if transport is None or transport.is_closing():
        return
    said = b"".join(conn.data_to_send())
    transport.write(said or plain_answer("400 Bad Request", UNREADABLE, headers))
    transport.close()
