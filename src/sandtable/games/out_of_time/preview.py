"""What a player may ask ahead of time in Out of Time: where a glass will be able to go."""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.questions import Question
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import check_glass
from sandtable.games.out_of_time.cubes import settle
from sandtable.games.out_of_time.knocking import first_things_first
from sandtable.games.out_of_time.listing import add_moves
from sandtable.games.out_of_time.state import IN_HAND, NEVER, OutOfTimeState, is_placing


class Moves(Question):
    """Which moves will this glass of mine have as soon as its sand has run through?"""

    NAME: ClassVar[str] = "moves"
    FIELDS: ClassVar[dict[str, Any]] = {"glass": int}

    def __init__(self, glass: int) -> None:
        check_glass(glass)
        self.glass = glass


QUESTIONS: Final[tuple[type[Question], ...]] = (Moves,)


def questions(state: OutOfTimeState, seat: Seat) -> list[Question]:
    """One for each glass of this seat that can be planned with."""
    if state.outcome is not None:
        return []
    own = (2 * seat, 2 * seat + 1)
    return [Moves(number) for number in own if reason(state, seat, number) is None]


def preview(state: OutOfTimeState, seat: Seat, question: Question) -> dict[str, Any]:
    """`at`: when the glass has run out. `acts`: its moves then, if nobody does anything.

    OT-K5: whoever has to choose a cube by then and does not, gives back the one taken last.
    """
    if not isinstance(question, Moves):
        raise Refused("ST-5", "Out of Time has no such question.")
    refused = reason(state, seat, question.glass)
    if refused is not None:
        raise refused
    then = state.copy()
    glass = then.glasses[question.glass]
    if glass.runs_out_at > then.now:
        then.now = glass.runs_out_at
    for other in range(then.seats):
        player = then.players[other]
        if player.choose_by != NEVER and player.choose_by <= then.now:
            settle(then, other, player, [])
    found: list[Act] = []
    add_moves(then, then.players[seat], glass, then.glasses[question.glass ^ 1], found)
    return {"glass": question.glass, "at": then.now, "acts": [act.to_json() for act in found]}


def reason(state: OutOfTimeState, seat: Seat, number: int) -> Refused | None:
    """Why no move of this glass can be planned now; None if one can."""
    if number >= len(state.glasses):
        return Refused("OT-C2", f"There is no glass {number} at this table.")
    glass, partner = state.glasses[number], state.glasses[number ^ 1]
    if glass.seat != seat:
        return Refused("OT-K6", "That is not your glass.")
    if is_placing(state):
        return Refused("OT-P3", "No glass moves before the placement round is over.")
    if glass.space == IN_HAND:
        return Refused("OT-P5", "You are holding that glass: place it.")
    if partner.space == IN_HAND:
        return Refused("OT-P5", "Your other glass has to be placed first.")
    if state.players[seat].must_stand_up > 0:
        return first_things_first()
    if glass.fallen:
        return Refused("OT-K3", "That glass has been knocked over: its sand is not running.")
    return None
