"""TC-O3: the steps that can be taken back, as plain data and back; and whether they can be true."""

from typing import Any, Final

from sandtable.engine.acts import Act, act_from_json
from sandtable.engine.errors import Refused
from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.games.time_of_chaos.actions import (
    ACTS,
    ARRIVAL,
    CLOAK,
    Deliver,
    Restore,
    Search,
    Send,
    TimeTravel,
    Travel,
)
from sandtable.games.time_of_chaos.doing import doing, sending
from sandtable.games.time_of_chaos.parts import (
    ACTIONS,
    CITIES,
    CITY_COUNT,
    ERAS,
    HAND,
    OPEN,
    TILE_COUNT,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.state import ACT, ChaosState
from sandtable.games.time_of_chaos.steps import Step
from sandtable.games.time_of_chaos.turn import target_of
from sandtable.games.time_of_chaos.undo import take_back

STEPS: Final = (Travel, TimeTravel, Search, Deliver, Restore, Send)


def dump_tile(tile: int) -> dict[str, str]:
    return {"city": city_of(tile), "era": era_of(tile)}


def load_tile(reader: Reader) -> int:
    city = CITIES.index(reader.word("city", tuple(CITIES)))
    era = ERAS.index(reader.word("era", tuple(ERAS)))
    reader.done()
    return CITY_COUNT * era + city


def dump_step(step: Step, seats: int) -> dict[str, Any]:
    act = step.act
    plain: dict[str, Any] = {"act": act.to_json()}
    if isinstance(act, Send):
        plain["sent"] = [dump_tile(t) for t in range(TILE_COUNT) if step.marks >> t & 1]
    elif isinstance(act, Restore):
        plain["returned"] = [seat for seat in range(seats) if step.marks >> seat & 1]
    elif isinstance(act, Deliver):
        plain["slot"] = step.slot
        plain["cloaks"] = [step.marks >> seat & 1 != 0 for seat in range(seats)]
        plain["since_delivery"] = step.since
    elif not isinstance(act, Search):
        plain["from"] = dump_tile(step.tile)
    return plain


def load_step(reader: Reader, before: Step | None, seats: int) -> Step:
    act = load_act(reader)
    tile = slot = since = marks = 0
    if isinstance(act, Send):
        for entry in reader.objects("sent", None):
            marks |= 1 << load_tile(entry)
    elif isinstance(act, Restore):
        for seat in reader.wholes("returned", None, 0, seats - 1):
            marks |= 1 << seat
    elif isinstance(act, Deliver):
        slot = reader.whole("slot", 0, HAND - 1)
        since = reader.whole("since_delivery", -1, FOREVER)
        for seat, active in enumerate(reader.items("cloaks", seats)):
            if active is not True and active is not False:
                raise reader.bad("cloaks", f"{active!r} is neither true nor false")
            marks |= (1 if active else 0) << seat
    elif not isinstance(act, Search):
        tile = load_tile(reader.object("from"))
    reader.done()
    return Step(before, act, tile, slot, since, marks)


def load_act(reader: Reader) -> Act:
    try:
        act = act_from_json(ACTS, reader.take("act"))
    except Refused as refused:
        raise reader.bad("act", refused.message) from None
    if not isinstance(act, STEPS):
        raise reader.bad("act", f"{act.NAME} is never taken back (TC-O3)")
    return act


def before_and_after(state: ChaosState, step: Step) -> tuple[ChaosState, ChaosState] | None:
    """The table without its last step, and that with the step taken again; None if it cannot be."""
    if not is_possible(state, step):
        return None
    before = state.copy()
    take_back(before, step)
    after = before.copy()
    try:
        if isinstance(step.act, Send):
            sending(after, step.act)
        else:
            doing(after, step.act)
    except Refused:
        return None
    return before, after


def is_possible(state: ChaosState, step: Step) -> bool:
    """Whether what the step left behind lies there, so that it can be picked up.

    This is for what would not be noticed, or would not even run, when the step is taken again.
    """
    act = step.act
    seat = state.turn
    hand = state.hands[seat]
    here = state.pawns[seat]
    if isinstance(act, Send):
        return has_cube(state, target_of(act.tile))
    if state.phase != ACT or state.actions_left == ACTIONS:
        return False
    if isinstance(act, TimeTravel):
        return act.cube == CLOAK or has_cube(state, here if act.cube == ARRIVAL else step.tile)
    if isinstance(act, Deliver):
        if not state.delivered[seat] or len(hand) == HAND:
            return False
        return act.cloaked or has_cube(state, here)
    if isinstance(act, Search):
        if not hand or not 0 <= act.slot < OPEN:
            return False
        return act.cloaked or has_cube(state, here)
    if isinstance(act, Restore):
        return may_fall_again(state, act, step)
    return True


def has_cube(state: ChaosState, tile: int) -> bool:
    return state.cubes[tile * state.seats + state.turn] > 0


def may_fall_again(state: ChaosState, act: Restore, step: Step) -> bool:
    tile = act.where * CITY_COUNT + state.pawns[state.turn] % CITY_COUNT
    if step.marks == 0 or state.in_chaos(tile):
        return False
    for player in range(state.seats):
        if step.marks >> player & 1 and state.supply[player] == 0:
            return False
    return True
