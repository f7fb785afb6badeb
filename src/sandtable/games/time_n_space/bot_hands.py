"""How long a player of each level takes, and what it overlooks: its hands and eyes.

All numbers are milliseconds (engine/hands.py). A program does one thing at a time: it takes its
next step only when the last is done. The ends stay two milliseconds below a round number, and so
the same seeds give the games that they always gave.
"""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.hands import Hands, Lapse, Span
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

TIMER: Final = "a timer"
"""To see that a timer has run out and lift it, or to turn a free one over."""
STEP: Final = "a step"
"""A further step of an action."""
ANSWER: Final = "an answer"
"""An owner's answer, or an offer."""
CHOICE: Final = "a first order"
"""Each of the two first orders."""

NOVICE: Final = Hands(
    {
        TIMER: Span(1_000, 2_998),
        STEP: Span(500, 1_698),
        ANSWER: Span(1_500, 4_498),
        CHOICE: Span(3_000, 8_998),
    },
    Lapse(6, Span(3_000, 14_998)),
)
"""What it overlooks is a timer that has run out."""
CLUB: Final = Hands(
    {
        TIMER: Span(300, 1_298),
        STEP: Span(250, 848),
        ANSWER: Span(800, 2_398),
        CHOICE: Span(2_000, 5_998),
    }
)
EXPERT: Final = Hands(
    {
        TIMER: Span(300, 1_198),
        STEP: Span(250, 748),
        ANSWER: Span(700, 2_098),
        CHOICE: Span(2_000, 5_998),
    }
)
"""Hardly quicker than a club player. What it has thought up by then is what it does."""


def deed(act: Act) -> str:
    """Which of these an act is."""
    if isinstance(act, (Lift, TurnOver, Fly)):
        return TIMER
    if isinstance(act, (Give, GiveAny, First, Offer, Withdraw)):
        return ANSWER
    return CHOICE if isinstance(act, ChooseOrder) else STEP
