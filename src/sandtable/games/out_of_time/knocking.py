"""Glasses that fall over, and who stands them up."""

from typing import Final

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.cubes import fine
from sandtable.games.out_of_time.events import KnockedOver, StoodUp
from sandtable.games.out_of_time.parts import OWNER_WAITS
from sandtable.games.out_of_time.state import NEVER, NOBODY, Glass, OutOfTimeState

CLATTER: Final = "OT-K3"
"""The rule by which an attempt that is not a legal act knocks a glass over."""


def can_fall(state: OutOfTimeState, there: Glass, glass: Glass, partner: Glass) -> bool:
    """OT-K3: whether it is a slip of the hand to reach with `glass` for the space of `there`.

    It is one if somebody could have meant it: the space was taken after the glass had run out and
    its partner stood where it stands now, but not within the grace, and not twice.
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
    if state.now < there.protected_until:
        return False
    # OT-K4: whoever reaches for their own glass means that glass and not its space. Under the first
    # rules that held only for a glass that had run out.
    return there is not partner or (setup.own_can_fall and there.runs_out_at > state.now)


def not_empty(state: OutOfTimeState, there: Glass, partner: Glass | None) -> Refused:
    """Why a glass cannot be put where another is.

    OT-K3: nobody can mean a space that was taken all along, so this is not a legal act. Somebody
    who tries it anyway knocks the glass over, which is what the refusal costs.
    """
    space = there.space
    if partner is not None and state.setup.clatters and is_in_the_way(state, there, partner):
        return Refused(CLATTER, f"You knocked over the glass on space {space}.", True)
    if there.fallen:
        return Refused("OT-M3", f"A fallen glass lies on space {space}.")
    if there is partner and not state.setup.own_can_fall:
        return Refused("OT-K4", f"Your other glass stands on space {space}.")
    if not state.setup.knocking:
        return Refused("OT-K4", f"There is a glass on space {space}.")
    if state.now < there.placed_at + state.setup.grace:
        return Refused("OT-M6", f"Too late: space {space} has just been taken.")
    if state.now < there.protected_until:
        return Refused(
            "OT-K3", f"The glass on space {space} was just stood up and cannot fall again yet."
        )
    return Refused("OT-M3", f"There is a glass on space {space}.")


def knock_over(
    state: OutOfTimeState, seat: Seat, reached_with: int, glass: Glass, happened: list[Event]
) -> None:
    """OT-K1 to OT-K3: the sand stops; whoever knocks over another's glass must stand it up."""
    glass.left = glass.runs_out_at - state.now if glass.runs_out_at > state.now else 0
    glass.noticed = True
    glass.fallen = True
    glass.fell_at = state.now
    glass.knocked_by = seat
    glass.protected_until = NEVER
    state.fallen += 1
    happened.append(
        KnockedOver(
            state.now, seat, reached_with, glass.number, glass.seat, glass.space, glass.left
        )
    )
    if glass.seat == seat:
        return
    if state.setup.pays_at_once:
        fine(state, seat, happened)
    else:
        state.players[seat].must_stand_up += 1


def may_stand_up(state: OutOfTimeState, seat: Seat, glass: Glass) -> bool:
    """OT-K3: the culprit may at once; after a while so may the owner, if somebody else did it.

    OT-K2: a culprit stands up what others wait for before any glass of their own.
    """
    if not glass.fallen:
        return False
    if state.players[seat].must_stand_up > 0:
        return glass.knocked_by == seat and glass.seat != seat
    if glass.knocked_by == seat:
        return True
    return glass.seat == seat and state.now >= glass.fell_at + OWNER_WAITS


def stand_up(state: OutOfTimeState, seat: Seat, number: int) -> list[Event]:
    """OT-K3: the glass stands again and the rest of its sand runs; OT-K2: now the cube is due."""
    if number >= len(state.glasses):
        raise Refused("OT-C2", f"There is no glass {number} at this table.")
    glass = state.glasses[number]
    if not glass.fallen:
        raise Refused("OT-K3", "That glass has not been knocked over.")
    if not may_stand_up(state, seat, glass):
        if state.players[seat].must_stand_up > 0:
            raise first_things_first()
        if glass.seat == seat:
            raise Refused("OT-K3", "Whoever knocked your glass over still has time to stand it up.")
        raise Refused(
            "OT-K3", "Only its owner, or whoever knocked it over, may stand that glass up."
        )
    culprit = glass.knocked_by
    glass.runs_out_at = state.now + glass.left
    glass.fallen = False
    glass.left = 0
    glass.fell_at = 0
    glass.knocked_by = NOBODY
    if state.setup.protect > 0:
        glass.protected_until = state.now + state.setup.protect
    state.fallen -= 1
    happened: list[Event] = [
        StoodUp(state.now, seat, number, glass.seat, glass.space, glass.runs_out_at)
    ]
    if culprit != glass.seat and not state.setup.pays_at_once:
        state.players[culprit].must_stand_up -= 1
        fine(state, culprit, happened)
    return happened


def first_things_first() -> Refused:
    """OT-K2: until the glass stands, the culprit may do nothing else."""
    return Refused("OT-K2", "You knocked a glass over: stand it up first.")
