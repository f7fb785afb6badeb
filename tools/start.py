"""`make play`: from a fresh clone to the site in the browser.

It installs what playing needs and nothing else, builds the page if that has changed, and starts at
once on the interpreted rules. Meanwhile they are compiled in the background, for the next start.

Runs on the bare Python of the machine, so it uses nothing but the standard library. Arguments are
those of `sandtable play`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import install, page
from tools.install import ROOT

STEPS = 4
SETTLE = float(os.environ.get("SANDTABLE_COMPILE_AFTER") or 5)
"""Seconds that the server has the machine to itself before the compiler starts."""
COMPILE_LOG = ROOT / "build" / "compile.log"
LAN_LINE = "make play HOST=0.0.0.0"
"""What the page tells somebody whose friends are to reach this machine."""
NOT_COMPILED = "so the games run on the interpreted rules, which is fast enough for an evening"


def say(line: str) -> None:
    print(f"play: {line}", flush=True)


def step(number: int, doing: str, do: Callable[[], None]) -> None:
    say(f"{number}/{STEPS} {doing}")
    began = time.monotonic()
    do()
    say(f"{number}/{STEPS} done after {time.monotonic() - began:.0f} s")


class Lane(threading.Thread):
    """A thread that takes some steps one after another; what went wrong is kept."""

    def __init__(self, name: str, steps: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self.steps = steps
        self.trouble: Exception | None = None

    def run(self) -> None:
        try:
            self.steps()
        except Exception as trouble:
            self.trouble = trouble


def prepare_python() -> None:
    if install.has_python("play") and install.has_package():
        return

    def everything() -> None:
        # Python compiles what it imports; the rest of the packages need not be compiled.
        install.install_python("play", "--no-compile")
        install.install_package()

    step(1, "installing the Python packages that playing needs into .venv", everything)


def prepare_page() -> None:
    if page.is_built():
        return
    if not install.has_web(everything=False):
        step(
            2,
            "installing the npm packages that build the page into web/node_modules",
            lambda: install.install_web(everything=False),
        )
    step(3, "building the page", page.build)


def prepare() -> None:
    """Both halves at once: neither needs the other, and most machines have two cores."""
    if not page.is_built():
        install.find_npm()  # before anything is installed in vain
    with install.one_at_a_time(ROOT / "build" / "setup.lock"):
        lanes = [Lane("python", prepare_python), Lane("page", prepare_page)]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
    for lane in lanes:
        if lane.trouble is not None:
            raise lane.trouble


def compiled_folder() -> str | None:
    """Where the compiled build of this very source is, if there is one."""
    asked = [str(install.venv_python()), str(ROOT / "tools" / "compiled.py"), "--ready"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip() or None


def why_not_compile() -> str | None:
    """What is missing for compiling, and how to get it; None if nothing is."""
    compiler = str(sysconfig.get_config_var("CC") or "").split()
    if not compiler:  # where Python does not say, it looks for one when it needs it
        return None
    if shutil.which(compiler[0]) is None:
        return (
            f"There is no C compiler ({compiler[0]}), {NOT_COMPILED}; to change that, install one."
        )
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return (
            f"Python's C headers are missing, {NOT_COMPILED};"
            " to change that, install them (Debian: apt-get install python3-dev)."
        )
    return None


class Compiling(threading.Thread):
    """Compiles for the next start, at the lowest priority, until it is done or told to stop."""

    def __init__(self) -> None:
        super().__init__(name="compiling", daemon=True)
        self.job: subprocess.Popen[bytes] | None = None
        self.stopped = threading.Lock()
        self.ended = threading.Event()

    def run(self) -> None:
        say("compiling the rules in the background, for the next start")
        own = str(Path(__file__).resolve())
        polite = ("nice", "-n", "19") if shutil.which("nice") else ()
        COMPILE_LOG.parent.mkdir(parents=True, exist_ok=True)
        with self.stopped, COMPILE_LOG.open("wb") as log:
            if self.ended.is_set():
                return
            self.job = subprocess.Popen(
                [*polite, sys.executable, own, "--compile"],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        code = self.job.wait()
        if self.ended.is_set():
            return
        if code == 0:
            say("compiled: the next start takes the compiled rules")
        else:
            say(f"compiling failed (build/compile.log says why), {NOT_COMPILED}")

    def stop(self) -> None:
        """End it with all that it started; what is compiled by then is used the next time."""
        with self.stopped:
            self.ended.set()
            if self.job is not None and self.job.poll() is None:
                if os.name == "posix":
                    os.killpg(self.job.pid, signal.SIGTERM)
                else:
                    self.job.terminate()
        if self.job is not None:
            self.job.wait()


def compile_now() -> None:
    """What the process in the background does."""
    with install.one_at_a_time(ROOT / "build" / "setup.lock"):
        install.install_python("compile", "--no-compile")
    install.run(install.venv_python(), ROOT / "tools" / "compiled.py")


def serve(arguments: list[str]) -> int:
    """Run the site until it ends; returns the exit code."""
    folder = compiled_folder()
    say(f"{STEPS}/{STEPS} starting, on the {'compiled' if folder else 'interpreted'} rules")
    compiling = None
    if folder is None:
        if lacking := why_not_compile():
            say(lacking)
        else:
            compiling = Compiling()
    path = folder or str(ROOT / "src")
    server = subprocess.Popen(
        [str(install.venv_python()), "-m", "sandtable", "play", *arguments],
        env={"SANDTABLE_LAN_LINE": LAN_LINE, **os.environ, "PYTHONPATH": path},
    )

    def end(number: int, frame: object) -> None:
        server.terminate()

    # Ctrl+C reaches the server by itself, which then says goodbye to every table.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    try:
        try:
            code = server.wait(SETTLE if compiling else None)
        except subprocess.TimeoutExpired:
            if compiling is not None:
                compiling.start()
            code = server.wait()
    finally:
        if compiling is not None:
            compiling.stop()
    code = code if code >= 0 else 128 - code
    # Ctrl+C is how one stops playing, not something that went wrong.
    return 0 if code in (128 + signal.SIGINT, 128 + signal.SIGTERM) else code


def main(arguments: list[str]) -> int:
    if sys.version_info < install.OLDEST_PYTHON:
        raise SystemExit(
            f"play: Python 3.11 or newer is needed, this is {sys.version.split()[0]};"
            " name another: make play PYTHON=python3.12"
        )
    if arguments == ["--compile"]:
        compile_now()
        return 0
    prepare()
    return serve(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except install.Trouble as trouble:
        raise SystemExit(f"play: {trouble}") from None
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"play: this command failed: {' '.join(map(str, failed.cmd))}") from None
    except KeyboardInterrupt:
        sys.exit(130)
