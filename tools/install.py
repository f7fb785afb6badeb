"""`make setup`: put everything the project needs into `.venv` and `web/node_modules`.

`make play` installs less, by the same functions (tools/start.py).

The browser tests need a Chromium, which belongs to the machine: it is installed where that is
allowed (as root, by apt-get); elsewhere the user is asked to install it.

Runs on the bare Python of the machine, so it uses nothing but the standard library. Each step
leaves a stamp with a hash of what it installed from: a second run does nothing, a changed lock is
installed again, and a file that was touched but not changed is not.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
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


class Trouble(Exception):
    """Something that the user can put right, in one line."""


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


# `dev` has everything that the others have, in the same versions.
EVERYTHING = "dev"
LOCKS = ("play", "compile", EVERYTHING)


def stamp_of(lock: str) -> Path:
    return VENV / (".installed-lock" if lock == EVERYTHING else f".installed-{lock}-lock")


def wanted_for(lock: str) -> str:
    file = ROOT / "requirements" / f"{lock}.lock"
    return f"{fingerprint(file)} {sys.version_info.major}.{sys.version_info.minor}"


def has_python(lock: str) -> bool:
    """Whether everything in a lock is installed, on its own or as part of `dev`."""
    known = (lock, EVERYTHING)
    return venv_python().exists() and any(
        up_to_date(stamp_of(name), wanted_for(name)) for name in known
    )


def install_python(lock: str, *options: str, before: tuple[str, ...] = ()) -> None:
    """Install what a lock names. `before`: what to put in front of the command, such as `nice`."""
    if has_python(lock):
        return
    python = venv_python()
    if not python.exists():
        if importlib.util.find_spec("ensurepip") is None:
            raise Trouble(
                "Python's venv is missing: install it (Debian: apt-get install python3-venv)"
            )
        venv.create(VENV, with_pip=True)
    # A stamp of a lock that has changed since stands for versions that are about to be replaced.
    for name in LOCKS:
        if not up_to_date(stamp_of(name), wanted_for(name)):
            stamp_of(name).unlink(missing_ok=True)
    file = ROOT / "requirements" / f"{lock}.lock"
    run(*before, *pip(), "install", *options, "--require-hashes", "-r", file)
    stamp_of(lock).write_text(wanted_for(lock))


def pip() -> tuple[str | Path, ...]:
    return (venv_python(), "-m", "pip", "--disable-pip-version-check", "--quiet")


def package_stamp() -> tuple[Path, str]:
    # Entry points, scripts and the version are read once, when the package is installed.
    version = ROOT / "src" / "sandtable" / "version.py"
    return VENV / ".installed-package", fingerprint(
        ROOT / "pyproject.toml", ROOT / "setup.py", version
    )


def has_package() -> bool:
    return up_to_date(*package_stamp())


def install_package() -> None:
    if has_package():
        return
    stamp, wanted = package_stamp()
    run(*pip(), "install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    stamp.write_text(wanted)


NODE_MODULES = WEB / "node_modules"
OLDEST_NODE = (20, 19)
NODE_HELP = "install it (https://nodejs.org), then run this again"


def wanted_for_web() -> str:
    return fingerprint(WEB / "package.json", WEB / "package-lock.json")


def has_web(everything: bool) -> bool:
    """Whether the npm packages are there: all, or at least those that build the page."""
    stamps = [".installed-lock"] if everything else [".installed-lock", ".installed-for-the-page"]
    return any(up_to_date(NODE_MODULES / stamp, wanted_for_web()) for stamp in stamps)


def find_npm() -> str:
    """Where npm is. If it is missing or its Node too old, raises Trouble with the way out."""
    oldest = ".".join(map(str, OLDEST_NODE))
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise Trouble(f"the page is built with Node {oldest} or newer: {NODE_HELP}")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = tuple(int(part) for part in re.findall(r"\d+", said)[:2])
    if numbers < OLDEST_NODE:
        is_now = said.strip() or "one that does not start"
        raise Trouble(f"the page needs Node {oldest} or newer, this is {is_now}: {NODE_HELP}")
    return npm


def install_web(everything: bool = True) -> None:
    if has_web(everything):
        return
    less = [] if everything else ["--omit=dev"]
    run(find_npm(), "ci", *less, "--no-audit", "--no-fund", "--loglevel=error", cwd=WEB)
    stamp = ".installed-lock" if everything else ".installed-for-the-page"
    (NODE_MODULES / stamp).write_text(wanted_for_web())


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ON_A_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def has_browser() -> bool:
    named = os.environ.get("SANDTABLE_CHROMIUM")
    if named:
        return Path(named).is_file()
    return BROWSER_ON_A_MAC.is_file() or any(shutil.which(name) for name in BROWSERS)


def install_browser() -> None:
    """Only the browser tests need it, so nothing else stops if it is missing."""
    if has_browser():
        return
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        print(
            "setup: no Chromium was found. Only the browser tests of `make test` fail without\n"
            "       it. Install it (on Debian: sudo apt-get install chromium), or name one in\n"
            "       SANDTABLE_CHROMIUM."
        )
        return
    print("setup: installing Chromium for the browser tests", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A fresh machine is often updating itself, and holds the lock for a minute or two.
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
        if not has_python(EVERYTHING):
            print("setup: installing the locked Python packages into .venv", flush=True)
            install_python(EVERYTHING)
        if not has_package():
            print("setup: installing sandtable itself, editable", flush=True)
            install_package()
        if not has_web(everything=True):
            print("setup: installing the locked npm packages into web/node_modules", flush=True)
            install_web()
        install_browser()


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        raise SystemExit(f"setup: {trouble}") from None
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"setup: this command failed: {' '.join(failed.cmd)}") from None
