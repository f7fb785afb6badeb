"""How long the way to a client is, and back: the steady part, from what the server measures. Pure.

Two sources: the echo of the client's program, and the round trip that the server's own kernel sees
in acknowledgements (TCP_INFO). What counts is what most measurements of a long time confirm: lag
that comes and goes, or rises only while there is something to win, is not credited, while a line
that got shorter is believed at once. Of the two sources the lesser counts. Where the echo takes
much longer than the kernel's usual round trip, the kernel's least one counts in its place: a client
that does not answer at once has its acknowledgements delayed by its own kernel, by 40 ms and more.
Somebody who holds back echoes and acknowledgements alike can forge all of it; parity.py limits what
that is worth.
"""

from collections import deque
from statistics import median

LONG = 48
"""Measurements kept, one each 2.5 s: two minutes."""
RECENT = 8
LOW = 0.3
"""Seven of ten measurements must confirm a rise before it counts."""
PROMPT = 30.0
"""Milliseconds by which the echo of a client that answers at once may exceed the kernel's."""


class LagMeter:
    """What the server knows about the way to one client."""

    def __init__(self) -> None:
        self._echoes: deque[float] = deque(maxlen=LONG)
        self._kernel: deque[float] = deque(maxlen=LONG)
        self._least = 0.0
        self.round_trip = 0.0
        """Milliseconds; 0 until an echo has come."""

    @property
    def one_way(self) -> float:
        return self.round_trip / 2

    def echoed(self, round_trip: float) -> None:
        self._echoes.append(max(0.0, round_trip))
        self._judge()

    def kernel_measured(self, usual: float, least: float) -> None:
        """What the kernel says; it counts from the next echo on."""
        self._kernel.append(max(0.0, usual))
        self._least = max(0.0, least)

    @property
    def known(self) -> bool:
        return bool(self._echoes)

    def _judge(self) -> None:
        if not self._echoes:
            return
        found = steady(self._echoes)
        if self._kernel:
            kernel = steady(self._kernel)
            if found > kernel + PROMPT:
                kernel = min(kernel, self._least)
            found = min(found, kernel)
        self.round_trip = found


def steady(samples: deque[float]) -> float:
    """The lag that nearly always held over a long time, or the recent usual one if that is less."""
    kept = list(samples)
    lately = median(kept[-RECENT:])
    kept.sort()
    return min(kept[int(LOW * len(kept))], lately)
