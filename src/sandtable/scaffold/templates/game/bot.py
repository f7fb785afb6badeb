"""What a sensible player looks at. A bot is shown what its seat may see, and nothing else."""

from typing import ClassVar

from sandtable.engine.bot import Bot, Plan, Seen

from .actions import Draw, Drop, Stop
from .parts import PEBBLES


class Club(Bot):
    """Counts the pebbles it has not seen yet, and draws if the odds are good."""

    LEVEL: ClassVar[str] = "club"
    ABOUT: ClassVar[str] = "Counts the pebbles it has not seen, and draws if the odds are good."

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        view = seen.view()
        hand: list[int] = view["hands"][self.seat]
        # A person takes a while for a turn; but it must not take longer than there is.
        after = min(self.rng.between(1_000, 4_000), (view["turn_ends_at"] - seen.now) * 2 // 3)
        room = view["target"] - sum(hand)
        if room < 0:
            over = f"Your pebbles add up to more than {view['target']}, so lay one aside."
            return Plan(after, Drop(hand[0]), over)
        unseen = PEBBLES.copy()
        for pebble in hand + view["aside"]:
            unseen.remove(pebble)
        good = sum(1 for pebble in unseen if pebble <= room)
        if view["bag"] == 0:
            return Plan(after, Stop(), "The bag is empty.")
        odds = f"{good} of the {len(unseen)} pebbles that you have not seen would still fit."
        return Plan(after, Draw() if good * 2 > len(unseen) else Stop(), odds)


BOTS: dict[str, type[Bot]] = {"club": Club}
