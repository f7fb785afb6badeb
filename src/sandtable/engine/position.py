"""A whole position as plain data, exact both ways, and its hash."""

from typing import Any, Final

from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Game
from sandtable.engine.outcome import Outcome
from sandtable.engine.plain import Reader, digest
from sandtable.engine.rng import load_rng
from sandtable.engine.state import State

__all__ = ["FOREVER"]

FOREVER: Final = 1 << 53
"""No table time is later: JSON numbers are exact up to here everywhere."""


def dump_state(game: Game[Any], state: State) -> dict[str, Any]:
    """Time, generator, outcome and the game's own part."""
    return {
        "now": state.now,
        "rng": state.rng.dump(),
        "outcome": None if state.outcome is None else state.outcome.to_json(),
        "table": game.dump(state),
    }


def load_state(game: Game[Any], data: Any, seats: int, options: dict[str, Any]) -> State:
    reader = Reader(data, "position")
    now = reader.whole("now", 0, FOREVER)
    try:
        rng = load_rng(reader.take("rng"))
    except ValueError as problem:
        raise reader.bad("rng", str(problem)) from None
    outcome = load_outcome(reader.take("outcome"), seats)
    table = reader.take("table")
    reader.done()
    state: State = game.load(table, seats, options, rng, now, outcome is not None)
    state.now = now
    state.outcome = outcome
    due = game.alarm(state)
    if due is not None and due <= now:
        raise BadPosition(f"position.table: something was due at {due}, which is not after {now}")
    return state


def load_outcome(data: Any, seats: int) -> Outcome | None:
    if data is None:
        return None
    reader = Reader(data, "position.outcome")
    winners = reader.wholes("winners", None, 0, seats - 1)
    scores = reader.wholes("scores", seats, -FOREVER, FOREVER)
    breakdown = [dict(entry.data) for entry in reader.objects("breakdown", seats)]
    how = reader.take("how")
    if not isinstance(how, str):
        raise reader.bad("how", "is not a word")
    reader.done()
    return Outcome(winners, scores, breakdown, how)


def state_hash(game: Game[Any], state: State, options: dict[str, Any]) -> str:
    """The same for equal positions under equal rules, and different for different ones."""
    return digest(
        {
            "game": game.NAME,
            "rules": game.RULES_VERSION,
            "seats": state.seats,
            "options": options,
            "position": dump_state(game, state),
        }
    )
