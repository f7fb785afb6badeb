"""A new name for a guest, at once wherever the old one is shown: in seats, in talk, in lists.

Where others could be taken in by it, it is refused as it would be to somebody who sits down under
it, and then nothing changes anywhere. Finished games keep the names they were played under.
"""

from sandtable.protocol.problems import NAME_TAKEN, Denied
from sandtable.server.http.signing_out import tables_of
from sandtable.server.people.guests import Guest, check_is_a_persons, clean_name
from sandtable.server.people.likeness import alike, unlike
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.table import Table


async def rename(lobby: Lobby, guest: Guest, name: str) -> None:
    """Give a guest another name at every table that is not over. Raises if it is not free there.

    From the check to the last table nothing else happens in between, so nobody can sit down under
    the name meanwhile. Writing the guest down comes after it, with the same writer.
    """
    shown = clean_name(name)
    check_is_a_persons(shown)
    if shown == guest.name:
        return
    await tables_of(lobby, guest)  # brings them into memory
    mine = [
        table
        for table in lobby.tables.values()
        if table.seating.knows(guest) and not table.stages.done and not table.broken
    ]
    check_free(shown, guest, mine)
    renamed = Guest(guest.id, shown)
    for table in mine:
        hosting.rename(table, renamed)
    for table in lobby.tables.values():
        table.company.rename(renamed)


def check_free(name: str, guest: Guest, tables: list[Table]) -> None:
    others = [other for table in tables for other in table.seating.others_than(guest)]
    copied = alike(name, others)
    if copied is not None:
        better = unlike(name, others)
        raise Denied(
            NAME_TAKEN,
            f"{copied} is at a table where you sit. Take another name, such as {better}.",
            better,
        )
