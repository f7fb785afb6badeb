"""A PostgreSQL of our own, in a temporary folder, from the binaries of this machine."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.kit import PATIENCE, free_port

PLACES = "/usr/lib/postgresql"


def binaries() -> Path | None:
    """The folder of initdb and postgres: on the path, or where Debian puts them."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path(PLACES).glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


def as_nobody() -> list[str]:
    """PostgreSQL refuses to run as root: step down first."""
    if os.geteuid() != 0:
        return []
    names = [entry.pw_name for entry in pwd.getpwall()]
    user = "postgres" if "postgres" in names else "nobody"
    entry = pwd.getpwnam(user)
    return [
        "setpriv",
        f"--reuid={entry.pw_uid}",
        f"--regid={entry.pw_gid}",
        "--clear-groups",
    ]


class Postgres:
    """A server with a database of its own, which can go away and come back."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.home = home
        self.port = free_port()
        self.url = f"postgresql://sand@127.0.0.1:{self.port}/postgres"
        self.step_down = as_nobody()
        self.process: subprocess.Popen[bytes] | None = None

    def initialise(self) -> None:
        if self.step_down:
            owner = next(p.split("=")[1] for p in self.step_down if p.startswith("--reuid"))
            os.chown(self.home, int(owner), -1)
        subprocess.run(
            [
                *self.step_down, self.folder / "initdb", "-D", self.home / "data", "-U", "sand",
                "-A", "trust", "-N", "-E", "UTF8",
            ],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *self.step_down, str(self.folder / "postgres"), "-D", str(self.home / "data"),
                "-p", str(self.port), "-k", str(self.home), "-c", "listen_addresses=127.0.0.1",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
        wait_until_ready(self.folder, self.port)

    def go_away(self) -> None:
        """At once and without a farewell to anybody, as in a crash."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres | None]:
    """A fresh server that runs, or None when this machine has no PostgreSQL."""
    folder = binaries()
    if folder is None:
        yield None
        return
    home = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    server = Postgres(folder, home)
    try:
        server.initialise()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def wait_until_ready(folder: Path, port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    ask = [str(folder / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ask, check=False).returncode != 0:
        if time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL did not start")
        time.sleep(0.05)
