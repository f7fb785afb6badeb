"""What each seat may see, and what it can only imagine."""

from typing import Any

from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat, Viewer

from .state import Table


def view(state: Table, viewer: Viewer) -> dict[str, Any]:
    """What you do not put in is not seen: others' pebbles are None until the end (PE-T2)."""
    over = state.outcome is not None
    return {
        "target": state.setup.target,
        "bag": len(state.bag),
        "aside": state.aside.copy(),
        "hands": [
            hand.copy() if over or seat == viewer else [None] * len(hand)
            for seat, hand in enumerate(state.hands)
        ],
        "playing": state.playing.copy(),
        "turn": None if over else state.turn,
        "turn_ends_at": None if over else state.turn_ends_at,
        "turn_ms": state.setup.turn,
    }


def imagine(state: Table, seat: Seat, rng: Rng) -> Table:
    """A state that looks the same to this seat as the real one.

    The pebbles of the others and those in the bag are drawn anew, and so is the generator.
    """
    twin = state.copy()
    unseen = state.bag.copy()
    for other, hand in enumerate(state.hands):
        if other != seat:
            unseen += hand
    unseen.sort()  # else the order of the real ones would show in what is drawn
    rng.shuffle(unseen)
    for other, hand in enumerate(state.hands):
        if other != seat:
            twin.hands[other] = sorted(unseen.pop() for _ in hand)
    twin.bag = sorted(unseen)
    twin.rng = rng.fork("imagined")
    return twin
