"""Somebody who has a table open, and a bounded queue of what they are sent.

A client that reads too slowly is dropped, not waited for.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from sandtable.engine.units import Seat
from sandtable.protocol.goodbyes import TOO_SLOW
from sandtable.protocol.messages import Bye, encode
from sandtable.server.base.metrics import Counter
from sandtable.server.net.frames import framed
from sandtable.server.net.lag import LagMeter
from sandtable.server.people.guests import Guest

MOST_QUEUED = 512
MOST_BYTES = 1 << 20


class Visitor:
    """One connected client. `seat` is None for somebody who only watches.

    Frames go out at once while the client keeps up, and through a queue when it does not.
    """

    def __init__(self, guest: Guest | None, seat: Seat | None, server_now: Callable[[], float]):
        self.guest = guest
        self.seat = seat
        self.put: Callable[[bytes], bool] | None = None
        """The shortcut: sends whole frames at once, or says that the client does not keep up."""
        self.frames_out: Counter | None = None
        self.lag = LagMeter()
        self.server_now = server_now
        self.subscribed = False
        """Whether they have a snapshot, and so get deltas."""
        self._shown_lag = 0.0
        self.closing: tuple[int, str] | None = None
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._busy = False
        """Whether a frame has left the queue and may not be on its way yet."""
        self._wake = asyncio.Event()
        self._probes: dict[str, float] = {}

    def connect(self, put: Callable[[bytes], bool] | None, frames_out: Counter) -> None:
        """From now on frames can take the shortcut, and are counted."""
        self.put = put
        self.frames_out = frames_out

    def rename(self, guest: Guest) -> None:
        """They have another name now."""
        self.guest = guest

    @property
    def guest_id(self) -> str | None:
        return None if self.guest is None else self.guest.id

    @property
    def name(self) -> str:
        return "A guest" if self.guest is None else self.guest.name

    def send(self, frame: bytes) -> None:
        if self.closing is None and not self._sent_at_once(framed(frame), 1):
            self._enqueue(frame)

    def send_both(self, first: bytes, second: bytes) -> None:
        """Two frames in one write, or both into the queue."""
        if self.closing is None and not self._sent_at_once(framed(first) + framed(second), 2):
            self._enqueue(first)
            self._enqueue(second)

    def subscribe(self, frames: list[bytes]) -> None:
        """These frames show them everything up to now; from here on they get deltas."""
        for frame in frames:
            self.send(frame)
        self.subscribed = True

    def unsubscribe(self) -> None:
        self.subscribed = False

    def _sent_at_once(self, frames: bytes, count: int) -> bool:
        if self.put is None or self._busy or self._queue or not self.put(frames):
            return False
        if self.frames_out is not None:
            self.frames_out.add(count)
        return True

    def _enqueue(self, frame: bytes) -> None:
        if self.closing is not None:
            return
        if len(self._queue) >= MOST_QUEUED or self._bytes + len(frame) > MOST_BYTES:
            self._queue.clear()
            self._bytes = 0
            self.close(
                TOO_SLOW,
                "Your connection is too slow; you will get what you missed when you are back.",
                0,
            )
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        self._wake.set()

    def close(self, code: int, reason: str, come_back_after: int | None) -> None:
        """Say goodbye, then close. Nothing is sent after that."""
        if self.closing is None:
            self._queue.append(encode(Bye(code, reason, come_back_after)))
            self.closing = (code, reason)
            self._wake.set()

    async def next_frame(self) -> bytes | None:
        """The next frame to send; None if everything is sent and the socket is to be closed."""
        self._busy = False
        while not self._queue:
            if self.closing is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        frame = self._queue.popleft()
        self._busy = True
        self._bytes = max(0, self._bytes - len(frame))
        return frame

    def lag_is_news(self) -> bool:
        """Whether their lag differs noticeably from what the others were last shown."""
        change = abs(self.lag.one_way - self._shown_lag)
        return change > max(5.0, self._shown_lag / 5)

    def lag_was_shown(self) -> None:
        self._shown_lag = self.lag.one_way

    def probed(self, probe: str) -> None:
        if len(self._probes) >= 16:
            del self._probes[next(iter(self._probes))]
        self._probes[probe] = self.server_now()

    def echoed(self, probe: str, arrival: float) -> None:
        """An echo counts once, and only if its probe was really sent."""
        sent = self._probes.pop(probe, None)
        if sent is not None:
            self.lag.echoed(arrival - sent)
