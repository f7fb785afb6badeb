"""How many sequences of acts there are to a depth, as golden numbers.

All are counted again with the naive list of naive.py, which shares no code with the rules.
"""

from typing import Any

import pytest

import sandtable
from sandtable import Match
from sandtable.games.time_of_chaos import GAME
from tests.games.time_of_chaos import naive
from tests.games.time_of_chaos.build import FUTURE, PAST, PRESENT, card, table


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


def naive_perft(match: Match, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for seat in range(match.seats):
        for act in naive.legal(match.view(seat), seat, match.options["restore"]):
            after = match.copy()
            after.act(seat, act)
            total += naive_perft(after, depth - 1)
    return total


def test_perft_of_the_setup() -> None:
    """By hand: nine cities for the first pawn, eight for the second; then first actions.

    Whoever begins stands in the present with a past in CHAOS: grab; three open cards by cube or
    cloak, 6; time travel to the future alone, 3; restore the past, 1; end, 1: that is 12. The
    travels depend on the place: 4 corners x 2, 4 edges x 3, 1 middle x 4 are 24 on nine places.
    So of 9 x 8 placings each place is the first player's 8 times: 72 x 12 + 8 x 24.
    """
    match = sandtable.new(GAME, seats=2, seed=3, options={"first": 0})
    counted = [perft(match, depth) for depth in (1, 2, 3)]
    assert counted == [9, 72, 72 * 12 + 8 * 24]
    assert counted == [naive_perft(match, depth) for depth in (1, 2, 3)]


QUIET = {"pawns": [("Lisbon", PRESENT), ("Timbuktu", PAST)]}
BUSY = {
    "pawns": [("Kyoto", PRESENT), ("Kyoto", PRESENT)],
    "hands": [[card(PAST, "Kyoto", PRESENT), card(FUTURE, "Kyoto", PRESENT)]],
    "chaos": {("Kyoto", PAST): [0, 1], ("Lisbon", PRESENT): [1]},
    "cubes": {("Kyoto", PRESENT): [0, 1]},
    "restore": "either",
}
POOR = {
    "pawns": [("Kyoto", PRESENT), ("Alexandria", FUTURE)],
    "chaos": {("Kyoto", PAST): [0], ("Lisbon", PRESENT): [0], ("Cusco", FUTURE): [0, 1]},
    "supply": [2, 5],
    "cloaks": [False, False],
    "restore": "aid",
}
LAST = {
    "turn": 1,
    "ender": 0,
    "delivered": [[card(PAST, c, FUTURE) for c in ("Kyoto", "Cusco", "Hobart", "Lisbon")]],
}


TABLES = [
    pytest.param(QUIET, [18, 293, 4_467], [18, 303, 4_811], id="quiet"),
    pytest.param(BUSY, [19, 248, 2_957], [19, 255, 3_219], id="busy"),
    pytest.param(POOR, [10, 99, 893], [10, 104, 996], id="poor"),
    pytest.param(LAST, [16, 217, 2_795], [16, 225, 3_035], id="last turn"),
]


@pytest.mark.parametrize(("position", "golden", "with_undo"), TABLES)
def test_perft(position: dict[str, Any], golden: list[int], with_undo: list[int]) -> None:
    match = table(**position, undo=False)
    counted = [perft(match, depth) for depth in (1, 2, 3)]
    assert counted == golden
    assert counted == [naive_perft(match, depth) for depth in (1, 2, 3)]


@pytest.mark.parametrize(("position", "golden", "with_undo"), TABLES)
def test_TC_O3_perft_with_steps_that_are_taken_back(
    position: dict[str, Any], golden: list[int], with_undo: list[int]
) -> None:
    """Counted again at a table that knows no undo, by going back to how it stood before."""
    counted = [perft(table(**position), depth) for depth in (1, 2, 3)]
    assert counted == with_undo
    plain = table(**position, undo=False)
    assert counted == [perft_going_back(plain, [], depth) for depth in (1, 2, 3)]


def perft_going_back(match: Match, earlier: list[Match], depth: int) -> int:
    """`earlier`: how the table stood before each step that can be taken back."""
    if depth == 0:
        return 1
    total = 0
    for seat in match.active():
        for act in match.legal(seat):
            after = match.copy()
            events = after.act(seat, act)
            stands = naive.stands(match.view(None), act.to_json(), events)
            total += perft_going_back(after, [] if stands else [*earlier, match], depth - 1)
    if earlier:
        total += perft_going_back(earlier[-1], earlier[:-1], depth - 1)
    return total
