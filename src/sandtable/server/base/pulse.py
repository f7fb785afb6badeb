"""Notices when this process itself stood still: stopped, or on a machine that slept.

All code that is about to let sand run reports here first. If far more time has passed since the
last report than a healthy process ever lets pass, nobody could have acted in between, and that time
must not count.
"""

import time
from collections.abc import Callable

from sandtable.server.base.tableclock import Mono


class Pulse:
    def __init__(self, longest_gap: float) -> None:
        self.longest_gap = longest_gap
        """In real seconds; the heartbeat is far more frequent (see heartbeat.py)."""
        self.standing = False
        """No sand runs at any table: nothing could be acknowledged."""
        self.on_gap: Callable[[Mono, float], None] | None = None
        """Called with the last instant before a gap, and how many seconds it lasted."""
        self._last: Mono = 0.0
        self._real = 0.0

    def begin(self, mono: Mono, on_gap: Callable[[Mono, float], None]) -> None:
        self._last, self._real = mono, time.monotonic()
        self.on_gap = on_gap

    def end(self) -> None:
        self.on_gap = None

    def stand_still(self) -> None:
        self.standing = True

    def go_on(self) -> None:
        self.standing = False

    def felt(self, mono: Mono) -> None:
        """We are alive, at this instant."""
        if self.on_gap is None:
            return
        since, before = self._last, self._real
        self._last, self._real = mono, time.monotonic()
        gap = self._real - before
        if gap > self.longest_gap:
            self.on_gap(since, gap)
