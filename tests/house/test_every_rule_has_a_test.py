"""Every numbered rule of a game's rules has a test that carries its number."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"

# A rule is defined where its number opens a bullet: "- **WA-T5** A pawn that ends on YELLOW ..."
DEFINITION = re.compile(r"^\s*[-*] \*\*([A-Z]{2}-[A-Z]*\d+[a-z]?)\*\*", re.MULTILINE)
# In the name of a test the dash is an underscore: test_WA_T5_an_exchange_is_optional
CITATION = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2})_([A-Z]*\d+[a-z]?)(?![A-Za-z0-9])")


def numbers_defined(text: str) -> list[str]:
    return DEFINITION.findall(text)


def numbers_cited(test_name: str) -> list[str]:
    return [f"{game}-{rule}" for game, rule in CITATION.findall(test_name)]


def rules() -> dict[str, str]:
    """Where each number is defined."""
    return {
        number: str(file.relative_to(ROOT))
        for file in sorted(GAMES.glob("*/rules.md"))
        for number in numbers_defined(file.read_text(encoding="utf-8"))
    }


def names_of_tests() -> list[str]:
    return [
        node.name
        for file in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    ]


def test_every_numbered_rule_has_a_test() -> None:
    tested = {number for name in names_of_tests() for number in numbers_cited(name)}
    untested = [f"{number} ({file})" for number, file in rules().items() if number not in tested]
    assert not untested, "rules without a test: " + ", ".join(untested)


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    defined = rules()
    families = {number[:2] for number in defined}
    strays = [
        f"{number} in {name}"
        for name in names_of_tests()
        for number in numbers_cited(name)
        if number[:2] in families and number not in defined
    ]
    assert not strays, "tests of unknown rules: " + ", ".join(strays)


def test_no_number_is_defined_twice() -> None:
    found = [
        number
        for file in sorted(GAMES.glob("*/rules.md"))
        for number in numbers_defined(file.read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/parts.toml")))
def test_every_game_has_numbered_rules(game: str) -> None:
    file = GAMES / game / "rules.md"
    assert file.is_file(), f"{game} has no {file.relative_to(ROOT)}"
    assert numbers_defined(file.read_text(encoding="utf-8")), (
        f"{file.relative_to(ROOT)} numbers no rule"
    )


def numbers_named(file: Path) -> list[str]:
    """The numbers that code gives as reasons: whole strings, as in `Refused("WA-T5", ...)`."""
    return [
        node.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[A-Z]{2}-[A-Z]*\d+[a-z]?", node.value)
    ]


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/parts.toml")))
def test_every_refusal_names_a_rule_that_can_be_read(game: str) -> None:
    """The page links each refusal to its rule. ST numbers are the engine's, and are not linked."""
    defined = numbers_defined((GAMES / game / "rules.md").read_text(encoding="utf-8"))
    named = {
        number: file.name
        for file in sorted((GAMES / game).rglob("*.py"))
        for number in numbers_named(file)
        if not number.startswith("ST-")
    }
    assert named
    assert {number: file for number, file in named.items() if number not in defined} == {}


def test_a_number_in_the_middle_of_a_sentence_defines_nothing() -> None:
    text = "- **WA-T5** Exchange, see **WA-T6**.\n- see **WA-T7**\n  - **OT-M3a** Deeper."
    assert numbers_defined(text) == ["WA-T5", "OT-M3a"]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_WA_T5_an_exchange_is_optional", ["WA-T5"]),
        ("test_WA_E2_and_WA_E3_agree", ["WA-E2", "WA-E3"]),
        ("test_WA_T51_is_not_T5", ["WA-T51"]),
        ("test_nothing_in_particular", []),
    ],
)
def test_a_test_cites_the_whole_number(name: str, numbers: list[str]) -> None:
    assert numbers_cited(name) == numbers
