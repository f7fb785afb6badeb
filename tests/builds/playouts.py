"""Play seeded random games of one game on whichever build is running; print how they ended.

    python -P tests/builds/playouts.py GAME COUNT

The first line is the kind of build, then one line a game. The last line is a game of experts, cut
short. Two builds of the same source must print the same lines.
"""

import random
import sys
from typing import Any

import sandtable
from sandtable import build
from sandtable.engine.game import Game
from sandtable.engine.plain import digest
from sandtable.lab.simulate import Study, play_one

MOST_STEPS = 400
SEARCHED = 60
"""Acts of the game in which experts search."""


def any_value(shape: dict[str, Any], chance: random.Random) -> Any:
    """A value that the JSON Schema of an option allows, or the default if it is a richer one."""
    if "enum" in shape:
        return chance.choice(shape["enum"])
    if shape.get("type") == "boolean":
        return chance.random() < 0.5
    if shape.get("type") == "integer" and "minimum" in shape and "maximum" in shape:
        return chance.randrange(shape["minimum"], shape["maximum"] + 1, shape.get("multipleOf", 1))
    return shape["default"]


def any_options(rules: Game[Any], seats: int, chance: random.Random) -> dict[str, Any]:
    """Options that go together; often the printed rules, for those are played most."""
    shapes = rules.options_schema()["properties"]
    for _ in range(5):
        names = [name for name in shapes if chance.random() < 0.3]
        options = {name: any_value(shapes[name], chance) for name in names}
        try:
            rules.settle_options(seats, options)
        except sandtable.BadOption:
            continue
        return options
    return {}


def play(game: str, seed: int) -> str:
    """One game in which somebody does something, or time passes, until it ends or gets long."""
    chance = random.Random(seed)
    name, _, version = game.partition("@")  # watch@1: the rules of version 1
    rules = sandtable.find(name, int(version) if version else None)
    seats = chance.randint(rules.MIN_SEATS, rules.MAX_SEATS)
    options = any_options(rules, seats, chance)
    match = sandtable.new(rules, seats=seats, seed=seed, options=options)
    for _ in range(MOST_STEPS):
        if match.outcome is not None:
            break
        active = match.active()
        alarm = match.alarm
        if active and chance.random() < 0.9:
            seat = chance.choice(active)
            match.act(seat, chance.choice(match.legal(seat)))
        elif alarm is None or chance.random() < 0.5:
            match.advance(by=chance.randint(1, 5_000))
        else:
            match.advance(to=alarm)
    views = [match.view(viewer) for viewer in [None, *range(seats)]]
    return f"{seed} {match.hash()} log {digest(match.log)} views {digest(views)}"


def searched(game: str) -> str:
    """A game of experts, who think for so many rounds that it matters what comes of them."""
    name, _, _ = game.partition("@")
    seats = sandtable.find(name).MIN_SEATS
    options = {"minutes": 1} if name == "watch" else {}
    study = Study(name, seats, 1, 5, ("expert:12",) * seats, options, most_acts=SEARCHED)
    played = play_one(study, 0)
    return f"experts {played.acts} acts {played.hash}"


def main() -> None:
    game, count = sys.argv[1], int(sys.argv[2])
    print(build.kind())
    for seed in range(count):
        print(play(game, seed))
    print(searched(game))


if __name__ == "__main__":
    main()
