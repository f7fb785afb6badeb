"""What the search needs to know about Time 'n' Space."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import SURE, Mind
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import (
    Beam,
    Build,
    Deliver,
    Done,
    Fill,
    First,
    Fly,
    Forfeit,
    Give,
    GiveAny,
    Lift,
    PutOut,
    TakeTile,
    TurnOver,
    Upgrade,
)
from sandtable.games.time_n_space.bot_economy import Economy
from sandtable.games.time_n_space.bot_uses import best_use, forced, good_uses
from sandtable.games.time_n_space.gifts import first_debt
from sandtable.games.time_n_space.listing import legal
from sandtable.games.time_n_space.parts import BUILDING_COUNT, COLOUR_COUNT, TIMERS
from sandtable.games.time_n_space.state import FREE, NOTHING, PLAY, SpaceState

HORIZON: Final = 4
"""How many lengths of a timer a round goes ahead."""
NEAR_THE_END: Final = 2
"""A round that comes so near the end, in lengths of a timer, is played to it."""
FAR_AWAY: Final[Ms] = 3_600_000
WIDTH: Final = 5
"""The uses of a free timer that are worth a thought."""
REACHES: Final[Ms] = 800
STEP: Final[Ms] = 500
IDLE: Final[Ms] = 5_000
ON_STATIONS: Final = 70
ON_PLANTS: Final = 35
"""What goods under way count for, in percent of what they bring at a planet."""
ORDER_OUT: Final = 40
"""What an order counts for that is no longer above the mat."""
STAGE: Final = 12
"""What a further stage of a building counts for in each round that is left."""


class SpaceMind(Mind):
    """Only its own uses of timers are in the tree; everybody else plays by habit, as it does later.

    The habit is that of a club player, whose reckoning reads the state.
    """

    TREE_OF_ALL: ClassVar[bool] = False

    def __init__(self, game: Game[Any], seat: Seat, seats: int, taste: list[int]) -> None:
        super().__init__(game, seat)
        self.until: Ms = 0
        self.idle = [0] * seats
        """1 for a seat that found nothing worth doing: it looks again later."""
        self.tastes: list[list[int]] = []
        for other in range(seats):
            self.tastes.append(taste if other == seat else list(range(COLOUR_COUNT)))

    def begin(self, state: State) -> None:
        assert isinstance(state, SpaceState)
        horizon = HORIZON * state.setup.timer
        self.until = state.now + horizon
        if self.until > state.due - NEAR_THE_END * state.setup.timer:
            self.until = state.due + horizon
        for seat in range(len(self.idle)):
            self.idle[seat] = 0

    def choices(self, state: State, seat: Seat) -> list[Act]:
        assert isinstance(state, SpaceState)
        acts = legal(state, seat)
        economy = Economy(state, seat, self.tastes[seat])
        act = forced(acts, economy)
        found = good_uses(acts, economy, WIDTH) if act is None else [act]
        self.idle[seat] = 0 if found else 1
        return found

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        assert isinstance(state, SpaceState)
        acts = legal(state, seat)
        economy = Economy(state, seat, self.tastes[seat])
        act = forced(acts, economy)
        if act is None:
            act = best_use(acts, economy, rng)
        self.idle[seat] = 1 if act is None else 0
        return act

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        """Until there is something to do: whoever has nothing to do need not be asked."""
        assert isinstance(state, SpaceState)
        if self.idle[seat] == 1:
            return IDLE
        if state.hand[seat] != NOTHING:
            return STEP
        if first_debt(state, seat) is not None:
            return REACHES
        soonest = FAR_AWAY
        for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
            where = state.timer_on[timer]
            if where == FREE:
                if state.phase == PLAY:
                    return REACHES
            else:
                soonest = min(soonest, max(0, state.timer_at[timer] - state.now))
        return soonest + REACHES

    def settled(self, state: State) -> bool:
        return state.outcome is not None or state.now >= self.until

    def worth(self, state: State, seat: Seat) -> int:
        """The lead over the best of the others; it counts for more the nearer the end is."""
        assert isinstance(state, SpaceState)
        outcome = state.outcome
        if outcome is not None:
            lead = 100 * outcome.scores[seat]
            best = 0
            for other in range(state.seats):
                if other != seat:
                    best = max(best, 100 * outcome.scores[other])
            won = SURE // len(outcome.winners) if seat in outcome.winners else 0
            return (won + in_thousandths(lead - best, 0)) // 2
        rounds = (state.due - state.now) // state.setup.timer
        best = 0
        for other in range(state.seats):
            if other != seat:
                best = max(best, self.standing(state, other))
        return in_thousandths(self.standing(state, seat) - best, rounds)

    def standing(self, state: SpaceState, seat: Seat) -> int:
        """What a seat's counters will be worth, and what is under way, in hundredths of a point."""
        economy = Economy(state, seat, self.tastes[seat])
        total = 0
        for colour in range(COLOUR_COUNT):
            players = economy.players[colour]
            worth = economy.values[colour] * players
            if economy.rounds > 5 and players == 1:
                worth += economy.values[colour] // 2
            total += worth * economy.chance[colour] // 100
            ready = economy.on_stations[colour]
            total += economy.goods_worth(colour, ready, 0) * ON_STATIONS // 100
            made = economy.on_plants[colour]
            total += economy.goods_worth(colour, made, ready) * ON_PLANTS // 100
            total -= ORDER_OUT * economy.above[colour]
        stages = 0
        for building in range(BUILDING_COUNT):
            stages += state.stages[seat * BUILDING_COUNT + building]
        return total + 400 * state.bonuses[seat] + STAGE * stages * economy.rounds

    def code(self, act: Act) -> int:
        if isinstance(act, TurnOver):
            return 100 + act.symbol
        if isinstance(act, Fly):
            return 200 + act.number + (10 if act.moon else 0)
        if isinstance(act, Lift):
            return 300 + act.symbol
        if isinstance(act, Beam):
            return 400 + act.building
        if isinstance(act, Build):
            return 500 + act.building
        if isinstance(act, Deliver):
            return 600 + act.index * BUILDING_COUNT + act.building
        if isinstance(act, PutOut):
            return 1_000 + act.order * BUILDING_COUNT + act.building
        if isinstance(act, Give):
            return 2_000 + act.order * BUILDING_COUNT + act.building
        if isinstance(act, GiveAny):
            return 3_000 + act.order
        if isinstance(act, First):
            return 4_000 + act.visitor
        return step_code(act)


def step_code(act: Act) -> int:
    """The acts that name nothing."""
    if isinstance(act, Fill):
        return 1
    if isinstance(act, Upgrade):
        return 2
    if isinstance(act, TakeTile):
        return 3
    if isinstance(act, Done):
        return 4
    if isinstance(act, Forfeit):
        return 5
    return 6


def in_thousandths(lead: int, rounds: int) -> int:
    """A lead in hundredths of a point as a chance to win."""
    return max(0, min(SURE, SURE // 2 + lead * 400 // (1_000 + 60 * rounds)))
