"""uvicorn's WebSocket, and the round-trip time that the kernel measures on it."""

import asyncio
import contextlib
import socket
import struct
import sys
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "sandtable.wire"
RTT_OFFSET = 68
"""Where `tcpi_rtt`, in microseconds, stands in Linux's struct tcp_info."""


SEND_BUFFER = 128 * 1024
"""Bytes the kernel may hold for a client: who does not read is noticed before megabytes wait."""


class TableSocket(WebSocketsSansIOProtocol):
    """Gives the application a handle on the connection below the protocol."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = dict(self.scope.get("extensions") or {})
        extensions[EXTENSION] = Wire(self.transport)
        self.scope["extensions"] = extensions
        await super().run_asgi()


class Wire:
    """What lies below a WebSocket, as far as the application needs it."""

    def __init__(self, transport: asyncio.Transport | None = None) -> None:
        self._transport = transport

    def round_trip(self) -> float | None:
        """The way there and back as the kernel measures it, in milliseconds."""
        if self._transport is None:
            return None
        return kernel_round_trip(self._transport.get_extra_info("socket"))

    def cut(self) -> None:
        """End the connection at once, whatever is still unsent."""
        if self._transport is not None:
            self._transport.abort()


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
