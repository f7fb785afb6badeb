"""The parts of the watch game, read from parts.toml and checked."""

from typing import Final

from sandtable.engine.parts import Parts, read_parts

PAWN_COUNT: Final = 3


class WatchParts:
    """Pawns, cards and tokens. A card is the list of its pawns' numbers from FIRST to LAST."""

    def __init__(self, parts: Parts) -> None:
        self.tokens = parts.whole(parts.table("tokens"), "all", 6, 600)
        self.pawns = [parts.word(p, "name", nth) for nth, p in enumerate(parts.tables("pawn"))]
        if len(self.pawns) != PAWN_COUNT or any(self.pawns.count(p) > 1 for p in self.pawns):
            raise parts.bad("pawn", "there are three pawns with three different names (WA-C2)")
        self.cards: list[list[int]] = []
        for nth, entry in enumerate(parts.tables("card")):
            order = parts.words(entry, "order", nth)
            if sorted(order) != sorted(self.pawns):
                raise parts.bad("order", "a card names each of the three pawns once (WA-C2)", nth)
            card = [self.pawns.index(name) for name in order]
            if card in self.cards:
                raise parts.bad("order", "this card is there twice (WA-C2)", nth)
            self.cards.append(card)
        if len(self.cards) != 6:
            raise parts.bad("card", f"there are six cards (WA-C2), not {len(self.cards)}")


PARTS: Final = WatchParts(read_parts("sandtable.games.watch"))
PAWNS: Final[list[str]] = PARTS.pawns
CARDS: Final[list[list[int]]] = PARTS.cards
CARD_COUNT: Final = 6
EVERY_CARD: Final = (1 << CARD_COUNT) - 1
"""Sets of cards are numbers: the bit 1 << n stands for card n."""

NAMES: Final[list[list[str]]] = [[PAWNS[pawn] for pawn in card] for card in CARDS]


def card_names(card: int) -> list[str]:
    """A card as players read it: the pawns from FIRST to LAST."""
    return NAMES[card].copy()
