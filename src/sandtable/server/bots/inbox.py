"""What a process of bots is asked: orders in their turn, and a glance at them in mid-thought.

A bot that searches asks its budget between two rounds whether to go on. The budget is spent when
its time is up, when others wait for the same process, when its hand would have to wait for the
thought, or when the server takes the question back because the table has changed.
"""

import math
import os
import select
import time
from collections import deque
from typing import Any, ClassVar

import msgspec

from sandtable.engine.bot import Budget
from sandtable.engine.units import Ms

AT_ONCE = 1 << 16
LEAST = 0.04
"""Seconds that a bot may think even if many others wait, or its hand is there already."""
WAY_BACK = 0.05
"""Seconds that an answer may need to reach the table."""


class Inbox:
    """Orders as they come in, one JSON object to a line."""

    def __init__(self, descriptor: int) -> None:
        self.taken_back = False
        """Whether the question that is being thought about has been taken back."""
        self._descriptor = descriptor
        self._waiting: deque[dict[str, Any]] = deque()
        self._begun = b""
        self._closed = False
        self._thinker: int | None = None

    def next(self) -> dict[str, Any] | None:
        """The next order, as soon as there is one; None when there will be no more."""
        while not self._waiting:
            if self._closed:
                return None
            self._read()
        order = self._waiting.popleft()
        self.taken_back = False
        self._thinker = order["bot"] if order["do"] == "look" else None
        return order

    def glance(self) -> None:
        """Take in what has come meanwhile, without waiting for anything."""
        while not self._closed and select.select([self._descriptor], [], [], 0)[0]:
            self._read()

    def questions(self) -> int:
        """How many others wait for an answer."""
        return sum(order["do"] == "look" for order in self._waiting)

    def _read(self) -> None:
        read = os.read(self._descriptor, AT_ONCE)
        self._closed = not read
        *whole, self._begun = (self._begun + read).split(b"\n")
        for line in whole:
            self._take_in(msgspec.json.decode(line))

    def _take_in(self, order: dict[str, Any]) -> None:
        if order["do"] in ("drop", "leave"):
            self.taken_back = self.taken_back or order["bot"] == self._thinker
            for waiting in self._waiting:
                if waiting["do"] == "look" and waiting["bot"] == order["bot"]:
                    # Every question gets an answer, but nobody thinks about this one.
                    waiting["dropped"] = True
        if order["do"] != "drop":
            self._waiting.append(order)


class Thinking(Budget):
    """How long one bot may think about one question at a live table."""

    LIVE: ClassVar[bool] = True

    def __init__(
        self, inbox: Inbox, seconds: float, asked: float | None = None, pace: int = 100
    ) -> None:
        """`asked`: when the table looked like this, on the clock that all processes share."""
        self.inbox = inbox
        self.seconds = seconds
        self.since = time.monotonic()
        self.asked = self.since if asked is None else asked
        self.pace = pace
        self.ends = math.inf
        self._last = self.since

    def end_within(self, after: Ms) -> None:
        self.ends = self.asked + after / 1_000 * 100 / self.pace - WAY_BACK

    def is_spent(self) -> bool:
        self.inbox.glance()
        if self.inbox.taken_back:
            return True
        now = time.monotonic()
        a_round, self._last = now - self._last, now
        thought = now - self.since
        if thought < LEAST:
            return False
        # The next round is likely to take as long as the last one.
        return thought >= self.seconds / (1 + self.inbox.questions()) or now + a_round > self.ends
