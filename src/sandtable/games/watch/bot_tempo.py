"""How it feels at a table of the watch: how soon it may ring, and what a token is worth."""

from typing import Final

from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.state import WatchState

USUAL_TURN: Final[Ms] = 4_300
"""How long a turn takes at an ordinary table, to guess how many are left."""


class Tempo:
    """How it feels: how soon it may ring, and what a token is worth until then."""

    def __init__(self, state: WatchState, seat: Seat) -> None:
        setup = state.setup
        fifth = setup.timer // 5
        latest = state.started_at + setup.timer + fifth + setup.jitter
        earliest = max(state.now, state.started_at + setup.timer - fifth - setup.jitter)
        latest = max(latest, earliest + 2 * USUAL_TURN)
        self.players = 0
        for left in state.tokens:
            if left > 0:
                self.players += 1
        # With the last token spent, somebody may still exchange a card.
        cycle = USUAL_TURN * max(1, self.players)
        soon = min(latest, state.now + cycle) - earliest
        self.urgency: int = 0 if soon <= 0 else min(1_000, 1_000 * soon // (latest - earliest))
        """How likely it rings before the next turn of this seat, in thousandths."""
        self.cycles: int = max(1, (latest - earliest) // cycle)
        """How many more turns it will have in the time in which it may ring."""
        enough = earliest + (latest - earliest) * 7 // 10
        self.spare: int = state.tokens[seat] - 1 - (enough - state.now) // cycle
        """Tokens it can do without and still have one for every turn."""

    def price(self) -> int:
        """What one more token costs, in thousandths of an order that surely holds."""
        if self.urgency == 0 or self.spare <= 0:
            return 900
        return min(900, 150 + 250 * self.cycles // self.spare)
