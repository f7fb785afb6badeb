"""What a client and the server say is defined in one place, means one thing, and is light."""

import ast
import itertools
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from sandtable.bots.levels import USUAL
from sandtable.bots.random_bot import RandomBot
from sandtable.engine import levels
from sandtable.engine.registry import installed
from sandtable.protocol import goodbyes, problems
from sandtable.server.http.api import game_info
from sandtable.server.http.gamefiles import GameFiles

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "protocol.md"
SERVER = ROOT / "src" / "sandtable" / "server"
HEAVY = ("sqlalchemy", "alembic", "starlette", "uvicorn", "psycopg", "sandtable.server")


def test_every_close_code_means_one_thing_and_stands_in_the_docs() -> None:
    codes = [value for name, value in vars(goodbyes).items() if name.isupper()]
    assert len(set(codes)) == len(codes)
    table = DOCS.read_text(encoding="utf-8").partition("Close codes:")[2]
    listed = re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE)
    documented = {int(code) for row in listed for code in row.split(",")}
    # 1001 is a browser's or a proxy's own word for a server that stops.
    assert documented == {*codes, 1001}


def test_every_refusal_of_the_server_has_a_status_and_a_title_and_stands_in_the_docs() -> None:
    codes = [
        value
        for name, value in vars(problems).items()
        if name.isupper() and isinstance(value, str) and value.startswith("SV-")
    ]
    assert len(set(codes)) == len(codes)
    assert set(problems.STATUS) == set(problems.TITLE) == set(codes)
    text = DOCS.read_text(encoding="utf-8")
    assert [code for code in codes if f"| {code} |" not in text] == []


def test_a_client_does_not_bring_the_server_along() -> None:
    code = (
        f"import sys, sandtable.client\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.strip() == "[]"


def test_no_code_is_written_as_a_number_outside_of_the_protocol() -> None:
    known = {value for name, value in vars(goodbyes).items() if name.isupper()}
    found = [
        f"{path.relative_to(SERVER)}:{node.lineno}"
        for path in sorted(SERVER.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in known
    ]
    assert found == []


def test_every_close_code_says_what_it_means() -> None:
    body = ast.parse(Path(goodbyes.__file__).read_text(encoding="utf-8")).body
    for node, following in itertools.pairwise([*body, ast.Pass()]):
        if isinstance(node, ast.AnnAssign):
            assert isinstance(following, ast.Expr), ast.unparse(node)


def test_the_names_of_levels_stand_in_one_place() -> None:
    assert (levels.RANDOM, levels.USUAL) == (RandomBot.LEVEL, USUAL)
    shown = {"random": "Random", "novice": "Easy", "club": "Skilled", "expert": "Expert"}
    assert {level: levels.shown_level(level) for level in shown} == shown
    assert levels.shown_level("very-grim") == "Very grim"
    for game in installed().values():
        info = game_info(game, GameFiles().of(game))
        assert [bot.title for bot in info.bots] == [
            levels.shown_level(bot.level) for bot in info.bots
        ]


def test_no_refusal_of_the_server_is_written_twice() -> None:
    said = Counter(
        node.value
        for path in sorted(SERVER.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for node in call.args
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[A-Z].* .*[.:]", node.value)
    )
    assert [words for words, times in said.items() if times > 1] == []
