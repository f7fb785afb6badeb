"""What the levels of bots are called, by programs and by people.

A game may have levels of other names; those are shown as they are.
"""

from typing import Final

RANDOM: Final = "random"
"""Plays anything that it may: every game has it."""
USUAL: Final = "club"
"""Who plays where nobody has said who should."""

SHOWN: Final = {RANDOM: "Random", "novice": "Easy", USUAL: "Skilled", "expert": "Expert"}


def shown_level(level: str) -> str:
    """The level as people read it: those that all games have as one says it to a newcomer."""
    return SHOWN.get(level) or level.replace("-", " ").capitalize()
