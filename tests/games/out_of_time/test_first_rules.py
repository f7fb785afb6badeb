"""Version 1 of the rules, under which old tables and replays go on."""

import json

import pytest

import sandtable
from sandtable import BadOption, Refused
from sandtable.bots.levels import levels
from sandtable.testing import check_game
from tests.games.out_of_time.build import (
    BLUE,
    GRACE,
    GREEN,
    NOW,
    RED,
    SAND,
    cubes_of,
    give_back,
    glass,
    kinds,
    listed,
    move,
    stand_up,
    supply,
    table,
    targets,
    told,
)
from tests.games.out_of_time.scenes import clatter, knocked, lost_race, own, race


def test_OT_K1_sending_both_glasses_to_one_space_knocked_one_over() -> None:
    match = own(rules=1)
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
    match = own(rules=1)
    match.act(0, move(0, 4))
    match.advance(by=60_000)
    assert match.view(None)["glasses"][1]["state"] == "fallen"
    assert match.view(None)["players"][0]["owed"] == 0
    assert stand_up(1) in listed(match, 0)
    events = match.act(0, stand_up(1))
    assert told(events, "stood_up")["runs_out_at"] == match.now + SAND - GRACE


def test_OT_K1_nobody_else_stands_it_up() -> None:
    match = own(rules=1)
    match.act(0, move(0, 4))
    match.advance(by=10_000)
    assert stand_up(1) not in listed(match, 1)
    with pytest.raises(Refused, match="OT-K3"):
        match.act(1, stand_up(1))


def test_OT_K1_an_own_glass_that_has_run_through_does_not_fall() -> None:
    match = own(rules=1)
    match.advance(by=SAND)
    assert 4 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 4))


def test_OT_K1_reaching_for_ones_own_running_glass_knocked_it_over() -> None:
    match = race(rules=1)
    events = clatter(match, 0, move(0, 3))
    assert told(events, "knocked_over")["owner"] == 0
    assert match.view(None)["players"][0]["owed"] == 0


def test_OT_K4_slips_a_glass_of_ones_own_that_stood_there_before_did_not_fall() -> None:
    match = race(rules=1, knocking="slips")
    assert 3 not in targets(match, 0, 0)
    with pytest.raises(Refused, match="OT-M3"):
        match.act(0, move(0, 3))


def test_OT_K2_the_cube_was_paid_at_once() -> None:
    match = lost_race([RED], rules=1)
    assert supply(match, RED) == 11
    events = match.act(0, move(0, 4))
    assert kinds(events) == ["knocked_over", "gave_back"]
    assert told(events, "gave_back")["why"] == "only"
    assert cubes_of(match, 0) == []
    assert supply(match, RED) == 12


def test_OT_K2_the_culprit_was_free_to_go_on() -> None:
    match = knocked(rules=1)
    assert match.view(None)["players"][0]["must_stand_up"] == 0
    assert move(0, 7) in listed(match, 0)
    assert stand_up(2) in listed(match, 0)
    match.act(0, move(0, 7))
    match.act(0, stand_up(2))


def test_OT_K3_nothing_protected_a_glass_that_stood_again() -> None:
    match = table(
        *(glass(0, 1_000), glass(3, 20_000), glass(4), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
        rules=1,
    )
    match.advance(by=2_000)
    events = clatter(match, 0, move(0, 4))
    assert kinds(events) == ["knocked_over", "owes"]
    assert match.view(None)["glasses"][2]["state"] == "fallen"
    assert match.view(None)["standing"][0] == 0, "the mover's glass stays where it was"
    match.act(0, stand_up(2))
    assert kinds(clatter(match, 0, move(0, 4))) == ["knocked_over", "owes"]


def test_OT_K3_a_clatter_on_ones_own_glass_replays() -> None:
    match = race(rules=1)
    clatter(match, 0, move(0, 3))
    match.advance(by=1_000)
    match.act(0, stand_up(1))
    assert match.log[1]["refused"] == "OT-K3"
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


def test_OT_K3_a_fallen_glass_of_ones_own_was_only_refused() -> None:
    match = race(rules=1)
    clatter(match, 0, move(0, 3))
    before = match.hash()
    with pytest.raises(Refused, match="OT-M3") as refused:
        match.act(0, move(0, 3))
    assert not refused.value.costs
    assert match.hash() == before


def test_OT_K5_owed_cubes_added_up_knock_by_knock() -> None:
    match = knocked(rules=1)
    match.act(0, stand_up(2))
    events = clatter(match, 0, move(0, 4))
    assert told(events, "owes")["owed"] == 2


def test_OT_K5_with_several_colours_the_culprit_chose_while_it_lay() -> None:
    match = lost_race([RED, GREEN, GREEN], rules=1)
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


def test_OT_K5_a_move_without_a_cube_left_the_choice_open() -> None:
    match = knocked([RED, GREEN], rules=1)
    match.act(0, move(0, 7))
    assert cubes_of(match, 0) == [RED, GREEN]
    assert give_back(RED) in listed(match, 0)


def test_OT_K5_another_knock_before_the_choice() -> None:
    match = knocked([RED, GREEN, BLUE], rules=1)
    match.act(0, stand_up(2))
    events = clatter(match, 0, move(0, 4))
    assert kinds(events) == ["knocked_over", "gave_back", "must_give_back"]
    assert cubes_of(match, 0) == [RED, GREEN]
    match.act(0, give_back(RED))
    assert cubes_of(match, 0) == [GREEN]


def test_OT_S2_and_OT_K3_the_options_were_fewer() -> None:
    first = sandtable.find("out-of-time", 1)
    with pytest.raises(BadOption, match="OT-S2"):
        sandtable.new(first, seats=2, options={"turned_tiles": "grey"})
    with pytest.raises(BadOption, match="protect_seconds"):
        sandtable.new(first, seats=2, options={"protect_seconds": 0})
    newest = [option.name for option in sandtable.find("out-of-time").OPTIONS]
    newest.remove("protect_seconds")
    assert [option.name for option in first.OPTIONS] == newest


def test_a_position_of_the_first_rules_loads_and_goes_on_under_them() -> None:
    match = knocked([RED, GREEN], rules=1)
    dump = json.loads(json.dumps(match.dump()))
    assert dump["rules"] == 1
    again = sandtable.load(dump)
    assert again.hash() == match.hash()
    again.act(0, move(0, 7))
    assert again.dump()["rules"] == 1


def test_the_first_rules_are_found_by_their_version_and_not_listed() -> None:
    assert sandtable.find("out-of-time").RULES_VERSION == 2
    assert sandtable.find("out-of-time", 1).RULES_VERSION == 1
    assert "out-of-time@1" not in sandtable.games()
    assert list(levels(sandtable.find("out-of-time", 1))) == list(
        levels(sandtable.find("out-of-time"))
    )


def test_the_first_rules_keep_the_contract() -> None:
    check_game(sandtable.find("out-of-time", 1), seeds=range(4))
