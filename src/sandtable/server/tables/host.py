"""Who is host at a table, and whom they have removed or muted there."""

from sandtable.protocol.problems import NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, Denied
from sandtable.server.people.guests import Guest
from sandtable.server.tables.record import Record
from sandtable.server.tables.seating import Seating

MOST_BARRED = 500
MOST_MUTED = 200


class Host:
    def __init__(self, record: Record) -> None:
        self._record = record

    @property
    def id(self) -> str | None:
        return self._record.host

    def is_host(self, guest: Guest | None) -> bool:
        return guest is not None and guest.id == self._record.host

    def check(self, guest: Guest | None) -> Guest:
        if guest is None or guest.id != self._record.host:
            raise Denied(NOT_ALLOWED, "Only the host of this table may do that.")
        return guest

    def become(self, guest: Guest) -> None:
        """Somebody sits down; if the table has no host, they are host now."""
        if self._record.host is None:
            self._record.host = guest.id

    def hand_on(self, gone: str | None, seating: Seating) -> None:
        """Somebody has left. If it was the host, the person in the lowest seat is host now."""
        if gone is not None and gone == self._record.host:
            others = seating.persons()
            self._record.host = seating[others[0]].guest if others else None

    def pass_to(self, guest: str) -> None:
        self._record.host = guest

    def bar(self, guest: str) -> None:
        self._record.barred = [*self._record.barred[-MOST_BARRED:], guest]

    def welcomes(self, guest: Guest) -> bool:
        return guest.id not in self._record.barred

    def check_welcome(self, guest: Guest) -> None:
        if not self.welcomes(guest):
            raise Denied(NOT_ALLOWED, "The host removed you from this table; you cannot sit here.")

    @property
    def muted(self) -> list[str]:
        return self._record.muted

    def mute(self, guest: str) -> None:
        if len(self._record.muted) >= MOST_MUTED:
            raise Denied(NOT_NOW, "Too many people are muted here already.")
        self._record.muted = [*self._record.muted, guest]

    def unmute(self, guest: str) -> None:
        if guest not in self._record.muted:
            raise Denied(NO_SUCH_THING, "Nobody with that id is muted here.")
        self._record.muted = [one for one in self._record.muted if one != guest]
