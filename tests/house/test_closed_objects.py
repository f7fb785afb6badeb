"""Only the parts of a table change what they own: everybody else asks them to.

In the code of the tables and in all code that uses them, nothing assigns to a field of another
object, nothing changes a list or a dict that another object holds, and nothing calls a method that
changes something which belongs to a part, such as the clock of a match: the part does that.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "sandtable" / "server"
FILES = sorted(
    path
    for folder in (".", "tables", "match", "bots", "http", "operating", "archive")
    for path in (SERVER / folder).glob("*.py")
)
CHANGES = {"append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "add"}
OWN = {
    "app.py": {"response"},
    "bots/desk.py": {"worker"},
    "http/api.py": {"asked"},
    "http/calls.py": {"response.headers"},
    "http/doorkeeper.py": {"response", "self._connection"},
    "tables/advice.py": {"question"},
    "tables/host.py": {"self._record"},
    "tables/guest_list.py": {"self._record"},
    "tables/outbox.py": {"parcel", "self._parcels"},
    "tables/record.py": {"chair"},
    "tables/seat_requests.py": {"request", "request.agreed"},
    "tables/seating.py": {"chair", "self"},
    "tables/stages.py": {"record"},
    "tables/table.py": {"self.record"},
    "tables/talk.py": {"line"},
    "match/fairness.py": {"gone"},
    "match/parity.py": {"quickest", "scores"},
    "match/streams.py": {"fixed", "latest", "news", "one", "said", "stream", "stream.deltas"},
    "archive/story.py": {"found"},
}
"""What the code of a file may write into, because it made it, or the fields are divided among
the parts, as those of a record are."""
SWITCHES = {"on_fault", "on_own_fault", "on_fired", "on_commit", "on_taken", "on_away", "status"}
SWITCHES |= {"on_disk_failure", "changed", "replaced"}
"""What an object offers to be set: whom it calls, or the status of a reply."""
ASKED = {"journal", "invited", "metrics"}
"""Those with methods of their own that are called like those of a list."""


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


def class_in(node: ast.expr) -> str | None:
    """The class that `Chances()`, `[Chances() for ...]` or `Chances | None` is about."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node, ast.ListComp):
        return class_in(node.elt)
    return None


def writes_to_itself(function: ast.FunctionDef, changing: set[str]) -> bool:
    """Whether a method changes its object, by itself or by way of a method that does."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(chain(target)[:1] == ["self"] for target in targets):
                return True
        if isinstance(node, ast.Call):
            names = chain(node.func)
            if names[:1] == ["self"] and (
                (len(names) > 2 and names[-1] in CHANGES)
                or (len(names) == 2 and names[1] in changing)
            ):
                return True
    return False


@cache
def parts_of_parts() -> dict[str, frozenset[str]]:
    """The fields in which a part keeps an object of its own, and the methods that change that."""
    engine = ROOT / "src" / "sandtable" / "engine" / "match.py"
    sources = [*SERVER.glob("match/*.py"), SERVER / "base" / "tableclock.py", engine]
    classes = {
        node.name: node
        for path in sources
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    changing: dict[str, set[str]] = {name: set() for name in classes}
    for name, found in classes.items():
        methods = [each for each in found.body if isinstance(each, ast.FunctionDef)]
        for _ in methods:  # often enough for the longest way round
            changing[name] |= {
                each.name
                for each in methods
                if each.name != "__init__" and writes_to_itself(each, changing[name])
            }
    changing["Match"] |= {"act", "advance"}
    fields: dict[str, frozenset[str]] = {"match": frozenset(changing["Match"])}
    for found in classes.values():
        for node in ast.walk(found):
            if isinstance(node, ast.Assign) and (kept := class_in(node.value)) in classes:
                for target in node.targets:
                    if len(names := chain(target)) == 2 and names[0] == "self":
                        fields[names[1]] = frozenset(changing[kept or ""])
    return fields


def offences(path: Path, source: str) -> Iterator[str]:
    own = OWN.get(path.relative_to(SERVER).as_posix(), set())

    def is_own(names: list[str]) -> bool:
        """Whether these lead to an object of this code's: its own field, or a thing it made."""
        return len(names) < 2 or names == ["self", names[-1]] or ".".join(names[:-1]) in own

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
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            *held, method = chain(node.func) or [""]
            inner = parts_of_parts().get(held[-1], frozenset()) if held else frozenset()
            # A part calls what it keeps by `self.clock`; others would reach through the part.
            if method in inner and len(held) > 1 and held != ["self", held[-1]]:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {'.'.join(held)}.{method}()"
            if method in CHANGES and len(held) > 1 and not is_part(held, own):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {'.'.join(held)}.{method}()"
        for outer in targets:
            for target in outer.elts if isinstance(outer, ast.Tuple) else [outer]:
                names = chain(target)
                if not is_own(names) and names[-1] not in SWITCHES:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {'.'.join(names)}"


def is_part(held: list[str], own: set[str]) -> bool:
    """Whether `append` and the like is a method of a part itself."""
    return (
        held == ["self", held[-1]]
        or ".".join(held) in own
        or any(name.lstrip("_") in ASKED for name in held)
        or held[0] in own
    )


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
        "play.seq += 1",
        "self.play.taker = None",
        "table.play.clock.stand_at(0)",
        "self._table.play.clock.run(now)",
        "play.chances[seat].sent(now)",
        "self.play.parity.measured(seat, 1.0)",
        "play.match.advance(to=1)",
        "play.window.withdraw(seat)",
        "table.house.pulse.standing = True",
        "visitor.guest = guest",
    ],
)
def test_whoever_does_so_is_found(wrong: str) -> None:
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
        "play.clock.whole(now)",
        "play.match.legal(seat)",
        "table.play.stand()",
    ],
)
def test_whoever_asks_is_not(right: str) -> None:
    assert list(offences(SERVER / "tables" / "hosting.py", right)) == []


def test_what_a_match_is_made_of_is_known() -> None:
    found = parts_of_parts()
    assert {"clock", "parity", "chances", "window", "sitters", "match"} <= found.keys()
    assert {"run", "stop", "stand_at"} <= found["clock"]
    assert "whole" not in found["clock"]
