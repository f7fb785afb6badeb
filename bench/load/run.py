"""python -m bench.load.run: our server under load, and boardgame.io's beside it.

The server is a process of its own on loopback, with its log on disk as always; the players are a
second process. The load is raised until the slowest hundredth of the acts takes longer than 50 ms
from sending until all seats have heard, in three tries. Two games:

- Out of Time, four seats, each acting once a second: more load is more tables, new ones on a new
  server each time, as a game lasts little more than a minute;
- connect four, which boardgame.io's server plays, too: with as many clients, and ever more moves.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import IO, Any

from bench.load import peer
from bench.load.peer import cpu_seconds, memory_mb
from bench.load.players import FOUR, OUT_OF_TIME, Kind
from bench.load.ramp import Row, climb
from bench.load.report import write
from tests.server.kit import Server
from tools.compiled import build

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
MOST_TABLES = 3_000
MOST_RATE = 20_000.0
FOUR_MODULES = [ROOT / "bench" / "connect_four.py", ROOT / "bench" / "endless_four.py"]


class Players:
    """The process of the players."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **order: Any) -> dict[str, Any]:
        incoming: IO[str] | None = self.process.stdin
        outgoing: IO[str] | None = self.process.stdout
        assert incoming is not None
        assert outgoing is not None
        incoming.write(json.dumps(order) + "\n")
        incoming.flush()
        answer: dict[str, Any] = json.loads(outgoing.readline())
        return answer

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def lateness(url: str) -> list[tuple[float, int]]:
    """The server's own histogram: how late deadlines were met."""
    name = "sandtable_lateness_seconds_bucket"
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    found = [line for line in lines if line.startswith(name)]
    return [
        (float(line.split('"')[1].replace("+Inf", "inf")), int(float(line.split()[1])))
        for line in found
    ]


def late_share(
    before: list[tuple[float, int]], after: list[tuple[float, int]], share: float
) -> float:
    """The bucket, in milliseconds, below which this share of the deadlines was met."""
    counts = [(bound, count - old) for (bound, count), (_, old) in zip(after, before, strict=True)]
    total = counts[-1][1]
    for bound, count in counts:
        if total and count >= share * total:
            return bound * 1000
    return float("nan")


class Site:
    """A server and its players, for as long as a measurement takes."""

    def __init__(self, kind: Kind, data: Path, compiled: bool) -> None:
        # Without a compiled build the checkout's own source runs, as `make setup` installed it.
        places = [str(build(FOUR_MODULES)), str(ROOT)] if compiled else [str(ROOT)]
        environment = {"PYTHONPATH": os.pathsep.join(places)}
        self.server = Server(data, path=places, SANDTABLE_GONE_AFTER="3600")
        if kind is FOUR:
            self.server.program = ["-P", "-m", "bench.load.four_server", "serve"]
        self.server.start()
        command = [sys.executable, "-m", "bench.load.players", self.server.url, kind.game]
        self.players = Players(command, {**os.environ, **environment})

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_: object) -> None:
        self.players.stop()
        self.server.stop()

    def measure(self, seconds: float, rate: float) -> Row:
        assert self.server.process is not None
        pid = self.server.process.pid
        cpu, late = cpu_seconds(pid), lateness(self.server.url)
        answer = self.players.ask(do="play", seconds=seconds, rate=rate)
        answer["rate"] = answer["acked"] / seconds
        answer["cpu"] = (cpu_seconds(pid) - cpu) / seconds
        answer["memory"] = memory_mb(pid)
        late_after = lateness(self.server.url)
        answer["late_p50"] = late_share(late, late_after, 0.5)
        answer["late_p99"] = late_share(late, late_after, 0.99)
        return answer


def out_of_time(tables: int, most: float, seconds: float, compiled: bool) -> list[Row]:
    """Sand limits how often a seat can act, so that more acts are more tables."""

    def measured(load: float) -> Row:
        count = int(load)
        rate = float(count * OUT_OF_TIME.seats)
        with (
            tempfile.TemporaryDirectory(dir=ROOT / "build") as data,
            Site(OUT_OF_TIME, Path(data), compiled) as site,
        ):
            site.players.ask(do="tables", count=count)
            site.players.ask(do="play", seconds=6.0, rate=rate)  # the placement round
            return {**site.measure(seconds, rate), "tables": count}

    return climb(measured, tables, most)


def connect_four(tables: int, most: float, seconds: float, compiled: bool) -> list[Row]:
    with (
        tempfile.TemporaryDirectory(dir=ROOT / "build") as data,
        Site(FOUR, Path(data), compiled) as site,
    ):
        site.players.ask(do="tables", count=tables)

        def measured(rate: float) -> Row:
            return {**site.measure(seconds, rate), "clients": tables * FOUR.seats}

        return climb(measured, peer.FIRST_RATE, most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument(
        "--quick", action="store_true", help="20 tables, one load each, briefly, written nowhere"
    )
    parser.add_argument("--interpreted", action="store_true", help="rules as Python source")
    arguments = parser.parse_args()
    tables, seconds = arguments.tables, arguments.seconds
    most_tables, most_rate = float(MOST_TABLES), MOST_RATE
    if arguments.quick:
        tables, seconds = 20, 3.0
        most_tables, most_rate = tables, peer.FIRST_RATE
    python = platform.python_version()
    result = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {python}",
        "load_before": os.getloadavg()[0],
        "tables": tables,
        "seconds": seconds,
        "build": "interpreted" if arguments.interpreted else "compiled",
        "ours": out_of_time(tables, most_tables, seconds, not arguments.interpreted),
        "four": connect_four(tables * 2, most_rate, seconds, not arguments.interpreted),
        "peer": peer.measure(tables * 2, most_rate, seconds, None),
    }
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        result["peer_on_disk"] = peer.measure(tables * 2, most_rate, seconds, Path(folder))
    text = write(result)
    print(text)
    if not arguments.quick:
        (RESULTS / "load.json").write_text(json.dumps(result, indent=1) + "\n")
        (RESULTS / "load.md").write_text(text)


if __name__ == "__main__":
    main()
