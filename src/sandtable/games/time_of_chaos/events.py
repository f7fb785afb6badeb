"""What happens in A Time of Chaos, and who is told what of it."""

from typing import Any, ClassVar

from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat


class Placed(Event):
    """TC-S3, TC-S4: a pawn arrives, its past is CHAOS, a cube lies in its future."""

    NAME: ClassVar[str] = "placed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "by_table")

    def __init__(self, at: Ms, seat: Seat, city: str, by_table: bool) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.by_table = by_table


class TurnBegan(Event):
    """TC-T6: `last` when the end has been triggered and this is the player's last turn (TC-E1)."""

    NAME: ClassVar[str] = "turn_began"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "turn", "last")

    def __init__(self, at: Ms, seat: Seat, turn: int, last: bool) -> None:
        self.at = at
        self.seat = seat
        self.turn = turn
        self.last = last


class Sent(Event):
    """TC-T1: a cube goes from a CHAOS tile to the same city in the next era."""

    NAME: ClassVar[str] = "sent"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "era", "to")

    def __init__(self, at: Ms, seat: Seat, city: str, era: str, to: str) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.era = era
        self.to = to


class Grabbed(Event):
    """TC-A2: all see from which deck; only the player sees the card."""

    NAME: ClassVar[str] = "grabbed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "era")
    PRIVATE: ClassVar[dict[str, str]] = {"card": "seat"}

    def __init__(self, at: Ms, seat: Seat, era: str, card: str) -> None:
        self.at = at
        self.seat = seat
        self.era = era
        self.card = card


class Searched(Event):
    """TC-A3: an open card is taken; `refill` is the card that takes its place, if any."""

    NAME: ClassVar[str] = "searched"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "era", "slot", "card", "refill", "pay")

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        city: str,
        era: str,
        slot: int,
        card: str,
        refill: str | None,
        pay: str,
    ) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.era = era
        self.slot = slot
        self.card = card
        self.refill = refill
        self.pay = pay


class Delivered(Event):
    """TC-A5: `refreshed` when the card was worth 3 and all cloaks are ready again (TC-K2)."""

    NAME: ClassVar[str] = "delivered"
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "seat",
        "card",
        "city",
        "era",
        "points",
        "pay",
        "refreshed",
    )

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        card: str,
        city: str,
        era: str,
        points: int,
        pay: str,
        refreshed: bool,
    ) -> None:
        self.at = at
        self.seat = seat
        self.card = card
        self.city = city
        self.era = era
        self.points = points
        self.pay = pay
        self.refreshed = refreshed


class LastTurns(Event):
    """TC-E1: the fourth card lies; everybody else has one more turn."""

    NAME: ClassVar[str] = "last_turns"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, at: Ms, seat: Seat) -> None:
        self.at = at
        self.seat = seat


class TimeTravelled(Event):
    """TC-A6: `cube` says where the cube was put, or that the cloak hid it all."""

    NAME: ClassVar[str] = "time_travelled"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "era", "to", "cube")

    def __init__(self, at: Ms, seat: Seat, city: str, era: str, to: str, cube: str) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.era = era
        self.to = to
        self.cube = cube


class Travelled(Event):
    """TC-A7."""

    NAME: ClassVar[str] = "travelled"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "era", "to")

    def __init__(self, at: Ms, seat: Seat, city: str, era: str, to: str) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.era = era
        self.to = to


class Restored(Event):
    """TC-A8: a tile is in ORDER again; `returned` are the cubes each seat gets back."""

    NAME: ClassVar[str] = "restored"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "city", "era", "returned")

    def __init__(self, at: Ms, seat: Seat, city: str, era: str, returned: list[int]) -> None:
        self.at = at
        self.seat = seat
        self.city = city
        self.era = era
        self.returned = returned


class Undone(Event):
    """TC-O3: `act` is what was taken back, `city` where the pawn now stands."""

    NAME: ClassVar[str] = "undone"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "act", "city")

    def __init__(self, at: Ms, seat: Seat, act: dict[str, Any], city: str) -> None:
        self.at = at
        self.seat = seat
        self.act = act
        self.city = city


class TimeUp(Event):
    """TC-O1, TC-O2: the table ends a turn."""

    NAME: ClassVar[str] = "time_up"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, at: Ms, seat: Seat) -> None:
        self.at = at
        self.seat = seat


class Flipped(Event):
    """TC-T4: a tile falls into CHAOS; `marked` are the seats whose cube stays on it."""

    NAME: ClassVar[str] = "flipped"
    PUBLIC: ClassVar[tuple[str, ...]] = ("city", "era", "marked", "returned")

    def __init__(
        self, at: Ms, city: str, era: str, marked: list[Seat], returned: list[int]
    ) -> None:
        self.at = at
        self.city = city
        self.era = era
        self.marked = marked
        self.returned = returned


class Penalised(Event):
    """TC-T5: these seats take a minus-one token each."""

    NAME: ClassVar[str] = "penalised"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seats",)

    def __init__(self, at: Ms, seats: list[Seat]) -> None:
        self.at = at
        self.seats = seats


class GameEnded(Event):
    """TC-E1, TC-E5, TC-E6: the game is over and scored."""

    NAME: ClassVar[str] = "game_ended"
    PUBLIC: ClassVar[tuple[str, ...]] = ("how", "winners", "scores")

    def __init__(self, at: Ms, how: str, winners: list[Seat], scores: list[int]) -> None:
        self.at = at
        self.how = how
        self.winners = winners
        self.scores = scores
