"""Options: typed, documented, validated, described by a JSON Schema."""

import json
from typing import Any

import jsonschema
import pytest

import sandtable
from sandtable import BadOption
from sandtable.engine.options import (
    Choice,
    Flag,
    Option,
    WhichSeat,
    Whole,
    WholePair,
    parse_option,
    settle,
)

GAMES = list(sandtable.games())
EACH: tuple[Option, ...] = (
    Whole("size", "XX-1", "Size", "How large.", 10, 2, 20, step=2),
    Whole("limit", "XX-2", "Limit", "How long.", None, 1, 9, or_none="none"),
    Choice("kind", "XX-3", "Kind", "Which.", "a", {"a": "the first", "b": "the second"}),
    Flag("loud", "XX-4", "Loud", "Whether.", False),
    WholePair("pair", "XX-5", "Pair", "Where.", 1, 5, or_none="anywhere"),
    WhichSeat("who", "XX-6", "Who", "Who begins.", 4, or_none="nobody"),
)


def test_defaults() -> None:
    assert settle(EACH, {}) == {
        "size": 10,
        "limit": None,
        "kind": "a",
        "loud": False,
        "pair": None,
        "who": None,
    }


GOOD: list[tuple[str, Any]] = [
    ("size", 2),
    ("size", 20),
    ("limit", 9),
    ("limit", None),
    ("kind", "b"),
    ("loud", True),
]
GOOD += [("pair", [5, 1]), ("who", 0), ("who", 3), ("who", None)]
BAD: list[tuple[str, Any]] = [
    ("size", 3),
    ("size", 0),
    ("size", 22),
    ("size", "4"),
    ("size", 4.0),
    ("size", True),
    ("size", None),
    ("limit", 0),
    ("limit", "none"),
    ("kind", "c"),
    ("kind", None),
    ("loud", 1),
    ("loud", "true"),
    ("pair", [1, 1]),
    ("pair", [0, 1]),
    ("pair", [1, 2, 3]),
    ("pair", [1, "2"]),
    ("pair", 3),
    ("who", 4),
    ("who", -1),
]


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_a_good_value_is_taken_and_fits_the_schema(name: str, value: Any) -> None:
    settled = settle(EACH, {name: value})[name]
    assert settled == (sorted(value) if isinstance(value, list) else value)
    jsonschema.validate(value, schema_of(name))


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_refused_with_its_rule_and_by_the_schema(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=f"XX-.*option {name} must be"):
        settle(EACH, {name: value})
    if value != 4.0:  # To JSON Schema 4.0 is a whole number.
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(value, schema_of(name))


def schema_of(name: str) -> dict[str, Any]:
    return next(option.schema() for option in EACH if option.name == name)


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="no option colour; the options are: size, limit"):
        settle(EACH, {"colour": 1})


@pytest.mark.parametrize("name", GAMES)
def test_every_games_schema_is_a_schema_and_its_defaults_fit(name: str) -> None:
    game = sandtable.find(name)
    schema = game.options_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    json.dumps(schema)
    defaults = game.settle_options(game.MAX_SEATS, {})
    jsonschema.validate(defaults, schema)
    for option in schema["properties"].values():
        assert option["title"]
        assert option["description"].endswith(".")
        assert option["x-rule"]


def test_a_site_may_open_its_tables_otherwise_and_asks_in_plain_words() -> None:
    option = Whole("off", "XX-1", "Off", "By so much.", 0, 0, 30)
    assert "x-site" not in option.schema()
    asked = option.on_site("How exact?", (20, "By hand", "Nobody knows."), (0, "Exact", "All do."))
    assert asked is option
    assert option.schema()["x-site"] == {
        "title": "How exact?",
        "choices": [
            {"const": 20, "title": "By hand", "description": "Nobody knows."},
            {"const": 0, "title": "Exact", "description": "All do."},
        ],
    }
    # For programs, and for logs that name nothing, the default of the rules stays.
    assert settle((option,), {}) == {"off": 0}


def test_what_a_site_asks_must_be_allowed() -> None:
    with pytest.raises(BadOption, match="XX-1"):
        Whole("off", "XX-1", "Off", "By so much.", 0, 0, 30).on_site("How?", (31, "Far", "Off."))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("minutes=3", "minutes", 3),
        ("bell=published", "bell", "published"),
        ("yellow=[2, 5]", "yellow", [2, 5]),
        ("first=null", "first", None),
        ("loud=true", "loud", True),
    ],
)
def test_an_option_as_a_person_types_it(text: str, name: str, value: Any) -> None:
    assert parse_option(text) == (name, value)


@pytest.mark.parametrize("text", ["minutes", "=3", ""])
def test_an_option_without_a_name_or_a_value_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="name=value"):
        parse_option(text)
