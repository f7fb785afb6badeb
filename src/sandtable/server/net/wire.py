"""What lies below a WebSocket: the shortcut for frames, and the lag as the kernel measures it."""

import socket
import struct
import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sandtable.server.net.connections import Connection
from sandtable.server.net.gate import KEY

SHORT = "sandtable.short_way"
"""Where a socket finds its short way in `scope["state"]`."""
RTT_OFFSET, LEAST_RTT_OFFSET = 68, 148
"""Where Linux's struct tcp_info has `tcpi_rtt` and `tcpi_min_rtt`, in microseconds."""

Hear = Callable[[bytes], None]
Put = Callable[[bytes], bool]


class ShortWay(Protocol):
    def listen(self, hear: Hear) -> None: ...

    def put(self, frames: bytes) -> bool: ...


class Wire:
    """What the application needs of it; parts that are not there are left out."""

    def __init__(self, short: ShortWay | None = None, connection: Connection | None = None) -> None:
        self._short = short
        self._connection = connection

    def listen(self, hear: Hear) -> None:
        """Have text frames handed over at once, if there is a shortcut."""
        if self._short is not None:
            self._short.listen(hear)

    @property
    def put(self) -> Put | None:
        """The shortcut out, if there is one."""
        return None if self._short is None else self._short.put

    def round_trip(self) -> tuple[float, float] | None:
        """The round trip that the kernel measures, in milliseconds: the usual and the shortest."""
        if self._connection is None or self._connection.transport is None:
            return None
        return kernel_round_trip(self._connection.transport.get_extra_info("socket"))

    def cut(self) -> None:
        """End the connection at once, whatever is still unsent."""
        if self._connection is not None:
            self._connection.cut()


def wire_of(scope: Mapping[str, Any]) -> Wire:
    state: Mapping[str, Any] = scope.get("state") or {}
    return Wire(state.get(SHORT), state.get(KEY))


def kernel_round_trip(connection: Any) -> tuple[float, float] | None:
    """The usual one and the shortest of the last minutes; None if the kernel does not say."""
    if connection is None or sys.platform != "linux":
        return None
    size = LEAST_RTT_OFFSET + 4
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, size)
    except (OSError, AttributeError, ValueError):
        return None  # no such measure here, or the connection has just ended
    if len(info) < size:
        return None
    (usual,) = struct.unpack_from("=I", info, RTT_OFFSET)
    (least,) = struct.unpack_from("=I", info, LEAST_RTT_OFFSET)
    return float(usual) / 1000, float(least) / 1000
