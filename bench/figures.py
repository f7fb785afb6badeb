"""What comes out of a run, as plain data: rows, their repeats, and ratios between two rows."""

from __future__ import annotations

from statistics import median
from typing import Any, NamedTuple


class Spread(NamedTuple):
    """The median of some repeats, and how far they lay apart."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        return cls(median(values), min(values), max(values))


class Row:
    """One system playing one game. Repeats hold what the system answered, in order."""

    def __init__(self, key: str, game: str, label: str, ours: bool, search: bool = False) -> None:
        self.key = key
        self.search = search
        """Its games are rounds of a search."""
        self.game = game
        self.label = label
        self.ours = ours
        self.version = ""
        self.runtime = ""
        self.plays: list[dict[str, float]] = []
        self.copies: list[dict[str, float]] = []

    def steps_per_second(self) -> list[float]:
        return [play["steps"] / play["cpu"] for play in self.plays]

    def games_per_second(self) -> list[float]:
        return [play["games"] / play["cpu"] for play in self.plays]

    def steps_per_game(self) -> float:
        return sum(play["steps"] for play in self.plays) / sum(play["games"] for play in self.plays)

    def ns_per_copy(self) -> list[float]:
        return [copy["cpu"] / copy["copies"] * 1e9 for copy in self.copies]

    def share_of_core(self) -> float:
        """The least share of the core that this system got in a repeat; 1 on an idle machine."""
        return min(sample["cpu"] / sample["wall"] for sample in self.plays + self.copies)

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "game": self.game,
            "search": self.search,
            "label": self.label,
            "version": self.version,
            "runtime": self.runtime,
            "steps_per_second": spread_json(self.steps_per_second()),
            "games_per_second": spread_json(self.games_per_second(), 2),
            "steps_per_game": round(self.steps_per_game(), 2),
            "ns_per_copy": spread_json(self.ns_per_copy()) if self.copies else None,
            "share_of_core": round(self.share_of_core(), 3),
        }


class Ratio(NamedTuple):
    """How many times as fast ours is as the peer: each repeat against the peer's same repeat."""

    what: str
    values: list[float]
    expected: float | None

    @property
    def met(self) -> bool | None:
        return None if self.expected is None else median(self.values) >= self.expected

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "ratio": spread_json(self.values, 2),
            "expected": self.expected,
            "met": self.met,
        }


def quotients(over: list[float], under: list[float]) -> list[float]:
    return [a / b for a, b in zip(over, under, strict=True)]


def spread_json(values: list[float], digits: int = 0) -> dict[str, float]:
    middle, low, high = Spread.of(values)
    return {
        "median": round(middle, digits),
        "min": round(low, digits),
        "max": round(high, digits),
        "repeats": len(values),
    }
