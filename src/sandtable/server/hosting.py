"""Sitting down, standing up, and what a host may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.registry import find
from sandtable.engine.units import Seat
from sandtable.server import absence, asking, audit, botseats
from sandtable.server.asking import Request
from sandtable.server.bots import check_level, stand_in_level
from sandtable.server.people import Guest
from sandtable.server.problems import NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, Denied

if TYPE_CHECKING:
    from sandtable.server.table import Table

GIVEN_AWAY = 4002
SENT_AWAY = 4006
TAKEN_OVER = "You now sit here in another browser or window."
STOOD_UP = "You have left the table."
REMOVED = "The host removed you from the table."
MOST_BARRED = 500
MOST_MUTED = 200


def check_host(table: Table, guest: Guest | None) -> Guest:
    if guest is None or guest.id != table.record.host:
        raise Denied(NOT_ALLOWED, "Only the host of this table may do that.")
    return guest


def check_open(table: Table) -> None:
    if table.record.stage in ("over", "closed"):
        raise Denied(NOT_NOW, "This game is over.")


def check_welcome(table: Table, guest: Guest) -> None:
    if guest.id in table.record.barred:
        raise Denied(NOT_ALLOWED, "The host removed you from this table; you cannot sit here.")


def sit_or_ask(table: Table, guest: Guest, wanted: Seat | None) -> tuple[Seat, str] | Request:
    """Give the guest a seat, or ask the others whether they may have it."""
    check_open(table)
    check_welcome(table, guest)
    if table.record.stage == "playing":
        seat = asking.seat_for(table, guest, wanted)
        if not asking.entitled(table, guest, seat):
            request = asking.ask(table, guest, seat)
            if not request.granted:
                return request
        return sit(table, guest, seat)
    return sit(table, guest, wanted)


def sit(table: Table, guest: Guest, wanted: Seat | None) -> tuple[Seat, str]:
    """Give the guest a seat; the token is the only key to it from now on."""
    check_open(table)
    check_welcome(table, guest)
    if table.record.stage == "playing":
        seat = asking.seat_for(table, guest, wanted)
        if not asking.entitled(table, guest, seat):
            raise Denied(NOT_ALLOWED, "A seat in a running game has to be asked for.")
        table.seating.check_name(guest, seat)
        if table.seating[seat].kind != "person":
            take_over(table, guest, seat)
    else:
        seat = table.seating.place_for(guest, wanted)
        table.seating.check_name(guest, seat)
        if table.seating.seat_of_guest(guest.id) != seat:
            table.change_sitter(seat)
    turn_out(table, seat, TAKEN_OVER)
    token = table.seating.sit(guest, seat)
    if table.record.host is None:
        table.record.host = guest.id
    table.lost_at[seat] = table.now
    if table.play is not None:
        botseats.stand_back(table, seat)
    changed(table)
    return seat, token


def take_over(table: Table, guest: Guest, seat: Seat) -> None:
    """Somebody gets a seat in a running game: the person who left it, or somebody new."""
    chair, play = table.seating[seat], table.play
    assert play is not None
    back = chair.left_by == guest.id
    request = table.requests.of(guest.id)
    agreed = [table.seating[one].guest for one in request.agreed] if request else []
    if request is not None:
        table.requests.open.remove(request)
    botseats.drop_hand(table, seat)
    table.change_sitter(seat)
    chair.newcomer_from = None
    chair.hears_from = 0
    if not back or chair.left_new:
        chair.newcomer_from = table.next_line
        chair.hears_from = table.talk.next
        play.take_over(seat)
    chair.level = None
    if back:
        audit.write(table, "sat", guest.id, f"{guest.name} is back.", seat)
    else:
        words = f"{guest.name} plays on in {chair.before}'s seat; everybody agreed."
        audit.write(table, "sat", guest.id, words, seat, agreed=agreed)


def turn_out(table: Table, seat: Seat, why: str) -> None:
    """Whoever is connected to this seat is no longer, and is told why."""
    line = table.line_of(seat)
    if line is not None:
        table.lines.remove(line)
        line.close(SENT_AWAY if why is REMOVED else GIVEN_AWAY, why, None)


def stand(table: Table, seat: Seat) -> None:
    check_open(table)
    chair = table.seating[seat]
    audit.write(table, "left", chair.guest, f"{chair.name} left{bot_goes_on(table)}.", seat)
    leave_seat(table, seat, STOOD_UP, None)


def remove(table: Table, seat: Seat, host: Guest) -> None:
    """The host removes whoever sits in a seat; they cannot sit at this table again."""
    check_open(table)
    chair = table.seating[seat]
    if chair.kind == "empty":
        raise Denied(NOT_NOW, "Nobody sits there.")
    if chair.guest == host.id:
        stand(table, seat)
        return
    if chair.kind == "bot" and table.record.stage == "playing":
        raise Denied(NOT_NOW, f"{chair.name}, a bot, plays there to the end of the game.")
    words = f"{host.name}, the host, removed {chair.name}{bot_goes_on(table)}."
    audit.write(table, "removed", host.id, words, seat, guest=chair.guest)
    if chair.guest is not None:
        table.record.barred = [*table.record.barred[-MOST_BARRED:], chair.guest]
    leave_seat(table, seat, REMOVED, host.id)


def bot_goes_on(table: Table) -> str:
    return "; a bot plays on" if table.record.stage == "playing" else ""


def leave_seat(table: Table, seat: Seat, why: str, removed_by: str | None) -> None:
    guest = table.seating[seat].guest
    turn_out(table, seat, why)
    botseats.drop_hand(table, seat)
    if table.play is not None and table.record.stage == "playing":
        # The server picks the bot, the same for everybody, so that nobody can weaken a rival.
        table.seating.hand_over(seat, stand_in_level(table.play.match.game), removed_by)
    else:
        table.seating.vacate(seat)
    table.change_sitter(seat)
    table.lost_at.pop(seat, None)
    if seat in table.votes:
        table.votes.remove(seat)
    if guest is not None and guest == table.record.host:
        others = table.seating.persons()
        table.record.host = table.seating[others[0]].guest if others else None
    botseats.seat_hand(table, seat)
    changed(table)


def seat_bot(table: Table, seat: Seat, level: str, host: Guest) -> None:
    check_open(table)
    if table.record.stage == "playing":
        raise Denied(NOT_NOW, "While the game runs, its bots stay as they are.")
    check_level(find(table.record.game, table.record.rules), level)
    table.seating.seat_bot(seat, level)
    words = f"{host.name}, the host, gave a seat to {table.seating[seat].name}, a bot."
    audit.write(table, "bot", host.id, words, seat)
    changed(table)


def mute(table: Table, whom: str, host: Guest, quiet: bool) -> None:
    """Somebody is no longer heard at this table, or is again. They can still play."""
    muted = table.record.muted
    if not quiet:
        if whom not in muted:
            raise Denied(NO_SUCH_THING, "Nobody with that id is muted here.")
        table.record.muted = [guest for guest in muted if guest != whom]
        words = f"{host.name}, the host, lets {name_of(table, whom)} talk again."
        audit.write(table, "unmute", host.id, words, guest=whom)
    elif whom == host.id:
        raise Denied(NOT_NOW, "You cannot mute yourself.")
    elif whom not in muted:
        name = name_of(table, whom)
        if len(muted) >= MOST_MUTED:
            raise Denied(NOT_NOW, "Too many people are muted here already.")
        table.record.muted = [*muted, whom]
        audit.write(table, "mute", host.id, f"{host.name}, the host, muted {name}.", guest=whom)
    changed(table)


def name_of(table: Table, guest: str) -> str:
    """Somebody who sits or watches here; a muted guest may have left since."""
    seat = table.seating.seat_of_guest(guest)
    if seat is not None:
        return table.seating[seat].name
    for line in table.lines:
        if line.guest is not None and line.guest.id == guest:
            return line.guest.name
    if guest in table.record.muted:
        return "somebody who has left"
    raise Denied(NO_SUCH_THING, "Nobody with that id is at this table.")


def say_ready(table: Table, seat: Seat, ready: bool) -> None:
    if table.record.stage not in ("gathering", "countdown"):
        raise Denied(NOT_NOW, "The game has begun already.")
    table.seating[seat].ready = ready
    changed(table)


def start(table: Table, host: Guest) -> None:
    if table.record.stage not in ("gathering", "countdown"):
        raise Denied(NOT_NOW, "The game has begun already.")
    if not table.seating.full():
        raise Denied(NOT_NOW, "Some seats are still free: fill them with people or bots.")
    unready = [
        table.seating[seat].name
        for seat in table.seating.persons()
        if not table.seating[seat].ready and table.seating[seat].guest != table.record.host
    ]
    if unready:
        raise Denied(NOT_NOW, f"Not ready yet: {', '.join(unready)}.")
    for chair in table.seating.chairs:
        chair.ready = True
    audit.write(table, "start", host.id, f"{host.name}, the host, starts the game.")
    absence.check_ready(table)
    changed(table)


def changed(table: Table) -> None:
    if table.streams is not None:
        table.streams.names = table.seating.names
    table.save()
    asking.look(table)
    absence.check_ready(table)
    table.tell_room()
    table.reschedule()
