"""Two shells play a game to its end through a server that is killed and started again."""

import subprocess
import sys
import time
from pathlib import Path

from tests.server.kit import PATIENCE, ROOT, Server


class Shell:
    """`python -m sandtable.client.demo` as somebody would type it."""

    def __init__(self, server: Server, folder: Path, name: str, *arguments: str) -> None:
        self.screen = folder / f"{name}.txt"
        command = [sys.executable, "-m", "sandtable.client.demo", "--url", server.url]
        with self.screen.open("wb") as screen:
            self.process = subprocess.Popen(
                [*command, "--name", name, "--hurry", "0.05", *arguments],
                cwd=ROOT,
                stdout=screen,
                stderr=screen,
            )

    def said(self) -> str:
        return self.screen.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, text: str, times: int = 1) -> None:
        deadline = time.monotonic() + 2 * PATIENCE
        while self.said().count(text) < times:
            ended = self.process.poll() is not None and self.said().count(text) < times
            assert not ended, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.05)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def test_a_game_is_played_to_its_end_through_a_killed_server(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()
    shells = [Shell(server, tmp_path, "Ada", "--game", "time-of-chaos")]
    try:
        shells[0].wait_for("Others can sit down")
        shells.append(Shell(server, tmp_path, "Bob", "--join"))
        for shell in shells:
            shell.wait_for("turn.", times=3)
        server.kill()
        for shell in shells:
            shell.wait_for("--- connection lost")
        server.start()
        for shell in shells:
            shell.wait_for("--- connected again")
            shell.process.wait(timeout=4 * PATIENCE)
            said = shell.said()
            assert shell.process.returncode == 0, said
            assert "each once, and replays to the same end." in said
            assert "Connected 2 times" in said
    finally:
        for shell in shells:
            shell.end()
        server.stop()
