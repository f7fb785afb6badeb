"""Which systems are measured, how each is started, and what is asked of the result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.figures import Ratio, Row, quotients

ROOT = Path(__file__).resolve().parent.parent
PEERS_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
NODE_PEER = ROOT / "bench" / "peers" / "boardgameio"

CONNECT_FOUR = "connect four"
CATAN = "Catan, 4 random players"

COMPILED = "Sandtable, compiled"
INTERPRETED = "Sandtable, interpreted"


class Missing(Exception):
    """A system that is not installed here."""


class Worker:
    """A system in its own process, and the row it fills."""

    def __init__(
        self, row: Row, command: list[str], paths: list[Path], folder: Path = ROOT
    ) -> None:
        self.row = row
        self.command = command
        self.paths = paths
        self.folder = folder
        self.can_copy = False
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        # PYTHONSAFEPATH keeps the working directory from coming before the compiled build.
        environment = dict(os.environ, PYTHONSAFEPATH="1", PYTHONHASHSEED="0")
        environment["PYTHONPATH"] = os.pathsep.join(str(path) for path in self.paths)
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        hello = self.listen()
        self.row.version, self.row.runtime = hello["version"], hello["runtime"]
        self.can_copy = hello["copies"]
        build = hello["build"]
        if build and build not in self.row.label:
            raise SystemExit(f"bench: {self.row.label} was to be measured, and this is {build}")

    def listen(self) -> dict[str, Any]:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"bench: {self.row.label} ({self.row.game}) stopped, see above")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"bench: {self.row.label}: {answer['error']}")
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.listen()

    def stop(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()


def ours(compiled: Path | None) -> list[Worker]:
    """Our rows on one build: connect four, on the compiled one in three forms, then every game."""
    import sandtable

    label = INTERPRETED if compiled is None else COMPILED
    build = "interpreted" if compiled is None else "compiled"
    # The source itself is on the path already: .venv has this checkout installed.
    paths = [ROOT] if compiled is None else [compiled, ROOT]
    named = [("", CONNECT_FOUR, "connect-four")]
    if compiled is not None:
        named.append((", a copy every step", CONNECT_FOUR, "connect-four/copying"))
        named.append((", loop inside", CONNECT_FOUR, "connect-four/inside"))
    for name, game in sandtable.games().items():
        # Where seats act at the same moment only time can end a game, so it always passes.
        if not game.REAL_TIME:
            named.append(("", name, f"game/{name}"))
        named.append((", time passing", name, f"game/{name}/time"))
    rows = [Row(f"{build}/{what}", played, label + detail, True) for detail, played, what in named]
    if compiled is not None:
        # Bots that search run compiled wherever somebody plays against them.
        searched = [(CONNECT_FOUR, "connect-four"), *((name, name) for name in sandtable.games())]
        rows += [Row(f"{build}/search/{what}", game, label, True, True) for game, what in searched]
    workers = []
    for row in rows:
        what = row.key.removeprefix(f"{build}/")
        command = [sys.executable, "-m", "bench.worker", f"ours/{what}"]
        workers.append(Worker(row, command, paths))
    return workers


def python_peer(key: str, game: str, label: str, search: bool = False) -> Worker:
    if not PEERS_PYTHON.exists():
        raise Missing(f"{label}: there is no {PEERS_PYTHON.relative_to(ROOT)}")
    command = [str(PEERS_PYTHON), "-m", "bench.worker", key]
    return Worker(Row(key, game, label, ours=False, search=search), command, [ROOT])


def node_peer() -> Worker:
    if not (NODE_PEER / "node_modules").is_dir():
        raise Missing(f"boardgame.io: there is no {NODE_PEER.relative_to(ROOT)}/node_modules")
    row = Row("boardgameio", CONNECT_FOUR, "boardgame.io, headless client", ours=False)
    return Worker(row, ["node", "playouts.js"], [], NODE_PEER)


def peers() -> list[Worker]:
    return [
        python_peer("openspiel", CONNECT_FOUR, "OpenSpiel"),
        python_peer("openspiel/cloning", CONNECT_FOUR, "OpenSpiel, a clone every step"),
        python_peer("pettingzoo", CONNECT_FOUR, "PettingZoo connect_four_v3"),
        node_peer(),
        python_peer("catanatron", CATAN, "catanatron"),
        python_peer("openspiel/search/python", CONNECT_FOUR, "OpenSpiel, MCTS in Python", True),
        python_peer("openspiel/search/native", CONNECT_FOUR, "OpenSpiel, MCTS in C++", True),
    ]


EXPECTED_AGAINST_CATANATRON = {"watch": 40.0}
EXPECTED_OF_OTHER_GAMES = 8.0


def ratios(rows: dict[str, Row]) -> list[Ratio]:
    """All comparisons for which both sides were measured."""
    found: list[Ratio] = []

    def speed(what: str, over: str, under: str, expected: float | None = None) -> None:
        if over in rows and under in rows:
            values = quotients(rows[over].steps_per_second(), rows[under].steps_per_second())
            found.append(Ratio(what, values, expected))

    def copying(what: str, ours: str, peer: str, expected: float | None = None) -> None:
        if ours in rows and peer in rows:
            values = quotients(rows[peer].ns_per_copy(), rows[ours].ns_per_copy())
            found.append(Ratio(what, values, expected))

    def rounds(what: str, way: str, expected: float | None = None) -> None:
        over, under = "compiled/search/connect-four", f"openspiel/search/{way}"
        if over in rows and under in rows:
            values = quotients(rows[over].games_per_second(), rows[under].games_per_second())
            found.append(Ratio(what, values, expected))

    mine = "compiled/connect-four"
    speed("connect four: steps/s against OpenSpiel", mine, "openspiel", 1.5)
    speed(
        "connect four, a copy every step: steps/s against OpenSpiel",
        "compiled/connect-four/copying",
        "openspiel/cloning",
    )
    copying("connect four: speed of copy against OpenSpiel's clone", mine, "openspiel", 1.0)
    speed("connect four: steps/s against PettingZoo", mine, "pettingzoo")
    speed("connect four: steps/s against boardgame.io", mine, "boardgameio", 40.0)
    speed("connect four: steps/s, compiled against interpreted", mine, "interpreted/connect-four")
    rounds("connect four: rounds/s of search against OpenSpiel's in Python", "python", 10.0)
    rounds("connect four: rounds/s of search against OpenSpiel's in C++", "native")
    for game in dict.fromkeys(row.game for row in rows.values() if "/game/" in row.key):
        best = next(key for key in rows if key.split("/")[1:3] == ["game", game])
        compiled = best.replace("interpreted/", "compiled/")
        expected = EXPECTED_AGAINST_CATANATRON.get(game, EXPECTED_OF_OTHER_GAMES)
        what = f"{game}: steps/s against catanatron's ticks/s"
        speed(what, compiled, "catanatron", expected)
        copying(f"{game}: speed of copy against catanatron's", compiled, "catanatron")
        interpreted = compiled.replace("compiled/", "interpreted/")
        speed(f"{game}: steps/s, compiled against interpreted", compiled, interpreted)
    return found
