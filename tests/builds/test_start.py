"""`make play` on people's machines: with all it can use, and with something missing."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.builds.environments import ROOT, clean, end
from tests.server.kit import free_port
from tools import compiled, install, page

PATIENCE = 120.0
TOOLS = ("node", "npm", "gcc", "cc", "ld", "as", "nice", "env", "sh", "make")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name != "posix", reason="make and its signals"),
]


def path_without(folder: Path, *lacking: str) -> str:
    """A PATH with everything that `make play` may use, except for what is to be missing."""
    folder.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        if found is not None and name not in lacking:
            (folder / name).symlink_to(Path(found).resolve())
    (folder / "python3").symlink_to(sys.executable)
    return str(folder)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout, with its packages installed and its page built."""
    # They are lent out. Were they out of date, a start in the copy would replace them.
    lent = [install.has_python(install.EVERYTHING), install.has_package(), install.has_web(True)]
    assert all(lent), "run `make setup` first"
    assert page.is_built(), "run `make site` first"
    copy = tmp_path / "checkout"
    without = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info")
    for name in ("src", "tools", "web", "requirements", "bench"):
        shutil.copytree(ROOT / name, copy / name, ignore=without)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "Makefile"):
        shutil.copy(ROOT / name, copy / name)
    (copy / ".venv").symlink_to(ROOT / ".venv")
    (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (copy / "build").mkdir()
    (copy / "build" / "page.stamp").write_text(page.wanted())
    return copy


class Started:
    def __init__(self, checkout: Path, process: "subprocess.Popen[bytes]", log: Path) -> None:
        self.checkout = checkout
        self.process = process
        self.log = log

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + PATIENCE
        while words not in self.said():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.05)


@contextmanager
def playing(checkout: Path, path: str, *words: str, **env: str) -> Iterator[Started]:
    log = checkout.parent / "log"
    data = {"SANDTABLE_DATA_DIR": str(checkout.parent / "data"), "PATH": path}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "tools/start.py", "--no-browser", *words],
            cwd=checkout, env=clean(**data, **env), stdout=out, stderr=out,
            start_new_session=True,
        )  # fmt: skip
    try:
        yield Started(checkout, process, log)
    finally:
        end(process, PATIENCE)


def left_behind(checkout: Path) -> list[str]:
    """Processes that still work in a checkout."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                if Path(os.readlink(folder / "cwd")).is_relative_to(checkout):
                    found.append((folder / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
    return found


def refused(checkout: Path, path: str, *words: str) -> str:
    """The one line with which a start ends."""
    with playing(checkout, path, *words) as started:
        assert started.process.wait(timeout=PATIENCE) not in (0, None)
    return started.said()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_the_first_start_is_interpreted_and_compiles_in_the_background(
    checkout: Path, tmp_path: Path
) -> None:
    port = free_port()
    path = path_without(tmp_path / "bin")
    with playing(checkout, path, "--port", str(port), SANDTABLE_COMPILE_AFTER="0.1") as started:
        started.wait_for(f"Sandtable is at http://127.0.0.1:{port}")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            assert answer.read() == page.PAGE.read_bytes()
        started.wait_for("compiling the rules in the background, for the next start")
        until = time.monotonic() + PATIENCE
        while "compiling" not in (checkout / "build" / "compile.log").read_text():
            assert time.monotonic() < until
            time.sleep(0.05)
        assert any("tools/compiled.py" in line for line in left_behind(checkout))
    assert started.process.returncode == 0
    assert "4/4 starting, on the interpreted rules" in started.said()
    # The compiler ends with the site, and so does all that it has started.
    until = time.monotonic() + PATIENCE
    while left_behind(checkout):
        assert time.monotonic() < until, left_behind(checkout)
        time.sleep(0.05)


def test_a_later_start_takes_the_compiled_rules_and_compiles_nothing(
    checkout: Path, tmp_path: Path
) -> None:
    built = compiled.build()
    (checkout / "build" / "compiled").mkdir()
    (checkout / "build" / "compiled" / built.name).symlink_to(built)
    path = path_without(tmp_path / "bin")
    with playing(checkout, path, SANDTABLE_COMPILE_AFTER="0.1") as started:
        started.wait_for("Sandtable is at http://127.0.0.1:")
    assert "4/4 starting, on the compiled rules" in started.said()
    assert "background" not in started.said()
    assert not (checkout / "build" / "compile.log").exists()


def test_the_page_is_built_when_there_is_none(checkout: Path, tmp_path: Path) -> None:
    shutil.rmtree(checkout / "src" / "sandtable" / "server" / "site")
    path = path_without(tmp_path / "bin", "gcc", "cc")
    with playing(checkout, path) as started:
        started.wait_for("Sandtable is at http://127.0.0.1:")
    said = started.said()
    assert said.index("3/4 building the page") < said.index("3/4 done after ")
    assert said.index("3/4 done after ") < said.index("4/4 starting")
    built = checkout / "src" / "sandtable" / "server" / "site" / "index.html"
    assert built.read_bytes() == page.PAGE.read_bytes()


def test_without_a_compiler_it_says_so_and_plays(checkout: Path, tmp_path: Path) -> None:
    path = path_without(tmp_path / "bin", "gcc", "cc")
    with playing(checkout, path, SANDTABLE_COMPILE_AFTER="0.1") as started:
        started.wait_for("Sandtable is at http://127.0.0.1:")
    lines = [line for line in started.said().splitlines() if "C compiler" in line]
    assert len(lines) == 1
    assert lines[0].endswith("to change that, install one.")
    assert "background" not in started.said()


@pytest.mark.parametrize("lacking", ["node", "npm"])
def test_without_node_it_says_so_before_anything_is_installed(
    checkout: Path, tmp_path: Path, lacking: str
) -> None:
    (checkout / "build" / "page.stamp").unlink()
    (checkout / ".venv").unlink()
    said = refused(checkout, path_without(tmp_path / "bin", lacking))
    assert said == (
        "play: the page is built with Node 20.19 or newer:"
        " install it (https://nodejs.org), then run this again\n"
    )
    assert not (checkout / ".venv").exists()


def test_an_old_node_is_named(checkout: Path, tmp_path: Path) -> None:
    (checkout / "build" / "page.stamp").unlink()
    path = path_without(tmp_path / "bin", "node")
    old = tmp_path / "bin" / "node"
    old.write_text("#!/bin/sh\necho v18.20.1\n")
    old.chmod(0o755)
    said = refused(checkout, path)
    assert said.startswith("play: the page needs Node 20.19 or newer, this is v18.20.1: ")
    assert said.count("\n") == 1


def test_a_built_page_needs_no_node(checkout: Path, tmp_path: Path) -> None:
    with playing(checkout, path_without(tmp_path / "bin", "node", "npm", "gcc", "cc")) as started:
        started.wait_for("Sandtable is at http://127.0.0.1:")
    assert "building" not in started.said()


def test_a_port_that_is_taken_is_named_and_none_means_a_free_one(
    checkout: Path, tmp_path: Path
) -> None:
    path = path_without(tmp_path / "bin", "gcc", "cc")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        *_, line = refused(checkout, path, "--port", str(port)).splitlines()
        assert line == (
            f"sandtable: another program is using port {port}: "
            "leave the port out, and a free one is chosen"
        )
    assert not (tmp_path / "data").exists()


def test_make_play_is_this_and_installs_nothing_for_tests() -> None:
    said = subprocess.run(
        ["make", "-n", "play", "PORT=99", "PYTHON=python3"],
        cwd=ROOT, env=clean(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout.strip() == "python3 tools/start.py --port 99"
    locked = (ROOT / "requirements" / "play.lock").read_text()
    assert not any(f"\n{name}==" in locked for name in ("pytest", "mypy", "ruff", "psycopg"))


# What is done already is not done again.


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    for name in ("src/app.ts", "src/app.test.ts", "index.html"):
        (folder / name).write_text(name)
    monkeypatch.setattr(page, "WEB", folder)
    monkeypatch.setattr(page, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(page, "PAGE", tmp_path / "site.html")
    page.PAGE.touch()
    page.STAMP.write_text(page.wanted())
    return folder


def test_a_page_is_built_again_only_when_its_source_is_another(web: Path) -> None:
    assert page.is_built()
    os.utime(web / "src" / "app.ts", (1, 1))
    (web / "src" / "app.test.ts").write_text("another test")
    assert page.is_built()
    (web / "src" / "app.ts").write_text("another")
    assert not page.is_built()


def test_a_new_name_or_a_lost_page_is_built_again(web: Path) -> None:
    (web / "src" / "app.ts").rename(web / "src" / "apq.ts")
    assert not page.is_built()
    page.STAMP.write_text(page.wanted())
    assert page.is_built()
    page.PAGE.unlink()
    assert not page.is_built()


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Locks of a checkout whose `.venv` has a Python and nothing else."""
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    install.venv_python().parent.mkdir(parents=True)
    install.venv_python().touch()
    (tmp_path / "requirements").mkdir()
    for name in install.LOCKS:
        (tmp_path / "requirements" / f"{name}.lock").write_text(name)
    return tmp_path / "requirements"


def test_everything_holds_what_playing_needs_and_not_the_other_way_round(locks: Path) -> None:
    assert not install.has_python("play")
    install.stamp_of("play").write_text(install.wanted_for("play"))
    assert install.has_python("play")
    assert not install.has_python("compile")
    assert not install.has_python(install.EVERYTHING)
    install.stamp_of(install.EVERYTHING).write_text(install.wanted_for(install.EVERYTHING))
    assert install.has_python("compile")


def test_what_an_older_lock_brought_counts_no_more_once_another_is_installed(
    locks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[str] = []
    monkeypatch.setattr(install, "run", lambda *words: installed.append(str(words[-1])))
    install.install_python("play")
    install.install_python("play")
    assert installed == [str(locks / "play.lock")]
    (locks / "play.lock").write_text("of another day")
    assert not install.has_python("play")
    install.install_python(install.EVERYTHING)
    (locks / "play.lock").write_text("play")
    (locks / "dev.lock").write_text("dev, newer")
    assert not install.has_python("play")
