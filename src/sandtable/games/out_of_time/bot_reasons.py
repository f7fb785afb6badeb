"""Why an act of Out of Time is a good one, said to whoever does it."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import NO_CUBE, GiveBack, Move, Place, StandUp
from sandtable.games.out_of_time.parts import COLOUR_COUNT, COLOURS, PARTS
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NOBODY,
    OutOfTimeState,
)
from sandtable.games.out_of_time.words import a_cube

SOON: Final[Ms] = 9_000
NONE: Final = -1
ANY: Final[int] = COLOUR_COUNT


def reason(state: OutOfTimeState, seat: Seat, act: Act) -> str:
    if isinstance(act, Move):
        return reason_to_go(state, seat, act.to, act.colour, state.glasses[act.glass].space)
    if isinstance(act, Place):
        if state.glasses[2 * seat].space == IN_HAND:
            return reason_to_begin(state, seat, act)
        return reason_to_go(state, seat, act.to, act.colour, IN_HAND)
    if isinstance(act, StandUp):
        if state.glasses[act.glass].seat == seat:
            return "Stand your glass up, or its sand will never run out."
        return "You knocked this glass over, and can do nothing else until it stands."
    assert isinstance(act, GiveBack)
    if is_near(state, seat, act.index):
        return f"You are next to {act.colour}, so you can soon take that cube again."
    return f"One cube has to go back, and you can do without the {act.colour} one for now."


def reason_to_begin(state: OutOfTimeState, seat: Seat, act: Place) -> str:
    """For the first glass."""
    room = state.players[seat].room.copy()
    around = 0
    for near in state.next_to[act.to]:
        if wants(state, room, near) != NONE:
            around += 1
    if act.colour != NO_CUBE:
        cube = a_cube(COLOURS[act.colour])
        if around > 0:
            return f"This corner gives you {cube}, and more of your colours lie next to it."
        return f"This corner gives you {cube}."
    if around > 0:
        return "Your colours lie next to this corner."
    return "No corner gives you a cube, so one is as good as another."


def reason_to_go(state: OutOfTimeState, seat: Seat, to: int, colour: int, leaves: int) -> str:
    """For a glass that comes to stand next to the other one."""
    player = state.players[seat]
    room = player.room.copy()
    if colour != NO_CUBE:
        if player.owed > 0:
            return f"You owe a cube, and the {COLOURS[colour]} one you take there pays for it."
        room[colour] -= 1
        if sum(room) == 0:
            if len(player.scored) == PARTS.cards_to_win - 1:
                return f"The {COLOURS[colour]} cube fills your last card, and you win."
            return f"The {COLOURS[colour]} cube fills your card."
    then = next_cube(state, room, to, leaves)
    if colour != NO_CUBE:
        if then != NONE:
            more = f"another {COLOURS[colour]} one" if then == colour else some_cube(then)
            return (
                f"This gets you {a_cube(COLOURS[colour])}, and your other glass can take "
                f"{more} next to it."
            )
        return f"This gets you {a_cube(COLOURS[colour])} that your card needs."
    if stands_in_the_way(state, seat, to):
        return (
            "This blocks a space where somebody could take one of the last cubes they need to win."
        )
    if then != NONE:
        return f"From there your other glass can take {some_cube(then)}."
    return "Nothing you need is near, so move on to where you will find more."


def reason_to_wait(state: OutOfTimeState, seat: Seat) -> str:
    """For staying where one is, although a glass could move."""
    room = state.players[seat].room
    for number in (2 * seat, 2 * seat + 1):
        glass = state.glasses[number]
        if glass.space == IN_HAND:
            continue
        for near in state.next_to[glass.space]:
            there = state.standing[near]
            if there == NOBODY or state.glasses[there].seat == seat:
                continue
            colour = wants(state, room, near)
            if colour != NONE and state.glasses[there].runs_out_at < state.now + SOON:
                name = "grey" if colour == ANY else COLOURS[colour]
                return f"The {name} space will soon be free, and is worth waiting for."
    return "No free space helps you, so wait until somebody moves."


def some_cube(colour: int) -> str:
    return "a cube of any colour" if colour == ANY else a_cube(COLOURS[colour])


def wants(state: OutOfTimeState, room: list[int], space: int) -> int:
    """What a space gives that there is room for: a colour, ANY or NONE."""
    tile = state.tiles[space]
    if tile < COLOUR_COUNT:
        return tile if room[tile] > 0 and state.supply[tile] > 0 else NONE
    return ANY if tile == GREY and state.setup.joker and sum(room) > 0 else NONE


def next_cube(state: OutOfTimeState, room: list[int], to: int, leaves: int) -> int:
    """What the other glass could take next to a glass that has gone there."""
    for near in state.next_to[to]:
        if near != leaves and state.standing[near] != NOBODY:
            continue
        colour = wants(state, room, near)
        if colour != NONE:
            return colour
    return NONE


def stands_in_the_way(state: OutOfTimeState, seat: Seat, to: int) -> bool:
    """Whether somebody who fills their last card could take one of its last two cubes there."""
    for other in range(state.seats):
        player = state.players[other]
        if other == seat or len(player.scored) < PARTS.cards_to_win - 1 or sum(player.room) > 2:
            continue
        if wants(state, player.room, to) == NONE:
            continue
        for number in (2 * other, 2 * other + 1):
            stands = state.glasses[number].space
            if stands != IN_HAND and to in state.next_to[stands]:
                return True
    return False


def is_near(state: OutOfTimeState, seat: Seat, colour: int) -> bool:
    """Whether a free space of this colour lies next to one of a seat's glasses."""
    for number in (2 * seat, 2 * seat + 1):
        stands = state.glasses[number].space
        if stands == IN_HAND:
            continue
        for near in state.next_to[stands]:
            if state.tiles[near] == colour and state.standing[near] == NOBODY:
                return True
    return False
