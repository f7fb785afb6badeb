"""The novice of Out of Time: one glass at a time, and the cube that lies next to it."""

from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import NO_CUBE, Move, Place, StandUp
from sandtable.games.out_of_time.bot_hands import NOVICE
from sandtable.games.out_of_time.bot_person import Person
from sandtable.games.out_of_time.bot_reasons import reason
from sandtable.games.out_of_time.state import NOBODY, OutOfTimeState


class Novice(Person):
    """Somebody at their first table, who watches one glass and forgets the other now and then.

    It takes a cube that its card needs if one is in reach, and otherwise goes anywhere.
    """

    LEVEL: ClassVar[str] = "novice"
    ABOUT: ClassVar[str] = (
        "Takes a cube when it sees one, thinks no further, and now and then forgets a glass."
    )

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng, NOVICE)
        self.watches = 0
        """Which of its two glasses it watches: the one that it did not move last."""

    def weigh(self, state: OutOfTimeState, acts: list[Act]) -> Plan | None:
        act = self.choose(state, acts)
        if act is None:
            return None
        if isinstance(act, Move):
            self.watches = 1 - act.glass % 2
        return self.reach(state.now, act, reason(state, self.seat, act))

    def choose(self, state: OutOfTimeState, acts: list[Act]) -> Act | None:
        """A fallen glass first; then the glass it watches, if that can move; then anything."""
        watched: list[Act] = []
        others: list[Act] = []
        for act in acts:
            if isinstance(act, StandUp):
                return act
            if isinstance(act, Move):
                here = state.glasses[act.glass].space
                if state.standing[act.to] != NOBODY and act.to != here:
                    continue
                if act.glass % 2 == self.watches:
                    watched.append(act)
                    continue
            others.append(act)
        found = watched if watched else others
        if not found:
            return None
        cubes: list[Act] = []
        for act in found:
            if isinstance(act, (Move, Place)) and act.colour != NO_CUBE:
                cubes.append(act)
        return self.rng.pick(cubes if cubes else found)
