"""What waits to be told, in order: nothing leaves before what it rests on is on disk."""

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
        self._parcels.append(Parcel(deliver, True))
        self._drain()

    def later(self, deliver: Callable[[], None]) -> Callable[[], None]:
        """Deliver when the given function is called, and not before what is ahead of it."""
        parcel = Parcel(deliver, False)
        self._parcels.append(parcel)

        def ready() -> None:
            parcel.ready = True
            self._drain()

        return ready

    def _drain(self) -> None:
        while self._parcels and self._parcels[0].ready:
            self._parcels.popleft().deliver()

    def discard(self) -> None:
        self._parcels.clear()

    def __len__(self) -> int:
        return len(self._parcels)
