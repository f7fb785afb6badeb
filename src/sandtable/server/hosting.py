"""Sitting down, standing up, and what a host may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.registry import find
from sandtable.engine.units import Seat
from sandtable.server import absence, botseats
from sandtable.server.bots import check_level
from sandtable.server.people import Guest
from sandtable.server.problems import NOT_ALLOWED, NOT_NOW, Denied

if TYPE_CHECKING:
    from sandtable.server.table import Table

GIVEN_AWAY = 4002
TAKEN_OVER = "Somebody else sits in your seat now."
STOOD_UP = "You have left the table."
REMOVED = "The host has taken you from the table."


def check_host(table: Table, guest: Guest | None) -> None:
    if guest is None or guest.id != table.record.host:
        raise Denied(NOT_ALLOWED, "Only the host of this table may do that.")


def check_open(table: Table) -> None:
    if table.record.stage in ("over", "closed"):
        raise Denied(NOT_NOW, "This game is over.")


def sit(table: Table, guest: Guest, wanted: Seat | None) -> tuple[Seat, str]:
    """Give the guest a seat; the token is the only key to it from now on."""
    check_open(table)
    seat = table.seating.place_for(guest, wanted)
    turn_out(table, seat, TAKEN_OVER)
    if table.seating.seat_of_guest(guest.id) != seat:
        table.change_sitter(seat)
    token = table.seating.sit(guest, seat)
    if table.record.host is None:
        table.record.host = guest.id
    table.lost_at[seat] = table.now
    if table.play is not None:
        botseats.stand_back(table, seat)
    changed(table)
    return seat, token


def turn_out(table: Table, seat: Seat, why: str) -> None:
    """Whoever is connected to this seat is no longer, and is told why."""
    line = table.line_of(seat)
    if line is not None:
        table.lines.remove(line)
        line.close(GIVEN_AWAY, why, None)


def stand(table: Table, seat: Seat) -> None:
    check_open(table)
    leave_seat(table, seat, STOOD_UP)


def remove(table: Table, seat: Seat) -> None:
    """The host takes a seat's occupant away; somebody else may sit down there."""
    check_open(table)
    if table.seating[seat].kind == "empty":
        raise Denied(NOT_NOW, "Nobody sits there.")
    leave_seat(table, seat, REMOVED)


def leave_seat(table: Table, seat: Seat, why: str) -> None:
    guest = table.seating[seat].guest
    turn_out(table, seat, why)
    botseats.drop_hand(table, seat)
    table.seating.vacate(seat)
    table.change_sitter(seat)
    table.lost_at.pop(seat, None)
    if seat in table.votes:
        table.votes.remove(seat)
    if guest is not None and guest == table.record.host:
        others = table.seating.persons()
        table.record.host = table.seating[others[0]].guest if others else None
    if table.play is not None and table.record.stage == "playing":
        botseats.stand_in(table, seat)
    changed(table)


def seat_bot(table: Table, seat: Seat, level: str) -> None:
    check_open(table)
    check_level(find(table.record.game, table.record.rules), level)
    botseats.drop_hand(table, seat)
    table.seating.seat_bot(seat, level)
    table.lost_at.pop(seat, None)
    botseats.seat_hand(table, seat)
    changed(table)


def say_ready(table: Table, seat: Seat, ready: bool) -> None:
    if table.record.stage not in ("gathering", "countdown"):
        raise Denied(NOT_NOW, "The game has begun already.")
    table.seating[seat].ready = ready
    changed(table)


def start(table: Table) -> None:
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
    absence.check_ready(table)
    changed(table)


def changed(table: Table) -> None:
    if table.streams is not None:
        table.streams.names = table.seating.names
    table.save()
    absence.check_ready(table)
    table.tell_room()
    table.reschedule()
