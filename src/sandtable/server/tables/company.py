"""Everybody who has a table open, seated or watching."""

from sandtable.engine.units import Seat
from sandtable.server.people.guests import Guest
from sandtable.server.tables.visitor import Visitor


class Company:
    def __init__(self) -> None:
        self.visitors: list[Visitor] = []

    def __contains__(self, visitor: object) -> bool:
        return visitor in self.visitors

    def at(self, seat: Seat) -> Visitor | None:
        for visitor in self.visitors:
            if visitor.seat == seat:
                return visitor
        return None

    @property
    def watchers(self) -> int:
        return sum(1 for visitor in self.visitors if visitor.seat is None)

    @property
    def any_seated(self) -> bool:
        return any(visitor.seat is not None for visitor in self.visitors)

    def name_of(self, guest: str) -> str | None:
        for visitor in self.visitors:
            if visitor.guest is not None and visitor.guest.id == guest:
                return visitor.guest.name
        return None

    def rename(self, guest: Guest) -> None:
        """From now on this guest talks here under another name."""
        for visitor in self.visitors:
            if visitor.guest is not None and visitor.guest.id == guest.id:
                visitor.rename(guest)

    def enter(self, visitor: Visitor) -> None:
        self.visitors.append(visitor)

    def leave(self, visitor: Visitor) -> bool:
        """False if they have left already."""
        if visitor not in self.visitors:
            return False
        self.visitors.remove(visitor)
        return True

    def turn_out(self, seat: Seat, code: int, why: str) -> None:
        """Disconnect whoever has this seat open, and tell them why."""
        visitor = self.at(seat)
        if visitor is not None:
            self.visitors.remove(visitor)
            visitor.close(code, why, None)

    def tell(self, frame: bytes) -> None:
        for visitor in self.visitors:
            visitor.send(frame)

    def send_away(self, code: int, why: str, come_back_after: int | None) -> None:
        for visitor in self.visitors.copy():
            visitor.close(code, why, come_back_after)
