"""What `sandtable new-game` writes works at once: tests, types, lint, and as an installed game."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.scaffold import BadName, write_game
from sandtable.scaffold.names import LONGEST, Names

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
BIN = Path(sys.executable).parent
SHORT, USUAL, LONG = "ox", "night-market", "a-game-with-a-very-long-name-x"


@pytest.fixture(scope="module", params=[SHORT, USUAL, LONG])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    into = tmp_path_factory.mktemp("games")
    write_game(request.param, into)
    return into / str(request.param)


def run(folder: Path, *command: str | Path, path: Path | None = None) -> str:
    """Run a command in a new game's folder, as its author would; what it said if it failed."""
    seen = [str(SOURCE), str(path or folder / "src")]
    result = subprocess.run(
        command,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(seen),
            "MYPYPATH": os.pathsep.join(seen),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def texts(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".md", ".toml", ".js", ".css", ".svg"):
            yield path, path.read_text(encoding="utf-8")


def test_the_longest_name_is_among_those_tried() -> None:
    assert len(LONG) == LONGEST


def test_its_tests_pass(tmp_path: Path) -> None:
    write_game(USUAL, tmp_path)
    game = tmp_path / USUAL
    said = run(game, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert " passed" in said


def test_its_code_is_formatted_and_without_lint(game: Path) -> None:
    run(game, BIN / "ruff", "format", "--no-cache", "--check", ".")
    run(game, BIN / "ruff", "check", "--no-cache", ".")


def test_its_types_are_strict(tmp_path: Path) -> None:
    write_game(USUAL, tmp_path)
    game = tmp_path / USUAL
    run(game, sys.executable, "-m", "mypy", "--cache-dir", os.devnull, "src", "tests")


def test_its_readme_says_what_every_file_holds(game: Path) -> None:
    readme = (game / "README.md").read_text(encoding="utf-8")
    for path in (game / "src" / game.name.replace("-", "_")).iterdir():
        assert path.name in readme or path.name in ("__init__.py", "py.typed"), path.name


def test_no_name_of_the_template_is_left(game: Path) -> None:
    for path, text in texts(game):
        for left in (
            "PE-",
            "test_PE_",
            "{{",
            "}}",
            '= "pebbles"',
            "pebbles.md",
            "pebbles-",
            "scaffold",
        ):
            assert left not in text, path


def test_its_rules_have_numbers_of_their_own(game: Path) -> None:
    prefix = {SHORT: "OX", USUAL: "NM", LONG: "AG"}[game.name]
    assert f"- **{prefix}-T1**" in next(game.rglob("rules.md")).read_text()
    assert f'Refused("{prefix}-T1"' in next(game.rglob("rules.py")).read_text()


def test_its_readme_gives_two_commands(game: Path) -> None:
    lines = (game / "README.md").read_text().splitlines()
    assert [line for line in lines if line.startswith("$ ")] == [
        "$ python -m pip install -e '.[dev]'",
        "$ python -m pytest",
    ]


@pytest.mark.slow
def test_once_installed_it_is_a_game_like_any_other(tmp_path: Path) -> None:
    write_game(USUAL, tmp_path)
    site = tmp_path / "site"
    folder = tmp_path / USUAL
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(folder, *pip, "--no-build-isolation", "--no-deps", "--target", str(site), ".")
    simulate = ["simulate", USUAL, "--seats", "3", "--games", "4", "--seed", "1", "--json"]
    said = run(folder, sys.executable, "-m", "sandtable", *simulate, path=site)
    assert json.loads(said)["games"] == 4
    assert USUAL in run(folder, sys.executable, "-m", "sandtable", "games", path=site)


def test_all_that_was_written_is_named(tmp_path: Path) -> None:
    written = write_game(USUAL, tmp_path)
    assert sorted(written) == sorted(path for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "Ox", "night_market", "night--market", "-ox", "ox-", "9lives", "two words"),
        *("../ox", "ö-x", "x" * (LONGEST + 1)),
    ],
)
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match="lower-case words joined by dashes") as refusal:
        write_game(name, tmp_path)
    assert "\n" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["time", "lambda", "pytest", "sandtable"])
def test_a_name_that_python_has_taken_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match="Python already has"):
        write_game(name, tmp_path)


def test_the_name_of_an_installed_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadName, match="There is already a game called 'watch'"):
        write_game("watch", tmp_path)


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "ox").mkdir()
    with pytest.raises(BadName, match="folder"):
        write_game("ox", tmp_path)
    assert list((tmp_path / "ox").iterdir()) == []


def test_a_refusal_is_one_the_command_line_knows() -> None:
    assert issubclass(BadName, sandtable.SandtableError)


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("ox", "OX"),
        ("night-market", "NM"),
        ("stone", "SO"),
        ("silent-tide", "SI"),
        ("a-1", "AX"),
        ("one-two-three", "OT"),
    ],
)
def test_two_letters_stand_for_the_game_in_its_rules(name: str, prefix: str) -> None:
    assert Names(name).prefix == prefix
