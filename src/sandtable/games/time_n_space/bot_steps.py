"""The next step of an action in hand, and the answers of a planet's owner."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import (
    Beam,
    Build,
    ChooseOrder,
    Deliver,
    Done,
    Fill,
    First,
    Forfeit,
    Give,
    GiveAny,
    PutOut,
    TakeTile,
    Upgrade,
)
from sandtable.games.time_n_space.bot_economy import MOST_SPACE_COST, Economy
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    ORDER_COLOUR,
    ORDER_VALUE,
)
from sandtable.games.time_n_space.planets import held_up
from sandtable.games.time_n_space.state import SHIP, SpaceState

PAID: Final = 150
"""What the first order may cost beyond its worth: the centre's timer has been spent on it."""


def asks(acts: list[Act]) -> bool:
    """Whether the owner of the planet is asked something."""
    return any(isinstance(act, (Give, GiveAny, First)) for act in acts)


def held_up_in(state: SpaceState, seat: Seat) -> bool:
    """TS-A11: the action in hand has to wait for the choice of the planet's owner."""
    return state.hand[seat] == SHIP and held_up(state, seat)


def choose_first(acts: list[Act], rng: Rng) -> Act:
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
    return rng.pick(picks if picks else acts)


def answer(acts: list[Act], economy: Economy) -> Act:
    """What the owner of a planet says to its visitors."""
    for act in acts:
        if isinstance(act, First):
            return least_ahead(acts, economy.state)
    return lowest_gift(acts, economy)


def lowest_gift(acts: list[Act], economy: Economy) -> Act:
    """TS-A8: a visitor gets what counts least, from where the space is worth most."""
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
        return economy.visit_worth(state.ship_at[seat], act.index, 1) + 1
    if isinstance(act, Fill):
        return (
            1 if economy.short_of(state.kinds[seat * BUILDING_COUNT + state.hand[seat]]) > 0 else 0
        )
    if isinstance(act, Beam):
        return beam_worth(state.kinds[seat * BUILDING_COUNT + act.building], economy)
    if isinstance(act, PutOut):
        return put_out_worth(act, economy)
    if isinstance(act, Upgrade):
        return economy.tile_worth(state.kinds[seat * BUILDING_COUNT + state.hand[seat]])
    if isinstance(act, TakeTile):
        tile = state.stacks[state.ship_at[seat] - state.seats][-1]
        return economy.tile_worth(tile) - 100
    if isinstance(act, Build):
        return 1 if act.building == economy.best_cover(state.research[seat]) else 0
    return 0


def put_out_worth(act: PutOut, economy: Economy) -> int:
    """An order of a colour that somebody brings is filled soon, and its space is free again."""
    colour = ORDER_COLOUR[act.order]
    worth = economy.put_out_worth(colour)
    if worth == 0:
        return 0
    worth -= economy.space_cost(act.building)
    if economy.state.hand_did[economy.seat] == 0:
        worth += PAID
    worth += 40 * (COLOUR_COUNT - economy.rank.index(colour))
    return worth - ORDER_VALUE[act.order]


def beam_worth(colour: int, economy: Economy) -> int:
    """A good is beamed where it is wanted, or will be if the station has room to wait."""
    wanted = economy.all_demand[colour] - economy.on_stations[colour]
    if wanted > 0:
        return economy.good_worth(colour) + 1
    if economy.future[colour] + wanted > 0 and economy.station_empty > 1:
        return economy.good_worth(colour) // 4
    return 0
