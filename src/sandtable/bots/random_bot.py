"""The player that every game has for free: any legal act, each equally likely.

Except that it never takes back what it has just done: that would be going round in circles.
"""

from typing import Any, ClassVar

from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat

QUICKEST: Ms = 300
SLOWEST: Ms = 3_000
WHY = "This is allowed; it was picked at random."


class RandomBot(Bot):
    """Takes 0.3 to 3 seconds, uniformly, for whatever comes to mind."""

    LEVEL: ClassVar[str] = "random"
    ABOUT: ClassVar[str] = "Does anything that is allowed."

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self._may_go_back = any(kind.TAKES_BACK for kind in game.ACTS)

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if self._may_go_back:
            acts = [act for act in acts if not act.TAKES_BACK]
        if not acts:
            return None
        return Plan(self.rng.between(QUICKEST, SLOWEST), self.rng.pick(acts), WHY)
