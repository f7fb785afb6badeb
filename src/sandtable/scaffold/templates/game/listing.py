"""Which acts each seat has now."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat

from .actions import Draw, Drop, Stop
from .state import Table


def legal(state: Table, seat: Seat) -> list[Act]:
    """Every act that `act` in rules.py would accept, and no other."""
    if state.outcome is not None or seat != state.turn:
        return []
    hand = state.hands[seat]
    found: list[Act] = [Draw()] if state.bag else []
    found += [Drop(p) for i, p in enumerate(hand) if p not in hand[:i]]
    found.append(Stop())
    return found
