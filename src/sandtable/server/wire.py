"""uvicorn's WebSocket, and the round-trip time that the kernel measures on it."""

import socket
import struct
import sys
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "sandtable.round_trip"
RTT_OFFSET = 68
"""Where `tcpi_rtt`, in microseconds, stands in Linux's struct tcp_info."""


class TableSocket(WebSocketsSansIOProtocol):
    """Lets the application ask how long the way there and back is, in milliseconds."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = dict(self.scope.get("extensions") or {})
        extensions[EXTENSION] = self.kernel_round_trip
        self.scope["extensions"] = extensions
        await super().run_asgi()

    def kernel_round_trip(self) -> float | None:
        return kernel_round_trip(self.transport.get_extra_info("socket"))


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
