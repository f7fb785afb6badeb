"""Questions: what a player may ask the rules, as plain records with one JSON form everywhere.

"Where can this glass go once its sand has run through?" is `{"ask": "moves", "glass": 3}`. The
answer changes nothing, and rests on nothing but what the seat may see (`Game.preview`).
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import fields_of
from sandtable.engine.errors import Refused

__all__ = ["Question"]

BAD_QUESTION: Final = "ST-5"
LONGEST_ANSWER: Final = 16 * 1024
"""In bytes of JSON. A preview is a glance, not a second view."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """Base of all questions. They are values: never changed after they are made."""

    NAME: ClassVar[str] = ""
    FIELDS: ClassVar[dict[str, Any]] = {}

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"ask": self.NAME}
        for field in self.FIELDS:
            plain[field] = getattr(self, field)
        return plain

    def __repr__(self) -> str:
        return str(self.to_json())


def question_from_json(classes: tuple[type[Question], ...], data: Any) -> Question:
    """The question that a JSON form describes, or Refused (ST-5) with what is wrong with it."""
    if not classes:
        raise Refused(BAD_QUESTION, "This game answers no questions.")
    if not isinstance(data, Mapping):
        raise Refused(BAD_QUESTION, 'A question must be an object such as {"ask": "..."}.')
    name = data.get("ask")
    for kind in classes:
        if name == kind.NAME:
            what = f"The question {kind.NAME!r}"
            values = fields_of(what, "ask", kind.FIELDS, data, BAD_QUESTION)
            try:
                return kind(**values)
            except ValueError as problem:
                raise Refused(BAD_QUESTION, str(problem)) from None
    known = ", ".join(kind.NAME for kind in classes)
    asked = repr(name)[:60]
    raise Refused(BAD_QUESTION, f"Nobody can ask {asked} in this game; the questions are: {known}.")
