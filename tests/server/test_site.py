"""Nothing on the site leads nowhere: every page, script, style, font, picture, rules text and
description, on the server as people start it."""

import json
import re
import sys
import urllib.error
import urllib.request
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

import sandtable
from tests.server.kit import SOURCE, Server, served_from
from tests.server.test_bad_bots import install
from tools import compiled

SITE = Path(str(files("sandtable.server"))) / "site"
IN_SCRIPT = re.compile(r"""["'`]((?:\./|/|assets/)[\w./-]+\.[a-z][a-z0-9]{1,4})["'`]""")
IN_STYLE = re.compile(r"""url\(["']?([^)"']+)["']?\)|@import ["']([^"']+)["']""")
IN_ANSWER = re.compile(r"""\"(/games/[^\"]+)\"""")
IN_MARKDOWN = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
KINDS = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
PAGES = ("/", "/new/{game}", "/rules/{game}", "/t/anything", "/r/anything", "/nowhere")


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def get(url: str) -> tuple[int, str, bytes]:
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.headers.get_content_type(), problem.read()


def named_in(kind: str, body: bytes) -> list[str]:
    """What a file asks a browser to fetch, or a reader to follow."""
    if kind in ("font/woff2", "image/png"):
        return []
    text = body.decode()
    if kind in ("text/html", "image/svg+xml"):
        return Links(text).found
    if kind == "text/javascript":
        # Vite names what a page needs from the root of the site, without its slash.
        return [re.sub("^assets/", "/assets/", name) for name in IN_SCRIPT.findall(text)]
    if kind == "text/css":
        return [one or other for one, other in IN_STYLE.findall(text)]
    if kind == "text/markdown":
        return IN_MARKDOWN.findall(text)
    if kind == "application/json":
        return IN_ANSWER.findall(text)
    if kind == "application/manifest+json":
        return [icon["src"] for icon in json.loads(text).get("icons", [])]
    return []


def first_steps() -> list[str]:
    """Where people begin, and what the page asks for by itself."""
    games = list(sandtable.games())
    assert {"out-of-time", "time-n-space", "time-of-chaos", "watch"} <= set(games)
    pages = [page.format(game=game) for page in PAGES for game in games]
    asked = [f"/api/v1/games/{game}{more}" for game in games for more in ("", "/rules")]
    calls = ["/api/v1/games", "/api/v1/tables", "/api/v1/matches", "/api/v1/me"]
    return [*pages, *asked, *calls, "/api/docs", "/api/v1/openapi.json", "/healthz"]


def walk(server: Server) -> tuple[dict[str, str], list[str]]:
    """All that can be reached, with its kind; and what is wrong on the way."""
    seen: dict[str, str] = {}
    wrong: list[str] = []
    waiting = [(urljoin(server.url, path), "a first step") for path in first_steps()]
    while waiting:
        url, origin = waiting.pop()
        path = urlsplit(url).path
        if path in seen:
            continue
        status, kind, body = get(url)
        seen[path] = kind
        ending = path.rpartition("/")[2].rpartition(".")[2]
        expected = KINDS.get(ending) if "." in path.rpartition("/")[2] else None
        if status != 200 or not body or (expected is not None and kind != expected):
            wrong.append(f"{path}, named by {origin}: {status}, {kind}, {len(body)} bytes")
            continue
        for name in named_in(kind, body):
            target = urldefrag(urljoin(url, name)).url
            if target.startswith(server.url):
                waiting.append((target, path))
    return seen, wrong


@pytest.fixture(scope="module")
def walked(server: Server) -> dict[str, str]:
    if not (SITE / "index.html").is_file():
        pytest.fail("the page is not built: run `make site` first")
    seen, wrong = walk(server)
    assert wrong == []
    return seen


def test_every_link_and_every_asset_is_there(walked: dict[str, str]) -> None:
    assert {"text/html", "text/css", "text/javascript", "font/woff2", "image/svg+xml"} <= set(
        walked.values()
    )
    assert sum(1 for kind in walked.values() if kind == "text/markdown") >= 4


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells what a process loaded")
def test_the_server_is_the_build_that_it_should_be_as_make_play_starts_it(server: Server) -> None:
    assert server.process is not None
    loaded = Path(f"/proc/{server.process.pid}/maps").read_text()
    for group in ("sandtable__mypyc", "sandtable_server__mypyc"):
        if served_from() == SOURCE:
            assert group not in loaded
        else:
            assert re.search(rf"{re.escape(served_from()[0])}/{group}\S*\.so", loaded)
    words = Path(f"/proc/{server.process.pid}/cmdline").read_text().split("\0")
    assert words[1:4] == ["-m", "sandtable", "play"]
    start = (compiled.ROOT / "tools" / "start.py").read_text()
    assert '"-m", "sandtable", "play", *arguments' in start


def test_the_walk_comes_by_every_file_of_the_site(walked: dict[str, str]) -> None:
    """A file that is not reached was missed here, or nobody needs it any more."""
    files_there = {f"/{path.relative_to(SITE).as_posix()}" for path in SITE.rglob("*.*")}
    assert files_there - set(walked) == {"/index.html"}


def test_the_walk_comes_by_every_drawing_of_the_rules(walked: dict[str, str]) -> None:
    games = Path(str(files("sandtable.games")))
    drawings = {
        f"/api/v1/games/{path.parts[-3].replace('_', '-')}/img/{path.name}"
        for path in games.glob("*/img/*")
    }
    assert drawings
    assert drawings <= set(walked)


def test_the_walk_comes_by_the_cover_of_every_game_of_ours(walked: dict[str, str]) -> None:
    covers = {path.split("/")[2] for path in walked if path.endswith("/cover.svg")}
    games = Path(str(files("sandtable.games")))
    assert covers >= {path.parts[-3].replace("_", "-") for path in games.glob("*/site/cover.svg")}
    assert len(covers) >= 4


@pytest.mark.parametrize("name", ["none.svg", "..%2Frules.md", "%2e%2e%2frules.py", "a" * 300])
def test_nothing_else_of_a_game_is_shown(server: Server, name: str) -> None:
    assert get(f"{server.url}/api/v1/games/watch/img/{name}")[0] in (404, 414)


def test_a_game_from_elsewhere_brings_its_rules(tmp_path: Path) -> None:
    folder = install(tmp_path / "elsewhere")
    (folder / "oddgame" / "rules.md").write_text("- **OD-T1** ![A board](img/board.svg)\n")
    (folder / "oddgame" / "img").mkdir()
    (folder / "oddgame" / "img" / "board.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg'/>"
    )
    server = Server(tmp_path, PYTHONPATH=str(folder)).start()
    try:
        rules = get(f"{server.url}/api/v1/games/odd-chaos/rules")
        drawing = get(f"{server.url}/api/v1/games/odd-chaos/img/board.svg")
    finally:
        server.stop()
    assert rules[:2] == (200, "text/markdown"), server.said()
    assert rules[2].startswith(b"- **OD-T1**")
    assert drawing[:2] == (200, "image/svg+xml")


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("text/html", '<a href="/a"><img src=b.svg>', ["/a", "b.svg"]),
        ("text/javascript", 'import("./X.js");["assets/Y.css"]', ["./X.js", "/assets/Y.css"]),
        ("text/css", "a{src:url(/assets/f.woff2)}@import 'b.css';", ["/assets/f.woff2", "b.css"]),
        ("text/markdown", "![x](img/a.svg) [y](parts.toml)", ["img/a.svg", "parts.toml"]),
        ("application/json", '{"cover":"/games/x/1/c.svg","a":"/b"}', ["/games/x/1/c.svg"]),
        ("application/manifest+json", '{"icons": [{"src": "/i.png"}]}', ["/i.png"]),
    ],
)  # fmt: skip
def test_the_walk_sees_what_a_file_names(kind: str, text: str, found: list[str]) -> None:
    assert named_in(kind, text.encode()) == found
