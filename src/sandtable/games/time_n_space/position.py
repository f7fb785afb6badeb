"""The position of Time 'n' Space as plain data, secrets included; and back, with reasons."""

from typing import Any, Final

from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_n_space.actions import OFFER, SYMBOLS
from sandtable.games.time_n_space.offers import offer_number
from sandtable.games.time_n_space.options import Setup
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    COLOUR_COUNT,
    COLOURS,
    KINDS,
    ORDER_COUNT,
    STAGE_NAMES,
    TIMERS,
    VALUE_COUNT,
    VALUES,
)
from sandtable.games.time_n_space.position_checks import check_table
from sandtable.games.time_n_space.state import (
    ALL_SPOTS,
    CHOICE,
    CHOICES,
    EMPTY,
    FREE,
    GOOD,
    HELD,
    LINES,
    NOTHING,
    ORDER,
    OVER,
    PHASES,
    SHIP,
    SPOTS_OF_BUILDING,
    SPOTS_OF_MAT,
    Debt,
    SpaceState,
    room,
)
from sandtable.games.time_n_space.view import counters, none_if_nothing, piece

TIMER_PLACES: Final = (*SYMBOLS, "free", "hand")


def dump(state: SpaceState) -> dict[str, Any]:
    return {
        "phase": PHASES[state.phase],
        "due": state.due,
        "supply": state.supply.copy(),
        "moons": [
            {"tiles": [KINDS[tile] for tile in state.stacks[moon]], "known": state.known[moon]}
            for moon in range(len(state.stacks))
        ],
        "line": state.line.copy(),
        "lines": [
            {
                "stage": LINES[state.line_stage[host]],
                "due": state.line_due[host],
                "filling": none_if_nothing(state.line_first[host]),
            }
            for host in range(state.seats)
        ],
        "debts": [dump_debt(state, debt) for debt in state.debts],
        "mats": [dump_mat(state, seat) for seat in range(state.seats)],
    }


def dump_debt(state: SpaceState, debt: Debt) -> dict[str, Any]:
    owed: dict[str, Any] = {
        "host": debt.host,
        "visitor": debt.visitor,
        "due": debt.due,
        "owed": debt.owed.copy(),
    }
    if not state.setup.first_rules:
        owed["among"] = spot_numbers(debt.among)
    return owed


def dump_hand(state: SpaceState, seat: Seat) -> dict[str, Any] | None:
    if state.hand[seat] == NOTHING:
        return None
    hand: dict[str, Any] = {
        "on": SYMBOLS[state.hand[seat]],
        "steps": state.hand_did[seat],
        "waits": state.waits[seat] == 1,
    }
    if not state.setup.first_rules:
        hand["visit"] = spot_numbers(state.visit[seat])
    return hand


def spot_numbers(among: int) -> list[int]:
    """A set of spots of one mat, as the numbers of its spots."""
    return [nth for nth in range(SPOTS_OF_MAT) if among >> nth & 1]


def dump_mat(state: SpaceState, seat: Seat) -> dict[str, Any]:
    tile = state.research[seat]
    places = state.setup.board.places
    offer = state.offers[seat]
    won = seat * state.seats * ORDER_COUNT
    return {
        "buildings": [dump_building(state, seat, b) for b in range(BUILDING_COUNT)],
        "research": None if tile == NOTHING else KINDS[tile],
        "above": counters(state.above[seat * ORDER_COUNT : (seat + 1) * ORDER_COUNT]),
        "won": [
            counters(state.won[won + host * ORDER_COUNT : won + (host + 1) * ORDER_COUNT])
            for host in range(state.seats)
        ],
        "bonus_here": state.bonus_at[seat] == 1,
        "bonuses": state.bonuses[seat],
        "ship_at": places[state.ship_at[seat]],
        "ship_to": places[state.ship_to[seat]],
        "timers": [
            {"on": timer_place(state.timer_on[timer]), "runs_out_at": state.timer_at[timer]}
            for timer in range(seat * TIMERS, (seat + 1) * TIMERS)
        ],
        "hand": dump_hand(state, seat),
        "lifted_at": state.lifted_at[seat],
        "chosen": state.chosen[seat * CHOICES : (seat + 1) * CHOICES],
        "may_offer": state.may_offer[seat] == 1,
        "offer": None if offer == NOTHING else OFFER[offer].to_json(),
    }


def dump_building(state: SpaceState, seat: Seat, building: int) -> dict[str, Any]:
    at = seat * BUILDING_COUNT + building
    start = at * SPOTS_OF_BUILDING
    return {
        "kind": KINDS[state.kinds[at]],
        "stage": STAGE_NAMES[state.stages[at]],
        "spots": [piece(p) for p in state.spots[start : start + room(state, seat, building)]],
    }


def timer_place(where: int) -> str:
    if where == FREE:
        return "free"
    return "hand" if where == HELD else SYMBOLS[where]


def load(data: Any, setup: Setup, seats: int, rng: Rng, now: Ms, over: bool) -> SpaceState:
    reader = Reader(data, "table")
    state = SpaceState(seats, rng, setup)
    state.now = now
    state.phase = PHASES.index(reader.word("phase", PHASES))
    if (state.phase == OVER) != over:
        raise reader.bad("phase", "a match is over when it has an outcome, and only then")
    state.due = reader.whole("due", 0, FOREVER)
    state.supply = reader.wholes("supply", COLOUR_COUNT, 0, FOREVER)
    for moon, entry in enumerate(reader.objects("moons", setup.board.moons)):
        state.stacks[moon] = [kind_number(entry, "tiles", k) for k in entry.items("tiles", None)]
        state.known[moon] = entry.whole("known", 0, len(state.stacks[moon]))
        entry.done()
    state.line = reader.wholes("line", None, 0, seats - 1)
    for host, entry in enumerate(reader.objects("lines", seats)):
        stages = LINES[:CHOICE] if setup.first_rules else LINES
        state.line_stage[host] = LINES.index(entry.word("stage", stages))
        state.line_due[host] = entry.whole("due", 0, FOREVER)
        filling = entry.whole_or_none("filling", 0, seats - 1)
        state.line_first[host] = NOTHING if filling is None else filling
        entry.done()
    for entry in reader.objects("debts", None):
        debt = Debt(
            entry.whole("host", 0, seats - 1),
            entry.whole("visitor", 0, seats - 1),
            entry.whole("due", 0, FOREVER),
            entry.wholes("owed", COLOUR_COUNT, 0, FOREVER),
            ALL_SPOTS if setup.first_rules else load_spots(entry, "among"),
        )
        entry.done()
        state.debts.append(debt)
    for seat, entry in enumerate(reader.objects("mats", seats)):
        load_mat(state, seat, entry)
    reader.done()
    check_table(state, reader)
    return state


def load_mat(state: SpaceState, seat: Seat, reader: Reader) -> None:
    seats = state.seats
    for building, entry in enumerate(reader.objects("buildings", BUILDING_COUNT)):
        load_building(state, seat, building, entry)
    tile = reader.take("research")
    state.research[seat] = NOTHING if tile is None else kind_number(reader, "research", tile)
    load_counters(state.above, seat * ORDER_COUNT, reader.object("above"))
    for host, entry in enumerate(reader.objects("won", seats)):
        load_counters(state.won, (seat * seats + host) * ORDER_COUNT, entry)
    state.bonus_at[seat] = 1 if reader.flag("bonus_here") else 0
    state.bonuses[seat] = reader.whole("bonuses", 0, seats)
    places = tuple(state.setup.board.places)
    state.ship_at[seat] = places.index(reader.word("ship_at", places))
    state.ship_to[seat] = places.index(reader.word("ship_to", places))
    for nth, entry in enumerate(reader.objects("timers", TIMERS)):
        where = entry.word("on", TIMER_PLACES)
        on = FREE if where == "free" else HELD if where == "hand" else SYMBOLS.index(where)
        state.timer_on[seat * TIMERS + nth] = on
        state.timer_at[seat * TIMERS + nth] = entry.whole("runs_out_at", 0, FOREVER)
        entry.done()
    hand = reader.take("hand")
    if hand is not None:
        entry = Reader(hand, f"{reader.where}.hand")
        state.hand[seat] = SYMBOLS.index(entry.word("on", tuple(SYMBOLS)))
        state.hand_did[seat] = entry.whole("steps", 0, FOREVER)
        state.waits[seat] = 1 if entry.flag("waits") else 0
        if not state.setup.first_rules:
            state.visit[seat] = load_spots(entry, "visit")
        elif state.hand[seat] == SHIP and state.ship_at[seat] < seats:
            state.visit[seat] = ALL_SPOTS
        entry.done()
    state.lifted_at[seat] = reader.whole("lifted_at", 0, state.now)
    picks = reader.wholes("chosen", CHOICES, NOTHING, ORDER_COUNT * BUILDING_COUNT - 1)
    for nth in range(CHOICES):
        state.chosen[seat * CHOICES + nth] = picks[nth]
    state.may_offer[seat] = 1 if reader.flag("may_offer") else 0
    state.offers[seat] = load_offer(reader, seats)
    reader.done()


def load_spots(reader: Reader, field: str) -> int:
    """A set of spots of one mat, from the numbers of its spots in order."""
    numbers = reader.wholes(field, None, 0, SPOTS_OF_MAT - 1)
    among = 0
    for number in numbers:
        among |= 1 << number
    if numbers != spot_numbers(among):
        raise reader.bad(field, "spots are named once each, and in order")
    return among


def load_building(state: SpaceState, seat: Seat, building: int, reader: Reader) -> None:
    at = seat * BUILDING_COUNT + building
    state.kinds[at] = kind_number(reader, "kind", reader.take("kind"))
    state.stages[at] = STAGE_NAMES.index(reader.word("stage", STAGE_NAMES[1:]))
    spots = reader.items("spots", room(state, seat, building))
    for nth in range(len(spots)):
        state.spots[at * SPOTS_OF_BUILDING + nth] = piece_number(
            reader, f"spots[{nth}]", spots[nth]
        )
    reader.done()


def piece_number(reader: Reader, field: str, data: Any) -> int:
    if data is None:
        return EMPTY
    entry = Reader(data, f"{reader.where}.{field}")
    if "good" in entry.data:
        number = GOOD + COLOURS.index(entry.word("good", tuple(COLOURS)))
    else:
        colour = COLOURS.index(entry.word("order", tuple(COLOURS)))
        number = ORDER + colour * VALUE_COUNT + value_number(entry, "value", entry.take("value"))
    entry.done()
    return number


def value_number(reader: Reader, field: str, value: Any) -> int:
    if type(value) is not int or value not in VALUES:
        raise reader.bad(field, f"{value!r} is no value of an order (TS-C3)")
    return VALUES.index(value)


def kind_number(reader: Reader, field: str, word: Any) -> int:
    if not isinstance(word, str) or word not in KINDS:
        raise reader.bad(field, f"{word!r} is not one of {', '.join(KINDS)}")
    return KINDS.index(word)


def load_counters(counts: list[int], start: int, reader: Reader) -> None:
    """Orders by colour, each as its value, into a list of counts."""
    for order in range(ORDER_COUNT):
        counts[start + order] = 0
    for colour in range(COLOUR_COUNT):
        for value in reader.items(COLOURS[colour], None):
            nth = value_number(reader, COLOURS[colour], value)
            counts[start + colour * VALUE_COUNT + nth] += 1
    reader.done()


def load_offer(reader: Reader, seats: int) -> int:
    data = reader.take("offer")
    if data is None:
        return NOTHING
    entry = Reader(data, f"{reader.where}.offer")
    entry.word("act", ("offer",))
    to = entry.whole("to", 0, seats - 1)
    bring = COLOURS.index(entry.word("bring", tuple(COLOURS)))
    put_out = COLOURS.index(entry.word("put_out", tuple(COLOURS)))
    entry.done()
    return offer_number(to, bring, put_out)
