"""OT-M: moving glasses, all at the same time."""

import pytest

import sandtable
from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    GRACE,
    NOW,
    SAND,
    glass,
    kinds,
    listed,
    move,
    table,
    targets,
    told,
)


def four() -> Match:
    """Four players, far enough apart, all with one ready and one running glass."""
    return table(
        *(glass(0), glass(1, 10_000), glass(11), glass(6, 10_000)),
        *(glass(18), glass(17, 10_000), glass(7), glass(12, 10_000)),
    )


def test_OT_M1_everybody_acts_at_once_in_any_order() -> None:
    match = four()
    assert match.active() == [0, 1, 2, 3]
    for seat, number, to in ((2, 4, 13), (0, 0, 4), (3, 6, 8), (1, 2, 5)):
        match.act(seat, move(number, to))
    assert match.now == NOW


def test_OT_M1_the_same_player_may_act_twice_in_a_row() -> None:
    match = table(glass(0), glass(1), glass(18), glass(17))
    match.act(0, move(0, 2))
    match.act(0, move(1, 6))
    assert [match.view(None)["glasses"][n]["space"] for n in (0, 1)] == [2, 6]


def test_OT_M2_a_running_glass_stays() -> None:
    match = four()
    assert targets(match, 0, 1) == []
    with pytest.raises(Refused, match="OT-M2"):
        match.act(0, move(1, 3))


def test_OT_M2_it_may_be_moved_from_the_instant_it_has_run_through() -> None:
    match = four()
    match.advance(to=NOW + 9_999)
    assert targets(match, 0, 1) == []
    events = match.advance(by=1)
    assert [event.to_json()["glass"] for event in events] == [1, 3, 5, 7]
    assert kinds(events) == ["ran_through"] * 4
    match.act(0, move(1, 3))


def test_OT_M2_it_waits_for_its_owner() -> None:
    match = four()
    before = match.view(None)["standing"]
    match.advance(by=3_600_000)
    assert match.view(None)["standing"] == before
    assert match.alarm is None
    assert match.view(None)["glasses"][0]["state"] == "ready"


def test_OT_M3_a_glass_moves_next_to_its_partner() -> None:
    match = four()
    assert targets(match, 0, 0) == [2, 4, 5]
    events = match.act(0, move(0, 5))
    assert told(events, "moved") == {
        "event": "moved",
        "at": NOW,
        "seat": 0,
        "glass": 0,
        "came_from": 0,
        "to": 5,
        "took": None,
        "runs_out_at": NOW + SAND,
    }


def test_OT_M3_turned_over_it_runs_from_that_instant() -> None:
    match = four()
    match.advance(by=4_321)
    match.act(0, move(0, 5))
    assert match.view(None)["glasses"][0]["state"] == "running"
    assert match.view(None)["glasses"][0]["runs_out_at"] == NOW + 4_321 + SAND


def test_OT_M3_the_space_it_leaves_is_free_for_others() -> None:
    match = table(
        *(glass(0), glass(4), glass(3), glass(7)),
        *(glass(18), glass(17), glass(11), glass(15)),
    )
    assert 0 not in targets(match, 1, 3)
    match.act(0, move(0, 5))
    assert 0 in targets(match, 1, 3)
    match.act(1, move(3, 0))
    assert match.view(None)["standing"][0] == 3


def test_OT_M3_a_space_that_was_taken_all_along_is_refused() -> None:
    match = table(
        *(glass(0), glass(4), glass(3), glass(7)),
        *(glass(18), glass(17), glass(11), glass(15)),
        knocking="slips",
    )
    before = match.hash()
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 3))
    assert match.hash() == before


def test_OT_M3_next_to_the_other_glass_not_to_itself() -> None:
    match = table(glass(0), glass(4), glass(18), glass(17))
    assert 1 in targets(match, 0, 0)
    assert 9 in targets(match, 0, 0)
    assert 9 not in targets(match, 0, 1)


def test_OT_M4_a_space_that_is_not_next_to_the_other_glass_is_refused() -> None:
    match = four()
    before = match.hash()
    for to in (3, 9, 16):
        with pytest.raises(Refused, match="OT-M4"):
            match.act(0, move(0, to))
    assert match.hash() == before


def test_OT_M5_a_glass_moves_to_another_space() -> None:
    match = four()
    assert 0 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M5"):
        match.act(0, move(0, 0))


def test_OT_M5_it_may_stay_if_the_table_plays_so() -> None:
    match = table(
        *(glass(0), glass(1, 10_000), glass(18), glass(17)),
        cards=[0],  # red, orange and yellow
        allow_stay=True,
    )
    assert targets(match, 0, 0) == [0, 2, 4, 5]
    match.act(0, move(0, 0, "red"))
    after = match.view(None)
    assert after["glasses"][0]["runs_out_at"] == NOW + SAND
    assert after["standing"][0] == 0
    assert after["players"][0]["cubes"] == ["red"]


def race() -> Match:
    """Seats 0 and 1 both can reach space 4, with glasses 0 and 2."""
    return table(glass(0), glass(3), glass(2), glass(5), glass(16), glass(17), turned=[5, 8, 14])


def test_OT_M6_of_two_in_one_millisecond_exactly_one_gets_the_space() -> None:
    for first, second in ((0, 1), (1, 0)):
        match = race()
        assert 4 in targets(match, 0, 0)
        assert 4 in targets(match, 1, 2)
        match.act(first, move(2 * first, 4))
        with pytest.raises(Refused, match="OT-M6"):
            match.act(second, move(2 * second, 4))
        assert match.view(None)["standing"][4] == 2 * first
        again = sandtable.replay(sandtable.write_log(match.log))
        assert again.hash() == match.hash()


def test_OT_M6_a_lost_race_changes_nothing_and_is_not_listed() -> None:
    match = race()
    match.act(0, move(0, 4))
    match.advance(by=GRACE - 1)
    before = match.hash()
    assert 4 not in targets(match, 1, 2)
    with pytest.raises(Refused, match="OT-M6"):
        match.act(1, move(2, 4))
    assert match.hash() == before


def test_the_list_of_acts_is_what_it_says() -> None:
    match = four()
    for seat in range(4):
        for act in listed(match, seat):
            match.copy().act(seat, act)
