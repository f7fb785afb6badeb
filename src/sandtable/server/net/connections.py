"""How many connections there may be, and how long one may stay open without a request.

Everybody who has sent a whole request is served. A connection that is merely held open gives way:
when a bound is reached, the one that has been idle longest is closed to make room for the newcomer,
and after a while it is closed in any case.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator

from sandtable.server.base.metrics import Metrics
from sandtable.server.net.addresses import Proxies, household

log = logging.getLogger("sandtable.connections")

SWEEP_EVERY = 0.5
SAY_EVERY = 600.0
"""Seconds until the log mentions again that a bound was reached."""
UNREAD_FOR = 30.0
"""Seconds that a client has to read the rest of an answer, on top of those of keep-alive."""


class Group:
    """The connections of one household."""

    __slots__ = ("count", "waiting")

    def __init__(self) -> None:
        self.count = 0
        self.waiting: OrderedDict[Connection, None] = OrderedDict()


class Connection:
    """One connection, from the moment it is accepted until it is lost."""

    def __init__(self, all_of_them: "Connections") -> None:
        self._all = all_of_them
        self.transport: asyncio.Transport | None = None
        self.peer = ""
        self.through_proxy = False
        self.group: str | None = None
        """The household it counts for; None for a proxy, which speaks for many."""
        self.open = False
        self.asking = 0
        """Requests that are being answered; a WebSocket is one."""
        self.answering = False
        """Whether part of an answer is out, so that nothing else may be sent until its end."""
        self.unasked = 0
        """Bytes that have come in since the last whole request, and are not another one yet."""

    def arrive(self, transport: asyncio.Transport) -> bool:
        """Whether it may stay."""
        self.transport = transport
        name = transport.get_extra_info("peername")
        self.peer = str(name[0]) if isinstance(name, (tuple, list)) and name else ""
        return self._all.arrive(self)

    def heard(self, size: int) -> None:
        """Bytes came in: if they begin a request, it has to be complete soon."""
        if self.open and not self.asking:
            self.unasked += size
            self._all.hurry(self)

    def begin(self) -> None:
        """A whole request is here."""
        self.asking += 1
        self.unasked = 0
        if self.asking == 1 and self.open:
            self._all.busy(self)

    def end(self) -> None:
        self.answering = False
        self.asking -= 1
        if not self.asking and self.open:
            self._all.idle(self)

    def leave(self) -> None:
        self._all.leave(self)

    def cut(self) -> None:
        """End it at once, whatever is still unsent."""
        if self.transport is not None:
            self.transport.abort()


class Deadlines:
    """Connections with the same time limit, in the order in which it runs out."""

    def __init__(self, within: float) -> None:
        self.within = within
        self._due: OrderedDict[Connection, float] = OrderedDict()

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._due

    def add(self, connection: Connection) -> None:
        self._due[connection] = time.monotonic() + self.within

    def discard(self, connection: Connection) -> None:
        self._due.pop(connection, None)

    def overdue(self) -> Iterator[Connection]:
        now = time.monotonic()
        while self._due:
            connection, due = next(iter(self._due.items()))
            if due > now:
                return
            del self._due[connection]
            yield connection


class Connections:
    """All connections. `most_each` bounds those of one household; None: any number."""

    def __init__(
        self,
        most: int,
        most_each: int | None,
        proxies: Proxies,
        metrics: Metrics,
        head_within: float,
        keep_alive: float,
    ) -> None:
        self.most = most
        self.most_each = most_each
        self.metrics = metrics
        self._proxies = proxies
        self._open = 0
        self._groups: dict[str, Group] = {}
        self._waiting: OrderedDict[Connection, None] = OrderedDict()
        """Those that are idle, the longest first; proxies are not among them."""
        self._starting = Deadlines(head_within)
        """From connecting, or from the first byte of a request, until its head is complete."""
        self._kept = Deadlines(keep_alive + UNREAD_FOR)
        """After an answer. uvicorn itself closes sooner, unless the answer is not being read."""
        self._said_at: dict[str, float] = {}

    def arrive(self, connection: Connection) -> bool:
        connection.through_proxy = connection.peer in self._proxies
        if not connection.through_proxy:
            connection.group = household(connection.peer)
            if not self._make_room_for(connection.group):
                return False
        if self._open >= self.most:
            self._say("total", f"All {self.most} connections are in use")
            if not self._evict(self._waiting):
                return self._turn_away()
        self._open += 1
        self.metrics.connections.set(self._open)
        connection.open = True
        if connection.group is not None:
            self._groups.setdefault(connection.group, Group()).count += 1
        self.idle(connection)
        self.hurry(connection)
        return True

    def _make_room_for(self, name: str) -> bool:
        group = self._groups.get(name)
        if self.most_each is None or group is None or group.count < self.most_each:
            return True
        self._say("address", f"{name} uses all {self.most_each} connections that one address gets")
        return self._evict(group.waiting) or self._turn_away()

    def _evict(self, waiting: OrderedDict[Connection, None]) -> bool:
        """Close the one that has been idle longest, if there is one."""
        if not waiting:
            return False
        longest = next(iter(waiting))
        self.metrics.turned_away.add()
        self.leave(longest)
        longest.cut()
        return True

    def _turn_away(self) -> bool:
        self.metrics.turned_away.add()
        return False

    def leave(self, connection: Connection) -> None:
        if not connection.open:
            return
        connection.open = False
        self._stop_waiting(connection)
        self._open -= 1
        self.metrics.connections.set(self._open)
        if connection.group is not None:
            self._drop(connection.group)

    def _drop(self, name: str) -> None:
        group = self._groups[name]
        group.count -= 1
        if not group.count:
            del self._groups[name]

    def enter(self, address: str) -> str | None:
        """A request came through a proxy: it counts for the household it was forwarded for.

        Returns what to hand to `exit`, or None if that household has too many under way.
        """
        name = household(address)
        group = self._groups.setdefault(name, Group())
        if self.most_each is not None and group.count >= self.most_each:
            self._say("address", f"{name} has {self.most_each} requests and sockets under way")
            self._turn_away()
            return None
        group.count += 1
        return name

    def exit(self, name: str) -> None:
        self._drop(name)

    # What a connection does.

    def idle(self, connection: Connection) -> None:
        if connection.group is not None:
            self._waiting[connection] = None
            self._groups[connection.group].waiting[connection] = None
        self._kept.add(connection)

    def hurry(self, connection: Connection) -> None:
        if connection not in self._starting:
            self._starting.add(connection)

    def busy(self, connection: Connection) -> None:
        self._stop_waiting(connection)

    def _stop_waiting(self, connection: Connection) -> None:
        self._waiting.pop(connection, None)
        self._starting.discard(connection)
        self._kept.discard(connection)
        if connection.group is not None:
            self._groups[connection.group].waiting.pop(connection, None)

    # Time.

    async def sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()

    def sweep(self) -> None:
        for deadlines in (self._starting, self._kept):
            for connection in deadlines.overdue():
                self.metrics.timed_out.add()
                self.leave(connection)
                connection.cut()

    def _say(self, kind: str, what: str) -> None:
        """One line in the log when something begins, not one for each time it happens."""
        now = time.monotonic()
        if now - self._said_at.get(kind, -SAY_EVERY) >= SAY_EVERY:
            self._said_at[kind] = now
            log.warning("%s; further cases are counted in /metrics.", what)
