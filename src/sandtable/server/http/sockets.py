"""The WebSocket of a table: reading, writing, probing, and letting go."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.protocol.goodbyes import FAULT, NO_HELLO, RULE_BROKEN, SILENT, TOO_BIG, TOO_SLOW
from sandtable.protocol.manners import MOST_FRAME
from sandtable.protocol.messages import (
    PROTOCOL,
    Bye,
    Echo,
    FromClient,
    Hello,
    Ping,
    Probe,
    decode,
    encode,
)
from sandtable.protocol.problems import AT_FAULT, BAD_MESSAGE, TOO_MUCH, UNKNOWN_PROTOCOL, Denied
from sandtable.server.base.logs import mark
from sandtable.server.net.limits import SocketLimits
from sandtable.server.net.wire import wire_of
from sandtable.server.people.guests import Tokens
from sandtable.server.tables import visits
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.table import Table
from sandtable.server.tables.visitor import Visitor

HELLO_WITHIN = 10.0
SILENT_FOR = 30.0
SEND_WITHIN = 10.0
PROBE_EVERY = 2.5
WEAK_AFTER = 2_000.0
"""Milliseconds: a probe this old, and nothing heard since, is a line that does not answer."""
FIRST_PROBES = 5
PROBE_AT_FIRST = 0.2
MOST_NONSENSE = 5
MOST_OVER_LIMIT = 20


GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a client raises when it is gone: starlette and uvicorn each in their own way.

Anything else that raises one of these is a fault, so only sending itself may stand in such a `try`.
"""

TOKENS = Tokens()

log = logging.getLogger("sandtable.sockets")


class Visit:
    """One client at one table, from hello to goodbye."""

    def __init__(
        self, socket: WebSocket, lobby: Lobby, table: Table, visitor: Visitor, limited: bool
    ) -> None:
        self.socket = socket
        self.lobby = lobby
        self.table = table
        self.visitor = visitor
        self.limits = SocketLimits(limited, visitor.seat is not None)
        self.nonsense = 0
        self.over_limit = 0
        self.wire = wire_of(socket.scope)
        self.kernel: Callable[[], tuple[float, float] | None] = self.wire.round_trip
        self.heard_at = table.now

    async def run(self, through_proxy: bool) -> None:
        """Serve until one side ends it. Every task that is begun here also ends here."""
        if through_proxy:
            # The kernel's connection ends at the proxy, so it says nothing about the player.
            self.kernel = lambda: None
        self.lobby.house.metrics.sockets.add(1)
        self.visitor.connect(self.wire.put, self.lobby.house.metrics.frames_out)
        tasks = [
            asyncio.create_task(self.watched(self.write_on(), "sending to somebody at")),
            asyncio.create_task(self.watched(self.read_on(), "listening to somebody at")),
            asyncio.create_task(self.watched(self.probe_on(), "probing the line to somebody at")),
        ]
        try:
            await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
            if tasks[1].done() and not tasks[0].done() and self.visitor.closing is not None:
                # Reading ended with a goodbye of ours: let it get out.
                await asyncio.wait(tasks[:1], timeout=SEND_WITHIN)
        finally:
            try:
                visits.leave(self.table, self.visitor)
            except Exception:
                self.fault("letting go of somebody at")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.lobby.house.metrics.sockets.add(-1)

    async def watched(self, work: Coroutine[Any, Any, None], what: str) -> None:
        """Nothing else looks at the exception of a task, so it is dealt with here."""
        try:
            await work
        except Exception:
            self.fault(what)

    async def write_on(self) -> None:
        metrics = self.lobby.house.metrics
        while (frame := await self.visitor.next_frame()) is not None:
            if not await self.is_sent(self.socket.send_text(frame.decode())):
                return
            metrics.frames_out.add()
        code, reason = self.visitor.closing or (1000, "")
        if code == TOO_SLOW:
            metrics.dropped.add()
        await self.is_sent(self.socket.close(code, reason[:120]))

    async def is_sent(self, sending: Coroutine[Any, Any, None]) -> bool:
        """False if the client is gone, or does not read; then nothing more will get through."""
        try:
            async with asyncio.timeout(SEND_WITHIN):
                await sending
        except TimeoutError:
            # Say no goodbye and wait for none.
            self.lobby.house.metrics.dropped.add()
            self.wire.cut()
            return False
        except GONE:
            return False
        return True

    async def read_on(self) -> None:
        # Only waiting can end by a timeout or a goodbye: from anything else both are faults.
        data = await self.next_data(HELLO_WITHIN)
        hello = None if data is None else self.greeting(data)
        if hello is None:
            return
        visits.join(self.table, self.visitor, hello)
        self.wire.listen(self.hear)
        # Frames that take the short way do not pass here; goodbyes and unusual ones do.
        while self.visitor.closing is None:
            data = await self.next_data()
            if data is None:
                return
            self.hear(data)

    def fall_silent(self) -> None:
        self.visitor.close(SILENT, "The server has not heard from you for too long.", 0)

    def greeting(self, data: str | bytes) -> Hello | None:
        message = self.read(data)
        if isinstance(message, Hello) and message.protocol == PROTOCOL:
            return message
        self.visitor.close(NO_HELLO, f"{UNKNOWN_PROTOCOL}: say hello in protocol {PROTOCOL}.", None)
        return None

    async def next_data(self, within: float | None = None) -> str | bytes | None:
        """None if the client is gone, or has said nothing for so many seconds."""
        try:
            async with asyncio.timeout(within):
                event = await self.socket.receive()
        except TimeoutError:
            self.fall_silent()
            return None
        if event["type"] == "websocket.disconnect":
            return None
        return event.get("text") or event.get("bytes") or ""

    def hear(self, data: str | bytes) -> None:
        """One frame from the client. A fault of ours ends this connection and no other."""
        if self.visitor.closing is not None:
            return
        try:
            message = self.read(data)
            if message is not None:
                self.take(message)
        except Exception:
            self.fault("handling a message to")

    def fault(self, what: str) -> None:
        """Called in an `except`: log it once, count it, and end this connection and no other."""
        log.exception("a fault while %s %s", what, mark(self.table.id))
        self.lobby.house.metrics.faults.add()
        self.visitor.close(FAULT, AT_FAULT, 1000)

    def read(self, data: str | bytes) -> FromClient | None:
        """The message in a frame, or None if it is not a message."""
        self.lobby.house.metrics.frames_in.add()
        self.heard_at = self.table.now
        if len(data) > MOST_FRAME:
            self.visitor.close(TOO_BIG, "A frame is at most 8 KiB.", None)
            return None
        try:
            message: FromClient = decode(data)
            return message
        except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
            self.nonsense += 1
            visits.complain(self.visitor, Denied(BAD_MESSAGE, str(problem)[:200]))
            if self.nonsense >= MOST_NONSENSE:
                self.visitor.close(
                    RULE_BROKEN, "Too many messages that are not part of this protocol.", 10_000
                )
            return None

    def take(self, message: FromClient) -> None:
        now = self.heard_at
        if not self.limits.allows(isinstance(message, (Ping, Echo)), now):
            self.lobby.house.metrics.limited.add()
            self.over_limit += 1
            if self.over_limit >= MOST_OVER_LIMIT:
                self.visitor.close(RULE_BROKEN, f"{TOO_MUCH}: far too many messages.", 10_000)
            else:
                visits.complain(self.visitor, Denied(TOO_MUCH, "Too many messages; slow down."))
            return
        try:
            visits.hear(self.table, self.visitor, message, now)
        except Denied as denied:
            visits.complain(self.visitor, denied)

    async def probe_on(self) -> None:
        """Measure the lag of this client, more often at first, and notice when it falls silent."""
        count = 0
        probed_at = self.table.now
        while True:
            await asyncio.sleep(PROBE_AT_FIRST if count < FIRST_PROBES else PROBE_EVERY)
            count += 1
            if self.visitor not in self.table.company:
                continue
            now = self.table.now
            if now - self.heard_at > SILENT_FOR * 1000:
                self.fall_silent()
                return
            silent = self.heard_at < probed_at and now - probed_at >= WEAK_AFTER
            visits.notice_line(self.table, self.visitor, silent)
            probed_at = now
            probe = TOKENS.next()
            self.visitor.send(encode(Probe(probe)))
            self.visitor.probed(probe)
            kernel = self.kernel()
            if kernel is not None:
                self.visitor.lag.kernel_measured(*kernel)


async def refuse(
    socket: WebSocket, code: int, reason: str, come_back_after: int | None = None
) -> None:
    """Open, say why not, close: a browser cannot see why a handshake was refused."""
    with contextlib.suppress(*GONE):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(encode(Bye(code, reason, come_back_after)).decode())
        if socket.application_state is WebSocketState.CONNECTED:
            await socket.close(code, reason[:120])


async def turn_away(socket: WebSocket, reason: str) -> None:
    """Refuse the handshake itself: the client gets a 403, and no code."""
    with contextlib.suppress(*GONE):
        await socket.close(reason=reason)


async def accept(socket: WebSocket) -> bool:
    """False if the client is gone already."""
    try:
        await socket.accept()
    except GONE:
        return False
    return True
