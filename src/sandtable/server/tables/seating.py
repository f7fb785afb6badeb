"""Who sits where. Pure: no sockets, no clock, no storage."""

import hmac
from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.units import Seat
from sandtable.protocol.problems import (
    NAME_TAKEN,
    NO_SEAT_FREE,
    NO_SUCH_THING,
    NOT_ALLOWED,
    SEAT_TAKEN,
    SITS_ELSEWHERE,
    Denied,
)
from sandtable.protocol.rooms import Occupant
from sandtable.server.people.guests import Guest, hashed, new_token
from sandtable.server.people.likeness import alike, unlike
from sandtable.server.tables.lineup import Players

BOT_NAMES = ("Brass", "Amber", "Cobalt", "Fern", "Indigo", "Maple", "Onyx", "Quill")


class Chair(Struct):
    """One seat as it is stored. Everything here survives a restart."""

    kind: Occupant = "empty"
    name: str = ""
    guest: str | None = None
    token_hash: str | None = None
    level: str | None = None
    stand_in: bool = False
    ready: bool = False
    with_bots: bool = False
    """At a quick table: ready even if bots take the seats that are free."""
    kept_for: str | None = None
    """After a rematch: the guest for whom this seat is kept; while empty, it has their name."""
    sat_line: int = 0
    """From this line of the log on, the acts of this seat are those of the person who sits here."""
    vacated: bool = False
    """A bot plays here for a person who left this running game, or was removed from it."""
    before: str = ""
    """The name of that person."""
    left_by: str | None = None
    """The id of that person, if they left of their own accord and so may come back."""
    left_new: bool = False
    """Whether that person had taken the seat over from somebody else."""
    removed_by: str | None = None
    """The host who removed them, if they were removed."""
    newcomer_from: int | None = None
    """The person here took over when the log had this many lines: see Game.veil."""
    hears_from: int = 0
    """The first line of the players' talk that came after they took over."""


def is_free(chair: Chair) -> bool:
    """Whether anybody may sit down here."""
    return chair.kind == "empty" and chair.kept_for is None


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
    def players(self) -> Players:
        """Who plays which seat now, as the log of a match tells it."""
        return Players(
            self.names,
            [chair.level if chair.kind == "bot" else None for chair in self.chairs],
            [chair.before or None for chair in self.chairs],
        )

    @property
    def names(self) -> list[str]:
        """What each seat is called in sentences; people count from 1."""
        return [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(self.chairs)]

    def persons(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def bots(self) -> list[Seat]:
        """Seats that a program plays: bots, and bots that stand in for somebody."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.level is not None and (chair.kind == "bot" or chair.stand_in)
        ]

    def only_bots_with(self, seat: Seat) -> bool:
        """Whether bots play all other seats, and nobody may come back to one of them."""
        return all(
            chair.kind == "bot" and chair.left_by is None and chair.kept_for is None
            for other, chair in enumerate(self.chairs)
            if other != seat
        )

    def full(self) -> bool:
        return all(chair.kind != "empty" for chair in self.chairs)

    def has_room(self) -> bool:
        """Whether there is a free seat that is kept for nobody."""
        return any(is_free(chair) for chair in self.chairs)

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
                raise Denied(NOT_ALLOWED, SITS_ELSEWHERE)
            if chair.left_by == guest.id:
                return seat
            if chair.kind != "empty":
                raise Denied(SEAT_TAKEN, f"{chair.name} is sitting there.")
            if chair.kept_for not in (None, guest.id):
                raise Denied(SEAT_TAKEN, "This seat is reserved for somebody else.")
            return seat
        for i, chair in enumerate(self.chairs):
            if chair.left_by == guest.id:
                return i
        free = [i for i, chair in enumerate(self.chairs) if chair.kind == "empty"]
        for wanted in (guest.id, None):
            for i in free:
                if self.chairs[i].kept_for == wanted:
                    return i
        raise Denied(SEAT_TAKEN, NO_SEAT_FREE)

    def sit(self, guest: Guest, seat: Seat) -> str:
        """Seat the guest; returns the token, which from now on is the only key to this seat."""
        token = new_token()
        chair = self.chairs[seat]
        chair.vacated = False
        chair.before = ""
        chair.left_by = None
        chair.left_new = False
        chair.removed_by = None
        chair.kind = "person"
        chair.name = guest.name
        chair.guest = guest.id
        chair.token_hash = hashed(token)
        chair.kept_for = None
        chair.ready = False
        chair.with_bots = False
        return token

    def set_ready(self, seat: Seat, ready: bool, with_bots: bool = False) -> None:
        chair = self[seat]
        chair.ready = ready
        chair.with_bots = ready and with_bots

    def all_ready_with_bots(self) -> bool:
        persons = self.persons()
        return bool(persons) and all(self.chairs[seat].with_bots for seat in persons)

    def set_all_ready(self) -> None:
        for chair in self.chairs:
            chair.ready = True

    def begin_sitting(self, seat: Seat, line: int) -> None:
        """Nothing in the log before this line was done by the person who sits here now."""
        self[seat].sat_line = line

    def settle(self, seat: Seat) -> None:
        """Somebody takes a seat back from the bot that played on for them."""
        chair = self[seat]
        chair.newcomer_from = None
        chair.hears_from = 0
        chair.level = None

    def settle_newcomer(self, seat: Seat, line: int, hears_from: int) -> None:
        """Somebody new takes a seat over, or somebody who had taken it over before."""
        self.settle(seat)
        chair = self[seat]
        chair.newcomer_from = line
        chair.hears_from = hears_from

    def stand_in(self, seat: Seat, level: str) -> None:
        """A bot plays until the person comes back."""
        chair = self[seat]
        chair.level = level
        chair.stand_in = True

    def stand_back(self, seat: Seat) -> None:
        chair = self[seat]
        chair.stand_in = False
        chair.level = None

    def change_level(self, seat: Seat, level: str) -> None:
        """The bot here plays at another level from now on."""
        self[seat].level = level

    def forget_lines_after(self, written: int) -> bool:
        """Forget lines that were never written; others will take their place in the log.

        Says whether there were any.
        """
        if all(chair.sat_line <= written for chair in self.chairs):
            return False
        for chair in self.chairs:
            chair.sat_line = min(chair.sat_line, written)
            if chair.newcomer_from is not None:
                chair.newcomer_from = min(chair.newcomer_from, written)
        return True

    def newcomers(self, written: int) -> list[Seat]:
        """Seats whose people took over when the log had this many lines."""
        return [seat for seat in self.persons() if self.chairs[seat].newcomer_from == written]

    def fill_empty(self, names: Sequence[str], level: str, removed_by: str) -> None:
        """Give bots the seats that older servers left empty in a running game."""
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "empty":
                chair.name = names[seat]
                self.hand_over(seat, chair.level or level, removed_by)

    def expected(self) -> list[Seat]:
        """Seats that are kept for people who have not come to the rematch yet."""
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "empty" and chair.kept_for is not None
        ]

    def do_without(self, level: str) -> list[Seat]:
        """Give bots all seats that are still free; says which.

        Whoever has not come to the rematch in time may have their seat back from the bot.
        """
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "empty"]
        for seat in free:
            chair = self.chairs[seat]
            kept_for, name = chair.kept_for, chair.name
            chair.name = ""
            self.seat_bot(seat, level, name)
            if kept_for is not None:
                chair.vacated = True
                chair.before = name
                chair.left_by = kept_for
        return free

    def keep_no_longer(self) -> None:
        """Seats are no longer kept for people who have not come to the rematch by now."""
        for chair in self.chairs:
            chair.kept_for = None
            if chair.kind == "empty":
                chair.name = ""

    def renew_token(self, seat: Seat) -> str:
        """A new token for the person who sits here; the old one no longer opens anything."""
        token = new_token()
        self[seat].token_hash = hashed(token)
        return token

    def check_name(self, guest: Guest, seat: Seat) -> None:
        """Nobody sits down under a name that could be mistaken for somebody else's here."""
        chair = self.chairs[seat]
        if chair.guest == guest.id and chair.name == guest.name:
            return
        others = [
            other.name for other in self.chairs if other is not chair and other.kept_for != guest.id
        ]
        copied = alike(guest.name, others)
        if copied is not None:
            better = unlike(guest.name, others)
            raise Denied(
                NAME_TAKEN,
                f"{copied} is at this table already. Take another name, such as {better}.",
                better,
            )

    def others_than(self, guest: Guest) -> list[str]:
        """The names at this table that are not this guest's."""
        return [
            chair.name
            for chair in self.chairs
            if chair.guest != guest.id and chair.kept_for != guest.id
        ]

    def knows(self, guest: Guest) -> bool:
        """Whether this guest sits here, or a seat is kept for them."""
        return any(guest.id in (chair.guest, chair.kept_for) for chair in self.chairs)

    def rename(self, guest: Guest) -> None:
        """A guest has another name, in their seat or where one is kept for them."""
        for chair in self.chairs:
            if guest.id == (chair.kept_for if chair.kind == "empty" else chair.guest):
                chair.name = guest.name

    def hand_over(self, seat: Seat, level: str, removed_by: str | None) -> None:
        """In a running game, let a bot take the place of a person.

        They may come back if they like, unless they were removed. A newcomer who leaves comes back
        as a newcomer.
        """
        chair = self[seat]
        name, guest = chair.name, chair.guest
        new = chair.newcomer_from is not None
        self.vacate(seat)
        chair.kind = "bot"
        chair.name = self.bot_name(seat)
        chair.level = level
        chair.ready = True
        chair.vacated = True
        chair.before = name
        chair.removed_by = removed_by
        chair.left_by = guest if removed_by is None else None
        chair.left_new = new

    def bot_name(self, seat: Seat, besides: str = "") -> str:
        """A name for a bot that nobody has; `besides`: the name of somebody about to sit down."""
        taken = [besides, *(other.name for other in self.chairs)]
        names = [*BOT_NAMES, *(f"{name} 2" for name in BOT_NAMES), f"Bot {seat}"]
        return next((name for name in names if alike(name, taken) is None), f"Bot {seat}")

    def vacate(self, seat: Seat) -> None:
        chair = self[seat]
        chair.kind = "empty"
        chair.name = ""
        chair.guest = None
        chair.token_hash = None
        chair.level = None
        chair.stand_in = False
        chair.ready = False
        chair.with_bots = False
        chair.newcomer_from = None
        chair.hears_from = 0
        chair.vacated = False
        chair.before = ""
        chair.left_by = None
        chair.left_new = False
        chair.removed_by = None

    def seat_bot(self, seat: Seat, level: str, besides: str = "") -> None:
        chair = self[seat]
        if chair.kind == "person":
            raise Denied(SEAT_TAKEN, f"{chair.name} is sitting there.")
        self.vacate(seat)
        chair.kind = "bot"
        chair.name = self.bot_name(seat, besides)
        chair.level = level
        chair.ready = True
        chair.kept_for = None
