"""What the code thinks an extra brings is what pyproject.toml says that it brings."""

import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sandtable import cli, extras

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def asked(lines: list[str]) -> set[str]:
    wanted = [Requirement(line) for line in lines]
    # What only some platforms get is used where it is there.
    return {
        canonicalize_name(wish.name)
        for wish in wanted
        if wish.name != "sandtable" and wish.marker is None
    }


@pytest.mark.parametrize("extra", extras.MODULES)
def test_the_modules_looked_for_are_those_that_the_extra_brings(extra: str) -> None:
    named = packages_distributions()
    brought = {canonicalize_name(named[module][0]) for module in extras.MODULES[extra]}
    assert brought == asked(PROJECT["optional-dependencies"][extra])


def test_the_core_asks_for_three_libraries() -> None:
    assert asked(PROJECT["dependencies"]) == {"msgspec", "mypy-extensions", "rich"}


def test_whoever_develops_gets_every_extra() -> None:
    dev = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
    own = next(wish for wish in dev if wish.name == "sandtable")
    assert own.extras == set(PROJECT["optional-dependencies"]) - {"dev"}


def test_the_smaller_locks_hold_the_versions_that_are_tested() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.lock").read_text()
        return set(re.findall(r"^[a-z0-9-]+==[^ ;]+", text, re.MULTILINE))

    for name in ("play", "compile", "runtime"):
        assert pins(name)
        assert pins(name) <= pins("dev"), f"{name}.lock: run `make lock`"


def test_the_command_lists_what_the_server_fills() -> None:
    from sandtable.server import command

    for name in cli.OF_THE_SERVER:
        parser = cli.Parser()
        command.fill(name, parser)
        assert callable(parser.get_default("func"))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("WARNING: x\nERROR: No matching distribution\nERROR: more\n", "No matching distribution"),
        ("/usr/bin/python: No module named pip\n", "/usr/bin/python: No module named pip"),
        ("", "it gave no reason"),
    ],
)
def test_the_reason_of_a_failed_install_is_one_line(said: str, reason: str) -> None:
    assert extras.reason(said) == reason
