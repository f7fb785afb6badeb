"""OT-K1 to OT-K4: knocking over, and standing up."""

from typing import Any

import pytest

import sandtable
from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    BLUE,
    GRACE,
    GREEN,
    NOW,
    ORANGE,
    PURPLE,
    RED,
    SAND,
    YELLOW,
    card,
    cubes_of,
    fallen,
    give_back,
    glass,
    kinds,
    listed,
    move,
    place,
    stand_up,
    supply,
    table,
    targets,
    told,
)
from tests.games.out_of_time.scenes import clatter, knocked, lost_race, own, race, stood


def lying(by: int = 0) -> Match:
    """Glass 1 of seat 0 fell a moment ago; its partner has run out."""
    return table(
        *(glass(0), fallen(3, 9_000, by=by), glass(18), glass(17), glass(11), glass(15)),
        turned=[5, 8, 14],
    )


def test_OT_K1_the_sand_stops_and_the_owner_stands_it_up_without_penalty() -> None:
    match = lying()
    match.advance(by=60_000)
    assert match.view(None)["glasses"][1]["state"] == "fallen"
    assert stand_up(1) in listed(match, 0)
    events = match.act(0, stand_up(1))
    assert kinds(events) == ["stood_up"]
    assert told(events, "stood_up")["runs_out_at"] == match.now + 9_000
    assert match.view(None)["players"][0]["owed"] == 0


def test_OT_K1_nobody_else_stands_it_up() -> None:
    match = lying()
    match.advance(by=10_000)
    assert stand_up(1) not in listed(match, 1)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(1, stand_up(1))


def test_OT_K1_it_is_no_duty_the_owner_may_do_other_things_first() -> None:
    match = lying()
    assert match.view(None)["players"][0]["must_stand_up"] == 0
    match.act(0, move(0, 7))
    match.act(0, stand_up(1))


def test_OT_K2_knocking_over_anothers_glass_stops_its_sand() -> None:
    match = lost_race()
    events = match.act(0, move(0, 4))
    assert told(events, "knocked_over")["left"] == SAND - GRACE
    seen = match.view(None)["glasses"][2]
    assert (seen["state"], seen["left"], seen["knocked_by"]) == ("fallen", SAND - GRACE, 0)
    match.advance(by=3_600_000)
    assert match.view(None)["glasses"][2]["left"] == SAND - GRACE


def test_OT_K2_until_it_stands_the_culprit_has_no_other_act() -> None:
    match = lost_race([RED, GREEN])
    assert move(0, 7) in listed(match, 0)
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over"]
    assert match.view(None)["players"][0]["must_stand_up"] == 1
    before = match.hash()
    for act in (move(0, 7), move(0, 4), move(1, 7), move(2, 1), place(7), give_back(RED)):
        assert listed(match, 0) == [stand_up(2)]
        with pytest.raises(Refused, match="OT-K2") as refused:
            match.act(0, act)
        assert not refused.value.costs
    assert match.hash() == before
    match.advance(by=60_000)
    assert listed(match, 0) == [stand_up(2)]
    assert 0 in match.active()
    match.act(0, stand_up(2))
    assert match.view(None)["players"][0]["must_stand_up"] == 0
    assert move(0, 7) in listed(match, 0)


def test_OT_K2_others_go_on_meanwhile() -> None:
    match = knocked()
    assert match.view(None)["players"][2]["must_stand_up"] == 0
    assert targets(match, 2, 4) != []
    match.advance(by=20_000)
    assert targets(match, 1, 3) != [], "the owner moves the other glass"


def test_OT_K2_the_cube_is_due_when_the_glass_stands() -> None:
    match = lost_race([RED])
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over"]
    assert cubes_of(match, 0) == [RED]
    assert supply(match, RED) == 11
    events = match.act(0, stand_up(2))
    assert kinds(events) == ["stood_up", "gave_back"]
    assert told(events, "gave_back")["why"] == "only"
    assert cubes_of(match, 0) == []
    assert supply(match, RED) == 12


def test_OT_K2_it_is_due_too_when_the_owner_stands_it_up() -> None:
    match = knocked([RED])
    match.advance(by=3_000)
    events = match.act(1, stand_up(2))
    assert kinds(events) == ["stood_up", "gave_back"]
    assert (told(events, "stood_up")["seat"], told(events, "gave_back")["seat"]) == (1, 0)
    assert match.view(None)["players"][0]["must_stand_up"] == 0
    assert move(0, 7) in listed(match, 0)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(0, stand_up(2))


def test_OT_K2_with_no_cube_on_the_card_the_next_one_goes_back() -> None:
    match = lost_race()
    match.act(0, move(0, 4))
    assert match.view(None)["players"][0]["owed"] == 0
    events = match.act(0, stand_up(2))
    assert kinds(events) == ["stood_up", "owes"]
    assert told(events, "owes")["owed"] == 1
    assert match.view(None)["players"][0]["owed"] == 1


def test_OT_K2_the_cube_that_is_owed_goes_straight_back() -> None:
    match = table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        owed=[1, 0, 0, 0],
    )
    events = match.act(0, move(1, 0, RED))
    assert kinds(events) == ["moved", "gave_back"]
    assert told(events, "gave_back") == {
        "event": "gave_back",
        "at": NOW,
        "seat": 0,
        "colour": RED,
        "why": "owed",
        "owed": 0,
    }
    assert cubes_of(match, 0) == []
    assert supply(match, RED) == 12
    match.advance(by=10_000)
    match.act(0, move(0, 1))
    match.advance(by=20_000)
    match.act(0, move(1, 4, BLUE))
    assert cubes_of(match, 0) == [BLUE]


def test_OT_K2_two_who_knock_each_other_over_stand_up_each_others_glasses() -> None:
    match = table(
        *(glass(0), fallen(3, 9_000, by=1), fallen(4, 9_000, by=0), glass(5)),
        *(glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    match.advance(by=10_000)
    assert listed(match, 0) == [stand_up(2)], "their own has to wait, though 3 s are over"
    assert listed(match, 1) == [stand_up(1)]
    with pytest.raises(Refused, match="OT-K2"):
        match.act(0, stand_up(1))
    assert kinds(match.act(0, stand_up(2))) == ["stood_up", "owes"]
    assert stand_up(1) in listed(match, 0)
    assert kinds(match.act(0, stand_up(1))) == ["stood_up", "owes"]
    assert [player["owed"] for player in match.view(None)["players"]] == [1, 1, 0]


def test_OT_K2_ones_own_glass_comes_after_anothers() -> None:
    match = table(
        *(glass(0), fallen(3, 9_000, by=0), fallen(4, 9_000, by=0), glass(5)),
        *(glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    assert listed(match, 0) == [stand_up(2)]
    with pytest.raises(Refused, match="OT-K2"):
        match.act(0, stand_up(1))
    match.act(0, stand_up(2))
    assert stand_up(1) in listed(match, 0)


def test_OT_K2_two_culprits_each_stand_up_what_they_knocked_over() -> None:
    match = table(
        *(glass(0), glass(3), fallen(4, 9_000, by=0), glass(5)),
        *(glass(16), glass(17), fallen(11, 9_000, by=2), glass(15)),
    )
    assert listed(match, 0) == [stand_up(2)]
    assert listed(match, 2) == [stand_up(6)]
    for seat, number in ((0, 6), (2, 2)):
        with pytest.raises(Refused, match="OT-K2"):
            match.act(seat, stand_up(number))
    match.act(0, stand_up(2))
    assert listed(match, 2) == [stand_up(6)]
    assert [player["owed"] for player in match.view(None)["players"]] == [1, 0, 0, 0]


def test_OT_K2_whoever_has_two_to_stand_up_stands_up_both_and_pays_for_both() -> None:
    match = table(
        *(glass(0), glass(3), fallen(4, 9_000, by=0), glass(5)),
        *(fallen(16, 9_000, by=0), glass(17)),
        turned=[5, 8, 14],
    )
    assert listed(match, 0) == [stand_up(2), stand_up(4)]
    assert match.view(None)["players"][0]["must_stand_up"] == 2
    match.act(0, stand_up(4))
    assert listed(match, 0) == [stand_up(2)]
    events = match.act(0, stand_up(2))
    assert told(events, "owes")["owed"] == 2
    assert move(0, 7) in listed(match, 0)


def test_OT_K2_a_glass_in_hand_is_not_placed_before_it_stands() -> None:
    match = table(
        *(glass(0), glass(None), fallen(4, 9_000, by=0), glass(5)),
        *(glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    assert listed(match, 0) == [stand_up(2)]
    with pytest.raises(Refused, match="OT-K2"):
        match.act(0, place(3))
    match.act(0, stand_up(2))
    match.act(0, place(3))


def test_OT_K2_a_game_that_ends_meanwhile_is_over_and_nothing_is_paid() -> None:
    match = table(
        *(glass(0), glass(3), fallen(4, 9_000, by=0), glass(5)),
        *(glass(16), glass(17)),
        cards=[card(RED, GREEN, BLUE), card(RED, ORANGE, YELLOW), card(RED, GREEN, PURPLE)],
        cubes=[[GREEN], [], [RED, RED, GREEN, GREEN, PURPLE]],
        scored=[0, 0, 2],
        turned=[5, 8, 14],
    )
    match.act(2, move(4, 18, PURPLE))
    assert match.over
    assert listed(match, 0) == []
    with pytest.raises(Refused, match="ST-2"):
        match.act(0, stand_up(2))
    assert match.outcome is not None
    assert match.outcome.breakdown[0] == {"cards": [], "cubes": [GREEN], "owed": 0}


def test_OT_K3_within_the_grace_the_move_is_only_refused() -> None:
    match = race()
    match.act(1, move(2, 4))
    match.advance(by=GRACE - 1)
    before = match.hash()
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M6"):
        match.act(0, move(0, 4))
    assert match.hash() == before


def test_OT_K3_the_end_of_the_grace_is_an_alarm_and_then_it_is_a_knock() -> None:
    match = race()
    match.act(1, move(2, 4))
    assert match.alarm == NOW + GRACE
    assert match.advance(by=GRACE) == []
    assert 4 in targets(match, 0, 0)
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over"]


def test_OT_K3_a_knock_is_listed_as_it_would_have_been_sent() -> None:
    match = lost_race()
    # Space 4 is turned over with A, and blue with B.
    wanted = [act for act in listed(match, 0) if act.get("to") == 4]
    assert wanted == [move(0, 4), move(0, 4, BLUE)]
    assert match.view(None)["standing"][4] == 2
    events = match.act(0, move(0, 4, BLUE))
    assert kinds(events) == ["knocked_over"]
    assert cubes_of(match, 0) == []
    assert supply(match, BLUE) == 12


def test_OT_K3_no_grace_at_all() -> None:
    match = race(grace_ms=0)
    match.act(1, move(2, 4))
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over"]


def test_OT_K3_the_movers_glass_stays_and_stays_ready() -> None:
    match = knocked()
    seen = match.view(None)["glasses"][0]
    assert (seen["space"], seen["state"]) == (0, "ready")


def test_OT_K3_a_fallen_glass_cannot_be_moved() -> None:
    match = knocked()
    match.advance(by=SAND)
    assert targets(match, 1, 2) == []
    with pytest.raises(Refused, match="OT-K3"):
        match.act(1, move(2, 1))


def test_OT_K3_and_it_cannot_be_knocked_over_again() -> None:
    match = knocked()
    match.advance(by=20_000)
    assert 4 not in targets(match, 2, 4)
    fell = match.view(None)["glasses"][2]
    before = table(
        *(glass(0), glass(3), fallen(4, 9_000, by=2), glass(5), glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    assert fell["state"] == "fallen"
    with pytest.raises(Refused, match="OT-M3"):
        before.act(0, move(0, 4))


def test_OT_K3_the_owner_may_stand_it_up_after_three_seconds() -> None:
    match = knocked()
    match.advance(by=2_999)
    assert stand_up(2) not in listed(match, 1)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(1, stand_up(2))
    assert match.alarm == match.now + 1
    match.advance(by=1)
    assert stand_up(2) in listed(match, 1)
    assert 1 in match.active()
    match.act(1, stand_up(2))
    assert match.view(None)["glasses"][2]["state"] == "running"


def test_OT_K3_others_never_stand_it_up() -> None:
    match = knocked()
    match.advance(by=10_000)
    assert stand_up(2) not in listed(match, 2)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(2, stand_up(2))


def test_OT_K3_a_glass_that_stands_cannot_be_stood_up() -> None:
    with pytest.raises(Refused, match="OT-K3"):
        race().act(0, stand_up(0))


def test_OT_K3_a_glass_that_had_run_through_is_ready_when_it_stands() -> None:
    match = lost_race()
    match.advance(by=SAND)
    events = match.act(0, move(0, 4))
    assert told(events, "knocked_over")["left"] == 0
    match.act(0, stand_up(2))
    assert match.view(None)["glasses"][2]["state"] == "ready"
    assert targets(match, 1, 2) != []


def test_OT_K3_a_glass_that_was_stood_up_is_protected_for_five_seconds() -> None:
    match = stood()
    assert match.view(None)["glasses"][2]["protected_until"] == match.now + 5_000
    for wait in (0, 4_999):
        match.advance(by=wait)
        before = match.hash()
        with pytest.raises(Refused, match="OT-K3") as refused:
            match.act(0, move(0, 4))
        assert not refused.value.costs
        assert match.hash() == before
    match.advance(by=1)
    assert kinds(clatter(match, 0, move(0, 4))) == ["knocked_over"]
    assert match.view(None)["glasses"][2]["protected_until"] is None


def test_OT_K3_it_is_protected_from_everybody_and_whoever_stood_it_up() -> None:
    match = knocked()
    match.advance(by=3_000)
    match.act(1, stand_up(2))
    match.advance(by=4_999)
    with pytest.raises(Refused, match="OT-K3") as refused:
        match.act(0, move(0, 4))
    assert not refused.value.costs
    match.advance(by=1)
    clatter(match, 0, move(0, 4))


def test_OT_K3_the_protection_can_be_chosen() -> None:
    match = stood(protect_seconds=1)
    match.advance(by=999)
    with pytest.raises(Refused, match="OT-K3") as refused:
        match.act(0, move(0, 4))
    assert not refused.value.costs
    match.advance(by=1)
    clatter(match, 0, move(0, 4))
    match = stood(protect_seconds=0)
    assert match.view(None)["glasses"][2]["protected_until"] is None
    clatter(match, 0, move(0, 4))


def moved_on(**options: Any) -> Match:
    """Glass 2 was stood up, had run out, and moved on to space 1, all in one second.

    Seat 0 could reach space 1 all the while.
    """
    match = lost_race(**options)
    match.advance(by=SAND)
    match.act(0, move(0, 4))
    match.act(0, stand_up(2))
    match.advance(by=1_000)
    match.act(1, move(2, 1))
    return match


def test_OT_K3_the_protection_goes_with_the_glass() -> None:
    match = moved_on()
    match.advance(by=GRACE)
    assert 1 not in targets(match, 0, 1)
    with pytest.raises(Refused, match="OT-K3") as refused:
        match.act(0, move(1, 1))
    assert not refused.value.costs


def test_OT_K3_its_end_is_an_alarm_where_it_makes_a_knock_possible() -> None:
    match = moved_on()
    match.advance(by=GRACE)
    ends = match.view(None)["glasses"][2]["protected_until"]
    assert match.alarm == ends
    assert match.advance(to=ends - 1) == []
    assert 1 not in targets(match, 0, 1)
    assert match.advance(by=1) == []
    assert 1 in targets(match, 0, 1)
    assert kinds(match.act(0, move(1, 1))) == ["knocked_over"]


def test_OT_K3_its_end_is_none_where_nobody_can_overlook_the_glass_again() -> None:
    match = stood()
    assert match.view(None)["glasses"][2]["protected_until"] == match.now + 5_000
    assert match.alarm == NOW + 20_000, "the next thing to happen is sand that runs through"


def test_OT_K3_a_move_after_the_protection_forgets_it() -> None:
    match = stood()
    match.advance(by=SAND)
    assert match.view(None)["glasses"][2]["protected_until"] is not None
    match.act(1, move(2, 1))
    assert match.view(None)["glasses"][2]["protected_until"] is None


def test_OT_K3_so_does_a_move_in_the_millisecond_in_which_it_ends() -> None:
    match = lost_race()
    match.advance(by=SAND)
    match.act(0, move(0, 4))
    match.act(0, stand_up(2))
    match.advance(by=4_999)
    twin = match.copy()
    match.act(1, move(2, 1))
    assert match.view(None)["glasses"][2]["protected_until"] == match.now + 1
    twin.advance(by=1)
    twin.act(1, move(2, 1))
    assert twin.view(None)["glasses"][2]["protected_until"] is None
    for each in (match, twin):
        assert sandtable.load(each.dump()).hash() == each.hash()


def test_OT_K3_ones_own_glass_is_protected_too() -> None:
    match = lying()
    match.act(0, stand_up(1))
    assert match.view(None)["glasses"][1]["protected_until"] == match.now + 5_000


def test_OT_K4_slips_where_the_space_was_taken_before_one_could_reach_nothing_falls() -> None:
    match = table(
        *(glass(0, 1_000), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
        knocking="slips",
    )
    match.act(1, move(2, 4))
    match.advance(by=5_000)
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 4))


def test_OT_K4_slips_it_falls_if_it_came_in_the_very_millisecond_the_sand_ran_through() -> None:
    match = table(
        *(glass(0, 1_000), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
        knocking="slips",
    )
    match.advance(by=1_000)
    match.act(1, move(2, 4))
    match.advance(by=GRACE)
    assert 4 in targets(match, 0, 0)


def test_OT_K4_slips_nor_where_ones_own_glasses_came_after_it() -> None:
    match = table(
        *(glass(0), glass(1), glass(2), glass(5, 20_000), glass(16), glass(17)),
        turned=[4, 10, 13],
        knocking="slips",
    )
    match.act(1, move(2, 4 + 5))
    match.advance(by=5_000)
    match.act(0, move(0, 4))
    match.advance(by=1_000)
    # Glass 1 was ready before glass 2 came to 9, but its partner came next to it later.
    assert 9 not in targets(match, 0, 1)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(1, 9))


def test_OT_K4_slips_a_glass_that_has_fallen_there_is_not_overlooked_again() -> None:
    match = knocked(knocking="slips")
    match.act(0, stand_up(2))
    match.advance(by=5_000)
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 4))
    # But where it goes next it can be overlooked.
    match.advance(by=SAND)
    match.act(1, move(2, 1))
    match.advance(by=GRACE)
    assert match.view(None)["glasses"][2]["noticed"] is False


def test_OT_K4_without_knocking_a_taken_space_is_refused() -> None:
    match = lost_race(knocking="off")
    before = match.hash()
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-K4"):
        match.act(0, move(0, 4))
    assert match.hash() == before
    assert match.alarm == NOW + 20_000


@pytest.mark.parametrize("knocking", ["on", "slips", "off"])
@pytest.mark.parametrize("later", [0, SAND], ids=["running", "run out"])
def test_OT_K4_ones_own_other_glass_is_refused_and_never_falls(knocking: str, later: int) -> None:
    """Glass 1 came to space 4 while glass 0 could reach it; and it may have run out since."""
    match = own(knocking=knocking, referee="strict")
    match.advance(by=later)
    assert 4 not in targets(match, 0, 0)
    before = match.hash()
    with pytest.raises(Refused, match="OT-K4") as refused:
        match.act(0, move(0, 4))
    assert not refused.value.costs
    assert match.hash() == before


def test_OT_K4_nor_does_one_that_stood_there_all_along() -> None:
    match = race()
    assert 3 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-K4") as refused:
        match.act(0, move(0, 3))
    assert not refused.value.costs


def test_OT_K4_a_glass_of_ones_own_that_lies_there_is_in_the_way() -> None:
    with pytest.raises(Refused, match="OT-M3"):
        lying().act(0, move(0, 3))


def test_OT_K3_every_taken_space_ends_in_a_clatter() -> None:
    match = table(
        *(glass(0, 1_000), glass(3, 20_000), glass(4), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    match.advance(by=2_000)
    events = clatter(match, 0, move(0, 4))
    assert kinds(events) == ["knocked_over"]
    assert match.view(None)["glasses"][2]["state"] == "fallen"
    assert match.view(None)["standing"][0] == 0, "the mover's glass stays where it was"
    assert listed(match, 0) == [stand_up(2)], "a clatter makes a culprit as a slip does"
    match.act(0, stand_up(2))
    match.advance(by=5_000)
    assert kinds(clatter(match, 0, move(0, 4))) == ["knocked_over"]


def test_OT_K3_a_clatter_is_in_the_log_and_replays() -> None:
    match = table(
        *(glass(0), glass(3, 20_000), glass(4), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    clatter(match, 0, move(0, 4))
    match.advance(by=1_000)
    match.act(0, stand_up(2))
    assert match.log[1]["refused"] == "OT-K3"
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


def test_a_hand_written_fallen_glass() -> None:
    match = table(
        *(glass(0), glass(1), fallen(18, 12_000, by=0, ago=1_000), glass(17)),
    )
    assert match.alarm == NOW + 2_000
    match.act(0, stand_up(2))
    assert match.view(None)["glasses"][2]["runs_out_at"] == NOW + 12_000
