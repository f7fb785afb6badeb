"""How long the players of A Time of Chaos take for one act.

Each takes a moment to look and a moment to move its pieces: the sum of two uniform draws, in
milliseconds. Where a turn has a limit, an act takes a quarter of what is left at most, so that a
turn of three actions is always finished in time.
"""

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.time_of_chaos.options import NO_LIMIT
from sandtable.games.time_of_chaos.state import ChaosState


class Hands:
    """The shortest and the longest look, and the shortest and the longest move."""

    def __init__(self, look: Ms, long_look: Ms, move: Ms, long_move: Ms) -> None:
        self.look = look
        self.long_look = long_look
        self.move = move
        self.long_move = long_move

    def take(self, state: ChaosState, rng: Rng) -> Ms:
        """How long the next act takes."""
        moment: Ms = rng.between(self.look, self.long_look)
        moment += rng.between(self.move, self.long_move)
        if state.turn_ends_at != NO_LIMIT:
            moment = min(moment, (state.turn_ends_at - state.now) // 4)
        return moment


NOVICE: Final = Hands(1_200, 4_000, 800, 2_000)
"""2 to 6 seconds."""
CLUB: Final = Hands(500, 2_000, 300, 1_000)
"""0.8 to 3 seconds."""
EXPERT: Final = CLUB
