"""Ctrl+C in a terminal, and whoever stops a service: every process of the group gets the signal."""

import os
import signal
from pathlib import Path

import pytest

from tests.server.kit import Server, game_of_bots, guests, run, until


def workers_of(server: int) -> list[int]:
    """The processes in which its bots think."""
    found = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [int(process) for process in found]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_processes_ends_the_server_without_a_word_of_complaint(
    tmp_path: Path, sent: signal.Signals
) -> None:
    server = Server(tmp_path)
    server.group = 0
    server.start()
    assert server.process is not None
    pid = server.process.pid

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            await game_of_bots(ada)

    try:
        run(scene())
        workers = workers_of(pid)
        assert workers
        os.killpg(pid, sent)
        if sent is signal.SIGTERM:  # as systemd does, which does not stop at groups
            for worker in workers:
                os.kill(worker, sent)
        server.process.wait(60)
    finally:
        if server.process.poll() is None:
            server.kill()
    said = server.said()
    assert "Traceback" not in said, said
    assert "ERROR" not in said, said

    async def gone() -> bool:
        return not any(Path(f"/proc/{worker}").exists() for worker in workers)

    run(until(gone))
