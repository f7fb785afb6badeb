"""TC-O3: steps of a turn are remembered and taken back, one by one."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.games.time_of_chaos.actions import (
    ARRIVAL,
    CLOAK,
    Deliver,
    Restore,
    Search,
    Send,
    TimeTravel,
    Travel,
)
from sandtable.games.time_of_chaos.events import Undone
from sandtable.games.time_of_chaos.parts import ACTIONS, CITY_COUNT, LAST_CARD, OPEN, city_of
from sandtable.games.time_of_chaos.state import ACT, NOBODY, SEND, ChaosState
from sandtable.games.time_of_chaos.steps import Step
from sandtable.games.time_of_chaos.turn import target_of

MOST_TAKEN_BACK: Final = 100
"""How often in one turn; else a single player could draw out a game, and its log, for ever."""


def remember(state: ChaosState, act: Act, tile: int, slot: int, since: int, marks: int) -> None:
    """Remember an action that revealed nothing. The last one of a turn ends it and stands."""
    if state.setup.undo and state.actions_left > 1:
        state.last_step = Step(state.last_step, act, tile, slot, since, marks)


def active_cloaks(state: ChaosState) -> int:
    bits = 0
    for seat in range(state.seats):
        if state.cloaks[seat]:
            bits |= 1 << seat
    return bits


def may_undo(state: ChaosState) -> bool:
    return state.last_step is not None and state.taken_back < MOST_TAKEN_BACK


def undo(state: ChaosState, happened: list[Event]) -> None:
    """Put the table back to before the last step; time that has passed is not given back."""
    step = state.last_step
    if not state.setup.undo:
        raise Refused("TC-O3", "Nothing can be taken back at this table.")
    if step is None:
        if state.phase == ACT and state.actions_left < ACTIONS:
            raise Refused(
                "TC-O3", "A card has been revealed, so nothing before it can be taken back."
            )
        raise Refused("TC-O3", "You have done nothing this turn that can be taken back.")
    if state.taken_back >= MOST_TAKEN_BACK:
        raise Refused("TC-O3", f"You can take back at most {MOST_TAKEN_BACK} steps in one turn.")
    take_back(state, step)
    state.taken_back += 1
    city = city_of(state.pawns[state.turn])
    happened.append(Undone(state.now, state.turn, step.act.to_json(), city))


def take_back(state: ChaosState, step: Step) -> None:
    act = step.act
    state.last_step = step.before
    if isinstance(act, Send):
        take_cube(state, target_of(act.tile))
        state.phase = SEND
        state.sent = step.marks
        return
    state.actions_left += 1
    if isinstance(act, Travel):
        state.pawns[state.turn] = step.tile
    elif isinstance(act, TimeTravel):
        untravel(state, act, step)
    elif isinstance(act, Deliver):
        undeliver(state, act, step)
    elif isinstance(act, Search):
        unsearch(state, act)
    elif isinstance(act, Restore):
        unrestore(state, act, step)


def take_cube(state: ChaosState, tile: int) -> None:
    state.cubes[tile * state.seats + state.turn] -= 1
    state.supply[state.turn] += 1


def untravel(state: ChaosState, act: TimeTravel, step: Step) -> None:
    seat = state.turn
    if act.cube == CLOAK:
        state.cloaks[seat] = True
    else:
        take_cube(state, state.pawns[seat] if act.cube == ARRIVAL else step.tile)
    state.pawns[seat] = step.tile


def undeliver(state: ChaosState, act: Deliver, step: Step) -> None:
    seat = state.turn
    if not act.cloaked:
        take_cube(state, state.pawns[seat])
    for player in range(state.seats):
        state.cloaks[player] = step.marks >> player & 1 != 0
    state.hands[seat].insert(step.slot, state.delivered[seat].pop())
    state.since_delivery = step.since
    if state.ender == seat and len(state.delivered[seat]) < LAST_CARD:
        state.ender = NOBODY


def unsearch(state: ChaosState, act: Search) -> None:
    seat = state.turn
    tile = state.pawns[seat]
    if act.cloaked:
        state.cloaks[seat] = True
    else:
        take_cube(state, tile)
    state.open_cards[tile // CITY_COUNT * OPEN + act.slot] = state.hands[seat].pop()


def unrestore(state: ChaosState, act: Restore, step: Step) -> None:
    tile = act.where * CITY_COUNT + state.pawns[state.turn] % CITY_COUNT
    state.chaos |= 1 << tile
    for player in range(state.seats):
        if step.marks >> player & 1:
            state.cubes[tile * state.seats + player] = 1
            state.supply[player] -= 1
