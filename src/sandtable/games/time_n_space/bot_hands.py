"""How long players that are programs take, and what they overlook: their hands and eyes.

Every time is the least it takes plus two uniform draws below a spread, so that most are near the
middle. A program does one thing at a time: it takes its next step only when the last is done.
"""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.time_n_space.actions import (
    ChooseOrder,
    First,
    Fly,
    Give,
    GiveAny,
    Lift,
    Offer,
    TurnOver,
    Withdraw,
)


class Hands:
    """The times of one level, each as the least and the spread of both draws, in milliseconds."""

    def __init__(
        self,
        notice: tuple[Ms, Ms],
        step: tuple[Ms, Ms],
        answer: tuple[Ms, Ms],
        choice: tuple[Ms, Ms],
        forgets: int,
        forgets_for: tuple[Ms, Ms],
    ) -> None:
        self.notice = notice
        """To see that a timer has run out and lift it, or to turn a free one over."""
        self.step = step
        """For a further step of an action."""
        self.answer = answer
        """For an owner's answer, and for an offer."""
        self.choice = choice
        """For each of the two first orders."""
        self.forgets = forgets
        """Once in so many times it does not see a timer that has run out; 0 for never."""
        self.forgets_for = forgets_for
        """For how much longer it then does not see it."""

    def takes(self, rng: Rng, span: tuple[Ms, Ms]) -> Ms:
        least, spread = span
        return least + rng.below(spread) + rng.below(spread)

    def span(self, act: Act) -> tuple[Ms, Ms]:
        """Which of these times an act takes."""
        if isinstance(act, (Lift, TurnOver, Fly)):
            return self.notice
        if isinstance(act, (Give, GiveAny, First, Offer, Withdraw)):
            return self.answer
        return self.choice if isinstance(act, ChooseOrder) else self.step

    def forgotten(self, rng: Rng) -> Ms:
        """For how much longer it does not see a timer that has run out; mostly 0."""
        if self.forgets > 0 and rng.below(self.forgets) == 0:
            return self.takes(rng, self.forgets_for)
        return 0


NOVICE: Final = Hands(
    notice=(1_000, 1_000),
    step=(500, 600),
    answer=(1_500, 1_500),
    choice=(3_000, 3_000),
    forgets=6,
    forgets_for=(3_000, 6_000),
)
"""A timer in 1 to 3 seconds, and one in six not for another 3 to 15; a step in 0.5 to 1.7, an
answer in 1.5 to 4.5, a first order in 3 to 9."""
CLUB: Final = Hands(
    notice=(300, 500),
    step=(250, 300),
    answer=(800, 800),
    choice=(2_000, 2_000),
    forgets=0,
    forgets_for=(1, 1),
)
"""A timer in 0.3 to 1.3 seconds, a step in 0.25 to 0.85, an answer in 0.8 to 2.4, a first order in
2 to 6."""
EXPERT: Final = Hands(
    notice=(300, 450),
    step=(250, 250),
    answer=(700, 700),
    choice=(2_000, 2_000),
    forgets=0,
    forgets_for=(1, 1),
)
"""A timer in 0.3 to 1.2 seconds, a step in 0.25 to 0.75, an answer in 0.7 to 2.1: hardly quicker
than a club player. What it has thought up by then is what it does."""
