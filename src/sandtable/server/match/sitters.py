"""What a running match remembers of the person in a seat.

First, the acts they have numbered: numbers belong to a sitter, so the next person begins at 1, and
nothing that the previous one sent can stand in their way. Second, if they took over the seat, what
it knows that they may not.
"""

from typing import Any

from sandtable.protocol.messages import Refusal, Verdict
from sandtable.protocol.problems import BAD_MESSAGE, DECIDED_LONG_AGO, Denied

KEPT_ANSWERS = 64
MOST_AHEAD = 10_000
"""How far a number may be ahead of the last one decided. Nobody loses count by more."""


class Sitter:
    """One person in one seat, from sitting down to standing up."""

    def __init__(self) -> None:
        self.played = 0
        """The highest number decided; a page that is reloaded goes on from here."""
        self._answers: dict[int, Verdict] = {}
        self._forgotten = 0
        """Answers up to this number are no longer kept."""
        self.veil: Any = None
        """What the seat knows and this sitter may not; None if nothing. See Game.veil."""
        self.told_from = 0
        """Events before this one are told to them as to somebody who only watches."""

    def begin_anew(self, veil: Any, told_from: int) -> None:
        """They take the seat over, and know no more than somebody new may."""
        self.veil = veil
        self.told_from = told_from

    def lift(self, veil: Any) -> None:
        """The veil after something happened that they have seen."""
        self.veil = veil

    def answer_to(self, n: int) -> Verdict | None:
        """What was answered to this number before; None if it is new."""
        known = self._answers.get(n)
        if known is None and n <= self._forgotten:
            return Refusal(n, DECIDED_LONG_AGO, "That was decided long ago.", False)
        return known

    def check_new(self, n: int) -> None:
        """Denied for a number so far ahead that no honest client could have got there."""
        if n > self.played + MOST_AHEAD:
            last = "none yet" if self.played == 0 else f"the last was {self.played}"
            raise Denied(
                BAD_MESSAGE,
                f"n is {n}, which is more than {MOST_AHEAD} ahead of the acts decided so far "
                f"({last}).",
            )

    def answered(self, n: int, answer: Verdict) -> None:
        kept = self._answers
        kept[n] = answer
        self.played = max(self.played, n)
        while len(kept) > KEPT_ANSWERS:
            # The lowest, not the oldest: a number that skipped ahead must not shut out lower ones.
            lowest = min(kept)
            del kept[lowest]
            self._forgotten = max(self._forgotten, lowest)
