"""What players may ask ahead: what comes, what cannot be taken back, and the way to a card's home.

The grids lie as in build.py.
"""

from typing import Any

import pytest

import sandtable
from sandtable import Match, Refused
from sandtable.engine.rng import seeded
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.parts import HOMES, NAMES
from sandtable.games.time_of_chaos.state import ChaosState
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    UNDO,
    card,
    deliver,
    emptied,
    kinds,
    place,
    restore,
    search,
    send,
    state_of,
    table,
    tile,
    time_travel,
    travel,
    worth,
)

HERE = [("Lisbon", PRESENT), ("Timbuktu", PRESENT)]
FULL = {("Cusco", FUTURE): [0, 0, 1]}


def comes(match: Match, seat: int = 0) -> list[dict[str, Any]]:
    return list(match.preview(seat, {"ask": "what_comes"})["turns"])


def acts(match: Match, seat: int = 0) -> dict[str, dict[str, Any]]:
    """The answers by act."""
    answer = match.preview(seat, {"ask": "acts"})
    return {str(one["act"]): one for one in answer["acts"]}


def way(match: Match, name: str, seat: int = 0) -> dict[str, Any]:
    return match.preview(seat, {"ask": "way", "card": name})


def steps(answer: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(step["act"], step["city"], step["era"]) for step in answer["steps"]]


def no_answer(match: Match, question: dict[str, Any], rule: str, seat: int = 0) -> None:
    with pytest.raises(Refused) as refusal:
        match.preview(seat, question)
    assert refusal.value.rule == rule


# What comes


def test_TC_T4_TC_T5_what_the_end_of_the_turn_would_flip_and_whom_it_would_cost() -> None:
    match = table(pawns=HERE, cubes=FULL)
    first = comes(match)[0]
    assert (first["seat"], first["sends"], first["blocked"]) == (0, [], [])
    assert first["falls"] == [{"city": "Cusco", "era": FUTURE, "marked": [0]}]
    assert first["costs"] == [0]
    assert not tile(match, "Cusco", FUTURE)["chaos"]


def test_TC_T1_what_would_flow_at_the_start_of_each_next_turn() -> None:
    match = table(
        pawns=HERE,
        cubes={("Kyoto", PRESENT): [0], ("Hobart", PAST): [0, 0]},
        chaos={("Kyoto", PAST): [1], ("Hobart", FUTURE): [0], ("Cusco", PAST): [0, 1]},
    )
    this, theirs, mine = comes(match)
    assert [turn["seat"] for turn in (this, theirs, mine)] == [0, 1, 0]
    assert theirs["sends"] == [
        {"city": "Cusco", "era": PAST, "to": PRESENT, "cubes": 1, "falls": False},
        {"city": "Kyoto", "era": PAST, "to": PRESENT, "cubes": 2, "falls": False},
    ]
    assert mine["sends"] == [
        {"city": "Cusco", "era": PAST, "to": PRESENT, "cubes": 2, "falls": False},
        {"city": "Hobart", "era": FUTURE, "to": PAST, "cubes": 3, "falls": True},
    ]
    # The third cube tips the tile only at the end of that turn.
    assert (this["falls"], theirs["falls"]) == ([], [])
    assert mine["falls"] == []


def test_TC_T1_what_is_blocked_says_so_and_a_tile_that_falls_meanwhile_flows() -> None:
    match = table(pawns=HERE, cubes=FULL, chaos={("Kyoto", PAST): [1, 0], ("Kyoto", PRESENT): [1]})
    _, theirs, mine = comes(match)
    assert theirs["blocked"] == [{"city": "Kyoto", "era": PAST, "to": PRESENT}]
    assert theirs["sends"] == [
        {"city": "Kyoto", "era": PRESENT, "to": FUTURE, "cubes": 1, "falls": False}
    ]
    # What falls at the end of this turn sends at the start of my next one.
    assert mine["sends"] == [
        {"city": "Cusco", "era": FUTURE, "to": PAST, "cubes": 1, "falls": False}
    ]
    assert mine["blocked"] == [{"city": "Kyoto", "era": PAST, "to": PRESENT}]


@pytest.mark.parametrize("left", [0, 1])
def test_TC_T2_with_too_few_cubes_all_that_might_be_sent_is_named(left: int) -> None:
    chaos = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1]}
    match = table(chaos=chaos, supply=[12, left])
    theirs = comes(match)[1]
    assert theirs["choose"] == left
    assert [flow["city"] for flow in theirs["sends"]] == ["Kyoto", "Lisbon"]
    assert [flow["cubes"] for flow in theirs["sends"]] == [1, 1]
    assert comes(match)[0]["choose"] is None


def test_TC_T2_TC_O1_then_it_flows_from_the_first_tiles_and_may_tip_one() -> None:
    chaos = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1]}
    cubes = {("Kyoto", PRESENT): [0, 0], ("Lisbon", FUTURE): [0, 0]}
    match = table(seats=3, chaos=chaos, cubes=cubes, supply=[8, 1, 12])
    theirs = comes(match)[1]
    assert [flow["cubes"] for flow in theirs["sends"]] == [3, 3]
    assert theirs["falls"] == [{"city": "Kyoto", "era": PRESENT, "marked": [0]}]


def test_TC_T1_only_a_tile_with_a_cube_of_the_player_is_blocked() -> None:
    match = table(pawns=HERE, chaos={("Kyoto", PAST): [0], ("Kyoto", PRESENT): [0]})
    _, theirs, mine = comes(match)
    assert theirs["blocked"] == []
    assert mine["blocked"] == [{"city": "Kyoto", "era": PAST, "to": PRESENT}]


def test_TC_T2_what_waits_to_be_chosen_belongs_to_this_turn() -> None:
    chaos = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1], ("Cusco", FUTURE): [1]}
    match = table(chaos=chaos, supply=[12, 2])
    match.act(0, END_TURN)
    match.act(1, send("Lisbon", PRESENT))
    this = comes(match, 1)[0]
    assert (this["seat"], this["choose"]) == (1, 1)
    assert [flow["city"] for flow in this["sends"]] == ["Kyoto", "Cusco"]


def test_TC_E1_nothing_comes_after_the_last_turn() -> None:
    match = table(seats=3, delivered=[worth(1)[:4]], ender=0, turn=1)
    turns = comes(match, 0)
    assert [turn["seat"] for turn in turns] == [1, 2]
    assert [turn["ends"] for turn in turns] == [None, "delivered"]


def test_TC_S3_nothing_comes_while_pawns_are_placed() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    no_answer(match, {"ask": "what_comes"}, "TC-S3")
    no_answer(match, {"ask": "way", "card": NAMES[0]}, "TC-S3")
    assert {one["stands"] for one in acts(match, 1).values()} == {"turn"}
    match.act(1, place("Kyoto"))
    assert len(acts(match, 0)) == 8


def test_what_comes_is_what_comes() -> None:
    """If nobody does anything, just that happens, in any game."""
    for seed in range(12):
        match = sandtable.new(GAME, seats=2 + seed % 3, seed=seed)
        rng = seeded(f"what comes {seed}")
        for _ in range(25 + 6 * seed):
            if match.over:
                break
            (seat,) = match.active()
            match.act(seat, rng.pick(match.legal(seat)))
        if match.over or match.view(None)["phase"] == "place":
            continue
        turns = comes(match)
        for nth, turn in enumerate(turns):
            (seat,) = match.active()
            while match.view(None)["phase"] == "send":
                match.act(seat, match.legal(seat)[0])
            assert seat == turn["seat"]
            events = [event.told(None) or {} for event in match.act(seat, END_TURN)]
            if nth == match.seats:
                break
            fell = [(e["city"], e["era"], e["marked"]) for e in events if e["event"] == "flipped"]
            assert fell == [(f["city"], f["era"], f["marked"]) for f in turn["falls"]]
            fined = [e["seats"] for e in events if e["event"] == "penalised"]
            assert turn["costs"] == (fined[0] if fined else [])
            ended = [e["how"] for e in events if e["event"] == "game_ended"]
            assert turn["ends"] == (ended[0] if ended else None)
            if ended:
                break
            following = turns[nth + 1]
            sent = [(e["city"], e["era"], e["to"]) for e in events if e["event"] == "sent"]
            if following["choose"] is None:
                assert sent == [(f["city"], f["era"], f["to"]) for f in following["sends"]]
            else:
                assert sent == []


# What cannot be taken back


def test_TC_O3_what_reveals_a_card_or_ends_the_turn_stands_and_nothing_else() -> None:
    mine, unseen = card(PAST, "Lisbon", PRESENT), card(FUTURE, "Lisbon", PRESENT)
    match = table(pawns=HERE, hands=[[mine, unseen]], known=[mine], chaos={("Lisbon", PAST): [1]})
    stands = {act: one["stands"] for act, one in acts(match).items()}
    for act in (GRAB, search(0), search(2, "cloak"), deliver(unseen), deliver(unseen, "cloak")):
        assert stands.pop(str(act)) == "card", act
    for slot in (0, 1, 2):
        stands.pop(str(search(slot)), None)
        stands.pop(str(search(slot, "cloak")), None)
    assert stands.pop(str(END_TURN)) == "turn"
    assert set(stands.values()) == {None}
    assert {str(deliver(mine)), str(travel("Kyoto")), str(restore(PAST))} < set(stands)


def test_TC_O3_the_last_action_stands_for_the_turn_ends_with_it() -> None:
    match = table(pawns=HERE, actions_left=1)
    assert {one["stands"] for one in acts(match).values()} == {"turn"}


def test_TC_O3_a_search_that_nothing_refills_can_be_taken_back() -> None:
    left = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco")]
    match = emptied(pawns=HERE, left=left)
    assert acts(match)[str(search(1))]["stands"] is None


def test_TC_O3_where_nothing_can_be_taken_back_every_step_stands() -> None:
    match = table(pawns=HERE, undo=False)
    found = acts(match)
    assert found[str(travel("Kyoto"))]["stands"] == "off"
    assert found[str(GRAB)]["stands"] == "card"


def test_TC_O3_why_nothing_can_be_taken_back_is_said_in_words() -> None:
    match = table(pawns=HERE)
    assert "nothing this turn" in match.preview(0, {"ask": "acts"})["why_not"]
    match.act(0, travel("Kyoto"))
    assert match.preview(0, {"ask": "acts"})["why_not"] is None
    assert str(UNDO) not in acts(match)
    match.act(0, GRAB)
    assert "revealed" in match.preview(0, {"ask": "acts"})["why_not"]


def test_TC_T4_each_act_says_what_would_fall_if_the_turn_ended_with_it() -> None:
    match = table(pawns=HERE, cubes={("Lisbon", PRESENT): [0, 1], ("Lisbon", FUTURE): [1, 1]})
    found = acts(match)
    here = found[str(time_travel(FUTURE))]
    assert here["falls"] == [{"city": "Lisbon", "era": PRESENT, "marked": [0]}]
    assert here["costs"] == [0]
    there = found[str(time_travel(FUTURE, "arrival"))]
    assert there["falls"] == [{"city": "Lisbon", "era": FUTURE, "marked": [1]}]
    assert there["costs"] == [1]
    assert found[str(time_travel(FUTURE, "cloak"))]["falls"] == []


def test_TC_T4_the_last_action_says_what_falls_with_it() -> None:
    cubes = {("Lisbon", PRESENT): [0, 1]}
    match = table(pawns=HERE, cubes=cubes, actions_left=1)
    one = acts(match)[str(time_travel(FUTURE))]
    assert (one["stands"], one["costs"]) == ("turn", [0])


def test_TC_T6_nobody_asks_about_acts_out_of_turn() -> None:
    no_answer(table(pawns=HERE), {"ask": "acts"}, "TC-T6", 1)


def test_every_act_is_answered_once() -> None:
    match = table(pawns=HERE, hands=[[card(PAST, "Lisbon", PRESENT)]])
    match.act(0, travel("Kyoto"))
    listed = [str(act.to_json()) for act in match.legal(0) if act.to_json() != UNDO]
    assert sorted(acts(match)) == sorted(listed)


# The way home


def test_TC_A5_a_card_in_hand_leads_home_by_the_fewest_actions() -> None:
    name = card(PRESENT, "Cusco", PAST)
    match = table(pawns=HERE, hands=[[name]], actions_left=2)
    answer = way(match, name)
    assert answer["actions"] == 3
    assert sorted(act for act, _, _ in steps(answer)) == ["deliver", "time_travel", "travel"]
    assert steps(answer)[-1] == ("deliver", "Cusco", PAST)
    assert (answer["now"], answer["cubes"], answer["short"]) == (2, 2, 0)
    assert (answer["blocked"], answer["hand_full"]) == ([], False)


def test_TC_A3_an_open_card_is_searched_for_first_in_its_own_era() -> None:
    name = card(PAST, "Lisbon", PRESENT)
    match = table(pawns=HERE, opened={PAST: [name]})
    assert steps(way(match, name)) == [
        ("time_travel", "Lisbon", PAST),
        ("search", "Lisbon", PAST),
        ("time_travel", "Lisbon", PRESENT),
        ("deliver", "Lisbon", PRESENT),
    ]
    assert way(match, name)["cubes"] == 4


def test_TC_A8_a_home_in_chaos_is_restored_and_named_as_what_is_in_the_way() -> None:
    name = card(PAST, "Lisbon", FUTURE)
    match = table(pawns=HERE, hands=[[name]], chaos={("Lisbon", FUTURE): [1]})
    answer = way(match, name)
    assert steps(answer) == [
        ("restore", "Lisbon", FUTURE),
        ("time_travel", "Lisbon", FUTURE),
        ("deliver", "Lisbon", FUTURE),
    ]
    assert answer["blocked"] == [{"city": "Lisbon", "era": FUTURE}]


def test_TC_A8_the_way_follows_the_reading_of_the_table() -> None:
    name = card(PAST, "Lisbon", PRESENT)
    chaos = {("Lisbon", PRESENT): [1]}
    under = table(pawns=HERE, hands=[[name]], chaos=chaos, restore="aid")
    assert steps(way(under, name)) == [
        ("restore", "Lisbon", PRESENT),
        ("deliver", "Lisbon", PRESENT),
    ]
    afar = way(table(pawns=HERE, hands=[[name]], chaos=chaos), name)
    # By the rulebook one leaves, restores the tile from another era, and comes back.
    assert afar["actions"] > 4
    assert afar["blocked"] == [{"city": "Lisbon", "era": PRESENT}]


def test_TC_A7_chaos_that_is_only_walked_through_blocks_nothing() -> None:
    name = card(PAST, "Alexandria", PRESENT)
    chaos = {("Kyoto", PRESENT): [1], ("Cusco", PRESENT): [1]}
    answer = way(table(pawns=HERE, hands=[[name]], chaos=chaos), name)
    assert (answer["actions"], answer["blocked"]) == (3, [])


def test_TC_A6_chaos_beside_a_way_that_is_no_shorter_blocks_nothing() -> None:
    name = card(PRESENT, "Kyoto", PAST)
    for city, era in (("Kyoto", PRESENT), ("Lisbon", PAST)):
        match = table(pawns=HERE, hands=[[name]], chaos={(city, era): [1]})
        answer = way(match, name)
        assert (answer["actions"], answer["blocked"]) == (3, [])


def test_TC_A9_TC_K1_cubes_that_are_missing_are_counted_with_the_cloak() -> None:
    name = card(PAST, "Lisbon", FUTURE)
    for cloak, short in ((True, 1), (False, 2)):
        match = table(pawns=HERE, hands=[[name]], supply=[0, 12], cloaks=[cloak, True])
        assert way(match, name)["short"] == short


def test_TC_A4_a_full_hand_is_said() -> None:
    hand = [card(PAST, city, PRESENT) for city in ("Kyoto", "Cusco", "Hobart")]
    name = card(PRESENT, "Lisbon", PAST)
    match = table(pawns=HERE, hands=[hand], opened={PRESENT: [name]})
    assert way(match, name)["hand_full"]
    assert not way(match, hand[0])["hand_full"]


def test_TC_E4_only_cards_that_one_sees_can_be_asked_about() -> None:
    theirs, deep = card(PAST, "Kyoto", PRESENT), card(PAST, "Cusco", PRESENT)
    seen = card(PAST, "Lisbon", PRESENT)
    match = table(pawns=HERE, hands=[[], [theirs, seen]], known=[seen], top={PAST: [deep]})
    said = set()
    for name in (theirs, deep, seen):
        with pytest.raises(Refused) as refusal:
            match.preview(0, {"ask": "way", "card": name})
        said.add((refusal.value.rule, refusal.value.message))
    assert len(said) == 1
    assert said.pop()[0] == "TC-E4"
    no_answer(match, {"ask": "way", "card": "No such thing"}, "ST-5")
    assert way(match, theirs, 1)["now"] == 0


def test_ways_can_be_gone_and_none_is_shorter() -> None:
    """By the rules themselves: every way ends in the delivery, and fewer actions do not suffice."""
    gone = 0
    for seed in range(10):
        match = sandtable.new(GAME, seats=2 + seed % 3, seed=seed, options={"restore": "either"})
        rng = seeded(f"ways {seed}")
        for _ in range(40 + 8 * seed):
            if match.over:
                break
            (seat,) = match.active()
            match.act(seat, rng.pick(match.legal(seat)))
        if match.over or match.view(None)["phase"] != "act":
            continue
        (seat,) = match.active()
        for number in state_of(match).hands[seat]:
            answer = way(match, NAMES[number], seat)
            if answer["actions"] is None:
                continue
            gone += 1
            follow(free_hand(match), seat, number, answer["steps"])
            if answer["actions"] <= 4:
                assert not reachable(free_hand(match), seat, number, answer["actions"] - 1)
    assert gone >= 8


def free_hand(match: Match) -> ChaosState:
    """The table with as many actions and cubes as anybody could want."""
    state = state_of(match).copy()
    state.actions_left = 50
    state.supply = [50] * state.seats
    return state


def follow(state: ChaosState, seat: int, number: int, legs: list[dict[str, Any]]) -> None:
    for leg in legs:
        act = {
            "travel": travel(leg["city"]),
            "time_travel": time_travel(leg["era"]),
            "restore": restore(leg["era"]),
            "deliver": deliver(NAMES[number]),
        }[leg["act"]]
        events = GAME.act(state, seat, GAME.act_from_json(act))
    assert kinds(events)[0] == "delivered"
    assert state.pawns[seat] == HOMES[number]


def reachable(state: ChaosState, seat: int, number: int, within: int) -> bool:
    """Whether the card can be delivered within so many actions."""
    layer = [state]
    known = {(state.pawns[seat], state.chaos)}
    for _ in range(within):
        further = []
        for one in layer:
            for act in GAME.legal(one, seat):
                plain = act.to_json()
                if plain == deliver(NAMES[number]):
                    return True
                moves = ("travel", "time_travel", "restore")
                if plain["act"] not in moves or plain.get("cube", "arrival") != "arrival":
                    continue
                then = one.copy()
                GAME.act(then, seat, act)
                key = (then.pawns[seat], then.chaos)
                if key not in known:
                    known.add(key)
                    further.append(then)
        layer = further
    return False


def test_the_view_says_where_chaos_flows_and_how_much_is_too_much() -> None:
    match = table(chaos={("Kyoto", PAST): [1], ("Kyoto", PRESENT): [1]})
    assert tile(match, "Kyoto", PAST)["flows_to"] is None
    assert tile(match, "Kyoto", PRESENT)["flows_to"] == FUTURE
    assert tile(match, "Kyoto", FUTURE)["flows_to"] is None
    limits = match.view(None)["limits"]
    assert limits == {"actions": 3, "deliveries": 4, "disorder": 3, "hand": 3}


def test_TC_S4_what_a_start_does_to_the_city_in_the_other_eras() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    answer = acts(match, 1)[str(place("Cusco"))]
    assert answer["starts"] == [
        {"city": "Cusco", "era": PAST, "chaos": True},
        {"city": "Cusco", "era": FUTURE, "chaos": False},
    ]
    assert all(one["starts"] == [] for one in acts(table(pawns=HERE)).values())
