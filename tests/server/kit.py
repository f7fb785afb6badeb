"""A real server in a process of its own, and what tests do with it.

It is started as `make play` starts it: by `sandtable play`, on the compiled build.
"""

import asyncio
import contextlib
import functools
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sandtable.client import Client, TableClient, connect
from sandtable.protocol.messages import Ack
from tools import compiled

T = TypeVar("T")
Said = TypeVar("Said", str, bytes)

QUICK = {
    "SANDTABLE_COUNTDOWN": "0.1",
    "SANDTABLE_DOWNTIME_COUNTDOWN": "0.2",
    "SANDTABLE_AWAY_AFTER": "0.3",
    "SANDTABLE_GONE_AFTER": "0.8",
    # A machine that runs all tests at once may keep a process waiting for a long time.
    "SANDTABLE_STALL_AFTER": "20",
}
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds after which something that should have happened never will."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


SOURCE = [str(ROOT / "src")]
"""On the path of a server that is to run the source: that of this very checkout, not what happens
to be installed, which is another one when a copy of it is tried."""


@functools.cache
def served_from() -> list[str]:
    """What goes on the path of a server: the compiled copy of the package, or its source if
    somebody in the middle of an edit says SANDTABLE_TEST_BUILD=source."""
    wanted = os.environ.get("SANDTABLE_TEST_BUILD") or "compiled"
    if wanted not in ("compiled", "source"):
        raise RuntimeError(f"SANDTABLE_TEST_BUILD is compiled or source, not {wanted!r}")
    return [str(compiled.build())] if wanted == "compiled" else SOURCE


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command `sandtable`, as an operator types it."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "sandtable", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(served_from())},
        capture_output=True,
        text=True,
        check=False,
    )


def last_words(process: subprocess.Popen[Said], patience: float = PATIENCE) -> tuple[Said, Said]:
    """What a process printed that has to end by itself; else it is killed, and the test fails."""
    try:
        return process.communicate(timeout=patience)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


class Server:
    def __init__(
        self,
        folder: Path,
        *arguments: str,
        limits: bool = False,
        path: Sequence[str] | None = None,
        **more: str,
    ) -> None:
        """`path`: where it runs from, if not as usual; `more`: its environment."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.log = folder / "server.log"
        self.arguments = arguments
        self.also = [more.pop("PYTHONPATH")] if "PYTHONPATH" in more else []
        self.environment = {
            **os.environ,
            **QUICK,
            "SANDTABLE_LIMITS": "on" if limits else "off",
            **more,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.program = ["-m", "sandtable", "play", "--no-browser"]
        self.path = path
        self.group: int | None = None
        """0 for a process group of its own, such as a terminal gives."""

    def fast(self, speed: float, *flags: str) -> "Server":
        """Let its clock run this many times faster (see fast_server.py).

        It then runs the source: what is changed for this cannot be changed in compiled classes.
        """
        self.path = SOURCE
        self.program = ["-m", "tests.server.fast_server", "--speed", str(speed), *flags, "serve"]
        return self

    def start(self) -> "Server":
        command = [sys.executable, *self.program, "--port", str(self.port)]
        path = [*(served_from() if self.path is None else self.path), *self.also]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--data-dir", str(self.folder), *self.arguments],
                env={**self.environment, "PYTHONPATH": os.pathsep.join(path)},
                cwd=ROOT,
                stdout=log,
                stderr=log,
                process_group=self.group,
            )
        deadline = time.monotonic() + PATIENCE
        while not self.healthy():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.said()}")
            time.sleep(0.05)
        return self

    def healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            # The test fails for it; nothing of it stays behind.
            self.kill()
            raise

    def metric(self, name: str) -> float:
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=5) as answer:
            for line in answer.read().decode().splitlines():
                if line.startswith(f"{name} "):
                    return float(line.split()[1])
        raise KeyError(name)


def run(scene: Coroutine[Any, Any, T], patience: float = 4 * PATIENCE) -> T:
    """Run an async scene, which fails rather than waiting for ever."""

    async def bounded() -> T:
        try:
            return await asyncio.wait_for(scene, patience)
        finally:
            # Transports that were aborted close in the next rounds of the loop.
            await asyncio.sleep(0.02)

    return asyncio.run(bounded())


@contextlib.asynccontextmanager
async def guests(server: Server, *names: str) -> AsyncIterator[list[Client]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(connect(server.url, name)) for name in names]


async def table_of(clients: list[Client], game: str = "watch", **wish: Any) -> list[TableClient]:
    """A table where all of these sit, are ready, and see the game."""
    first = await clients[0].create(game, seats=len(clients), **wish)
    tables = [first, *[await client.sit(first.id) for client in clients[1:]]]
    for table in tables:
        await table.ready()
    for table in tables:
        await soon(table, lambda table=table: table.seen is not None)  # type: ignore[misc]
    return tables


async def game_of_bots(client: Client) -> TableClient:
    """A long game that two bots play; nobody looks any more."""
    bots = {"bots": ["random", "random"], "sit": False, "start": True}
    table = await client.create("watch", **bots, options={"minutes": 60, "play": "match"})
    await soon(table, lambda: bool(table.seen and table.seen.seq > 3))
    await table.close()
    return table


async def soon(table: TableClient, holds: Callable[[], bool]) -> None:
    await asyncio.wait_for(table.wait(holds), PATIENCE)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.02)


def on_turn(tables: list[TableClient]) -> TableClient | None:
    return next((t for t in tables if t.seen is not None and t.seen.legal), None)


async def play_one(tables: list[TableClient], pick: Callable[[list[Any]], Any]) -> Ack | None:
    """Somebody who may act does so, by `pick`; None if the game is over."""
    while True:
        if any(t.seen is not None and t.seen.outcome is not None for t in tables):
            return None
        table = on_turn(tables)
        if table is not None and table.seen is not None:
            answer = await asyncio.wait_for(table.act(pick(table.seen.legal)), PATIENCE)
            if isinstance(answer, Ack):
                await asyncio.wait_for(
                    asyncio.gather(*[caught_up(t, answer.seq) for t in tables]), PATIENCE
                )
                return answer
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.005)


async def caught_up(table: TableClient, seq: int) -> None:
    await table.wait(lambda: table.seen is not None and table.seen.seq >= seq)
