"""The names that others build on are those that docs/api.md lists: no more, no fewer."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.testing import check_game

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sandtable"
TEMPLATES = PACKAGE / "scaffold" / "templates"
ROW = re.compile(r"^\| `(sandtable[a-z_.]*)` \| (.*) \|$", re.MULTILINE)


def documented() -> dict[str, list[str]]:
    rows = ROW.findall((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    return {module: re.findall(r"`(\w+)`", names) for module, names in rows}


def exported(path: Path) -> list[str] | None:
    """A module's `__all__`, read from its source."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(each, ast.Name) and each.id == "__all__" for each in targets):
            assert isinstance(node, ast.Assign)
            return list(ast.literal_eval(node.value))
    return None


def imports_of_ours(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sandtable"):
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("module", documented())
def test_what_is_documented_is_what_is_exported(module: str) -> None:
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(documented()[module])
    for name in found.__all__:
        assert hasattr(found, name)


def test_a_name_means_one_thing_wherever_it_is_exported() -> None:
    meant: dict[str, Any] = {}
    for module, names in documented().items():
        for name in names:
            found = getattr(importlib.import_module(module), name)
            assert meant.setdefault(name, found) is found, f"{name} is another in {module}"


def defined_in(path: Path) -> Iterator[str]:
    """Every class, function and constant at the top of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_no_documented_name_is_defined_a_second_time() -> None:
    """In a game's own folder, `load` and the like are that game's part of the contract."""
    stable = {name for names in documented().values() for name in names} - {"GAME", "log"}
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(PACKAGE)
        if inner.parts[0] != "games" and "templates" not in inner.parts:
            for name in defined_in(path):
                found.setdefault(name, []).append(inner.as_posix())
    assert {n: where for n, where in found.items() if n in stable and len(where) > 1} == {}


def test_no_class_has_the_name_of_another() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inner = path.relative_to(PACKAGE)
        if inner.parts[0] != "games" and "templates" not in inner.parts:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(inner.as_posix())
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


def test_every_export_of_the_engine_is_documented() -> None:
    for path in sorted((PACKAGE / "engine").glob("*.py")):
        if exported(path) is not None:
            assert f"sandtable.engine.{path.stem}" in documented(), path


@pytest.mark.parametrize(
    "path",
    sorted(TEMPLATES.rglob("*.py*")),
    ids=lambda path: path.relative_to(TEMPLATES).as_posix(),
)
def test_a_new_game_imports_stable_names_alone(path: Path) -> None:
    if path.suffix not in (".py", ".tmpl"):
        pytest.skip("no source")
    text = re.sub(r"\$\{?\w+\}?|@@\w+@@|\{\{\w+\}\}", "name", path.read_text(encoding="utf-8"))
    stable = documented()
    for module, name in imports_of_ours(text):
        if module.startswith("sandtable.scaffold"):
            continue  # its own files, as long as they are templates
        assert name in stable.get(module, ()), f"{module}.{name}"


def test_the_pages_for_authors_show_stable_names_alone() -> None:
    stable = documented()
    shown = 0
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for block in blocks:
            for module, names in re.findall(r"^from (sandtable[\w.]*) import (.*)$", block, re.M):
                shown += 1
                for name in re.findall(r"\w+", names.partition("#")[0]):
                    assert name in stable.get(module, ()), f"{page.name}: {module}.{name}"
    assert shown


def test_the_game_in_the_docs_keeps_the_contract() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (game,) = [block for block in blocks if "GAME = " in block]
    made: dict[str, Any] = {"__name__": "shown_in_the_docs"}
    exec(compile(game, "docs/api.md", "exec"), made)
    check_game(made["GAME"])
