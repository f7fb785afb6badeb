"""What happens in the watch game, and who is told what of it."""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from sandtable.engine.events import Event
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.parts import PAWNS, card_names
from sandtable.games.watch.state import placing


@mypyc_attr(acyclic=True, free_list_len=1)
class Moved(Event):
    """WA-T1: a pawn moved. `forced` when the table moved it because time was up (WA-T7)."""

    NAME: ClassVar[str] = "moved"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "pawn", "spent", "to", "forced", "on_yellow")

    def __init__(
        self, at: Ms, seat: Seat, pawn: str, spent: int, to: int, forced: bool, on_yellow: bool
    ) -> None:
        self.at = at
        self.seat = seat
        self.pawn = pawn
        self.spent = spent
        self.to = to
        self.forced = forced
        self.on_yellow = on_yellow


@mypyc_attr(acyclic=True)
class Exchanged(Event):
    """WA-T5: all see that two cards changed places; each of the two knows the card received."""

    NAME: ClassVar[str] = "exchanged"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "give", "player", "take")
    PRIVATE: ClassVar[dict[str, str]] = {"received": "seat", "given": "player"}

    def __init__(
        self,
        at: Ms,
        seat: Seat,
        give: int,
        player: Seat | None,
        take: int,
        received_card: int,
        given_card: int,
    ) -> None:
        self.at = at
        self.seat = seat
        self.give = give
        self.player = player
        self.take = take
        self.received_card = received_card
        self.given_card = given_card

    @property
    def received(self) -> list[str]:
        return card_names(self.received_card)

    @property
    def given(self) -> list[str]:
        return card_names(self.given_card)


class Kept(Event):
    """WA-T5: the exchange was declined; `timed_out` when the turn ran out before it was used."""

    NAME: ClassVar[str] = "kept"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "timed_out")

    def __init__(self, at: Ms, seat: Seat, timed_out: bool) -> None:
        self.at = at
        self.seat = seat
        self.timed_out = timed_out


class Rang(Event):
    """WA-E1: the game stopped. All cards are turned over; points as they stand now."""

    NAME: ClassVar[str] = "rang"
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "why",
        "turn",
        "order",
        "winner",
        "hands",
        "aside",
        "points",
        "again",
    )

    def __init__(
        self,
        at: Ms,
        why: str,
        turn: Seat,
        winner: Seat | None,
        pawns: list[int],
        cards: list[int],
        seats: int,
        hand: int,
        points: list[int],
        again: bool,
    ) -> None:
        self.at = at
        self.why = why
        self.turn = turn
        self.winner = winner
        self.pawns = pawns
        self.cards = cards
        self.seats = seats
        self.hand = hand
        self.points = points
        self.again = again

    @property
    def order(self) -> list[str] | None:
        """The pawns from FIRST to LAST; None while some share RED."""
        placed = placing(self.pawns)
        return None if -1 in placed else [PAWNS[pawn] for pawn in placed]

    @property
    def hands(self) -> list[list[list[str]]]:
        return [
            [card_names(card) for card in self.cards[seat * self.hand : (seat + 1) * self.hand]]
            for seat in range(self.seats)
        ]

    @property
    def aside(self) -> list[list[str]]:
        return [card_names(card) for card in self.cards[self.seats * self.hand :]]


class Dealt(Event):
    """WA-S1: fresh tokens and cards, and the hidden timer runs."""

    NAME: ClassVar[str] = "dealt"
    PUBLIC: ClassVar[tuple[str, ...]] = ("game", "first")

    def __init__(self, at: Ms, game: int, first: Seat) -> None:
        self.at = at
        self.game = game
        self.first = first
