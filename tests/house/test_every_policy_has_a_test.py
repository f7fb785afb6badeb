"""Every policy of the server has a test marked with its number, and no mark names another."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "policies.md"

# A policy is defined where its number opens a row: "| SP-H2 | not over | When the host leaves ..."
ROW = re.compile(r"^\| (SP-[A-Z]\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def policies() -> list[str]:
    return [number for number, _, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]


def marks(test: ast.FunctionDef) -> dict[str, list[str]]:
    """The marks of a test with their words: `@pytest.mark.policy("SP-H2")`, `@pytest.mark.soak`."""
    found: dict[str, list[str]] = {}
    for decorator in test.decorator_list:
        call = decorator.func if isinstance(decorator, ast.Call) else decorator
        words = decorator.args if isinstance(decorator, ast.Call) else []
        if ast.unparse(call).startswith("pytest.mark."):
            plain = [word.value for word in words if isinstance(word, ast.Constant)]
            found[ast.unparse(call).removeprefix("pytest.mark.")] = [str(word) for word in plain]
    return found


def marked() -> dict[str, list[str]]:
    """The numbers that tests carry, with these tests; those for `make soak` do not count."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marked_with = marks(node)
                for number in marked_with.get("policy", []):
                    found.setdefault(number, [])
                    if "soak" not in marked_with:
                        found[number].append(node.name)
    return found


def test_every_policy_has_a_test() -> None:
    tests = marked()
    assert len(policies()) > 50, "the page is no longer read as it is written"
    assert [number for number in policies() if not tests.get(number)] == []


def test_no_test_is_marked_with_a_policy_that_does_not_exist() -> None:
    assert sorted(set(marked()) - set(policies())) == []


def test_no_number_is_given_twice_and_no_row_is_overlooked() -> None:
    assert len(policies()) == len(set(policies()))
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "SP-" in line[:6]]
    assert len(rows) == len(policies())


def test_a_mark_is_found_whatever_else_a_test_is_marked_with() -> None:
    text = '@pytest.mark.policy("SP-A1", "SP-A2")\n@pytest.mark.soak\ndef test_x(): ...'
    test = ast.parse(text).body[0]
    assert isinstance(test, ast.FunctionDef)
    assert marks(test) == {"policy": ["SP-A1", "SP-A2"], "soak": []}
