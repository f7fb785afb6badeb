"""TC-A and TC-K: the six actions and the cloak."""

from typing import Any

import pytest

from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    card,
    cubes_on,
    deliver,
    hand,
    home,
    listed,
    refused,
    restore,
    search,
    table,
    tile,
    time_travel,
    told,
    travel,
    where,
    worth,
)

LISBON = ("Lisbon", PRESENT)
ELSEWHERE = ("Timbuktu", PRESENT)
HERE = [LISBON, ELSEWHERE]
FOR_LISBON = card(FUTURE, "Lisbon", PRESENT)
FOR_KYOTO = card(PAST, "Kyoto", PRESENT)
THREE = next(name for name in worth(3) if home(name)[1] == PRESENT)
TWO = next(name for name in worth(2) if home(name)[1] == PRESENT)


def test_TC_A1_on_a_chaos_tile_one_may_only_travel_or_restore() -> None:
    match = table(pawns=HERE, chaos={LISBON: [1], ("Lisbon", PAST): [1]}, hands=[[FOR_LISBON]])
    assert {act.NAME for act in match.legal(0)} == {"travel", "restore", "end_turn"}
    for act in (GRAB, search(0), deliver(FOR_LISBON), time_travel(FUTURE)):
        refused(match, 0, act, "TC-A1")


def test_TC_A1_not_even_under_the_cloak() -> None:
    match = table(pawns=HERE, chaos={LISBON: [1]}, hands=[[FOR_LISBON]])
    refused(match, 0, search(0, "cloak"), "TC-A1")
    refused(match, 0, deliver(FOR_LISBON, "cloak"), "TC-A1")
    refused(match, 0, time_travel(FUTURE, "cloak"), "TC-A1")


@pytest.mark.parametrize("era", [PAST, PRESENT, FUTURE])
def test_TC_A2_grab_takes_the_top_card_of_the_pawns_era_without_a_cube(era: str) -> None:
    top = card(era, "Hobart", PAST if era != PAST else FUTURE)
    match = table(pawns=[("Lisbon", era), ELSEWHERE], top={era: [top]})
    before = match.view(None)["decks"][era]
    events = match.act(0, GRAB)
    assert told(events, "grabbed", 0)["card"] == top
    assert hand(match, 0) == [top]
    assert match.view(None)["decks"][era] == before - 1
    assert match.view(None)["supply"] == [12, 12]
    assert cubes_on(match, "Lisbon", era) == [0, 0]


def test_TC_A2_an_empty_deck_has_nothing_to_grab() -> None:
    match = table(pawns=HERE)
    match.state.left[1] = 0  # type: ignore[attr-defined]
    refused(match, 0, GRAB, "TC-A2")


def test_TC_A3_search_takes_an_open_card_of_the_era_for_a_cube_on_the_tile() -> None:
    opened = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco")]
    top = card(PRESENT, "Hobart", FUTURE)
    match = table(pawns=HERE, opened={PRESENT: opened}, top={PRESENT: [top]})
    events = match.act(0, search(1))
    assert hand(match, 0) == [opened[1]]
    assert cubes_on(match, *LISBON) == [1, 0]
    assert match.view(None)["supply"] == [11, 12]
    assert told(events, "searched") == {
        "event": "searched",
        "at": 1_000,
        "seat": 0,
        "city": "Lisbon",
        "era": PRESENT,
        "slot": 1,
        "card": opened[1],
        "refill": top,
        "pay": "cube",
    }


def test_TC_A3_the_gap_is_refilled_at_once() -> None:
    top = card(PRESENT, "Hobart", FUTURE)
    match = table(pawns=HERE, top={PRESENT: [top]})
    match.act(0, search(2))
    assert match.view(None)["open"][PRESENT][2]["name"] == top
    assert match.view(None)["decks"][PRESENT] == 14
    match.act(0, search(2))
    assert hand(match, 0)[1] == top


def test_TC_A3_an_empty_deck_refills_nothing() -> None:
    match = table(pawns=HERE)
    match.state.left[1] = 0  # type: ignore[attr-defined]
    events = match.act(0, search(0))
    assert told(events, "searched")["refill"] is None
    assert match.view(None)["open"][PRESENT][0] is None
    refused(match, 0, search(0), "TC-A3")
    assert [act["slot"] for act in listed(match, 0, "search")] == [1, 1, 2, 2]


@pytest.mark.parametrize("slot", [-1, 3])
def test_TC_A3_there_are_three_slots(slot: int) -> None:
    refused(table(pawns=HERE), 0, search(slot), "TC-A3")


FULL = [card(PAST, city, FUTURE) for city in ("Kyoto", "Cusco", "Hobart")]


def test_TC_A4_a_fourth_card_is_never_drawn() -> None:
    match = table(pawns=HERE, hands=[FULL])
    refused(match, 0, GRAB, "TC-A4")
    refused(match, 0, search(0), "TC-A4")
    refused(match, 0, search(0, "cloak"), "TC-A4")
    assert listed(match, 0, "search") == listed(match, 0, "grab") == []


def test_TC_A4_a_third_one_is() -> None:
    match = table(pawns=HERE, hands=[FULL[:2]])
    match.act(0, GRAB)
    assert len(hand(match, 0)) == 3


def test_TC_A4_delivered_cards_are_not_in_the_hand() -> None:
    match = table(pawns=HERE, hands=[[*FULL[:2], FOR_LISBON]])
    match.act(0, deliver(FOR_LISBON))
    match.act(0, GRAB)
    assert len(hand(match, 0)) == 3


def test_TC_A5_deliver_lays_the_card_open_and_a_cube_on_the_tile() -> None:
    match = table(pawns=HERE, hands=[[FULL[0], FOR_LISBON]])
    events = match.act(0, deliver(FOR_LISBON))
    assert hand(match, 0) == [FULL[0]]
    assert [face["name"] for face in match.view(None)["delivered"][0]] == [FOR_LISBON]
    assert cubes_on(match, *LISBON) == [1, 0]
    assert match.view(None)["supply"] == [11, 12]
    event = told(events, "delivered")
    assert (event["card"], event["city"], event["era"], event["pay"]) == (
        FOR_LISBON,
        *LISBON,
        "cube",
    )
    assert match.view(None)["scores"] == [event["points"], 0]


def test_TC_A5_only_on_the_tile_the_card_names() -> None:
    match = table(pawns=[("Lisbon", PAST), ELSEWHERE], hands=[[FOR_LISBON, FOR_KYOTO]])
    refused(match, 0, deliver(FOR_LISBON), "TC-A5")
    match = table(pawns=HERE, hands=[[FOR_KYOTO]])
    refused(match, 0, deliver(FOR_KYOTO), "TC-A5")


def test_TC_A5_only_a_card_of_ones_own_hand() -> None:
    match = table(pawns=HERE, hands=[[], [FOR_LISBON]])
    refused(match, 0, deliver(FOR_LISBON), "TC-A5")


def test_TC_A6_time_travel_leads_to_the_same_city_in_another_era() -> None:
    match = table(pawns=HERE)
    events = match.act(0, time_travel(FUTURE))
    assert where(match, 0) == ("Lisbon", FUTURE)
    assert told(events, "time_travelled")["to"] == FUTURE
    match.act(0, time_travel(PAST))
    assert where(match, 0) == ("Lisbon", PAST)


@pytest.mark.parametrize(
    ("cube", "here", "there"), [("departure", [1, 0], [0, 0]), ("arrival", [0, 0], [1, 0])]
)
def test_TC_A6_the_cube_lies_where_the_player_chooses(
    cube: str, here: list[int], there: list[int]
) -> None:
    match = table(pawns=HERE)
    match.act(0, time_travel(PAST, cube))
    assert cubes_on(match, *LISBON) == here
    assert cubes_on(match, "Lisbon", PAST) == there
    assert match.view(None)["supply"] == [11, 12]


def test_TC_A6_never_onto_a_chaos_tile_and_never_to_where_one_is() -> None:
    match = table(pawns=HERE, chaos={("Lisbon", PAST): [1]})
    for cube in ("departure", "arrival", "cloak"):
        refused(match, 0, time_travel(PAST, cube), "TC-A6")
        refused(match, 0, time_travel(PRESENT, cube), "TC-A6")
    assert {act["era"] for act in listed(match, 0, "time_travel")} == {FUTURE}


def test_TC_A7_travel_leads_to_an_orthogonal_neighbour_without_a_cube() -> None:
    match = table(pawns=HERE)
    assert {act["city"] for act in listed(match, 0, "travel")} == {
        "Cusco",
        "Kyoto",
        "Montreal",
        "Samarkand",
    }
    match.act(0, travel("Cusco"))
    assert where(match, 0) == ("Cusco", PRESENT)
    assert match.view(None)["supply"] == [12, 12]


@pytest.mark.parametrize("city", ["Alexandria", "Hobart", "Reykjavik", "Timbuktu", "Lisbon"])
def test_TC_A7_not_diagonally_and_not_to_the_same_tile(city: str) -> None:
    refused(table(pawns=HERE), 0, travel(city), "TC-A7")


def test_TC_A7_rows_do_not_wrap_around() -> None:
    match = table(pawns=[("Hobart", PRESENT), ELSEWHERE])
    assert {act["city"] for act in listed(match, 0, "travel")} == {"Cusco", "Montreal"}
    refused(match, 0, travel("Kyoto"), "TC-A7")


def test_TC_A7_a_pawn_may_enter_chaos_and_share_a_tile() -> None:
    match = table(pawns=[LISBON, ("Kyoto", PRESENT)], chaos={("Kyoto", PRESENT): [1]})
    match.act(0, travel("Kyoto"))
    assert tile(match, "Kyoto", PRESENT)["pawns"] == [0, 1]


def test_TC_A8_restore_by_the_rulebook_needs_another_era_of_the_same_city() -> None:
    chaos = {("Lisbon", PAST): [0, 1], ("Kyoto", PAST): [0], LISBON: [1]}
    match = table(pawns=HERE, chaos=chaos)
    assert listed(match, 0, "restore") == [restore(PAST)]
    refused(match, 0, restore(PRESENT), "TC-A8")
    refused(match, 0, restore(FUTURE), "TC-A8")
    events = match.act(0, restore(PAST))
    assert told(events, "restored")["returned"] == [1, 1]
    assert not tile(match, "Lisbon", PAST)["chaos"]
    assert cubes_on(match, "Lisbon", PAST) == [0, 0]
    assert match.view(None)["supply"] == [11, 11]


def test_TC_A8_restore_by_the_aid_needs_the_tile_under_the_pawn() -> None:
    match = table(pawns=HERE, chaos={("Lisbon", PAST): [0], LISBON: [1]}, restore="aid")
    assert listed(match, 0, "restore") == [restore(PRESENT)]
    refused(match, 0, restore(PAST), "TC-A8")
    match.act(0, restore(PRESENT))
    assert not tile(match, *LISBON)["chaos"]
    assert match.view(None)["supply"] == [11, 12]
    assert listed(match, 0, "grab")


def test_TC_A8_either_allows_both() -> None:
    match = table(
        pawns=HERE,
        chaos={("Lisbon", PAST): [0], LISBON: [1], ("Lisbon", FUTURE): [1]},
        restore="either",
    )
    assert listed(match, 0, "restore") == [restore(PAST), restore(PRESENT), restore(FUTURE)]
    for era in (PRESENT, FUTURE):
        match.act(0, restore(era))
    assert match.view(None)["supply"] == [11, 12]


@pytest.mark.parametrize("reading", ["rulebook", "aid", "either"])
def test_TC_A8_there_is_nothing_to_restore_in_order(reading: str) -> None:
    match = table(pawns=HERE, chaos={("Kyoto", PAST): [0]}, restore=reading)
    for era in (PAST, PRESENT, FUTURE):
        refused(match, 0, restore(era), "TC-A8")


def test_TC_A8_restoring_costs_no_cube() -> None:
    match = table(pawns=HERE, chaos={("Lisbon", PAST): [1]}, supply=[0, 11])
    match.act(0, restore(PAST))
    assert match.view(None)["supply"] == [0, 12]


def test_TC_A9_without_cubes_and_cloak_nothing_that_needs_a_cube_is_allowed() -> None:
    match = table(pawns=HERE, hands=[[FOR_LISBON]], supply=[0, 12], cloaks=[False, True])
    for act in (search(0), deliver(FOR_LISBON), time_travel(PAST), time_travel(PAST, "arrival")):
        refused(match, 0, act, "TC-A9")
    assert {act.NAME for act in match.legal(0)} == {"grab", "travel", "end_turn"}


@pytest.mark.parametrize(
    "act", [search(0, "cloak"), deliver(FOR_LISBON, "cloak"), time_travel(PAST, "cloak")]
)
def test_TC_A9_the_cloak_pays_even_without_cubes(act: dict[str, Any]) -> None:
    match = table(pawns=HERE, hands=[[FOR_LISBON]], supply=[0, 12])
    assert act in [each.to_json() for each in match.legal(0)]
    match.act(0, act)
    assert match.view(None)["supply"] == [0, 12]


def test_TC_A9_the_last_cube_can_be_used() -> None:
    match = table(pawns=HERE, supply=[1, 12], cloaks=[False, True])
    match.act(0, search(0))
    assert match.view(None)["supply"] == [0, 12]
    refused(match, 0, search(0), "TC-A9")


def test_TC_A10_more_than_three_cubes_wait_for_the_end_of_the_turn() -> None:
    match = table(pawns=HERE, cubes={LISBON: [0, 1]})
    match.act(0, search(0))
    match.act(0, search(0))
    assert cubes_on(match, *LISBON) == [3, 1]
    assert not tile(match, *LISBON)["chaos"]
    assert listed(match, 0, "grab")
    match.act(0, END_TURN)
    assert tile(match, *LISBON)["chaos"]
    assert cubes_on(match, *LISBON) == [1, 0]


@pytest.mark.parametrize(
    ("act", "event"),
    [
        (search(0, "cloak"), "searched"),
        (deliver(FOR_LISBON, "cloak"), "delivered"),
        (time_travel(PAST, "cloak"), "time_travelled"),
    ],
)
def test_TC_K1_the_cloak_hides_an_action_and_is_used(act: dict[str, Any], event: str) -> None:
    match = table(pawns=HERE, hands=[[FOR_LISBON]])
    happened = told(match.act(0, act), event)
    assert "cloak" in (happened.get("pay"), happened.get("cube"))
    assert match.view(None)["supply"] == [12, 12]
    assert match.view(None)["cloaks"] == [False, True]
    assert cubes_on(match, *LISBON) == cubes_on(match, "Lisbon", PAST) == [0, 0]


def test_TC_K1_a_used_cloak_hides_nothing() -> None:
    match = table(pawns=HERE, hands=[[FOR_LISBON]], cloaks=[False, True])
    refused(match, 0, search(0, "cloak"), "TC-K1")
    refused(match, 0, deliver(FOR_LISBON, "cloak"), "TC-K1")
    refused(match, 0, time_travel(PAST, "cloak"), "TC-K1")


def test_TC_K1_the_cloak_is_a_choice() -> None:
    match = table(pawns=HERE, hands=[[FOR_LISBON]])
    assert listed(match, 0, "deliver") == [deliver(FOR_LISBON), deliver(FOR_LISBON, "cloak")]
    assert search(1) in listed(match, 0, "search")
    assert search(1, "cloak") in listed(match, 0, "search")
    assert [act["cube"] for act in listed(match, 0, "time_travel") if act["era"] == PAST] == [
        "departure",
        "arrival",
        "cloak",
    ]


def test_TC_K2_a_three_refreshes_every_cloak() -> None:
    match = table(
        seats=3,
        pawns=[home(THREE), ELSEWHERE, ELSEWHERE],
        hands=[[THREE]],
        cloaks=[False, False, True],
    )
    events = match.act(0, deliver(THREE))
    assert told(events, "delivered")["refreshed"]
    assert match.view(None)["cloaks"] == [True, True, True]


def test_TC_K2_a_cloaked_three_leaves_the_cloak_active() -> None:
    match = table(pawns=[home(THREE), ELSEWHERE], hands=[[THREE]], cloaks=[True, False])
    match.act(0, deliver(THREE, "cloak"))
    assert match.view(None)["cloaks"] == [True, True]
    assert match.view(None)["supply"] == [12, 12]


def test_TC_K2_less_than_three_refreshes_nothing() -> None:
    match = table(pawns=[home(TWO), ELSEWHERE], hands=[[TWO]], cloaks=[False, False])
    events = match.act(0, deliver(TWO))
    assert not told(events, "delivered")["refreshed"]
    assert match.view(None)["cloaks"] == [False, False]
