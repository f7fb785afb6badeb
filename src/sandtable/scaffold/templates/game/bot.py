"""What a sensible player looks at. A bot is shown what its seat may see, and nothing else."""

from typing import ClassVar

from sandtable.engine.bot import Bot, Plan, Seen

from .actions import Draw, Drop, Stop
from .parts import PEBBLES


class Club(Bot):
    """Counts the pebbles it has not seen yet, and draws if the odds are good."""

    LEVEL: ClassVar[str] = "club"

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        view = seen.view()
        hand: list[int] = view["hands"][self.seat]
        # A person takes a while for a turn; but it must not take longer than there is.
        after = min(self.rng.between(1_000, 4_000), (view["turn_ends_at"] - seen.now) * 2 // 3)
        room = view["target"] - sum(hand)
        if room < 0:
            return Plan(after, Drop(hand[0]))
        unseen = PEBBLES.copy()
        for pebble in hand + view["aside"]:
            unseen.remove(pebble)
        good = sum(1 for pebble in unseen if pebble <= room)
        draws = view["bag"] > 0 and good * 2 > len(unseen)
        return Plan(after, Draw() if draws else Stop())


BOTS: dict[str, type[Bot]] = {"club": Club}
