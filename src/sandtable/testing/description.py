"""What a game says about itself, and the options of its tables."""

import re
from collections.abc import Mapping
from typing import Any

from sandtable.engine.errors import BadOption
from sandtable.engine.options import Option
from sandtable.testing.checks import check, draw_value
from sandtable.testing.plain import difference, trouble
from sandtable.testing.trial import Trial

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
RULE = re.compile(r"[A-Z]{2,}-[A-Z]*[0-9]+[a-z]?")
DRAWS = 6
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    10**12,
    -(10**12),
    1.5,
    "",
    "no such word",
    [],
    ["no such word"],
    {},
    {"no": "sense"},
)
KNOWN_KEYWORDS = frozenset(
    [
        *("type", "const", "enum", "anyOf", "oneOf", "minimum", "maximum", "multipleOf"),
        *("items", "minItems", "maxItems", "uniqueItems"),
    ]
)
REMARKS = frozenset(["title", "description", "default", "x-rule", "x-site"])


@check
def check_description(trial: Trial) -> None:
    """The game has a name, a title, seats, and acts with names and typed fields of their own."""
    game = trial.game
    said = "a game says what it is"
    if NAME.fullmatch(game.NAME) is None:
        raise trial.broken(said, f"NAME {game.NAME!r} is not lower-case words joined by dashes")
    for field, text in (("TITLE", game.TITLE), ("BLURB", game.BLURB)):
        if not text.strip():
            raise trial.broken(said, f"{field} is empty")
    if type(game.RULES_VERSION) is not int or game.RULES_VERSION < 1:
        raise trial.broken(said, f"RULES_VERSION is {game.RULES_VERSION!r}, not 1 or more")
    if not 1 <= game.MIN_SEATS <= game.MAX_SEATS:
        raise trial.broken(said, f"it is for {game.MIN_SEATS} to {game.MAX_SEATS} seats")
    names = [kind.NAME for kind in game.ACTS]
    if not names or "" in names or len(frozenset(names)) != len(names):
        raise trial.broken(said, f"ACTS need names, each its own: {names}")
    for kind in game.ACTS:
        if "act" in kind.FIELDS:
            raise trial.broken(said, f"a field of {kind.NAME!r} is called 'act', as its name is")
    order = game.order_of_play(trial.new().state)
    if order is not None and sorted(order) != list(range(trial.seats)):
        raise trial.broken("the order of play names every seat once", f"it is {order}")


@check
def check_options(trial: Trial) -> None:
    """The defaults are accepted; what an option's schema forbids is refused with BadOption."""
    game = trial.game
    settled = game.settle_options(trial.seats, {})
    if sorted(settled) != sorted(option.name for option in game.OPTIONS):
        raise trial.broken("settled options are all options", f"settled are {sorted(settled)}")
    if found := trouble(settled):
        raise trial.broken("settled options are plain data", found)
    if found := difference(settled, game.settle_options(trial.seats, settled)):
        raise trial.broken("options that were settled settle to the same again", found)
    must_refuse(trial, trial.seats, {"no-such-option": 1})
    for option in game.OPTIONS:
        check_option(trial, option)
    for seats in (game.MIN_SEATS - 1, game.MAX_SEATS + 1, str(game.MIN_SEATS), None, True):
        must_refuse(trial, seats, {})


def check_option(trial: Trial, option: Option) -> None:
    """One option: it is described, and its check and its schema agree."""
    described = "an option has a title, a text and the number of its rule"
    if not option.title.strip() or not option.text.strip():
        raise trial.broken(described, f"option {option.name} lacks its title or text")
    if RULE.fullmatch(option.rule) is None:
        raise trial.broken(described, f"option {option.name} names the rule {option.rule!r}")
    schema = option.schema()
    chance = trial.chance(f"option {option.name}")
    values = [*ODD_VALUES, *(draw_value(schema, chance) for _ in range(DRAWS))]
    agree = "an option's check and its schema agree"
    for value in values:
        allowed = allows(schema, value)
        try:
            option.check(value)
        except BadOption as refusal:
            if allowed:
                raise trial.broken(
                    agree, f"option {option.name}: the schema allows {value!r}, but {refusal}"
                ) from None
        else:
            if allowed is False:
                raise trial.broken(
                    agree, f"option {option.name} accepts {value!r}, which its schema forbids"
                )
        if allowed is False:
            must_refuse(trial, trial.seats, {option.name: value})


def must_refuse(trial: Trial, seats: Any, options: Mapping[str, Any]) -> None:
    try:
        trial.game.settle_options(seats, options)
    except BadOption as refusal:
        if not str(refusal).strip():
            raise trial.broken("a refused option says why", f"{options!r}: no words") from None
        return
    raise trial.broken(
        "wrong options and wrong numbers of seats are refused with BadOption",
        f"{options!r} with {seats!r} seats is accepted",
    )


def allows(schema: Mapping[str, Any], value: Any) -> bool | None:
    """Whether the schema of an option allows a value; None if it uses keywords unknown here."""
    if any(word not in KNOWN_KEYWORDS and word not in REMARKS for word in schema):
        return None
    verdicts: list[bool | None] = []
    if "const" in schema:
        verdicts.append(same(value, schema["const"]))
    if "enum" in schema:
        verdicts.append(any(same(value, one) for one in schema["enum"]))
    if "type" in schema:
        verdicts.append(is_of(schema["type"], value))
    if "anyOf" in schema or "oneOf" in schema:
        ways = [allows(way, value) for way in schema.get("anyOf", schema.get("oneOf", ()))]
        verdicts.append(True if True in ways else None if None in ways else False)
    if type(value) is int:
        verdicts.append(schema.get("minimum", value) <= value <= schema.get("maximum", value))
        verdicts.append(value % schema.get("multipleOf", 1) == 0)
    if isinstance(value, list):
        size = len(value)
        verdicts.append(schema.get("minItems", 0) <= size <= schema.get("maxItems", size))
        verdicts.extend(allows(schema["items"], one) for one in value if "items" in schema)
        repeated = any(same(value[i], value[j]) for i in range(size) for j in range(i))
        verdicts.append(not (schema.get("uniqueItems", False) and repeated))
    return False if False in verdicts else None if None in verdicts else True


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def is_of(kind: Any, value: Any) -> bool | None:
    kinds: dict[str, tuple[type, ...]] = {
        "integer": (int,),
        "number": (int, float),
        "string": (str,),
        "boolean": (bool,),
        "null": (type(None),),
        "array": (list,),
        "object": (dict,),
    }
    if isinstance(kind, list):
        return any(is_of(one, value) for one in kind)
    return type(value) in kinds[kind] if kind in kinds else None
