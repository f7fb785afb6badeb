"""python -m bench.load.run: our server under load, and boardgame.io's beside it.

The server is a process of its own on loopback, with its log on disk as always; the players are a
second process. Every seat acts once a second; tables are added until the slowest hundredth
of the acts takes longer than 50 ms, twice in a row, from sending until all four seats have heard.
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
from bench.load.peer import too_slow
from bench.load.report import write
from tests.server.kit import Server
from tools.compiled import build

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"
MOST_TABLES = 3_000
TICKS = os.sysconf("SC_CLK_TCK")


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


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def lateness(url: str) -> list[tuple[float, int]]:
    """The server's own histogram: how late deadlines were met."""
    name = "sandtable_lateness_seconds_bucket"
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    found = [line for line in lines if line.startswith(name)]
    return [
        (float(line.split('"')[1].replace("+Inf", "inf")), int(line.split()[1])) for line in found
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


def measure(server: Server, players: Any, seconds: float, every: float) -> dict[str, Any]:
    assert server.process is not None
    pid = server.process.pid
    cpu, late = cpu_seconds(pid), lateness(server.url)
    answer: dict[str, Any] = players.ask(do="play", seconds=seconds, every=every)
    answer["rate"] = answer["acked"] / seconds
    answer["cpu"] = (cpu_seconds(pid) - cpu) / seconds
    answer["memory"] = memory_mb(pid)
    late_after = lateness(server.url)
    answer["late_p50"] = late_share(late, late_after, 0.5)
    answer["late_p99"] = late_share(late, late_after, 0.99)
    return answer


def ours(tables: int, seconds: float, compiled: bool) -> list[dict[str, Any]]:
    # Without a compiled build the checkout's own source runs, as `make setup` installed it.
    places = [str(build()), str(ROOT)] if compiled else [str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as data:
        os.environ["PYTHONPATH"] = environment["PYTHONPATH"]
        server = Server(Path(data), SANDTABLE_GONE_AFTER="3600").start()
        players = Players([sys.executable, "-m", "bench.load.players", server.url], environment)
        try:
            count = tables
            while True:
                players.ask(do="tables", count=count)
                players.ask(do="play", seconds=6.0, every=1.0)  # the placement round
                row = measure(server, players, seconds, 1.0)
                row["tables"] = count
                found.append(row)
                print(json.dumps(row), file=sys.stderr)
                if count >= MOST_TABLES or too_slow(found):
                    break
                # Sand limits how often a seat can act, so that more acts are more tables.
                count = count * 5 // 4
        finally:
            players.stop()
            server.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--quick", action="store_true", help="20 tables, briefly, written nowhere")
    parser.add_argument("--interpreted", action="store_true", help="rules as Python source")
    arguments = parser.parse_args()
    tables, seconds = arguments.tables, arguments.seconds
    if arguments.quick:
        tables, seconds = 20, 3.0
    python = platform.python_version()
    result = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {python}",
        "load_before": os.getloadavg()[0],
        "tables": tables,
        "seconds": seconds,
        "build": "interpreted" if arguments.interpreted else "compiled",
        "ours": ours(tables, seconds, not arguments.interpreted),
        "peer": peer.measure(tables * 2, seconds, None),
    }
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        result["peer_on_disk"] = peer.measure(tables * 2, seconds, Path(folder))
    text = write(result)
    print(text)
    if not arguments.quick:
        (RESULTS / "load.json").write_text(json.dumps(result, indent=1) + "\n")
        (RESULTS / "load.md").write_text(text)


if __name__ == "__main__":
    main()
