"""The novice of Time 'n' Space: it fills, beams and flies without asking who wants what."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import (
    Beam,
    Build,
    Deliver,
    Done,
    Fill,
    Fly,
    Forfeit,
    Lift,
    PutOut,
    TakeTile,
    TurnOver,
    Upgrade,
)
from sandtable.games.time_n_space.bot_economy import Economy
from sandtable.games.time_n_space.bot_hands import NOVICE
from sandtable.games.time_n_space.bot_person import Person
from sandtable.games.time_n_space.bot_reasons import NO_USE
from sandtable.games.time_n_space.bot_steps import asks, held_up_in, next_step
from sandtable.games.time_n_space.bot_uses import centre_worth
from sandtable.games.time_n_space.demand import goods_to_beam, wanted_elsewhere
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import BUILDING_COUNT, CENTRE, STAGES, STATION
from sandtable.games.time_n_space.possible import can_beam, can_cover, can_fill
from sandtable.games.time_n_space.state import (
    CHOOSING,
    NOTHING,
    RESEARCH,
    SpaceState,
)

ABSENT: Final = 6
"""After one step in so many it thinks that this was all."""
LOOKS: Final = 2
"""Once in so many times it looks what others want before it makes or beams a good."""
ENOUGH: Final = 2
"""With so many goods on its plants it makes no more."""
LOOK: Final[Ms] = 3_000
"""If it finds nothing to do, it looks again after this time."""


class Novice(Person):
    """Somebody at their first table, who has understood what each place does and not much more.

    It makes goods of any colour, beams any of them, goes from planet to planet, and delivers what
    happens to fit. It knows that a colour counts only without orders above the mat, and makes no
    offers. See bot_hands.py for how slow it is.
    """

    LEVEL: ClassVar[str] = "novice"
    ABOUT: ClassVar[str] = (
        "Makes goods and flies about without asking who wants them, and sometimes forgets a timer."
    )

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng, NOVICE)
        self.goal: Seat = seat
        """The planet it wants to see next; its own when it has yet to choose one."""

    def weigh(self, state: SpaceState, acts: list[Act]) -> Plan | None:
        if state.phase == CHOOSING:
            return self.say(self.rng.pick(acts), state)
        if self.answering:
            # It reads what it is asked, and gives any answer.
            return self.say(self.rng.pick([act for act in acts if asks([act])]), state)
        busy = state.hand[self.seat] != NOTHING
        if busy and state.waits[self.seat] == 0 and not held_up_in(state, self.seat):
            return self.say(self.step(acts, state), state)
        lifts = [act for act in acts if isinstance(act, Lift)]
        if lifts:
            return self.say(self.rng.pick(lifts), state)
        use = self.use(acts, state)
        if use is not None:
            return self.say(use, state)
        if not busy and any(isinstance(act, TurnOver) for act in acts):
            return Plan(LOOK, None, NO_USE)
        return None

    def step(self, acts: list[Act], state: SpaceState) -> Act:
        """Whatever the place can do, in any order; now and then it thinks that it is done."""
        steps: list[Act] = []
        ending: Act | None = None
        for act in acts:
            if isinstance(act, (Done, Forfeit)):
                ending = act
            elif isinstance(act, PutOut):
                # It has read how colours count, and knows its own mat.
                return next_step(acts, Economy(state, self.seat, self.taste))
            elif isinstance(act, (Fill, Beam, Upgrade, TakeTile, Build, Deliver)):
                steps.append(act)
        if isinstance(ending, Done) and self.rng.below(ABSENT) == 0:
            return ending
        if steps:
            return self.rng.pick(self.wanted(steps, state))
        assert ending is not None
        return ending

    def use(self, acts: list[Act], state: SpaceState) -> Act | None:
        """The next link of the chain as it was explained: make, beam, fly; and orders between.

        What it makes, and where it flies, it does not think about.
        """
        flights: list[Act] = []
        tiles: list[Act] = []
        plants: list[Act] = []
        stations: list[Act] = []
        centres: list[Act] = []
        for act in acts:
            if isinstance(act, Fly):
                if self.is_on_the_way(act, state):
                    flights.append(act)
            elif isinstance(act, TurnOver) and self.does_something(act.symbol, state):
                kind = self.kind_of(act.symbol, state)
                if kind == NOTHING:
                    tiles.append(act)
                elif kind == CENTRE:
                    centres.append(act)
                elif kind == STATION:
                    stations.append(act)
                else:
                    plants.append(act)
        if sum(goods_to_beam(state, self.seat)) >= ENOUGH:
            plants.clear()
        if sum(goods_ready(state, self.seat)) == 0 and (plants or stations or centres):
            flights.clear()
        links = [tiles, flights, stations, centres, plants]
        if self.rng.below(ABSENT) == 0:
            self.rng.shuffle(links)
        elif self.rng.below(2) == 0:
            links = [tiles, centres, flights, stations, plants]
        for link in links:
            if link:
                return self.rng.pick(self.wanted(link, state))
        return None

    def wanted(self, acts: list[Act], state: SpaceState) -> list[Act]:
        """Of what makes or beams goods, what somebody wants; all of it if it does not look."""
        found: list[Act] = []
        if self.rng.below(LOOKS) == 0:
            wanted = wanted_elsewhere(state, self.seat)
            for act in acts:
                building = act.building if isinstance(act, Beam) else RESEARCH
                if isinstance(act, TurnOver):
                    building = act.symbol
                kind = self.kind_of(building, state)
                if 0 <= kind < STATION and wanted[kind] > 0:
                    found.append(act)
        return found if found else acts

    def is_on_the_way(self, act: Fly, state: SpaceState) -> bool:
        """It goes from planet to planet, to any of them."""
        board = state.setup.board
        here = state.ship_at[self.seat]
        if self.goal in (here, self.seat):
            others = [host for host in range(state.seats) if host not in (here, self.seat)]
            self.goal = self.rng.pick(others)
        return board.hops[act.place(board)][self.goal] < board.hops[here][self.goal]

    def kind_of(self, symbol: int, state: SpaceState) -> int:
        return NOTHING if symbol == RESEARCH else state.kinds[self.seat * BUILDING_COUNT + symbol]

    def does_something(self, symbol: int, state: SpaceState) -> bool:
        seat = self.seat
        kind = self.kind_of(symbol, state)
        if kind == NOTHING:
            return any(can_cover(state, seat, building) for building in range(BUILDING_COUNT))
        if kind == CENTRE:
            economy = Economy(state, seat, self.taste)
            return centre_worth(STAGES[state.stages[seat * BUILDING_COUNT + symbol]], economy) > 0
        return can_beam(state, seat, symbol) if kind == STATION else can_fill(state, seat, symbol)
