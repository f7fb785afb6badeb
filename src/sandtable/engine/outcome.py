"""How a match ended."""

from typing import Any

from sandtable.engine.units import Seat

__all__ = ["Outcome"]


class Outcome:
    """Winners (several share the win; there may be none), scores, and where the scores come from.

    `breakdown` has one entry for each seat: what its score is made of, in the game's own words.
    `how` is a word or two for the kind of ending, which simulations count.
    """

    def __init__(
        self,
        winners: list[Seat],
        scores: list[int],
        breakdown: list[dict[str, Any]],
        how: str,
    ) -> None:
        self.winners = winners
        self.scores = scores
        self.breakdown = breakdown
        self.how = how

    def to_json(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "scores": list(self.scores),
            "breakdown": [dict(entry) for entry in self.breakdown],
            "how": self.how,
        }

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, scores={self.scores}, how={self.how!r})"
