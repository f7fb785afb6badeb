"""Only the parts of a table change what they own: everybody else asks them to.

In `server/tables` and in the code that uses it, nothing assigns to a field of another object, and
nothing changes a list or a dict that another object holds.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "sandtable" / "server"
FILES = sorted(
    path
    for folder in (".", "tables", "http", "operating", "archive")
    for path in (SERVER / folder).glob("*.py")
)
PARTS = {
    "stages",
    "seating",
    "host",
    "host_watch",
    "invited",
    "company",
    "attendance",
    "sand",
    "requests",
    "reunion",
    "again",
    "hands",
    "advice",
    "journal",
    "talk",
    "record",
    "play",
    "streams",
    "chairs",
    "votes",
    "visitors",
    "muted",
    "barred",
}
CHANGES = {"append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "add"}
OWN_RECORD = {"record.py", "stages.py", "host.py", "invited.py", "seating.py", "table.py"}
"""The code that may read the record, and the parts among which its fields are divided."""


def chain(node: ast.expr) -> list[str]:
    """`table.sand.votes` as its names, from the left; empty if it is not such a chain."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        before = chain(node.value)
        return [*before, node.attr] if before else []
    if isinstance(node, ast.Subscript):
        return chain(node.value)
    return []


def is_anothers(names: list[str]) -> bool:
    """Whether a chain leads into a part of a table from outside that part."""
    if names and names[0] == "self":
        names = names[1:]
        # `self.votes` is one's own; `self._table.votes` and `self.sand.votes` are not.
        return len(names) > 1 and any(name.lstrip("_") in PARTS | {"table"} for name in names[:-1])
    if len(names) < 2:
        return False
    return names[0] in {"table", "old", "chair"} or any(name in PARTS for name in names[:-1])


def offences(path: Path, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGES
            and len(chain(node.func.value)) > 1
        ):
            # A call of a part's own method (`table.journal.append`) is how one asks it.
            held = chain(node.func.value)
            if not (held[-1] in PARTS and held[-1] not in {"votes", "visitors", "chairs"}):
                targets = [node.func.value]
        for outer in targets:
            for target in outer.elts if isinstance(outer, ast.Tuple) else [outer]:
                names = chain(target)
                own = path.name in OWN_RECORD and (
                    names[:1] in (["record"], ["chair"])
                    or names[:2] in (["self", "_record"], ["self", "record"])
                )
                if is_anothers(names) and not own:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {'.'.join(names)}"


def test_nobody_reaches_into_a_part_of_a_table() -> None:
    assert {"app.py", "command.py", "table.py", "sockets.py"} <= {path.name for path in FILES}
    found = [offence for path in FILES for offence in offences(path, path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "wrong",
    [
        "table.sand.paused = None",
        "table.record.stage = 'over'",
        "self._table.sand.votes.clear()",
        "self.sand.votes.append(1)",
        "table.company.visitors.remove(visitor)",
        "chair.ready = True",
        "del table.requests.open[0]",
        "old.record.rematch = None",
        "table.seating.chairs[0].ready = False",
    ],
)
def test_whoever_does_is_found(wrong: str) -> None:
    assert list(offences(SERVER / "tables" / "hosting.py", wrong)) != []


@pytest.mark.parametrize(
    "right",
    [
        "table.sand.pause('agreed')",
        "table.journal.append([note])",
        "self.votes.clear()",
        "self.paused = None",
        "lines.append(1)",
        "self.tables.pop(table.id, None)",
    ],
)
def test_whoever_asks_is_not(right: str) -> None:
    assert list(offences(SERVER / "tables" / "hosting.py", right)) == []
