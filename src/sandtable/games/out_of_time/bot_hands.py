"""Eyes and hands: how long a player of each level takes to see, to decide and to move.

All numbers are milliseconds. Each span is drawn as the sum of two equal draws, so that its middle
is the likeliest (a triangle). What an act takes is the sum of its three spans.
"""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms


class Span:
    """Between `least` and `most`; the middle is the likeliest."""

    def __init__(self, least: Ms, most: Ms) -> None:
        self.least = least
        self.most = most

    def draw(self, rng: Rng) -> Ms:
        room = self.most - self.least
        return self.least + rng.below(room // 2 + 1) + rng.below(room - room // 2 + 1)


class Hands:
    """One in `absent` times a player looks elsewhere first, for a `lapse`; never if it is 0."""

    def __init__(self, sees: Span, decides: Span, moves: Span, absent: int, lapse: Span) -> None:
        self.sees = sees
        """From what happens to having seen it."""
        self.decides = decides
        """From having seen it to the hand setting out; nothing for what was decided before."""
        self.moves = moves
        """From the hand setting out to the glass standing: it cannot be held back any more."""
        self.absent = absent
        self.lapse = lapse

    def elsewhere(self, rng: Rng) -> Ms:
        """How long the eyes are somewhere else before they see."""
        if self.absent == 0 or rng.below(self.absent) > 0:
            return 0
        return self.lapse.draw(rng)


NOVICE: Final = Hands(
    sees=Span(350, 1_000),
    decides=Span(400, 1_400),
    moves=Span(300, 600),
    absent=5,
    lapse=Span(3_000, 9_000),
)
CLUB: Final = Hands(
    sees=Span(150, 350),
    decides=Span(50, 550),
    moves=Span(250, 450),
    absent=15,
    lapse=Span(500, 2_000),
)
EXPERT: Final = Hands(
    sees=Span(150, 300),
    decides=Span(50, 350),
    moves=Span(250, 400),
    absent=0,
    lapse=Span(0, 0),
)
