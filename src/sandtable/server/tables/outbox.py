"""What waits to be sent, in order: nothing leaves before what it depends on is on disk."""

from collections import deque
from collections.abc import Callable


class Parcel:
    __slots__ = ("deliver", "ready")

    def __init__(self, deliver: Callable[[], None], ready: bool) -> None:
        self.deliver = deliver
        self.ready = ready


class Outbox:
    def __init__(self) -> None:
        self._parcels: deque[Parcel] = deque()

    def now(self, deliver: Callable[[], None]) -> None:
        """Deliver at once, or right after everything that was put in before."""
        if self._parcels:
            self._parcels.append(Parcel(deliver, True))
        else:
            deliver()

    def later(self, deliver: Callable[[], None]) -> Parcel:
        """Deliver when the parcel is released, but not before everything ahead of it."""
        parcel = Parcel(deliver, False)
        self._parcels.append(parcel)
        return parcel

    def release(self, parcel: Parcel) -> None:
        parcel.ready = True
        while self._parcels and self._parcels[0].ready:
            self._parcels.popleft().deliver()

    def discard(self) -> None:
        self._parcels.clear()

    def __len__(self) -> int:
        return len(self._parcels)
