"""Whoever installs the wheel gets the compiled build, with everything it needs to play."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable

ROOT = Path(__file__).resolve().parents[2]
START_WITHIN = 60

FIRST_STEPS = """
import sandtable
from sandtable import build
match = sandtable.new("watch", seats=2, seed=7)
seat = match.active()[0]
match.act(seat, match.legal(seat)[0])
print(build.kind(), sandtable.__file__)
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def clean() -> dict[str, str]:
    """An environment in which nothing leads to the checkout."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    result = subprocess.run(
        [str(word) for word in command],
        env=clean(),
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment, with the wheel and the libraries that it asks for."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    home = folder / "venv"
    venv.create(home, with_pip=False)
    installed = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    own = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(own)]
    run(*pip, "install", "--no-deps", wheel)
    # The libraries are those of this environment, without its link to the checkout.
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "sandtable" not in entry.name and entry.suffix != ".pth":
            (installed / entry.name).symlink_to(entry)
    assert not list((ROOT / "src").rglob("*.so"))
    return own


@pytest.fixture
def address(python: Path, tmp_path: Path) -> Iterator[str]:
    """A server that runs from the wheel alone."""
    from tests.server.kit import free_port

    port = free_port()
    command = shutil.which("sandtable", path=str(python.parent))
    assert command is not None
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [command, "serve", "--port", str(port), "--data-dir", str(tmp_path / "data")],
            env=clean(), cwd=tmp_path, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(server, f"{url}/healthz", tmp_path / "log")
        yield url
    finally:
        server.terminate()
        server.wait(timeout=START_WITHIN)


def wait_for(server: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    until = time.monotonic() + START_WITHIN
    while time.monotonic() < until and server.poll() is None:
        try:
            get(url)
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8"))


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return bytes(answer.read())


def ask(opener: urllib.request.OpenerDirector, method: str, url: str, body: object) -> object:
    asked = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}, method=method
    )
    with opener.open(asked, timeout=10) as answer:
        return json.loads(answer.read())


def test_an_installed_wheel_runs_compiled(python: Path, tmp_path: Path) -> None:
    kind, place = run(python, "-c", FIRST_STEPS, cwd=tmp_path).split()
    assert kind == "compiled"
    assert Path(place).is_relative_to(python.parents[1])


def test_its_server_shows_the_site_the_rules_and_a_game(address: str) -> None:
    site = ROOT / "src" / "sandtable" / "server" / "site"
    assert get(address) == (site / "index.html").read_bytes()
    for path in (site / "assets").iterdir():
        assert get(f"{address}/assets/{path.name}") == path.read_bytes()
    for game in sandtable.games():
        folder = ROOT / "src" / "sandtable" / "games" / game.replace("-", "_")
        rules = get(f"{address}/api/v1/games/{game}/rules")
        assert rules == (folder / "rules.md").read_bytes()
        drawings = list((folder / "img").iterdir())
        assert drawings
        for drawing in drawings:
            shown = get(f"{address}/api/v1/games/{game}/img/{drawing.name}")
            assert shown == drawing.read_bytes()
    person = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    ask(person, "PUT", f"{address}/api/v1/me", {"name": "Ada"})
    wish = {"game": "watch", "bots": ["club"], "start": True}
    made = ask(person, "POST", f"{address}/api/v1/tables", wish)
    assert isinstance(made, dict)
    room = json.loads(get(f"{address}/api/v1/tables/{made['room']['id']}"))
    assert [seat["kind"] for seat in room["seats"]] == ["person", "bot"]
