"""Who plays which seat of a match, as its log tells it.

The header says who began. When somebody leaves, comes back or takes over, a note says who plays
from then on. So everybody who reads a log, now or later, gives each act and the result the same
names as the people at the table saw.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

NOTE = "players"


class Players(Struct, frozen=True):
    names: list[str]
    bots: list[str | None]
    """The bot level of each seat, None for a person."""
    before: list[str | None]
    """For each seat, the person for whom a bot plays there."""

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"names": self.names, "bots": self.bots}
        return {**said, "before": self.before} if any(self.before) else said


def is_told_by(line: Mapping[str, Any]) -> bool:
    """Whether this line of a log, the header apart, says who plays from then on."""
    return line.get("note") == NOTE


def told_by(line: Mapping[str, Any], seats: int) -> Players:
    """What a header or a note says; older logs say less."""
    nobody: list[str | None] = [None] * seats
    return Players(
        [str(name) for name in line.get("names") or [f"Seat {seat + 1}" for seat in range(seats)]],
        list(line.get("bots") or nobody),
        list(line.get("before") or nobody),
    )


def players_at_the_end(lines: Sequence[Mapping[str, Any]]) -> Players:
    """Who played when the log ended."""
    latest = next((line for line in reversed(lines) if is_told_by(line)), lines[0])
    return told_by(latest, int(lines[0]["seats"]))
