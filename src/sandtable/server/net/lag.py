"""The round trip to a client and back: its steady part, from what the server measures. Pure.

There are two sources: the echo of the client's program, and the round trip that the server's own
kernel sees in acknowledgements (TCP_INFO). What counts is what most measurements over a long time
confirm. Lag that comes and goes, or rises only while there is something to win, is not credited; a
line that gets shorter is believed at once. The smaller of the two sources counts. If the echo takes
much longer than the kernel's usual round trip, the kernel's shortest one counts in place of the
usual one: when a client does not answer at once, its own kernel delays the acknowledgements by 40
ms and more. Somebody who holds back both echoes and acknowledgements can forge all of it; parity.py
limits what that is worth.
"""

from collections import deque
from statistics import median

LONG = 48
"""Measurements kept; at one every 2.5 s, two minutes of them."""
RECENT = 8
LOW = 0.3
"""Seven of ten measurements must confirm a rise before it counts."""
PROMPT = 30.0
"""Milliseconds by which the echo of a client that answers at once may exceed the kernel's."""


class LagMeter:
    """What the server knows about the lag of one client."""

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
    """The lag that most of the kept measurements reach, or the recent median if that is less."""
    kept = list(samples)
    lately = median(kept[-RECENT:])
    kept.sort()
    return min(kept[int(LOW * len(kept))], lately)
