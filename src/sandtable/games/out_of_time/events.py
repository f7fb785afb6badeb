"""What happens in Out of Time. Nothing of it is secret: cards lie open once they are drawn."""

from typing import ClassVar

from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat


class Placed(Event):
    """OT-P1, OT-P2, OT-P5: a glass came onto the board; `by_table` when time was up (OT-P6)."""

    NAME: ClassVar[str] = "placed"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "glass", "to", "took", "runs_out_at", "by_table")

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        glass: int,
        to: int,
        took: str | None,
        runs_out_at: Ms,
        by_table: bool,
    ) -> None:
        self.at = at
        self.seat = seat
        self.glass = glass
        self.to = to
        self.took = took
        self.runs_out_at = runs_out_at
        self.by_table = by_table


class HeldBack(Event):
    """OT-P5: no space was free next to the first glass, so the second stays in the hand."""

    NAME: ClassVar[str] = "held_back"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "glass")

    def __init__(self, at: Ms, seat: Seat, glass: int) -> None:
        self.at = at
        self.seat = seat
        self.glass = glass


class Begun(Event):
    """OT-M1: the placement round is over, and from now on everybody acts at once."""

    NAME: ClassVar[str] = "begun"


class Moved(Event):
    """OT-M3: a glass was turned over and placed, with the cube that was taken, if any."""

    NAME: ClassVar[str] = "moved"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "glass", "came_from", "to", "took", "runs_out_at")

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        glass: int,
        came_from: int,
        to: int,
        took: str | None,
        runs_out_at: Ms,
    ) -> None:
        self.at = at
        self.seat = seat
        self.glass = glass
        self.came_from = came_from
        self.to = to
        self.took = took
        self.runs_out_at = runs_out_at


class RanThrough(Event):
    """OT-M2: the sand of a glass has run out; it waits for its owner."""

    NAME: ClassVar[str] = "ran_through"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "glass", "space")

    def __init__(self, at: Ms, seat: Seat, glass: int, space: int) -> None:
        self.at = at
        self.seat = seat
        self.glass = glass
        self.space = space


class Scored(Event):
    """OT-G4: a card was filled; its cubes go back and another card is drawn, or none at the end."""

    NAME: ClassVar[str] = "scored"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "card", "scored", "next_card")

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        card: dict[str, int],
        scored: int,
        next_card: dict[str, int] | None,
    ) -> None:
        self.at = at
        self.seat = seat
        self.card = card
        self.scored = scored
        self.next_card = next_card


class Won(Event):
    """OT-G5: the last card that was needed is scored, and the game is over."""

    NAME: ClassVar[str] = "won"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, at: Ms, seat: Seat) -> None:
        self.at = at
        self.seat = seat


class KnockedOver(Event):
    """OT-K1, OT-K2: `seat` reached for a space and knocked over the glass of `owner` there."""

    NAME: ClassVar[str] = "knocked_over"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "reached_with", "glass", "owner", "space", "left")

    def __init__(
        self, at: Ms, seat: Seat, reached_with: int, glass: int, owner: Seat, space: int, left: Ms
    ) -> None:
        self.at = at
        self.seat = seat
        self.reached_with = reached_with
        self.glass = glass
        self.owner = owner
        self.space = space
        self.left = left


class StoodUp(Event):
    """OT-K3: `seat` stood a fallen glass up again, and its sand runs on if some is left."""

    NAME: ClassVar[str] = "stood_up"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "glass", "owner", "space", "runs_out_at")

    def __init__(
        self, at: Ms, seat: Seat, glass: int, owner: Seat, space: int, runs_out_at: Ms
    ) -> None:
        self.at = at
        self.seat = seat
        self.glass = glass
        self.owner = owner
        self.space = space
        self.runs_out_at = runs_out_at


class MustGiveBack(Event):
    """OT-K5: there are several colours on the card, so the culprit chooses until `choose_by`."""

    NAME: ClassVar[str] = "must_give_back"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "choose_by")

    def __init__(self, at: Ms, seat: Seat, choose_by: Ms) -> None:
        self.at = at
        self.seat = seat
        self.choose_by = choose_by


class GaveBack(Event):
    """OT-K2, OT-K5: a cube went back. `why`: chosen, only (one colour), last (not chosen), owed."""

    NAME: ClassVar[str] = "gave_back"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "colour", "why", "owed")

    def __init__(self, at: Ms, seat: Seat, colour: str, why: str, owed: int) -> None:
        self.at = at
        self.seat = seat
        self.colour = colour
        self.why = why
        self.owed = owed


class Owes(Event):
    """OT-K2: there was no cube on the card to give back, so the next ones taken go back."""

    NAME: ClassVar[str] = "owes"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "owed")

    def __init__(self, at: Ms, seat: Seat, owed: int) -> None:
        self.at = at
        self.seat = seat
        self.owed = owed


class Rebuffed(Event):
    """The lenient referee of OT-K6: an attempt was refused, by this rule, and cost nothing."""

    NAME: ClassVar[str] = "refused"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "rule", "message")

    def __init__(self, at: Ms, seat: Seat, rule: str, message: str) -> None:
        self.at = at
        self.seat = seat
        self.rule = rule
        self.message = message


class Fined(Rebuffed):
    """OT-K6: the strict referee saw such an attempt, and it costs a cube."""

    NAME: ClassVar[str] = "fined"
