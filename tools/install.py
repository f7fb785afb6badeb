"""`make setup`: put everything the project needs into `.venv` and `web/node_modules`.

The browser tests need a Chromium, which belongs to the machine: it is installed where that is
allowed (as root, by apt-get), and asked for where it is not.

Runs on the bare Python of the machine, so it uses nothing but the standard library. Each step
leaves a stamp that names the contents of what it installed from: a second run does nothing, a
changed lock installs again, and a touched but equal file does not.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WEB = ROOT / "web"
OLDEST_PYTHON = (3, 11)


def fingerprint(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()


def up_to_date(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Two `make` runs in one checkout must not install into the same folder at once."""
    try:
        import fcntl
    except ImportError:  # no such lock on Windows: there, run one at a time
        yield
        return
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run([str(word) for word in command], cwd=cwd, check=True)


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install_python() -> None:
    lock = ROOT / "requirements" / "dev.lock"
    wanted = f"{fingerprint(lock)} {sys.version_info.major}.{sys.version_info.minor}"
    stamp = VENV / ".installed-lock"
    python = venv_python()
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet")
    if not up_to_date(stamp, wanted) or not python.exists():
        print("setup: installing the locked Python packages into .venv", flush=True)
        if not python.exists():
            venv.create(VENV, with_pip=True)
        run(*pip, "install", "--require-hashes", "-r", lock)
        stamp.write_text(wanted)

    # Entry points and scripts are read from pyproject.toml once, when the package is installed.
    wanted = fingerprint(ROOT / "pyproject.toml", ROOT / "setup.py", lock)
    stamp = VENV / ".installed-package"
    if not up_to_date(stamp, wanted):
        print("setup: installing sandtable itself, editable", flush=True)
        run(*pip, "install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
        stamp.write_text(wanted)


def install_web() -> None:
    if not (WEB / "package.json").is_file():
        return
    if not (WEB / "package-lock.json").is_file():
        print("setup: web/package-lock.json is missing, so web/node_modules is left as it is")
        return
    wanted = fingerprint(WEB / "package.json", WEB / "package-lock.json")
    stamp = WEB / "node_modules" / ".installed-lock"
    if up_to_date(stamp, wanted):
        return
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("setup: npm was not found; the page needs Node 20 or newer")
    print("setup: installing the locked npm packages into web/node_modules", flush=True)
    run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=WEB)
    stamp.write_text(wanted)


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ON_A_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def has_browser() -> bool:
    named = os.environ.get("SANDTABLE_CHROMIUM")
    if named:
        return Path(named).is_file()
    return BROWSER_ON_A_MAC.is_file() or any(shutil.which(name) for name in BROWSERS)


def install_browser() -> None:
    """Only the tests in a browser need it, so its lack stops nothing else."""
    if has_browser():
        return
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        print(
            "setup: no Chromium was found. All but the browser tests of `make test` works without\n"
            "       it. Install it (on Debian: sudo apt-get install chromium), or name one in\n"
            "       SANDTABLE_CHROMIUM."
        )
        return
    print("setup: installing Chromium for the browser tests", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A fresh machine often updates itself just then, and holds the lock for a minute or two.
    patient = ("-qq", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3")
    for words in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
        command = [apt, *patient, *words]
        done = subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            print(
                f"setup: apt-get {words[0]} failed, so there is no Chromium: `make test` needs one"
            )
            return


def main() -> None:
    if sys.version_info < OLDEST_PYTHON:
        raise SystemExit(f"setup: Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    with one_at_a_time(ROOT / "build" / "setup.lock"):
        install_python()
        install_web()
        install_browser()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"setup: this command failed: {' '.join(failed.cmd)}") from None
