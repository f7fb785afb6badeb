"""Which acts each seat has now in Time 'n' Space."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import (
    BEAM,
    BUILD,
    CHOOSE_ORDER,
    DELIVER,
    DONE,
    FILL,
    FIRST,
    FLY,
    FORFEIT,
    GIVE,
    GIVE_ANY,
    LIFT,
    OFFER,
    PUT_OUT,
    TAKE_TILE,
    TURN_OVER,
    UPGRADE,
    WITHDRAW,
)
from sandtable.games.time_n_space.gifts import first_debt, spot_to_give
from sandtable.games.time_n_space.lines import tied
from sandtable.games.time_n_space.moons import can_take
from sandtable.games.time_n_space.offers import goods_ready, offer_number
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    ORDER_COLOUR,
    ORDER_COUNT,
    STAGES,
    STATION,
    TIMERS,
)
from sandtable.games.time_n_space.planets import held_up, wanted_from
from sandtable.games.time_n_space.possible import can_cover, can_fill, can_upgrade, holds_good
from sandtable.games.time_n_space.state import (
    ASKED,
    CHOICES,
    CHOOSING,
    FREE,
    GOOD,
    NOTHING,
    OVER,
    PLAY,
    RESEARCH,
    SHIP,
    SpaceState,
    above_in_colour,
    chosen_count,
    empty_spot,
    left_to_choose,
    room_to_choose,
    spot_with,
    timer_with,
)


def active(state: SpaceState) -> list[Seat]:
    """The seats that have any act, found without listing them."""
    return [seat for seat in range(state.seats) if can_act(state, seat)]


def legal(state: SpaceState, seat: Seat) -> list[Act]:
    found: list[Act] = []
    if state.phase == CHOOSING:
        add_choices(state, seat, found)
    elif state.phase != OVER:
        if state.hand[seat] == NOTHING:
            add_lifts(state, seat, found)
        else:
            add_steps(state, seat, found)
        if state.phase == PLAY:
            add_turns(state, seat, found)
        if state.debts:
            add_gifts(state, seat, found)
        if state.line:
            add_firsts(state, seat, found)
        add_offers(state, seat, found)
    return found


def add_choices(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-S3: any order of one's own onto any order space, twice."""
    if chosen_count(state, seat) == CHOICES:
        return
    for building in range(BUILDING_COUNT):
        if room_to_choose(state, seat, building) > 0:
            for order in range(ORDER_COUNT):
                if left_to_choose(state, seat, order) > 0:
                    found.append(CHOOSE_ORDER[order][building])


def add_turns(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-T2, TS-T3: a free timer onto any symbol of one's own that has none."""
    if timer_with(state, seat, FREE) < 0:
        return
    for building in range(BUILDING_COUNT):
        if not is_taken(state, seat, building):
            found.append(TURN_OVER[building])
    if state.research[seat] != NOTHING and not is_taken(state, seat, RESEARCH):
        found.append(TURN_OVER[RESEARCH])
    if not is_taken(state, seat, SHIP):
        board = state.setup.board
        flights = FLY[board.players - 3]
        here = state.ship_at[seat]
        found.append(flights[here])
        for place in board.next_to[here]:
            found.append(flights[place])


def is_taken(state: SpaceState, seat: Seat, symbol: int) -> bool:
    """TS-T2: one timer a symbol; and whose action is being carried out is not free yet."""
    return state.hand[seat] == symbol or timer_with(state, seat, symbol) >= 0


def add_lifts(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-T4: timers that have run out, while no other action is being carried out."""
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        if state.timer_on[timer] >= 0 and state.timer_at[timer] <= state.now:
            found.append(LIFT[state.timer_on[timer]])


def add_steps(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """Every next step of the action in hand, and the word that ends it."""
    if state.waits[seat] == 0:
        symbol = state.hand[seat]
        if symbol < BUILDING_COUNT:
            add_works(state, seat, symbol, found)
        elif symbol == RESEARCH:
            for building in range(BUILDING_COUNT):
                if can_cover(state, seat, building):
                    found.append(BUILD[building])
        elif state.ship_at[seat] >= state.seats:
            if can_take(state, seat):
                found.append(TAKE_TILE)
        else:
            add_deliveries(state, seat, found)
    found.append(FORFEIT if state.hand_did[seat] == 0 else DONE)


def add_works(state: SpaceState, seat: Seat, building: int, found: list[Act]) -> None:
    """TS-A1 to TS-A4: what the lifted building can do."""
    kind = state.kinds[seat * BUILDING_COUNT + building]
    if kind < STATION:
        if can_fill(state, seat, building):
            found.append(FILL)
    elif kind == STATION:
        if empty_spot(state, seat, building) >= 0:
            for plant in range(BUILDING_COUNT):
                if holds_good(state, seat, plant):
                    found.append(BEAM[plant])
    elif state.hand_did[seat] < STAGES[state.stages[seat * BUILDING_COUNT + building]]:
        for space in range(BUILDING_COUNT):
            if empty_spot(state, seat, space) >= 0:
                for order in range(ORDER_COUNT):
                    if state.above[seat * ORDER_COUNT + order] > 0:
                        found.append(PUT_OUT[order][space])
    if can_upgrade(state, seat):
        found.append(UPGRADE)


def add_deliveries(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-A7: each colour that is wanted, from each of one's stations that holds it."""
    if held_up(state, seat):
        return
    wanted = wanted_from(state, seat)
    for building in range(BUILDING_COUNT):
        if state.kinds[seat * BUILDING_COUNT + building] == STATION:
            for colour in range(COLOUR_COUNT):
                if wanted[colour] > 0 and spot_with(state, seat, building, GOOD + colour) >= 0:
                    found.append(DELIVER[colour][building])


def add_gifts(state: SpaceState, host: Seat, found: list[Act]) -> None:
    """TS-A8: every order that may be given for what the first visitor is owed."""
    debt = first_debt(state, host)
    if debt is None:
        return
    for order in range(ORDER_COUNT):
        if debt.owed[ORDER_COLOUR[order]] > 0 and spot_to_give(state, debt, order, NOTHING) >= 0:
            if state.setup.first_rules:
                found.append(GIVE_ANY[order])
                continue
            for building in range(BUILDING_COUNT):
                if spot_to_give(state, debt, order, building) >= 0:
                    found.append(GIVE[order][building])


def add_firsts(state: SpaceState, host: Seat, found: list[Act]) -> None:
    """TS-A11: each of those who came together."""
    if state.line_stage[host] == ASKED:
        for seat in tied(state, host):
            found.append(FIRST[seat])


def add_offers(state: SpaceState, seat: Seat, found: list[Act]) -> None:
    """TS-A13: every offer to another player; or to withdraw the one that is open."""
    if state.phase != PLAY:
        return
    if state.offers[seat] != NOTHING:
        found.append(WITHDRAW)
        return
    if state.may_offer[seat] == 0:
        return
    goods = goods_ready(state, seat)
    for bring in range(COLOUR_COUNT):
        if goods[bring] > 0:
            for to in range(state.seats):
                if to != seat:
                    for put_out in range(COLOUR_COUNT):
                        if above_in_colour(state, to, put_out) > 0:
                            found.append(OFFER[offer_number(to, bring, put_out)])


def can_act(state: SpaceState, seat: Seat) -> bool:
    """Whether a seat has any legal act, found without listing them."""
    if state.phase == CHOOSING:
        return chosen_count(state, seat) < CHOICES
    if state.phase == OVER:
        return False
    if state.hand[seat] != NOTHING:
        return True
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        where = state.timer_on[timer]
        if where == FREE:
            if state.phase == PLAY:
                return True
        elif where >= 0 and state.timer_at[timer] <= state.now:
            return True
    if state.debts and first_debt(state, seat) is not None:
        return True
    if state.line_stage[seat] == ASKED:
        return True
    return can_offer(state, seat)


def can_offer(state: SpaceState, seat: Seat) -> bool:
    """Whether there is an offer to make or to withdraw."""
    if state.phase != PLAY:
        return False
    if state.offers[seat] != NOTHING:
        return True
    if state.may_offer[seat] == 0 or not any(n > 0 for n in goods_ready(state, seat)):
        return False
    for to in range(state.seats):
        if to != seat:
            for colour in range(COLOUR_COUNT):
                if above_in_colour(state, to, colour) > 0:
                    return True
    return False
