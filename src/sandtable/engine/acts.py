"""Acts: what a player can do, as plain records with one JSON form everywhere.

The same `{"act": "move", "pawn": "green", "spend": 3}` stands in the log, on the wire and in the
docs. A game's act classes name themselves (`NAME`) and their fields with types (`FIELDS`).
"""

from collections.abc import Mapping
from types import UnionType
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.errors import Refused

__all__ = ["Act"]

BAD_ACT: Final = "ST-3"


@mypyc_attr(allow_interpreted_subclasses=True)
class Act:
    """Base of all acts. Acts are values: never changed after they are made."""

    NAME: ClassVar[str] = ""
    FIELDS: ClassVar[dict[str, Any]] = {}
    TAKES_BACK: ClassVar[bool] = False
    """Whether this undoes what the player just did; random_bot.py leaves it alone."""

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"act": self.NAME}
        for field in self.FIELDS:
            plain[field] = getattr(self, field)
        return plain

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Act) or type(self) is not type(other):
            return False
        return self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(str(self.to_json()))

    def __repr__(self) -> str:
        inner = ", ".join(f"{field}={getattr(self, field)!r}" for field in self.FIELDS)
        return f"{self.NAME}({inner})"


def fits(value: Any, kind: Any) -> bool:
    """Whether a JSON value has the type of a field. A bool does not count as a number here."""
    if isinstance(kind, UnionType):
        return any(fits(value, part) for part in kind.__args__)
    if kind is type(None):
        return value is None
    return type(value) is kind


def kind_in_words(kind: Any) -> str:
    if isinstance(kind, UnionType):
        return " or ".join(kind_in_words(part) for part in kind.__args__)
    if kind is type(None):
        return "null"
    words: dict[Any, str] = {
        int: "a whole number",
        str: "a word",
        bool: "true or false",
        list: "a list",
    }
    return words.get(kind, str(kind))


def may_be_null(kind: Any) -> bool:
    return isinstance(kind, UnionType) and type(None) in kind.__args__


def act_from_json(classes: tuple[type[Act], ...], data: Any) -> Act:
    """The act that a JSON form describes, or Refused (ST-3) with what is wrong with the form."""
    if not isinstance(data, Mapping):
        raise Refused(BAD_ACT, 'An act must be an object such as {"act": "..."}.')
    name = data.get("act")
    for kind in classes:
        if name == kind.NAME:
            return build(kind, data)
    known = ", ".join(kind.NAME for kind in classes)
    raise Refused(BAD_ACT, f"There is no act {name!r} in this game; the acts are: {known}.")


def build(kind: type[Act], data: Mapping[str, Any]) -> Act:
    values = fields_of(f"The act {kind.NAME!r}", "act", kind.FIELDS, data, BAD_ACT)
    try:
        return kind(**values)
    except ValueError as problem:
        raise Refused(BAD_ACT, str(problem)) from None


def fields_of(
    what: str, tag: str, fields: Mapping[str, Any], data: Mapping[str, Any], rule: str
) -> dict[str, Any]:
    """The values of a record's fields, or Refused with what is wrong. `tag` holds its name."""
    values: dict[str, Any] = {}
    for field, wanted in fields.items():
        if field not in data:
            if may_be_null(wanted):
                values[field] = None
                continue
            raise Refused(rule, f"{what} needs {field!r}.")
        if not fits(data[field], wanted):
            raise Refused(rule, f"{what} needs {kind_in_words(wanted)} as {field!r}.")
        values[field] = data[field]
    for field in data:
        if field != tag and field not in fields:
            raise Refused(rule, f"{what} has no {field!r}.")
    return values
