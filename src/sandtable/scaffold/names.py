"""The other names of a new game, which follow from its name."""

import importlib.util
import keyword
import re
import sys

from sandtable.engine import registry
from sandtable.engine.errors import SandtableError

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SHORTEST, LONGEST = 2, 30
ENGINE = "ST"
"""The prefix of the engine's own rules, which no game may take."""


class BadName(SandtableError):
    """A name that no new game can have, and why."""


class Names:
    """A game's name, its Python package, its title, and the letters its rules begin with."""

    def __init__(self, name: str) -> None:
        if NAME.fullmatch(name) is None or not SHORTEST <= len(name) <= LONGEST:
            raise BadName(
                f"A game's name is lower-case words joined by dashes, {SHORTEST} to {LONGEST} "
                f"characters such as night-market, not {name!r}."
            )
        if name in registry.installed():
            raise BadName(f"There is already a game called {name!r}.")
        self.name = name
        self.package = name.replace("-", "_")
        if is_python_s_own(self.package):
            raise BadName(f"Python already has a module or a keyword {self.package!r}.")
        words = name.split("-")
        self.title = " ".join(word.capitalize() for word in words)
        self.prefix = prefix_of(words)


def is_python_s_own(package: str) -> bool:
    return (
        keyword.iskeyword(package)
        or package in sys.stdlib_module_names
        or importlib.util.find_spec(package) is not None
    )


def prefix_of(words: list[str]) -> str:
    """Two letters: the initials of the first two words, or the first two of a single word."""
    letters = [letter for word in words for letter in word if letter.isalpha()]
    begins = [word[0] for word in words if word[0].isalpha()]
    for second in [*begins[1:], *letters[1:], "x"]:
        prefix = (letters[0] + second).upper()
        if prefix != ENGINE:
            return prefix
    return "XX"
