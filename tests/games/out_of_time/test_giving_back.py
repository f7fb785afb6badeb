"""OT-K5: which cube goes back, and cubes that are owed."""

import pytest

from sandtable import Refused
from tests.games.out_of_time.build import (
    BLUE,
    GRACE,
    GREEN,
    RED,
    card,
    cubes_of,
    give_back,
    glass,
    kinds,
    listed,
    move,
    stand_up,
    supply,
    table,
    told,
)
from tests.games.out_of_time.scenes import clatter, knocked, lost_race, stood


def test_OT_K5_owed_cubes_add_up() -> None:
    match = stood(protect_seconds=0)
    clatter(match, 0, move(0, 4))
    events = match.act(0, stand_up(2))
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


def test_OT_K5_with_several_colours_the_culprit_chooses_when_it_stands() -> None:
    match = knocked([RED, GREEN, GREEN])
    assert listed(match, 0) == [stand_up(2)]
    match.advance(by=2_000)
    events = match.act(0, stand_up(2))
    assert kinds(events) == ["stood_up", "must_give_back"]
    assert told(events, "must_give_back")["choose_by"] == match.now + 5_000
    assert cubes_of(match, 0) == [RED, GREEN, GREEN]
    choices = [act for act in listed(match, 0) if act["act"] == "give_back"]
    assert choices == [give_back(RED), give_back(GREEN)]
    events = match.act(0, give_back(RED))
    assert told(events, "gave_back")["why"] == "chosen"
    assert cubes_of(match, 0) == [GREEN, GREEN]
    assert supply(match, RED) == 12
    assert match.view(None)["players"][0]["choose_by"] is None


def test_OT_K5_the_choice_is_the_culprits_when_the_owner_stands_it_up() -> None:
    match = knocked([RED, GREEN])
    match.advance(by=3_000)
    events = match.act(1, stand_up(2))
    assert told(events, "must_give_back")["seat"] == 0
    assert give_back(RED) in listed(match, 0)
    assert give_back(RED) not in listed(match, 1)


def test_OT_K5_only_a_cube_that_is_on_the_card_and_only_when_it_is_due() -> None:
    match = lost_race([RED, GREEN])
    with pytest.raises(Refused, match="OT-K5"):
        match.act(0, give_back(RED))
    match.act(0, move(0, 4))
    match.act(0, stand_up(2))
    with pytest.raises(Refused, match="OT-K5"):
        match.act(0, give_back(BLUE))
    with pytest.raises(Refused, match="OT-K5"):
        match.act(1, give_back(RED))


def test_OT_K5_the_table_takes_the_last_one_if_they_do_not_say() -> None:
    match = stood([GREEN, RED, GREEN, BLUE])
    assert match.advance(by=4_999) == []
    events = match.advance(by=1)
    assert told(events, "gave_back")["why"] == "last"
    assert cubes_of(match, 0) == [GREEN, RED, GREEN]


def test_OT_K5_the_chosen_colour_loses_its_last_cube() -> None:
    match = stood([GREEN, RED, GREEN, BLUE])
    match.act(0, give_back(GREEN))
    assert cubes_of(match, 0) == [GREEN, RED, BLUE]


def test_OT_K5_the_time_to_choose_can_be_chosen() -> None:
    match = stood([RED, GREEN], give_back_seconds=1)
    assert told(match.advance(by=1_000), "gave_back")["colour"] == GREEN


def test_OT_K5_a_move_without_a_cube_leaves_the_choice_open() -> None:
    match = stood([RED, GREEN])
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
    match.act(0, stand_up(2))
    events = match.act(0, move(0, 0, RED))
    assert kinds(events) == ["gave_back", "moved"]
    assert told(events, "gave_back")["why"] == "last"
    assert cubes_of(match, 0) == [RED, GREEN, GREEN, BLUE, RED]


def test_OT_K5_another_offence_before_the_choice() -> None:
    match = stood([RED, GREEN, BLUE], protect_seconds=0)
    clatter(match, 0, move(0, 4))
    assert cubes_of(match, 0) == [RED, GREEN, BLUE], "nothing more is due before it stands"
    events = match.act(0, stand_up(2))
    assert kinds(events) == ["stood_up", "gave_back", "must_give_back"]
    assert cubes_of(match, 0) == [RED, GREEN]
    match.act(0, give_back(RED))
    assert cubes_of(match, 0) == [GREEN]


def test_OT_K5_the_time_to_choose_runs_on_while_a_culprit_may_not_choose() -> None:
    match = stood([RED, GREEN, BLUE], protect_seconds=0)
    clatter(match, 0, move(0, 4))
    assert listed(match, 0) == [stand_up(2)]
    events = match.advance(by=5_000)
    assert told(events, "gave_back")["why"] == "last"
    assert cubes_of(match, 0) == [RED, GREEN]
    assert kinds(match.act(0, stand_up(2))) == ["stood_up", "must_give_back"]
