"""boardgame.io's server with as many clients, on its own connect four.

It keeps its matches in memory, as its documentation starts it, or in files: only the second is
comparable with a server that acknowledges nothing before it is on disk.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench.load.ramp import Row, climb
from tests.server.kit import free_port

FOLDER = Path(__file__).resolve().parent.parent / "peers" / "boardgameio"
TICKS = os.sysconf("SC_CLK_TCK")
FIRST_RATE = 400.0


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def answering(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/games", timeout=2):
            return True
    except urllib.error.HTTPError:
        return True
    except (urllib.error.URLError, OSError):
        return False


def measure(matches: int, most: float, seconds: float, folder: Path | None) -> list[Row]:
    """Two clients a match; the rate is raised until p99 passes 50 ms. In memory, or in a folder."""
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", "server.js", str(port), *([] if folder is None else [str(folder)])],
        cwd=FOLDER,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    players: subprocess.Popen[str] | None = None
    try:
        deadline = time.monotonic() + 20
        while not answering(port):
            if time.monotonic() > deadline:
                raise RuntimeError("boardgame.io's server did not start")
            time.sleep(0.1)
        players = subprocess.Popen(
            # Room for what is new, so that the players seldom stop to tidy up.
            ["node", "--max-semi-space-size=128", "load.js", str(port), str(matches)],
            cwd=FOLDER,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert players.stdin is not None
        assert players.stdout is not None
        players.stdout.readline()
        incoming, outgoing = players.stdin, players.stdout

        def measured(rate: float) -> Row | None:
            cpu = cpu_seconds(server.pid)
            incoming.write(json.dumps({"rate": rate, "seconds": seconds}) + "\n")
            incoming.flush()
            row: Row = json.loads(outgoing.readline())
            if server.poll() is not None:
                print("boardgame.io's server ended by itself at this rate", file=sys.stderr)
                return None
            row["cpu"] = (cpu_seconds(server.pid) - cpu) / seconds
            row["memory"] = memory_mb(server.pid)
            row["clients"] = 2 * matches
            return row

        return climb(measured, FIRST_RATE, most)
    finally:
        for process in (players, server):
            if process is not None:
                process.kill()
                process.wait()
