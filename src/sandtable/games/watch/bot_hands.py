"""How long a player of each level thinks about a turn, in milliseconds (engine/hands.py).

Whoever has less time left than that takes a part of it.
"""

from typing import Final

from sandtable.engine.hands import Hands, Part, Span

TURN: Final = "a turn"
IN_A_HURRY: Final = "a turn in a hurry"
"""When the timer may ring and the order would let somebody else win."""

NOVICE: Final = Hands({TURN: Span(3_000, 9_000)}, part=Part(3, 4))
CLUB: Final = Hands(
    {TURN: Span(2_000, 7_000, first=2_800), IN_A_HURRY: Span(1_400, 4_000)}, part=Part(2, 3)
)
EXPERT: Final = CLUB
