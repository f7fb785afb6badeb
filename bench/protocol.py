"""How the runner and a measured system talk: one JSON line asks, one JSON line answers.

Every system lives in a process of its own, so that builds of the same module, garbage collectors
and languages do not meet; the runner asks them in turn. `bench/peers/boardgameio/playouts.js`
speaks the same in JavaScript.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

Pick = Callable[[], float]
"""A number in [0, 1): the act chosen from a list is the one at int(pick() * len(list))."""

DRAW = -1

FOUR_DISCS = (0, 6, 12, 18, 24)
"""How many discs lie in the positions of connect four that searches think about."""
FOUR_ROUNDS = 500
FOUR_COLUMNS, FOUR_ROWS = 7, 6

COPIED_GAMES = 25
COPIED_SEED = 11
"""Copies are timed on every position of these playouts, chosen by `minimal_standard`."""


class Played(NamedTuple):
    """One finished playout: how many acts were made, and which seat won (or DRAW)."""

    steps: int
    winner: int


class System(NamedTuple):
    """What a system can be asked. `copies` copies a fixed set of positions once each.

    `at_once` is how many games one call of `playout` plays, for a loop that is not in Python.
    """

    version: str
    playout: Callable[[Pick], Played]
    copies: Callable[[], int] | None = None
    at_once: int = 1
    build: str = ""


def minimal_standard(seed: int) -> Pick:
    """Park and Miller's generator: the same numbers in every language, for the sameness check."""
    x = seed

    def pick() -> float:
        nonlocal x
        x = x * 16807 % 2147483647
        return x / 2147483647

    return pick


def four_openings() -> list[list[int]]:
    """The columns of some games of connect four that nobody has won yet."""
    pick = minimal_standard(COPIED_SEED)
    found: list[list[int]] = []
    for discs in FOUR_DISCS:
        columns: list[int] = []
        while len(columns) < discs:
            column = int(pick() * FOUR_COLUMNS)
            if columns.count(column) < FOUR_ROWS and not makes_four([*columns, column]):
                columns.append(column)
        found.append(columns)
    return found


def makes_four(columns: list[int]) -> bool:
    """Whether the last of these discs makes a line of four."""
    owners: dict[tuple[int, int], int] = {}
    for number, column in enumerate(columns):
        owners[column, columns[:number].count(column)] = number % 2
    x, y = columns[-1], columns[:-1].count(columns[-1])
    mine = owners[x, y]
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = 1
        for way in (1, -1):
            step = 1
            while owners.get((x + way * step * across, y + way * step * up)) == mine:
                line += 1
                step += 1
        if line >= 4:
            return True
    return False


def measure_playouts(system: System, seconds: float, seed: int) -> dict[str, float]:
    """Whole games until the time is over. CPU time is what counts; see bench/README.md."""
    playout = system.playout
    pick = random.Random(seed).random
    steps = games = 0
    began, cpu = time.perf_counter(), time.process_time()
    end = began + seconds
    while True:
        steps += playout(pick)[0]
        games += system.at_once
        now = time.perf_counter()
        if now >= end:
            break
    cpu = time.process_time() - cpu
    return {"steps": steps, "games": games, "wall": now - began, "cpu": cpu}


def measure_copies(system: System, seconds: float) -> dict[str, float]:
    copies = system.copies
    if copies is None:
        return {}
    made = 0
    began, cpu = time.perf_counter(), time.process_time()
    end = began + seconds
    while True:
        made += copies()
        now = time.perf_counter()
        if now >= end:
            break
    cpu = time.process_time() - cpu
    return {"copies": made, "wall": now - began, "cpu": cpu}


def trace(system: System, games: int, seed: int) -> list[list[int]]:
    """Length and winner of playouts that every system of one game must play alike."""
    pick = minimal_standard(seed)
    return [list(system.playout(pick)) for _ in range(games)]


def answer(system: System, request: dict[str, Any]) -> dict[str, Any]:
    match request["ask"]:
        case "play":
            return measure_playouts(system, request["seconds"], request["seed"])
        case "copy":
            return measure_copies(system, request["seconds"])
        case "trace":
            return {"trace": trace(system, request["games"], request["seed"])}
        case unknown:
            return {"error": f"unknown request {unknown!r}"}


def serve(system: System) -> None:
    """Answer until the runner closes the line."""
    runtime = f"{platform.python_implementation()} {platform.python_version()}"
    say(
        {
            "version": system.version,
            "runtime": runtime,
            "build": system.build,
            "copies": system.copies is not None,
        }
    )
    for line in sys.stdin:
        say(answer(system, json.loads(line)))


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
