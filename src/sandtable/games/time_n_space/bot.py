"""What a sensible player of Time 'n' Space looks at.

It reckons what each use of a timer would bring (bot_economy.py), keeps both timers busy with the
best, flies where its goods are wanted, and puts out its orders in the colours the table trades in.
It makes simple offers, keeps its own, and puts out what others ask for if that suits it.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import (
    OFFER,
    Beam,
    Build,
    ChooseOrder,
    Deliver,
    Done,
    Fill,
    First,
    Fly,
    Forfeit,
    Give,
    GiveAny,
    Lift,
    Offer,
    PutOut,
    TakeTile,
    TurnOver,
    Upgrade,
    Withdraw,
)
from sandtable.games.time_n_space.bot_economy import MOST_SPACE_COST, UNLIKELY, Economy
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    ORDER_COLOUR,
    ORDER_VALUE,
    STAGES,
    STATION,
)
from sandtable.games.time_n_space.planets import held_up
from sandtable.games.time_n_space.state import (
    CHOOSING,
    NOTHING,
    RESEARCH,
    SHIP,
    SpaceState,
    empty_spot,
    is_bare,
)

NOTICING: Final[Ms] = 300
"""The least time to see that a timer has run out, or to reach for one.

With two uniform draws on top it takes 0.3 to 1.3 seconds. A further step of an action takes 0.25 to
0.85 seconds, a question to the owner 0.8 to 2.4, the first two orders 2 to 6 seconds each.
"""
STEP: Final[Ms] = 250
ASKED: Final[Ms] = 800
CHOICE: Final[Ms] = 2_000
PONDER: Final[Ms] = 4_000
"""If nothing is worth doing, it looks again after this time."""
LEAST: Final = 25
"""The least that a use of a timer must bring; one that does harm had better stay free."""


class Club(Bot):
    """A club player."""

    LEVEL: ClassVar[str] = "club"

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.answering = False
        self.taste: list[int] = list(range(COLOUR_COUNT))
        rng.shuffle(self.taste)

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        self.answering = asks(acts)
        if not acts:
            return None
        imagined = seen.imagine(self.rng)
        assert isinstance(imagined, SpaceState)
        if imagined.phase == CHOOSING:
            return Plan(self.takes(CHOICE, CHOICE), self.choose_first(acts))
        for act in acts:
            if isinstance(act, (Give, GiveAny)):
                return Plan(self.takes(ASKED, ASKED), self.lowest_gift(acts, imagined))
            if isinstance(act, First):
                return Plan(self.takes(ASKED, ASKED), least_ahead(acts, imagined))
        economy = Economy(imagined, self.seat, self.taste)
        busy = imagined.hand[self.seat] != NOTHING
        if busy and imagined.waits[self.seat] == 0 and not held_up_in(imagined, self.seat):
            return Plan(self.takes(STEP, STEP + 50), next_step(acts, economy))
        lift = best_lift(acts, economy)
        if lift is not None:
            return Plan(self.takes(NOTICING, 500), lift)
        use = best_use(acts, economy, self.rng)
        if use is not None:
            return Plan(self.takes(NOTICING, 500), use)
        said = talk(acts, economy)
        if said is not None:
            return Plan(self.takes(ASKED, ASKED), said)
        if not busy and any(isinstance(act, TurnOver) for act in acts):
            return Plan(PONDER, None)
        return None

    def takes(self, least: Ms, spread: Ms) -> Ms:
        """A time such as people take: `least` plus two uniform draws below the spread."""
        return least + self.rng.below(spread) + self.rng.below(spread)

    def choose_first(self, acts: list[Act]) -> Act:
        """TS-S3: low values, two colours by lot, on plants of other colours."""
        picks: list[Act] = []
        for act in acts:
            if (
                isinstance(act, ChooseOrder)
                and act.value == 1
                and act.building < COLOUR_COUNT
                and ORDER_COLOUR[act.order] != act.building
            ):
                picks.append(act)
        return self.rng.pick(picks if picks else acts)

    def lowest_gift(self, acts: list[Act], state: SpaceState) -> Act:
        """TS-A8: a visitor gets what counts least, from where the space is worth most."""
        economy = Economy(state, self.seat, self.taste)
        best: Act | None = None
        least = 0
        for act in acts:
            if isinstance(act, Give):
                cost = act.value * (MOST_SPACE_COST + 1) - economy.space_cost(act.building)
            elif isinstance(act, GiveAny):
                cost = act.value
            else:
                continue
            if best is None or cost < least:
                best, least = act, cost
        assert best is not None
        return best

    def interrupted(self, seen: Seen) -> bool:
        """A question to the owner comes before anything else, and may settle itself."""
        return asks(seen.legal()) != self.answering


def asks(acts: list[Act]) -> bool:
    """Whether the owner of the planet is asked something."""
    return any(isinstance(act, (Give, GiveAny, First)) for act in acts)


def held_up_in(state: SpaceState, seat: Seat) -> bool:
    """TS-A11: the action in hand has to wait for the choice of the planet's owner."""
    return state.hand[seat] == SHIP and held_up(state, seat)


def least_ahead(acts: list[Act], state: SpaceState) -> Act:
    """TS-A11: the visitor with the fewest points goes first."""
    best: Act | None = None
    fewest = 0
    for act in acts:
        if isinstance(act, First):
            score = Sheet(state, act.visitor).score
            if best is None or score < fewest:
                best, fewest = act, score
    assert best is not None
    return best


def next_step(acts: list[Act], economy: Economy) -> Act:
    """The best step of the action in hand, or the word that ends it."""
    best: Act | None = None
    most = 0
    ending: Act | None = None
    for act in acts:
        if isinstance(act, (Done, Forfeit)):
            ending = act
            continue
        worth = step_worth(act, economy)
        if worth > most:
            best, most = act, worth
    if best is not None:
        return best
    assert ending is not None
    return ending


def step_worth(act: Act, economy: Economy) -> int:
    """What one step of a lifted action brings; 0 when it had better be left."""
    state = economy.state
    seat = economy.seat
    if isinstance(act, Deliver):
        return economy.order_worth(state.ship_at[seat], act.index) + 1
    if isinstance(act, Fill):
        return (
            1 if economy.short_of(state.kinds[seat * BUILDING_COUNT + state.hand[seat]]) > 0 else 0
        )
    if isinstance(act, Beam):
        return beam_worth(state.kinds[seat * BUILDING_COUNT + act.building], economy)
    if isinstance(act, PutOut):
        colour = ORDER_COLOUR[act.order]
        worth = economy.put_out_worth(colour) - economy.space_cost(act.building)
        worth += 40 * (COLOUR_COUNT - economy.rank.index(colour))
        return worth - ORDER_VALUE[act.order]
    if isinstance(act, Upgrade):
        return upgrade_worth(state.hand[seat], economy)
    if isinstance(act, TakeTile):
        tile = state.stacks[state.ship_at[seat] - state.seats][-1]
        return economy.tile_worth(tile) - 100
    if isinstance(act, Build):
        return 1 if act.building == economy.best_cover(state.research[seat]) else 0
    return 0


def beam_worth(colour: int, economy: Economy) -> int:
    """A good is beamed where it is wanted, or will be if the station has room to wait."""
    wanted = economy.all_demand[colour] - economy.on_stations[colour]
    if wanted > 0:
        return economy.good_worth(colour) + 1
    if economy.future[colour] + wanted > 0 and economy.station_empty > 1:
        return economy.good_worth(colour) // 4
    return 0


def upgrade_worth(building: int, economy: Economy) -> int:
    kind = economy.state.kinds[economy.seat * BUILDING_COUNT + building]
    return economy.tile_worth(kind)


def best_lift(acts: list[Act], economy: Economy) -> Act | None:
    """Stations before plants and ships, so that the ship finds its goods and plants their room."""
    best: Act | None = None
    first = 99
    for act in acts:
        if isinstance(act, Lift):
            place = lift_order(act.symbol, economy)
            if place < first:
                best, first = act, place
    return best


def lift_order(symbol: int, economy: Economy) -> int:
    if symbol == RESEARCH:
        return 3
    if symbol == SHIP:
        return 2
    kind = economy.state.kinds[economy.seat * BUILDING_COUNT + symbol]
    if kind == STATION:
        return 1
    return 0 if kind < STATION else 4


def best_use(acts: list[Act], economy: Economy, rng: Rng) -> Act | None:
    """The symbol on which a free timer brings most; among equals, any."""
    best: list[Act] = []
    most = LEAST
    for act in acts:
        worth = 0
        if isinstance(act, Fly):
            worth = fly_worth(act.place(economy.state.setup.board), economy)
        elif isinstance(act, TurnOver):
            research = act.symbol == RESEARCH
            worth = research_worth(economy) if research else use_worth(act.symbol, economy)
        if worth > most:
            best, most = [act], worth
        elif worth == most and best:
            best.append(act)
    return rng.pick(best) if best else None


def use_worth(building: int, economy: Economy) -> int:
    """What a timer on a building brings, flipping it included."""
    state = economy.state
    seat = economy.seat
    at = seat * BUILDING_COUNT + building
    kind = state.kinds[at]
    if kind == CENTRE:
        worth = centre_worth(STAGES[state.stages[at]], economy)
    elif kind == STATION:
        worth = station_worth(building, economy)
    else:
        worth = plant_worth(building, kind, economy)
    if state.stages[at] == 2 and is_bare(state, seat, building):
        worth = max(worth, upgrade_worth(building, economy))
    return worth


def plant_worth(building: int, colour: int, economy: Economy) -> int:
    """Goods that are wanted; less near the end, when they would come too late."""
    goods = min(economy.empties(building), economy.short_of(colour), economy.state.supply[colour])
    if goods <= 0 or economy.rounds < 2:
        return 0
    return goods * economy.good_worth(colour) * 50 // 100


def station_worth(building: int, economy: Economy) -> int:
    """Goods that wait on plants for a station, or will."""
    space = economy.empties(building)
    worth = 0
    for colour in economy.rank:
        goods = economy.to_beam(colour, space)
        worth += goods * economy.good_worth(colour) * 55 // 100
        space -= goods
    return worth if economy.rounds > 1 else worth // 2


def centre_worth(number: int, economy: Economy) -> int:
    """The best orders, each on the cheapest space there is."""
    costs: list[int] = []
    for building in range(BUILDING_COUNT):
        if empty_spot(economy.state, economy.seat, building) >= 0:
            cost = economy.space_cost(building)
            costs += [cost] * economy.empties(building)
    costs.sort()
    worths: list[int] = []
    for colour in economy.rank:
        worths += [economy.put_out_worth(colour)] * economy.above[colour]
    worth = 0
    for nth in range(min(number, len(costs), len(worths))):
        worth += max(0, worths[nth] - costs[nth])
    return worth


def research_worth(economy: Economy) -> int:
    tile = economy.state.research[economy.seat]
    if economy.best_cover(tile) == NOTHING:
        return 0
    # Even a tile that is hardly needed makes room, and room for the next one.
    return max(economy.tile_worth(tile), 8 * economy.rounds)


def fly_worth(to: int, economy: Economy) -> int:
    """The best planet that is nearer from there, by the flights it takes; and a tile on the way."""
    state = economy.state
    board = state.setup.board
    here = state.ship_at[economy.seat]
    worth = 0
    for host in range(economy.seats):
        if host == economy.seat:
            continue
        flights = 1 + board.hops[to][host]
        if flights > max(1, board.hops[here][host]) or flights > economy.rounds:
            continue
        worth = max(worth, economy.flight_worth(host, flights) // flights)
    moon = to - state.seats
    if moon >= 0 and state.stacks[moon] and state.research[economy.seat] == NOTHING:
        worth += economy.tile_worth(state.stacks[moon][-1]) * 2 // 3
    return worth


def talk(acts: list[Act], economy: Economy) -> Act | None:
    """TS-A13: ask the player who will be visited to put out what could be brought as well."""
    state = economy.state
    seat = economy.seat
    mine = state.offers[seat]
    if mine != NOTHING:
        offer = OFFER[mine]
        kept = (
            economy.on_stations[offer.brought] > 0 and economy.demand[offer.to][offer.brought] > 0
        )
        for act in acts:
            if isinstance(act, Withdraw) and not kept:
                return act
        return None
    for act in acts:
        if isinstance(act, Offer) and economy.demand[act.to][act.brought] > 0:
            spare = economy.on_stations[act.wanted] + economy.on_plants[act.wanted]
            if act.wanted == act.brought:
                spare -= 1
            if spare > economy.all_demand[act.wanted] and economy.chance[act.wanted] > UNLIKELY:
                return act
    return None


BOTS: Final[dict[str, type[Bot]]] = {"club": Club}
