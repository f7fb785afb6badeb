"""What a player can do in Out of Time.

Spaces are numbered in reading order from 0; the glasses of seat s are 2s and 2s + 1. `take` names
the colour of the cube to take with the placement, or is null to take none.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.games.out_of_time.parts import COLOUR_COUNT, COLOURS, MOST_GLASSES, SPACES

NO_CUBE: Final[int] = COLOUR_COUNT
"""The number that stands for taking no cube, after those of the colours."""


class Place(Act):
    """OT-P1, OT-P2, OT-P5: put the glass in your hand onto the board; its sand starts to run."""

    NAME: ClassVar[str] = "place"
    FIELDS: ClassVar[dict[str, Any]] = {"to": int, "take": str | None}

    def __init__(self, to: int, take: str | None) -> None:
        check_space(to)
        self.to = to
        self.take = take
        self.colour = colour_number(take)


class Move(Act):
    """OT-M3: pick up a glass that has run out, turn it over, place it next to the other.

    On a space where a glass stands, the same act knocks that glass over (OT-K3).
    """

    NAME: ClassVar[str] = "move"
    FIELDS: ClassVar[dict[str, Any]] = {"glass": int, "to": int, "take": str | None}

    def __init__(self, glass: int, to: int, take: str | None) -> None:
        check_glass(glass)
        check_space(to)
        self.glass = glass
        self.to = to
        self.take = take
        self.colour = colour_number(take)


class StandUp(Act):
    """OT-K1, OT-K2, OT-K3: stand up a glass that was knocked over; its sand runs on."""

    NAME: ClassVar[str] = "stand_up"
    FIELDS: ClassVar[dict[str, Any]] = {"glass": int}

    def __init__(self, glass: int) -> None:
        check_glass(glass)
        self.glass = glass


class GiveBack(Act):
    """OT-K5: choose which cube of the card goes back as a penalty."""

    NAME: ClassVar[str] = "give_back"
    FIELDS: ClassVar[dict[str, Any]] = {"colour": str}

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.index = colour_number(colour)


def colour_number(take: str | None) -> int:
    if take is None:
        return NO_CUBE
    if take not in COLOURS:
        raise ValueError(f"The colours are {', '.join(COLOURS)}; there is no {take!r}.")
    return COLOURS.index(take)


def check_space(space: int) -> None:
    if not 0 <= space < SPACES:
        raise ValueError(f"The spaces are 0 to {SPACES - 1}; there is no {space}.")


def check_glass(glass: int) -> None:
    if not 0 <= glass < MOST_GLASSES:
        raise ValueError(f"The glasses are 0 to {MOST_GLASSES - 1}; there is no {glass}.")


# Every act there is, made once, so that listing acts makes nothing new. The last index is the
# colour to take, or NO_CUBE.
TAKES: Final[list[str | None]] = [*COLOURS, None]
PLACES: Final[list[list[Act]]] = [[Place(to, take) for take in TAKES] for to in range(SPACES)]
MOVES: Final[list[list[list[Act]]]] = [
    [[Move(glass, to, take) for take in TAKES] for to in range(SPACES)]
    for glass in range(MOST_GLASSES)
]
STAND_UPS: Final[list[Act]] = [StandUp(glass) for glass in range(MOST_GLASSES)]
GIVE_BACKS: Final[list[Act]] = [GiveBack(colour) for colour in COLOURS]

ACTS: Final[tuple[type[Act], ...]] = (Place, Move, StandUp, GiveBack)
