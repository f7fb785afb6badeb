"""Asking for a seat in a running game that somebody left, or was removed from.

A bot plays such a seat. Somebody else gets it only if every person who sits at the table agrees,
because they will be shown its cards. The host alone cannot let anybody into a seat whose player the
host removed, or a second browser would be enough to look at a rival's hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.speech import counted
from sandtable.engine.units import Seat
from sandtable.protocol.problems import (
    NO_SEAT_FREE,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    SEAT_TAKEN,
    SITS_ELSEWHERE,
    TOO_MUCH,
    Denied,
)
from sandtable.protocol.rooms import SeatRequest
from sandtable.server.base.tableclock import Mono
from sandtable.server.net.limits import Bucket
from sandtable.server.people.guests import Guest

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

ANSWER_WITHIN = 60_000.0
"""Milliseconds that people have to answer, and for which a granted seat is then kept."""
ASK_AGAIN_AFTER = 60_000.0
MOST_OPEN = 3
MOST_REMEMBERED = 100
BURST, PER_SECOND = 6, 0.05
"""How often people at a table can be asked at all, no matter who asks."""

DECLINED = "The others would rather not have somebody else in this seat just now."
UNANSWERED = "Not everybody answered in time."
UNCLAIMED = "The seat was kept for you, but you did not come."


class Request:
    """Somebody asks for a seat, and these have agreed so far."""

    def __init__(self, number: int, seat: Seat, guest: Guest, ends: Mono) -> None:
        self.number = number
        self.seat = seat
        self.guest = guest
        self.ends = ends
        self.agreed: list[Seat] = []
        self.granted = False


class Requests:
    """The requests at one table. They do not survive a restart: people can ask again."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: list[Request] = []
        self._ended: dict[str, tuple[Mono, str]] = {}
        """Guests who asked in vain: when they may ask again, and why it came to nothing."""
        self._asked = 0
        self._often = Bucket(BURST, PER_SECOND)

    def __len__(self) -> int:
        return len(self._open)

    def of(self, guest: str) -> Request | None:
        return next((request for request in self._open if request.guest.id == guest), None)

    @property
    def any_granted(self) -> bool:
        """Whether a seat is kept for somebody whom the others have let in."""
        return any(request.granted for request in self._open)

    def next_end(self) -> Mono | None:
        return min([request.ends for request in self._open], default=None)

    def end_all(self) -> None:
        self._open.clear()

    # Whose seat it is.

    def who_decides(self, seat: Seat) -> list[Seat]:
        """Every person at the table, present or not; nobody if no agreement could be enough."""
        seating = self._table.seating
        persons = seating.persons()
        remover = seating[seat].removed_by
        if remover is not None and all(seating[one].guest == remover for one in persons):
            return []
        return persons

    def may_be_asked_for(self, seat: Seat) -> bool:
        table = self._table
        return table.stages.playing and table.seating[seat].vacated and bool(self.who_decides(seat))

    def entitled(self, guest: Guest, seat: Seat) -> bool:
        """Whether the guest may have this seat in a running game without asking."""
        seating = self._table.seating
        chair = seating[seat]
        own = seating.seat_of_guest(guest.id)
        if own is not None:
            return own == seat
        if chair.vacated and chair.left_by == guest.id:
            return True
        request = self.of(guest.id)
        return request is not None and request.granted and request.seat == seat

    def seat_for(self, guest: Guest, wanted: Seat | None) -> Seat:
        """Which seat in a running game a guest means: the one named, their own, or a vacant one."""
        if wanted is not None:
            return wanted
        seats = range(len(self._table.seating))
        own = next((seat for seat in seats if self.entitled(guest, seat)), None)
        if own is not None:
            return own
        request = self.of(guest.id)
        if request is not None:
            return request.seat
        vacant = next((seat for seat in seats if self.may_be_asked_for(seat)), None)
        if vacant is None:
            raise Denied(SEAT_TAKEN, NO_SEAT_FREE)
        return vacant

    # Asking and answering.

    def ask(self, guest: Guest, seat: Seat) -> Request:
        """Ask for a seat; asking again while the request is open gives the same request."""
        table = self._table
        mono = table.now
        self._check_can_be_had(guest, seat)
        table.seating.check_name(guest, seat)
        known = self.of(guest.id)
        if known is not None and known.seat == seat:
            return known
        if known is not None:
            raise Denied(NOT_NOW, "You have already asked for another seat at this table.")
        again, why = self._ended.get(guest.id, (0.0, ""))
        if mono < again:
            seconds = max(1, round((again - mono) / 1000))
            raise Denied(NOT_NOW, f"{why} You can ask again in {counted(seconds, 'second')}.")
        if len(self._open) >= MOST_OPEN or not self._often.take(mono):
            raise Denied(TOO_MUCH, "This table is getting too many requests; wait a moment.")
        self._ended.pop(guest.id, None)
        self._asked += 1
        request = Request(self._asked, seat, guest, mono + ANSWER_WITHIN)
        self._open.append(request)
        table.tell_room()
        table.reschedule()
        return request

    def _check_can_be_had(self, guest: Guest, seat: Seat) -> None:
        seating = self._table.seating
        chair = seating[seat]
        if seating.seat_of_guest(guest.id) is not None:
            raise Denied(NOT_ALLOWED, SITS_ELSEWHERE)
        if chair.kind == "person":
            raise Denied(SEAT_TAKEN, f"{chair.name} is sitting there.")
        if not chair.vacated:
            raise Denied(
                SEAT_TAKEN, f"{chair.name}, a bot, will play this seat to the end of the game."
            )
        if not self.who_decides(seat):
            raise Denied(
                NOT_ALLOWED,
                f"The bot will play {chair.before}'s seat to the end: nobody is left who could let "
                "somebody else in.",
            )

    def answer(self, seat: Seat, number: int, agree: bool) -> None:
        """A person at the table agrees, or does not; a single "no" settles it."""
        request = next((one for one in self._open if one.number == number), None)
        if request is None or request.granted:
            raise Denied(NO_SUCH_THING, "That has been settled already.")
        if not agree:
            self._end(request, DECLINED)
        elif seat not in request.agreed:
            request.agreed.append(seat)
        self.look()
        self._table.tell_room()
        self._table.reschedule()

    def claim(self, guest: Guest) -> list[Seat]:
        """Somebody sits down, so their request is done. Returns the seats that agreed to it."""
        request = self.of(guest.id)
        if request is None:
            return []
        self._open.remove(request)
        return request.agreed

    def look(self) -> bool:
        """Settle the requests that can be settled, and say whether there were any.

        People may have agreed, come or gone, and time may be up.
        """
        mono, settled = self._table.now, False
        for request in self._open.copy():
            deciding = self.who_decides(request.seat)
            request.agreed = [seat for seat in request.agreed if seat in deciding]
            if not self._table.seating[request.seat].vacated:
                self._end(request, "Somebody else has taken the seat.")
                settled = True
            elif mono >= request.ends:
                self._end(request, UNCLAIMED if request.granted else UNANSWERED)
                settled = True
            elif deciding and not request.granted and len(request.agreed) == len(deciding):
                request.granted = True
                request.ends = mono + ANSWER_WITHIN
                settled = True
        return settled

    def _end(self, request: Request, why: str) -> None:
        """The request came to nothing, and for a while they cannot ask again."""
        self._open.remove(request)
        if len(self._ended) >= MOST_REMEMBERED:
            del self._ended[next(iter(self._ended))]
        self._ended[request.guest.id] = (self._table.now + ASK_AGAIN_AFTER, why)

    # Showing.

    def shown(self) -> list[SeatRequest]:
        return [self.shown_one(request) for request in self._open]

    def shown_one(self, request: Request) -> SeatRequest:
        deciding = self.who_decides(request.seat)
        return SeatRequest(
            id=request.number,
            seat=request.seat,
            guest=request.guest.id,
            name=request.guest.name,
            granted=request.granted,
            ends=round(request.ends),
            agreed=sorted(request.agreed),
            waiting=[seat for seat in deciding if seat not in request.agreed],
        )
