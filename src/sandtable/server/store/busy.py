"""How much of a processor core this process has been using lately."""

import time
from collections.abc import Callable

OVER = 0.1
"""Seconds over which it is measured: short enough to notice a rush, long enough for the meter."""

Seconds = Callable[[], float]


class Busy:
    def __init__(self, clock: Seconds = time.monotonic, used: Seconds = time.process_time) -> None:
        self._clock = clock
        self._used = used
        self._since = clock()
        self._used_then = used()
        self._share = 0.0

    def share(self) -> float:
        """Zero when idle, 1.0 when a whole core is taken; what is older counts half each time."""
        now = self._clock()
        passed = now - self._since
        if passed >= OVER:
            used = self._used()
            newest = (used - self._used_then) / passed
            self._share = newest if passed > 2 * OVER else (self._share + newest) / 2
            self._since, self._used_then = now, used
        return self._share
