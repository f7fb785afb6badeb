"""How many sequences of acts there are to a depth, as golden numbers.

All are counted again with the naive list of naive.py, which shares no code with the rules.
"""

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


QUIET = table(pawns=[("Lisbon", PRESENT), ("Timbuktu", PAST)])
BUSY = table(
    pawns=[("Kyoto", PRESENT), ("Kyoto", PRESENT)],
    hands=[[card(PAST, "Kyoto", PRESENT), card(FUTURE, "Kyoto", PRESENT)]],
    chaos={("Kyoto", PAST): [0, 1], ("Lisbon", PRESENT): [1]},
    cubes={("Kyoto", PRESENT): [0, 1]},
    restore="either",
)
POOR = table(
    pawns=[("Kyoto", PRESENT), ("Alexandria", FUTURE)],
    chaos={("Kyoto", PAST): [0], ("Lisbon", PRESENT): [0], ("Cusco", FUTURE): [0, 1]},
    supply=[2, 5],
    cloaks=[False, False],
    restore="aid",
)
LAST = table(
    turn=1,
    ender=0,
    delivered=[[card(PAST, c, FUTURE) for c in ("Kyoto", "Cusco", "Hobart", "Lisbon")]],
)


@pytest.mark.parametrize(
    ("match", "golden"),
    [
        pytest.param(QUIET, [18, 293, 4_467], id="quiet"),
        pytest.param(BUSY, [19, 248, 2_957], id="busy"),
        pytest.param(POOR, [10, 99, 893], id="poor"),
        pytest.param(LAST, [16, 217, 2_795], id="last turn"),
    ],
)
def test_perft(match: Match, golden: list[int]) -> None:
    counted = [perft(match, depth) for depth in (1, 2, 3)]
    assert counted == golden
    assert counted == [naive_perft(match, depth) for depth in (1, 2, 3)]
