"""OT-K: knocking over, standing up, giving back; and the strict referee."""

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
    RED,
    SAND,
    card,
    cubes_of,
    fallen,
    give_back,
    glass,
    kinds,
    listed,
    move,
    place,
    placing,
    stand_up,
    supply,
    table,
    targets,
    told,
)


def race(cubes: list[list[str]] | None = None, **options: Any) -> Match:
    """Seats 0 and 1 both can reach space 4, with glasses 0 and 2; seat 2 is far away.

    Seat 0 needs red, green and blue and has the cubes asked for.
    """
    return table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=cubes or [[], [], []],
        turned=[5, 8, 14],
        **options,
    )


def lost_race(cubes: list[str] | None = None, **options: Any) -> Match:
    """Seat 1 was faster on space 4, and the grace is over."""
    match = race([cubes or [], [], []], **options)
    match.act(1, move(2, 4))
    match.advance(by=GRACE)
    return match


def knocked(cubes: list[str] | None = None, **options: Any) -> Match:
    """Seat 0 has knocked over glass 2 on space 4, with 29.7 s of its sand left."""
    match = lost_race(cubes, **options)
    match.act(0, move(0, 4))
    return match


def clatter(match: Match, seat: int, act: Any) -> list[Any]:
    """An attempt that is refused, and knocks a glass over all the same."""
    assert act not in listed(match, seat)
    with pytest.raises(Refused, match="OT-K3") as refused:
        match.act(seat, act)
    assert refused.value.costs
    return list(refused.value.events)


def own() -> Match:
    """Seat 0 has sent glass 1 to space 4, and glass 0 after it."""
    match = table(glass(0), glass(3), glass(18), glass(17), glass(11), glass(15), turned=[5, 8, 14])
    match.act(0, move(1, 4))
    match.advance(by=GRACE)
    return match


def test_OT_K1_sending_both_glasses_to_one_space_knocks_over_the_own() -> None:
    match = own()
    assert move(0, 4) in listed(match, 0)
    events = match.act(0, move(0, 4))
    assert kinds(events) == ["knocked_over"]
    assert told(events, "knocked_over") == {
        "event": "knocked_over",
        "at": NOW + GRACE,
        "seat": 0,
        "reached_with": 0,
        "glass": 1,
        "owner": 0,
        "space": 4,
        "left": SAND - GRACE,
    }


def test_OT_K1_the_sand_stops_and_the_owner_stands_it_up_without_penalty() -> None:
    match = own()
    match.act(0, move(0, 4))
    match.advance(by=60_000)
    assert match.view(None)["glasses"][1]["state"] == "fallen"
    assert match.view(None)["players"][0]["owed"] == 0
    assert stand_up(1) in listed(match, 0)
    events = match.act(0, stand_up(1))
    assert told(events, "stood_up")["runs_out_at"] == match.now + SAND - GRACE


def test_OT_K1_nobody_else_stands_it_up() -> None:
    match = own()
    match.act(0, move(0, 4))
    match.advance(by=10_000)
    assert stand_up(1) not in listed(match, 1)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(1, stand_up(1))


def test_OT_K1_an_own_glass_that_has_run_through_does_not_fall() -> None:
    match = own()
    match.advance(by=SAND)
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 4))


def test_OT_K1_reaching_for_the_own_running_glass_knocks_it_over() -> None:
    match = race()
    events = clatter(match, 0, move(0, 3))
    assert told(events, "knocked_over")["owner"] == 0
    assert match.view(None)["players"][0]["owed"] == 0


def test_OT_K4_slips_an_own_glass_that_stood_there_before_does_not_fall() -> None:
    match = race(knocking="slips")
    assert 3 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 3))


def test_OT_K2_knocking_over_anothers_glass_stops_its_sand() -> None:
    match = lost_race()
    events = match.act(0, move(0, 4))
    assert told(events, "knocked_over")["left"] == SAND - GRACE
    seen = match.view(None)["glasses"][2]
    assert (seen["state"], seen["left"], seen["knocked_by"]) == ("fallen", SAND - GRACE, 0)
    match.advance(by=3_600_000)
    assert match.view(None)["glasses"][2]["left"] == SAND - GRACE


def test_OT_K2_it_costs_a_cube_from_the_card() -> None:
    match = lost_race([RED])
    assert supply(match, RED) == 11
    events = match.act(0, move(0, 4))
    assert kinds(events) == ["knocked_over", "gave_back"]
    assert told(events, "gave_back")["why"] == "only"
    assert cubes_of(match, 0) == []
    assert supply(match, RED) == 12


def test_OT_K2_with_no_cube_on_the_card_the_next_one_goes_back() -> None:
    match = lost_race()
    events = match.act(0, move(0, 4))
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


def test_OT_K2_the_culprit_has_to_stand_it_up_and_may_at_once() -> None:
    match = knocked()
    assert stand_up(2) in listed(match, 0)
    match.act(0, stand_up(2))
    assert match.view(None)["glasses"][2]["runs_out_at"] == match.now + SAND - GRACE


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
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over", "owes"]


def test_OT_K3_a_knock_is_listed_as_it_would_have_been_sent() -> None:
    match = lost_race()
    # Space 4 is turned over with A, and blue with B.
    wanted = [act for act in listed(match, 0) if act.get("to") == 4]
    assert wanted == [move(0, 4), move(0, 4, BLUE)]
    assert match.view(None)["standing"][4] == 2
    events = match.act(0, move(0, 4, BLUE))
    assert kinds(events) == ["knocked_over", "owes"]
    assert cubes_of(match, 0) == []
    assert supply(match, BLUE) == 12


def test_OT_K3_no_grace_at_all() -> None:
    match = race(grace_ms=0)
    match.act(1, move(2, 4))
    assert kinds(match.act(0, move(0, 4))) == ["knocked_over", "owes"]


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
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 4))


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


def test_OT_K3_every_taken_space_ends_in_a_clatter() -> None:
    match = table(
        *(glass(0, 1_000), glass(3, 20_000), glass(4), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    match.advance(by=2_000)
    events = clatter(match, 0, move(0, 4))
    assert kinds(events) == ["knocked_over", "owes"]
    assert match.view(None)["glasses"][2]["state"] == "fallen"
    assert match.view(None)["standing"][0] == 0, "the mover's glass stays where it was"
    match.act(0, stand_up(2))
    assert kinds(clatter(match, 0, move(0, 4))) == ["knocked_over", "owes"]


def test_OT_K3_a_clatter_is_in_the_log_and_replays() -> None:
    match = race()
    clatter(match, 0, move(0, 3))
    match.advance(by=1_000)
    match.act(0, stand_up(1))
    assert match.log[1]["refused"] == "OT-K3"
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


def test_OT_K3_a_fallen_glass_and_an_own_ripe_one_are_only_refused() -> None:
    match = race()
    clatter(match, 0, move(0, 3))
    before = match.hash()
    with pytest.raises(Refused, match="OT-M3") as refused:
        match.act(0, move(0, 3))
    assert not refused.value.costs
    assert match.hash() == before


def test_OT_K5_owed_cubes_add_up() -> None:
    match = knocked()
    match.act(0, stand_up(2))
    events = clatter(match, 0, move(0, 4))
    assert told(events, "owes")["owed"] == 2


def test_OT_K5_each_cube_taken_pays_one() -> None:
    match = table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        owed=[2, 0, 0, 0],
    )
    events = match.act(0, move(1, 0, RED))
    assert told(events, "gave_back")["owed"] == 1
    match.advance(by=10_000)
    events = match.act(0, move(0, 3, GREEN))
    assert told(events, "gave_back")["owed"] == 0
    assert cubes_of(match, 0) == []


def test_OT_K5_with_several_colours_the_culprit_chooses() -> None:
    match = lost_race([RED, GREEN, GREEN])
    events = match.act(0, move(0, 4))
    assert kinds(events) == ["knocked_over", "must_give_back"]
    assert told(events, "must_give_back")["choose_by"] == match.now + 5_000
    assert cubes_of(match, 0) == [RED, GREEN, GREEN]
    choices = [act for act in listed(match, 0) if act["act"] == "give_back"]
    assert choices == [give_back(RED), give_back(GREEN)]
    events = match.act(0, give_back(RED))
    assert told(events, "gave_back")["why"] == "chosen"
    assert cubes_of(match, 0) == [GREEN, GREEN]
    assert supply(match, RED) == 12
    assert match.view(None)["players"][0]["choose_by"] is None


def test_OT_K5_only_a_cube_that_is_on_the_card_and_only_when_it_is_due() -> None:
    match = lost_race([RED, GREEN])
    with pytest.raises(Refused, match="OT-K5"):
        match.act(0, give_back(RED))
    match.act(0, move(0, 4))
    with pytest.raises(Refused, match="OT-K5"):
        match.act(0, give_back(BLUE))
    with pytest.raises(Refused, match="OT-K5"):
        match.act(1, give_back(RED))


def test_OT_K5_the_table_takes_the_last_one_if_they_do_not_say() -> None:
    match = knocked([GREEN, RED, GREEN, BLUE])
    assert match.advance(by=4_999) == []
    events = match.advance(by=1)
    assert told(events, "gave_back")["why"] == "last"
    assert cubes_of(match, 0) == [GREEN, RED, GREEN]


def test_OT_K5_the_chosen_colour_loses_its_last_cube() -> None:
    match = knocked([GREEN, RED, GREEN, BLUE])
    match.act(0, give_back(GREEN))
    assert cubes_of(match, 0) == [GREEN, RED, BLUE]


def test_OT_K5_the_time_to_choose_can_be_chosen() -> None:
    match = knocked([RED, GREEN], give_back_seconds=1)
    assert told(match.advance(by=1_000), "gave_back")["colour"] == GREEN


def test_OT_K5_a_move_without_a_cube_leaves_the_choice_open() -> None:
    match = knocked([RED, GREEN])
    match.act(0, move(0, 7))
    assert cubes_of(match, 0) == [RED, GREEN]
    assert give_back(RED) in listed(match, 0)


def test_OT_K5_a_cube_goes_back_before_another_is_taken() -> None:
    match = table(
        *(glass(7), glass(3), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], []],
        turned=[5, 8, 14],
    )
    match.act(1, move(2, 4))
    match.advance(by=GRACE)
    match.act(0, move(0, 4))
    events = match.act(0, move(0, 0, RED))
    assert kinds(events) == ["gave_back", "moved"]
    assert told(events, "gave_back")["why"] == "last"
    assert cubes_of(match, 0) == [RED, GREEN, GREEN, BLUE, RED]


def test_OT_K5_another_offence_before_the_choice() -> None:
    match = knocked([RED, GREEN, BLUE])
    match.act(0, stand_up(2))
    events = clatter(match, 0, move(0, 4))
    assert kinds(events) == ["knocked_over", "gave_back", "must_give_back"]
    assert cubes_of(match, 0) == [RED, GREEN]
    match.act(0, give_back(RED))
    assert cubes_of(match, 0) == [GREEN]


OFFENCES = [
    pytest.param(move(0, 16), "OT-M4", id="not next to the other glass"),
    pytest.param(move(2, 4), "OT-K6", id="somebody else's glass"),
    pytest.param(move(0, 4, RED), "OT-G1", id="not the colour of the space"),
    pytest.param(move(0, 7, ORANGE), "OT-G3", id="no room on the card"),
    pytest.param(move(0, 8, RED), "OT-G1", id="a turned-over tile"),
]


@pytest.mark.parametrize(("act", "rule"), OFFENCES)
def test_OT_K6_a_lenient_referee_refuses_and_nothing_changes(act: Any, rule: str) -> None:
    match = race([[RED], [], []])
    before = match.hash()
    with pytest.raises(Refused, match=rule) as refused:
        match.act(0, act)
    assert not refused.value.costs
    assert match.hash() == before
    assert len(match.log) == 2


def test_OT_K6_everybody_hears_who_was_refused_and_why() -> None:
    match = race([[RED], [], []])
    match.advance(by=7)
    with pytest.raises(Refused) as refused:
        match.act(0, move(0, 16))
    (event,) = refused.value.events
    for viewer in (None, 0, 1, 2):
        assert event.told(viewer) == {
            "event": "refused",
            "at": match.now,
            "seat": 0,
            "rule": "OT-M4",
            "message": refused.value.message,
        }


@pytest.mark.parametrize(("act", "rule"), OFFENCES)
def test_OT_K6_a_strict_one_takes_a_cube(act: Any, rule: str) -> None:
    match = race([[RED], [], []], referee="strict")
    with pytest.raises(Refused, match=rule) as refused:
        match.act(0, act)
    assert kinds(refused.value.events) == ["fined", "gave_back"]
    assert told(refused.value.events, "fined")["rule"] == rule
    assert cubes_of(match, 0) == []
    assert match.view(None)["glasses"][0]["space"] == 0
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


def test_OT_K6_a_fine_without_cubes_is_owed() -> None:
    match = race(referee="strict")
    for owed in (1, 2):
        with pytest.raises(Refused) as refused:
            match.act(0, move(0, 16))
        assert told(refused.value.events, "owes")["owed"] == owed


def test_OT_K6_who_only_has_a_cube_to_choose_can_act() -> None:
    match = table(
        *(glass(0, 9_000), glass(1, 9_000), glass(18, 9_000), glass(17, 9_000)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN], []],
        referee="strict",
    )
    assert match.active() == []
    with pytest.raises(Refused, match="OT-K6"):
        match.act(0, move(2, 14))
    assert match.active() == [0]
    assert listed(match, 0) == [give_back(RED), give_back(GREEN)]


def test_OT_K6_in_the_placement_round_too() -> None:
    match = placing(2, referee="strict")
    match.act(0, place(0))
    match.act(1, place(18))
    with pytest.raises(Refused, match="OT-M4") as refused:
        match.act(1, place(3))
    assert kinds(refused.value.events) == ["fined", "owes"]
    match.act(1, place(17))
    with pytest.raises(Refused, match="OT-P1"):
        match.act(1, place(3))
    assert match.view(None)["players"][1]["owed"] == 1


def test_OT_K6_a_fine_with_several_colours_is_chosen() -> None:
    match = race([[RED, GREEN], [], []], referee="strict")
    with pytest.raises(Refused) as refused:
        match.act(0, move(0, 16))
    assert kinds(refused.value.events) == ["fined", "must_give_back"]
    assert match.alarm == NOW + 5_000


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (move(1, 4), "OT-M2"),
        (move(0, 0), "OT-M5"),
        (move(0, 3), "OT-M3"),
        (stand_up(0), "OT-K3"),
        (give_back(RED), "OT-K5"),
    ],
)
def test_OT_K6_nothing_else_is_an_offence(act: Any, rule: str) -> None:
    match = race([[RED], [], []], referee="strict", knocking="slips")
    before = match.hash()
    with pytest.raises(Refused, match=rule) as refused:
        match.act(0, act)
    assert not refused.value.costs
    assert match.hash() == before


def test_OT_K6_a_lost_race_is_never_an_offence() -> None:
    match = race([[RED], [], []], referee="strict")
    match.act(1, move(2, 4))
    with pytest.raises(Refused, match="OT-M6") as refused:
        match.act(0, move(0, 4, BLUE))
    assert not refused.value.costs
    assert cubes_of(match, 0) == [RED]


def test_a_hand_written_fallen_glass() -> None:
    match = table(
        *(glass(0), glass(1), fallen(18, 12_000, by=0, ago=1_000), glass(17)),
    )
    assert match.alarm == NOW + 2_000
    match.act(0, stand_up(2))
    assert match.view(None)["glasses"][2]["runs_out_at"] == NOW + 12_000
