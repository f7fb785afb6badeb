"""What a sensible player of A Time of Chaos looks at.

It thinks its own turn through with the real rules, on a table imagined from what its seat knows,
and keeps the few best beginnings at every action. What it cannot know, such as the card a GRAB
will bring, it counts as an average one.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_of_chaos.actions import Deliver, Search, TimeTravel, Undo
from sandtable.games.time_of_chaos.bot_distances import Distances
from sandtable.games.time_of_chaos.bot_judgement import Judgement, load_of
from sandtable.games.time_of_chaos.options import NO_LIMIT
from sandtable.games.time_of_chaos.parts import CITY_COUNT, OPEN
from sandtable.games.time_of_chaos.state import ACT, ChaosState

WIDTH: Final = 10
"""How many beginnings of a turn are followed further."""
MOST_WAYS: Final = 400
"""How many patterns of CHAOS and homes are remembered before ways are measured anew."""


class Beginning:
    """A beginning of a turn: its first act, where it leads, and what that is worth."""

    def __init__(self, first: Act | None, state: ChaosState, worth: int) -> None:
        self.first = first
        self.state = state
        self.worth = worth


class Club(Bot):
    """A club player. An act takes it 0.8 to 3 seconds: the sum of two uniform draws."""

    LEVEL: ClassVar[str] = "club"

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.judgement: Judgement | None = None

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if not acts:
            return None
        state = seen.imagine(self.rng)
        if not isinstance(state, ChaosState):
            return None
        act = acts[0] if len(acts) == 1 else self.choose(state)
        thinking: Ms = self.rng.between(500, 2_000) + self.rng.between(300, 1_000)
        if state.turn_ends_at != NO_LIMIT:
            thinking = min(thinking, (state.turn_ends_at - state.now) // 4)
        return Plan(thinking, act)

    def choose(self, state: ChaosState) -> Act:
        """The first act of the best turn found."""
        judgement = self.eyes(state)
        best: Beginning | None = None
        begun = [Beginning(None, state, 0)]
        while begun:
            further: list[Beginning] = []
            for beginning in begun[:WIDTH]:
                for act in self.sensible(beginning.state, judgement.familiar):
                    after = self.after(beginning, act, judgement)
                    if state.phase == ACT and is_same_turn(state, after.state):
                        further.append(after)
                    elif best is None or after.worth > best.worth:
                        best = after
            further.sort(key=worth_of, reverse=True)
            begun = further
        if best is None or best.first is None:
            raise AssertionError("a turn can always be ended")
        return best.first

    def eyes(self, state: ChaosState) -> Judgement:
        """This player's judgement, with the ways of this table and the cards seen by now."""
        judgement = self.judgement
        if judgement is None:
            judgement = Judgement(self.seat, Distances(state.grid, state.setup))
            self.judgement = judgement
        if len(judgement.distances.known) > MOST_WAYS:
            judgement.distances.forget()
        familiar = state.known
        for card in state.hands[self.seat]:
            familiar |= 1 << card
        judgement.familiar = familiar
        return judgement

    def after(self, before: Beginning, act: Act, judgement: Judgement) -> Beginning:
        state = before.state.copy()
        self.game.act(state, self.seat, act)
        # A little indifference, so that it does not walk to and fro between equals.
        worth = judgement.worth(state) * 4 + self.rng.below(4)
        return Beginning(act if before.first is None else before.first, state, worth)

    def sensible(self, state: ChaosState, familiar: int) -> list[Act]:
        """The legal acts without those that rest on cards nobody has seen yet, without the worse
        of the two places for the cube of a TIME TRAVEL, and without taking anything back."""
        found: list[Act] = []
        here = state.pawns[self.seat]
        for act in self.game.legal(state, self.seat):
            if isinstance(act, Search):
                card = state.open_cards[here // CITY_COUNT * OPEN + act.slot]
                if not familiar >> card & 1:
                    continue
            elif isinstance(act, Deliver):
                if not familiar >> act.number & 1:
                    continue
            elif isinstance(act, Undo):
                continue
            elif isinstance(act, TimeTravel) and act.how < 2:
                there = act.where * CITY_COUNT + here % CITY_COUNT
                better = 1 if load_of(state, there) < load_of(state, here) else 0
                if act.how != better:
                    continue
            found.append(act)
        return found


def is_same_turn(before: ChaosState, after: ChaosState) -> bool:
    return after.turns == before.turns and after.outcome is None


def worth_of(beginning: Beginning) -> int:
    return beginning.worth


BOTS: Final[dict[str, type[Bot]]] = {Club.LEVEL: Club}
