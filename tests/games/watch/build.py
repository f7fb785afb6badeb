"""A small builder for positions of the watch game."""

from typing import Any

import sandtable
from sandtable import Match
from sandtable.games.watch.parts import CARDS, PAWNS

GREEN, BLUE, ORANGE = "green", "blue", "orange"


def card(*names: str) -> int:
    """The number of the card that names this order."""
    return CARDS.index([PAWNS.index(name) for name in names])


def table(
    *,
    seats: int = 2,
    pawns: tuple[int, int, int] = (0, 0, 0),
    tokens: list[int] | None = None,
    cards: list[int] | None = None,
    turn: int = 0,
    phase: str = "move",
    now: int = 1_000,
    rings_at: int = 300_000,
    game: int = 1,
    points: list[int] | None = None,
    seen: list[int] | None = None,
    cards_each: str = "one",
    **options: Any,
) -> Match:
    """A position with the pawns (green, blue, orange) and everything else as asked for."""
    fresh = sandtable.new(
        "watch", seats=seats, seed=1, options={"first": 0, "cards": cards_each, **options}
    )
    dump = fresh.dump()
    position = dump["position"]
    position["now"] = now
    held = position["table"]
    held["pawns"] = dict(zip(PAWNS, pawns, strict=True))
    share = held["tokens"][0]
    if tokens is not None:
        held["tokens"] = tokens
        held["spent"] = share * seats - sum(tokens)
    if cards is not None:
        held["cards"] = cards
    hand = 6 // seats if cards_each == "several" else 1
    held["seen"] = seen or [
        sum(1 << c for c in held["cards"][s * hand : (s + 1) * hand]) for s in range(seats)
    ]
    held.update(turn=turn, phase=phase, rings_at=rings_at, game=game, first=0)
    held["turn_ends_at"] = now + fresh.options["turn_seconds"] * 1_000
    if points is not None:
        held["points"] = points
    return sandtable.load(dump)


def move(pawn: str, spend: int) -> dict[str, Any]:
    return {"act": "move", "pawn": pawn, "spend": spend}


def exchange(player: int | None, take: int = 0, give: int = 0) -> dict[str, Any]:
    return {"act": "exchange", "give": give, "player": player, "take": take}


KEEP = {"act": "keep"}


def kinds(events: list[Any]) -> list[str]:
    return [event.NAME for event in events]


def told(events: list[Any], name: str, viewer: int | None = None) -> dict[str, Any]:
    """What a viewer is told of the one event of this name."""
    found = [event.told(viewer) for event in events if name == event.NAME]
    assert len(found) == 1, f"{len(found)} events {name!r} in {kinds(events)}"
    assert found[0] is not None
    return dict(found[0])
