"""The novice of A Time of Chaos: it carries its best card home, and thinks of nothing else."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import (
    ARRIVE,
    DELIVER,
    DELIVER_CLOAKED,
    END_TURN,
    GRAB,
    RESTORE,
    SEARCH,
    SEARCH_CLOAKED,
    SLIP,
    TRAVEL,
    Travel,
    Undo,
)
from sandtable.games.time_of_chaos.bot_distances import FAR, STEP, Distances
from sandtable.games.time_of_chaos.bot_habit import NOWHERE, can_restore, next_tile, stroll
from sandtable.games.time_of_chaos.bot_hands import NOVICE, ONE_ACT, time_left
from sandtable.games.time_of_chaos.bot_reasons import reason
from sandtable.games.time_of_chaos.parts import CITY_COUNT, ERA_COUNT, HOMES, OPEN, POINTS
from sandtable.games.time_of_chaos.state import ACT, NO_CARD, NOBODY, ChaosState

ASTRAY: Final = 8
"""Once in so many acts it takes a wrong turning."""
ENOUGH: Final = 2
"""With so many cards in hand it sets out, rather than find another."""
MOST_WAYS: Final = 400
DAZZLED: Final = 300
"""How much farther it goes for one point more, in hundredths of an action."""


class Novice(Bot):
    """Somebody at their first table.

    It wants the card that shows the most points, and goes the shortest way. It does not see that
    its CHAOS tiles send cubes, lays cubes wherever it happens to stand, and uses its cloak as soon
    as it is ready. Now and then it takes a wrong turning.
    """

    LEVEL: ClassVar[str] = "novice"
    ABOUT: ClassVar[str] = (
        "Carries its best card home the shortest way, and forgets about the disorder."
    )

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.distances: Distances | None = None

    def plan(self, seen: Seen) -> Plan | None:
        legal = seen.legal()
        if not legal:
            return None
        state = seen.imagine(self.rng)
        assert isinstance(state, ChaosState)
        act = self.choose(state, legal) if state.phase == ACT else self.rng.pick(forward(legal))
        why = reason(state, self.seat, [act])
        return Plan(NOVICE.take(self.rng, ONE_ACT, time_left(state)), act, why)

    def choose(self, state: ChaosState, legal: list[Act]) -> Act:
        here = state.pawns[self.seat]
        hand = state.hands[self.seat]
        cloak = state.cloaks[self.seat]
        leaps = not state.in_chaos(here) and (state.supply[self.seat] > 0 or cloak)
        if leaps:
            for card in hand:
                if HOMES[card] == here:
                    return DELIVER_CLOAKED[card] if cloak else DELIVER[card]
        if state.ender == NOBODY:
            if self.rng.below(ASTRAY) == 0:
                return self.go_astray(legal)
            if len(hand) < ENOUGH:
                found = self.find(state, here, legal)
                if found is not None:
                    return found
        card = self.favourite(state, here)
        if card == NO_CARD:
            return self.at_a_loss(state, here, legal)
        return self.step(state, here, HOMES[card], leaps)

    def go_astray(self, legal: list[Act]) -> Act:
        """To any neighbour: it has taken one city for another."""
        steps: list[Act] = []
        for act in legal:
            if isinstance(act, Travel):
                steps.append(act)
        return self.rng.pick(steps)

    def find(self, state: ChaosState, here: int, legal: list[Act]) -> Act | None:
        """The open card with the most points, the nearest of those; or one from the deck."""
        first = here // CITY_COUNT * OPEN
        best = NO_CARD
        best_way = 0
        slot = 0
        for nth in range(OPEN):
            card = state.open_cards[first + nth]
            if card != NO_CARD:
                way = self.ways(state, HOMES[card])[here] - DAZZLED * POINTS[card]
                if best == NO_CARD or way < best_way:
                    best = card
                    best_way = way
                    slot = nth
        if best != NO_CARD and SEARCH_CLOAKED[slot] in legal:
            return SEARCH_CLOAKED[slot]
        if best != NO_CARD and SEARCH[slot] in legal:
            return SEARCH[slot]
        return GRAB if GRAB in legal else None

    def favourite(self, state: ChaosState, here: int) -> int:
        """The card in hand with the most points, unless another is much nearer."""
        best = NO_CARD
        best_way = 0
        for card in state.hands[self.seat]:
            way = self.ways(state, HOMES[card])[here]
            if state.ender != NOBODY and way // STEP >= state.actions_left:
                continue
            if way >= FAR:
                continue
            way -= DAZZLED * POINTS[card]
            if best == NO_CARD or way < best_way:
                best = card
                best_way = way
        return best

    def at_a_loss(self, state: ChaosState, here: int, legal: list[Act]) -> Act:
        """Without a card to carry: a tile to restore, a card from the deck, or somewhere else."""
        if state.ender != NOBODY:
            return END_TURN
        if GRAB in legal:
            return GRAB
        for era in range(ERA_COUNT):
            if RESTORE[era] in legal:
                return RESTORE[era]
        return stroll(state, here, self.rng)

    def step(self, state: ChaosState, here: int, home: int, leaps: bool) -> Act:
        """The shortest way, whatever lies on it."""
        if state.in_chaos(home) and can_restore(state, here, home):
            return RESTORE[home // CITY_COUNT]
        to = next_tile(state, self.ways(state, home), here, leaps, self.rng)
        if to == NOWHERE:
            return stroll(state, here, self.rng)
        if to // CITY_COUNT == here // CITY_COUNT:
            return TRAVEL[to % CITY_COUNT]
        era = to // CITY_COUNT
        return SLIP[era] if state.cloaks[self.seat] else ARRIVE[era]

    def ways(self, state: ChaosState, home: int) -> list[int]:
        distances = self.distances
        if distances is None:
            distances = self.distances = Distances(state.grid, state.setup)
        if len(distances.known) > MOST_WAYS:
            distances.forget()
        return distances.to(home, state.chaos)


def forward(legal: list[Act]) -> list[Act]:
    """All acts but taking something back."""
    found: list[Act] = []
    for act in legal:
        if not isinstance(act, Undo):
            found.append(act)
    return found
