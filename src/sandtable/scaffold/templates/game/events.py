"""What happens, and who is told which part of it.

Everybody is told the fields in PUBLIC. A field in PRIVATE is told to one seat only: PRIVATE names
the field that holds that seat.
"""

from typing import ClassVar

from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat


class Drew(Event):
    """PE-T2: everybody sees that somebody drew; only that player sees what."""

    NAME: ClassVar[str] = "drew"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)
    PRIVATE: ClassVar[dict[str, str]] = {"pebble": "seat"}

    def __init__(self, at: Ms, seat: Seat, pebble: int) -> None:
        super().__init__(at)
        self.seat = seat
        self.pebble = pebble


class Dropped(Event):
    """PE-T3."""

    NAME: ClassVar[str] = "dropped"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "pebble")

    def __init__(self, at: Ms, seat: Seat, pebble: int) -> None:
        super().__init__(at)
        self.seat = seat
        self.pebble = pebble


class Stopped(Event):
    """PE-T4; `timed_out` when the turn ran out (PE-T5)."""

    NAME: ClassVar[str] = "stopped"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "timed_out")

    def __init__(self, at: Ms, seat: Seat, timed_out: bool) -> None:
        super().__init__(at)
        self.seat = seat
        self.timed_out = timed_out


class Shown(Event):
    """PE-E1: everybody shows their pebbles."""

    NAME: ClassVar[str] = "shown"
    PUBLIC: ClassVar[tuple[str, ...]] = ("hands", "winners")

    def __init__(self, at: Ms, hands: list[list[int]], winners: list[Seat]) -> None:
        super().__init__(at)
        self.hands = hands
        self.winners = winners
