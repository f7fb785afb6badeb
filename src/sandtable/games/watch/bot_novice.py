"""The novice of the watch: it plays for its card, and for nothing else."""

from typing import ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.games.watch.actions import KEEP, MOVES, Move
from sandtable.games.watch.bot_hands import NOVICE, TURN
from sandtable.games.watch.bot_moves import cost_to_reach, goals_of, moves_that_suit, suits
from sandtable.games.watch.bot_reasons import reason
from sandtable.games.watch.state import EXCHANGE, WatchState

ABSENT: Final = 5
"""Once in so many turns it does not look properly."""
FARTHEST: Final = 6
"""The most tokens it pays for its order, whenever that is."""
SHORT: Final = 3
FAR: Final = 4


class Novice(Bot):
    """Somebody at their first table.

    It pays for its order as soon as it can reach it, however early in the game that is, and never
    asks what the others may want. Now and then it does not see its chance at all.
    """

    LEVEL: ClassVar[str] = "novice"
    ABOUT: ClassVar[str] = "Plays for its own card, spends too soon, and misses one chance in five."

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        state = seen.imagine(self.rng)
        assert isinstance(state, WatchState)
        act = self.swap_or_not(state) if state.phase == EXCHANGE else self.choose_move(state)
        after = NOVICE.take(self.rng, TURN, state.turn_ends_at - state.now)
        return Plan(after, act, reason(state, self.seat, act))

    def goals(self, state: WatchState) -> int:
        return goals_of(state.cards, self.seat * state.setup.hand, state.setup.hand)

    def choose_move(self, state: WatchState) -> Act:
        """The cheapest way to its order; with none in reach, any short step."""
        tokens = state.tokens[self.seat]
        goals = self.goals(state)
        if self.rng.below(ABSENT) > 0:
            for spend in range(1, min(tokens, FARTHEST) + 1):
                fitting = moves_that_suit(state.pawns, spend, goals, state.setup.squares)
                if fitting:
                    return MOVES[self.rng.pick(fitting)][spend]
        legal = self.game.legal(state, self.seat)
        short: list[Act] = []
        for act in legal:
            if isinstance(act, Move) and act.spend <= SHORT:
                short.append(act)
        return self.rng.pick(short if short else legal)

    def swap_or_not(self, state: WatchState) -> Act:
        """Take any card if its own is far away; it does not remember who wanted what."""
        goals = self.goals(state)
        tokens = max(1, state.tokens[self.seat])
        if suits(state.pawns, goals):
            return KEEP
        if cost_to_reach(state.pawns, tokens, goals, state.setup.squares) <= FAR:
            return KEEP
        return self.rng.pick(self.game.legal(state, self.seat))
