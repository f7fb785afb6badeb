"""`make bench`: random playouts of ours and of the peers, in turn, on one core.

Writes bench/results/latest.json, latest.md and latest.svg. See bench/README.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.figures import Row
from bench.report import markdown
from bench.systems import CONNECT_FOUR, PEERS_PYTHON, ROOT, Missing, Worker, ours, peers, ratios

RESULTS = ROOT / "bench" / "results"
SAME_GAMES = 200
SAME_SEED = 5


class Timing:
    def __init__(self, quick: bool, repeats: int) -> None:
        self.repeats = 1 if quick else repeats
        self.warm_up = 0.05 if quick else 1.5
        self.play = 0.1 if quick else 1.0
        self.copy = 0.05 if quick else 0.3


def stay_on_one_core() -> int | None:
    """This process and all it starts from now on; None where the system cannot do that."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def compiled_build() -> Path:
    modules = ["bench/connect_four.py", "bench/four_search.py"]
    command = [sys.executable, "tools/compiled.py", "--with", *modules]
    build = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if build.returncode != 0:
        raise SystemExit("bench: there is no compiled build to measure, see above")
    return Path(build.stdout.strip())


def machine(core: int | None) -> dict[str, Any]:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "pinned": core is not None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def check_same_game(workers: list[Worker]) -> None:
    """Fed the same choices, every connect four must give the same games: it is one game then."""
    traces: dict[str, Any] = {}
    for worker in workers:
        row = worker.row
        if row.game == CONNECT_FOUR and not row.search and not row.key.endswith("/inside"):
            answer = worker.ask(ask="trace", games=SAME_GAMES, seed=SAME_SEED)
            traces[row.key] = answer["trace"]
    first, expected = next(iter(traces.items()))
    for key, played in traces.items():
        if played != expected:
            raise SystemExit(f"bench: {key} plays another connect four than {first}")


def measure(workers: list[Worker], timing: Timing) -> None:
    """Everybody once, then everybody again: what slows the machine down slows all of them."""
    for worker in workers:
        worker.ask(ask="play", seconds=timing.warm_up, seed=0)
    for repeat in range(timing.repeats):
        print(f"repeat {repeat + 1} of {timing.repeats}", file=sys.stderr, flush=True)
        start = repeat % len(workers)
        for worker in workers[start:] + workers[:start]:
            sample = worker.ask(ask="play", seconds=timing.play, seed=1 + repeat)
            worker.row.plays.append(sample)
            if worker.can_copy:
                worker.row.copies.append(worker.ask(ask="copy", seconds=timing.copy))


def gather(arguments: argparse.Namespace) -> list[Worker]:
    workers: list[Worker] = []
    if not arguments.interpreted:
        workers += ours(compiled_build())
    workers += ours(None)
    if not arguments.ours:
        workers += peers()
    return workers


def results(rows: list[Row], timing: Timing, core: int | None) -> dict[str, Any]:
    compared = ratios({row.key: row for row in rows})
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(core),
        "repeats": timing.repeats,
        "seconds_per_repeat": timing.play,
        "rows": [row.to_json() for row in rows],
        "ratios": [ratio.to_json() for ratio in compared],
    }


def write(found: dict[str, Any], folder: Path, plot: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "latest.json"
    data.write_text(json.dumps(found, indent=1) + "\n")
    (folder / "latest.md").write_text(markdown(found))
    if plot:
        command = [str(PEERS_PYTHON), "-m", "bench.plot", str(data), str(folder / "latest.svg")]
        subprocess.run(command, cwd=ROOT, check=True)


def parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short repeat: does it all run?")
    parser.add_argument("--ours", action="store_true", help="leave the peers out")
    parser.add_argument("--interpreted", action="store_true", help="leave the compiled build out")
    parser.add_argument("--repeats", type=int, default=7, help="repeats of each row (default 7)")
    parser.add_argument("--out", type=Path, help="folder of the results (default bench/results)")
    arguments = parser.parse_args(words)
    if arguments.repeats < 1:
        parser.error("--repeats is at least 1")
    partial = arguments.quick or arguments.ours or arguments.interpreted
    if arguments.out is None and not partial:
        arguments.out = RESULTS
    return arguments


def main(words: list[str] | None = None) -> None:
    arguments = parse(words)
    timing = Timing(arguments.quick, arguments.repeats)
    try:
        workers = gather(arguments)
    except Missing as missing:
        raise SystemExit(f"bench: {missing}; `make bench` installs the peers") from None
    core = stay_on_one_core()
    try:
        for worker in workers:
            worker.start()
        check_same_game(workers)
        measure(workers, timing)
    finally:
        for worker in workers:
            worker.stop()
    found = results([worker.row for worker in workers], timing, core)
    if arguments.out is not None:
        write(found, arguments.out, plot=not arguments.ours)
    print(markdown(found))


if __name__ == "__main__":
    main()
