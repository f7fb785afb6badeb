"""Stands in front of every request: refuses improper ones, and lets nothing take forever."""

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.protocol.problems import BAD_MESSAGE, TOO_MUCH
from sandtable.server.http.calls import wrong
from sandtable.server.net.connections import Connection, Connections
from sandtable.server.net.gate import KEY

SLOWEST_BODY = 1024
"""Bytes per second that have to arrive of a body, after the time it gets at first."""
READ_WITHIN = 30.0
"""Seconds that a client has to read a piece of an answer, which is some 64 KiB."""


class Doorkeeper:
    def __init__(self, app: ASGIApp, connections: Connections, body_within: float) -> None:
        self.app = app
        self.connections = connections
        self.body_within = body_within

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection: Connection | None = (scope.get("state") or {}).get(KEY)
        if connection is None:
            await self.serve(scope, receive, send, None)
            return
        entered: str | None = None
        connection.begin()
        try:
            if connection.through_proxy:
                client = scope.get("client")
                entered = self.connections.enter(client[0] if client else "")
                if entered is None:
                    await refuse(scope, receive, send, TOO_MUCH, "Too many requests at once.")
                    return
            await self.serve(scope, receive, send, connection)
        finally:
            if entered is not None:
                self.connections.exit(entered)
            connection.end()

    async def serve(
        self, scope: Scope, receive: Receive, send: Send, connection: Connection | None
    ) -> None:
        if is_ambiguous(scope):
            # A proxy and a server could read different requests in it, one of them a request
            # that nobody sent.
            why = "It is not clear where the body of this request ends."
            await refuse(scope, receive, send, BAD_MESSAGE, why)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            timed = Timed(self, receive, send, connection)
            await self.app(scope, timed.receive, timed.send)


def is_ambiguous(scope: Scope) -> bool:
    """Whether the length of a request is given twice, or in a way that its HTTP version lacks."""
    names = [name.lower() for name, _ in scope["headers"]]
    if b"transfer-encoding" not in names:
        return names.count(b"content-length") > 1
    return b"content-length" in names or scope.get("http_version") == "1.0"


async def refuse(scope: Scope, receive: Receive, send: Send, code: str, why: str) -> None:
    """Say no and close the connection: what comes next on it cannot be trusted."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "reason": code})
        return
    response = wrong(code, why)
    response.headers["connection"] = "close"
    await response(scope, receive, send)


class Timed:
    """One request and its answer, neither of which may dawdle."""

    def __init__(
        self, keeper: Doorkeeper, receive: Receive, send: Send, connection: Connection | None
    ) -> None:
        self._metrics = keeper.connections.metrics
        self._receive = receive
        self._send = send
        self._connection = connection
        self._body_due = asyncio.get_running_loop().time() + keeper.body_within
        self._more_body = True
        self._late = False
        self._unread = False

    async def receive(self) -> Message:
        if self._late:
            return {"type": "http.disconnect"}
        if not self._more_body:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._body_due):
                message = await self._receive()
        except TimeoutError:
            # To the application it looks as if the client had gone; soon it will be.
            self._late = True
            self._metrics.timed_out.add()
            return {"type": "http.disconnect"}
        self._more_body = bool(message.get("more_body"))
        self._body_due += len(message.get("body", b"")) / SLOWEST_BODY
        return message

    async def send(self, message: Message) -> None:
        if self._unread:
            return
        if self._connection is not None:
            self._connection.answering = True
        if self._late and message["type"] == "http.response.start":
            headers: list[Any] = [*message.get("headers", []), (b"connection", b"close")]
            message = {**message, "headers": headers}
        try:
            async with asyncio.timeout(READ_WITHIN):
                await self._send(message)
        except TimeoutError:
            self._metrics.timed_out.add()
            self._unread = True
            if self._connection is not None:
                self._connection.cut()
