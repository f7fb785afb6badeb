"""Tables that are found or opened for somebody who only says which game: to play it with whoever
else wants to, or to watch bots play it.

Each is an ordinary table with a mark. Two people who ask at the same moment come to the same table.
"""

from typing import Any

from sandtable.engine.game import Game
from sandtable.protocol.bodies import NewTable
from sandtable.protocol.problems import Denied
from sandtable.server.bots.desk import stand_in_level
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.openlist import can_be_joined
from sandtable.server.tables.table import Table

SHOW_SEATS = 3


async def show(lobby: Lobby, game: Game[Any]) -> Table:
    """A game that bots play for people to watch: the one that is running, or a new one."""
    async with lobby.opening:
        for table in lobby.tables.values():
            running = table.stages.playing and not table.broken
            if table.record.show and table.record.game == game.NAME and running:
                # Whoever asked is on their way: it does not end before they are here.
                table.attendance.left_alone(lobby.house.clockwork.now())
                return table
        seats = min(game.MAX_SEATS, max(game.MIN_SEATS, SHOW_SEATS))
        bots = [stand_in_level(game)] * seats
        wish = NewTable(game=game.NAME, bots=bots, sit=False, options=site_options(game))
        table = lobby.lay(lobby.plan(game, None, wish, show=True))
        await lobby.enter(table)
        table.begin_at_once()
        return table


async def play_with_somebody(
    lobby: Lobby, guest: Guest, game: Game[Any]
) -> tuple[Table, int, str, bool]:
    """A seat beside somebody who waits for this game, or at a new table that waits for others.

    Returns the table, the seat, its token, and whether the table is new.
    """
    # From here until the table is in the lobby nothing else happens, so nobody opens a second one.
    for table in waiting_for(lobby, guest, game):
        try:
            seat, token = hosting.sit(table, guest, None)
        except Denied:
            continue  # removed from there, or somebody there has such a name
        return table, seat, token, False
    # The fewest that the game takes: the next person who asks is enough, if two are.
    wish = NewTable(game=game.NAME, visibility="open", options=site_options(game))
    table = lobby.lay(lobby.plan(game, guest, wish, quick=True))
    seat, token = hosting.sit(table, guest, None)
    await lobby.enter(table)
    return table, seat, token, True


def waiting_for(lobby: Lobby, guest: Guest, game: Game[Any]) -> list[Table]:
    """Where this guest waits already, and then where others do, longest first."""
    found = [
        table
        for table in lobby.tables.values()
        if table.record.quick and table.record.game == game.NAME and table.stages.before_play
    ]
    own = [table for table in found if table.seating.seat_of_guest(guest.id) is not None]
    others = [table for table in found if table not in own and can_be_joined(table)]
    return own + sorted(others, key=lambda table: (table.record.created, table.id))


def site_options(game: Game[Any]) -> dict[str, Any]:
    """What a site opens its tables with, where that differs from the default of the rules."""
    return {
        name: shape["x-site"]["choices"][0]["const"]
        for name, shape in game.options_schema()["properties"].items()
        if "x-site" in shape
    }
