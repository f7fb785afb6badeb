"""TS-T4: an action in which no step is possible any more ends by itself, whoever caused that.

Only a few things take steps away: the last good of a colour leaves the supply, the last tile leaves
a moon, or a timer is turned over onto a building while its owner holds a tile. The code that does
one of these calls `end_idle`. Deliveries and gifts, which are frequent, look after their planet
alone: see `lines.tend`.
"""

from sandtable.engine.events import Event
from sandtable.games.time_n_space.lines import finish
from sandtable.games.time_n_space.possible import can_step
from sandtable.games.time_n_space.state import NOTHING, SpaceState


def end_idle(state: SpaceState, happened: list[Event]) -> None:
    """Seat after seat, end every action that has no step left."""
    if state.setup.first_rules:
        return
    for seat in range(state.seats):
        if state.hand[seat] != NOTHING and not can_step(state, seat):
            finish(state, seat, "nothing", happened)
