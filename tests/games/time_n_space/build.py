"""A small builder for positions of Time 'n' Space, and short names for its acts."""

from collections.abc import Mapping, Sequence
from typing import Any

import sandtable
from sandtable import Match
from sandtable.games.time_n_space.parts import COLOURS, LETTERS, MAT, PARTS

GAME = "time-n-space"
GREY, YELLOW, BLUE, BROWN = COLOURS
NOW = 100_000
STAGE = {1: "I", 2: "II", 3: "III"}

Order = tuple[str, int]


def fresh(seats: int = 3, seed: int = 1, rules: int | None = None, **options: Any) -> Match:
    """A table before the first choice, under the newest version of the rules or another one."""
    return sandtable.new(sandtable.find(GAME, rules), seats=seats, seed=seed, options=options)


def table(
    *,
    seats: int = 3,
    now: int = NOW,
    due: int | None = None,
    phase: str = "play",
    buildings: Mapping[int, Mapping[str, tuple[str, int]]] | None = None,
    goods: Mapping[int, Mapping[str, Sequence[str]]] | None = None,
    orders: Mapping[int, Mapping[str, Sequence[Order]]] | None = None,
    put_away: Mapping[int, Mapping[str, int]] | None = None,
    won: Sequence[tuple[int, int, str, int]] = (),
    bonuses: Mapping[int, int] | None = None,
    research: Mapping[int, str] | None = None,
    tops: Mapping[int, Sequence[str]] | None = None,
    ships: Mapping[int, str] | None = None,
    timers: Mapping[int, Mapping[str, int]] | None = None,
    flights: Mapping[int, tuple[str, int]] | None = None,
    talked: Sequence[int] = (),
    **options: Any,
) -> Match:
    """A table in play with everything as asked for, and the rest as at the start.

    buildings: tiles on a mat, as {seat: {letter: (kind, stage)}}, taken from the stacks.
    goods, orders: what lies on a building. put_away: orders that the last seat has filled, so that
    they are no longer above the mat: {seat: {colour: how many, the lowest first}}.
    won: (visitor, host, colour, value). tops: a moon's whole stack, from the bottom up.
    timers: {seat: {symbol: ms until it has run out, 0 or less when it has}}.
    flights: {seat: (destination, ms until the ship's timer has run out)}.
    """
    match = fresh(seats, **options)
    dump = match.dump()
    position = dump["position"]
    position["now"] = now
    held = position["table"]
    held["phase"] = phase
    held["due"] = due if due is not None else now + 1_000_000
    mats = held["mats"]
    stacks: list[list[str]] = [moon["tiles"] for moon in held["moons"]]
    for seat, covered in (buildings or {}).items():
        for letter, (kind, stage) in covered.items():
            take_tile(stacks, kind)
            building = mats[seat]["buildings"][LETTERS.index(letter)]
            building.update(kind=kind, stage=STAGE[stage])
            building["spots"] = [] if kind == "centre" else [None] * stage
    for seat, tile in (research or {}).items():
        take_tile(stacks, tile)
        mats[seat]["research"] = tile
    for moon, wanted in (tops or {}).items():
        arrange(stacks, moon, list(wanted))
    for seat, stored in (goods or {}).items():
        for letter, colours in stored.items():
            for colour in colours:
                held["supply"][COLOURS.index(colour)] -= 1
                put(mats[seat], letter, {"good": colour})
    for seat, placed in (orders or {}).items():
        for letter, wanted_orders in placed.items():
            for colour, value in wanted_orders:
                mats[seat]["above"][colour].remove(value)
                put(mats[seat], letter, {"order": colour, "value": value})
    for visitor, host, colour, value in won:
        mats[host]["above"][colour].remove(value)
        mats[visitor]["won"][host][colour].append(value)
    for seat, colours_gone in (put_away or {}).items():
        for colour, count in colours_gone.items():
            gone = mats[seat]["above"][colour][:count]
            mats[seat]["above"][colour] = mats[seat]["above"][colour][count:]
            mats[0 if seat == seats - 1 else seats - 1]["won"][seat][colour] += gone
    for seat, count in (bonuses or {}).items():
        mats[seat]["bonuses"] = count
        for host in [s for s in range(seats) if s != seat][:count]:
            mats[host]["bonus_here"] = False
    for seat, place in (ships or {}).items():
        mats[seat].update(ship_at=place, ship_to=place)
    for seat, running in (timers or {}).items():
        for symbol, left in running.items():
            start(mats[seat], symbol, now + left)
    for seat, (to, left) in (flights or {}).items():
        mats[seat]["ship_to"] = to
        start(mats[seat], "ship", now + left)
    for seat in talked:
        mats[seat]["may_offer"] = False
    return sandtable.load(dump)


def take_tile(stacks: list[list[str]], kind: str) -> None:
    next(stack for stack in stacks if kind in stack).remove(kind)


def arrange(stacks: list[list[str]], moon: int, wanted: list[str]) -> None:
    """This stack becomes exactly that; what it held goes below the next one."""
    other = stacks[(moon + 1) % len(stacks)]
    other[:0] = stacks[moon]
    stacks[moon].clear()
    for kind in wanted:
        take_tile([s for s in stacks if s is not stacks[moon]], kind)
        stacks[moon].append(kind)


def put(mat: dict[str, Any], letter: str, piece: dict[str, Any]) -> None:
    spots = mat["buildings"][LETTERS.index(letter)]["spots"]
    spots[spots.index(None)] = piece


def start(mat: dict[str, Any], symbol: str, runs_out_at: int) -> None:
    timer = next(timer for timer in mat["timers"] if timer["on"] == "free")
    timer.update(on=symbol, runs_out_at=runs_out_at)


def choose(colour: str, value: int, on: str) -> dict[str, Any]:
    return {"act": "choose_order", "colour": colour, "value": value, "on": on}


def turn_over(on: str) -> dict[str, Any]:
    return {"act": "turn_over", "on": on}


def fly(to: str) -> dict[str, Any]:
    return {"act": "fly", "to": to}


def lift(on: str) -> dict[str, Any]:
    return {"act": "lift", "on": on}


def beam(plant: str) -> dict[str, Any]:
    return {"act": "beam", "plant": plant}


def put_out(colour: str, value: int, on: str) -> dict[str, Any]:
    return {"act": "put_out", "colour": colour, "value": value, "on": on}


def build(on: str) -> dict[str, Any]:
    return {"act": "build", "on": on}


def deliver(colour: str, station: str) -> dict[str, Any]:
    return {"act": "deliver", "colour": colour, "station": station}


def give(colour: str, value: int, on: str) -> dict[str, Any]:
    return {"act": "give", "colour": colour, "value": value, "on": on}


def give_any(colour: str, value: int) -> dict[str, Any]:
    """The owner's answer in version 1 of the rules."""
    return {"act": "give", "colour": colour, "value": value}


def first(visitor: int) -> dict[str, Any]:
    return {"act": "first", "visitor": visitor}


def offer(to: int, bring: str, put_out: str) -> dict[str, Any]:
    return {"act": "offer", "to": to, "bring": bring, "put_out": put_out}


FILL = {"act": "fill"}
UPGRADE = {"act": "upgrade"}
TAKE_TILE = {"act": "take_tile"}
DONE = {"act": "done"}
FORFEIT = {"act": "forfeit"}
WITHDRAW = {"act": "withdraw"}


def legal(match: Match, seat: int, *names: str) -> list[dict[str, Any]]:
    """The seat's acts, or those of these names, as plain data."""
    acts = [act.to_json() for act in match.legal(seat)]
    return [act for act in acts if not names or act["act"] in names]


def mat(match: Match, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = match.view(None)["mats"][seat]
    return shown


def spots(match: Match, seat: int, letter: str) -> list[Any]:
    """What lies on a building, as short words: None, "blue" or ("blue", 2)."""
    found = mat(match, seat)["buildings"][LETTERS.index(letter)]["spots"]
    return [short(piece) for piece in found]


def short(piece: dict[str, Any] | None) -> Any:
    if piece is None:
        return None
    return piece["good"] if "good" in piece else (piece["order"], piece["value"])


def stage(match: Match, seat: int, letter: str) -> tuple[str, str]:
    building = mat(match, seat)["buildings"][LETTERS.index(letter)]
    return building["kind"], building["stage"]


def on_board(match: Match, seat: int) -> list[str]:
    """The symbols that carry a timer of this seat."""
    return [timer["on"] for timer in mat(match, seat)["timers"] if timer["on"] is not None]


def free(match: Match, seat: int) -> int:
    timers = mat(match, seat)["timers"]
    return sum(timer["on"] is None and not timer["held"] for timer in timers)


def supply(match: Match) -> dict[str, int]:
    found: dict[str, int] = match.view(None)["supply"]
    return found


def kinds(events: list[Any]) -> list[str]:
    return [event.NAME for event in events]


def told(events: list[Any], name: str, viewer: int | None = None) -> dict[str, Any]:
    """What a viewer is told of the one event of this name."""
    found = [event.told(viewer) for event in events if name == event.NAME]
    assert len(found) == 1, f"{len(found)} events {name!r} in {kinds(events)}"
    assert found[0] is not None
    return dict(found[0])


MAT_KINDS = [PARTS.kinds[kind] for kind in MAT]
