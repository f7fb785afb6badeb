"""Who sits where. Pure: no sockets, no clock, no storage."""

import hmac

from msgspec import Struct

from sandtable.engine.units import Seat
from sandtable.server.people import Guest, hashed, new_token
from sandtable.server.problems import NO_SUCH_THING, NOT_ALLOWED, SEAT_TAKEN, Denied
from sandtable.server.rooms import Occupant

BOT_NAMES = ("Brass", "Amber", "Cobalt", "Fern", "Indigo", "Maple", "Onyx", "Quill")


class Chair(Struct):
    """One seat as it is kept. Everything here survives a restart."""

    kind: Occupant = "empty"
    name: str = ""
    guest: str | None = None
    token_hash: str | None = None
    level: str | None = None
    stand_in: bool = False
    ready: bool = False
    kept_for: str | None = None
    """After a rematch: the guest for whom this seat is kept; an empty chair has their name, too."""
    sat_line: int = 0
    """The line of the log from which on the acts of this seat are those of who sits here now."""


class Seating:
    def __init__(self, chairs: list[Chair]) -> None:
        self.chairs = chairs

    def __getitem__(self, seat: Seat) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Denied(NO_SUCH_THING, f"There is no seat {seat} at this table.")
        return self.chairs[seat]

    def __len__(self) -> int:
        return len(self.chairs)

    @property
    def names(self) -> list[str]:
        """What each seat is called in sentences; people count from 1."""
        return [
            chair.name or ("The stand-in" if chair.stand_in else f"Seat {seat + 1}")
            for seat, chair in enumerate(self.chairs)
        ]

    def persons(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def bots(self) -> list[Seat]:
        """Seats that a program plays: bots, and those that stand in for somebody."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.level is not None and (chair.kind == "bot" or chair.stand_in)
        ]

    def full(self) -> bool:
        return all(chair.kind != "empty" for chair in self.chairs)

    def all_ready(self) -> bool:
        return self.full() and all(self.chairs[seat].ready for seat in self.persons())

    def seat_of_token(self, token: str | None) -> Seat | None:
        if not token or len(token) > 64:
            return None
        wanted = hashed(token)
        found: Seat | None = None
        for seat, chair in enumerate(self.chairs):
            # No early way out: the time this takes says nothing about the token.
            if chair.token_hash is not None and hmac.compare_digest(chair.token_hash, wanted):
                found = seat
        return found

    def seat_of_guest(self, guest: str) -> Seat | None:
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "person" and chair.guest == guest:
                return seat
        return None

    def place_for(self, guest: Guest, seat: Seat | None) -> Seat:
        """The seat this guest gets: their own again, the one asked for, or the first free one."""
        own = self.seat_of_guest(guest.id)
        if seat is None and own is not None:
            return own
        if seat is not None:
            chair = self[seat]
            if own == seat:
                return seat
            if own is not None:
                raise Denied(NOT_ALLOWED, f"You sit at seat {own} already.")
            if chair.kind != "empty":
                raise Denied(SEAT_TAKEN, f"{chair.name} sits there.")
            if chair.kept_for not in (None, guest.id):
                raise Denied(SEAT_TAKEN, "This seat is kept for somebody.")
            return seat
        free = [i for i, chair in enumerate(self.chairs) if chair.kind == "empty"]
        for wanted in (guest.id, None):
            for i in free:
                if self.chairs[i].kept_for == wanted:
                    return i
        raise Denied(SEAT_TAKEN, "Every seat is taken.")

    def sit(self, guest: Guest, seat: Seat) -> str:
        """Seat the guest; gives the token that from now on, alone, opens this seat."""
        token = new_token()
        chair = self.chairs[seat]
        chair.kind = "person"
        chair.name = guest.name
        chair.guest = guest.id
        chair.token_hash = hashed(token)
        chair.kept_for = None
        chair.ready = False
        return token

    def keep_no_longer(self) -> None:
        """Who has not come to a rematch by now may have to take another seat."""
        for chair in self.chairs:
            chair.kept_for = None
            if chair.kind == "empty":
                chair.name = ""

    def vacate(self, seat: Seat) -> None:
        chair = self[seat]
        chair.kind = "empty"
        chair.name = ""
        chair.guest = None
        chair.token_hash = None
        chair.level = None
        chair.stand_in = False
        chair.ready = False

    def seat_bot(self, seat: Seat, level: str) -> None:
        chair = self[seat]
        if chair.kind == "person":
            raise Denied(SEAT_TAKEN, f"{chair.name} sits there.")
        taken = [other.name for other in self.chairs]
        self.vacate(seat)
        chair.kind = "bot"
        chair.name = next((n for n in BOT_NAMES if n not in taken), f"Bot {seat}")
        chair.level = level
        chair.ready = True
        chair.kept_for = None
