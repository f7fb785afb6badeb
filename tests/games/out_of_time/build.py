"""A small builder for positions of Out of Time.

The tiles lie in the order of the colours, again and again around the grey one:

           red   orange  yellow                    0    1    2
       green  blue   purple   red                3    4    5    6
   orange yellow  grey   green   blue          7    8    9   10   11
       purple  red   orange   yellow            12   13   14   15
           green   blue  purple                   16   17   18
"""

from typing import Any

import sandtable
from sandtable import Match
from sandtable.games.out_of_time.parts import BOARD, CARDS, COLOURS
from sandtable.games.out_of_time.state import OutOfTimeState

RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = COLOURS
READY = 0
NOW = 100_000
SAND = 30_000
GRACE = 300


def card(*names: str) -> int:
    """The number of the card with two spaces of each of these colours."""
    return CARDS.index([2 if name in names else 0 for name in COLOURS])


def tiles(seats: int, turned: list[int] | None = None, grey_backs: bool = False) -> list[str]:
    """The tiles in the order of the colours, some turned over, as for this number of players."""
    back = "grey" if grey_backs else "turned"
    laid = [COLOURS[i % 6] for i in range(18)]
    laid.insert(BOARD.middle, "grey")
    if turned is None:
        turned = {2: BOARD.a + BOARD.b, 3: BOARD.a, 6: BOARD.a + BOARD.b}.get(seats, [])
    return [back if space in turned else laid[space] for space in range(19)]


def glass(space: int | None, left: int = READY) -> dict[str, Any]:
    """An upright glass with this much sand left; READY has waited for a second."""
    if space is None:
        return {"space": None}
    runs_out_at = NOW + left if left else NOW - 1_000
    return {
        "space": space,
        "placed_at": runs_out_at - SAND,
        "runs_out_at": runs_out_at,
        "noticed": False,
        "fallen": False,
    }


def fallen(space: int, left: int, by: int, ago: int = 0) -> dict[str, Any]:
    """A glass that seat `by` knocked over some time ago."""
    return {
        **glass(space, left - ago if left else READY),
        "noticed": True,
        "fallen": True,
        "left": left,
        "fell_at": NOW - ago,
        "knocked_by": by,
    }


def table(
    *glasses: dict[str, Any],
    cards: list[int] | None = None,
    cubes: list[list[str]] | None = None,
    scored: list[int] | None = None,
    owed: list[int] | None = None,
    turned: list[int] | None = None,
    rules: int = 2,
    **options: Any,
) -> Match:
    """A position after the placement round: two glasses a seat, in seat order.

    `scored` says how many cards each seat has scored. Cards that are not named come from the end
    of the deck.
    """
    seats = len(glasses) // 2
    game = sandtable.find("out-of-time", rules)
    dump = sandtable.new(game, seats=seats, seed=1, options=options).dump()
    position = dump["position"]
    position["now"] = NOW
    held = position["table"]
    held["tiles"] = tiles(seats, turned, options.get("turned_tiles") == "grey")
    held["glasses"] = list(glasses)
    rest = [number for number in range(20) if number not in (cards or [])]
    mine = list(cards or [])
    while len(mine) < seats:
        mine.append(rest.pop())
    for seat, player in enumerate(held["players"]):
        player["card"] = mine[seat]
        player["cubes"] = (cubes or [[]] * seats)[seat]
        player["scored"] = [rest.pop() for _ in range((scored or [0] * seats)[seat])]
        player["owed"] = (owed or [0] * seats)[seat]
    held.update(deck=rest, first=0, step=2 * seats, place_by=0)
    return sandtable.load(dump)


def fresh_table(seats: int, seed: int = 1, **options: Any) -> Match:
    return sandtable.new("out-of-time", seats=seats, seed=seed, options=options)


def placing(
    seats: int, *, first: int = 0, cards: list[int] | None = None, seed: int = 1, **options: Any
) -> Match:
    """A table before its first placement, with the tiles of the drawing above."""
    dump = fresh_table(seats, seed, **options).dump()
    held = dump["position"]["table"]
    held.update(tiles=tiles(seats), first=first)
    if cards is not None:
        rest = [number for number in range(20) if number not in cards]
        for seat, player in enumerate(held["players"]):
            player["card"] = cards[seat] if seat < len(cards) else rest.pop()
        held["deck"] = rest
    return sandtable.load(dump)


def state_of(match: Match) -> OutOfTimeState:
    assert isinstance(match.state, OutOfTimeState)
    return match.state


def place(to: int, take: str | None = None) -> dict[str, Any]:
    return {"act": "place", "to": to, "take": take}


def move(number: int, to: int, take: str | None = None) -> dict[str, Any]:
    return {"act": "move", "glass": number, "to": to, "take": take}


def stand_up(number: int) -> dict[str, Any]:
    return {"act": "stand_up", "glass": number}


def give_back(colour: str) -> dict[str, Any]:
    return {"act": "give_back", "colour": colour}


def listed(match: Match, seat: int) -> list[dict[str, Any]]:
    return [act.to_json() for act in match.legal(seat)]


def targets(match: Match, seat: int, number: int) -> list[int]:
    """The spaces to which a seat can send a glass."""
    return sorted(
        {act["to"] for act in listed(match, seat) if act["act"] == "move" if act["glass"] == number}
    )


def kinds(events: list[Any]) -> list[str]:
    return [event.NAME for event in events]


def told(events: list[Any], name: str) -> dict[str, Any]:
    """What all are told of the one event of this name."""
    found = [event.told(None) for event in events if name == event.NAME]
    assert len(found) == 1, f"{len(found)} events {name!r} in {kinds(events)}"
    assert found[0] is not None
    return dict(found[0])


def cubes_of(match: Match, seat: int) -> list[str]:
    cubes: list[str] = match.view(None)["players"][seat]["cubes"]
    return cubes


def supply(match: Match, colour: str) -> int:
    return int(match.view(None)["supply"][colour])
