"""Who may speak at a table, and who hears it. In a game players and watchers talk separately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.server.broadcast import Line
from sandtable.server.cleantext import clean_line
from sandtable.server.likeness import alike, unlike
from sandtable.server.messages import Chatted, Reacted, Reaction, encode
from sandtable.server.problems import BAD_MESSAGE, NAME_TAKEN, NAMELESS, NOT_ALLOWED, Denied
from sandtable.server.rooms import Offer
from sandtable.server.talk import Place, Spoken

if TYPE_CHECKING:
    from sandtable.server.table import Table


class Voice:
    """Somebody who may be heard, under the name that others read."""

    def __init__(self, seat: Seat | None, guest: str | None, name: str) -> None:
        self.seat = seat
        self.guest = guest
        self.name = name


def voice_of(table: Table, line: Line) -> Voice:
    """Denied for somebody who is muted here, has no name, or has that of somebody who sits here."""
    if line.seat is not None:
        chair = table.seating[line.seat]
        voice = Voice(line.seat, chair.guest, chair.name)
    elif line.guest is None:
        raise Denied(NAMELESS, "Take a name first: you need one to talk here.")
    else:
        voice = Voice(None, line.guest.id, line.guest.name)
        seated = [chair.name for chair in table.seating.chairs if chair.kind != "empty"]
        copied = alike(voice.name, seated)
        if copied is not None:
            raise Denied(
                NAME_TAKEN,
                f"{copied} sits at this table. Take another name to talk here, such as "
                f"{unlike(voice.name, seated)}.",
            )
    if voice.guest in table.record.muted:
        raise Denied(NOT_ALLOWED, "The host has muted you at this table.")
    return voice


def say(table: Table, line: Line, raw: str) -> None:
    voice, text = voice_of(table, line), clean_line(raw)
    if not text:
        raise Denied(BAD_MESSAGE, "There is nothing in that to read.")
    tell(table, table.talk.say(voice.seat, voice.guest, voice.name, text, None))


def offer(table: Table, line: Line, offered: Offer) -> None:
    voice = voice_of(table, line)
    for name in (*offered.give, *offered.want):
        if clean_line(name) != name or not name:
            raise Denied(BAD_MESSAGE, "An offer names its goods in plain words.")
    tell(table, table.talk.say(voice.seat, voice.guest, voice.name, "", offered))


def react(table: Table, line: Line, reaction: Reaction) -> None:
    voice = voice_of(table, line)
    frame = encode(Reacted(voice.seat, voice.guest, voice.name, reaction))
    table.outbox.now(lambda: table.to_all(frame))


def place_of(table: Table, line: Line) -> Place | None:
    """The room whose talk this line hears; both before and after the game."""
    if table.record.stage in ("playing", "countdown"):
        return "watchers" if line.seat is None else "players"
    return None


def tell(table: Table, spoken: Spoken) -> None:
    frame = encode(Chatted([spoken.line]))
    for line in table.lines:
        place = place_of(table, line)
        if place is None or spoken.place in (place, "all"):
            line.send(frame)


def announce(table: Table, text: str) -> None:
    """The table itself says something, and everybody hears it."""
    tell(table, table.talk.announce(text))
