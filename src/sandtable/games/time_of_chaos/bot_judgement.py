"""How good a table looks to one of its players, in hundredths of a point.

It counts what is delivered, what the hand will still bring and how soon, the cubes and the cloak
that are left to do it with, and the disorder that is about to come home.
"""

from typing import Final

from sandtable.engine.outcome import Outcome
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.bot_distances import FAR, LEAP, STEP, Distances, cubes_of
from sandtable.games.time_of_chaos.parts import (
    CITY_COUNT,
    DISORDER,
    ERA_COUNT,
    HAND,
    HOMES,
    LAST_CARD,
    OPEN,
    POINTS,
    TILE_COUNT,
)
from sandtable.games.time_of_chaos.score import chaos_of, score_of
from sandtable.games.time_of_chaos.state import NO_CARD, NOBODY, ChaosState

POINT: Final = 100
WIN: Final = 100_000

PATIENCE: Final = 2_400
"""A card that takes this many hundredths of an action to bring home is worth nothing."""
HURRY: Final = 1_400
"""The same, when somebody may end the game soon."""

PROMISE: Final = 70
"""What an open card is worth, in percent, compared to one in hand."""
SURPRISE: Final = 85
"""What a card not seen yet is worth."""

CLOAK: Final = 30
RESERVE: Final[list[int]] = [-40, -15, 0, 12, 21, 28, 34, 39, 43, 46, 48, 49, 50]
"""What cubes are worth beyond those that the plan for the hand needs."""
SHORTAGE: Final = 40
"""What each cube costs that the plan needs and that is not there."""
OUT_OF_REACH: Final = 4
"""The part of its value that a card keeps if the cubes for it are missing."""

SENDS: Final[list[int]] = [55, 75, 100]
"""What a CHAOS tile of the player's own costs, by the cubes that already lie on its target."""
BLOCKED: Final = 12
"""What it costs when its target is in CHAOS, too, so that it sends nothing."""
FLIPS: Final = 30
"""What a tile that is about to flip under one's own colour costs beyond the point."""
REGRET: Final = 50
"""How much less a card is worth if its delivery will flip its tile."""
NEARLY: Final = 20
"""What a tile costs that one more cube would flip."""
CLOSE: Final = 4
"""So many points may be made up in a last turn."""


class Judgement:
    """One player's eye for the table. `familiar` are the cards this player has really seen:
    in an imagined table all others are only guesses."""

    def __init__(self, seat: Seat, distances: Distances) -> None:
        self.seat = seat
        self.distances = distances
        self.familiar = 0
        self.planned = 0
        """How many cubes the plan needs."""
        self.missing = 0
        """How many cards have to be found beyond the plan."""

    def worth(self, state: ChaosState) -> int:
        """The whole table at this instant."""
        if state.outcome is not None:
            return self.final_worth(state, state.outcome)
        if state.ender != NOBODY:
            return self.last_worth(state)
        return self.standing(state) - POINT * self.best_rival(state) // 3

    def standing(self, state: ChaosState) -> int:
        """What this player has and may expect while the game goes on, whatever the others have."""
        self.planned = 0
        self.missing = 0
        value = POINT * score_of(state, self.seat) + self.prospects(state)
        return value + self.disorder(state) + self.means(state)

    def last_worth(self, state: ChaosState) -> int:
        """In this player's last turn, or after it: only what may still change the result."""
        seat = self.seat
        value = self.last_disorder(state)
        if state.turn == seat:
            value += self.within_reach(state)
        if self.may_be_level(state):
            value += state.supply[seat] - 3 * chaos_of(state, seat)
        if state.ender != seat:
            return value + POINT * (score_of(state, seat) - self.best_rival(state))
        # Comparable with tables at which the game goes on: nothing more is needed.
        value += POINT * score_of(state, seat) + self.end_in_sight(state)
        value += RESERVE[len(RESERVE) - 1] + CLOAK
        return value - POINT * self.best_rival(state) // 3

    def last_disorder(self, state: ChaosState) -> int:
        """TC-T4, TC-T5: flips still count, but nothing flows home to this player any more."""
        value = 0
        fined = False
        for tile in range(TILE_COUNT):
            mine = state.cubes[tile * state.seats + self.seat]
            if mine > 0 and not state.chaos >> tile & 1:
                load, most = load_and_most(state, tile)
                if mine == most:
                    if load >= DISORDER:
                        fined = True
                    elif load == DISORDER - 1:
                        value -= NEARLY
        return value - POINT if fined else value

    def within_reach(self, state: ChaosState) -> int:
        """What can still be delivered with the actions that are left of this turn."""
        here = state.pawns[self.seat]
        budget = self.budget(state)
        best = 0
        for card in state.hands[self.seat]:
            if self.familiar >> card & 1:
                way = self.distances.to(HOMES[card], state.chaos)[here]
                if way // STEP < state.actions_left and cubes_of(way) < budget:
                    best = max(best, POINTS[card])
        return POINT * best * 9 // 10

    def may_be_level(self, state: ChaosState) -> bool:
        """TC-E3: whether CHAOS tiles and cubes may have to tell two players apart."""
        mine = score_of(state, self.seat)
        for seat in range(state.seats):
            if seat != self.seat and abs(mine - score_of(state, seat)) <= CLOSE:
                return True
        return False

    def final_worth(self, state: ChaosState, outcome: Outcome) -> int:
        lead = outcome.scores[self.seat] - self.best_rival(state)
        won = WIN // len(outcome.winners) if self.seat in outcome.winners else -WIN
        return won + POINT * lead

    def best_rival(self, state: ChaosState) -> int:
        best = -1_000
        for seat in range(state.seats):
            if seat != self.seat:
                best = max(best, score_of(state, seat))
        return best

    def means(self, state: ChaosState) -> int:
        """Cubes and cloak beyond the plan; when they are short, how near the next relief is."""
        spare = self.budget(state) - self.planned
        if spare < 0:
            return RESERVE[0] + SHORTAGE * spare - self.way_to_relief(state) // 10
        if self.missing == 0:
            return RESERVE[len(RESERVE) - 1] + CLOAK
        return RESERVE[min(spare, len(RESERVE) - 1)] + (CLOAK if state.cloaks[self.seat] else 0)

    def budget(self, state: ChaosState) -> int:
        """How many actions can be paid for."""
        return state.supply[self.seat] + (1 if state.cloaks[self.seat] else 0)

    def way_to_relief(self, state: ChaosState) -> int:
        """How far it is to where one can restore a tile that returns a cube of one's own."""
        here = state.pawns[self.seat]
        era = here // CITY_COUNT
        nearest = 10 * STEP
        for tile in range(TILE_COUNT):
            if state.chaos >> tile & 1 and state.cubes[tile * state.seats + self.seat] > 0:
                same = tile // CITY_COUNT == era
                allowed = state.setup.restores_here if same else state.setup.restores_afar
                if allowed:
                    spot = era * CITY_COUNT + tile % CITY_COUNT
                    nearest = min(nearest, STEP * steps_between(state, here, spot))
        return nearest

    def disorder(self, state: ChaosState) -> int:
        """TC-T1, TC-T4, TC-T5: what one's own disorder will do next."""
        seats = state.seats
        value = 0
        will_flip = False
        for tile in range(TILE_COUNT):
            mine = state.cubes[tile * seats + self.seat]
            if mine == 0:
                continue
            if state.chaos >> tile & 1:
                target = (tile + CITY_COUNT) % TILE_COUNT
                if state.chaos >> target & 1:
                    value -= BLOCKED
                else:
                    load = load_of(state, target)
                    value -= SENDS[min(load, len(SENDS) - 1)]
                continue
            load, most = load_and_most(state, tile)
            if load >= DISORDER:
                if mine == most:
                    will_flip = True
                    value -= FLIPS
            elif load == DISORDER - 1 and mine == most:
                value -= NEARLY
        if will_flip:
            value -= POINT
        return value

    def prospects(self, state: ChaosState) -> int:
        """What the hand will bring on the best way through its homes, and what may be found."""
        seat = self.seat
        here = state.pawns[seat]
        horizon = HURRY if self.is_late(state) else PATIENCE
        needed = LAST_CARD - len(state.delivered[seat])
        cards: list[int] = []
        surprises = 0
        for card in state.hands[seat]:
            if self.familiar >> card & 1:
                cards.append(card)
            else:
                surprises += 1
        value = 0
        spent = 0
        budget = self.budget(state)
        while cards and needed > 0:
            best = 0
            best_gain = -FAR
            for nth in range(len(cards)):
                way = self.distances.to(HOMES[cards[nth]], state.chaos)[here] + STEP
                gain = decayed(POINTS[cards[nth]], spent + way, horizon) - way // 40
                if gain > best_gain:
                    best = nth
                    best_gain = gain
            card = cards[best]
            way = self.distances.to(HOMES[card], state.chaos)[here]
            spent += way + STEP
            self.planned += cubes_of(way) + 1
            gain = decayed(POINTS[card], spent, horizon)
            if not state.cloaks[seat] and self.would_flip(state, HOMES[card]):
                gain -= REGRET
            value += gain if self.planned <= budget else gain // OUT_OF_REACH
            here = HOMES[card]
            del cards[best]
            needed -= 1
        guesses = min(surprises, max(0, needed))
        value += SURPRISE * guesses
        needed -= guesses
        if needed > 0 and len(state.hands[seat]) < HAND:
            value += self.findings(state, spent // 2, horizon, budget - self.planned)
            needed -= 1
        self.missing = max(0, needed)
        return value

    def would_flip(self, state: ChaosState, tile: int) -> bool:
        """Whether one more cube of one's own there flips the tile under one's own colour."""
        if state.chaos >> tile & 1:
            return False
        load, most = load_and_most(state, tile)
        mine = state.cubes[tile * state.seats + self.seat]
        return load >= DISORDER - 1 and mine + 1 >= most

    def findings(self, state: ChaosState, spent: int, horizon: int, budget: int) -> int:
        """The best open card within reach: through its own city to its era, then to its home."""
        here = state.pawns[self.seat]
        city = here % CITY_COUNT
        best = SURPRISE // 2
        cubes_for_best = 1
        for era in range(ERA_COUNT):
            spot = era * CITY_COUNT + city
            way = spent + STEP + STEP
            cubes = 2
            if spot != here:
                way += LEAP
                cubes += 1
            if state.chaos >> spot & 1:
                way += STEP
            for slot in range(OPEN):
                card = state.open_cards[era * OPEN + slot]
                if card != NO_CARD and self.familiar >> card & 1:
                    there = self.distances.to(HOMES[card], state.chaos)[spot]
                    gain = decayed(POINTS[card], way + there, horizon) * PROMISE // 100
                    needs = cubes + cubes_of(there)
                    if needs > budget:
                        gain //= OUT_OF_REACH
                    if gain > best:
                        best = gain
                        cubes_for_best = needs
        self.planned += cubes_for_best
        return best

    def is_late(self, state: ChaosState) -> bool:
        for seat in range(state.seats):
            if seat != self.seat and len(state.delivered[seat]) >= LAST_CARD - 1:
                return True
        return False

    def end_in_sight(self, state: ChaosState) -> int:
        """Having laid the fourth card: whether anybody can still catch up in a last turn."""
        mine = score_of(state, self.seat)
        worst = 10
        for seat in range(state.seats):
            if seat != self.seat:
                worst = min(worst, mine - score_of(state, seat) - self.last_gain(state, seat))
        if worst > 0:
            return 6 * POINT + 20 * worst
        return POINT + 3 * POINT * worst

    def last_gain(self, state: ChaosState, seat: Seat) -> int:
        """What another player may still deliver in one turn; unknown cards count for one point."""
        here = state.pawns[seat]
        gain = 0
        for card in state.hands[seat]:
            if self.familiar >> card & 1:
                if self.distances.to(HOMES[card], state.chaos)[here] <= STEP + LEAP:
                    gain = max(gain, POINTS[card])
            else:
                gain = max(gain, 1)
        return gain


def decayed(points: int, way: int, horizon: int) -> int:
    """What points are worth that lie this far ahead."""
    return POINT * points * max(0, horizon - way) // horizon


def load_of(state: ChaosState, tile: int) -> int:
    load = 0
    for seat in range(state.seats):
        load += state.cubes[tile * state.seats + seat]
    return load


def load_and_most(state: ChaosState, tile: int) -> tuple[int, int]:
    load = 0
    most = 0
    for seat in range(state.seats):
        here = state.cubes[tile * state.seats + seat]
        load += here
        most = max(most, here)
    return load, most


def steps_between(state: ChaosState, one: int, other: int) -> int:
    """TRAVEL actions between two tiles of one grid."""
    a = state.places[one]
    b = state.places[other]
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)
