"""Playing a table on in one's head: a turn as planned, then everybody by habit for a few turns."""

from typing import Any, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.outcome import Outcome
from sandtable.engine.search import SURE
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.bot_distances import Distances
from sandtable.games.time_of_chaos.bot_habit import Habit
from sandtable.games.time_of_chaos.bot_judgement import POINT, Judgement
from sandtable.games.time_of_chaos.parts import CARD_COUNT
from sandtable.games.time_of_chaos.state import NOBODY, ChaosState

AHEAD: Final = 3
"""How many turns of each player are played on before the table is judged."""
LONGEST: Final = 400
"""The most acts of a rehearsal; none should come near."""
MOST_WAYS: Final = 20_000
EVERY_CARD: Final = (1 << CARD_COUNT) - 1
HALF: Final = 3 * POINT
"""With this lead the chance to win is three quarters."""
GLORY: Final = 12
"""What a point more or less is worth when the game is decided, in thousandths of a win."""
MOST_GLORY: Final = 8


class Rehearsal:
    """What comes of a turn, by one seat's reckoning, on one imagined table."""

    def __init__(self, game: Game[Any], seat: Seat, state: ChaosState) -> None:
        self.game = game
        self.seat = seat
        self.distances = Distances(state.grid, state.setup)
        self.habit = Habit(self.distances)
        self.ahead = AHEAD
        self.judges: list[Judgement] = []
        for player in range(state.seats):
            judge = Judgement(player, self.distances)
            judge.familiar = EVERY_CARD
            self.judges.append(judge)

    def play(self, state: ChaosState, acts: list[Act]) -> int:
        """Play a turn on this table, and on from there; the chance to win, in thousandths."""
        if len(self.distances.known) > MOST_WAYS:
            self.distances.forget()
        game = self.game
        habit = self.habit
        rng = state.rng
        until = state.turns + self.ahead * state.seats
        for act in acts:
            game.act(state, self.seat, act)
        steps = 0
        while state.outcome is None and steps < LONGEST:
            if state.turns >= until and state.ender == NOBODY:
                break
            game.act(state, state.turn, habit.act(state, rng))
            steps += 1
        return self.worth(state)

    def worth(self, state: ChaosState) -> int:
        if state.outcome is not None:
            return self.final(state.outcome)
        mine = 0
        best = -1_000 * POINT
        for player in range(state.seats):
            standing = self.judges[player].standing(state)
            if player == self.seat:
                mine = standing
            else:
                best = max(best, standing)
        return chance(mine - best)

    def final(self, outcome: Outcome) -> int:
        """A win counts, and a little how clear it is: that tells two sure turns apart."""
        lead = outcome.scores[self.seat]
        best = -1_000
        for player in range(len(outcome.scores)):
            if player != self.seat:
                best = max(best, outcome.scores[player])
        glory = GLORY * max(-MOST_GLORY, min(MOST_GLORY, lead - best))
        won = SURE // len(outcome.winners) if self.seat in outcome.winners else 0
        return won + glory


def chance(lead: int) -> int:
    """The chance to win with a lead, in thousandths: a half for none, three quarters for HALF."""
    return SURE // 2 + (SURE // 2) * lead // (abs(lead) + HALF)
