"""The server for browser tests in which A Time of Chaos begins shortly before its end.

`python -m tests.e2e.prepared play ...`. What is changed is changed here, in the process that a test
started; there is no setting for it.

The last seat has placed its pawn in Timbuktu, and the others choose. Everybody has three cards at
home already. The first holds a card that belongs to Kyoto in the future, and in Lisbon in the
present lie two cubes of the second: whoever starts there sees it fall at the end of their turn.
"""

import sys
from typing import Any

from sandtable.cli import main
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.table import load, new
from sandtable.games.time_of_chaos.parts import ERAS, HOMES, NAMES, city_of, era_of
from sandtable.server.tables import table

GAME = "time-of-chaos"
HOME = 3
LAST_CARD = ("Kyoto", "future")


def begin(game: Game[Any], *, seats: int, **more: Any) -> Match:
    match = new(game, seats=seats, **more)
    if game.NAME != GAME:
        return match
    dump = match.dump()
    prepare(dump["position"]["table"], seats)
    return load(dump)


def prepare(laid: dict[str, Any], seats: int) -> None:
    last = seats - 1
    laid["first"] = 0
    laid["turn"] = last - 1
    laid["pawns"][last] = {"city": "Timbuktu", "era": "present"}
    tile(laid, "past", "Timbuktu")["chaos"] = True
    tile(laid, "past", "Timbuktu")["cubes"][last] = 1
    tile(laid, "future", "Timbuktu")["cubes"][last] = 1
    tile(laid, "present", "Lisbon")["cubes"][1 % seats] = 2
    mine = next(NAMES[nth] for nth, home in enumerate(HOMES) if tile_of(home) == LAST_CARD)
    draw(laid, mine)
    laid["hands"][0].append({"card": mine, "known": True})
    for seat in range(seats):
        for _ in range(HOME):
            laid["delivered"][seat].append(laid["decks"]["past"].pop())


def tile_of(home: int) -> tuple[str, str]:
    return city_of(home), era_of(home)


def tile(laid: dict[str, Any], era: str, city: str) -> dict[str, Any]:
    return next(one for one in laid["grids"][era] if one["city"] == city)


def draw(laid: dict[str, Any], card: str) -> None:
    """Take a card out of its deck, or from among the open ones, and fill the gap."""
    for era in ERAS:
        deck, row = laid["decks"][era], laid["open"][era]
        if card in row:
            row[row.index(card)] = deck.pop(0)
        elif card in deck:
            deck.remove(card)


if __name__ == "__main__":
    setattr(table, "new", begin)  # noqa: B010
    sys.exit(main(sys.argv[1:]))
