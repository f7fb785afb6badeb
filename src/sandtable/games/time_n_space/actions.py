"""What a player can do in Time 'n' Space.

Acts name what players tell apart, never single counters: spots of one building are alike, and so
are two free timers, two blue goods or two orders of one colour and value. That keeps lists short.
"""

from typing import Any, ClassVar, Final, TypeVar

from sandtable.engine.acts import Act
from sandtable.games.time_n_space.parts import (
    BOARDS,
    COLOUR_COUNT,
    COLOURS,
    LETTERS,
    ORDER_COLOUR,
    ORDER_COUNT,
    ORDER_VALUE,
    VALUE_COUNT,
    VALUES,
    Board,
)

SYMBOLS: Final[list[str]] = [*LETTERS, "research", "ship"]
"""Time symbols by number: eight buildings, the research space, the ship."""

MOST_SEATS: Final = 4


def colour_number(colour: str) -> int:
    if colour not in COLOURS:
        raise ValueError(f"The colours are {', '.join(COLOURS)}; there is no {colour!r}.")
    return COLOURS.index(colour)


def order_number(colour: str, value: int) -> int:
    if value not in VALUES:
        known = ", ".join(str(v) for v in VALUES)
        raise ValueError(f"Orders are worth {known}, never {value}.")
    return colour_number(colour) * VALUE_COUNT + VALUES.index(value)


def building_number(letter: str) -> int:
    if letter not in LETTERS:
        raise ValueError(f"The buildings are {', '.join(LETTERS)}; there is no {letter!r}.")
    return LETTERS.index(letter)


class WithOrder(Act):
    """An act that names an order, by colour and value, and the building it goes to or lies on."""

    FIELDS: ClassVar[dict[str, Any]] = {"colour": str, "value": int, "on": str}

    def __init__(self, colour: str, value: int, on: str) -> None:
        self.order = order_number(colour, value)
        self.building = building_number(on)
        self.colour = colour
        self.value = value
        self.on = on


W = TypeVar("W", bound=WithOrder)


class ChooseOrder(WithOrder):
    """TS-S3: pick one of the two first orders and its space, in secret."""

    NAME: ClassVar[str] = "choose_order"


class TurnOver(Act):
    """TS-T2: turn a free timer over onto a building or the research space."""

    NAME: ClassVar[str] = "turn_over"
    FIELDS: ClassVar[dict[str, Any]] = {"on": str}

    def __init__(self, on: str) -> None:
        if on not in SYMBOLS or on == "ship":
            known = ", ".join(SYMBOLS[:-1])
            raise ValueError(f"Timers go onto {known}, or onto the ship with the act 'fly'.")
        self.symbol = SYMBOLS.index(on)
        self.on = on


class Fly(Act):
    """TS-T3: turn a free timer over onto the ship, bound for a place one passage away.

    The place where the ship is means to stay there and repeat its action.
    """

    NAME: ClassVar[str] = "fly"
    FIELDS: ClassVar[dict[str, Any]] = {"to": str}

    def __init__(self, to: str) -> None:
        kind, _, number = to.partition("-")
        if all(to not in board.places for board in BOARDS):
            raise ValueError(f"There is no place {to!r}; planets are planet-0 and so on.")
        self.moon = kind == "moon"
        self.number = int(number)
        self.to = to

    def place(self, board: Board) -> int:
        """The place's number on this board, or -1."""
        if self.moon:
            return board.players + self.number if self.number < board.moons else -1
        return self.number if self.number < board.players else -1


class Lift(Act):
    """TS-T4: remove a timer that has run out, to carry out the action of its place."""

    NAME: ClassVar[str] = "lift"
    FIELDS: ClassVar[dict[str, Any]] = {"on": str}

    def __init__(self, on: str) -> None:
        if on not in SYMBOLS:
            raise ValueError(f"Timers stand on {', '.join(SYMBOLS)}; there is no {on!r}.")
        self.symbol = SYMBOLS.index(on)
        self.on = on


class Fill(Act):
    """TS-A1: one good from the supply onto the plant whose timer was lifted."""

    NAME: ClassVar[str] = "fill"


class Beam(Act):
    """TS-A2: one good from this plant onto the station whose timer was lifted."""

    NAME: ClassVar[str] = "beam"
    FIELDS: ClassVar[dict[str, Any]] = {"plant": str}

    def __init__(self, plant: str) -> None:
        self.building = building_number(plant)
        self.plant = plant


class PutOut(WithOrder):
    """TS-A3: one of one's orders from above the mat onto an empty spot of this building."""

    NAME: ClassVar[str] = "put_out"


class Upgrade(Act):
    """TS-A4: flip the empty stage II building to stage III instead of using it."""

    NAME: ClassVar[str] = "upgrade"


class TakeTile(Act):
    """TS-A5: the top tile of the moon's stack goes to the player's research space."""

    NAME: ClassVar[str] = "take_tile"


class Build(Act):
    """TS-A6: the tile from the research space onto this building."""

    NAME: ClassVar[str] = "build"
    FIELDS: ClassVar[dict[str, Any]] = {"on": str}

    def __init__(self, on: str) -> None:
        self.building = building_number(on)
        self.on = on


class Deliver(Act):
    """TS-A7: one good of this colour from this station of one's own, for an order at the planet."""

    NAME: ClassVar[str] = "deliver"
    FIELDS: ClassVar[dict[str, Any]] = {"colour": str, "station": str}

    def __init__(self, colour: str, station: str) -> None:
        self.index = colour_number(colour)
        self.building = building_number(station)
        self.colour = colour
        self.station = station


class Done(Act):
    """TS-T4: the action is finished; its timer is free."""

    NAME: ClassVar[str] = "done"


class Forfeit(Act):
    """TS-T4: the action is not used at all; its timer is free."""

    NAME: ClassVar[str] = "forfeit"


class Give(WithOrder):
    """TS-A8: the owner gives the visitor the order of this colour and value on this building."""

    NAME: ClassVar[str] = "give"


class GiveAny(Act):
    """TS-A8 in version 1 of the rules: the first such order, whatever building it lies on."""

    NAME: ClassVar[str] = "give"
    FIELDS: ClassVar[dict[str, Any]] = {"colour": str, "value": int}

    def __init__(self, colour: str, value: int) -> None:
        self.order = order_number(colour, value)
        self.colour = colour
        self.value = value


class First(Act):
    """TS-A11: the owner says which visitor fills first."""

    NAME: ClassVar[str] = "first"
    FIELDS: ClassVar[dict[str, Any]] = {"visitor": int}

    def __init__(self, visitor: int) -> None:
        self.visitor = visitor


class Offer(Act):
    """TS-A13: "I'll bring you a `bring` good if you put out a `put_out` order"."""

    NAME: ClassVar[str] = "offer"
    FIELDS: ClassVar[dict[str, Any]] = {"to": int, "bring": str, "put_out": str}

    def __init__(self, to: int, bring: str, put_out: str) -> None:
        self.brought = colour_number(bring)
        self.wanted = colour_number(put_out)
        self.to = to
        self.bring = bring
        self.put_out = put_out


class Withdraw(Act):
    """TS-A13: withdraw the player's open offer."""

    NAME: ClassVar[str] = "withdraw"


def each_order(kind: type[W]) -> list[list[W]]:
    """Every act of a kind that names an order: by the number of the order, then by building."""
    return [
        [kind(COLOURS[ORDER_COLOUR[o]], ORDER_VALUE[o], on) for on in LETTERS]
        for o in range(ORDER_COUNT)
    ]


CHOOSE_ORDER: Final[list[list[ChooseOrder]]] = each_order(ChooseOrder)
"""Every act there is, made once, so that listing acts makes nothing new."""
TURN_OVER: Final[list[TurnOver]] = [TurnOver(on) for on in SYMBOLS[:-1]]
FLY: Final[list[list[Fly]]] = [[Fly(to) for to in board.places] for board in BOARDS]
LIFT: Final[list[Lift]] = [Lift(on) for on in SYMBOLS]
FILL: Final = Fill()
BEAM: Final[list[Beam]] = [Beam(plant) for plant in LETTERS]
PUT_OUT: Final[list[list[PutOut]]] = each_order(PutOut)
UPGRADE: Final = Upgrade()
TAKE_TILE: Final = TakeTile()
BUILD: Final[list[Build]] = [Build(on) for on in LETTERS]
DELIVER: Final[list[list[Deliver]]] = [
    [Deliver(colour, on) for on in LETTERS] for colour in COLOURS
]
DONE: Final = Done()
FORFEIT: Final = Forfeit()
GIVE: Final[list[list[Give]]] = each_order(Give)
GIVE_ANY: Final[list[GiveAny]] = [
    GiveAny(COLOURS[ORDER_COLOUR[o]], ORDER_VALUE[o]) for o in range(ORDER_COUNT)
]
FIRST: Final[list[First]] = [First(visitor) for visitor in range(MOST_SEATS)]
OFFER: Final[list[Offer]] = [
    Offer(to, COLOURS[bring], COLOURS[put_out])
    for to in range(MOST_SEATS)
    for bring in range(COLOUR_COUNT)
    for put_out in range(COLOUR_COUNT)
]
"""By the number under which the state keeps an open offer."""
WITHDRAW: Final = Withdraw()

ACTS: Final[tuple[type[Act], ...]] = (
    ChooseOrder,
    TurnOver,
    Fly,
    Lift,
    Fill,
    Beam,
    PutOut,
    Upgrade,
    TakeTile,
    Build,
    Deliver,
    Done,
    Forfeit,
    Give,
    First,
    Offer,
    Withdraw,
)
