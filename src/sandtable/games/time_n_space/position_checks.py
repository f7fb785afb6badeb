"""Positions that no table could have reached are refused with the rule they break."""

from sandtable.engine.plain import Reader
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import OFFER
from sandtable.games.time_n_space.gifts import first_debt, is_real_choice
from sandtable.games.time_n_space.lines import fills, waiting
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    COLOURS,
    INTRODUCTORY_TILES,
    KIND_COUNT,
    KINDS,
    MAT,
    ORDER_COLOUR,
    ORDER_COUNT,
    PARTS,
    STATION,
    TIMERS,
    orders_above,
)
from sandtable.games.time_n_space.planets import open_spots, wanted_goods
from sandtable.games.time_n_space.possible import can_step
from sandtable.games.time_n_space.state import (
    ASKED,
    CHOICE,
    CHOICES,
    CHOOSING,
    EMPTY,
    FILLING,
    FREE,
    GOOD,
    HELD,
    NO_LINE,
    NOTHING,
    ORDER,
    OVER,
    PLAY,
    RESEARCH,
    SHIP,
    SPOTS_OF_BUILDING,
    SpaceState,
    left_to_choose,
    open_orders,
    room_to_choose,
    timer_with,
)


def check_table(state: SpaceState, reader: Reader) -> None:
    """Everything a position must be, part by part."""
    check_goods(state, reader)
    check_orders(state, reader)
    check_tiles(state, reader)
    for seat in range(state.seats):
        check_timers(state, seat, reader)
        check_ship(state, seat, reader)
        check_choices(state, seat, reader)
        offer = state.offers[seat]
        if offer != NOTHING and (OFFER[offer].to == seat or state.phase != PLAY):
            raise reader.bad(f"mats[{seat}].offer", "no such offer can stand now (TS-A13)")
    if sum(state.bonus_at) + sum(state.bonuses) != state.seats:
        raise reader.bad("mats", f"there are {state.seats} white counters (TS-C4)")
    check_lines(state, reader)
    check_debts(state, reader)
    if not state.setup.first_rules:
        check_visits(state, reader)
    if state.phase == CHOOSING and any(where != FREE for where in state.timer_on):
        raise reader.bad("phase", "no timer runs before all have chosen (TS-T1)")
    if state.phase != OVER and state.due <= state.now:
        raise reader.bad("due", f"the phase would have ended at {state.due}")


def check_goods(state: SpaceState, reader: Reader) -> None:
    for colour in range(COLOUR_COUNT):
        goods = state.supply[colour] + state.spots.count(GOOD + colour)
        if goods != PARTS.goods:
            reason = f"there are {goods} {COLOURS[colour]} goods, not {PARTS.goods} (TS-C2)"
            raise reader.bad("supply", reason)
    for spot in range(len(state.spots)):
        kind = state.kinds[spot // SPOTS_OF_BUILDING]
        if (
            kind < STATION
            and EMPTY < state.spots[spot] < ORDER
            and state.spots[spot] != GOOD + kind
        ):
            seat = spot // SPOTS_OF_BUILDING // BUILDING_COUNT
            raise reader.bad(f"mats[{seat}]", "a plant holds a good of another colour (TS-A1)")


def check_orders(state: SpaceState, reader: Reader) -> None:
    at_start = orders_above(state.setup.introductory)
    for seat in range(state.seats):
        if any(state.won[(seat * state.seats + seat) * ORDER_COUNT :][:ORDER_COUNT]):
            raise reader.bad(f"mats[{seat}].won", "nobody fills an order of their own (TS-A12)")
        for order in range(ORDER_COUNT):
            count = state.above[seat * ORDER_COUNT + order] + open_orders(state, seat, order)
            for other in range(state.seats):
                count += state.won[(other * state.seats + seat) * ORDER_COUNT + order]
            if count != at_start[order]:
                reason = f"the player's {COLOURS[ORDER_COLOUR[order]]} orders do not add up (TS-C3)"
                raise reader.bad(f"mats[{seat}]", reason)


def check_tiles(state: SpaceState, reader: Reader) -> None:
    """TS-C6: every building beyond stage I is a tile, and no tile is there twice."""
    tiles = [0] * KIND_COUNT
    for stack in state.stacks:
        for kind in stack:
            tiles[kind] += 1
    for at in range(len(state.kinds)):
        if state.stages[at] > 1:
            tiles[state.kinds[at]] += 1
        elif state.kinds[at] != MAT[at % BUILDING_COUNT]:
            raise reader.bad(
                f"mats[{at // BUILDING_COUNT}].buildings[{at % BUILDING_COUNT}]",
                f"the mat shows a {KINDS[MAT[at % BUILDING_COUNT]]} there (TS-C5)",
            )
    for kind in state.research:
        if kind != NOTHING:
            tiles[kind] += 1
    introductory = state.setup.introductory
    there = PARTS.cover_kinds[: state.seats * INTRODUCTORY_TILES] if introductory else PARTS.tiles
    for kind in range(KIND_COUNT):
        if tiles[kind] != there.count(kind):
            reason = f"there are {tiles[kind]} {KINDS[kind]} tiles, not {there.count(kind)} (TS-C6)"
            raise reader.bad("moons", reason)


def check_timers(state: SpaceState, seat: Seat, reader: Reader) -> None:
    where = f"mats[{seat}]"
    held = 0
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        on = state.timer_on[timer]
        at = state.timer_at[timer]
        if on == HELD:
            held += 1
        if on < 0:
            if at != 0:
                raise reader.bad(f"{where}.timers", "a timer on no symbol does not run (TS-T4)")
            continue
        if not 0 < at <= state.now + state.setup.timer:
            raise reader.bad(f"{where}.timers", f"no timer runs out at {at} (TS-C7)")
        if timer_with(state, seat, on) != timer or state.hand[seat] == on:
            raise reader.bad(f"{where}.timers", "one timer per symbol (TS-T2)")
        if on == RESEARCH and state.research[seat] == NOTHING:
            raise reader.bad(f"{where}.timers", "the research space holds no tile (TS-T2)")
    hand = state.hand[seat]
    if held != (0 if hand == NOTHING else 1):
        raise reader.bad(f"{where}.hand", "a lifted timer is in hand for its action (TS-T4)")
    if hand == RESEARCH and state.research[seat] == NOTHING:
        raise reader.bad(f"{where}.hand", "the research space holds no tile (TS-T2)")
    if hand == NOTHING and (state.hand_did[seat] or state.waits[seat]):
        raise reader.bad(f"{where}.hand", "no action is being carried out (TS-T4)")


def check_ship(state: SpaceState, seat: Seat, reader: Reader) -> None:
    here = state.ship_at[seat]
    to = state.ship_to[seat]
    if to == here:
        return
    if timer_with(state, seat, SHIP) < 0:
        raise reader.bad(f"mats[{seat}].ship_to", "a ship without a timer goes nowhere (TS-T3)")
    if to not in state.setup.board.next_to[here]:
        raise reader.bad(f"mats[{seat}].ship_to", "no passage leads there (TS-T3)")


def check_choices(state: SpaceState, seat: Seat, reader: Reader) -> None:
    picks = state.chosen[seat * CHOICES : (seat + 1) * CHOICES]
    if state.phase != CHOOSING:
        if any(pick != NOTHING for pick in picks):
            raise reader.bad(f"mats[{seat}].chosen", "all choices are revealed (TS-S3)")
        return
    if picks[0] == NOTHING and picks[1] != NOTHING:
        raise reader.bad(f"mats[{seat}].chosen", "the first choice comes first (TS-S3)")
    for pick in picks:
        if pick != NOTHING:
            order = pick // BUILDING_COUNT
            building = pick % BUILDING_COUNT
            if left_to_choose(state, seat, order) < 0 or room_to_choose(state, seat, building) < 0:
                raise reader.bad(f"mats[{seat}].chosen", "no such order or space (TS-S3, TS-S4)")
    if any(state.won) or any(piece != EMPTY for piece in state.spots):
        raise reader.bad("phase", "nothing lies on the mats before the reveal (TS-S3)")


def check_lines(state: SpaceState, reader: Reader) -> None:
    """TS-A11: who waits is in line, at another's planet, and somebody is waited for."""
    for seat in range(state.seats):
        if state.line.count(seat) != state.waits[seat]:
            raise reader.bad("line", f"seat {seat} is in line once if it waits (TS-A11)")
        at = state.ship_at[seat]
        if state.waits[seat] and (state.hand[seat] != SHIP or at == seat or at >= state.seats):
            raise reader.bad("line", f"seat {seat} is at no other's planet (TS-A11)")
    for host in range(state.seats):
        stage = state.line_stage[host]
        if (stage == NO_LINE) != (not waiting(state, host)):
            raise reader.bad(f"lines[{host}]", "there is a line while somebody waits (TS-A11)")
        if (stage == NO_LINE) != (state.line_due[host] == 0):
            raise reader.bad(f"lines[{host}].due", "a line, and only a line, has an end (TS-A11)")
        filling = state.line_first[host]
        if (stage == FILLING) != (filling != NOTHING):
            raise reader.bad(f"lines[{host}].filling", "one fills while others wait (TS-A11)")
        if stage == ASKED and len(waiting(state, host)) < 2:
            raise reader.bad(f"lines[{host}].stage", "the owner chooses among two (TS-A11)")


def check_debts(state: SpaceState, reader: Reader) -> None:
    """TS-A8: an owner owes only what lies on the mat, and is asked only for a real choice."""
    for host in range(state.seats):
        if any(count < 0 for count in wanted_goods(state, host)):
            raise reader.bad("debts", f"seat {host} owes more counters than it has (TS-A8)")
        visitors: list[Seat] = []
        for debt in state.debts:
            if debt.host != host:
                continue
            if debt.visitor == host or debt.visitor in visitors or sum(debt.owed) == 0:
                raise reader.bad("debts", f"seat {host} has a debt that cannot be (TS-A8)")
            if (debt.due == 0) != (len(visitors) > 0):
                raise reader.bad("debts", "the first visitor's debt, and only that, is due (TS-A8)")
            if not visitors:
                for colour in range(COLOUR_COUNT):
                    if debt.owed[colour] > 0 and not is_real_choice(state, debt, colour):
                        raise reader.bad("debts", f"seat {host} has nothing to choose (TS-A8)")
            visitors.append(debt.visitor)


def check_visits(state: SpaceState, reader: Reader) -> None:
    """TS-T4, TS-A10, TS-A11: what version 2 of the rules made narrower."""
    for seat in range(state.seats):
        if state.hand[seat] == NOTHING:
            continue
        place = state.ship_at[seat]
        at_planet = state.hand[seat] == SHIP and place < state.seats
        there = open_spots(state, place) if at_planet else 0
        if state.visit[seat] & ~there:
            raise reader.bad(f"mats[{seat}].hand.visit", "no order lies there (TS-A10)")
        if state.phase != OVER and not can_step(state, seat):
            raise reader.bad(f"mats[{seat}].hand", "an action without a step is over (TS-T4)")
    for debt in state.debts:
        if debt.among & ~open_spots(state, debt.host):
            raise reader.bad("debts", "no order lies there (TS-A8)")
        if debt is not first_debt(state, debt.host):
            raise reader.bad("debts", "the owner chooses for one visitor at a time (TS-A11)")
        if fills(state, debt.host, debt.visitor) and debt.among != state.visit[debt.visitor]:
            raise reader.bad("debts", "a visitor is given what was open for the visit (TS-A8)")
    if state.phase == OVER:
        # At the end the table gives what is owed at once; who was in line then is left as it was.
        return
    for host in range(state.seats):
        chosen_for = first_debt(state, host)
        if state.line_stage[host] == CHOICE and (
            chosen_for is None or chosen_for.due != state.line_due[host]
        ):
            raise reader.bad(f"lines[{host}]", "those in line wait for no choice (TS-A11)")
        if state.line_stage[host] == FILLING and not fills(state, host, state.line_first[host]):
            raise reader.bad(f"lines[{host}].filling", "that player fills nothing (TS-A11)")
