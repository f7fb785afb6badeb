"""Ever more load, until the slowest hundredth of the acts takes longer than 50 ms."""

import json
import sys
from collections.abc import Callable
from typing import Any

LIMIT_MS = 50.0
STEP = 1.25
TRIES = 3
"""One slow measurement may be the machine's fault; three of the same load are the server's."""

Row = dict[str, Any]


def in_time(row: Row) -> bool:
    return bool(row["p99"] <= LIMIT_MS)


def climb(measure: Callable[[float], Row | None], first: float, most: float) -> list[Row]:
    """The best try of each load, up to the first that was never in time. None: it broke down."""
    found: list[Row] = []
    load = first
    while True:
        tries: list[Row] = []
        while len(tries) < TRIES and not any(map(in_time, tries)):
            row = measure(load)
            if row is None:
                return found
            print(json.dumps(row), file=sys.stderr)
            tries.append(row)
        best = min(tries, key=lambda row: float(row["p99"]))
        best["tries"] = len(tries)
        found.append(best)
        if not in_time(best) or load >= most:
            return found
        load *= STEP
