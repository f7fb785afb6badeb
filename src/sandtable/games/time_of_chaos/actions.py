"""What a player can do in A Time of Chaos.

Cities, eras and cards go by their names. `pay` is how the disorder of an action is settled:
with a cube, or with the cloak (TC-K1).
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.games.time_of_chaos.parts import (
    CARD_BY_NAME,
    CARD_COUNT,
    CITIES,
    CITY_COUNT,
    ERAS,
    NAMES,
    OPEN,
    TILE_COUNT,
    city_of,
    era_of,
)

CUBE: Final = "cube"
CLOAK: Final = "cloak"
PAYS: Final = [CUBE, CLOAK]

DEPARTURE: Final = "departure"
ARRIVAL: Final = "arrival"
CUBE_PLACES: Final = [DEPARTURE, ARRIVAL, CLOAK]


def number_of(word: str, words: list[str], what: str) -> int:
    if word not in words:
        raise ValueError(f"The {what} are {', '.join(words)}; there is no {word!r}.")
    return words.index(word)


class PlacePawn(Act):
    """TC-S3: the pawn goes to this city in the present."""

    NAME: ClassVar[str] = "place_pawn"
    FIELDS: ClassVar[dict[str, Any]] = {"city": str}

    def __init__(self, city: str) -> None:
        self.city = city
        self.where = number_of(city, CITIES, "cities")


class Send(Act):
    """TC-T2: this CHAOS tile is the next to send a cube; the others may find none left."""

    NAME: ClassVar[str] = "send"
    FIELDS: ClassVar[dict[str, Any]] = {"city": str, "era": str}

    def __init__(self, city: str, era: str) -> None:
        self.city = city
        self.era = era
        self.tile = CITY_COUNT * number_of(era, ERAS, "eras") + number_of(city, CITIES, "cities")


class Grab(Act):
    """TC-A2: the top card of the deck of the pawn's era."""

    NAME: ClassVar[str] = "grab"
    FIELDS: ClassVar[dict[str, Any]] = {}


class Search(Act):
    """TC-A3: the open card in a slot, counted from 0."""

    NAME: ClassVar[str] = "search"
    FIELDS: ClassVar[dict[str, Any]] = {"slot": int, "pay": str}

    def __init__(self, slot: int, pay: str) -> None:
        self.slot = slot
        self.pay = pay
        self.cloaked = number_of(pay, PAYS, "ways to pay") == 1


class Deliver(Act):
    """TC-A5: a card of the hand, on the tile it names."""

    NAME: ClassVar[str] = "deliver"
    FIELDS: ClassVar[dict[str, Any]] = {"card": str, "pay": str}

    def __init__(self, card: str, pay: str) -> None:
        if card not in CARD_BY_NAME:
            raise ValueError(f"There is no card {card!r}.")
        self.card = card
        self.pay = pay
        self.number = CARD_BY_NAME[card]
        self.cloaked = number_of(pay, PAYS, "ways to pay") == 1


class TimeTravel(Act):
    """TC-A6: to the same city in another era; the cube stays on departure, goes on arrival."""

    NAME: ClassVar[str] = "time_travel"
    FIELDS: ClassVar[dict[str, Any]] = {"era": str, "cube": str}

    def __init__(self, era: str, cube: str) -> None:
        self.era = era
        self.cube = cube
        self.where = number_of(era, ERAS, "eras")
        self.how = number_of(cube, CUBE_PLACES, "places for the cube")


class Travel(Act):
    """TC-A7: to the tile of this city, which lies next to the pawn's."""

    NAME: ClassVar[str] = "travel"
    FIELDS: ClassVar[dict[str, Any]] = {"city": str}

    def __init__(self, city: str) -> None:
        self.city = city
        self.where = number_of(city, CITIES, "cities")


class Restore(Act):
    """TC-A8: the pawn's city in this era goes back from CHAOS to ORDER."""

    NAME: ClassVar[str] = "restore"
    FIELDS: ClassVar[dict[str, Any]] = {"era": str}

    def __init__(self, era: str) -> None:
        self.era = era
        self.where = number_of(era, ERAS, "eras")


class EndTurn(Act):
    """TC-T3: stop before all actions are used."""

    NAME: ClassVar[str] = "end_turn"
    FIELDS: ClassVar[dict[str, Any]] = {}


class Undo(Act):
    """TC-O3: take the last step of this turn back."""

    NAME: ClassVar[str] = "undo"
    FIELDS: ClassVar[dict[str, Any]] = {}
    TAKES_BACK: ClassVar[bool] = True


FIRST_ACTS: Final[tuple[type[Act], ...]] = (
    PlacePawn,
    Send,
    Grab,
    Search,
    Deliver,
    TimeTravel,
    Travel,
    Restore,
    EndTurn,
)
"""The acts of the first version of the rules."""

ACTS: Final[tuple[type[Act], ...]] = (*FIRST_ACTS, Undo)

# Every act there is, made once, so that listing acts makes nothing new.
PLACE_PAWN: Final[list[PlacePawn]] = [PlacePawn(city) for city in CITIES]
SEND: Final[list[Send]] = [Send(city_of(tile), era_of(tile)) for tile in range(TILE_COUNT)]
GRAB: Final = Grab()
SEARCH: Final[list[Search]] = [Search(slot, CUBE) for slot in range(OPEN)]
SEARCH_CLOAKED: Final[list[Search]] = [Search(slot, CLOAK) for slot in range(OPEN)]
DELIVER: Final[list[Deliver]] = [Deliver(NAMES[card], CUBE) for card in range(CARD_COUNT)]
DELIVER_CLOAKED: Final[list[Deliver]] = [Deliver(NAMES[card], CLOAK) for card in range(CARD_COUNT)]
DEPART: Final[list[TimeTravel]] = [TimeTravel(era, DEPARTURE) for era in ERAS]
ARRIVE: Final[list[TimeTravel]] = [TimeTravel(era, ARRIVAL) for era in ERAS]
SLIP: Final[list[TimeTravel]] = [TimeTravel(era, CLOAK) for era in ERAS]
TRAVEL: Final[list[Travel]] = [Travel(city) for city in CITIES]
RESTORE: Final[list[Restore]] = [Restore(era) for era in ERAS]
END_TURN: Final = EndTurn()
UNDO: Final = Undo()
