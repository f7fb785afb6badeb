"""Many tables of a game, every seat acting once in a while at random."""

import asyncio
import gc
import json
import random
import sys
import time
from typing import Any

import msgspec

from bench.load.wire import Wire
from sandtable.client.http import Client
from sandtable.protocol.bodies import Seated
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE

MOST_SKIPPED = 20


class Kind(msgspec.Struct):
    """What is played."""

    game: str
    seats: int
    options: dict[str, Any]


OUT_OF_TIME = Kind(
    "out-of-time", 4, {"timer_seconds": 1, "placement_seconds": 1, "knocking": "off"}
)
FOUR = Kind("endless-four", 2, {})
KINDS = {kind.game: kind for kind in (OUT_OF_TIME, FOUR)}


class Told(msgspec.Struct):
    """The few fields that matter here of whatever the server says."""

    type: str
    seq: int = 0
    n: int = 0
    id: str | int = ""
    legal: list[dict[str, Any]] | None = None
    outcome: Any = None


class Table:
    def __init__(self, load: "Load") -> None:
        self.load = load
        self.seats: list[Seat] = []
        self.waiting: dict[int, float] = {}
        """By the number of a delta: when the act that caused it was sent."""
        self.early: dict[int, list[float]] = {}
        """When each seat heard a delta; complete when all have."""

    def heard(self, seq: int, now: float) -> None:
        times = self.early.setdefault(seq, [])
        times.append(now)
        self.settle(seq)

    def caused(self, seq: int, sent: float) -> None:
        self.waiting[seq] = sent
        self.settle(seq)

    def settle(self, seq: int) -> None:
        times = self.early.get(seq)
        sent = self.waiting.get(seq)
        if times is None or sent is None or len(times) < self.load.kind.seats:
            return
        del self.early[seq], self.waiting[seq]
        self.load.latencies.append((max(times) - sent) * 1000)


class Seat:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.legal: list[dict[str, Any]] = []
        self.open: dict[int, float] = {}
        self.n = 0
        self.over = False
        self.wire: Wire | None = None
        self.decode = msgspec.json.Decoder(Told).decode

    def hear(self, frame: bytes) -> None:
        now = time.perf_counter()
        kind = frame[9:13]
        if kind == b"room" or kind == b"chat":
            return
        told = self.decode(frame)
        if told.type == "delta":
            self.table.heard(told.seq, now)
            if told.legal is not None:
                self.legal = told.legal
            self.over = self.over or told.outcome is not None
        elif told.type == "snapshot":
            self.legal = told.legal or []
        elif told.type == "ack":
            self.table.load.acked += 1
            self.table.caused(told.seq, self.open.pop(told.n))
        elif told.type == "refused":
            self.table.load.refused += 1
            self.open.pop(told.n, None)
        elif told.type == "probe" and self.wire is not None:
            self.wire.send(b'{"type":"echo","id":"%s"}' % str(told.id).encode())

    def act(self) -> bool:
        """Whether there was anything to do."""
        if self.over or not self.legal or self.wire is None or self.wire.lost:
            return False
        if self.open and self.table.load.kind is FOUR:
            return False  # whether there is a next turn shows when this one was heard of
        act = random.choice(self.legal)
        self.n += 1
        self.open[self.n] = time.perf_counter()
        self.table.load.sent += 1
        self.wire.send(json.dumps({"type": "act", "n": self.n, "act": act}).encode())
        return True


class Load:
    def __init__(self, url: str, kind: Kind) -> None:
        self.kind = kind
        self.client = Client(url)
        self.host = f"{self.client.host}:{self.client.port}"
        self.tables: list[Table] = []
        self.reset()

    def reset(self) -> None:
        self.latencies: list[float] = []
        self.sent = self.acked = self.refused = self.idle = 0

    async def add_table(self) -> None:
        table = Table(self)
        people = [Client(self.client.url) for _ in range(self.kind.seats)]
        for i, person in enumerate(people):
            await person.take_name(f"Load {i}")
        kind = self.kind
        wish = {"game": kind.game, "seats": kind.seats, "options": kind.options}
        made = await people[0].call("POST", "/tables", Seated, wish)
        for person in people[1:]:
            await person.call("POST", f"/tables/{made.room.id}/sit", Seated)
        for person in people:
            seat = Seat(table)
            token = person.seat_tokens[made.room.id]
            cookie = f"{GUEST_COOKIE}={person.guest_token}; {SEAT_COOKIE}={token}"
            seat.wire = await self.connect(made.room.id, cookie, seat)
            table.seats.append(seat)
        self.tables.append(table)

    async def connect(self, table_id: str, cookie: str, seat: Seat) -> Wire:
        loop = asyncio.get_running_loop()
        path = f"/api/v1/tables/{table_id}/socket"
        _, wire = await loop.create_connection(
            lambda: Wire(self.host, path, cookie, seat.hear), self.client.host, self.client.port
        )
        await wire.open
        wire.send(b'{"type":"hello","protocol":1}')
        wire.send(b'{"type":"ready"}')
        return wire

    async def play(self, seconds: float, rate: float) -> None:
        """So many acts a second, spread evenly over all seats.

        The seats of a table follow each other at a distance, so that they seldom want the same
        space. For a seat whose sand still runs the next one acts.
        """
        seats = [table.seats[i] for i in range(self.kind.seats) for table in self.tables]
        begun = time.perf_counter()
        count = turn = 0
        while (now := time.perf_counter()) - begun < seconds:
            due = int((now - begun) * rate)
            while count < due:
                for _ in range(MOST_SKIPPED):
                    turn += 1
                    if seats[turn % len(seats)].act():
                        break
                else:
                    self.idle += 1
                count += 1
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.3)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


async def run(url: str, kind: Kind) -> None:
    """Obey lines such as {"do": "tables", "count": 200} on standard input."""
    load = Load(url, kind)
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        answer: dict[str, Any] = {}
        if order["do"] == "tables":
            while (missing := order["count"] - len(load.tables)) > 0:
                await asyncio.gather(*[load.add_table() for _ in range(min(10, missing))])
        elif order["do"] == "play":
            load.reset()
            # What is measured is the server, not how long these players tidy up: up to 75 ms.
            gc.collect()
            gc.freeze()
            gc.disable()
            before = time.process_time()
            await load.play(order["seconds"], order["rate"])
            answer = {
                "sent": load.sent,
                "acked": load.acked,
                "refused": load.refused,
                "idle": load.idle,
                "p50": percentile(load.latencies, 0.5),
                "p99": percentile(load.latencies, 0.99),
                "measured": len(load.latencies),
                "generator_cpu": time.process_time() - before,
            }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], KINDS[sys.argv[2]]))
