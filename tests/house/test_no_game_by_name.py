"""Nothing outside of the games and their boards knows one of our games by name.

Somebody else's game can be everything that ours are. What the engine, the server or the page did
for a game that they know by name, they would not do for one they have never heard of. Docstrings
and comments may give an example.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sandtable"
WEB = ROOT / "web"
ENTRIES = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
OURS = [name for name in ENTRIES["sandtable.games"] if "@" not in name]
TITLES = [sandtable.find(name).TITLE for name in OURS]
MODULES = [name.replace("-", "_") for name in OURS]
CAMEL = ["".join(word.capitalize() for word in name.split("-")) for name in OURS if "-" in name]

WORDS = [*OURS, *TITLES, *MODULES, *CAMEL]
"""All ways to write them. One is an ordinary word, too: in code it is a name only by itself."""
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"])//[^\n]*", re.S)
TEXTS = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`")


def python_files() -> list[Path]:
    games = PACKAGE / "games"
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not path.is_relative_to(games)]


def page_files() -> list[Path]:
    found = [
        path
        for path in sorted((WEB / "src").rglob("*"))
        if path.suffix in (".ts", ".svelte", ".css", ".html")
        and not path.is_relative_to(WEB / "src" / "boards")
        and not path.name.endswith(".test.ts")
    ]
    return [*found, *sorted(WEB.glob("*.ts")), *sorted(WEB.glob("*.html"))]


def names_in_text(text: str) -> list[str]:
    """Which of our games a text names: as the whole of it, or as a part of a path."""
    parts = re.split(r"[/.:@\s]+", text)
    whole = [word for word in WORDS if text.strip() == word or word in parts]
    # A name of several words, or a title, stands out wherever it is.
    inside = [word for word in WORDS if re.search(r"[-_ ]", word) and word in text]
    return sorted({*whole, *inside} - {"watch"}) + (["watch"] if is_watch(text) else [])


def is_watch(text: str) -> bool:
    """The word that is a game's name when it is alone, or a step of a path or of a module."""
    return re.search(r"(^|[/.@])watch($|[/.@])", text.strip()) is not None


def in_python(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield from names_in_text(node.value)
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
            modules.append(getattr(node, "module", "") or "")
            yield from (
                module
                for module in modules
                if module.startswith("sandtable.games.") or module in CAMEL
            )


def in_page(path: Path) -> Iterator[str]:
    text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
    for said in TEXTS.findall(text):
        yield from names_in_text(said[1:-1])
    for word in [*TITLES, *CAMEL]:
        if re.search(rf"\b{re.escape(word)}\b", text):
            yield word


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", python_files(), ids=relative)
def test_no_module_knows_a_game_of_ours(path: Path) -> None:
    assert list(in_python(path)) == []


@pytest.mark.parametrize("path", page_files(), ids=relative)
def test_no_page_knows_a_game_of_ours(path: Path) -> None:
    assert list(in_page(path)) == []


def test_our_games_are_among_those_that_are_looked_for() -> None:
    assert len(OURS) >= 4
    assert len(python_files()) > 80
    assert len(page_files()) > 60


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ('if game == "watch": pass', True),
        ('x = "games/watch/cover.svg"', True),
        ('x = "out-of-time"', True),
        ("from sandtable.games.watch import GAME", True),
        ("import sandtable.games.time_n_space.parts", True),
        ('x = "A Time of Chaos is long."', True),
        ('def f():\n    """sandtable.new("watch")"""', False),
        ('x = "somebody may watch this table"', False),
        ("from sandtable.games import installed", False),
    ],
)
def test_what_knows_a_game_in_python(code: str, named: bool, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(code)
    assert bool(list(in_python(path))) is named


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("{#if game === 'watch'}", True),
        ("import watch from '../boards/watch/demo.json';", True),
        ("title: 'The Watch',", True),
        ("const x = { 'out-of-time': 1 };", True),
        ("<p>Out of Time</p>", True),
        ("// what the watch game does not show\nconst a = 1;", False),
        ('<button title="Watch">Watch</button> you may watch', False),
        ("/* 'watch' */ <!-- 'watch' -->", False),
    ],
)
def test_what_knows_a_game_on_the_page(code: str, named: bool, tmp_path: Path) -> None:
    path = tmp_path / "Page.svelte"
    path.write_text(code)
    assert bool(list(in_page(path))) is named
