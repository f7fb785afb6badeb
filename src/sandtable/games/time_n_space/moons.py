"""The ship at a moon: new tiles for the research space."""

from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.events import Buried, TookTile
from sandtable.games.time_n_space.parts import KINDS
from sandtable.games.time_n_space.state import NOTHING, SpaceState


def can_take(state: SpaceState, seat: Seat) -> bool:
    """TS-A5: there is a tile, and the player's research space is empty."""
    moon = state.ship_at[seat] - state.seats
    return len(state.stacks[moon]) > 0 and state.research[seat] == NOTHING


def take_top(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A5: the top tile goes to the research space; the next one is open."""
    moon = state.ship_at[seat] - state.seats
    stack = state.stacks[moon]
    tile = stack.pop()
    state.research[seat] = tile
    if state.known[moon] > len(stack):
        state.known[moon] = len(stack)
    top = KINDS[stack[-1]] if stack else None
    happened.append(TookTile(state.now, seat, moon_name(state, moon), KINDS[tile], top))


def bury_top(state: SpaceState, seat: Seat, happened: list[Event]) -> None:
    """TS-A5: forfeited or impossible: the top tile goes to the bottom, and all saw which."""
    moon = state.ship_at[seat] - state.seats
    stack = state.stacks[moon]
    if not stack:
        return
    tile = stack.pop()
    stack.insert(0, tile)
    if state.known[moon] < len(stack):
        state.known[moon] += 1
    happened.append(Buried(state.now, seat, moon_name(state, moon), KINDS[tile], KINDS[stack[-1]]))


def moon_name(state: SpaceState, moon: int) -> str:
    return state.setup.board.places[state.seats + moon]
