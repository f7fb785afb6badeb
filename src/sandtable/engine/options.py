"""Table options: typed, documented, validated, and described by a JSON Schema.

The site draws its form from the schema and the command line reads `--option name=value` by it.
"""

import json
from collections.abc import Mapping
from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.engine.errors import BadOption

__all__ = ["Choice", "Flag", "Option", "WhichSeat", "Whole", "WholePair"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One thing a table may choose. `rule` is the number of the rule that speaks of it."""

    def __init__(self, name: str, rule: str, title: str, text: str, default: Any) -> None:
        self.name = name
        self.rule = rule
        self.title = title
        self.text = text
        self.default = default
        self.site_title = ""
        self.site_choices: list[tuple[Any, str, str]] = []

    def on_site(self, title: str, *choices: tuple[Any, str, str]) -> "Option":
        """Ask everybody who opens a table on a site. Each choice is a value, its words, and a text.

        The site opens its tables with the first of them. The default stays what the rules say: for
        programs, and for logs that do not name the option.
        """
        for value, _, _ in choices:
            self.check(value)
        self.site_title = title
        self.site_choices = list(choices)
        return self

    def wrong(self, value: Any, wanted: str) -> BadOption:
        shown = json.dumps(value, default=str)
        return BadOption(f"{self.rule}: option {self.name} must be {wanted}, not {shown}.")

    def check(self, value: Any) -> Any:
        """The value as the game will get it, or BadOption."""
        raise NotImplementedError

    def shape(self) -> dict[str, Any]:
        """The JSON Schema of the value alone."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        described = self.shape()
        described["title"] = self.title
        described["description"] = self.text
        described["default"] = self.default
        described["x-rule"] = self.rule
        if self.site_choices:
            described["x-site"] = {
                "title": self.site_title,
                "choices": [
                    {"const": value, "title": words, "description": text}
                    for value, words, text in self.site_choices
                ],
            }
        return described


class Whole(Option):
    """A whole number in a range, `step` apart; or None, if `or_none` says what that means."""

    def __init__(
        self,
        name: str,
        rule: str,
        title: str,
        text: str,
        default: int | None,
        low: int,
        high: int,
        step: int = 1,
        or_none: str = "",
    ) -> None:
        super().__init__(name, rule, title, text, default)
        self.low = low
        self.high = high
        self.step = step
        self.or_none = or_none

    def check(self, value: Any) -> Any:
        if value is None and self.or_none:
            return None
        if type(value) is int and self.low <= value <= self.high and value % self.step == 0:
            return value
        wanted = f"a whole number from {self.low} to {self.high}"
        if self.step != 1:
            wanted += f", a multiple of {self.step}"
        if self.or_none:
            wanted += f", or null ({self.or_none})"
        raise self.wrong(value, wanted)

    def shape(self) -> dict[str, Any]:
        number: dict[str, Any] = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.step != 1:
            number["multipleOf"] = self.step
        if not self.or_none:
            return number
        return {"anyOf": [number, {"type": "null", "title": self.or_none}]}


class WhichSeat(Whole):
    """One of the seats at the table; or None, which means what `or_none` says.

    Programs count seats from 0; a form that reads `x-of` counts as people do, from 1.
    """

    def __init__(
        self, name: str, rule: str, title: str, text: str, seats: int, or_none: str
    ) -> None:
        super().__init__(name, rule, title, text, None, 0, seats - 1, or_none=or_none)

    def shape(self) -> dict[str, Any]:
        described = super().shape()
        described["x-of"] = "seats"
        return described


class Choice(Option):
    """One of a few words, each with what it means."""

    def __init__(
        self, name: str, rule: str, title: str, text: str, default: str, choices: dict[str, str]
    ) -> None:
        super().__init__(name, rule, title, text, default)
        self.choices = choices

    def check(self, value: Any) -> Any:
        if isinstance(value, str) and value in self.choices:
            return value
        raise self.wrong(value, "one of " + ", ".join(self.choices))

    def shape(self) -> dict[str, Any]:
        return {"oneOf": [{"const": word, "title": text} for word, text in self.choices.items()]}


class Flag(Option):
    """On or off."""

    def check(self, value: Any) -> Any:
        if value is True or value is False:
            return value
        raise self.wrong(value, "true or false")

    def shape(self) -> dict[str, Any]:
        return {"type": "boolean"}


class WholePair(Option):
    """Two different whole numbers in a range; or None, which means what `or_none` says."""

    def __init__(
        self, name: str, rule: str, title: str, text: str, low: int, high: int, or_none: str
    ) -> None:
        super().__init__(name, rule, title, text, None)
        self.low = low
        self.high = high
        self.or_none = or_none

    def check(self, value: Any) -> Any:
        if value is None:
            return None
        if (
            isinstance(value, (list, tuple))
            and len(value) == 2
            and all(type(v) is int and self.low <= v <= self.high for v in value)
            and value[0] != value[1]
        ):
            return sorted(value)
        raise self.wrong(
            value,
            f"two different whole numbers from {self.low} to {self.high}, or null ({self.or_none})",
        )

    def shape(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        pair = {
            "type": "array",
            "items": number,
            "minItems": 2,
            "maxItems": 2,
            "uniqueItems": True,
        }
        return {"anyOf": [pair, {"type": "null", "title": self.or_none}]}


def settle(options: tuple[Option, ...], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: the chosen ones, checked, and the defaults of the others."""
    for name in chosen:
        if name not in [option.name for option in options]:
            known = ", ".join(option.name for option in options) or "none"
            raise BadOption(f"There is no option {name}; the options are: {known}.")
    settled: dict[str, Any] = {}
    for option in options:
        value = chosen.get(option.name, option.default)
        settled[option.name] = option.check(value)
    return settled


def options_schema(title: str, options: tuple[Option, ...]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of all options of a game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {option.name: option.schema() for option in options},
        "additionalProperties": False,
    }


def parse_option(text: str) -> tuple[str, Any]:
    """`name=value` as a person types it; the value is JSON, or else a bare word."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadOption(f"An option is written name=value, not {text!r}.")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value.strip()
