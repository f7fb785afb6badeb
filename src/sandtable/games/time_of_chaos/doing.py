"""What an act of the player whose turn it is does, or which rule refuses it."""

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos import deeds, turn
from sandtable.games.time_of_chaos.actions import (
    Deliver,
    EndTurn,
    Grab,
    PlacePawn,
    Restore,
    Search,
    Send,
    TimeTravel,
    Travel,
)
from sandtable.games.time_of_chaos.parts import CITY_COUNT, PRESENT
from sandtable.games.time_of_chaos.state import ChaosState
from sandtable.games.time_of_chaos.steps import Step
from sandtable.games.time_of_chaos.undo import undo


def placing(state: ChaosState, act: Act) -> list[Event]:
    """TC-S3: a tile of the present with no other pawn on it."""
    if not isinstance(act, PlacePawn):
        raise Refused("TC-S3", "Place your pawn first, in a city of the present.")
    if PRESENT * CITY_COUNT + act.where in state.pawns:
        raise Refused("TC-S3", f"There is a pawn in {act.city} already.")
    happened: list[Event] = []
    turn.place_pawn(state, act.where, False, happened)
    return happened


def sending(state: ChaosState, act: Act) -> list[Event]:
    """TC-T2: which disorder is sent when there are not cubes for all."""
    if not isinstance(act, Send):
        raise Refused("TC-T2", "First choose which of your CHAOS tiles sends its disorder.")
    if not turn.is_sender(state, act.tile, state.turn):
        raise Refused("TC-T1", f"{act.city} in the {act.era} sends no disorder of yours.")
    if state.sent >> act.tile & 1:
        raise Refused("TC-T1", f"{act.city} in the {act.era} has sent its cube already.")
    happened: list[Event] = []
    if state.setup.undo:
        state.last_step = Step(state.last_step, act, 0, 0, 0, state.sent)
    turn.send_chosen(state, act.tile, happened)
    return happened


def undoing(state: ChaosState, seat: Seat) -> list[Event]:
    """TC-O3: the last step of one's own turn."""
    if seat != state.turn:
        raise Refused("TC-O3", "You can only take back steps of your own turn, while it lasts.")
    happened: list[Event] = []
    undo(state, happened)
    return happened


def doing(state: ChaosState, act: Act) -> list[Event]:
    """TC-T3: one of up to three actions, or the end of the turn."""
    happened: list[Event] = []
    if isinstance(act, Travel):
        deeds.travel(state, act, happened)
    elif isinstance(act, TimeTravel):
        deeds.time_travel(state, act, happened)
    elif isinstance(act, Search):
        deeds.search(state, act, happened)
    elif isinstance(act, Deliver):
        deeds.deliver(state, act, happened)
    elif isinstance(act, Grab):
        deeds.grab(state, happened)
    elif isinstance(act, Restore):
        deeds.restore(state, act, happened)
    elif isinstance(act, EndTurn):
        turn.end_turn(state, happened)
        return happened
    elif isinstance(act, PlacePawn):
        raise Refused("TC-S3", "Pawns are placed only before the first turn.")
    elif isinstance(act, Send):
        raise Refused("TC-T2", "There is no disorder to send now.")
    else:
        raise Refused("ST-3", "A Time of Chaos has no such act.")
    state.actions_left -= 1
    if state.actions_left == 0:
        turn.end_turn(state, happened)
    return happened
