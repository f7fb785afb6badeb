"""Inviting people to a table, and where somebody is invited."""

from collections.abc import Iterable

from sandtable.protocol.bodies import Invitation
from sandtable.protocol.problems import BEGUN, NO_SEAT_HERE, NOT_ALLOWED, NOT_NOW, Denied
from sandtable.server.people.guests import Guest
from sandtable.server.tables.openlist import can_be_joined
from sandtable.server.tables.record import table_line
from sandtable.server.tables.table import Table


def invite(table: Table, by: str, whom: str) -> None:
    """Somebody who sits here would like another guest to join."""
    if not table.stages.before_play:
        raise Denied(NOT_NOW, BEGUN)
    if table.seating.seat_of_guest(by) is None:
        raise Denied(NOT_ALLOWED, NO_SEAT_HERE)
    table.invited.add(whom, by)
    table.journal.save()


def decline(table: Table, guest: Guest) -> None:
    table.invited.decline(guest.id)
    table.journal.save()


def invitations(tables: Iterable[Table], guest: Guest) -> list[Invitation]:
    """Where this guest is invited by somebody who still sits there, and can still join."""
    found: list[Invitation] = []
    for table in tables:
        by = table.invited.by(guest.id)
        if by is None or not can_be_joined(table) or not table.host.welcomes(guest):
            continue
        seat = table.seating.seat_of_guest(by)
        if seat is not None and table.seating.seat_of_guest(guest.id) is None:
            found.append(Invitation(by, table.seating[seat].name, table_line(table.record, None)))
    return found
