"""Turns a check of one table into a check of many, called with a game and seeds."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.engine.rng import Rng, seeded
from sandtable.testing.broken import ContractBroken
from sandtable.testing.trial import Trial, installed

SEEDS = range(10)
STEPS = 50
TRIES = 8


class Check(Protocol):
    """One check of the kit. All take the same arguments as `check_game`."""

    __name__: str

    def __call__(
        self,
        game: str | Game[Any],
        seats: int | Iterable[int] | None = None,
        seeds: Iterable[int] = SEEDS,
        options: Mapping[str, Any] | None = None,
        *,
        steps: int = STEPS,
    ) -> None: ...


def check(body: Callable[[Trial], None]) -> Check:
    """Run the body at a table for every seed, and name the table when it finds something."""

    def run(
        game: str | Game[Any],
        seats: int | Iterable[int] | None = None,
        seeds: Iterable[int] = SEEDS,
        options: Mapping[str, Any] | None = None,
        *,
        steps: int = STEPS,
    ) -> None:
        for trial in trials(body.__name__, game, seats, seeds, options, steps):
            attempt(trial, body)

    functools.update_wrapper(run, body, assigned=("__name__", "__qualname__", "__doc__"))
    del run.__wrapped__  # type: ignore[attr-defined]  # or help() would show the inner signature
    return run


def attempt(trial: Trial, body: Callable[[Trial], None]) -> None:
    """Run a check; an exception that no contract speaks of is a broken promise too."""
    try:
        with installed(trial.game):
            body(trial)
    except ContractBroken:
        raise
    except Exception as problem:
        raise trial.broken(
            "no exception but Refused, BadOption and BadPosition, each in its place",
            f"{type(problem).__name__}: {problem}",
        ) from problem


def trials(
    name: str,
    game: str | Game[Any],
    seats: int | Iterable[int] | None,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None,
    steps: int,
) -> Iterator[Trial]:
    """A table for every seed; numbers of seats take turns, and so do default and random options.

    Without `seats`, every number that the game allows has its turn; without `options`, half of the
    tables play with the defaults, and half with options drawn at random.
    """
    rules: Game[Any] = game if isinstance(game, Game) else find(game)
    counts = seat_counts(rules, seats)
    for i, seed in enumerate(seeds):
        count = counts[i % len(counts)]
        drawn = options is None and (i % len(counts) + i // len(counts)) % 2 == 1
        chosen = dict(options or {})
        if drawn:
            chosen = draw_options(rules, count, seeded(f"options {seed}"))
        yield Trial(name, rules, count, seed, chosen, steps, drawn)


def seat_counts(game: Game[Any], seats: int | Iterable[int] | None) -> list[int]:
    if seats is None:
        return list(range(game.MIN_SEATS, game.MAX_SEATS + 1))
    return [seats] if isinstance(seats, int) else list(seats)


def draw_options(game: Game[Any], seats: int, chance: Rng) -> dict[str, Any]:
    """Some options that go together, with values that their schema allows; or none at all."""
    for _ in range(TRIES):
        chosen = {
            option.name: draw_value(option.schema(), chance)
            for option in game.OPTIONS
            if chance.below(2) == 0
        }
        try:
            game.settle_options(seats, chosen)
        except BadOption:
            continue
        return chosen
    return {}


def draw_value(schema: Mapping[str, Any], chance: Rng) -> Any:
    """A value that the schema allows; as often one of the bounds as something between them."""
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return draw_value({"default": None, **chance.pick(list(schema[several]))}, chance)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return chance.pick(list(schema["enum"]))
    kind = schema.get("type")
    if kind == "boolean":
        return chance.below(2) == 0
    if kind == "integer" and "minimum" in schema and "maximum" in schema:
        step = schema.get("multipleOf", 1)
        low, high = -(-schema["minimum"] // step), schema["maximum"] // step
        return step * chance.pick([low, high, chance.between(low, high), chance.between(low, high)])
    if kind == "array" and "items" in schema:
        length = chance.between(schema.get("minItems", 0), schema.get("maxItems", 3))
        return [draw_value(schema["items"], chance) for _ in range(length)]
    return schema.get("default")
