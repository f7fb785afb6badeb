"""What a game brings for the page is served as it is, and nothing else of the machine is."""

import asyncio
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from sandtable.engine import registry
from sandtable.engine.game import Game
from sandtable.server.http import gamefiles
from sandtable.server.http.gamefiles import BOARD, COVERS, FOR_GOOD, GameFiles

MODULE = """
from sandtable.scaffold.templates.game.rules import Rules
class Lamp(Rules):
    NAME = "lamp"
GAME = Lamp()
SECRET = "nobody's business"
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """A game in a package of its own, with a folder for the page."""
    package = tmp_path / "lamp_package"
    (package / "site" / "pictures").mkdir(parents=True)
    (package / "__init__.py").write_text(MODULE)
    (package / "site" / "board.js").write_text("export default 1;")
    (package / "site" / "pictures" / "a-1.png").write_bytes(b"png")
    (tmp_path / "secret.js").write_text("secret")
    monkeypatch.syspath_prepend(str(tmp_path))
    made: Game[Any] = importlib.import_module("lamp_package").GAME
    registry.register(made)
    yield made
    registry.forget("lamp")
    del sys.modules["lamp_package"]


@pytest.fixture
def folder(game: Game[Any], tmp_path: Path) -> Path:
    return tmp_path / "lamp_package" / "site"


@pytest.fixture
def files(game: Game[Any]) -> GameFiles:
    return GameFiles()


class Asker:
    """Asks for files over HTTP."""

    def __init__(self, files: GameFiles) -> None:
        route = Route("/games/{game}/{stamp}/{path:path}", files.__call__)
        self.app = Starlette(routes=[route])

    def get(self, path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.get(path)

        return asyncio.run(ask())


@pytest.fixture
def client(files: GameFiles) -> Asker:
    return Asker(files)


def test_a_file_is_served_as_what_it_is_and_kept_for_good(
    game: Game[Any], files: GameFiles, client: Asker
) -> None:
    shipped = files.of(game)
    address = shipped.address(BOARD)
    assert address == f"/games/lamp/{shipped.stamp}/board.js"
    answer = client.get(address)
    assert (answer.status_code, answer.text) == (200, "export default 1;")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == FOR_GOOD
    inner = client.get(f"/games/lamp/{shipped.stamp}/pictures/a-1.png")
    assert (inner.content, inner.headers["content-type"]) == (b"png", "image/png")


def test_other_content_has_another_address(
    game: Game[Any], files: GameFiles, folder: Path, client: Asker
) -> None:
    old = files.of(game)
    assert files.of(game) is old
    (folder / "board.js").write_text("export default 2; // longer")
    new = files.of(game)
    assert new.stamp != old.stamp
    assert client.get(str(old.address(BOARD))).status_code == 404
    assert client.get(str(new.address(BOARD))).text == "export default 2; // longer"


def test_the_same_content_has_the_same_address_on_every_server(
    game: Game[Any], files: GameFiles, folder: Path
) -> None:
    stamp = files.of(game).stamp
    (folder / "board.js").touch()
    assert files.of(game).stamp == GameFiles().of(game).stamp == stamp
    (folder / "board.js").rename(folder / "other.js")
    assert files.of(game).stamp != stamp


def test_the_first_cover_there_is_stands_on_the_box(
    game: Game[Any], files: GameFiles, folder: Path
) -> None:
    assert files.of(game).address(*COVERS) is None
    (folder / "cover.png").write_bytes(b"png")
    assert str(files.of(game).address(*COVERS)).endswith("/cover.png")
    (folder / "cover.svg").write_text("<svg/>")
    assert str(files.of(game).address(*COVERS)).endswith("/cover.svg")


@pytest.mark.parametrize(
    "path",
    [
        "../__init__.py",
        "..%2f__init__.py",
        "%2e%2e/__init__.py",
        "../../secret.js",
        "..%2f..%2fsecret.js",
        "pictures/../board.js",
        "pictures%2f..%2f..%2f..%2fsecret.js",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "board.js%00",
        "board.js/",
        "./board.js%20",
        "pictures",
        "pictures/",
        "BOARD.JS",
        "",
    ],
)
def test_no_path_leads_out_of_the_folder(
    game: Game[Any], files: GameFiles, client: Asker, path: str
) -> None:
    stamp = files.of(game).stamp
    assert files.read("lamp", stamp, path) is None
    if "../" not in path:  # which a client takes out by itself
        assert client.get(f"/games/lamp/{stamp}/{path}").status_code == 404


@pytest.mark.parametrize(
    "name",
    ["notes.py", "page.html", "run.wasm", ".hidden.js", "no-ending", "a b.js", "ö.js", ".js"],
)
def test_what_is_none_of_the_page_s_is_not_served(
    game: Game[Any], files: GameFiles, folder: Path, name: str
) -> None:
    (folder / name).write_text("x")
    assert sorted(files.of(game).files) == ["board.js", "pictures/a-1.png"]


def test_what_is_too_large_too_many_or_too_deep_is_left_out(
    game: Game[Any], files: GameFiles, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gamefiles, "MOST_BYTES", 20)
    (folder / "large.js").write_text("x" * 21)
    assert "large.js" not in files.of(game).files
    deep = folder.joinpath(*"abcdefgh")
    deep.mkdir(parents=True)
    (deep / "x.js").write_text("x")
    (folder / "loop").symlink_to(folder)
    assert all(name.count("/") <= gamefiles.DEEPEST for name in files.of(game).files)
    monkeypatch.setattr(gamefiles, "MOST_FILES", 1)
    assert len(GameFiles().of(game).files) == 1


def test_an_unknown_game_and_a_game_without_a_folder_have_nothing(
    client: Asker, files: GameFiles
) -> None:
    assert client.get("/games/nobody/0/board.js").status_code == 404
    bare = files.of(registry.find("lamp").__class__.__mro__[1]())
    assert bare.address("nothing.js") is None
