"""Engine and games are pure: the same acts at the same times always give the same match.

A float, a clock, a foreign random generator or the order of a set would break replays, or make
the two builds differ, on some machine and some day. This test reads the source for them.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sandtable"

CLOCKS = ["datetime", "time"]
CHANCE = ["random", "secrets", "uuid"]
FLOATS = ["cmath", "decimal", "fractions", "numpy", "statistics"]
FILES = ["io", "logging", "os", "pathlib", "shutil", "sqlite3", "tempfile"]
NETWORK = ["http", "select", "selectors", "socket", "urllib"]
TASKS = ["asyncio", "concurrent", "multiprocessing", "signal", "subprocess", "threading"]
MACHINE = ["locale", "platform", "sys"]
FORBIDDEN_MODULES = frozenset([*CLOCKS, *CHANCE, *FLOATS, *FILES, *NETWORK, *TASKS, *MACHINE])
WHOLE_NUMBER_MATH = frozenset(["comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"])
FORBIDDEN_CALLS = {
    "__import__": "imports out of sight",
    "eval": "runs text",
    "exec": "runs text",
    "float": "makes a float",
    "hash": "differs from process to process for text",
    "id": "differs from process to process",
    "input": "reads from a terminal",
    "open": "reads or writes a file",
    "print": "writes to a terminal",
    "set": "builds a set, whose order is not defined",
}

ALLOWED = {
    ("engine/seed.py", "import of secrets"): "the one place where a seed is drawn",
    ("engine/parts.py", "read_text"): "parts.toml is read once, when a game is imported",
    ("games/__init__.py", "import of sys"): "makes the folder callable: sandtable.games()",
}


def modules_imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ((node.module or "", alias.name) for alias in node.names)


def import_troubles(node: ast.AST) -> Iterator[str]:
    for module, name in modules_imported(node):
        top = module.partition(".")[0]
        if top in FORBIDDEN_MODULES:
            yield f"import of {top}"
        if top == "math" and name not in WHOLE_NUMBER_MATH:
            yield "import of math"
        if top == "sandtable" and not module.startswith(("sandtable.engine", "sandtable.games")):
            yield f"import of {module}"
    if isinstance(node, ast.ImportFrom) and node.level:
        yield "relative import"


def frozen_sets(tree: ast.AST) -> set[str]:
    """Names given to a frozenset: good for asking whether something is in it, nothing else."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_call_of(node.value, "frozenset"):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


def is_call_of(node: ast.AST | None, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def things_iterated(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.For | ast.comprehension):
        yield node.iter
    if is_call_of(node, "list", "tuple", "enumerate", "iter", "map", "filter", "zip"):
        assert isinstance(node, ast.Call)
        yield from node.args
    if isinstance(node, ast.Starred):
        yield node.value


def troubles(source: str) -> list[tuple[int, str]]:
    """Everything impure in a module: line and what it is."""
    tree = ast.parse(source)
    frozen = frozen_sets(tree)
    inside_dunder_hash = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for inner in ast.walk(node)
    }
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        here: list[str] = list(import_troubles(node))
        match node:
            case ast.Constant(value=float() | complex()):
                here.append("float literal")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                here.append("true division")
            case ast.Set() | ast.SetComp():
                here.append("set")
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                if not (name == "hash" and node in inside_dunder_hash):
                    here.append(f"{name}() {FORBIDDEN_CALLS[name]}")
            case ast.Attribute(attr="read_text" | "read_bytes" | "write_text" as name):
                here.append(name)
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                here.append("async")
            case (
                ast.arg(annotation=ast.Name(id="float"))
                | ast.AnnAssign(annotation=ast.Name(id="float"))
            ):
                here.append("float annotation")
            case _:
                pass
        for thing in things_iterated(node):
            if is_call_of(thing, "frozenset") or (
                isinstance(thing, ast.Name) and thing.id in frozen
            ):
                here.append("order of a frozenset")
        line = getattr(node, "lineno", 0)
        found.extend((line, trouble) for trouble in here)
    return sorted(found)


def core_modules() -> list[Path]:
    return sorted([*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")])


@pytest.mark.parametrize("path", core_modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_of_the_core_is_pure(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    bad = [
        f"{name}:{line}: {trouble}"
        for line, trouble in troubles(path.read_text(encoding="utf-8"))
        if (name, trouble) not in ALLOWED
    ]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(("name", "trouble"), ALLOWED)
def test_every_exception_is_still_needed(name: str, trouble: str) -> None:
    source = (PACKAGE / name).read_text(encoding="utf-8")
    assert trouble in [found for _, found in troubles(source)]


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "from math import sqrt",
        "from sandtable import cli",
        "from . import rules",
        "x = 0.5",
        "x = 3 / 2",
        "x /= 2",
        "x = float('1')",
        "def f(x: float) -> None: ...",
        "x = {1, 2}",
        "x = {y for y in z}",
        "x = set(z)",
        "A = frozenset('ab')\nx = [y for y in A]",
        "A: frozenset[str] = frozenset('ab')\nfor x in A: pass",
        "x = list(frozenset('ab'))",
        "x = hash('a')",
        "x = open('a')",
        "async def f() -> None: ...",
    ],
)
def test_the_scan_finds(source: str) -> None:
    assert troubles(source)


@pytest.mark.parametrize(
    "source",
    [
        "from math import isqrt",
        "from sandtable.engine.rng import Rng",
        "x = 3 // 2",
        "A = frozenset('ab')\nx = 'a' in A",
        "A = frozenset('ab')\nx = sorted(A)",
        "class A:\n    def __hash__(self) -> int:\n        return hash(self.x)",
        "x = isinstance(y, float)",
        "x = {1: 2}",
    ],
)
def test_the_scan_lets_pass(source: str) -> None:
    assert not troubles(source)
