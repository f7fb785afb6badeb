"""uvicorn's WebSocket with a shortcut in and out.

Through ASGI a frame passes queues, tasks and timeouts, which costs more than the rules of a game.
Here a plain text frame takes none of that: what arrives is handed over in the same call, and what
is sent goes straight to the transport as long as the client keeps up. Everything else (handshake,
pings, closing, fragments, and whatever breaks the protocol) is left to uvicorn.

This relies on names inside uvicorn that another version may not have. `fitting` tries it at start;
without it, frames take the ordinary way.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.net.frames import MASKED, MOST_HEAD, WHOLE_TEXT, frame_size, payload_of
from sandtable.server.net.wire import SHORT, Hear


class TableSocket(WebSocketsSansIOProtocol):
    """Hands whole text frames to whoever listens, and sends whole frames at once."""

    hear: Hear | None = None
    incomplete: bytes = b""

    def __init__(
        self,
        config: Any,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(
            config=config,
            server_state=server_state,
            app_state={**app_state, SHORT: self},
            _loop=_loop,
        )

    def data_received(self, data: bytes) -> None:
        if self.incomplete:
            data = self.incomplete + data
            self.incomplete = b""
        start, end = 0, len(data)
        # Before the handshake is done and after a goodbye, everything is left to uvicorn.
        while start < end and self.handshake_initiated and not self.close_sent:
            size = frame_size(data, start)
            if size is not None and size > MOST_HEAD + (self.config.ws_max_size or size):
                break  # uvicorn refuses it by its head alone
            if size is None or start + size > end:
                # uvicorn gets only whole frames, so that it never waits for the rest of one.
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
        """Send whole frames now; False if the client does not keep up, or is gone."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True
