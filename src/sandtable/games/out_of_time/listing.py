"""Which acts each seat has now in Out of Time."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import GIVE_BACKS, MOVES, NO_CUBE, PLACES, STAND_UPS
from sandtable.games.out_of_time.knocking import can_fall, may_stand_up
from sandtable.games.out_of_time.moving import can_reach, is_ready
from sandtable.games.out_of_time.parts import COLOUR_COUNT
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NEVER,
    NOBODY,
    Glass,
    OutOfTimeState,
    Player,
    free_places,
    is_placing,
    placing_seat,
)


def active(state: OutOfTimeState) -> list[Seat]:
    """The seats that have any act, found without listing them."""
    if state.outcome is not None:
        return []
    placing = placing_seat(state) if is_placing(state) else NOBODY
    return [
        seat
        for seat in range(state.seats)
        if seat == placing or has_any(state, seat, placing == NOBODY)
    ]


def legal(state: OutOfTimeState, seat: Seat) -> list[Act]:
    found: list[Act] = []
    if state.outcome is not None:
        return found
    player = state.players[seat]
    if is_placing(state):
        add_places(state, seat, found)
    elif player.must_stand_up > 0:
        add_stand_ups(state, seat, found)
        return found
    else:
        one = state.glasses[2 * seat]
        two = state.glasses[2 * seat + 1]
        add_moves(state, player, one, two, found)
        add_moves(state, player, two, one, found)
        if state.fallen > 0:
            add_stand_ups(state, seat, found)
    if player.choose_by != NEVER:
        for colour in range(COLOUR_COUNT):
            if colour in player.cubes:
                found.append(GIVE_BACKS[colour])
    return found


def add_places(state: OutOfTimeState, seat: Seat, found: list[Act]) -> None:
    """OT-P1, OT-P2: in the placement round each places a glass in turn."""
    if seat == placing_seat(state):
        player = state.players[seat]
        for to in free_places(state):
            add_takes(state, player, to, PLACES[to], found)


def add_takes(
    state: OutOfTimeState, player: Player, to: int, acts: list[Act], found: list[Act]
) -> None:
    """OT-G1, OT-G2: to go to a space without a cube, and with each one that it can give."""
    found.append(acts[NO_CUBE])
    tile = state.tiles[to]
    if tile < COLOUR_COUNT:
        if player.room[tile] > 0 and state.supply[tile] > 0:
            found.append(acts[tile])
    elif tile == GREY and state.setup.joker:
        for colour in range(COLOUR_COUNT):
            if player.room[colour] > 0 and state.supply[colour] > 0:
                found.append(acts[colour])


def add_moves(
    state: OutOfTimeState, player: Player, glass: Glass, partner: Glass, found: list[Act]
) -> None:
    """OT-M2 to OT-M5, OT-K3: every way to move this glass now, and every knock on the way."""
    if not is_ready(state, glass, partner):
        if glass.space == IN_HAND and partner.space != IN_HAND:
            add_late_places(state, player, partner, found)
        return
    acts = MOVES[glass.number]
    here = glass.space
    for to in state.next_to[partner.space]:
        if to == here:
            if state.setup.allow_stay:
                add_takes(state, player, to, acts[to], found)
        elif can_reach(state, to, glass, partner):
            add_takes(state, player, to, acts[to], found)
    if can_fall(state, partner, glass, partner):
        add_takes(state, player, partner.space, acts[partner.space], found)


def add_late_places(
    state: OutOfTimeState, player: Player, partner: Glass, found: list[Act]
) -> None:
    """OT-P5: the glass that was held back goes next to the first one, where a space is free."""
    for to in state.next_to[partner.space]:
        if state.standing[to] == NOBODY:
            add_takes(state, player, to, PLACES[to], found)


def add_stand_ups(state: OutOfTimeState, seat: Seat, found: list[Act]) -> None:
    """OT-K2, OT-K3: the glasses that are this seat's to stand up."""
    for glass in state.glasses:
        if may_stand_up(state, seat, glass):
            found.append(STAND_UPS[glass.number])


def has_any(state: OutOfTimeState, seat: Seat, running: bool) -> bool:
    """Whether a seat has a legal act that is not a placement in its turn."""
    player = state.players[seat]
    if player.choose_by != NEVER or player.must_stand_up > 0:
        return True
    if not running:
        return False
    one = state.glasses[2 * seat]
    two = state.glasses[2 * seat + 1]
    if has_moves(state, one, two) or has_moves(state, two, one):
        return True
    if state.fallen > 0:
        for glass in state.glasses:
            if may_stand_up(state, seat, glass):
                return True
    return False


def has_moves(state: OutOfTimeState, glass: Glass, partner: Glass) -> bool:
    """Whether `add_moves` would find anything."""
    if glass.space == IN_HAND:
        if partner.space != IN_HAND:
            for to in state.next_to[partner.space]:
                if state.standing[to] == NOBODY:
                    return True
        return False
    if not is_ready(state, glass, partner):
        return False
    for to in state.next_to[partner.space]:
        if to == glass.space:
            if state.setup.allow_stay:
                return True
        elif can_reach(state, to, glass, partner):
            return True
    return can_fall(state, partner, glass, partner)
