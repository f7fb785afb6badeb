"""Plain JSON data: read so that errors have reasons, and written in one canonical way."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sandtable.engine.errors import BadPosition

__all__ = ["Reader"]


def canonical(data: Any) -> str:
    """The one text of a piece of data, the same on every machine and in both builds."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(data: Any) -> str:
    """The hash of a position: SHA-256 of its canonical text."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


class Reader:
    """Reads one object of a dumped position, field by field, and says what is wrong where."""

    def __init__(self, data: Any, where: str = "position") -> None:
        if not isinstance(data, Mapping):
            raise BadPosition(f"{where} is not an object")
        self.data: dict[str, Any] = dict(data)
        self.where = where
        self.used: list[str] = []

    def bad(self, field: str, reason: str) -> BadPosition:
        return BadPosition(f"{self.where}.{field}: {reason}")

    def take(self, field: str) -> Any:
        if field not in self.data:
            raise self.bad(field, "missing")
        self.used.append(field)
        return self.data[field]

    def whole(self, field: str, low: int, high: int) -> int:
        return self.check_whole(field, self.take(field), low, high)

    def check_whole(self, field: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int:
            raise self.bad(field, f"{value!r} is not a whole number")
        if not low <= value <= high:
            raise self.bad(field, f"{value} is not between {low} and {high}")
        return value

    def whole_or_none(self, field: str, low: int, high: int) -> int | None:
        value = self.take(field)
        return None if value is None else self.check_whole(field, value, low, high)

    def flag(self, field: str) -> bool:
        value = self.take(field)
        if value is True:
            return True
        if value is False:
            return False
        raise self.bad(field, f"{value!r} is neither true nor false")

    def word(self, field: str, words: tuple[str, ...]) -> str:
        value = self.take(field)
        if not isinstance(value, str) or value not in words:
            raise self.bad(field, f"{value!r} is not one of {', '.join(words)}")
        return value

    def wholes(self, field: str, length: int | None, low: int, high: int) -> list[int]:
        """A list of whole numbers; `length` None means any length."""
        value = self.items(field, length)
        return [self.check_whole(f"{field}[{i}]", v, low, high) for i, v in enumerate(value)]

    def items(self, field: str, length: int | None) -> list[Any]:
        value = self.take(field)
        if not isinstance(value, list):
            raise self.bad(field, "is not a list")
        if length is not None and len(value) != length:
            raise self.bad(field, f"has {len(value)} entries, not {length}")
        return value

    def objects(self, field: str, length: int | None) -> list["Reader"]:
        """A list of objects, each with its own reader."""
        entries = self.items(field, length)
        return [Reader(entry, f"{self.where}.{field}[{i}]") for i, entry in enumerate(entries)]

    def object(self, field: str) -> "Reader":
        return Reader(self.take(field), f"{self.where}.{field}")

    def done(self) -> None:
        """Refuse fields that nobody asked for: a misspelt one must not pass in silence."""
        for field in self.data:
            if field not in self.used:
                raise self.bad(field, "no such field")
