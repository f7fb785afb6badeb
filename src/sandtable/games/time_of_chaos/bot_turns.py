"""Thinking one's own turn through, with the real rules, on a table imagined from what a seat knows.

Of all beginnings of a turn the few best are kept at every action. What cannot be known, such as the
card that a GRAB will bring, counts as an average one.
"""

from typing import Any, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import Deliver, EndTurn, Search, TimeTravel, Undo
from sandtable.games.time_of_chaos.bot_distances import Distances
from sandtable.games.time_of_chaos.bot_judgement import Judgement, load_of
from sandtable.games.time_of_chaos.parts import CITY_COUNT, OPEN
from sandtable.games.time_of_chaos.state import ACT, NOBODY, ChaosState

WIDTH: Final = 10
"""How many beginnings of a turn are followed further."""
MOST_WAYS: Final = 400
"""How many patterns of CHAOS and homes are remembered before ways are measured anew."""
FINE: Final = 4
"""How much finer turns are told apart than tables are judged."""


class Turn:
    """A turn, or a beginning of one: its acts, where they lead, and what that is worth."""

    def __init__(self, acts: list[Act], state: ChaosState, worth: int) -> None:
        self.acts = acts
        self.state = state
        self.worth = worth


class Turns:
    """One player's thoughts about its turns at one table."""

    def __init__(self, game: Game[Any], seat: Seat, state: ChaosState, rng: Rng) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.judgement = Judgement(seat, Distances(state.grid, state.setup))

    def look(self, state: ChaosState) -> None:
        """Take in which cards this player has really seen by now."""
        judgement = self.judgement
        if len(judgement.distances.known) > MOST_WAYS:
            judgement.distances.forget()
        familiar = state.known
        for card in state.hands[self.seat]:
            familiar |= 1 << card
        judgement.familiar = familiar

    def best(self, state: ChaosState) -> Turn:
        """The best turn found."""
        found = self.found(state)
        best = found[0]
        for turn in found:
            if turn.worth > best.worth:
                best = turn
        return best

    def found(self, state: ChaosState) -> list[Turn]:
        """Whole turns, as they come; where there is only one act to choose, those acts."""
        self.look(state)
        whole: list[Turn] = []
        begun = [Turn([], state, 0)]
        while begun:
            further: list[Turn] = []
            for beginning in begun[:WIDTH]:
                for act in self.sensible(beginning.state):
                    after = self.after(beginning, act)
                    if state.phase == ACT and is_same_turn(state, after.state):
                        further.append(after)
                    else:
                        whole.append(after)
            further.sort(key=worth_of, reverse=True)
            begun = further
        if not whole:
            raise AssertionError("a turn can always be ended")
        return whole

    def after(self, before: Turn, act: Act) -> Turn:
        state = before.state.copy()
        self.game.act(state, self.seat, act)
        acts = before.acts.copy()
        acts.append(act)
        worth = self.judgement.worth(state) * FINE
        if state.ender == NOBODY:
            # A little indifference, so that it does not walk to and fro between equals.
            worth += self.rng.below(FINE)
        else:
            # In the last turn only the result counts: what does not change it is left undone.
            worth -= len(acts) - (1 if isinstance(act, EndTurn) else 0)
        return Turn(acts, state, worth)

    def sensible(self, state: ChaosState) -> list[Act]:
        """The legal acts without those that rest on cards nobody has seen yet, without the worse
        of the two places for the cube of a TIME TRAVEL, and without taking anything back."""
        familiar = self.judgement.familiar
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


def worth_of(turn: Turn) -> int:
    return turn.worth
