"""How far it is to a full card: worked out once for each card, as if nobody were in the way.

The two glasses of a player move in turn, so where they stand and what the card needs is all there
is to know. For every such position this counts the moves until the card is full, the shortest way.
"""

from typing import Final

from sandtable.games.out_of_time.actions import NO_CUBE
from sandtable.games.out_of_time.parts import CARDS, COLOUR_COUNT, SPACES
from sandtable.games.out_of_time.state import GREY, OutOfTimeState

MOST_KNOWN: Final = 50
"""How many boards are remembered."""
FAR: Final = 99
"""More moves than any card takes."""
TENTHS: Final = 10
ANY: Final[int] = COLOUR_COUNT
"""What a joker gives."""
NONE: Final = -1
SAMPLE: Final = 4
"""For the average, every fourth card stands for all."""


class Routes:
    """The shortest ways on one board. A pair is where the glass to move stands, and its partner."""

    def __init__(self, state: OutOfTimeState) -> None:
        self.tiles: list[int] = state.tiles
        self.joker: bool = state.setup.joker
        self.stays: bool = state.setup.allow_stay
        self.next_to: list[list[int]] = state.next_to
        self.pair_of: list[int] = [NONE] * (SPACES * SPACES)
        self.pairs = 0
        self.steps: list[list[int]] = []
        """The pairs that a pair can become in one move."""
        self.given: list[list[int]] = []
        """What that move gives: a colour, ANY or NONE."""
        self.list_pairs()
        self.cards: list[Card | None] = [None] * len(CARDS)
        self.usual_tenths = 0

    def list_pairs(self) -> None:
        for moving in range(SPACES):
            for partner in self.next_to[moving]:
                self.pair_of[moving * SPACES + partner] = self.pairs
                self.pairs += 1
        for moving in range(SPACES):
            for partner in self.next_to[moving]:
                steps: list[int] = []
                given: list[int] = []
                for to in self.next_to[partner]:
                    if to != moving or self.stays:
                        steps.append(self.pair_of[partner * SPACES + to])
                        given.append(self.gives(to))
                self.steps.append(steps)
                self.given.append(given)

    def gives(self, space: int) -> int:
        tile = self.tiles[space]
        if tile < COLOUR_COUNT:
            return tile
        return ANY if tile == GREY and self.joker else NONE

    def card(self, number: int) -> "Card":
        known = self.cards[number]
        if known is None:
            known = Card(self, CARDS[number])
            self.cards[number] = known
        return known

    def usual(self) -> int:
        """How many tenths of a move a fresh card takes on this board, on average."""
        if self.usual_tenths == 0:
            total = 0
            for number in range(0, len(CARDS), SAMPLE):
                card = self.card(number)
                for pair in range(self.pairs):
                    total += card.moves[card.full * self.pairs + pair]
            count = (len(CARDS) + SAMPLE - 1) // SAMPLE
            self.usual_tenths = max(1, TENTHS * total // (count * self.pairs))
        return self.usual_tenths


class Card:
    """The shortest ways to fill one card. What it still needs is one number, by its strides."""

    def __init__(self, routes: Routes, spaces: list[int]) -> None:
        self.pairs = routes.pairs
        self.pair_of: list[int] = routes.pair_of
        self.strides: list[int] = [0] * COLOUR_COUNT
        size = 1
        for colour in range(COLOUR_COUNT):
            if spaces[colour] > 0:
                self.strides[colour] = size
                size *= spaces[colour] + 1
        self.full = size - 1
        self.moves: list[int] = [FAR] * (size * self.pairs)
        for pair in range(self.pairs):
            self.moves[pair] = 0
        for need in range(1, size):
            self.fill(routes, spaces, need)

    def fill(self, routes: Routes, spaces: list[int], need: int) -> None:
        """All positions with this need: what a cube brings first, then the ways to get there."""
        pairs = self.pairs
        moves = self.moves
        base = need * pairs
        left: list[int] = []
        for colour in range(COLOUR_COUNT):
            stride = self.strides[colour]
            left.append(0 if stride == 0 else need // stride % (spaces[colour] + 1))
        for pair in range(pairs):
            best = FAR
            steps = routes.steps[pair]
            given = routes.given[pair]
            for nth in range(len(steps)):
                best = min(best, self.with_cube(left, need, given[nth], steps[nth]) + 1)
            moves[base + pair] = best
        changed = True
        while changed:
            changed = False
            for pair in range(pairs):
                best = moves[base + pair]
                for step in routes.steps[pair]:
                    if moves[base + step] + 1 < best:
                        best = moves[base + step] + 1
                        changed = True
                moves[base + pair] = best

    def with_cube(self, left: list[int], need: int, given: int, pair: int) -> int:
        """How far it is after a move that takes a cube; FAR if it gives none."""
        if given == NONE:
            return FAR
        if given < COLOUR_COUNT:
            if left[given] == 0:
                return FAR
            return self.moves[(need - self.strides[given]) * self.pairs + pair]
        best = FAR
        for colour in range(COLOUR_COUNT):
            if left[colour] > 0:
                best = min(best, self.moves[(need - self.strides[colour]) * self.pairs + pair])
        return best

    def need(self, room: list[int]) -> int:
        """What the card still needs, as one number."""
        need = 0
        for colour in range(COLOUR_COUNT):
            need += room[colour] * self.strides[colour]
        return need

    def after(self, need: int, colour: int) -> int:
        return need if colour == NO_CUBE else need - self.strides[colour]

    def left(self, need: int, moving: int, partner: int) -> int:
        """How many moves until it is full, if the glass on `moving` moves next."""
        pair = self.pair_of[moving * SPACES + partner]
        return FAR if pair == NONE else self.moves[need * self.pairs + pair]


def routes_on(state: OutOfTimeState) -> Routes:
    """The shortest ways on this board; those who sit at one table share them."""
    setup = state.setup
    key = f"{state.tiles} {setup.joker} {setup.allow_stay} {setup.blocked}"
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        found = Routes(state)
        _known[key] = found
    return found


_known: Final[dict[str, Routes]] = {}
