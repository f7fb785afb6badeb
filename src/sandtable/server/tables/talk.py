"""What is said at a table. While the game runs, players and watchers have separate rooms."""

from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from sandtable.engine.units import Seat
from sandtable.protocol.rooms import ChatLine, Offer
from sandtable.server.base.dates import Dates
from sandtable.server.people.cleantext import clean_line, shown_name

KEPT_LINES = 100

Place = Literal["players", "watchers", "all"]


class Spoken(Struct):
    place: Place
    line: ChatLine
    to_you: dict[str, str] = {}
    """By guest, what the people whom a notice is about read instead."""

    def line_to(self, guest: str | None) -> ChatLine:
        """The line as this guest reads it."""
        text = None if guest is None else self.to_you.get(guest)
        return self.line if text is None else msgspec.structs.replace(self.line, text=text)

    def written(self) -> str:
        """For the database: the line, and what some read instead."""
        kept = msgspec.to_builtins(self.line)
        if self.to_you:
            kept["to_you"] = self.to_you
        return msgspec.json.encode(kept).decode()


class Instead(Struct):
    to_you: dict[str, str] = {}


class Talk:
    def __init__(self, keep: Callable[[Spoken], None], lines: list[Spoken], date: Dates) -> None:
        self._keep_on_disk = keep
        self._date = date
        self._lines: deque[Spoken] = deque(lines, maxlen=2 * KEPT_LINES)
        self.next = max((spoken.line.id for spoken in lines), default=0) + 1
        """The number of the next line."""

    def say(
        self, seat: Seat | None, guest: str | None, name: str, text: str, offer: Offer | None
    ) -> Spoken:
        line = ChatLine(self.next, self._date(), seat, name, text, offer, guest)
        self.next += 1
        return self._keep(Spoken("watchers" if seat is None else "players", line))

    def announce(self, text: str, to_you: dict[str, str]) -> Spoken:
        """Something that the table itself tells everybody, and in other words some of them."""
        line = ChatLine(self.next, self._date(), None, "", text, None, notice=True)
        self.next += 1
        return self._keep(Spoken("all", line, to_you))

    def _keep(self, spoken: Spoken) -> Spoken:
        self._lines.append(spoken)
        self._keep_on_disk(spoken)
        return spoken

    def earlier(self, place: Place | None, guest: str | None, since: int = 0) -> list[ChatLine]:
        """The last lines of a room (None: of both) as this guest reads them, from `since` on."""
        heard = [
            spoken.line_to(guest)
            for spoken in self._lines
            if spoken.place == "all"
            or (place is None or (spoken.place == place and spoken.line.id >= since))
        ]
        return heard[-KEPT_LINES:]


def read(place: Place, text: str) -> Spoken:
    """A stored line as it is shown now, whatever was let through when it was said."""
    line = msgspec.json.decode(text, type=ChatLine)
    if not line.notice:
        line.name = shown_name(line.name)
        line.text = clean_line(line.text)
    return Spoken(place, line, msgspec.json.decode(text, type=Instead).to_you)
