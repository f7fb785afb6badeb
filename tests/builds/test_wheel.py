"""Installing the wheel gives the compiled build, with everything that playing needs."""

import json
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution
from pathlib import Path

import pytest

import sandtable
from tests.builds.environments import (
    ROOT,
    attempt,
    build_wheel,
    clean,
    closure,
    end,
    environment,
    pack,
    run,
)

START_WITHIN = 60
SERVER_COMMANDS = ("play", "serve", "export", "import", "tables")
HELPS_SERVER = 'pip install "sandtable[server]"'
HELPS_POSTGRES = 'pip install "sandtable[postgres]"'

FIRST_STEPS = """
import sandtable
from sandtable import build
match = sandtable.new("watch", seats=2, seed=7)
seat = match.active()[0]
match.act(seat, match.legal(seat)[0])
print(build.kind(), sandtable.__file__)
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build_wheel(tmp_path_factory.mktemp("wheel"))
    assert not list((ROOT / "src").rglob("*.so"))
    return built


@pytest.fixture(scope="module")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and its requirements, and nothing else."""
    return environment(tmp_path_factory.mktemp("core"), wheel, with_pip=True)


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the server."""
    return environment(tmp_path_factory.mktemp("server"), wheel, "server")


def sandtable_of(python: Path) -> str:
    command = shutil.which("sandtable", path=str(python.parent))
    assert command is not None
    return command


@contextmanager
def serving(python: Path, tmp_path: Path, command: str, **env: str) -> Iterator[str]:
    """A server that runs from the wheel alone."""
    from tests.server.kit import free_port

    port = free_port()
    words = [sandtable_of(python), command, "--port", str(port)]
    words += ["--data-dir", str(tmp_path / "data")]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [*words, *(["--no-browser"] if command == "play" else [])],
            env=clean(**env), cwd=tmp_path, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(server, f"{url}/healthz", tmp_path / "log")
        yield url
    finally:
        end(server, START_WITHIN)


@pytest.fixture
def address(python: Path, tmp_path: Path) -> Iterator[str]:
    with serving(python, tmp_path, "serve") as url:
        yield url


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


def test_the_core_is_small_and_simulates_and_replays(core: Path, tmp_path: Path) -> None:
    command = sandtable_of(core)
    installed = json.loads(run(core, "-m", "pip", "list", "--format", "json", cwd=tmp_path))
    small = {"sandtable", "msgspec", "mypy-extensions", "mypy_extensions", "rich"}
    small |= {"markdown-it-py", "mdurl", "pygments", "pip", "setuptools"}
    assert {each["name"].lower() for each in installed} <= small
    assert "watch" in run(command, "games", cwd=tmp_path)
    words = "simulate watch --games 2 --bots random --save logs"
    assert "2 games" in run(command, *words.split(), cwd=tmp_path)
    log = next((tmp_path / "logs").iterdir())
    assert "correct" in run(command, "replay", "--check", log, cwd=tmp_path)
    run(command, "new-game", "sea-of-sand", cwd=tmp_path)


def test_without_the_server_its_commands_show_and_say_what_helps(
    core: Path, tmp_path: Path
) -> None:
    command = sandtable_of(core)
    listed = run(command, "--help", cwd=tmp_path)
    for name in SERVER_COMMANDS:
        assert f"\n    {name} " in listed
        # Asking for help installs nothing, whatever the command.
        for words in [name, "--help"], [name, "some", "thing"]:
            if words == ["play", "some", "thing"]:
                continue
            answer = attempt(command, *words, cwd=tmp_path)
            assert answer.returncode == 2
            assert answer.stderr == (
                f"sandtable: `sandtable {name}` needs more than the core: {HELPS_SERVER}\n"
            )
            assert answer.stdout == ""


def test_what_pip_cannot_install_for_play_is_said_in_a_line(core: Path, tmp_path: Path) -> None:
    """Without an index there is nothing to install from."""
    answer = attempt(sandtable_of(core), "play", cwd=tmp_path, env=clean(PIP_NO_INDEX="1"))
    assert answer.returncode == 2
    says, fails = answer.stderr.splitlines()
    assert says.endswith("starlette, uvicorn and websockets: installing, just this once")
    assert "pip could not install it (" in fails
    assert fails.endswith(f"in a virtual environment: {HELPS_SERVER}")


def test_play_installs_what_it_needs_and_goes_on(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", wheel, with_pip=True)
    (info,) = python.parents[1].glob("lib/python*/site-packages/sandtable-*.dist-info")
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for dist in closure(Distribution.at(info).requires or [], ["server"]).values():
        pack(dist, shelf)
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(shelf)}
    with serving(python, tmp_path, "play", **index) as url:
        assert get(url).startswith(b"<!doctype html>")
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert said.startswith("sandtable: `sandtable play` needs alembic, ")
    # The second time there is nothing to say, and no index is needed.
    with serving(python, tmp_path, "play", PIP_NO_INDEX="1") as url:
        get(url)
    assert "installing" not in (tmp_path / "log").read_text(encoding="utf-8")


def test_without_a_driver_for_postgresql_the_server_says_what_helps(
    python: Path, tmp_path: Path
) -> None:
    assert attempt(python, "-c", "import psycopg", cwd=tmp_path).returncode
    database = ("--database", "postgresql://nobody@127.0.0.1:1/nothing")
    for words in (["serve", "--port", "0", *database], ["tables", *database]):
        answer = attempt(sandtable_of(python), *words, cwd=tmp_path)
        assert answer.returncode == 1
        *_, last = answer.stderr.splitlines()
        assert last.endswith(f"PostgreSQL needs a driver: {HELPS_POSTGRES}")
        assert "Traceback" not in answer.stderr


A_CLIENT_PLAYS = """
import asyncio, sys
from sandtable.client import connect

async def evening():
    async with connect(sys.argv[1], name="Ada") as client:
        table = await client.create("watch", bots=["random"], start=True)
        async for seen in table:
            if seen.legal:
                print(type(await table.act(seen.legal[0])).__name__)
                return

asyncio.run(asyncio.wait_for(evening(), 60))
"""


def test_a_client_needs_no_server_and_says_what_it_needs(
    core: Path, wheel: Path, address: str, tmp_path: Path
) -> None:
    refused = attempt(core, "-c", "import sandtable.client", cwd=tmp_path)
    assert refused.stderr.splitlines()[-1] == (
        "sandtable.extras.MissingExtra: sandtable.client needs more than the core: "
        'pip install "sandtable[client]"'
    )
    client = environment(tmp_path / "client", wheel, "client")
    assert attempt(client, "-c", "import sqlalchemy", cwd=tmp_path).returncode
    assert run(client, "-c", A_CLIENT_PLAYS, address, cwd=tmp_path).strip() == "Ack"


def test_the_version_is_written_in_one_place(wheel: Path) -> None:
    assert wheel.name.split("-")[1] == sandtable.__version__
    written = f'"{sandtable.__version__}"'
    places = [ROOT / "pyproject.toml", ROOT / "setup.py", ROOT / "web" / "package.json"]
    places += (ROOT / "src" / "sandtable").glob("*.py")
    assert [path.name for path in places if written in path.read_text()] == ["version.py"]


def test_a_wheel_without_the_page_is_not_built(tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    without = shutil.ignore_patterns("site", "__pycache__", "*.egg-info")
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, copy / name, ignore=without)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, copy / name)
    words = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path))
    answer = attempt(*words, copy)
    assert answer.returncode
    said = answer.stdout + answer.stderr
    assert "sandtable: the page is not built, and a wheel ships it: run `make site`\n" in said
    assert "Traceback" not in said
    assert not list(tmp_path.glob("*.whl"))


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
        cover = json.loads(get(f"{address}/api/v1/games/{game}"))["cover"]
        assert get(f"{address}{cover}") == (folder / "site" / "cover.svg").read_bytes()
    person = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    ask(person, "PUT", f"{address}/api/v1/me", {"name": "Ada"})
    wish = {"game": "watch", "bots": ["club"], "start": True}
    made = ask(person, "POST", f"{address}/api/v1/tables", wish)
    assert isinstance(made, dict)
    room = json.loads(get(f"{address}/api/v1/tables/{made['room']['id']}"))
    assert [seat["kind"] for seat in room["seats"]] == ["person", "bot"]
