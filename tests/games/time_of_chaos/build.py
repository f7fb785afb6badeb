"""A small builder for positions of A Time of Chaos.

The grids lie in the same order in all three eras, so that distances can be read off:

    Alexandria  Cusco      Hobart
    Kyoto       Lisbon     Montreal
    Reykjavik   Samarkand  Timbuktu
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import sandtable
from sandtable import Match, Refused
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.parts import (
    CARD_COUNT,
    CITIES,
    DECK_SIZE,
    ERAS,
    NAMES,
    card_face,
)
from sandtable.games.time_of_chaos.state import ChaosState

PAST, PRESENT, FUTURE = ERAS
Tile = tuple[str, str]
END_TURN = {"act": "end_turn"}
UNDO = {"act": "undo"}
GRAB = {"act": "grab"}


def card(found: str, city: str, era: str) -> str:
    """The name of the card found in one era that belongs to a city in another."""
    for number in range(CARD_COUNT):
        face = card_face(number)
        if (face["found"], face["city"], face["era"]) == (found, city, era):
            return str(face["name"])
    raise AssertionError(f"no card leads from the {found} to {city} in the {era}")


def worth(points: int, era: str | None = None) -> list[str]:
    """All cards of a value, or those of them that belong to an era."""
    faces = [card_face(number) for number in range(CARD_COUNT)]
    return [f["name"] for f in faces if f["points"] == points and era in (None, f["era"])]


def home(name: str) -> Tile:
    face = card_face(NAMES.index(name))
    return face["city"], face["era"]


def table(
    *,
    seats: int = 2,
    pawns: Sequence[Tile | None] = (("Alexandria", PRESENT), ("Timbuktu", PRESENT)),
    chaos: Mapping[Tile, Sequence[int]] | None = None,
    cubes: Mapping[Tile, Sequence[int]] | None = None,
    supply: Sequence[int] | None = None,
    hands: Sequence[Sequence[str]] = (),
    known: Sequence[str] = (),
    delivered: Sequence[Sequence[str]] = (),
    opened: Mapping[str, Sequence[str | None]] | None = None,
    top: Mapping[str, Sequence[str]] | None = None,
    cloaks: Sequence[bool] | None = None,
    minus: Sequence[int] | None = None,
    turn: int = 0,
    first: int = 0,
    phase: str = "act",
    actions_left: int = 3,
    ender: int | None = None,
    since_delivery: int = 0,
    now: int = 1_000,
    **options: Any,
) -> Match:
    """A position. `chaos` and `cubes` give the seats that have cubes on a tile, one entry a cube.

    `supply` puts what a player must not have any more on tiles that nobody asked for, two each.
    """
    dump = sandtable.new(GAME, seats=seats, seed=1, options={"first": first, **options}).dump()
    dump["position"]["now"] = now
    held = dump["position"]["table"]
    in_chaos, in_order = dict(chaos or {}), dict(cubes or {})
    held["grids"] = {
        era: [grid_tile(seats, (city, era), in_chaos, in_order) for city in CITIES] for era in ERAS
    }
    stand = [*pawns, *([("Kyoto", PRESENT)] * seats)][:seats]
    held["pawns"] = [None if p is None else {"city": p[0], "era": p[1]} for p in stand]
    if supply is not None:
        touched = [*in_chaos, *in_order, *[p for p in stand if p is not None]]
        spend(held["grids"], supply, [city for city, _ in touched])
    hands = [*hands, *([[]] * seats)][:seats]
    delivered = [*delivered, *([[]] * seats)][:seats]
    held["hands"] = [[{"card": c, "known": c in known} for c in hand] for hand in hands]
    held["delivered"] = [list(laid) for laid in delivered]
    deal(held, [c for cards in (*hands, *delivered) for c in cards], opened or {}, top or {})
    held.update(phase=phase, turn=turn, first=first, ender=ender, actions_left=actions_left)
    held.update(turns=0 if phase == "place" else 1, turn_began_at=now, idle=0)
    held["since_delivery"] = since_delivery
    held["cloaks"] = list(cloaks) if cloaks is not None else [True] * seats
    held["minus"] = list(minus) if minus is not None else [0] * seats
    limits = [options.get(name) for name in ("turn_seconds", "bank_seconds")]
    given = [seconds for seconds in limits if seconds is not None]
    held["turn_ends_at"] = now + min(given) * 1_000 if given else None
    return sandtable.load(dump)


def emptied(
    *, left: Sequence[str | None], era: str = PRESENT, pawns: Sequence[Tile | None], **more: Any
) -> Match:
    """A table at which nothing of an era's deck is left but these open cards.

    The others have been delivered by seat 1, which takes the last turns though the game would be
    over long since: what matters is what lies in the row.
    """
    number = ERAS.index(era)
    deck = NAMES[number * DECK_SIZE : (number + 1) * DECK_SIZE]
    held = [c for hand in more.get("hands", ()) for c in hand]
    gone = [c for c in deck if c not in left and c not in held]
    return table(pawns=pawns, opened={era: left}, delivered=[[], gone], ender=1, **more)


def grid_tile(
    seats: int, tile: Tile, chaos: Mapping[Tile, Sequence[int]], order: Mapping[Tile, Sequence[int]]
) -> dict[str, Any]:
    assert not (tile in chaos and tile in order)
    owners = list(chaos.get(tile, order.get(tile, [])))
    return {
        "city": tile[0],
        "chaos": tile in chaos,
        "cubes": [owners.count(seat) for seat in range(seats)],
    }


def spend(grids: dict[str, Any], supply: Sequence[int], touched: list[str]) -> None:
    """Put cubes on tiles of cities that play no part, at most two on a tile."""
    free = [tile for era in ERAS for tile in grids[era] if tile["city"] not in touched]
    for seat, left in enumerate(supply):
        placed = sum(tile["cubes"][seat] for era in ERAS for tile in grids[era])
        for _ in range(12 - placed - left):
            tile = next(tile for tile in free if sum(tile["cubes"]) < 2)
            tile["cubes"][seat] += 1


def deal(
    held: dict[str, Any],
    gone: list[str],
    opened: Mapping[str, Sequence[str | None]],
    top: Mapping[str, Sequence[str]],
) -> None:
    """What is in no hand lies open as asked for, or in its deck: `top` first, then as printed."""
    for number, era in enumerate(ERAS):
        above = list(top.get(era, []))
        lying = [c for c in opened.get(era, []) if c is not None]
        deck = [c for c in NAMES[number * DECK_SIZE : (number + 1) * DECK_SIZE] if c not in gone]
        deck = above + [c for c in deck if c not in above and c not in lying]
        slots: list[str | None] = list(opened.get(era, []))
        while len(slots) < 3 and len(deck) > len(above):
            slots.append(deck.pop())
        held["open"][era] = slots
        held["decks"][era] = deck


def search(slot: int, pay: str = "cube") -> dict[str, Any]:
    return {"act": "search", "slot": slot, "pay": pay}


def deliver(name: str, pay: str = "cube") -> dict[str, Any]:
    return {"act": "deliver", "card": name, "pay": pay}


def time_travel(era: str, cube: str = "departure") -> dict[str, Any]:
    return {"act": "time_travel", "era": era, "cube": cube}


def travel(city: str) -> dict[str, Any]:
    return {"act": "travel", "city": city}


def restore(era: str) -> dict[str, Any]:
    return {"act": "restore", "era": era}


def send(city: str, era: str) -> dict[str, Any]:
    return {"act": "send", "city": city, "era": era}


def place(city: str) -> dict[str, Any]:
    return {"act": "place_pawn", "city": city}


def state_of(match: Match) -> ChaosState:
    assert isinstance(match.state, ChaosState)
    return match.state


def tile(match: Match, city: str, era: str) -> dict[str, Any]:
    """A tile as all see it."""
    for seen in match.view(None)["grids"][era]:
        if seen["city"] == city:
            return dict(seen)
    raise AssertionError(f"no {city} in the {era}")


def cubes_on(match: Match, city: str, era: str) -> list[int]:
    return list(tile(match, city, era)["cubes"])


def where(match: Match, seat: int) -> Tile:
    for era in ERAS:
        for seen in match.view(None)["grids"][era]:
            if seat in seen["pawns"]:
                return seen["city"], era
    raise AssertionError(f"seat {seat} has no pawn on the table")


def hand(match: Match, seat: int, viewer: int | None = None) -> list[str | None]:
    """The names of the cards in a hand as somebody sees them; by default its owner."""
    eyes = seat if viewer is None else viewer
    return [held["card"] and held["card"]["name"] for held in match.view(eyes)["hands"][seat]]


def listed(match: Match, seat: int, kind: str) -> list[dict[str, Any]]:
    """The legal acts of a kind."""
    return [act.to_json() for act in match.legal(seat) if kind == act.NAME]


def refused(match: Match, seat: int, act: dict[str, Any], rule: str) -> None:
    """The act is not listed, is refused by this rule, and nothing has changed."""
    before = match.hash()
    assert act not in [each.to_json() for each in match.legal(seat)]
    with pytest.raises(Refused) as refusal:
        match.act(seat, act)
    assert refusal.value.rule == rule
    assert refusal.value.message
    assert match.hash() == before


def kinds(events: Sequence[Any]) -> list[str]:
    return [event.NAME for event in events]


def told(events: Sequence[Any], name: str, viewer: int | None = None) -> dict[str, Any]:
    """What a viewer is told of the one event of this name."""
    found = [event.told(viewer) for event in events if name == event.NAME]
    assert len(found) == 1, f"{len(found)} events {name!r} in {kinds(events)}"
    assert found[0] is not None
    return dict(found[0])
