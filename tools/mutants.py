"""`make mutants`: break the server in small ways, one at a time, and see whether its tests notice.

A mutant is the source with one thing changed: a comparison, a condition, a number, a call that
is left out. The tests that reach the changed line are run on it, those that know most of its file
first; a mutant that passes all of them shows something that no test holds.

    .venv/bin/python tools/mutants.py --sample 150 --seed 7
    .venv/bin/python tools/mutants.py --only hosting.py play.py --sample 40
    .venv/bin/python tools/mutants.py --again build/mutants/report.json    # the survivors only

The usual tools for this follow the tests inside one process. Ours start real servers, so which
test files reach a line is measured with coverage in all processes first; that is kept until
source or tests change.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / "mutants"
SERVER = "src/sandtable/server"
TESTS = "tests/server"
COPIED = (
    "src",
    "tests",
    "tools",
    "bench",
    "docs",
    "pyproject.toml",
    "setup.py",
    "README.md",
    "Makefile",
    "web/src",
)
SLACK = 4
"""A mutant whose tests take this many times longer than usual hangs, and so was noticed."""
LEAST_PATIENCE = 120.0
SAID = "said.txt"
"""In each tree: what the tests said last."""

SWAPPED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SILENT = ("log", "logging", "contextlib")
"""What is written to the log is for people; no test reads every word of it."""


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    start: int
    end: int
    new: str
    what: str


class Breaker(ast.NodeVisitor):
    """Finds everything in one file that can be broken."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source.encode()
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []

    def place(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def add(self, node: ast.expr | ast.stmt, new: str, what: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.place(node.lineno, node.col_offset)
        end = self.place(node.end_lineno, node.end_col_offset)
        self.found.append(Mutant(self.path, node.lineno, start, end, new, what))

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Change the operator that stands between two operands."""
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        start = self.place(left.end_lineno, left.end_col_offset)
        end = self.place(right.lineno, right.col_offset)
        gap = self.source[start:end].decode()
        if gap.count(old) == 1:
            text = gap.replace(old, new)
            self.found.append(
                Mutant(self.path, left.end_lineno, start, end, text, f"{old} became {new}")
            )

    def text(self, node: ast.expr) -> str:
        return ast.unparse(node)

    # What is not the program's behaviour stays as it is.

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_function(node)

    def visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # of zip: an assertion, too
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass  # asserts are for the type checker here

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self.add(node.test, f"not ({self.text(node.test)})", "the condition is the other way round")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.generic_visit(node)

    # What can be broken.

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for i, operator in enumerate(node.ops):
            self.between(operands[i], operands[i + 1], *SWAPPED[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, *SWAPPED[type(node.op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in SWAPPED and not is_text(node.left) and not is_text(node.right):
            self.between(node.left, node.right, *SWAPPED[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add(node, f"bool({self.text(node.operand)})", "a `not` is gone")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.add(node, str(not node.value), f"{node.value} became {not node.value}")
        elif isinstance(node.value, (int, float)):
            # A small number is a count or an index; a large one is a bound, and must be felt.
            if abs(node.value) < 10:
                self.add(node, f"({node.value!r} + 1)", f"{node.value!r} became one more")
            else:
                self.add(node, f"({node.value!r} * 100)", f"{node.value!r} became 100 times that")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            new = CALLED[node.func.id]
            self.add(node.func, new, f"{node.func.id} became {new}")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if not isinstance(call, ast.Call):
            return  # a docstring
        if self.text(call.func).split(".")[0] in SILENT:
            return
        self.add(node, "pass", "a call is left out")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
            self.add(node, "pass", "an assignment is left out")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.add(node, "pass", "a change is left out")
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.add(node, "pass", "a deletion is left out")

    def visit_Raise(self, node: ast.Raise) -> None:
        self.add(node, "pass", "nothing is raised")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self.add(node, "pass", "an early return is left out")
        else:
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add(node, "break", "continue became break")

    def visit_Break(self, node: ast.Break) -> None:
        self.add(node, "continue", "break became continue")


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    )


def mutants_of(path: str) -> list[Mutant]:
    source = (ROOT / path).read_text(encoding="utf-8")
    breaker = Breaker(path, source)
    breaker.visit(ast.parse(source))
    return [mutant for mutant in breaker.found if compiles(mutant)]


def broken(mutant: Mutant) -> bytes:
    data = (ROOT / mutant.path).read_bytes()
    return data[: mutant.start] + mutant.new.encode() + data[mutant.end :]


def compiles(mutant: Mutant) -> bool:
    try:
        compile(broken(mutant), mutant.path, "exec")
    except SyntaxError:
        return False
    return True


# Trees to break, and tests to run in them.


def lay_out(folder: Path) -> Path:
    """A copy of everything the server's tests need."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy2(source, target)
    return folder


def surroundings(tree: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(tree / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SANDTABLE_TEST_BUILD": "source",
        **more,
    }


TRIES = 2
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", re.MULTILINE)
"""How pytest names, at its end, the test that failed."""
PYTEST = ("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not soak")


def test_files() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / TESTS).rglob("test_*.py"))


def fingerprint() -> str:
    digest = hashlib.sha256()
    for folder in (ROOT / SERVER, ROOT / TESTS):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


@dataclass
class Reach:
    """Which test files reach a line, and how long each of them takes."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that reach the changed line: first whoever knows most of its file."""
        of_file = self.lines.get(mutant.path, {})
        reached = set(of_file.get(str(mutant.line), []))
        # A server that a test kills says nothing of what it reached.
        own = f"{TESTS}/test_{Path(mutant.path).name}"
        if own in self.seconds:
            reached.add(own)
        known = Counter(name for names in of_file.values() for name in names)

        def late(name: str) -> tuple[bool, float, float]:
            share = known[name] / max(1, len(of_file))
            return name != own, -round(share, 1), self.seconds[name]

        return sorted(reached, key=late)

    def within(self, tests: list[str], within: float) -> list[str]:
        """As many of them, in their order, as take no longer than this together."""
        total = 0.0
        for number, name in enumerate(tests):
            total += self.seconds[name]
            if total > within:
                return tests[: max(1, number)]
        return tests


def measure_reach(jobs: int) -> Reach:
    kept = SCRATCH / f"reach-{fingerprint()}.json"
    reach = Reach(**json.loads(kept.read_text())) if kept.is_file() else Reach({}, {})
    trees: SimpleQueue[Path] = SimpleQueue()
    for job in range(jobs):
        trees.put(lay_out(SCRATCH / f"tree-{job}"))
    keeping = Lock()

    def one(name: str) -> None:
        tree = trees.get()
        try:
            seconds, lines = reached_by(tree, name)
        finally:
            trees.put(tree)
        with keeping:
            reach.seconds[name] = seconds
            for path, numbers in lines:
                of_file = reach.lines.setdefault(path, {})
                for number in numbers:
                    of_file.setdefault(str(number), []).append(name)
            kept.write_text(json.dumps(asdict(reach)))
        print(f"  {name}: {seconds:.0f} s", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, [name for name in test_files() if name not in reach.seconds]))
    return reach


def reached_by(tree: Path, name: str) -> tuple[float, Iterator[tuple[str, list[int]]]]:
    settings = tree / "coverage.ini"
    settings.write_text(
        "[run]\nparallel = true\nsigterm = true\npatch = subprocess\n"
        f"source = {tree / SERVER}\ndata_file = {tree / 'reached'}\n"
    )
    for old in tree.glob("reached*"):
        old.unlink()
    began = time.monotonic()
    measured = (*PYTEST, "--maxfail=1000", name)
    words = (sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", *measured)
    done = run_quietly(words, tree, surroundings(tree), 1_200)
    if done != 0:
        # Where a disk is full on purpose, the measuring itself fails. Without it they must pass.
        done = run_quietly((sys.executable, *PYTEST, name), tree, surroundings(tree), 1_200)
    if done != 0:
        said = (tree / SAID).read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"{said[-3000:]}\n{name} fails without any change: mend that first")
    seconds = time.monotonic() - began
    combine = (sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={settings}")
    run_quietly(combine, tree, surroundings(tree), 300)
    from coverage import CoverageData

    data = CoverageData(basename=str(tree / "reached"))
    data.read()
    found = [
        (str(Path(path).relative_to(tree)), sorted(data.lines(path) or []))
        for path in data.measured_files()
    ]
    return seconds, iter(found)


def run_quietly(
    words: Sequence[str | Path], tree: Path, environment: dict[str, str], patience: float
) -> int:
    """The exit code; -1 for something that did not end. What it started ends with it."""
    with (
        (tree / SAID).open("wb") as said,
        subprocess.Popen(
            [str(word) for word in words],
            cwd=tree,
            env=environment,
            stdout=said,
            stderr=said,
            start_new_session=True,
        ) as running,
    ):
        try:
            return running.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            return -1
        finally:
            end_group(running.pid)


def end_group(leader: int) -> None:
    """A broken server may outlive its test, so the whole process group is ended."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, 9)


@dataclass
class Verdict:
    mutant: Mutant
    fate: str
    seconds: float


def judge(mutant: Mutant, tree: Path, reach: Reach, within: float) -> Verdict:
    all_tests = reach.tests_of(mutant)
    if not all_tests:
        return Verdict(mutant, "unreached", 0.0)
    tests = reach.within(all_tests, within)
    target = tree / mutant.path
    began = time.monotonic()
    patience = max(LEAST_PATIENCE, SLACK * sum(reach.seconds[name] for name in tests))
    try:
        target.write_bytes(broken(mutant))
        noticed = fails(tree, tests, patience)
    finally:
        shutil.copy2(ROOT / mutant.path, target)
    survived = "survived" if tests == all_tests else "unsettled"
    return Verdict(mutant, "killed" if noticed else survived, time.monotonic() - began)


def fails(tree: Path, tests: Sequence[str], patience: float) -> bool:
    """Whether these tests notice the change in this tree, and not merely how busy the machine is.

    A test that fails once and then passes alone has not noticed it; then all are tried once more.
    """
    for _ in range(TRIES):
        done = run_quietly((sys.executable, *PYTEST, *tests), tree, surroundings(tree), patience)
        if done == 0:
            return False
        culprit = FAILED.search((tree / SAID).read_text(encoding="utf-8", errors="replace"))
        if culprit is None:
            return True
        words = (sys.executable, *PYTEST, culprit[1])
        if run_quietly(words, tree, surroundings(tree), patience) != 0:
            return True
    return False


def choose(paths: Iterable[str], sample: int, seed: int) -> list[Mutant]:
    everything = [mutant for path in paths for mutant in mutants_of(path)]
    return random.Random(seed).sample(everything, min(sample, len(everything)))


def read_survivors(report: Path) -> list[Mutant]:
    """What survived last time, looked up again in the source as it is now."""
    wanted = {
        (entry["mutant"]["path"], entry["mutant"]["line"], entry["mutant"]["what"])
        for entry in json.loads(report.read_text())
        if entry["fate"] != "killed"
    }
    paths = sorted({path for path, _, _ in wanted})
    everything = [mutant for path in paths for mutant in mutants_of(path)]
    return [m for m in everything if (m.path, m.line, m.what) in wanted]


def server_files(only: Sequence[str]) -> list[str]:
    files = sorted((ROOT / SERVER).rglob("*.py"))
    wanted = [path for path in files if not only or any(str(path).endswith(o) for o in only)]
    return [str(path.relative_to(ROOT)) for path in wanted if "migrations" not in path.parts]


def tell(verdicts: Sequence[Verdict]) -> None:
    for verdict in sorted(verdicts, key=lambda v: (v.mutant.path, v.mutant.line)):
        if verdict.fate != "killed":
            mutant = verdict.mutant
            line = (ROOT / mutant.path).read_text().splitlines()[mutant.line - 1].strip()
            print(f"{verdict.fate}: {mutant.path}:{mutant.line}: {mutant.what}\n    {line}")
    killed = sum(1 for verdict in verdicts if verdict.fate == "killed")
    print(f"{killed} of {len(verdicts)} mutants killed ({killed / max(1, len(verdicts)):.0%})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Break the server; see whether tests notice.")
    parser.add_argument("--sample", type=int, default=150, help="how many mutants (150)")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--only", nargs="+", default=[], metavar="FILE", help="only these files")
    parser.add_argument("--again", type=Path, metavar="REPORT", help="the survivors of a report")
    parser.add_argument(
        "--within", type=float, default=math.inf, metavar="SECONDS",
        help="only as many tests as take so long; what passes is unsettled, and --again settles it",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", type=Path, default=SCRATCH / "report.json")
    arguments = parser.parse_args()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    if arguments.again:
        mutants = read_survivors(arguments.again)
    else:
        mutants = choose(server_files(arguments.only), arguments.sample, arguments.seed)
    print(f"{len(mutants)} mutants; which tests reach what:", flush=True)
    reach = measure_reach(arguments.jobs)
    trees: SimpleQueue[Path] = SimpleQueue()
    for job in range(arguments.jobs):
        trees.put(lay_out(SCRATCH / f"tree-{job}"))
    verdicts: list[Verdict] = []

    def one(mutant: Mutant) -> None:
        tree = trees.get()
        try:
            verdict = judge(mutant, tree, reach, arguments.within)
        finally:
            trees.put(tree)
        verdicts.append(verdict)
        where = f"{Path(mutant.path).name}:{mutant.line}"
        print(f"  {verdict.fate} {where}: {mutant.what} ({verdict.seconds:.0f} s)", flush=True)
        arguments.report.write_text(json.dumps([asdict(v) for v in verdicts], indent=1))

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(one, mutants))
    tell(verdicts)


if __name__ == "__main__":
    main()
