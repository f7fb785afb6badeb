"""Eyes and hands: how long a player of each level takes to see, to decide and to move.

All numbers are milliseconds (engine/hands.py). What an act takes is the sum of its three spans.
"""

from typing import Final

from sandtable.engine.hands import Hands, Lapse, Span

SEEING: Final = "sees"
"""From what happens to having seen it."""
DECIDING: Final = "decides"
"""From having seen it to the hand setting out; nothing for what was decided before."""
MOVING: Final = "moves"
"""From the hand setting out to the glass standing: it cannot be held back any more."""

NOVICE: Final = Hands(
    {SEEING: Span(350, 1_000), DECIDING: Span(400, 1_400), MOVING: Span(300, 600)},
    Lapse(5, Span(3_000, 9_000)),
)
CLUB: Final = Hands(
    {SEEING: Span(150, 350), DECIDING: Span(50, 550), MOVING: Span(250, 450)},
    Lapse(15, Span(500, 2_000)),
)
EXPERT: Final = Hands({SEEING: Span(150, 300), DECIDING: Span(50, 350), MOVING: Span(250, 400)})
