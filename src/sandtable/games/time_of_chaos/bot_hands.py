"""How long a player of each level takes for one act, in milliseconds (engine/hands.py).

Each takes a moment to look and a shorter one to move its pieces. Where a turn has a limit, an act
takes a quarter of what is left at most, so that a turn of three actions is always finished in time.
"""

from typing import Final

from sandtable.engine.hands import Hands, Part, Span
from sandtable.engine.units import Ms
from sandtable.games.time_of_chaos.options import NO_LIMIT
from sandtable.games.time_of_chaos.state import ChaosState

ONE_ACT: Final = "an act"

NOVICE: Final = Hands({ONE_ACT: Span(2_000, 6_000, first=2_800)}, part=Part(1, 4))
CLUB: Final = Hands({ONE_ACT: Span(800, 3_000, first=1_500)}, part=Part(1, 4))
EXPERT: Final = CLUB


def time_left(state: ChaosState) -> Ms | None:
    """What is left of this turn, if it has a limit."""
    return None if state.turn_ends_at == NO_LIMIT else state.turn_ends_at - state.now
