"""How long players that are programs take: their eyes and hands.

A game states the numbers for each of its levels; how they are drawn is the same everywhere.
"""

from typing import Final

from sandtable.engine.bot import Budget
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms

EVENLY: Final = -1


class Span:
    """From `least` to `most`, as the sum of two draws: the middle is likelier than the ends.

    `first` is the most that the first draw adds. If it is half of the whole the ends are rarest;
    where it is not, a wider middle is equally likely.
    """

    def __init__(self, least: Ms, most: Ms, first: Ms = EVENLY) -> None:
        self.least = least
        self.most = most
        room = most - least
        self.first: Ms = room // 2 if first == EVENLY else first
        self.second: Ms = room - self.first

    def draw(self, rng: Rng) -> Ms:
        return self.least + rng.below(self.first + 1) + rng.below(self.second + 1)


class Lapse:
    """Once in `one_in` times a player looks elsewhere first, for this span; never if it is 0."""

    def __init__(self, one_in: int, span: Span) -> None:
        self.one_in = one_in
        self.span = span

    def draw(self, rng: Rng) -> Ms:
        """How long the eyes are somewhere else; mostly 0."""
        if self.one_in == 0 or rng.below(self.one_in) > 0:
            return 0
        return self.span.draw(rng)


ATTENTIVE: Final = Lapse(0, Span(0, 0))


class Part:
    """So many parts of so many: the most that one act takes of what is left of a turn."""

    def __init__(self, parts: int, of: int) -> None:
        self.parts = parts
        self.of = of


WHOLE: Final = Part(1, 1)


class Hands:
    """One level's times: how long each thing takes that its game tells apart."""

    def __init__(
        self, spans: dict[str, Span], lapse: Lapse = ATTENTIVE, part: Part = WHOLE
    ) -> None:
        self.spans = spans
        self.lapse = lapse
        self.part = part

    def take(self, rng: Rng, what: str, left: Ms | None = None) -> Ms:
        """How long this takes; where a turn has a limit, `left` is what is left of it."""
        moment: Ms = self.spans[what].draw(rng)
        if left is not None:
            moment = min(moment, left * self.part.parts // self.part.of)
        return moment

    def elsewhere(self, rng: Rng) -> Ms:
        """How long the eyes are somewhere else first; mostly 0."""
        return self.lapse.draw(rng)

    def least(self, what: str) -> Ms:
        """This takes no less."""
        return self.spans[what].least


NOT_YET: Final[Ms] = -1


class Moment:
    """How long the act will take that a player is about to think of.

    At a live table it is drawn before the thought, which has to end by then: whoever thinks acts
    no later for it. In a simulation it is drawn after, and so the same seeds give the games that
    they always gave.
    """

    def __init__(
        self, hands: Hands, rng: Rng, what: str, budget: Budget, left: Ms | None = None
    ) -> None:
        self.hands = hands
        self.rng = rng
        self.what = what
        self.left = left
        self.after: Ms = NOT_YET
        if budget.LIVE:
            budget.end_within(self.take())

    def take(self) -> Ms:
        if self.after == NOT_YET:
            self.after = self.hands.take(self.rng, self.what, self.left)
        return self.after
