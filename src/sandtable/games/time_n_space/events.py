"""What happens in Time 'n' Space, and who is told what of it.

Only the choice before the start is secret (TS-S3); everything else happens on open mats.
"""

from typing import ClassVar

from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat


class Chose(Event):
    """TS-S3: a seat picked one of its first orders; only it knows which."""

    NAME: ClassVar[str] = "chose"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "count")
    PRIVATE: ClassVar[dict[str, str]] = {"order": "seat"}

    def __init__(self, at: Ms, seat: Seat, count: int, order: list[str | int]) -> None:
        self.at = at
        self.seat = seat
        self.count = count
        self.order = order


class Revealed(Event):
    """TS-S3: all choices are open, and the time runs. `picked` are choices the table made."""

    NAME: ClassVar[str] = "revealed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("orders", "picked", "ends_at")

    def __init__(
        self, at: Ms, orders: list[list[list[str | int]]], picked: list[int], ends_at: Ms
    ) -> None:
        self.at = at
        self.orders = orders
        self.picked = picked
        self.ends_at = ends_at


class TurnedOver(Event):
    """TS-T2, TS-T3: a timer runs; `to` is where the ship goes, null for anything else."""

    NAME: ClassVar[str] = "turned_over"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "runs_out_at", "to", "stays")

    def __init__(
        self, at: Ms, seat: Seat, on: str, runs_out_at: Ms, to: str | None, stays: bool
    ) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.runs_out_at = runs_out_at
        self.to = to
        self.stays = stays


class RanOut(Event):
    """TS-T4: a timer may be lifted from now on."""

    NAME: ClassVar[str] = "ran_out"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on")

    def __init__(self, at: Ms, seat: Seat, on: str) -> None:
        self.at = at
        self.seat = seat
        self.on = on


class Lifted(Event):
    """TS-T4, TS-T5: a timer was removed; `place` is where the ship has arrived, if it was that."""

    NAME: ClassVar[str] = "lifted"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "place")

    def __init__(self, at: Ms, seat: Seat, on: str, place: str | None) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.place = place


class Filled(Event):
    """TS-A1: one good came from the supply."""

    NAME: ClassVar[str] = "filled"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "colour")

    def __init__(self, at: Ms, seat: Seat, on: str, colour: str) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.colour = colour


class Beamed(Event):
    """TS-A2: one good went from a plant to a station."""

    NAME: ClassVar[str] = "beamed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "plant", "station", "colour")

    def __init__(self, at: Ms, seat: Seat, plant: str, station: str, colour: str) -> None:
        self.at = at
        self.seat = seat
        self.plant = plant
        self.station = station
        self.colour = colour


class WasPutOut(Event):
    """TS-A3: an order is open to visitors."""

    NAME: ClassVar[str] = "put_out"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "colour", "value", "on")

    def __init__(self, at: Ms, seat: Seat, colour: str, value: int, on: str) -> None:
        self.at = at
        self.seat = seat
        self.colour = colour
        self.value = value
        self.on = on


class Upgraded(Event):
    """TS-A4: a building has reached stage III."""

    NAME: ClassVar[str] = "upgraded"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "kind")

    def __init__(self, at: Ms, seat: Seat, on: str, kind: str) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.kind = kind


class TookTile(Event):
    """TS-A5: a tile went to a research space; `top` is the one now open, if there is one."""

    NAME: ClassVar[str] = "took_tile"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "moon", "tile", "top")

    def __init__(self, at: Ms, seat: Seat, moon: str, tile: str, top: str | None) -> None:
        self.at = at
        self.seat = seat
        self.moon = moon
        self.tile = tile
        self.top = top


class Buried(Event):
    """TS-A5: the action at a moon was not or could not be used; its top tile went to the bottom."""

    NAME: ClassVar[str] = "buried"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "moon", "tile", "top")

    def __init__(self, at: Ms, seat: Seat, moon: str, tile: str, top: str) -> None:
        self.at = at
        self.seat = seat
        self.moon = moon
        self.tile = tile
        self.top = top


class Built(Event):
    """TS-A6: a tile covers a building."""

    NAME: ClassVar[str] = "built"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "tile")

    def __init__(self, at: Ms, seat: Seat, on: str, tile: str) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.tile = tile


class Delivered(Event):
    """TS-A7: a good was given for an order; the counter follows."""

    NAME: ClassVar[str] = "delivered"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "host", "colour", "station")

    def __init__(self, at: Ms, seat: Seat, host: Seat, colour: str, station: str) -> None:
        self.at = at
        self.seat = seat
        self.host = host
        self.colour = colour
        self.station = station


class OwnerAsked(Event):
    """TS-A8: the owner chooses which orders the visitor gets, until the table does."""

    NAME: ClassVar[str] = "owner_asked"
    PUBLIC: ClassVar[tuple[str, ...]] = ("host", "visitor", "until")

    def __init__(self, at: Ms, host: Seat, visitor: Seat, until: Ms) -> None:
        self.at = at
        self.host = host
        self.visitor = visitor
        self.until = until


class Gave(Event):
    """TS-A7, TS-A8: a visitor got a counter. `how`: only, chosen or silent."""

    NAME: ClassVar[str] = "gave"
    PUBLIC: ClassVar[tuple[str, ...]] = ("host", "visitor", "colour", "value", "on", "how")

    def __init__(
        self, at: Ms, host: Seat, visitor: Seat, colour: str, value: int, on: str, how: str
    ) -> None:
        self.at = at
        self.host = host
        self.visitor = visitor
        self.colour = colour
        self.value = value
        self.on = on
        self.how = how


class TookBonus(Event):
    """TS-A9: the first order ever filled at a planet took its white counter along."""

    NAME: ClassVar[str] = "took_bonus"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "host", "value")

    def __init__(self, at: Ms, seat: Seat, host: Seat, value: int) -> None:
        self.at = at
        self.seat = seat
        self.host = host
        self.value = value


class InLine(Event):
    """TS-A11: a visitor waits. `why`: others have come or may come at the same moment (close), the
    owner is choosing an order for another visitor (choice), or others wait already (behind)."""

    NAME: ClassVar[str] = "in_line"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "host", "why")

    def __init__(self, at: Ms, seat: Seat, host: Seat, why: str) -> None:
        self.at = at
        self.seat = seat
        self.host = host
        self.why = why


class TooClose(Event):
    """TS-A11: the owner says who of these fills first, until the table does."""

    NAME: ClassVar[str] = "too_close"
    PUBLIC: ClassVar[tuple[str, ...]] = ("host", "visitors", "until")

    def __init__(self, at: Ms, host: Seat, visitors: list[Seat], until: Ms) -> None:
        self.at = at
        self.host = host
        self.visitors = visitors
        self.until = until


class Fills(Event):
    """TS-A11: a visitor who waited may fill orders now. `how`: alone, chosen, silent or next."""

    NAME: ClassVar[str] = "fills"
    PUBLIC: ClassVar[tuple[str, ...]] = ("host", "visitor", "how")

    def __init__(self, at: Ms, host: Seat, visitor: Seat, how: str) -> None:
        self.at = at
        self.host = host
        self.visitor = visitor
        self.how = how


class Finished(Event):
    """TS-T4: the action is over and its timer free. `why`: the player was done or forfeited it, no
    step was possible in it (nothing), or the time to deliver was over (late)."""

    NAME: ClassVar[str] = "finished"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "on", "steps", "why")

    def __init__(self, at: Ms, seat: Seat, on: str, steps: int, why: str) -> None:
        self.at = at
        self.seat = seat
        self.on = on
        self.steps = steps
        self.why = why


class Offered(Event):
    """TS-A13: an offer that binds nobody."""

    NAME: ClassVar[str] = "offered"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "to", "bring", "put_out")

    def __init__(self, at: Ms, seat: Seat, to: Seat, bring: str, put_out: str) -> None:
        self.at = at
        self.seat = seat
        self.to = to
        self.bring = bring
        self.put_out = put_out


class OfferClosed(Event):
    """TS-A13: an offer is gone: withdrawn, or kept by delivering what it promised."""

    NAME: ClassVar[str] = "offer_closed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "to", "why")

    def __init__(self, at: Ms, seat: Seat, to: Seat, why: str) -> None:
        self.at = at
        self.seat = seat
        self.to = to
        self.why = why


class TimeUp(Event):
    """TS-E1: no timer may be turned over any more; `until` is the last moment to lift one."""

    NAME: ClassVar[str] = "time_up"
    PUBLIC: ClassVar[tuple[str, ...]] = ("until",)

    def __init__(self, at: Ms, until: Ms) -> None:
        self.at = at
        self.until = until


class Scored(Event):
    """TS-E2 to TS-E4: the game is over."""

    NAME: ClassVar[str] = "scored"
    PUBLIC: ClassVar[tuple[str, ...]] = ("scores", "winners")

    def __init__(self, at: Ms, scores: list[int], winners: list[Seat]) -> None:
        self.at = at
        self.scores = scores
        self.winners = winners
