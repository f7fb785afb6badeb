"""OT-P: the placement round, to the right and back to the left."""

import pytest

from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    cubes_of,
    fresh_table,
    glass,
    kinds,
    listed,
    move,
    place,
    placing,
    supply,
    table,
    told,
)

CORNERS = [0, 2, 7, 11, 16, 18]


def turn(match: Match) -> int | None:
    seat: int | None = match.view(None)["turn"]
    return seat


def spaces_listed(match: Match, seat: int) -> list[int]:
    return sorted({act["to"] for act in listed(match, seat)})


def test_OT_P1_a_first_glass_goes_on_a_corner() -> None:
    match = placing(4)
    assert spaces_listed(match, 0) == CORNERS
    with pytest.raises(Refused, match="OT-P1"):
        match.act(0, place(1))


def test_OT_P1_not_on_a_corner_that_is_taken() -> None:
    match = placing(4)
    match.act(0, place(7))
    assert spaces_listed(match, 3) == [0, 2, 11, 16, 18]
    with pytest.raises(Refused, match="OT-P1"):
        match.act(3, place(7))


def test_OT_P1_nobody_places_out_of_turn() -> None:
    match = placing(4)
    assert listed(match, 1) == []
    with pytest.raises(Refused, match="OT-P1"):
        match.act(1, place(0))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_OT_P1_and_OT_P2_to_the_right_and_back_to_the_left(seats: int, seed: int) -> None:
    match = fresh_table(seats, seed)
    first = match.view(None)["first"]
    order = []
    while (seat := turn(match)) is not None:
        assert match.active() == [seat]
        order.append(seat)
        match.act(seat, match.legal(seat)[0])
    to_the_right = [(first - i) % seats for i in range(seats)]
    assert order == to_the_right + to_the_right[::-1]


def test_OT_P2_the_last_player_places_both_and_the_second_next_to_the_first() -> None:
    match = placing(2)
    match.act(0, place(0))
    match.act(1, place(18))
    assert turn(match) == 1
    assert spaces_listed(match, 1) == [14, 15, 17]
    with pytest.raises(Refused, match="OT-M4"):
        match.act(1, place(16))


def test_OT_P2_the_second_glass_goes_on_an_empty_space() -> None:
    match = placing(4)
    for seat, to in ((0, 0), (3, 2), (2, 7), (1, 18)):
        match.act(seat, place(to))
    for seat, to in ((1, 17), (2, 3), (3, 1)):
        match.act(seat, place(to))
    assert spaces_listed(match, 0) == [4]
    with pytest.raises(Refused, match="OT-P2"):
        match.act(0, place(1))


def test_OT_P3_the_sand_runs_at_once() -> None:
    match = placing(2)
    events = match.act(0, place(0))
    assert told(events, "placed")["runs_out_at"] == 30_000
    match.advance(by=5_000)
    match.act(1, place(18))
    glasses = match.view(None)["glasses"]
    assert [glasses[0]["runs_out_at"], glasses[2]["runs_out_at"]] == [30_000, 35_000]


def test_OT_P3_sand_may_run_through_in_the_round_and_still_nothing_moves() -> None:
    match = placing(2, timer_seconds=1)
    match.act(0, place(0))
    events = match.advance(by=1_000)
    assert kinds(events) == ["ran_through"]
    with pytest.raises(Refused, match="OT-P3"):
        match.act(0, move(0, 1))
    assert all(act["act"] == "place" for act in listed(match, 1))
    assert listed(match, 0) == []


def test_OT_P3_after_the_round_glasses_move() -> None:
    match = placing(2, timer_seconds=1)
    for seat, to in ((0, 0), (1, 18), (1, 17)):
        match.act(seat, place(to))
    events = match.act(0, place(1))
    assert kinds(events) == ["placed", "begun"]
    match.advance(by=1_000)
    match.act(0, move(0, 3 + 1))
    assert match.view(None)["phase"] == "running"


def test_OT_P4_a_placement_takes_a_cube() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE)])
    assert place(0, RED) in listed(match, 0)
    events = match.act(0, place(0, RED))
    assert told(events, "placed")["took"] == RED
    assert cubes_of(match, 0) == [RED]
    assert supply(match, RED) == 11


def test_OT_P4_the_second_placement_takes_one_too() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE), card(ORANGE, YELLOW, PURPLE)])
    for seat, to in ((0, 0), (3, 2), (2, 7), (1, 18)):
        match.act(seat, place(to))
    match.act(1, place(14, ORANGE))
    assert cubes_of(match, 1) == [ORANGE]


def blocked_in() -> Match:
    """Three players in three corners in a row; the first sits in the middle one."""
    match = placing(3, turned_tiles="blocked", first=0)
    # Space 4, the third one next to corner 0, is blocked.
    for seat, to in ((0, 0), (2, 7), (1, 2)):
        match.act(seat, place(to))
    match.act(1, place(1))
    return match


def test_OT_P5_who_finds_no_space_keeps_the_second_glass_in_hand() -> None:
    match = blocked_in()
    events = match.act(2, place(3))
    assert kinds(events) == ["placed", "held_back", "begun"]
    assert told(events, "held_back") == {"event": "held_back", "at": 0, "seat": 0, "glass": 1}
    assert match.view(None)["glasses"][1]["state"] == "in hand"
    assert match.view(None)["phase"] == "running"


def test_OT_P5_meanwhile_the_first_glass_cannot_move() -> None:
    match = blocked_in()
    match.act(2, place(3))
    match.advance(by=30_000)
    assert listed(match, 0) == []
    assert 0 not in match.active()
    with pytest.raises(Refused, match="OT-P5"):
        match.act(0, move(0, 1))
    with pytest.raises(Refused, match="OT-P5"):
        match.act(0, move(1, 1))


def test_OT_P5_it_is_placed_as_soon_as_a_space_is_free() -> None:
    match = blocked_in()
    match.act(2, place(3))
    match.advance(by=30_000)
    match.act(1, move(3, 6))
    assert match.active()[0] == 0
    assert [act["to"] for act in listed(match, 0) if act["take"] is None] == [1]
    events = match.act(0, place(1))
    assert told(events, "placed")["glass"] == 1
    with pytest.raises(Refused, match="OT-P3"):
        match.act(0, place(1))


def test_OT_P5_placing_late_knocks_nothing_over() -> None:
    match = blocked_in()
    match.act(2, place(3))
    with pytest.raises(Refused, match="OT-M6"):
        match.act(0, place(1))
    match.advance(by=1_000)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, place(1))
    with pytest.raises(Refused, match="OT-M4"):
        match.act(0, place(2))


def test_OT_P5_six_players_on_a_crowded_board() -> None:
    """The first player sits in a corner with every neighbour taken and a glass in hand."""
    match = table(
        *(glass(0), glass(None), glass(1), glass(2), glass(3), glass(7)),
        *(glass(4), glass(8), glass(18), glass(17), glass(11), glass(15)),
    )
    assert listed(match, 0) == []
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, place(4))
    match.act(3, move(6, 9))
    assert place(4) in listed(match, 0)
    match.act(0, place(4))
    assert match.view(None)["standing"][4] == 1


def test_OT_P6_the_table_places_for_who_is_too_slow() -> None:
    match = placing(2, cards=[card(RED, BLUE, ORANGE)])
    assert match.alarm == 20_000
    assert match.advance(by=19_999) == []
    placed = told(match.advance(by=1), "placed")
    assert (placed["seat"], placed["by_table"]) == (0, True)
    assert placed["to"] in CORNERS
    assert turn(match) == 1
    assert match.view(None)["place_by"] == 40_000


def test_OT_P6_the_place_is_drawn_by_lot_and_the_cube_is_taken() -> None:
    seen = set()
    for seed in range(40):
        match = placing(4, cards=[card(RED, YELLOW, GREEN)], seed=seed)
        placed = told(match.advance(by=20_000), "placed")
        seen.add((placed["to"], placed["took"]))
    assert seen == {(0, RED), (2, YELLOW), (7, None), (11, None), (16, GREEN), (18, None)}


def test_OT_P6_the_time_can_be_chosen() -> None:
    assert placing(2, placement_seconds=3).alarm == 3_000


def test_OT_P6_a_whole_round_without_anybody() -> None:
    match = fresh_table(6)
    events = match.advance(by=12 * 20_000)
    assert kinds(events).count("placed") == 12
    assert match.view(None)["phase"] == "running"
