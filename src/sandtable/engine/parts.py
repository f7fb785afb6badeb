"""Parts files: what is printed on the cardboard, as data that an owner of the box can correct.

A wrong file is refused with its name, the line and the reason.
"""

import importlib.resources
import tomllib
from typing import Any

from sandtable.engine.errors import BadParts

__all__ = ["Parts", "read_parts"]


class Parts:
    """A parsed parts file that knows on which line each of its keys stands."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            raise BadParts(f"{source}: {problem}") from None

    def line_of(self, needle: str, nth: int = 0) -> int:
        """The line on which a key, a table header or a piece of text occurs for the nth time."""
        seen = 0
        for number, line in enumerate(self.text.splitlines(), start=1):
            bare = line.strip()
            names_it = (
                bare.startswith((needle + " ", needle + "="))
                or bare in (f"[{needle}]", f"[[{needle}]]")
                or (not needle.isidentifier() and needle in bare)
            )
            if names_it:
                if seen == nth:
                    return number
                seen += 1
        return 1

    def bad(self, needle: str, reason: str, nth: int = 0) -> BadParts:
        """The error for a key (its nth occurrence), ready to be raised."""
        return BadParts(f"{self.source}, line {self.line_of(needle, nth)}: {reason}")

    def table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.bad(key, f"a table [{key}] is needed")
        return value

    def tables(self, key: str) -> list[dict[str, Any]]:
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.bad(key, f"one or more tables [[{key}]] are needed")
        return value

    def whole(self, table: dict[str, Any], key: str, low: int, high: int, nth: int = 0) -> int:
        value = table.get(key)
        if type(value) is not int or not low <= value <= high:
            raise self.bad(key, f"{key} is a whole number from {low} to {high}, not {value!r}", nth)
        return value

    def word(self, table: dict[str, Any], key: str, nth: int = 0) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value:
            raise self.bad(key, f"{key} is a text, not {value!r}", nth)
        return value

    def words(self, table: dict[str, Any], key: str, nth: int = 0) -> list[str]:
        value = table.get(key)
        if not isinstance(value, list) or not all(isinstance(w, str) and w for w in value):
            raise self.bad(key, f"{key} is a list of texts, not {value!r}", nth)
        return value

    def wholes(
        self, table: dict[str, Any], key: str, low: int, high: int, nth: int = 0
    ) -> list[int]:
        value = table.get(key)
        if not isinstance(value, list) or not all(
            type(v) is int and low <= v <= high for v in value
        ):
            raise self.bad(
                key, f"{key} is a list of whole numbers from {low} to {high}, not {value!r}", nth
            )
        return value


def read_parts(package: str) -> Parts:
    """The parts file that lies in a game's folder."""
    path = importlib.resources.files(package).joinpath("parts.toml")
    return Parts(path.read_text(encoding="utf-8"), f"{package.rpartition('.')[2]}/parts.toml")
