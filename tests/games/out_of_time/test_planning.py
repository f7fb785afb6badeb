"""What a player can ask ahead: where a glass will be able to go once its sand has run through."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    NOW,
    ORANGE,
    RED,
    YELLOW,
    card,
    fallen,
    give_back,
    glass,
    listed,
    move,
    place,
    placing,
    table,
    targets,
)
from tests.games.out_of_time.scenes import knocked, race, stood
from tests.games.out_of_time.test_properties import STEPS, tables, take


def ask(match: Match, seat: int, number: int) -> dict[str, Any]:
    before = match.hash()
    try:
        return match.preview(seat, {"ask": "moves", "glass": number})
    finally:
        assert match.hash() == before


def spaces(answer: dict[str, Any]) -> list[int]:
    return sorted({act["to"] for act in answer["acts"]})


def refusal(match: Match, seat: int, number: int) -> str:
    with pytest.raises(Refused) as refused:
        ask(match, seat, number)
    assert not refused.value.costs
    return refused.value.rule


def pair(**more: Any) -> Match:
    """Seat 0 has glasses on 0 and 1, both running; seat 1 is far away."""
    return table(glass(0, 9_000), glass(1, 12_000), glass(18, 5_000), glass(17, 7_000), **more)


def test_OT_M2_the_answer_is_for_the_instant_at_which_the_sand_has_run_through() -> None:
    match = pair()
    assert ask(match, 0, 0)["at"] == NOW + 9_000
    assert ask(match, 0, 1)["at"] == NOW + 12_000
    match.advance(by=4_000)
    assert ask(match, 0, 0)["at"] == NOW + 9_000


def test_OT_M2_a_glass_that_has_run_through_can_go_where_it_can_go_now() -> None:
    match = race()
    assert ask(match, 0, 0) == {"glass": 0, "at": NOW, "acts": listed(match, 0)}
    assert ask(match, 0, 0)["acts"] != []


def test_OT_M3_and_OT_M4_the_empty_spaces_next_to_the_other_glass_can_be_planned() -> None:
    match = pair()
    assert spaces(ask(match, 0, 0)) == [2, 4, 5]
    assert spaces(ask(match, 0, 1)) == [3, 4]


def test_OT_M3_a_space_where_a_glass_stands_cannot_be_planned() -> None:
    match = table(glass(0, 9_000), glass(1, 12_000), glass(5, 1_000), glass(2))
    assert spaces(ask(match, 0, 0)) == [4]


def test_OT_M3_it_can_once_the_glass_has_gone() -> None:
    match = table(glass(0, 9_000), glass(1, 12_000), glass(5, 1_000), glass(2))
    match.act(1, move(3, 6))
    assert spaces(ask(match, 0, 0)) == [2, 4]


def test_OT_M5_a_glass_can_be_planned_to_stay_only_where_that_is_allowed() -> None:
    assert 0 not in spaces(ask(pair(), 0, 0))
    assert 0 in spaces(ask(pair(allow_stay=True), 0, 0))


def test_OT_S2_no_glass_is_planned_for_a_blocked_tile() -> None:
    assert spaces(ask(pair(turned_tiles="blocked"), 0, 0)) == [2]


def test_OT_G1_each_cube_that_could_be_taken_is_an_act_of_its_own() -> None:
    match = pair(cards=[card(YELLOW, GREEN, BLUE)])
    assert [act for act in ask(match, 0, 0)["acts"] if act["to"] == 2] == [
        move(0, 2, None),
        move(0, 2, YELLOW),
    ]


def test_OT_K5_a_cube_that_will_have_gone_back_by_then_has_left_its_space_on_the_card() -> None:
    full = [RED, ORANGE, ORANGE]
    match = stood(full, cards=[card(RED, ORANGE, BLUE)], give_back_seconds=5)
    assert give_back(ORANGE) in listed(match, 0)
    answer = ask(match, 0, 1)
    assert answer["at"] > match.now + 5_000
    assert move(1, 1, ORANGE) in answer["acts"]
    match.advance(to=answer["at"])
    assert answer["acts"] == [act for act in listed(match, 0) if act.get("glass") == 1]


def test_OT_P3_nothing_is_planned_before_the_placement_round_is_over() -> None:
    match = placing(2)
    match.act(0, place(0))
    assert refusal(match, 0, 0) == "OT-P3"


def test_OT_P5_a_glass_in_the_hand_is_placed_first() -> None:
    match = table(glass(0, 9_000), glass(None), glass(1), glass(4), glass(3), glass(8))
    assert refusal(match, 0, 0) == "OT-P5"
    assert refusal(match, 0, 1) == "OT-P5"


def test_OT_K2_whoever_has_a_glass_to_stand_up_does_that_first() -> None:
    assert refusal(knocked(), 0, 1) == "OT-K2"


def test_OT_K3_a_fallen_glass_does_not_run_and_cannot_be_planned_with() -> None:
    match = table(glass(0), fallen(1, 10_000, by=1), glass(18), glass(17))
    assert refusal(match, 0, 1) == "OT-K3"
    assert spaces(ask(match, 0, 0)) == targets(match, 0, 0)


def test_OT_K6_others_glasses_are_none_of_ones_business_and_asking_costs_nothing() -> None:
    match = pair(referee="strict")
    assert refusal(match, 0, 2) == "OT-K6"
    assert match.view(None)["players"][0]["owed"] == 0


def test_OT_C2_there_are_two_glasses_a_player() -> None:
    assert refusal(pair(), 0, 4) == "OT-C2"


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "moves"},
        {"ask": "moves", "glass": "0"},
        {"ask": "moves", "glass": True},
        {"ask": "moves", "glass": 99},
        {"ask": "moves", "glass": 0, "to": 4},
        {"ask": "everything"},
        {"act": "move", "glass": 0, "to": 4, "take": None},
        [],
        None,
    ],
)
def test_what_is_no_question_is_refused_in_words(question: Any) -> None:
    with pytest.raises(Refused, match="ST-5"):
        pair().preview(0, question)


def test_OT_G5_after_the_end_there_is_nothing_to_plan() -> None:
    match = table(
        *(glass(0), glass(1, 12_000), glass(18), glass(17)),
        cards=[card(YELLOW, ORANGE, BLUE)],
        cubes=[[YELLOW, ORANGE, ORANGE, BLUE, BLUE], []],
        scored=[2, 0],
    )
    match.act(0, move(0, 2, YELLOW))
    assert match.over
    with pytest.raises(Refused, match="ST-2"):
        ask(match, 0, 1)


@given(tables(), STEPS, st.integers(0, 5))
def test_every_planned_act_is_legal_then_and_every_act_then_was_planned(
    match: Match, steps: list[tuple[str, int, int]], who: int
) -> None:
    for step in steps:
        take(match, step)
        if match.over:
            return
        seat = who % match.seats
        for number in (2 * seat, 2 * seat + 1):
            compare(match, seat, number)


def compare(match: Match, seat: int, number: int) -> None:
    """What was answered, and what is legal once time alone has passed."""
    then = match.copy()
    try:
        answer = ask(match, seat, number)
    except Refused as refused:
        if refused.rule == "OT-P3":
            return  # the table places for who is too slow, where chance wants it
        runs_out_at = match.view(None)["glasses"][number]["runs_out_at"]
        then.advance(to=max(match.now, runs_out_at or 0))
        assert moves_of(then, seat, number) == []
        return
    then.advance(to=answer["at"])
    assert then.view(None)["glasses"][number]["state"] == "ready"
    assert moves_of(then, seat, number) == answer["acts"]
    for act in answer["acts"]:
        then.copy().act(seat, act)


def moves_of(match: Match, seat: int, number: int) -> list[dict[str, Any]]:
    return [act for act in listed(match, seat) if act["act"] == "move" and act["glass"] == number]
