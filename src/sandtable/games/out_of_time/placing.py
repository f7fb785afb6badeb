"""Setting up, and the placement round: to the right, then back to the left."""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import NO_CUBE, PLACES, Place
from sandtable.games.out_of_time.cubes import check_take
from sandtable.games.out_of_time.events import Begun, HeldBack
from sandtable.games.out_of_time.knocking import not_empty
from sandtable.games.out_of_time.listing import add_takes
from sandtable.games.out_of_time.moving import check_next_to, put_from_hand
from sandtable.games.out_of_time.parts import BOARD, CARDS, COLOUR_COUNT, PARTS, SPACES
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NOBODY,
    TURNED,
    Glass,
    OutOfTimeState,
    free_places,
    is_placing,
    lay_card,
    open_neighbours,
    placing_seat,
)


def set_up(state: OutOfTimeState) -> None:
    """OT-S1 to OT-S4: tiles, cards, and who begins."""
    state.tiles = laid_tiles(state)
    state.next_to = open_neighbours(state)
    state.deck = list(range(len(CARDS)))
    state.rng.shuffle(state.deck)
    for player in state.players:
        lay_card(player, state.deck.pop())
    state.first = state.rng.below(state.seats)
    state.place_by = state.now + state.setup.placement


def turned_spaces(state: OutOfTimeState) -> list[int]:
    """OT-S2: A and B with 2 or 6 players, A or B with 3, none with 4 or 5."""
    if state.seats == 2 or state.seats == 6:
        return BOARD.a + BOARD.b
    if state.seats == 3:
        return BOARD.a if state.rng.below(2) == 0 else BOARD.b
    return []


def laid_tiles(state: OutOfTimeState) -> list[int]:
    """OT-S1, OT-S2: grey in the middle, the others at random, and some turned over.

    A tile to be turned over whose colour is turned over already is swapped with one of another
    colour from elsewhere on the board.
    """
    rng = state.rng
    coloured: list[int] = []
    for colour in range(COLOUR_COUNT):
        coloured.extend([colour] * PARTS.tiles[colour])
    rng.shuffle(coloured)
    coloured.insert(BOARD.middle, GREY)
    turned = turned_spaces(state)
    seen: list[int] = []
    for space in turned:
        if coloured[space] in seen:
            others = [
                other
                for other in range(SPACES)
                if other != BOARD.middle and other not in turned and coloured[other] not in seen
            ]
            other = rng.pick(others)
            coloured[space], coloured[other] = coloured[other], coloured[space]
        seen.append(coloured[space])
    back = GREY if state.setup.grey_backs else TURNED
    return [back if space in turned else coloured[space] for space in range(SPACES)]


def glass_in_hand(state: OutOfTimeState, seat: Seat) -> Glass | None:
    """The glass this seat places next, if it still holds one."""
    for number in range(2 * seat, 2 * seat + 2):
        if state.glasses[number].space == IN_HAND:
            return state.glasses[number]
    return None


def place(state: OutOfTimeState, seat: Seat, act: Place) -> list[Event]:
    """OT-P1, OT-P2 in the round, each in turn; OT-P5 after it."""
    if not is_placing(state):
        return place_late(state, seat, act)
    if seat != placing_seat(state):
        raise Refused("OT-P1", "It is not your turn to place a glass.")
    if state.step < state.seats:
        if act.to not in BOARD.corners:
            raise Refused("OT-P1", "Your first glass goes on one of the corners.")
    else:
        check_next_to(state, state.glasses[2 * seat], act.to)
    if state.standing[act.to] != NOBODY:
        rule = "OT-P1" if state.step < state.seats else "OT-P2"
        raise Refused(rule, f"There is a glass on space {act.to}.")
    check_take(state, seat, act.to, act.colour)
    happened: list[Event] = []
    place_in_turn(state, seat, act.to, act.colour, False, happened)
    return happened


def place_in_turn(
    state: OutOfTimeState,
    seat: Seat,
    to: int,
    colour: int,
    by_table: bool,
    happened: list[Event],
) -> None:
    number = 2 * seat if state.step < state.seats else 2 * seat + 1
    put_from_hand(state, state.glasses[number], to, colour, by_table, happened)
    state.step += 1
    pass_on(state, happened)


def pass_on(state: OutOfTimeState, happened: list[Event]) -> None:
    """OT-P2, OT-P5: to the next player with a glass to place; after the last all act at once."""
    while is_placing(state) and not free_places(state):
        seat = placing_seat(state)
        happened.append(HeldBack(state.now, seat, 2 * seat + 1))
        state.step += 1
    if is_placing(state):
        state.place_by = state.now + state.setup.placement
    else:
        state.place_by = 0
        happened.append(Begun(state.now))


def time_is_up(state: OutOfTimeState, happened: list[Event]) -> None:
    """OT-P6: the table chooses a place at random, and takes the cube if there is room for it."""
    seat = placing_seat(state)
    to = state.rng.pick(free_places(state))
    found: list[Act] = []
    add_takes(state, state.players[seat], to, PLACES[to], found)
    colour = NO_CUBE
    if len(found) > 1:
        cube = found[1]
        assert isinstance(cube, Place)
        colour = cube.colour
    place_in_turn(state, seat, to, colour, True, happened)


def place_late(state: OutOfTimeState, seat: Seat, act: Place) -> list[Event]:
    """OT-P5: the second glass, as soon as a space next to the first is free."""
    glass = glass_in_hand(state, seat)
    if glass is None:
        raise Refused("OT-P3", "Both your glasses are on the board.")
    check_next_to(state, state.glasses[glass.number ^ 1], act.to)
    check_take(state, seat, act.to, act.colour)
    number = state.standing[act.to]
    if number != NOBODY:
        raise not_empty(state, state.glasses[number], None)
    happened: list[Event] = []
    put_from_hand(state, glass, act.to, act.colour, False, happened)
    return happened
