"""A PostgreSQL of our own, in a temporary folder, from the binaries of this machine."""

import contextlib
import os
import pwd
import shutil
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


@contextlib.contextmanager
def postgres() -> Iterator[str | None]:
    """The URL of a fresh server, or None when this machine has no PostgreSQL."""
    folder = binaries()
    if folder is None:
        yield None
        return
    step_down = as_nobody()
    home = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    if step_down:
        owner = next(part.split("=")[1] for part in step_down if part.startswith("--reuid"))
        os.chown(home, int(owner), -1)
    data, port = home / "data", free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    try:
        subprocess.run(
            [
                *step_down,
                folder / "initdb",
                "-D",
                data,
                "-U",
                "sand",
                "-A",
                "trust",
                "-N",
                "-E",
                "UTF8",
            ],
            check=True,
            **quiet,  # type: ignore[call-overload]
        )
        server = subprocess.Popen(
            [
                *step_down, str(folder / "postgres"), "-D", str(data), "-p", str(port),
                "-k", str(home), "-c", "listen_addresses=127.0.0.1",
            ],
            **quiet,  # type: ignore[call-overload]
        )  # fmt: skip
        try:
            wait_until_ready(folder, port)
            yield f"postgresql://sand@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def wait_until_ready(folder: Path, port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    ask = [str(folder / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ask, check=False).returncode != 0:
        if time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL did not start")
        time.sleep(0.05)
