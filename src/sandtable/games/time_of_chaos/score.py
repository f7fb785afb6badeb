"""How a game of A Time of Chaos is scored."""

from typing import Any

from sandtable.engine.outcome import Outcome
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.parts import NAMES, POINTS, TILE_COUNT
from sandtable.games.time_of_chaos.state import ChaosState


def points_of(state: ChaosState, seat: Seat) -> int:
    points = 0
    for card in state.delivered[seat]:
        points += POINTS[card]
    return points


def score_of(state: ChaosState, seat: Seat) -> int:
    """TC-E2: the delivered cards, less one a minus-one token."""
    return points_of(state, seat) - state.minus[seat]


def chaos_of(state: ChaosState, seat: Seat) -> int:
    """TC-E3: how many CHAOS tiles bear this player's colour."""
    count = 0
    for tile in range(TILE_COUNT):
        if state.chaos >> tile & 1 and state.cubes[tile * state.seats + seat] > 0:
            count += 1
    return count


def winners_of(state: ChaosState) -> list[Seat]:
    """TC-E3: the best score; then the fewest CHAOS tiles, then the most cubes; then all of them."""
    best: list[Seat] = []
    for seat in range(state.seats):
        rank = 1 if not best else compare(state, seat, best[0])
        if rank > 0:
            best = [seat]
        elif rank == 0:
            best.append(seat)
    return best


def compare(state: ChaosState, one: Seat, other: Seat) -> int:
    """Above 0 when `one` stands better than `other`, 0 when nothing tells them apart."""
    lead = score_of(state, one) - score_of(state, other)
    if lead == 0:
        lead = chaos_of(state, other) - chaos_of(state, one)
    if lead == 0:
        lead = state.supply[one] - state.supply[other]
    return lead


def outcome(state: ChaosState, how: str) -> Outcome:
    breakdown: list[dict[str, Any]] = [
        {
            "cards": [{"name": NAMES[c], "points": POINTS[c]} for c in state.delivered[seat]],
            "points": points_of(state, seat),
            "minus": state.minus[seat],
            "chaos_tiles": chaos_of(state, seat),
            "cubes_left": state.supply[seat],
        }
        for seat in range(state.seats)
    ]
    scores = [score_of(state, seat) for seat in range(state.seats)]
    return Outcome(winners_of(state), scores, breakdown, how)
