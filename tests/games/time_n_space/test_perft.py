"""How many sequences of acts there are to a depth, as golden numbers.

The small ones are counted again by hand, in the words beside them.
"""

import pytest

from sandtable import Match
from tests.games.time_n_space.build import BLUE, GREY, fresh, lift, table


def perft(match: Match, depth: int, seats: list[int] | None = None) -> int:
    """Sequences of `depth` acts from here by these seats, no time passing."""
    if depth == 0:
        return 1
    total = 0
    for seat in match.active() if seats is None else seats:
        for act in match.legal(seat):
            after = match.copy()
            after.act(seat, act)
            total += perft(after, depth - 1, seats)
    return total


def test_first_choices() -> None:
    """12 kinds of orders x 6 spaces; then 12 x 5, for each kind is there twice; per seat."""
    match = fresh()
    assert perft(match, 1, [0]) == 12 * 6
    assert perft(match, 2, [0]) == 72 * 12 * 5
    assert perft(match, 1) == 3 * 72
    # Then two of one seat (3 x 4320) or one each of two seats (6 x 72 x 72).
    assert perft(match, 2) == 3 * 4_320 + 6 * 72 * 72


def test_first_choices_of_the_introductory_game() -> None:
    """10 spots, of which the two stage III buildings hold three each, and every kind once.

    The second choice has 11 kinds; the building stays open if it was one of the two.
    """
    match = fresh(mode="introductory")
    assert perft(match, 1, [0]) == 12 * 6
    assert perft(match, 2, [0]) == 12 * 11 * (4 * 5 + 2 * 6)


def test_two_timers() -> None:
    """8 buildings and 3 flights; then any other symbol: 7 + 3 after a building, else 8."""
    match = table()
    assert perft(match, 1, [0]) == 11
    assert perft(match, 2, [0]) == 8 * 10 + 3 * 8
    assert perft(match, 3, [0]) == 0


def test_a_centre_of_stage_two() -> None:
    """Putting out two of the twelve kinds onto six one-spot buildings, or fewer."""
    match = table(
        buildings={0: {"G": ("centre", 2)}},
        timers={0: {"G": 0, "ship": 9_000}},
        talked=[0],
    )
    match.act(0, lift("G"))
    # 72 orders first; or forfeit; or upgrade.
    assert perft(match, 1, [0]) == 72 + 2
    # After one order: 60 more, or done. After forfeit or upgrade the timer goes onto 8 buildings.
    assert perft(match, 2, [0]) == 72 * (12 * 5 + 1) + 2 * 8


# By hand: seat 0 can lift its ship or A, seat 1 can lift E, seat 2 has 8 + 3 symbols: 14. Then
#   ship lifted: deliver or forfeit, and the others' 1 + 11          14
#   A lifted: fill, flip or forfeit, and the others' 1 + 11          15
#   E lifted: beam or forfeit, and the others' 2 + 11                15
#   seat 2 on a building: 8 x (10 + 2 + 1), or in flight: 3 x (8 + 2 + 1)
GOLDEN = {1: 14, 2: 14 + 15 + 15 + 104 + 33, 3: 1_390}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_of_a_table_in_play(depth: int) -> None:
    match = table(
        buildings={0: {"A": ("grey plant", 2), "E": ("station", 2)}},
        goods={0: {"E": [BLUE]}, 1: {"A": [GREY]}},
        orders={1: {"C": [(BLUE, 1)], "D": [(BLUE, 2)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0, "A": 0}, 1: {"E": 0, "B": 9_000}},
        talked=[0, 1, 2],
    )
    assert perft(match, depth) == GOLDEN[depth]
