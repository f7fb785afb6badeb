"""What a player of the watch makes of the others: who may hold which card.

Whoever brings an order about may hold its card, and whoever undoes an order probably does not. That
is all there is to go by until an exchange shows a card.
"""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.games.watch.parts import CARD_COUNT, PAWNS
from sandtable.games.watch.state import WatchState, matching_card

EVEN: Final = 1_000
MADE: Final = 1_500
"""How much likelier a card becomes, in thousandths, when its holder brings its order about."""
UNDONE: Final = 550
"""And when its holder undoes its order."""
LEAST: Final = 20
MOST: Final = 60_000


class Beliefs:
    """For every place where a card lies, how likely each card is there, as a weight."""

    def __init__(self, seats: int, hand: int) -> None:
        self.hand = hand
        self.weights: list[list[int]] = [[EVEN] * CARD_COUNT for _ in range(CARD_COUNT)]
        self.pawns: list[int] = [0, 0, 0]

    def moved(self, seat: int, pawn: str, to: int, forced: bool) -> None:
        before = matching_card(self.pawns)
        self.pawns[PAWNS.index(pawn)] = to
        after = matching_card(self.pawns)
        if forced or before == after:
            return
        for place in range(seat * self.hand, (seat + 1) * self.hand):
            if after >= 0:
                self.weigh(place, after, MADE)
            if before >= 0:
                self.weigh(place, before, UNDONE)

    def weigh(self, place: int, card: int, thousandths: int) -> None:
        weight = self.weights[place][card] * thousandths // 1_000
        self.weights[place][card] = min(MOST, max(LEAST, weight))

    def swapped(self, one: int, two: int) -> None:
        """What is believed of a card goes with it."""
        self.weights[one], self.weights[two] = self.weights[two], self.weights[one]

    def draw(self, state: WatchState, known: int, rng: Rng) -> list[int]:
        """Cards for all places: those that are known, and the others as they are believed.

        `state` may be any that looks the same to the player: only cards in `known` are read.
        """
        cards = state.cards.copy()
        places = [place for place in range(CARD_COUNT) if not known >> cards[place] & 1]
        left = [card for card in range(CARD_COUNT) if not known >> card & 1]
        for place in places:
            total = 0
            for card in left:
                total += self.weights[place][card]
            lot = rng.below(total)
            for card in left:
                lot -= self.weights[place][card]
                if lot < 0:
                    cards[place] = card
                    left.remove(card)
                    break
        return cards

    def expected(self, state: WatchState, known: int, place: int, prices: list[int]) -> int:
        """What the card that lies here may be expected to cost, given what each card costs."""
        card = state.cards[place]
        if known >> card & 1:
            return prices[card]
        total = 0
        weights = 0
        for unseen in range(CARD_COUNT):
            if not known >> unseen & 1:
                weight = self.weights[place][unseen]
                total += weight * prices[unseen]
                weights += weight
        return total // weights
