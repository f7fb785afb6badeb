"""How much anybody may ask for: buckets that fill up again, by socket and by address."""

from collections import OrderedDict

from sandtable.server.base.tableclock import Mono
from sandtable.server.net.addresses import household

MOST_ADDRESSES = 20_000


class Bucket:
    """Allows `burst` at once, and then so many per second."""

    __slots__ = ("burst", "full_at", "per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self.full_at: Mono = 0.0
        """When the bucket will be full again; nothing else has to be remembered."""

    def take(self, mono: Mono) -> bool:
        """Whether one more is allowed now."""
        cost = 1000 / self.per_second
        full_at = max(self.full_at, mono) + cost
        if full_at - mono > self.burst * cost:
            return False
        self.full_at = full_at
        return True


class ByAddress:
    """A bucket for every address; those that were not heard from for longest are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, mono: Mono) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._buckets.popitem(last=False)
            bucket = self._buckets[address] = Bucket(self._burst, self._per_second)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(mono)


class Limits:
    """All limits by address. With `on` false nothing is limited: for measurements."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.everything = ByAddress(1_500, 50)
        """Requests of any kind; a browser that is new here fetches some fifty files."""
        self.requests = ByAddress(300, 15)
        """Calls of the API."""
        self.guests = ByAddress(60, 0.5)
        self.renames = ByAddress(20, 0.2)
        """Everybody at a table is told each time."""
        self.invitations = ByAddress(30, 0.1)
        self.tables = ByAddress(40, 0.34)
        self.handshakes = ByAddress(80, 3)
        self.replays = ByAddress(40, 2)
        self.looks = ByAddress(60, 2)
        """At /healthz."""
        self.visits = ByAddress(40, 0.5)
        """Of one address at one table, to watch."""

    def allows(self, kind: ByAddress, address: str, mono: Mono) -> bool:
        return not self.on or kind.take(household(address), mono)

    def allows_visit(self, address: str, table_id: str, mono: Mono) -> bool:
        """Whether somebody may come to watch this table again: each time, everybody is told."""
        return not self.on or self.visits.take(f"{household(address)} {table_id}", mono)


class SocketLimits:
    """The limits of one socket: a seat may say more than somebody who only watches."""

    def __init__(self, on: bool, seated: bool) -> None:
        self.on = on
        self.messages = Bucket(100, 5) if seated else Bucket(50, 2.5)
        self.beats = Bucket(60, 3)

    def allows(self, beat: bool, mono: Mono) -> bool:
        """`beat`: pings and echoes, which are counted apart."""
        return not self.on or (self.beats if beat else self.messages).take(mono)
