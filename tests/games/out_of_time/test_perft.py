"""How many sequences of acts there are to a depth, as golden numbers.

They are counted again by a brute force that shares no code with the rules: it knows the board by
its own coordinates and says from the text of the rules what a player can do.
"""

import pytest

from sandtable import Match
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    glass,
    placing,
    table,
    tiles,
)

# Cube coordinates of a hexagon of radius 2, in reading order.
PLACES = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
CORNERS = [0, 2, 7, 11, 16, 18]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def near(space: int) -> list[int]:
    q, r = PLACES[space]
    return [PLACES.index((q + x, r + y)) for x, y in STEPS if (q + x, r + y) in PLACES]


def perft(match: Match, depth: int) -> int:
    """Sequences of `depth` acts from here, no time passing."""
    if depth == 0:
        return 1
    total = 0
    for seat in match.active():
        for act in match.legal(seat):
            after = match.copy()
            after.act(seat, act)
            total += perft(after, depth - 1)
    return total


Cards = tuple[tuple[tuple[str, int], ...], ...]


def fill(rooms: Cards, seat: int, colour: str) -> Cards:
    room = dict(rooms[seat])
    room[colour] -= 1
    return tuple(tuple(room.items()) if s == seat else old for s, old in enumerate(rooms))


def brute_moves(
    laid: list[str],
    where: tuple[int, ...],
    ready: frozenset[int],
    rooms: Cards,
    joker: bool,
    depth: int,
) -> int:
    """Everybody moves in one instant: ready glasses, empty spaces, a cube or none."""
    if depth == 0:
        return 1
    total = 0
    for number in sorted(ready):
        seat = number // 2
        for to in near(where[number ^ 1]):
            if to in where:
                continue
            moved = tuple(to if n == number else space for n, space in enumerate(where))
            left = ready - {number}
            room = dict(rooms[seat])
            gives = list(room) if laid[to] == "grey" and joker else [laid[to]]
            for colour in [None, *(c for c in gives if room.get(c, 0) > 0)]:
                after = rooms if colour is None else fill(rooms, seat, colour)
                total += brute_moves(laid, moved, left, after, joker, depth - 1)
    return total


def brute_places(
    laid: list[str], order: list[int], where: tuple[int, ...], rooms: Cards, depth: int
) -> int:
    """The placement round from its first placement."""
    if depth == 0:
        return 1
    step = len(where)
    seat = order[step]
    total = 0
    for to in CORNERS if step < len(order) // 2 else near(where[order.index(seat)]):
        if to in where:
            continue
        for colour in [None, *([laid[to]] if dict(rooms[seat]).get(laid[to], 0) > 0 else [])]:
            after = rooms if colour is None else fill(rooms, seat, colour)
            total += brute_places(laid, order, (*where, to), after, depth - 1)
    return total


def rooms(*cards: tuple[str, str, str]) -> Cards:
    return tuple(tuple((colour, 2) for colour in each) for each in cards)


WARM = (RED, ORANGE, YELLOW)
COLD = (GREEN, BLUE, PURPLE)
MIXED = (RED, GREEN, BLUE)

# By hand, the first acts of the first row: glass 0 (next to 1) can go to the blank 4 and 5, and to
# yellow 2 with or without its cube: 4. Glass 1 (next to 0) can go to the blank 4 and to green 3,
# which is not on its card: 2. Glass 2 (next to 17) to the blank 13 and 14 and to green 16 with or
# without: 4. Glass 3 (next to 18) to the blank 14 and to yellow 15: 2. Together 12.
POSITIONS = [
    pytest.param((0, 1, 18, 17), (WARM, COLD), [12, 130, 1_044], id="two far apart"),
    pytest.param((0, 3, 4, 5), (MIXED, WARM), [15, 140, 934], id="two close together"),
]


@pytest.mark.parametrize(("where", "cards", "golden"), POSITIONS)
def test_perft_of_moves(
    where: tuple[int, ...], cards: tuple[tuple[str, str, str], ...], golden: list[int]
) -> None:
    match = table(*(glass(space) for space in where), cards=[card(*each) for each in cards])
    ready = frozenset(range(len(where)))
    laid = tiles(len(cards))
    counted = [perft(match, depth) for depth in range(1, 4)]
    forced = [brute_moves(laid, where, ready, rooms(*cards), False, n) for n in range(1, 4)]
    assert counted == forced
    assert counted == golden


def test_perft_with_a_joker() -> None:
    where = (4, 3, 18, 17, 16, 12, 11, 15, 2, 6)
    cards = (MIXED, WARM, COLD, (RED, BLUE, YELLOW), (GREEN, ORANGE, PURPLE))
    match = table(*(glass(space) for space in where), cards=[card(*each) for each in cards])
    forced = [
        brute_moves(tiles(5), where, frozenset(range(10)), rooms(*cards), True, depth)
        for depth in (1, 2)
    ]
    assert [perft(match, 1), perft(match, 2)] == forced == [34, 1_064]


def test_perft_of_the_placement_round() -> None:
    match = placing(2, cards=[card(*WARM), card(*COLD)])
    forced = [
        brute_places(tiles(2), [0, 1, 1, 0], (), rooms(WARM, COLD), depth) for depth in range(1, 5)
    ]
    assert [perft(match, depth) for depth in range(1, 5)] == forced == [9, 69, 276, 1_060]
