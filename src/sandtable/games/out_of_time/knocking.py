"""Glasses that fall over, and who stands them up."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import STAND_UPS
from sandtable.games.out_of_time.cubes import fine
from sandtable.games.out_of_time.events import KnockedOver, StoodUp
from sandtable.games.out_of_time.parts import OWNER_WAITS
from sandtable.games.out_of_time.state import NOBODY, Glass, OutOfTimeState

CLATTER: Final = "OT-K3"
"""The rule by which an attempt that is no act knocks a glass over."""


def can_fall(state: OutOfTimeState, there: Glass, glass: Glass, partner: Glass) -> bool:
    """OT-K3: whether reaching with `glass` for the space of the glass `there` is a slip of a hand.

    That is an act somebody could mean: the space was taken after the glass had run through and its
    partner stood as it stands, but not within the grace, and not twice.
    """
    return (
        is_in_the_way(state, there, partner)
        and not there.noticed
        and there.placed_at >= glass.runs_out_at
        and there.placed_at >= partner.placed_at
    )


def is_in_the_way(state: OutOfTimeState, there: Glass, partner: Glass) -> bool:
    """OT-K3: whether a hand that reaches for this glass's space can knock it over at all."""
    setup = state.setup
    if not setup.knocking or there.fallen or state.now < there.placed_at + setup.grace:
        return False
    # OT-K1: whoever reaches for an own glass that has run through means that glass.
    return there is not partner or there.runs_out_at > state.now


def not_empty(state: OutOfTimeState, there: Glass, partner: Glass | None) -> Refused:
    """Why a glass cannot be put where another is.

    OT-K3: nobody can mean a space that was taken all along, so this is no act; but whoever tries
    knocks the glass over all the same, which is what such a refusal costs.
    """
    space = there.space
    if partner is not None and state.setup.clatters and is_in_the_way(state, there, partner):
        return Refused(CLATTER, f"You knocked over the glass on space {space}.", True)
    if there.fallen:
        return Refused("OT-M3", f"A fallen glass lies on space {space}.")
    if not state.setup.knocking:
        return Refused("OT-K4", f"There is a glass on space {space}.")
    if state.now < there.placed_at + state.setup.grace:
        return Refused("OT-M6", f"Too late: space {space} has just been taken.")
    return Refused("OT-M3", f"There is a glass on space {space}.")


def knock_over(
    state: OutOfTimeState, seat: Seat, reached_with: int, glass: Glass, happened: list[Event]
) -> None:
    """OT-K1 to OT-K3: the sand stops; knocking over another's glass costs a cube."""
    glass.left = glass.runs_out_at - state.now if glass.runs_out_at > state.now else 0
    glass.noticed = True
    glass.fallen = True
    glass.fell_at = state.now
    glass.knocked_by = seat
    state.fallen += 1
    happened.append(
        KnockedOver(
            state.now, seat, reached_with, glass.number, glass.seat, glass.space, glass.left
        )
    )
    if glass.seat != seat:
        fine(state, seat, happened)


def may_stand_up(state: OutOfTimeState, seat: Seat, glass: Glass) -> bool:
    """OT-K3: the culprit at once; the owner too, after a while, of a glass others knocked over."""
    if not glass.fallen:
        return False
    if glass.knocked_by == seat:
        return True
    return glass.seat == seat and state.now >= glass.fell_at + OWNER_WAITS


def add_stand_ups(state: OutOfTimeState, seat: Seat, found: list[Act]) -> None:
    for glass in state.glasses:
        if may_stand_up(state, seat, glass):
            found.append(STAND_UPS[glass.number])


def stand_up(state: OutOfTimeState, seat: Seat, number: int) -> list[Event]:
    """OT-K3: the glass stands again and the rest of its sand runs."""
    if number >= len(state.glasses):
        raise Refused("OT-C2", f"There is no glass {number} at this table.")
    glass = state.glasses[number]
    if not glass.fallen:
        raise Refused("OT-K3", "That glass has not been knocked over.")
    if not may_stand_up(state, seat, glass):
        if glass.seat == seat:
            raise Refused("OT-K3", "Whoever knocked your glass over still has time to help it up.")
        raise Refused("OT-K3", "Whoever knocked a glass over stands it up, or its owner.")
    glass.runs_out_at = state.now + glass.left
    glass.fallen = False
    glass.left = 0
    glass.fell_at = 0
    glass.knocked_by = NOBODY
    state.fallen -= 1
    return [StoodUp(state.now, seat, number, glass.seat, glass.space, glass.runs_out_at)]
