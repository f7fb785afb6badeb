"""The player that every game has for free: any legal act, each equally likely."""

from typing import ClassVar

from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.units import Ms

QUICKEST: Ms = 300
SLOWEST: Ms = 3_000


class RandomBot(Bot):
    """Takes 0.3 to 3 seconds, uniformly, for whatever comes to mind."""

    LEVEL: ClassVar[str] = "random"

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if not acts:
            return None
        return Plan(self.rng.between(QUICKEST, SLOWEST), self.rng.pick(acts))
