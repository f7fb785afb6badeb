"""The position as plain data, secrets included; and back again, or refused with a reason."""

from typing import Any

from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms

from .options import Setup
from .parts import PEBBLES
from .state import Table


def dump(state: Table) -> dict[str, Any]:
    return {
        "bag": state.bag.copy(),
        "hands": [hand.copy() for hand in state.hands],
        "aside": state.aside.copy(),
        "playing": state.playing.copy(),
        "turn": state.turn,
        "turn_ends_at": state.turn_ends_at,
    }


def load(data: Any, setup: Setup, seats: int, rng: Rng, now: Ms, over: bool) -> Table:
    """The state that `dump` wrote. Raises BadPosition with the place and the reason."""
    reader = Reader(data, "table")
    state = Table(seats, rng, setup)
    state.now = now
    state.bag = pebbles(reader, "bag", reader.take("bag"))
    state.hands = [
        pebbles(reader, f"hands[{i}]", hand) for i, hand in enumerate(reader.items("hands", seats))
    ]
    state.aside = pebbles(reader, "aside", reader.take("aside"))
    state.playing = reader.wholes("playing", None, 0, seats - 1)
    state.turn = reader.whole("turn", 0, seats - 1)
    state.turn_ends_at = reader.whole("turn_ends_at", 0, FOREVER)
    reader.done()
    if sorted(sum(state.hands, state.bag + state.aside)) != PEBBLES:
        raise reader.bad("bag", f"bag, hands and aside are not the {len(PEBBLES)} pebbles (PE-C1)")
    if state.playing != [seat for seat in range(seats) if seat in state.playing]:
        raise reader.bad("playing", "not each seat once, in order (PE-T1)")
    if over == bool(state.playing):
        raise reader.bad("playing", "the game is over when all have stopped (PE-E1)")
    if state.turn not in state.playing and not over:
        raise reader.bad("turn", f"seat {state.turn} has stopped (PE-T4)")
    return state


def pebbles(reader: Reader, field: str, value: Any) -> list[int]:
    """A list of pebbles, smallest first."""
    if not isinstance(value, list) or any(type(one) is not int for one in value):
        raise reader.bad(field, "is not a list of pebbles")
    if sorted(value) != value:
        raise reader.bad(field, "does not go from the smallest to the largest")
    return value.copy()
