"""python -m bench.fairness.run: who wins the races of players over delayed lines.

Needs root and /dev/net/tun for real lines (see lines.py). Without them the lines are relays, the
kernel's measure is left out as behind a proxy, and nobody's acknowledgements can be held back.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.fairness import lines
from bench.fairness.players import Measurement, Style
from bench.fairness.report import Row, write
from tests.server.kit import QUICK, free_port
from tools.compiled import build

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results"

NEAR = Style(20)
LIAR = Style(20, echo_hold=250, ack_hold=250)

HONEST = [
    Measurement("20 ms", (Style(20), NEAR)),
    Measurement("80 ms", (Style(80), NEAR)),
    Measurement("140 ms", (Style(140), NEAR)),
    Measurement("200 ms", (Style(200), NEAR)),
    Measurement("300 ms", (Style(300), NEAR)),
    Measurement("400 ms", (Style(400), NEAR)),
    Measurement("140 ms ± 30 ms each way", (Style(140, 30), NEAR)),
    Measurement("140 ms against 60 ms, both ± 30 ms each way", (Style(140, 30), Style(60, 30))),
    Measurement("140 ms, reactions from 200 to 500 ms", (Style(140), NEAR), reactions="wide"),
    Measurement("140 ms, both act at one instant", (Style(140), NEAR), kind="instant"),
]
CHEATS = [
    Measurement("holds back echoes for 250 ms", (Style(20, echo_hold=250), NEAR)),
    Measurement("holds back echoes and acknowledgements for 250 ms", (LIAR, NEAR)),
    Measurement("... for 120 ms", (Style(20, echo_hold=120, ack_hold=120), NEAR)),
    Measurement("... for 60 ms", (Style(20, echo_hold=60, ack_hold=60), NEAR)),
    Measurement("... only while a chance is open", (Style(20, 0, 250, 250, "race"), NEAR)),
    Measurement("... slowly more, to 250 ms in a minute", (Style(20, 0, 250, 250, "ramp"), NEAR)),
    Measurement(
        "... and tries in vain when it is lost", (Style(20, 0, 250, 250, shadow=True), NEAR)
    ),
    Measurement(
        "... for 60 ms, and tries in vain when it is lost",
        (Style(20, 0, 60, 60, shadow=True), NEAR),
    ),
    Measurement("... and both act at one instant", (LIAR, NEAR), kind="instant"),
    Measurement("... against an honest 140 ms", (LIAR, Style(140))),
]
PROXIED = [
    Measurement("140 ms, honest, behind a proxy", (Style(140), NEAR)),
    Measurement("holds back echoes for 250 ms, behind a proxy", (Style(20, echo_hold=250), NEAR)),
]


class How(NamedTuple):
    real: bool
    places: list[str]
    """Where Python finds the server."""


class Site:
    """A server and the process of the players."""

    def __init__(self, server: "subprocess.Popen[bytes]", players: "subprocess.Popen[str]") -> None:
        self.server = server
        self.players = players

    def measure(self, measurement: Measurement) -> Row:
        incoming, outgoing = self.players.stdin, self.players.stdout
        assert incoming is not None
        assert outgoing is not None
        incoming.write(msgspec.json.encode(measurement).decode() + "\n")
        incoming.flush()
        answer = outgoing.readline()
        if not answer:
            raise RuntimeError(f"the players gave up at {measurement.name!r}")
        return Row(measurement.name, json.loads(answer))


@contextlib.contextmanager
def site(real: bool, proxied: bool, places: list[str]) -> Iterator[Site]:
    """`proxied`: the server takes what it hears for a proxy's, and leaves the kernel out."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environment = {
            **os.environ,
            **QUICK,
            "SANDTABLE_LIMITS": "off",
            "SANDTABLE_GONE_AFTER": "3600",
            "PYTHONPATH": os.pathsep.join(places),
        }
        if proxied or not real:
            environment["SANDTABLE_TRUSTED_PROXIES"] = "192.0.2.1"
        inside_server: list[str] = []
        inside_players: list[str] = []
        control: list[str] = []
        host, port = "127.0.0.1", free_port()
        if real:
            wires = stack.enter_context(lines.Lines(folder))
            inside_server = ["ip", "netns", "exec", wires.server]
            inside_players = ["ip", "netns", "exec", wires.players]
            control = [str(wires.control)]
            host = lines.SERVER
        python = [sys.executable, "-m"]
        serve = [
            sys.executable,
            "-P",
            "-m",
            "bench.fairness.server",
            "serve",
            "--host",
            host,
            "--port",
            str(port),
        ]
        log = stack.enter_context((folder / "server.log").open("wb"))
        server = subprocess.Popen(
            [*inside_server, *serve, "--data-dir", str(folder)],
            env=environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
        stack.callback(end, server)
        url = f"http://{host}:{port}"
        await_server(inside_players, url)
        players = subprocess.Popen(
            [*inside_players, *python, "bench.fairness.players", url, *control],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(end, players)
        yield Site(server, players)


def await_server(inside: list[str], url: str) -> None:
    """Wait until it answers, asked from where the players are."""
    ask = f"import urllib.request; urllib.request.urlopen({url + '/healthz'!r}, timeout=2)"
    for _ in range(100):
        command = [*inside, sys.executable, "-c", ask]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


def end(process: "subprocess.Popen[bytes] | subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def measured(
    measurements: list[Measurement], how: How, proxied: bool, races: int, only: str
) -> list[Row]:
    wanted = [
        one
        for one in measurements
        if only in one.name and (how.real or not any(style.ack_hold for style in one.styles))
    ]
    if not wanted:
        return []
    rows: list[Row] = []
    with site(how.real, proxied, how.places) as here:
        for one in wanted:
            row = here.measure(msgspec.structs.replace(one, races=races))
            print(row.line(), flush=True)
            rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1_008)
    parser.add_argument("--only", default="", help="measurements whose name has this in it")
    parser.add_argument("--relays", action="store_true", help="no real lines, even if possible")
    parser.add_argument("--quick", action="store_true", help="few races, written nowhere")
    parser.add_argument("--interpreted", action="store_true", help="the server as Python source")
    arguments = parser.parse_args()
    real = lines.possible() and not arguments.relays
    kind = "interpreted" if arguments.interpreted else "compiled"
    package = ROOT / "src" if arguments.interpreted else build()
    how = How(real, [str(package), str(ROOT)])
    races = 160 if arguments.quick else arguments.races
    if not real:
        print("Lines are relays: the kernel's measure is left out, as behind a proxy.")
    groups = {
        "Honest": measured(HONEST, how, False, races, arguments.only),
        "Cheats": measured(CHEATS, how, False, races, arguments.only),
        "Behind a proxy": measured(PROXIED, how, True, races, arguments.only),
    }
    if not arguments.quick and not arguments.only:
        (RESULTS / "fairness.md").write_text(write(groups, real, kind))


if __name__ == "__main__":
    main()
