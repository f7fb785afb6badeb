"""Who may talk at a table, and who hears it. In a game, players and watchers talk separately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.protocol.messages import Chatted, Reacted, Reaction, encode
from sandtable.protocol.problems import BAD_MESSAGE, NAME_TAKEN, NAMELESS, NOT_ALLOWED, Denied
from sandtable.protocol.rooms import Offer
from sandtable.server.people.cleantext import clean_line
from sandtable.server.people.likeness import alike, unlike
from sandtable.server.tables.talk import Place, Spoken
from sandtable.server.tables.visitor import Visitor

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


class Voice:
    """Somebody who may be heard, under the name that others read."""

    def __init__(self, seat: Seat | None, guest: str | None, name: str) -> None:
        self.seat = seat
        self.guest = guest
        self.name = name


def voice_of(table: Table, visitor: Visitor) -> Voice:
    """Raises Denied for somebody who is muted, has no name, or has the name of a player here."""
    if visitor.seat is not None:
        chair = table.seating[visitor.seat]
        voice = Voice(visitor.seat, chair.guest, chair.name)
    elif visitor.guest is None:
        raise Denied(NAMELESS, "Choose a name first: you need one to talk here.")
    else:
        voice = Voice(None, visitor.guest.id, visitor.guest.name)
        # Somebody may have a seat without being here: it is kept for them until they come.
        chairs = table.seating.chairs
        others = [chair.name for chair in chairs if chair.kept_for != visitor.guest.id]
        copied = alike(voice.name, others)
        if copied is not None:
            raise Denied(
                NAME_TAKEN,
                f"{copied} has a seat at this table. Take another name to talk here, such as "
                f"{unlike(voice.name, others)}.",
            )
    if voice.guest in table.host.muted:
        raise Denied(NOT_ALLOWED, "The host has muted you at this table.")
    return voice


def say(table: Table, visitor: Visitor, raw: str) -> None:
    voice, text = voice_of(table, visitor), clean_line(raw)
    if not text:
        raise Denied(BAD_MESSAGE, "That message is empty.")
    tell(table, table.talk.say(voice.seat, voice.guest, voice.name, text, None))


def offer(table: Table, visitor: Visitor, offered: Offer) -> None:
    voice = voice_of(table, visitor)
    for name in (*offered.give, *offered.want):
        if clean_line(name) != name or not name:
            raise Denied(BAD_MESSAGE, "Name the goods in an offer in plain words.")
    tell(table, table.talk.say(voice.seat, voice.guest, voice.name, "", offered))


def react(table: Table, visitor: Visitor, reaction: Reaction) -> None:
    voice = voice_of(table, visitor)
    frame = encode(Reacted(voice.seat, voice.guest, voice.name, reaction))
    table.journal.say(lambda: table.company.tell(frame))


def place_of(table: Table, visitor: Visitor) -> Place | None:
    """The room whose talk they hear; None means both, before and after the game."""
    if table.stages.now in ("playing", "countdown"):
        return "watchers" if visitor.seat is None else "players"
    return None


def tell(table: Table, spoken: Spoken) -> None:
    frame = encode(Chatted([spoken.line]))
    for visitor in table.company.visitors:
        place = place_of(table, visitor)
        if place is None or spoken.place in (place, "all"):
            line = spoken.line_to(visitor.guest_id)
            visitor.send(frame if line is spoken.line else encode(Chatted([line])))


def announce(table: Table, text: str, to_you: dict[str, str]) -> None:
    """The table itself says something, and everybody hears it.

    `to_you`: by guest, what the people whom it is about hear instead.
    """
    tell(table, table.talk.announce(text, to_you))
