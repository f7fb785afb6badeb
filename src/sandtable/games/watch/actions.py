"""What a player can do in the watch game."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.games.watch.parts import PARTS, PAWNS


class Move(Act):
    """WA-T1: spend tokens and move one pawn that many squares."""

    NAME: ClassVar[str] = "move"
    FIELDS: ClassVar[dict[str, Any]] = {"pawn": str, "spend": int}

    def __init__(self, pawn: str, spend: int) -> None:
        if pawn not in PAWNS:
            raise ValueError(f"The pawns are {', '.join(PAWNS)}; there is no {pawn!r}.")
        self.pawn = pawn
        self.spend = spend
        self.index = PAWNS.index(pawn)


class Exchange(Act):
    """WA-T5: give your card `give` for card `take` of a player, or of those set aside.

    Cards are counted from 0 as they lie; `player` is null for the cards set aside.
    """

    NAME: ClassVar[str] = "exchange"
    FIELDS: ClassVar[dict[str, Any]] = {"give": int, "player": int | None, "take": int}

    def __init__(self, give: int, player: int | None, take: int) -> None:
        self.give = give
        self.player = player
        self.take = take


class Keep(Act):
    """WA-T5: the exchange is optional; this declines it."""

    NAME: ClassVar[str] = "keep"
    FIELDS: ClassVar[dict[str, Any]] = {}


MOVES: Final[list[list[Move]]] = [
    [Move(pawn, spend) for spend in range(PARTS.tokens + 1)] for pawn in PAWNS
]
"""Every move there is, by pawn and tokens; made once, so that listing moves makes nothing new."""

KEEP: Final = Keep()

ACTS: Final[tuple[type[Act], ...]] = (Move, Exchange, Keep)
