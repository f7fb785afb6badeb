"""One heap of deadlines for all tables, on the event loop's monotonic clock.

uvloop may call back up to half a millisecond early; the padding makes that harmless without
spinning, and everybody who is called checks the time again.
"""

import asyncio
import heapq
import logging
import time
from collections.abc import Callable, Hashable

from sandtable.server.base.tableclock import Mono

PADDING = 0.5

log = logging.getLogger("sandtable.clockwork")


def monotonic() -> Mono:
    # Both asyncio's and uvloop's loops go by this clock.
    return time.monotonic() * 1000


class Clockwork:
    """Calls back once for each key, at the instant that was last set for it.

    The clock is a parameter, because a compiled class cannot be overridden in a test.
    """

    def __init__(self, clock: Callable[[], Mono] = monotonic) -> None:
        self.now = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heap: list[tuple[Mono, int, Hashable]] = []
        self._due: dict[Hashable, tuple[Mono, int, Callable[[], None]]] = {}
        self._count = 0
        self._handle: asyncio.TimerHandle | None = None
        self._armed: Mono | None = None
        self.on_fired: Callable[[float], None] | None = None
        """Told how late each deadline was met, in milliseconds."""
        self.on_fault: Callable[[], object] = lambda: None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def __len__(self) -> int:
        return len(self._due)

    def set(self, key: Hashable, due: Mono | None, call: Callable[[], None]) -> None:
        """Call back at `due` instead of the time that was set before; None: not at all."""
        if due is None:
            self._due.pop(key, None)
            return
        known = self._due.get(key)
        if known is not None and known[0] == due:
            self._due[key] = (due, known[1], call)
            return
        self._count += 1
        self._due[key] = (due, self._count, call)
        heapq.heappush(self._heap, (due, self._count, key))
        if len(self._heap) > 64 and len(self._heap) > 4 * len(self._due):
            self._heap = [(due, count, key) for key, (due, count, _) in self._due.items()]
            heapq.heapify(self._heap)
        self._arm()

    def _arm(self) -> None:
        if not self._heap or self._loop is None:
            return
        first = self._heap[0][0]
        if self._armed is not None and self._armed <= first:
            return
        if self._handle is not None:
            self._handle.cancel()
        self._armed = first
        self._handle = self._loop.call_at(self.loop_time(first), self._fire)

    def loop_time(self, due: Mono) -> float:
        """When to wake up for a deadline, in seconds of the event loop's clock."""
        return (due + PADDING) / 1000

    def _fire(self) -> None:
        self._armed = None
        now = self.now()
        while self._heap and self._heap[0][0] <= now:
            due, count, key = heapq.heappop(self._heap)
            known = self._due.get(key)
            if known is None or known[1] != count:
                continue
            del self._due[key]
            if self.on_fired is not None:
                self.on_fired(now - due)
            try:
                known[2]()
            except Exception:
                # One table's fault must not stop the clock of all others.
                log.exception("at a deadline")
                self.on_fault()
        self._arm()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._heap.clear()
        self._due.clear()
