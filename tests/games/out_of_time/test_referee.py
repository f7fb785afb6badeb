"""OT-K6: what a referee does about what the rules forbid."""

from typing import Any

import pytest

import sandtable
from sandtable import Refused
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    NOW,
    ORANGE,
    RED,
    card,
    cubes_of,
    give_back,
    glass,
    kinds,
    listed,
    move,
    place,
    placing,
    stand_up,
    table,
    told,
)
from tests.games.out_of_time.scenes import lost_race, race

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
        (move(0, 3), "OT-K4"),
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


def test_OT_K6_a_culprit_is_not_fined_before_the_glass_stands() -> None:
    match = lost_race([RED], referee="strict")
    match.act(0, move(0, 4))
    before = match.hash()
    for act in (move(0, 16), move(2, 4), move(0, 7, GREEN)):
        with pytest.raises(Refused, match="OT-K2") as refused:
            match.act(0, act)
        assert not refused.value.costs
    assert match.hash() == before
    match.act(0, stand_up(2))
    with pytest.raises(Refused, match="OT-M4") as refused:
        match.act(0, move(0, 16))
    assert kinds(refused.value.events) == ["fined", "owes"]


def test_OT_K6_a_fine_that_is_being_chosen_when_another_cube_falls_due() -> None:
    match = lost_race([RED, GREEN, BLUE], referee="strict")
    with pytest.raises(Refused, match="OT-M4"):
        match.act(0, move(0, 16))
    match.act(0, move(0, 4))
    assert listed(match, 0) == [stand_up(2)]
    events = match.act(0, stand_up(2))
    assert kinds(events) == ["stood_up", "gave_back", "must_give_back"]
    assert cubes_of(match, 0) == [RED, GREEN]
