"""TC-T: a turn, from the disorder it begins with to the tiles that flip at its end."""

import pytest

import sandtable
from sandtable import Match
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    cubes_on,
    kinds,
    listed,
    refused,
    restore,
    send,
    table,
    tile,
    told,
    travel,
)


def begin_turn_of_seat_1(**position: object) -> Match:
    """Seat 0 passes, so that seat 1's turn begins under the eyes of the test."""
    match = table(turn=0, **position)  # type: ignore[arg-type]
    match.act(0, END_TURN)
    return match


@pytest.mark.parametrize(("era", "to"), [(PAST, PRESENT), (PRESENT, FUTURE), (FUTURE, PAST)])
def test_TC_T1_a_chaos_tile_sends_a_cube_to_the_same_city_in_the_next_era(
    era: str, to: str
) -> None:
    match = table(chaos={("Kyoto", era): [1]})
    events = match.act(0, END_TURN)
    assert told(events, "sent") == {
        "event": "sent",
        "at": 1_000,
        "seat": 1,
        "city": "Kyoto",
        "era": era,
        "to": to,
    }
    assert cubes_on(match, "Kyoto", to) == [0, 1]
    assert cubes_on(match, "Kyoto", era) == [0, 1]
    assert match.view(None)["supply"] == [12, 10]


def test_TC_T1_every_chaos_tile_with_a_cube_of_ones_own_sends() -> None:
    match = begin_turn_of_seat_1(
        chaos={("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1, 0], ("Cusco", FUTURE): [1]}
    )
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 1]
    assert cubes_on(match, "Lisbon", FUTURE) == [0, 1]
    assert cubes_on(match, "Cusco", PAST) == [0, 1]


def test_TC_T1_other_colours_chaos_sends_nothing() -> None:
    match = begin_turn_of_seat_1(chaos={("Kyoto", PAST): [0]})
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 0]


def test_TC_T1_a_target_in_chaos_receives_nothing() -> None:
    match = begin_turn_of_seat_1(chaos={("Kyoto", PAST): [1], ("Kyoto", PRESENT): [0]})
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 0]
    assert match.view(None)["supply"] == [11, 11]


def test_TC_T1_three_eras_in_chaos_send_nothing_at_all() -> None:
    match = begin_turn_of_seat_1(chaos={("Kyoto", era): [1] for era in (PAST, PRESENT, FUTURE)})
    assert match.view(None)["supply"] == [12, 9]


def test_TC_T1_cubes_in_order_send_nothing() -> None:
    match = begin_turn_of_seat_1(cubes={("Kyoto", PAST): [1, 1]})
    assert match.view(None)["supply"] == [12, 10]


SHORT = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1], ("Cusco", FUTURE): [1]}


def test_TC_T2_with_too_few_cubes_the_player_chooses_which_are_placed() -> None:
    match = begin_turn_of_seat_1(chaos=SHORT, supply=[12, 2])
    assert match.view(None)["phase"] == "send"
    assert [act.to_json() for act in match.legal(1)] == [
        send("Kyoto", PAST),
        send("Lisbon", PRESENT),
        send("Cusco", FUTURE),
    ]
    match.act(1, send("Lisbon", PRESENT))
    assert tile(match, "Lisbon", PRESENT)["sent"]
    assert listed(match, 1, "send") == [send("Kyoto", PAST), send("Cusco", FUTURE)]
    match.act(1, send("Cusco", FUTURE))
    assert match.view(None)["phase"] == "act"
    assert not tile(match, "Lisbon", PRESENT)["sent"]
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 0]
    assert cubes_on(match, "Lisbon", FUTURE) == [0, 1]
    assert cubes_on(match, "Cusco", PAST) == [0, 1]
    assert match.view(None)["supply"] == [12, 0]
    assert match.view(None)["actions_left"] == 3


def test_TC_T2_a_tile_sends_once_and_only_with_a_cube_and_a_target() -> None:
    match = begin_turn_of_seat_1(chaos={**SHORT, ("Hobart", PAST): [0]}, supply=[12, 2])
    match.act(1, send("Kyoto", PAST))
    refused(match, 1, send("Kyoto", PAST), "TC-T1")
    refused(match, 1, send("Hobart", PAST), "TC-T1")
    refused(match, 1, send("Montreal", PAST), "TC-T1")


def test_TC_T2_nothing_else_is_done_before_the_choice_is_made() -> None:
    match = begin_turn_of_seat_1(chaos=SHORT, supply=[12, 2])
    refused(match, 1, END_TURN, "TC-T2")
    refused(match, 1, GRAB, "TC-T2")


def test_TC_T2_there_is_no_choice_with_enough_cubes_or_with_none() -> None:
    enough = begin_turn_of_seat_1(chaos=SHORT, supply=[12, 3])
    assert enough.view(None)["phase"] == "act"
    assert enough.view(None)["supply"] == [12, 0]
    none = begin_turn_of_seat_1(chaos=SHORT, supply=[12, 0])
    assert none.view(None)["phase"] == "act"
    assert cubes_on(none, "Kyoto", PRESENT) == [0, 0]
    refused(none, 1, send("Kyoto", PAST), "TC-T2")


def test_TC_T2_what_has_a_blocked_target_does_not_count() -> None:
    blocked = {**SHORT, ("Cusco", PAST): [0]}
    match = begin_turn_of_seat_1(chaos=blocked, supply=[11, 2])
    assert match.view(None)["phase"] == "act"
    assert match.view(None)["supply"] == [11, 0]


def test_TC_T3_three_actions_and_the_turn_ends_by_itself() -> None:
    match = table(pawns=[("Lisbon", PRESENT), ("Timbuktu", PRESENT)])
    for city, left in (("Kyoto", 2), ("Lisbon", 1)):
        match.act(0, travel(city))
        assert match.view(None)["actions_left"] == left
        assert match.active() == [0]
    events = match.act(0, travel("Cusco"))
    assert kinds(events) == ["travelled", "turn_began"]
    assert match.active() == [1]
    assert match.view(None)["actions_left"] == 3


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_TC_T3_the_player_may_stop_earlier(taken: int) -> None:
    match = table(pawns=[("Lisbon", PRESENT), ("Timbuktu", PRESENT)])
    for city in ("Kyoto", "Lisbon")[:taken]:
        match.act(0, travel(city))
    match.act(0, END_TURN)
    assert match.active() == [1]


def flipped(cubes: list[int], seats: int = 2) -> Match:
    match = table(seats=seats, cubes={("Kyoto", PAST): cubes})
    match.act(0, END_TURN)
    return match


@pytest.mark.parametrize(
    ("cubes", "seats", "left", "minus"),
    [
        ([0, 0, 0], 2, [1, 0], [1, 0]),
        ([0, 0, 1], 2, [1, 0], [1, 0]),
        ([0, 1, 1], 2, [0, 1], [0, 1]),
        ([0, 0, 1, 1], 2, [1, 1], [1, 1]),
        ([0, 0, 0, 0, 1, 1], 2, [1, 0], [1, 0]),
        ([0, 1, 2], 3, [1, 1, 1], [1, 1, 1]),
        ([0, 0, 1, 1, 2], 3, [1, 1, 0], [1, 1, 0]),
        ([0, 0, 1, 1, 2, 2], 3, [1, 1, 1], [1, 1, 1]),
        ([0, 1, 2, 3], 4, [1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 2, 3], 4, [0, 1, 1, 1], [0, 1, 1, 1]),
        ([0, 1, 2, 3, 3], 4, [0, 0, 0, 1], [0, 0, 0, 1]),
    ],
)
def test_TC_T4_three_cubes_flip_a_tile_and_the_majority_leaves_a_cube_each(
    cubes: list[int], seats: int, left: list[int], minus: list[int]
) -> None:
    match = flipped(cubes, seats)
    assert tile(match, "Kyoto", PAST)["chaos"]
    assert cubes_on(match, "Kyoto", PAST) == left
    assert match.view(None)["minus"] == minus
    returned = [12 - n for n in left]
    # Seat 1's turn has begun: if the tile is seat 1's it has sent a cube on already.
    returned[1] -= left[1]
    assert match.view(None)["supply"] == returned


def test_TC_T4_two_cubes_flip_nothing() -> None:
    match = flipped([0, 1])
    assert not tile(match, "Kyoto", PAST)["chaos"]
    assert match.view(None)["minus"] == [0, 0]


def test_TC_T4_a_chaos_tile_does_not_flip_again() -> None:
    match = table(seats=3, chaos={("Kyoto", PAST): [0, 1, 2]}, supply=[0, 0, 0])
    events = match.act(0, END_TURN)
    assert "flipped" not in kinds(events)
    assert match.view(None)["minus"] == [0, 0, 0]


def test_TC_T4_it_is_told_who_is_marked_and_what_goes_home() -> None:
    match = table(seats=3, cubes={("Kyoto", PAST): [0, 0, 0, 1, 2]})
    assert told(match.act(0, END_TURN), "flipped") == {
        "event": "flipped",
        "at": 1_000,
        "city": "Kyoto",
        "era": PAST,
        "marked": [0],
        "returned": [2, 1, 1],
    }


def test_TC_T4_tiles_flip_at_the_end_of_anybodys_turn() -> None:
    match = table(turn=1, cubes={("Kyoto", PAST): [0, 0, 0]})
    match.act(1, END_TURN)
    assert tile(match, "Kyoto", PAST)["chaos"]
    assert match.view(None)["minus"] == [1, 0]


def test_TC_T5_several_tiles_in_one_turn_cost_one_token() -> None:
    match = table(
        cubes={
            ("Kyoto", PAST): [0, 0, 0],
            ("Lisbon", PAST): [0, 0, 1],
            ("Cusco", FUTURE): [0, 0, 0],
        }
    )
    events = match.act(0, END_TURN)
    assert kinds(events).count("flipped") == 3
    assert told(events, "penalised")["seats"] == [0]
    assert match.view(None)["minus"] == [1, 0]


def test_TC_T5_each_colour_that_is_left_costs_its_player_one() -> None:
    match = table(cubes={("Kyoto", PAST): [0, 0, 0], ("Lisbon", PAST): [0, 1, 1]})
    assert told(match.act(0, END_TURN), "penalised")["seats"] == [0, 1]
    assert match.view(None)["minus"] == [1, 1]


def test_TC_T5_chaos_of_earlier_turns_costs_nothing_again() -> None:
    match = table(chaos={("Kyoto", PAST): [0]})
    match.act(0, END_TURN)
    assert match.view(None)["minus"] == [0, 0]


def test_TC_T5_another_turn_is_another_token() -> None:
    match = table(cubes={("Kyoto", PAST): [0, 0, 0], ("Kyoto", PRESENT): [1, 1]})
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    # Kyoto's past has sent a cube of seat 0 to the present, the third one there.
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 2]
    match.act(0, END_TURN)
    assert tile(match, "Kyoto", PRESENT)["chaos"]
    assert match.view(None)["minus"] == [1, 1]


def test_TC_T6_play_passes_clockwise() -> None:
    match = table(seats=4, turn=2)
    order = []
    for _ in range(6):
        (seat,) = match.active()
        order.append(seat)
        match.act(seat, END_TURN)
    assert order == [2, 3, 0, 1, 2, 3]


def test_TC_T6_only_the_player_whose_turn_it_is_acts() -> None:
    match = table(turn=0)
    refused(match, 1, END_TURN, "TC-T6")
    refused(match, 1, GRAB, "TC-T6")
    assert match.legal(1) == []


def test_the_drawn_example_of_the_rules() -> None:
    """The rules: amber is seat 0, sky is seat 1."""
    match = table(
        turn=1,
        pawns=[("Kyoto", PRESENT), ("Timbuktu", FUTURE)],
        chaos={("Kyoto", PAST): [0]},
        cubes={("Kyoto", PRESENT): [1], ("Kyoto", FUTURE): [0]},
    )
    match.act(1, END_TURN)
    assert listed(match, 0, "restore") == [restore(PAST)]
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 1]
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    assert cubes_on(match, "Kyoto", PRESENT) == [2, 1]
    match.act(0, END_TURN)
    assert tile(match, "Kyoto", PRESENT)["chaos"]
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 0]
    assert match.view(None)["minus"] == [1, 0]
    match.act(1, END_TURN)
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 0]
    assert cubes_on(match, "Kyoto", FUTURE) == [2, 0]
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    match.act(0, END_TURN)
    assert tile(match, "Kyoto", FUTURE)["chaos"]


def test_TC_T4_the_view_says_how_many_cubes_more_make_a_tile_fall() -> None:
    cubes = {("Cusco", PAST): [0, 1], ("Hobart", PAST): [0, 0, 1]}
    match = table(cubes=cubes, chaos={("Kyoto", PAST): [1]})
    seen = {tile["city"]: tile["falls_in"] for tile in match.view(None)["grids"][PAST]}
    assert (seen["Lisbon"], seen["Cusco"], seen["Hobart"], seen["Kyoto"]) == (3, 1, 0, None)


def test_TC_S3_the_view_says_where_pawns_start() -> None:
    match = sandtable.new("time-of-chaos", seats=2, seed=1)
    city = match.legal(match.active()[0])[0].to_json()["city"]
    match.act(match.active()[0], {"act": "place_pawn", "city": city})
    seen = match.view(None)
    there = next(tile for tile in seen["grids"][seen["starts_in"]] if tile["city"] == city)
    assert len(there["pawns"]) == 1
