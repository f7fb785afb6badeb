"""What somebody is shown who has never played the game of their table, before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.example import example
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.engine.units import Seat
from sandtable.protocol.bodies import Example
from sandtable.protocol.problems import BEGUN, NOT_NOW, Denied

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


def game_to_show(table: Table) -> Game[Any]:
    """The game of a table where nothing has been dealt yet."""
    if not table.stages.before_play:
        raise Denied(NOT_NOW, BEGUN)
    return find(table.record.game, table.record.rules)


def show(game: Game[Any], seats: int, seat: Seat, options: dict[str, Any]) -> Example:
    """Of the table itself it takes nothing but the number of seats and the options."""
    shown = example(game, seats=seats, seat=seat, options=options)
    return Example(
        seat=seat,
        lessons=game.lessons(shown.options),
        now=shown.now,
        view=shown.view(seat),
        legal=[act.to_json() for act in shown.legal(seat)],
    )
