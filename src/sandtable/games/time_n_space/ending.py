"""The end: the last timers, and what everything is worth."""

from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.outcome import Outcome
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.events import Scored, TimeUp
from sandtable.games.time_n_space.gifts import owner_is_silent
from sandtable.games.time_n_space.parts import (
    COLOUR_COUNT,
    COLOURS,
    ORDER_COUNT,
    ORDER_VALUE,
    PARTS,
    VALUE_COUNT,
)
from sandtable.games.time_n_space.state import (
    FINAL,
    FREE,
    NOTHING,
    OVER,
    SpaceState,
    above_in_colour,
)


def time_up(state: SpaceState, happened: list[Event]) -> None:
    """TS-E1: no timer is turned over any more; those that run are finished."""
    last = state.now
    for runs_out_at in state.timer_at:
        if runs_out_at > last:
            last = runs_out_at
    state.phase = FINAL
    state.due = last + state.setup.final
    for seat in range(state.seats):
        state.offers[seat] = NOTHING
    happened.append(TimeUp(state.now, state.due))


def end_if_nothing_is_left(state: SpaceState, happened: list[Event]) -> None:
    """TS-E1: the game ends when every timer is off the board and no counter is owed."""
    if not state.debts and all(where == FREE for where in state.timer_on):
        end(state, "timers", happened)


def end(state: SpaceState, how: str, happened: list[Event]) -> None:
    """TS-E1, TS-A8: goods that were delivered get their counters, then all is scored."""
    while state.debts:
        owner_is_silent(state, state.debts[0], happened)
    state.phase = OVER
    scores: list[int] = []
    counters: list[int] = []
    breakdown: list[dict[str, Any]] = []
    for seat in range(state.seats):
        sheet = Sheet(state, seat)
        scores.append(sheet.score)
        counters.append(sheet.counters)
        breakdown.append(sheet.told())
    winners = best(scores, counters)
    state.outcome = Outcome(winners, scores, breakdown, how)
    happened.append(Scored(state.now, scores.copy(), winners.copy()))


def best(scores: list[int], counters: list[int]) -> list[Seat]:
    """TS-E4: the highest score, then the most counters scored, then the win is shared."""
    top = max(scores)
    leading = [seat for seat in range(len(scores)) if scores[seat] == top]
    most = max([counters[seat] for seat in leading])
    return [seat for seat in leading if counters[seat] == most]


class Sheet:
    """TS-E2, TS-E3: what one seat's counters are worth."""

    def __init__(self, state: SpaceState, seat: Seat) -> None:
        self.filled = [0] * COLOUR_COUNT
        self.values = [0] * COLOUR_COUNT
        self.players = [0] * COLOUR_COUNT
        self.unplaced = [0] * COLOUR_COUNT
        self.bonus = [0] * COLOUR_COUNT
        self.bonuses = state.bonuses[seat]
        for colour in range(COLOUR_COUNT):
            self.unplaced[colour] = above_in_colour(state, seat, colour)
            for host in range(state.seats):
                start = (seat * state.seats + host) * ORDER_COUNT
                count = 0
                for order in range(colour * VALUE_COUNT, (colour + 1) * VALUE_COUNT):
                    count += state.won[start + order]
                    self.values[colour] += state.won[start + order] * ORDER_VALUE[order]
                self.filled[colour] += count
                if count > 0:
                    self.players[colour] += 1
        self.allot_bonuses()
        self.score = 0
        self.counters = self.bonuses
        for colour in range(COLOUR_COUNT):
            self.score += self.worth(colour)
            if self.unplaced[colour] == 0:
                self.counters += self.filled[colour]

    def allot_bonuses(self) -> None:
        """TS-E3: each white counter is worth most where the most different players were served."""
        best_colour = NOTHING
        for colour in range(COLOUR_COUNT):
            if self.unplaced[colour] == 0 and self.players[colour] > (
                self.players[best_colour] if best_colour != NOTHING else 0
            ):
                best_colour = colour
        if best_colour != NOTHING:
            self.bonus[best_colour] = self.bonuses * PARTS.bonus

    def worth(self, colour: int) -> int:
        """TS-E2: nothing, if an order of the colour is still above the mat."""
        if self.unplaced[colour] > 0:
            return 0
        return (self.values[colour] + self.bonus[colour]) * self.players[colour]

    def told(self) -> dict[str, Any]:
        colours: dict[str, Any] = {}
        for colour in range(COLOUR_COUNT):
            colours[COLOURS[colour]] = {
                "filled": self.filled[colour],
                "values": self.values[colour],
                "bonus": self.bonus[colour],
                "players": self.players[colour],
                "unplaced": self.unplaced[colour],
                "score": self.worth(colour),
            }
        return {"colours": colours, "bonus_counters": self.bonuses, "counters": self.counters}
