"""The position of A Time of Chaos as plain data, secrets included; and back, with reasons."""

from typing import Any, Final

from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.time_of_chaos.options import NO_LIMIT, Setup
from sandtable.games.time_of_chaos.parts import (
    ACTIONS,
    CARD_BY_NAME,
    CARD_COUNT,
    CITIES,
    CITY_COUNT,
    CUBES,
    DECK_SIZE,
    DISORDER,
    ERA_COUNT,
    ERAS,
    HAND,
    LAST_CARD,
    NAMES,
    OPEN,
    PRESENT,
    TILE_COUNT,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.position_steps import (
    before_and_after,
    dump_step,
    dump_tile,
    load_step,
    load_tile,
)
from sandtable.games.time_of_chaos.state import (
    ACT,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OVER,
    PHASES,
    PLACE,
    SEND,
    ChaosState,
)
from sandtable.games.time_of_chaos.steps import oldest_first
from sandtable.games.time_of_chaos.turn import is_sender, waiting_senders
from sandtable.games.time_of_chaos.undo import MOST_TAKEN_BACK

CITY_WORDS: Final = tuple(CITIES)
CARD_WORDS: Final = tuple(NAMES)


def dump(state: ChaosState) -> dict[str, Any]:
    """Decks are written from their top card down. The supplies follow from the cubes on tiles."""
    eras = range(ERA_COUNT)
    seats = range(state.seats)
    table: dict[str, Any] = {
        "grids": {ERAS[era]: dump_grid(state, era) for era in eras},
        "decks": {ERAS[era]: [NAMES[c] for c in reversed(state.deck_of(era))] for era in eras},
        "open": {
            ERAS[era]: [
                None if card == NO_CARD else NAMES[card]
                for card in state.open_cards[era * OPEN : era * OPEN + OPEN]
            ]
            for era in eras
        },
        "hands": [
            [{"card": NAMES[c], "known": state.is_known(c)} for c in state.hands[seat]]
            for seat in seats
        ],
        "delivered": [[NAMES[c] for c in state.delivered[seat]] for seat in seats],
        "pawns": [None if tile == NOWHERE else dump_tile(tile) for tile in state.pawns],
        "cloaks": state.cloaks.copy(),
        "minus": state.minus.copy(),
        "phase": PHASES[state.phase],
        "first": state.first,
        "turn": state.turn,
        "turns": state.turns,
        "sent": [dump_tile(tile) for tile in range(TILE_COUNT) if state.sent >> tile & 1],
        "actions_left": state.actions_left,
        "idle": state.idle,
        "since_delivery": state.since_delivery,
        "ender": None if state.ender == NOBODY else state.ender,
        "turn_began_at": state.turn_began_at,
        "turn_ends_at": None if state.turn_ends_at == NO_LIMIT else state.turn_ends_at,
        "banks": None if state.setup.bank == NO_LIMIT else state.banks.copy(),
    }
    if state.setup.undo:
        table["undo"] = [dump_step(step, state.seats) for step in oldest_first(state.last_step)]
        table["taken_back"] = state.taken_back
    return table


def dump_grid(state: ChaosState, era: int) -> list[dict[str, Any]]:
    return [
        {
            "city": city_of(tile),
            "chaos": state.in_chaos(tile),
            "cubes": [state.cubes_on(tile, seat) for seat in range(state.seats)],
        }
        for tile in state.grid[CITY_COUNT * era : CITY_COUNT * era + CITY_COUNT]
    ]


def load(data: Any, setup: Setup, seats: int, rng: Rng, now: Ms, over: bool) -> ChaosState:
    reader = Reader(data, "table")
    state = ChaosState(seats, rng, setup)
    state.now = now
    load_grids(state, reader.object("grids"))
    load_cards(state, reader)
    pawns = reader.items("pawns", seats)
    state.pawns = [
        NOWHERE if pawn is None else load_tile(Reader(pawn, f"table.pawns[{seat}]"))
        for seat, pawn in enumerate(pawns)
    ]
    state.cloaks = load_flags(reader, "cloaks", seats)
    state.minus = reader.wholes("minus", seats, 0, FOREVER)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.first = reader.whole("first", 0, seats - 1)
    state.turn = reader.whole("turn", 0, seats - 1)
    state.turns = reader.whole("turns", 0, FOREVER)
    for entry in reader.objects("sent", None):
        state.sent |= 1 << load_tile(entry)
    state.actions_left = reader.whole("actions_left", 0, ACTIONS)
    state.idle = reader.whole("idle", 0, FOREVER)
    state.since_delivery = reader.whole("since_delivery", -1, FOREVER)
    ender = reader.whole_or_none("ender", 0, seats - 1)
    state.ender = NOBODY if ender is None else ender
    load_clock(state, reader)
    if setup.undo:
        for entry in reader.objects("undo", None):
            state.last_step = load_step(entry, state.last_step, seats)
        state.taken_back = reader.whole("taken_back", 0, MOST_TAKEN_BACK)
    reader.done()
    if (state.phase == OVER) != over:
        raise reader.bad("phase", "a match is over when it has an outcome, and only then")
    check_tiles(state, reader)
    check_pawns(state, reader)
    check_turn(state, reader)
    check_steps(state, reader)
    return state


def load_flags(reader: Reader, field: str, length: int) -> list[bool]:
    flags: list[bool] = []
    for value in reader.items(field, length):
        if value is not True and value is not False:
            raise reader.bad(field, f"{value!r} is neither true nor false")
        flags.append(value is True)
    return flags


def load_grids(state: ChaosState, reader: Reader) -> None:
    """TC-C1, TC-C3: nine cities an era, and no more cubes than each player has."""
    for era in range(ERA_COUNT):
        found: list[int] = []
        for place, entry in enumerate(reader.objects(ERAS[era], CITY_COUNT)):
            tile = CITY_COUNT * era + CITIES.index(entry.word("city", CITY_WORDS))
            if tile in found:
                raise entry.bad("city", f"{city_of(tile)} is there twice (TC-C1)")
            found.append(tile)
            state.grid[CITY_COUNT * era + place] = tile
            state.places[tile] = place
            if entry.flag("chaos"):
                state.chaos |= 1 << tile
            for seat, cubes in enumerate(entry.wholes("cubes", state.seats, 0, CUBES)):
                state.cubes[tile * state.seats + seat] = cubes
                state.supply[seat] -= cubes
            entry.done()
    reader.done()
    for seat in range(state.seats):
        if state.supply[seat] < 0:
            raise reader.bad("cubes", f"seat {seat} has more than {CUBES} cubes (TC-C3)")


def load_cards(state: ChaosState, reader: Reader) -> None:
    """TC-C2: 54 cards, each in one place; decks and open cards in their own era."""
    places: list[int] = []
    decks = reader.object("decks")
    opened = reader.object("open")
    for era in range(ERA_COUNT):
        deck = load_card_list(decks, ERAS[era], None)
        if len(deck) > DECK_SIZE:
            raise decks.bad(ERAS[era], "more than 18 cards (TC-C2)")
        slots = load_card_list(opened, ERAS[era], OPEN)
        for card in deck + slots:
            if card != NO_CARD and card // DECK_SIZE != era:
                raise decks.bad(ERAS[era], f"{NAMES[card]} is found in another era (TC-C2)")
        if NO_CARD in deck:
            raise decks.bad(ERAS[era], "a deck has no gaps")
        if NO_CARD in slots and deck:
            raise opened.bad(ERAS[era], "a gap is refilled while the deck lasts (TC-A3)")
        state.left[era] = len(deck)
        for nth in range(DECK_SIZE):
            drawn = nth >= len(deck)
            state.order[era * DECK_SIZE + nth] = NO_CARD if drawn else deck[len(deck) - 1 - nth]
        for slot in range(OPEN):
            state.open_cards[era * OPEN + slot] = slots[slot]
        places += deck
        places += [card for card in slots if card != NO_CARD]
        for card in slots:
            if card != NO_CARD:
                state.known |= 1 << card
    decks.done()
    opened.done()
    places += load_hands(state, reader)
    places += load_delivered(state, reader)
    if sorted(places) != list(range(CARD_COUNT)):
        raise reader.bad("decks", "the 54 cards are not each in one place (TC-C2)")


def load_card_list(reader: Reader, field: str, length: int | None) -> list[int]:
    cards: list[int] = []
    for name in reader.items(field, length):
        if name is None:
            cards.append(NO_CARD)
        elif isinstance(name, str) and name in CARD_BY_NAME:
            cards.append(CARD_BY_NAME[name])
        else:
            raise reader.bad(field, f"there is no card {name!r}")
    return cards


def load_hands(state: ChaosState, reader: Reader) -> list[int]:
    held: list[int] = []
    for seat, hand in enumerate(reader.items("hands", state.seats)):
        if not isinstance(hand, list) or len(hand) > HAND:
            raise reader.bad("hands", f"a hand is a list of up to {HAND} cards (TC-A4)")
        for data in hand:
            entry = Reader(data, f"table.hands[{seat}]")
            card = CARD_BY_NAME[entry.word("card", CARD_WORDS)]
            if entry.flag("known"):
                state.known |= 1 << card
            entry.done()
            state.hands[seat].append(card)
            held.append(card)
    return held


def load_delivered(state: ChaosState, reader: Reader) -> list[int]:
    laid: list[int] = []
    for seat, names in enumerate(reader.items("delivered", state.seats)):
        if not isinstance(names, list):
            raise reader.bad("delivered", f"of seat {seat} is not a list")
        for name in names:
            if not isinstance(name, str) or name not in CARD_BY_NAME:
                raise reader.bad("delivered", f"there is no card {name!r}")
            card = CARD_BY_NAME[name]
            state.delivered[seat].append(card)
            state.known |= 1 << card
            laid.append(card)
    return laid


def load_clock(state: ChaosState, reader: Reader) -> None:
    """TC-O1, TC-O2: there is a deadline when the table has a limit, and a bank when it has one."""
    setup = state.setup
    state.turn_began_at = reader.whole("turn_began_at", 0, state.now)
    ends_at = reader.whole_or_none("turn_ends_at", 0, FOREVER)
    limited = state.phase != OVER and (setup.turn != NO_LIMIT or setup.bank != NO_LIMIT)
    if limited != (ends_at is not None):
        raise reader.bad("turn_ends_at", "a turn ends by itself only at a table with a clock")
    state.turn_ends_at = NO_LIMIT if ends_at is None else ends_at
    if setup.bank == NO_LIMIT:
        if reader.take("banks") is not None:
            raise reader.bad("banks", "this table has no bank_seconds (TC-O2)")
    else:
        state.banks = reader.wholes("banks", state.seats, 0, setup.bank)


def check_tiles(state: ChaosState, reader: Reader) -> None:
    """TC-T4: what stands on a CHAOS tile, and how much an ORDER tile bears between turns."""
    for tile in range(TILE_COUNT):
        cubes = [state.cubes_on(tile, seat) for seat in range(state.seats)]
        name = f"{city_of(tile)} in the {era_of(tile)}"
        if state.in_chaos(tile):
            if sum(cubes) == 0 or max(cubes) > 1:
                raise reader.bad(
                    "grids", f"CHAOS in {name} has at most 1 cube of each colour (TC-T4)"
                )
        elif sum(cubes) >= DISORDER and state.phase in (PLACE, OVER):
            raise reader.bad("grids", f"{name} has {sum(cubes)} cubes and is in ORDER (TC-T4)")


def check_pawns(state: ChaosState, reader: Reader) -> None:
    """TC-S3: pawns are placed counter-clockwise, each on its own tile of the present."""
    if state.phase != PLACE:
        if NOWHERE in state.pawns:
            raise reader.bad("pawns", "after the setup every pawn stands somewhere (TC-S3)")
        return
    seat = (state.first - 1) % state.seats
    waiting = False
    for _ in range(state.seats):
        waiting = waiting or seat == state.turn
        tile = state.pawns[seat]
        if waiting != (tile == NOWHERE):
            raise reader.bad("pawns", "pawns are placed counter-clockwise, the first last (TC-S3)")
        if not waiting and (tile // CITY_COUNT != PRESENT or state.pawns.count(tile) > 1):
            raise reader.bad("pawns", "each pawn starts on its own tile of the present (TC-S3)")
        seat = (seat - 1) % state.seats


def check_turn(state: ChaosState, reader: Reader) -> None:
    """TC-T2, TC-T3, TC-E1: the phase fits what is on the table."""
    if state.phase == ACT and state.actions_left == 0:
        raise reader.bad("actions_left", "a turn without actions left is over (TC-T3)")
    if state.phase in (PLACE, SEND) and state.actions_left != ACTIONS:
        raise reader.bad("actions_left", "no action has been taken yet (TC-T3)")
    if state.phase == SEND:
        for tile in range(TILE_COUNT):
            if state.sent >> tile & 1 and not is_sender(state, tile, state.turn):
                raise reader.bad("sent", f"{city_of(tile)} sends no disorder (TC-T1)")
        if not 0 < state.supply[state.turn] < len(waiting_senders(state)):
            raise reader.bad("phase", "there is a choice only when cubes are short (TC-T2)")
    elif state.sent:
        raise reader.bad("sent", "only while disorder is chosen (TC-T2)")
    for seat in range(state.seats):
        if len(state.delivered[seat]) >= LAST_CARD and state.ender == NOBODY:
            raise reader.bad("ender", f"seat {seat} has laid card {LAST_CARD} (TC-E1)")
    if state.ender != NOBODY and len(state.delivered[state.ender]) < LAST_CARD:
        raise reader.bad("ender", f"seat {state.ender} has not laid card {LAST_CARD} (TC-E1)")


def check_steps(state: ChaosState, reader: Reader) -> None:
    """TC-O3: every step, taken back and taken again, leads to this very table."""
    now = state
    for step in reversed(oldest_first(state.last_step)):
        found = before_and_after(now, step)
        if found is None or dump(found[1]) != dump(now):
            raise reader.bad("undo", f"{step.act!r} did not lead to this table (TC-O3)")
        now = found[0]
        check_turn(now, reader)
