"""How a turn of A Time of Chaos begins, ends and passes on; and how the game is set up and ends."""

from sandtable.engine.events import Event
from sandtable.engine.outcome import Outcome
from sandtable.engine.units import Ms, Seat
from sandtable.games.time_of_chaos.events import (
    Flipped,
    GameEnded,
    Penalised,
    Placed,
    Sent,
    TimeUp,
    TurnBegan,
)
from sandtable.games.time_of_chaos.options import NO_LIMIT, SPARE
from sandtable.games.time_of_chaos.parts import (
    ACTIONS,
    CITY_COUNT,
    DECK_SIZE,
    DISORDER,
    ERA_COUNT,
    FUTURE,
    OPEN,
    PAST,
    PRESENT,
    TILE_COUNT,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.score import outcome
from sandtable.games.time_of_chaos.state import (
    ACT,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OVER,
    PLACE,
    SEND,
    ChaosState,
)


def lay_out(state: ChaosState) -> None:
    """TC-S1, TC-S2: three shuffled grids, ORDER up, and three shuffled decks with open cards."""
    for era in range(ERA_COUNT):
        cities = list(range(CITY_COUNT))
        state.rng.shuffle(cities)
        for place in range(CITY_COUNT):
            tile = CITY_COUNT * era + cities[place]
            state.grid[CITY_COUNT * era + place] = tile
            state.places[tile] = place
    for era in range(ERA_COUNT):
        deck = list(range(DECK_SIZE * era, DECK_SIZE * era + DECK_SIZE))
        state.rng.shuffle(deck)
        for nth in range(DECK_SIZE):
            state.order[DECK_SIZE * era + nth] = deck[nth]
        for slot in range(OPEN):
            state.open_cards[era * OPEN + slot] = reveal(state, era)
    # TC-S3: the last player begins to place.
    state.turn = (state.first - 1) % state.seats
    state.phase = PLACE
    start_clock(state)


def take_top(state: ChaosState, era: int) -> int:
    """The top card of a deck that has one."""
    left = state.left[era] - 1
    state.left[era] = left
    return state.order[era * DECK_SIZE + left]


def reveal(state: ChaosState, era: int) -> int:
    """Turn the top card of a deck up for all to see; NO_CARD from an empty one."""
    if state.left[era] == 0:
        return NO_CARD
    card = take_top(state, era)
    state.known |= 1 << card
    return card


def place_pawn(state: ChaosState, city: int, by_table: bool, happened: list[Event]) -> None:
    """TC-S3, TC-S4: the pawn in the present, CHAOS and a cube in the past, a cube in the future."""
    seat = state.turn
    state.pawns[seat] = PRESENT * CITY_COUNT + city
    past = PAST * CITY_COUNT + city
    state.chaos |= 1 << past
    put_cube(state, past, seat)
    put_cube(state, FUTURE * CITY_COUNT + city, seat)
    happened.append(Placed(state.now, seat, city_of(past), by_table))
    stop_clock(state)
    if seat == state.first:
        begin_turn(state, happened)
    else:
        # TC-S3: counter-clockwise.
        state.turn = (seat - 1) % state.seats
        start_clock(state)


def put_cube(state: ChaosState, tile: int, seat: Seat) -> None:
    state.cubes[tile * state.seats + seat] += 1
    state.supply[seat] -= 1


def begin_turn(state: ChaosState, happened: list[Event]) -> None:
    """TC-T1: disorder is sent; TC-T2: the player chooses when cubes are short."""
    seat = state.turn
    state.turns += 1
    state.actions_left = ACTIONS
    state.phase = ACT
    state.last_step = None
    state.taken_back = 0
    start_clock(state)
    happened.append(TurnBegan(state.now, seat, state.turns, state.ender != NOBODY))
    supply = state.supply[seat]
    if state.chaos == 0 or supply == 0:
        return
    tiles = senders(state, seat)
    if len(tiles) > supply:
        state.phase = SEND
        return
    for tile in tiles:
        send(state, tile, happened)


def target_of(tile: int) -> int:
    """TC-T1: past to present, present to future, future to past, in the same city."""
    return (tile + CITY_COUNT) % TILE_COUNT


def is_sender(state: ChaosState, tile: int, seat: Seat) -> bool:
    """TC-T1: a CHAOS tile with a cube of this player, whose target is in ORDER."""
    return (
        state.chaos >> tile & 1 != 0
        and state.chaos >> target_of(tile) & 1 == 0
        and state.cubes[tile * state.seats + seat] > 0
    )


def senders(state: ChaosState, seat: Seat) -> list[int]:
    """The tiles that send a cube of this player: era by era, row by row."""
    found: list[int] = []
    if state.chaos == 0:
        return found
    for tile in state.grid:
        if is_sender(state, tile, seat):
            found.append(tile)
    return found


def waiting_senders(state: ChaosState) -> list[int]:
    """TC-T2: the tiles that may still send in the phase of choice."""
    found: list[int] = []
    for tile in senders(state, state.turn):
        if not state.sent >> tile & 1:
            found.append(tile)
    return found


def send(state: ChaosState, tile: int, happened: list[Event]) -> None:
    seat = state.turn
    to = target_of(tile)
    put_cube(state, to, seat)
    happened.append(Sent(state.now, seat, city_of(tile), era_of(tile), era_of(to)))


def send_chosen(state: ChaosState, tile: int, happened: list[Event]) -> None:
    """TC-T2: one more of the chosen; when the cubes are gone, the actions begin."""
    send(state, tile, happened)
    state.sent |= 1 << tile
    if state.supply[state.turn] == 0:
        state.sent = 0
        state.phase = ACT


def end_turn(state: ChaosState, happened: list[Event]) -> None:
    """TC-T4 to TC-T6: disordered tiles flip, then the next player's turn, or the end."""
    stop_clock(state)
    flip_disordered(state, happened)
    state.since_delivery += 1
    state.idle = state.idle + 1 if state.actions_left == ACTIONS else 0
    seat = state.turn + 1
    if seat == state.seats:
        seat = 0
    if state.ender != NOBODY:
        if seat == state.ender:
            finish(state, "delivered", happened)
            return
    elif state.idle >= state.seats and nothing_to_find(state):
        finish(state, "idle", happened)
        return
    elif nobody_gets_home(state):
        finish(state, "stalled", happened)
        return
    state.turn = seat
    begin_turn(state, happened)


def flip_disordered(state: ChaosState, happened: list[Event]) -> None:
    """TC-T4, TC-T5: full tiles flip; each colour left on one of them costs its player 1, once."""
    seats = state.seats
    cubes = state.cubes
    fined = 0
    for tile in state.grid:
        base = tile * seats
        load = 0
        most = 0
        for seat in range(seats):
            here = cubes[base + seat]
            load += here
            if here > most:
                most = here
        if load < DISORDER or state.chaos >> tile & 1:
            continue
        marked: list[Seat] = []
        returned: list[int] = []
        for seat in range(seats):
            here = cubes[base + seat]
            stays = 1 if here == most else 0
            if stays:
                marked.append(seat)
                fined |= 1 << seat
            cubes[base + seat] = stays
            state.supply[seat] += here - stays
            returned.append(here - stays)
        state.chaos |= 1 << tile
        happened.append(Flipped(state.now, city_of(tile), era_of(tile), marked, returned))
    if fined:
        punished = [seat for seat in range(seats) if fined >> seat & 1]
        for seat in punished:
            state.minus[seat] += 1
        happened.append(Penalised(state.now, punished))


def nothing_to_find(state: ChaosState) -> bool:
    """TC-E5: no deck and no open card is left."""
    for card in state.open_cards:
        if card != NO_CARD:
            return False
    return max(state.left) == 0


def nobody_gets_home(state: ChaosState) -> bool:
    """TC-E6: no card was delivered for this many rounds."""
    rounds = state.setup.stall_rounds
    return rounds != NO_LIMIT and state.since_delivery >= rounds * state.seats


def finish(state: ChaosState, how: str, happened: list[Event]) -> None:
    state.phase = OVER
    state.last_step = None
    state.turn_ends_at = NO_LIMIT
    result: Outcome = outcome(state, how)
    state.outcome = result
    happened.append(GameEnded(state.now, how, result.winners.copy(), result.scores.copy()))


def start_clock(state: ChaosState) -> None:
    """TC-O1, TC-O2: how long the player to act has."""
    state.turn_began_at = state.now
    state.turn_ends_at = NO_LIMIT
    limit = allowance(state)
    if limit != NO_LIMIT:
        state.turn_ends_at = state.now + limit


def allowance(state: ChaosState) -> Ms:
    """The shorter of what a turn may take and what the bank holds; NO_LIMIT for neither."""
    limit = state.setup.turn
    if state.setup.bank != NO_LIMIT:
        bank = max(state.banks[state.turn], SPARE)
        if limit == NO_LIMIT or bank < limit:
            limit = bank
    return limit


def stop_clock(state: ChaosState) -> None:
    """TC-O2: the time that was used comes out of the bank."""
    if state.setup.bank != NO_LIMIT:
        used = state.now - state.turn_began_at
        state.banks[state.turn] = max(0, state.banks[state.turn] - used)


def time_is_up(state: ChaosState, happened: list[Event]) -> None:
    """TC-O1: the table does what is due and ends the turn.

    A pawn is placed on the first free place and disorder is sent from the first tiles, as grids
    are read: past, present, future, each row by row.
    """
    happened.append(TimeUp(state.now, state.turn))
    if state.phase == PLACE:
        place_pawn(state, first_free_city(state), True, happened)
        return
    while state.phase == SEND:
        send_chosen(state, waiting_senders(state)[0], happened)
    end_turn(state, happened)


def first_free_city(state: ChaosState) -> int:
    for place in range(CITY_COUNT):
        tile = state.grid[PRESENT * CITY_COUNT + place]
        if tile not in state.pawns:
            return tile % CITY_COUNT
    return NOWHERE
