"""What can sensibly be done at a table of Out of Time, read off its state."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import NO_CUBE, Move, Place
from sandtable.games.out_of_time.bot_routes import Card
from sandtable.games.out_of_time.listing import legal
from sandtable.games.out_of_time.parts import COLOUR_COUNT, OWNER_WAITS, SPACES
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NEVER,
    NOBODY,
    Glass,
    OutOfTimeState,
    Player,
    is_placing,
)

NOTHING: Final = -1


def ready_in(state: OutOfTimeState, glass: Glass) -> Ms:
    if glass.fallen:
        return OWNER_WAITS + glass.left
    return max(0, glass.runs_out_at - state.now)


def free_to_move(state: OutOfTimeState, seat: Seat) -> bool:
    """Whether both glasses stand and nothing else is to be done."""
    player = state.players[seat]
    if is_placing(state) or player.choose_by != NEVER or player.must_stand_up > 0:
        return False
    one = state.glasses[2 * seat]
    two = state.glasses[2 * seat + 1]
    return not (one.fallen or two.fallen or one.space == IN_HAND or two.space == IN_HAND)


def sensible(state: OutOfTimeState, seat: Seat) -> list[Act]:
    """What the table allows, but no hand that knocks something over, and no cube left lying."""
    found: list[Act] = []
    bare = NOTHING
    for act in legal(state, seat):
        if isinstance(act, Move):
            if state.standing[act.to] != NOBODY and act.to != state.glasses[act.glass].space:
                continue
            where = act.glass * SPACES + act.to
            takes = act.colour != NO_CUBE
        elif isinstance(act, Place):
            where = act.to
            takes = act.colour != NO_CUBE
        else:
            found.append(act)
            continue
        # The table lists a space without its cube first.
        if takes and where == bare:
            found.pop()
        bare = NOTHING if takes else where
        found.append(act)
    return found


def wanted(state: OutOfTimeState, player: Player, space: int) -> bool:
    """Whether a space gives a cube that the card has room for."""
    tile = state.tiles[space]
    if tile < COLOUR_COUNT:
        return player.room[tile] > 0 and state.supply[tile] > 0
    return tile == GREY and state.setup.joker


def best_cube(
    state: OutOfTimeState, player: Player, card: Card, need: int, to: int, partner: int
) -> int:
    """The cube to take on a space, or NO_CUBE; of a joker's, the one with the shortest way on."""
    tile = state.tiles[to]
    if tile < COLOUR_COUNT:
        return tile if player.room[tile] > 0 and state.supply[tile] > 0 else NO_CUBE
    if tile != GREY or not state.setup.joker:
        return NO_CUBE
    best = NO_CUBE
    shortest = 1 << 20
    for colour in range(COLOUR_COUNT):
        if player.room[colour] > 0 and state.supply[colour] > 0:
            length = card.left(card.after(need, colour), partner, to)
            if length < shortest:
                shortest = length
                best = colour
    return best
