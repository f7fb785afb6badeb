"""Who was first: judged by when players acted, not by whose packet was quicker. Pure.

An act counts from its arrival minus the one-way lag that the server itself measured, at most the
cap, and never from before its seat was told that the act is possible. Acts wait in a window as
long as the worst lag at the table, so that an earlier one still under way can overtake.

Lag has two sources. An echo of the client's program can be delayed on purpose; the round trip of
the server's own kernel (TCP_INFO) cannot without delaying the acts as well. The lesser counts.
"""

import heapq
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec

from sandtable.engine.units import Seat
from sandtable.server.api_types import FairnessSheet, LagLine, Race
from sandtable.server.tableclock import Mono

CAP: float = 150.0
"""Most real milliseconds that are ever credited to anybody, and longest window."""
CLOSE_RACE = 100
SAMPLES = 15


class LagMeter:
    """What the server knows about the way to one client."""

    def __init__(self) -> None:
        self._echoes: deque[float] = deque(maxlen=SAMPLES)
        self._kernel: deque[float] = deque(maxlen=SAMPLES)
        self.one_way = 0.0
        """Milliseconds; 0 until an echo has come."""

    def echoed(self, round_trip: float) -> None:
        self._echoes.append(max(0.0, round_trip))
        self._judge()

    def kernel_measured(self, round_trip: float) -> None:
        self._kernel.append(max(0.0, round_trip))
        self._judge()

    @property
    def known(self) -> bool:
        return bool(self._echoes)

    def _judge(self) -> None:
        if not self._echoes:
            return
        round_trip = median(self._echoes)
        if self._kernel:
            round_trip = min(round_trip, median(self._kernel))
        self.one_way = round_trip / 2


def credit_for(one_way: float, cap: float = CAP) -> float:
    return min(max(0.0, one_way), cap)


def effective(arrival: Mono, credit: float, told_at: Mono | None) -> Mono:
    """When an act counts. `told_at`: when its seat was first told that the act is possible."""
    moment = arrival - credit
    if told_at is not None:
        moment = max(moment, min(told_at, arrival))
    return moment


def window_for(one_ways: Sequence[float], contention: bool, cap: float = CAP) -> float:
    """How long acts are held back: the worst lag at the table, nothing where nobody races."""
    if not contention or not one_ways:
        return 0.0
    return min(cap, max(one_ways))


class Held:
    """An act under judgement."""

    __slots__ = ("act", "arrival", "by", "effective", "lag", "n", "seat")

    def __init__(
        self,
        seat: Seat,
        n: int,
        act: Mapping[str, Any],
        arrival: Mono,
        effective: Mono,
        lag: float,
        by: str | None = None,
    ) -> None:
        self.seat = seat
        self.n = n
        self.act = act
        self.arrival = arrival
        self.effective = effective
        self.lag = lag
        self.by = by
        """The level of the bot that acts here, None for a person."""


class Window:
    """The acts that wait, ordered by effective time; at equal times by arrival."""

    def __init__(self) -> None:
        self._heap: list[tuple[Mono, int, Held]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, held: Held) -> None:
        self._count += 1
        heapq.heappush(self._heap, (held.effective, self._count, held))

    def first(self) -> Mono | None:
        return self._heap[0][0] if self._heap else None

    def due(self, line: Mono) -> Held | None:
        """The earliest act that counts from no later than `line`, taken out; else None."""
        if self._heap and self._heap[0][0] <= line:
            return heapq.heappop(self._heap)[2]
        return None

    def holds(self, seat: Seat, n: int) -> bool:
        return any(held.seat == seat and held.n == n for _, _, held in self._heap)

    def withdraw(self, seat: Seat) -> None:
        """What the person in this seat has under judgement is taken back."""
        self._heap = [
            entry for entry in self._heap if entry[2].seat != seat or entry[2].by is not None
        ]
        heapq.heapify(self._heap)

    def clear(self) -> list[Held]:
        left = [held for _, _, held in sorted(self._heap, key=lambda entry: entry[:2])]
        self._heap.clear()
        return left


key_of = msgspec.json.Encoder(order="deterministic").encode
"""The same for an act in whatever order its fields came."""


class Told:
    """When one seat was first told, without a break since, that an act is possible."""

    def __init__(self) -> None:
        self._since: dict[bytes, Mono | None] = {}
        self._unsent = False

    def listed(self, acts: Sequence[Mapping[str, Any]]) -> None:
        """A new list was made; it is not sent yet, so nobody can have reacted to it."""
        known = self._since
        self._since = {key: known.get(key) for key in map(key_of, acts)}
        self._unsent = True

    def sent(self, mono: Mono) -> None:
        if not self._unsent:
            return
        self._unsent = False
        for key, since in self._since.items():
            if since is None:
                self._since[key] = mono

    def when(self, act: Mapping[str, Any], arrival: Mono) -> Mono | None:
        """None when the act was on no list; the arrival itself when the list is still unsent."""
        try:
            key = key_of(act)
        except (TypeError, ValueError, RecursionError, OverflowError):
            return None
        if key not in self._since:
            return None
        since = self._since[key]
        return arrival if since is None else since


def sheet(lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> FairnessSheet:
    """The fairness sheet of a match, out of its log: acts, and notes about refused ones."""
    acts = [line for line in lines if "arrived" in line]
    seats = [seat_line(acts, seat, name) for seat, name in enumerate(names)]
    widest = max((int(line.get("window", 0)) for line in acts), default=0)
    return FairnessSheet(window=widest, cap=int(CAP), seats=seats, races=races(acts))


def seat_line(acts: Sequence[Mapping[str, Any]], seat: Seat, name: str) -> LagLine:
    own = [line for line in acts if line["seat"] == seat]
    lags = [int(line["lag"]) for line in own] or [0]
    credits = [int(line["credit"]) for line in own] or [0]
    return LagLine(
        seat=seat,
        name=name,
        acts=sum(1 for line in own if "note" not in line),
        lag_median=int(median(lags)),
        lag_worst=max(lags),
        credit_total=sum(credits),
        credit_most=max(credits),
    )


def races(acts: Sequence[Mapping[str, Any]]) -> list[Race]:
    """Neighbouring acts of different seats, closely judged, where the order made a difference."""
    found: list[Race] = []
    for first, second in pairwise(acts):
        if first["seat"] == second["seat"]:
            continue
        apart = int(second["effective"]) - int(first["effective"])
        overturned = second["arrived"] < first["arrived"]
        lost = second.get("note") == "refused" and first.get("note") != "refused"
        if abs(apart) < CLOSE_RACE and (lost or overturned):
            found.append(
                Race(
                    at=int(first["at"]),
                    first=first["seat"],
                    second=second["seat"],
                    apart=max(0, apart),
                    arrived_first=second["seat"] if overturned else first["seat"],
                    overturned=overturned,
                    lost=lost,
                )
            )
    return found
