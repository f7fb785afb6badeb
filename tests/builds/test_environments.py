"""The tests' own processes end, whatever happens."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.builds.environments import end

CHILD = "import time; time.sleep(600)"
STUBBORN = f"""
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", {CHILD!r}])
print(child.pid, flush=True)
time.sleep(600)
"""


def runs(pid: int) -> bool:
    """Whether a process is there, and not only the memory of it."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def gone(pid: int, within: float = 30) -> None:
    """Wait for the end of a process that is ending. One that does not end fails the test."""
    last = time.monotonic() + within
    while runs(pid):
        assert time.monotonic() < last, f"process {pid} still runs"
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_what_does_not_end_is_killed_with_all_it_started_and_fails_the_test() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    with process.stdout:
        child = int(process.stdout.readline())
        assert runs(child)
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                end(process, 0.1)
            assert process.returncode == -signal.SIGKILL
            # Its output is open for as long as anybody runs who could write into it. A process that
            # was killed closes its files a moment before it is gone.
            assert process.stdout.read() == b""
            gone(child)
        finally:
            if runs(child):
                os.kill(child, signal.SIGKILL)
