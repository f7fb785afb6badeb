"""uvicorn's WebSocket with a short way in and out, and the kernel's measure of the way there.

Through ASGI a frame passes queues, tasks and timeouts, which costs more than the rules of a game.
A plain text frame takes none of that here: what arrives is handed over in the same call, and what
is sent goes straight to the transport as long as the client keeps up. Everything else (handshake,
pings, closing, fragments, and whatever breaks the protocol) is left to uvicorn.
"""

import asyncio
import contextlib
import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.frames import MASKED, MOST_HEAD, WHOLE_TEXT, frame_size, payload_of

EXTENSION = "sandtable.wire"
RTT_OFFSET = 68
"""Where `tcpi_rtt`, in microseconds, stands in Linux's struct tcp_info."""

SEND_BUFFER = 128 * 1024
"""Bytes the kernel may hold for a client: who does not read is noticed before megabytes wait."""

Hear = Callable[[bytes], None]
Put = Callable[[bytes], bool]


class TableSocket(WebSocketsSansIOProtocol):
    """Hands whole text frames to whoever listens, and gives a handle on the connection below."""

    hear: Hear | None = None
    incomplete: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = dict(self.scope.get("extensions") or {})
        extensions[EXTENSION] = Wire(self)
        self.scope["extensions"] = extensions
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        if self.incomplete:
            data = self.incomplete + data
            self.incomplete = b""
        start, end = 0, len(data)
        # Until the handshake is done, and once a goodbye was said, all of it is uvicorn's.
        while start < end and self.handshake_initiated and not self.close_sent:
            size = frame_size(data, start)
            if size is not None and size > MOST_HEAD + (self.config.ws_max_size or size):
                break  # uvicorn refuses it by its head alone
            if size is None or start + size > end:
                # uvicorn only ever gets whole frames, so that it never waits for a part of one.
                self.incomplete = data[start:]
                return
            self.take_frame(data[start : start + size])
            start += size
        if start < end:
            super().data_received(data[start:])

    def take_frame(self, frame: bytes) -> None:
        if self.hear is not None and frame[0] == WHOLE_TEXT and frame[1] & MASKED:
            self.hear(payload_of(frame))
        else:
            super().data_received(frame)

    def listen(self, hear: Hear) -> None:
        """From now on text frames go to `hear`; those that wait in uvicorn's queue go first."""
        left: list[Any] = []
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                hear((event.get("text") or "").encode() or event.get("bytes") or b"")
            else:
                left.append(event)
        for event in left:
            self.queue.put_nowait(event)
        self.hear = hear
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def put(self, frames: bytes) -> bool:
        """Send whole frames now; False when the client does not keep up, or is gone."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True


class Wire:
    """What lies below a WebSocket, as far as the application needs it."""

    def __init__(self, protocol: TableSocket | None = None) -> None:
        self._protocol = protocol

    def listen(self, hear: Hear) -> None:
        """Have text frames called in at once, where there is such a short way."""
        if self._protocol is not None:
            self._protocol.listen(hear)

    @property
    def put(self) -> Put | None:
        """The short way out, where there is one."""
        return None if self._protocol is None else self._protocol.put

    def round_trip(self) -> float | None:
        """The way there and back as the kernel measures it, in milliseconds."""
        if self._protocol is None:
            return None
        return kernel_round_trip(self._protocol.transport.get_extra_info("socket"))

    def cut(self) -> None:
        """End the connection at once, whatever is still unsent."""
        if self._protocol is not None:
            self._protocol.transport.abort()


def kernel_round_trip(connection: Any) -> float | None:
    """None where the kernel does not say."""
    if connection is None or sys.platform != "linux":
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RTT_OFFSET + 4)
    except (OSError, AttributeError):
        return None
    if len(info) < RTT_OFFSET + 4:
        return None
    (microseconds,) = struct.unpack_from("=I", info, RTT_OFFSET)
    return float(microseconds) / 1000
