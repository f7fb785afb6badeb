"""The log of a match as JSON Lines: a header, one line for each act, a closing line.

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
MOST_LINES: Final = 200_000
MOST_LINE: Final = 1_000_000
MOST_DEPTH: Final = 24
"""More than any log of ours has, and few enough that reading a log cannot do harm."""


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
    """The text of a log file: one canonical JSON object per line."""
    return "".join(canonical(line) + "\n" for line in lines)


def read_log(text: str) -> list[dict[str, Any]]:
    """The lines of a log file. Raises BadLog with the line that is wrong and the reason.

    No matter who wrote the file, what is read can be written again: it has only whole numbers, no
    halves of characters, no field twice, and nothing nested deeper than in any log.
    """
    rows = text.removeprefix("\ufeff").split("\n")
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) > MOST_LINES:
        raise BadLog(f"The log has {len(rows)} lines; a log has at most {MOST_LINES}.")
    lines: list[dict[str, Any]] = []
    for number, row in enumerate(rows, start=1):
        try:
            lines.append(read_line(row))
        except BadLog as problem:
            raise BadLog(f"Line {number}: {problem}") from None
    return lines


def read_line(row: str) -> dict[str, Any]:
    if len(row) > MOST_LINE:
        raise BadLog(f"It has {len(row)} characters; a line has at most {MOST_LINE}.")
    try:
        line = json.loads(
            row, object_pairs_hook=only_once, parse_float=not_whole, parse_constant=not_whole
        )
        if row.count("[") + row.count("{") > MOST_DEPTH:
            check_depth(line)
    except RecursionError:
        raise BadLog("It is nested too deeply.") from None
    except ValueError:
        raise BadLog("It is not JSON.") from None
    if not isinstance(line, dict):
        raise BadLog("It is not an object.")
    if "\\u" in row:
        check_characters(line)
    return line


def only_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which each field stands once: if there were two, which would be meant?"""
    found = dict(fields)
    if len(found) != len(fields):
        names = [name for name, _ in fields]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadLog(f"The field {twice[:40]!r} is there twice.")
    return found


def not_whole(text: str) -> Any:
    raise BadLog(f"{text[:40]} is not a whole number.")


def check_depth(data: Any) -> None:
    level = [data]
    for _ in range(MOST_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if level:
        raise BadLog("It is nested too deeply.")


def check_characters(data: Any) -> None:
    """JSON can write half of a surrogate pair, which is not text anywhere else."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadLog("It has half a character in it (a lone surrogate).") from None
