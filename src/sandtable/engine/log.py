"""The log of a match as JSON Lines: a header, one line an act, a closing line.

Nothing else is needed to play the match again to the millisecond: what happens by itself follows
from the rules, the seed and the times.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act
from sandtable.engine.errors import BadLog
from sandtable.engine.game import Game
from sandtable.engine.outcome import Outcome
from sandtable.engine.plain import canonical
from sandtable.engine.rng import RNG_VERSION
from sandtable.engine.seed import commitment
from sandtable.engine.units import Ms, Seat

LOG_FORMAT: Final = "sandtable-log-1"


@mypyc_attr(acyclic=True)
class Entry:
    """One act in the log. `refused` holds a rule number for an offence that cost something."""

    def __init__(self, at: Ms, seat: Seat, act: Act, refused: str) -> None:
        self.at = at
        self.seat = seat
        self.act = act
        self.refused = refused

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"at": self.at, "seat": self.seat, "act": self.act.to_json()}
        if self.refused:
            line["refused"] = self.refused
        return line


def header_line(
    game: Game[Any],
    seats: int,
    options: dict[str, Any],
    seed: int,
    position: dict[str, Any] | None,
) -> dict[str, Any]:
    header: dict[str, Any] = {
        "format": LOG_FORMAT,
        "game": game.NAME,
        "rules": game.RULES_VERSION,
        "rng": RNG_VERSION,
        "seats": seats,
        "options": dict(options),
        "seed": seed,
        "commitment": commitment(seed),
    }
    if position is not None:
        header["position"] = position
    return header


def closing_line(now: Ms, outcome: Outcome | None, hashed: str) -> dict[str, Any]:
    return {
        "end": now,
        "outcome": None if outcome is None else outcome.to_json(),
        "hash": hashed,
    }


def write_log(lines: Iterable[dict[str, Any]]) -> str:
    """The text of a log file: one canonical JSON object a line."""
    return "".join(canonical(line) + "\n" for line in lines)


def read_log(text: str) -> list[dict[str, Any]]:
    """The lines of a log file, or BadLog with the line that is not one."""
    lines: list[dict[str, Any]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip():
            continue
        try:
            line = json.loads(raw)
        except ValueError:
            raise BadLog(f"Line {number} is not JSON.") from None
        if not isinstance(line, dict):
            raise BadLog(f"Line {number} is not an object.")
        lines.append(line)
    return lines
