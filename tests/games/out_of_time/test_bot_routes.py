"""How far it is to a full card, against ways that can be counted by hand."""

from collections.abc import Iterator

import pytest

from sandtable.games.out_of_time import bot_routes
from sandtable.games.out_of_time.bot_routes import FAR, MOST_KNOWN, Routes, routes_on
from sandtable.games.out_of_time.parts import CARDS, COLOURS
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    RED,
    card,
    fresh_table,
    glass,
    state_of,
    table,
)

FIRST = card(RED, GREEN, BLUE)


def routes(seats: int = 4) -> Routes:
    corners = [glass(0), glass(1), glass(18), glass(17), glass(11), glass(15), glass(7), glass(12)]
    return Routes(state_of(table(*corners[: 2 * seats])))


def left(room: dict[str, int], moving: int, partner: int) -> int:
    ways = routes().card(FIRST)
    return ways.left(ways.need([room.get(name, 0) for name in COLOURS]), moving, partner)


def test_a_full_card_needs_no_move() -> None:
    assert left({}, 0, 1) == 0


def test_a_cube_next_to_the_partner_is_one_move_away() -> None:
    # Green 3 lies next to blue 4.
    assert left({GREEN: 1}, 8, 4) == 1


def test_a_glass_cannot_stay_where_it_stands() -> None:
    # The glass on green 3 has to leave before either can come back.
    assert left({GREEN: 1}, 3, 4) == 2


def test_two_cubes_take_both_glasses() -> None:
    # Red 0 next to 4, then green 3 next to 0.
    assert left({RED: 1, GREEN: 1}, 8, 4) == 2


def test_glasses_that_are_not_next_to_each_other_are_nowhere() -> None:
    assert left({RED: 1}, 0, 18) == FAR


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_every_way_is_one_move_longer_than_the_best_that_follows_it(seats: int) -> None:
    """The whole table of one card, against the rule by which it should be made."""
    state = state_of(fresh_table(seats))
    found = Routes(state)
    ways = found.card(FIRST)
    for room in rooms():
        need = ways.need(room)
        for moving in range(19):
            for partner in found.next_to[moving]:
                best = FAR
                for to in found.next_to[partner]:
                    if to == moving:
                        continue
                    tile = state.tiles[to]
                    joker = tile == 6 and state.setup.joker
                    takes = range(6) if joker else [tile]
                    for colour in takes:
                        if colour < 6 and room[colour] > 0:
                            then = ways.after(need, colour)
                            best = min(best, 1 + ways.left(then, partner, to))
                    best = min(best, 1 + ways.left(need, partner, to))
                assert ways.left(need, moving, partner) == (best if need else 0)


def rooms() -> Iterator[list[int]]:
    """All that the card may still need."""
    kinds = [colour for colour in range(6) if CARDS[FIRST][colour]]
    for packed in range(27):
        room = [0] * 6
        room[kinds[0]], room[kinds[1]], room[kinds[2]] = packed % 3, packed // 3 % 3, packed // 9
        yield room


def test_a_fresh_card_takes_six_to_twelve_moves() -> None:
    assert 60 <= routes().usual() <= 120


def test_one_board_is_worked_out_once_and_another_one_is_another() -> None:
    board = state_of(fresh_table(4, seed=1))
    found = routes_on(board)
    assert routes_on(state_of(fresh_table(4, seed=1))) is found
    others = [state_of(fresh_table(4, seed=2)), state_of(fresh_table(4, seed=1, allow_stay=True))]
    assert found not in [routes_on(other) for other in others]


def test_a_server_that_runs_for_long_does_not_remember_every_board() -> None:
    for seed in range(MOST_KNOWN + 5):
        routes_on(state_of(fresh_table(2, seed=seed)))
    assert len(bot_routes._known) <= MOST_KNOWN
