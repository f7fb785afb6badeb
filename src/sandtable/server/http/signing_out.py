"""Signing out on all browsers but this one, or being forgotten on this one."""

import sqlalchemy as sa

from sandtable.protocol.goodbyes import SIGNED_OUT
from sandtable.protocol.problems import Denied
from sandtable.server.people.guests import Guest, People
from sandtable.server.store.schema import PEOPLE, TABLES
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.shelf import LIVE
from sandtable.server.tables.table import Table

EVERYWHERE = "You have signed out of this browser from another one."
FORGOTTEN = "You asked to be forgotten."
COME_BACK_AFTER = 1000
"""By then the browser that asked has its new cookies, and comes back with them."""


async def renew(lobby: Lobby, people: People, guest: Guest) -> tuple[str, list[tuple[str, str]]]:
    """New tokens for a guest and for their seats, the latter returned as table and token.

    The old ones no longer open anything, and all sockets that were opened with them are closed.
    """
    tables = await tables_of(lobby, guest)
    fresh = await people.renew(guest)
    seats: list[tuple[str, str]] = []
    for table in tables:
        seat = table.seating.seat_of_guest(guest.id)
        if seat is not None:
            seats.append((table.id, table.seating.renew_token(seat)))
            table.journal.save()
    send_away(lobby, guest, EVERYWHERE, COME_BACK_AFTER)
    await lobby.store.written()
    return fresh, seats


async def forget(lobby: Lobby, people: People, guest: Guest) -> list[str]:
    """Give up a guest's seats and token for good; returns the tables where they sat."""
    tables = await tables_of(lobby, guest)
    await people.give_up(guest)
    for table in tables:
        seat = table.seating.seat_of_guest(guest.id)
        if seat is None:
            continue
        if not table.stages.done:
            hosting.stand(table, seat)
        else:
            table.seating.renew_token(seat)
            table.journal.save()
    send_away(lobby, guest, FORGOTTEN, None)
    await lobby.store.written()
    return [table.id for table in tables]


async def tables_of(lobby: Lobby, guest: Guest) -> list[Table]:
    """Where this guest sits: tables that are not over, and others that are still in memory."""
    query = (
        sa.select(TABLES.c.id)
        .join(PEOPLE, PEOPLE.c.table_id == TABLES.c.id)
        .where(PEOPLE.c.guest_id == guest.id, TABLES.c.stage.in_(LIVE))
    )
    ids = await lobby.store.read(lambda c: {row.id for row in c.execute(query)})
    for table in lobby.tables.values():
        if table.seating.seat_of_guest(guest.id) is not None:
            ids.add(table.id)
    found: list[Table] = []
    for table_id in sorted(ids):
        try:
            found.append(await lobby.get(table_id))
        except Denied:
            continue  # a table that cannot be opened does not open for anybody else either
    return [table for table in found if table.seating.seat_of_guest(guest.id) is not None]


def send_away(lobby: Lobby, guest: Guest, why: str, come_back_after: int | None) -> None:
    for table in lobby.tables.values():
        for visitor in table.company.visitors.copy():
            sits = visitor.seat is not None and table.seating[visitor.seat].guest == guest.id
            if sits or (visitor.guest is not None and visitor.guest.id == guest.id):
                visitor.close(SIGNED_OUT, why, come_back_after)
