"""Who was first: judged by when players acted, not by whose packet was quicker. Pure.

Over a long line, news comes late and the act arrives late. An act that answers news counts from its
arrival minus the round trip, which is when it would have come if there were no distance. Any other
act counts from its arrival minus the way here, which is when it was done. No act counts from before
its seat was told that it is possible. Nor does late news move an act back across the instant at
which sand ran out, because everybody sees the sand by the server's clock. Acts wait in a window
that is as long as the longest credit at the table, so that an earlier one that is still under way
can overtake them.

How long a line is: lag.py. How much of that is believed: parity.py.
"""

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec

from sandtable.engine.units import Seat
from sandtable.protocol.bodies import FairnessSheet, LagLine, Race
from sandtable.server.base.tableclock import Mono
from sandtable.server.match.parity import MOST_BELIEVED

REACTION = 1_000.0
"""An act within this many milliseconds of seeing some news is an answer to it."""
REMEMBERED = 2_000.0
"""How long we remember an act that is no longer possible; longer than any round trip."""
MOST_REMEMBERED = 64
CLOSE_RACE = 100


def is_reaction(arrival: Mono, round_trip: float, told_at: Mono) -> bool:
    return arrival - told_at <= REACTION + round_trip


def effective(
    arrival: Mono, round_trip: float, told_at: Mono | None, alarm: Mono | None = None
) -> Mono:
    """When an act counts. `told_at`: when its seat was first told that the act is possible.

    `alarm`: when something happens next by itself.
    """
    done = arrival - round_trip / 2
    if told_at is None:
        return done
    if is_reaction(arrival, round_trip, told_at):
        moment = arrival - round_trip
        if alarm is not None and moment < alarm <= done:
            moment = alarm
    else:
        moment = done
    return max(moment, min(told_at, arrival))


class Held:
    """An act that is waiting to be judged."""

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
    """The acts that wait, ordered by effective time, and those of equal time by arrival."""

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
        """Take out the earliest act that counts from `line` or before; None if there is none."""
        if self._heap and self._heap[0][0] <= line:
            return heapq.heappop(self._heap)[2]
        return None

    def holds(self, seat: Seat, n: int) -> bool:
        return any(held.seat == seat and held.n == n for _, _, held in self._heap)

    def withdraw(self, seat: Seat) -> None:
        """Take back the waiting acts of the person in this seat."""
        self._heap = [
            entry for entry in self._heap if entry[2].seat != seat or entry[2].by is not None
        ]
        heapq.heapify(self._heap)

    def clear(self) -> list[Held]:
        left = [held for _, _, held in sorted(self._heap, key=lambda entry: entry[:2])]
        self._heap.clear()
        return left


key_of = msgspec.json.Encoder(order="deterministic").encode
"""The same for equal acts, in whatever order their fields came."""


class MissedChance:
    """An act that was possible and no longer is."""

    __slots__ = ("sent", "since", "taker")

    def __init__(self, since: Mono, taker: Held | None) -> None:
        self.since = since
        self.taker = taker
        """The person's act that made it impossible; None if something else did."""
        self.sent: Mono | None = None


class Chances:
    """What one seat may do, and since when it has known that without a break."""

    def __init__(self) -> None:
        self.news_at: Mono = float("-inf")
        """When this seat was last told of anything new it may do."""
        self._since: dict[bytes, Mono | None] = {}
        self._gone: dict[bytes, MissedChance] = {}
        """The longest gone first."""
        self._new: list[bytes] = []
        self._just_gone: list[MissedChance] = []
        """What has come and gone since the last list was sent."""
        self._unsent = False

    def listed(self, acts: Sequence[Mapping[str, Any]], taker: Held | None = None) -> None:
        """A new list was made. It has not been sent yet, so nobody can have reacted to it.

        `taker`: the person's act that changed the list, if it was one.
        """
        known = self._since
        now: dict[bytes, Mono | None] = {}
        self._new.clear()
        for act in acts:
            key = key_of(act)
            since = known.get(key)
            now[key] = since
            if since is None:
                self._new.append(key)
        self._since = now
        self._unsent = True
        for key, since in known.items():
            if since is not None and key not in now:
                gone = MissedChance(since, taker)
                self._gone.pop(key, None)
                self._gone[key] = gone
                self._just_gone.append(gone)
        while len(self._gone) > MOST_REMEMBERED:
            del self._gone[next(iter(self._gone))]

    def sent(self, mono: Mono) -> None:
        """This comes with every delivery, so it looks at nothing but what is new or too old."""
        if not self._unsent:
            return
        self._unsent = False
        for key in self._new:
            self._since[key] = self.news_at = mono
        for gone in self._just_gone:
            gone.sent = mono
        self._just_gone.clear()
        while self._gone:
            oldest = next(iter(self._gone))
            sent = self._gone[oldest].sent
            if sent is None or mono - sent <= REMEMBERED:
                break
            del self._gone[oldest]

    def when(self, act: Mapping[str, Any], arrival: Mono) -> Mono | None:
        """None if the act is on no list; the arrival itself if the list has not been sent yet."""
        key = plain_key(act)
        if key is None or key not in self._since:
            return None
        since = self._since[key]
        return arrival if since is None else since

    def is_news(self, act: Mapping[str, Any]) -> bool:
        """Whether the act was new on the last list, and so cannot have been sent before that."""
        key = plain_key(act)
        return key is not None and self._since.get(key) is not None and key not in self._gone

    def lost(self, act: Mapping[str, Any], arrival: Mono, round_trip: float) -> MissedChance | None:
        """What this seat came too late for without being able to know it; once for each."""
        key = plain_key(act)
        gone = None if key is None else self._gone.get(key)
        if key is None or gone is None or key in self._since:
            return None
        if gone.sent is not None and arrival > gone.sent + round_trip:
            return None
        del self._gone[key]
        return gone


def plain_key(act: Mapping[str, Any]) -> bytes | None:
    try:
        return key_of(act)
    except (TypeError, ValueError, RecursionError, OverflowError):
        return None


def sheet(lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> FairnessSheet:
    """The fairness sheet of a match, from its log: acts, and notes about refused ones."""
    acts = [line for line in lines if "arrived" in line]
    seats = [seat_line(acts, seat, name) for seat, name in enumerate(names)]
    widest = max((int(line.get("window", 0)) for line in acts), default=0)
    return FairnessSheet(window=widest, cap=int(MOST_BELIEVED), seats=seats, races=races(acts))


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
    """Successive acts of two seats, close in time, whose order made a difference."""
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
