"""Real-time movement: which spaces a glass can go to, and what happens there."""

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import NO_CUBE, TAKES, Move
from sandtable.games.out_of_time.cubes import check_take, settle, take
from sandtable.games.out_of_time.events import Moved, Placed
from sandtable.games.out_of_time.knocking import (
    can_fall,
    knock_over,
    not_empty,
)
from sandtable.games.out_of_time.parts import NEXT_TO
from sandtable.games.out_of_time.state import (
    IN_HAND,
    NEVER,
    NOBODY,
    Glass,
    OutOfTimeState,
)


def is_ready(state: OutOfTimeState, glass: Glass, partner: Glass) -> bool:
    """OT-M2, OT-K3, OT-P5: whether a glass can be picked up."""
    return (
        glass.runs_out_at <= state.now
        and not glass.fallen
        and glass.space != IN_HAND
        and partner.space != IN_HAND
    )


def can_reach(state: OutOfTimeState, to: int, glass: Glass, partner: Glass) -> bool:
    """Whether the glass can be meant for this space: it is empty, or the glass there falls."""
    number = state.standing[to]
    return number == NOBODY or can_fall(state, state.glasses[number], glass, partner)


def move(state: OutOfTimeState, seat: Seat, act: Move) -> list[Event]:
    """OT-M3: an empty space next to the other glass; OT-K3: where a glass stands, it falls."""
    if act.glass >= len(state.glasses):
        raise Refused("OT-C2", f"There is no glass {act.glass} at this table.")
    glass = state.glasses[act.glass]
    partner = state.glasses[act.glass ^ 1]
    strict = state.setup.strict
    if glass.seat != seat:
        raise Refused("OT-K6", "That is not your glass.", strict)
    if glass.space == IN_HAND:
        raise Refused("OT-P5", "You are holding that glass: place it.")
    if glass.fallen:
        raise Refused("OT-K3", "That glass has been knocked over: it has to be stood up first.")
    if glass.runs_out_at > state.now:
        raise Refused("OT-M2", "The sand in that glass is still running.")
    if partner.space == IN_HAND:
        raise Refused("OT-P5", "Your other glass has to be placed first.")
    to = act.to
    if to == glass.space:
        if not state.setup.allow_stay:
            raise Refused("OT-M5", "A glass has to move to another space.")
    elif to != partner.space:
        check_next_to(state, partner, to)
    check_take(state, seat, to, act.colour)
    happened: list[Event] = []
    number = state.standing[to]
    if number == NOBODY or number == glass.number:
        put_moved(state, glass, to, act.colour, happened)
    elif can_fall(state, state.glasses[number], glass, partner):
        knock_over(state, seat, glass.number, state.glasses[number], happened)
    else:
        raise not_empty(state, state.glasses[number], partner)
    return happened


def check_next_to(state: OutOfTimeState, partner: Glass, to: int) -> None:
    """OT-M4: the two glasses of a player are always next to each other."""
    if to not in NEXT_TO[partner.space]:
        raise Refused("OT-M4", f"Space {to} is not next to your other glass.", state.setup.strict)
    if to not in state.next_to[partner.space]:
        raise Refused("OT-S2", f"No glass may stand on space {to}: its tile is turned over.")


def put_moved(
    state: OutOfTimeState, glass: Glass, to: int, colour: int, happened: list[Event]
) -> None:
    """Pick up, turn over, place, and take the cube: one act."""
    came_from = glass.space
    state.standing[came_from] = NOBODY
    if colour != NO_CUBE:
        settle(state, glass.seat, state.players[glass.seat], happened)
    turn_over(state, glass, to)
    happened.append(
        Moved(state.now, glass.seat, glass.number, came_from, to, TAKES[colour], glass.runs_out_at)
    )
    if colour != NO_CUBE:
        take(state, glass.seat, colour, happened)


def put_from_hand(
    state: OutOfTimeState,
    glass: Glass,
    to: int,
    colour: int,
    by_table: bool,
    happened: list[Event],
) -> None:
    """OT-P1, OT-P4: a glass comes onto the board, and its cube onto the card."""
    if colour != NO_CUBE:
        settle(state, glass.seat, state.players[glass.seat], happened)
    turn_over(state, glass, to)
    happened.append(
        Placed(state.now, glass.seat, glass.number, to, TAKES[colour], glass.runs_out_at, by_table)
    )
    if colour != NO_CUBE:
        take(state, glass.seat, colour, happened)


def turn_over(state: OutOfTimeState, glass: Glass, to: int) -> None:
    """OT-M3: all its sand is above again, and it runs from this instant."""
    glass.space = to
    glass.placed_at = state.now
    glass.runs_out_at = state.now + state.setup.timer
    glass.noticed = False
    if glass.protected_until <= state.now:
        glass.protected_until = NEVER
    state.standing[to] = glass.number
