"""python -m bench.bots.run: many tables of bots on one server, as `make play` starts it.

A bot says when it wants to act, after as long as a person would take. It is late if its thought is
not ready by then, because it searched for too long, or waited behind others for a process. The
server keeps a histogram of that for bots that search, and one for the others. Each game is measured
with clubs alone, with experts alone, and with as many of both: there the clubs must be as punctual
as without the experts. There is a new server each time. The people who sit with the bots are a
process of their own.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import sandtable
from bench.bots.report import write
from bench.load.peer import cpu_seconds
from bench.load.run import Players
from sandtable.bots.levels import levels
from tests.server.kit import SOURCE, Server, served_from

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
BOTS = 3
"""At each table, beside one person, or as many as the game has seats for."""
TABLES = {"club": 200, "expert": 20}
COMPANIES = (("club",), ("expert",), ("club", "expert"))
"""Who plays on one server, each level at tables of its own."""
SETTLED = 10.0
"""Seconds after the last table was opened until it counts."""
FEW = 2
BRIEFLY = 2.0

Counts = list[tuple[float, int]]


def histogram(game: str, level: str) -> str:
    """Where the server counts how late bots of this level act."""
    searches = levels(sandtable.find(game))[level].THINKS > 0
    return f"sandtable_{'thinker' if searches else 'bot'}_lateness_seconds"


def lateness(url: str, name: str) -> Counts:
    """Bots' acts so far by how late they were: seconds, and how many were no later."""
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    found = [line for line in lines if line.startswith(f"{name}_bucket")]
    return [
        (float(line.split('"')[1].replace("+Inf", "inf")), int(float(line.split()[1])))
        for line in found
    ]


def between(before: Counts, after: Counts) -> Counts:
    return [(bound, count - old) for (bound, count), (_, old) in zip(after, before, strict=True)]


def children(pid: int) -> list[int]:
    """The processes in which its bots think."""
    said = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in said.split()]


def measure(
    game: str, tables: dict[str, int], settled: float, seconds: float, path: list[str]
) -> dict[str, Any]:
    """So many tables of each level on one server."""
    bots = min(BOTS, sandtable.find(game).MAX_SEATS - 1)
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        server = Server(Path(folder), path=path, SANDTABLE_GONE_AFTER="3600").start()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(ROOT)])}
        hosts = Players([sys.executable, "-m", "bench.bots.hosts", server.url], environment)
        try:
            for level, count in tables.items():
                hosts.ask(game=game, level=level, bots=bots, tables=count)
            time.sleep(settled)
            assert server.process is not None
            pid = server.process.pid
            thinking = children(pid)
            cpu, thought = cpu_seconds(pid), sum(map(cpu_seconds, thinking))
            names = {level: histogram(game, level) for level in tables}
            before = {level: lateness(server.url, name) for level, name in names.items()}
            faults = server.metric("sandtable_bot_faults_total")
            since = time.monotonic()
            time.sleep(seconds)
            after = {level: lateness(server.url, name) for level, name in names.items()}
            took = time.monotonic() - since
            row = {
                "game": game,
                "tables": sum(tables.values()),
                "playing": server.metric("sandtable_playing"),
                "levels": [
                    {
                        "level": level,
                        "bots": bots * count,
                        "late": between(before[level], after[level]),
                    }
                    for level, count in tables.items()
                ],
                "seconds": took,
                "cpu": (cpu_seconds(pid) - cpu) / took,
                "processes": len(thinking),
                "bots_cpu": (sum(map(cpu_seconds, thinking)) - thought) / took,
                "faults": server.metric("sandtable_bot_faults_total") - faults,
            }
        finally:
            hosts.stop()
            server.stop()
    print(json.dumps(row), file=sys.stderr)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--games", nargs="+", default=sorted(sandtable.games()))
    parser.add_argument(
        "--quick", action="store_true", help="2 tables of each level, 5 s, written nowhere"
    )
    parser.add_argument("--interpreted", action="store_true", help="rules as Python source")
    arguments = parser.parse_args()
    quick = arguments.quick
    path = SOURCE if arguments.interpreted else served_from()
    seconds = 5.0 if quick else arguments.seconds
    load = os.getloadavg()[0]
    rows = [
        measure(
            game,
            {level: FEW if quick else TABLES[level] for level in company},
            BRIEFLY if quick else SETTLED,
            seconds,
            path,
        )
        for game in arguments.games
        for company in (COMPANIES[-1:] if quick else COMPANIES)
    ]
    python = platform.python_version()
    result = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {python}",
        "build": "interpreted" if arguments.interpreted else "compiled",
        "load_before": load,
        "seconds": seconds,
        "rows": rows,
    }
    text = write(result)
    print(text)
    if not quick:
        (RESULTS / "bots.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        (RESULTS / "bots.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
