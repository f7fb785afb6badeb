"""What anybody does at A Time of Chaos without much thought, to play tables on in one's head.

It reads the state, copies nothing and looks no further than its next goal: the card that brings the
most for the way it takes. It stops disorder of its own where it happens to stand.
"""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import (
    ARRIVE,
    DELIVER,
    DELIVER_CLOAKED,
    DEPART,
    END_TURN,
    GRAB,
    RESTORE,
    SEARCH,
    SEARCH_CLOAKED,
    SEND,
    SLIP,
    TRAVEL,
)
from sandtable.games.time_of_chaos.bot_distances import FAR, LEAP, STEP, Distances, cubes_of
from sandtable.games.time_of_chaos.bot_judgement import load_and_most, load_of
from sandtable.games.time_of_chaos.listing import placings
from sandtable.games.time_of_chaos.parts import (
    BEST_CARD,
    CITY_COUNT,
    DISORDER,
    ERA_COUNT,
    HAND,
    HOMES,
    LAST_CARD,
    OPEN,
    POINTS,
)
from sandtable.games.time_of_chaos.score import score_of
from sandtable.games.time_of_chaos.state import (
    NEXT_TO,
    NO_CARD,
    NOBODY,
    PLACE,
    ChaosState,
)
from sandtable.games.time_of_chaos.state import SEND as SENDING
from sandtable.games.time_of_chaos.turn import is_sender, waiting_senders

NOWHERE: Final = -1
HEADWAY: Final = 200
"""Added to every way, so that a near card of little worth is not always the first."""
SURPRISE: Final = 20
"""What a card from a deck brings for its way: 100 points of a rate are a point for an action."""
DEAR: Final[list[int]] = [90, 80, 70, 60, 45, 30, 20, 10, 5, 0, 0, 0, 0]
"""What a cube costs in hundredths of an action, by how many are left."""
LUCK: Final = 8
"""How much of a rate is left to chance, so that no two tables are played on alike."""
PATIENT: Final = 2
"""For how many rounds without a delivery a player waits with a fourth card that does not win."""


class Habit:
    """One way of playing on for everybody at one table."""

    def __init__(self, distances: Distances) -> None:
        self.distances = distances

    def act(self, state: ChaosState, rng: Rng) -> Act:
        """What the player whose turn it is does next."""
        if state.phase == PLACE:
            return rng.pick(placings(state))
        if state.phase == SENDING:
            return SEND[rng.pick(waiting_senders(state))]
        seat = state.turn
        here = state.pawns[seat]
        orderly = state.chaos >> here & 1 == 0
        pays = state.supply[seat] > 0 or state.cloaks[seat]
        if orderly and pays:
            for card in state.hands[seat]:
                if HOMES[card] == here and wants_to_deliver(state, seat, card):
                    return delivery(state, seat, here, card)
        if state.ender != NOBODY:
            return self.last(state, seat, here, orderly and pays, rng)
        if state.chaos:
            stop = own_sender(state, seat, here)
            if stop != NOWHERE:
                return RESTORE[stop // CITY_COUNT]
        return self.pursue(state, seat, here, orderly, pays, rng)

    def last(self, state: ChaosState, seat: Seat, here: int, leaps: bool, rng: Rng) -> Act:
        """In the last turn only what still gets home."""
        best = NO_CARD
        for card in state.hands[seat]:
            way = self.distances.to(HOMES[card], state.chaos)[here]
            if way // STEP < state.actions_left and (
                best == NO_CARD or POINTS[card] > POINTS[best]
            ):
                best = card
        if best == NO_CARD:
            return END_TURN
        return self.step(state, seat, here, HOMES[best], leaps, rng)

    def pursue(
        self, state: ChaosState, seat: Seat, here: int, orderly: bool, pays: bool, rng: Rng
    ) -> Act:
        """The next step for the card that brings most for its way, in hand or still to be found."""
        dear = DEAR[min(state.supply[seat], len(DEAR) - 1)]
        era = here // CITY_COUNT
        best = 0
        home = NOWHERE
        slot = NOWHERE
        leap = NOWHERE
        for card in state.hands[seat]:
            way = self.distances.to(HOMES[card], state.chaos)[here]
            way += STEP + HEADWAY + dear * (cubes_of(way) + 1)
            rate = 10_000 * POINTS[card] // way + rng.below(LUCK)
            if rate > best and wants_to_deliver(state, seat, card):
                best = rate
                home = HOMES[card]
        grabs = False
        if len(state.hands[seat]) < HAND and orderly:
            if state.left[era] > 0 and best < SURPRISE:
                best = SURPRISE
                grabs = True
            for other in range(ERA_COUNT if pays else 0):
                spot = other * CITY_COUNT + here % CITY_COUNT
                before = STEP + STEP + HEADWAY + 2 * dear
                if other != era:
                    if state.chaos >> spot & 1:
                        continue
                    before += LEAP + dear
                for nth in range(OPEN):
                    card = state.open_cards[other * OPEN + nth]
                    if card == NO_CARD:
                        continue
                    way = self.distances.to(HOMES[card], state.chaos)[spot]
                    way += before + dear * cubes_of(way)
                    rate = 10_000 * POINTS[card] // way + rng.below(LUCK)
                    if rate > best:
                        best = rate
                        grabs = False
                        slot = nth
                        leap = NOWHERE if other == era else other
        if grabs:
            return GRAB
        if slot != NOWHERE:
            if leap != NOWHERE:
                return leap_to(state, seat, here, leap)
            if hides(state, seat, here):
                return SEARCH_CLOAKED[slot]
            return SEARCH[slot]
        if home == NOWHERE:
            return stroll(state, here, rng)
        return self.step(state, seat, here, home, orderly and pays, rng)

    def step(
        self, state: ChaosState, seat: Seat, here: int, home: int, leaps: bool, rng: Rng
    ) -> Act:
        """One action nearer to a home."""
        if state.chaos >> home & 1 and can_restore(state, here, home):
            return RESTORE[home // CITY_COUNT]
        to = next_tile(state, self.distances.to(home, state.chaos), here, leaps, rng)
        if to == NOWHERE:
            return stroll(state, here, rng)
        if to // CITY_COUNT != here // CITY_COUNT:
            return leap_to(state, seat, here, to // CITY_COUNT)
        return TRAVEL[to % CITY_COUNT]


def next_tile(state: ChaosState, there: list[int], here: int, leaps: bool, rng: Rng) -> int:
    """The next tile on the shortest way, which `there` measures; NOWHERE if there is no way."""
    best = FAR
    to = NOWHERE
    city = here % CITY_COUNT
    for place in NEXT_TO[state.places[here]]:
        tile = state.grid[here - city + place]
        way = there[tile] + STEP + rng.below(4)
        if way < best:
            best = way
            to = tile
    if leaps:
        for era in range(ERA_COUNT):
            tile = era * CITY_COUNT + city
            if tile != here and not state.chaos >> tile & 1 and there[tile] + LEAP < best:
                best = there[tile] + LEAP
                to = tile
    return to


def can_restore(state: ChaosState, here: int, tile: int) -> bool:
    """TC-A8: whether a CHAOS tile can be restored from here, by the table's reading."""
    if tile == here:
        return state.setup.restores_here
    return tile % CITY_COUNT == here % CITY_COUNT and state.setup.restores_afar


def stroll(state: ChaosState, here: int, rng: Rng) -> Act:
    """With nothing to do: somewhere else."""
    place = rng.pick(NEXT_TO[state.places[here]])
    return TRAVEL[state.grid[here - here % CITY_COUNT + place] % CITY_COUNT]


def wants_to_deliver(state: ChaosState, seat: Seat, card: int) -> bool:
    """The fourth card is laid when it wins, or when there is nothing to wait for."""
    if state.ender != NOBODY or len(state.delivered[seat]) + 1 < LAST_CARD:
        return True
    mine = score_of(state, seat) + POINTS[card]
    for other in range(state.seats):
        if other != seat:
            theirs = score_of(state, other)
            if len(state.delivered[other]) + 1 < LAST_CARD:
                theirs += 1 if state.hands[other] else 0
            if mine <= theirs:
                return state.since_delivery >= PATIENT * state.seats
    return True


def own_sender(state: ChaosState, seat: Seat, here: int) -> int:
    """TC-A8: a tile that sends this player's disorder and can be restored from here."""
    for era in range(ERA_COUNT):
        tile = era * CITY_COUNT + here % CITY_COUNT
        if is_sender(state, tile, seat) and can_restore(state, here, tile):
            return tile
    return NOWHERE


def hides(state: ChaosState, seat: Seat, tile: int) -> bool:
    """Whether the cloak should pay: where a cube would flip the tile under one's own colour."""
    if not state.cloaks[seat]:
        return False
    if state.supply[seat] == 0:
        return True
    load, most = load_and_most(state, tile)
    if load >= DISORDER - 1 and state.cubes[tile * state.seats + seat] + 1 >= most:
        return True
    # A cloak that will soon be ready again is there to be used.
    return holds_best(state.hands[seat])


def holds_best(hand: list[int]) -> bool:
    best = 0
    for card in hand:
        best = max(best, POINTS[card])
    return best == BEST_CARD


def delivery(state: ChaosState, seat: Seat, here: int, card: int) -> Act:
    return DELIVER_CLOAKED[card] if hides(state, seat, here) else DELIVER[card]


def leap_to(state: ChaosState, seat: Seat, here: int, era: int) -> Act:
    """TC-A6: the cube goes where fewer lie."""
    there = era * CITY_COUNT + here % CITY_COUNT
    if load_of(state, there) < load_of(state, here):
        return SLIP[era] if hides(state, seat, there) else ARRIVE[era]
    return SLIP[era] if hides(state, seat, here) else DEPART[era]
