"""TC-O: the clock of a table that wants one."""

import pytest

import sandtable
from sandtable import BadOption, Match
from sandtable.games.time_of_chaos import GAME
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    PAST,
    PRESENT,
    cubes_on,
    kinds,
    place,
    table,
    travel,
    where,
)


def playing(**options: object) -> Match:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0, **options})
    match.act(1, place("Lisbon"))
    match.act(0, place("Kyoto"))
    return match


def test_TC_O1_there_is_no_limit_unless_the_table_wants_one() -> None:
    match = playing()
    assert match.alarm is None
    assert match.view(None)["turn_ends_at"] is None
    assert match.view(None)["banks"] is None
    assert match.advance(by=10**9) == []
    assert match.active() == [0]


def test_TC_O1_when_the_time_is_up_the_table_ends_the_turn() -> None:
    match = playing(turn_seconds=30)
    match.advance(by=5_000)
    match.act(0, travel(neighbour(match)))
    assert match.alarm == match.view(None)["turn_ends_at"] == 30_000
    assert match.advance(to=29_999) == []
    events = match.advance(to=30_000)
    assert kinds(events)[:2] == ["time_up", "turn_began"]
    assert match.active() == [1]
    assert match.alarm == 60_000


def test_TC_O1_actions_taken_so_far_stand() -> None:
    match = playing(turn_seconds=30)
    city = neighbour(match)
    match.act(0, travel(city))
    match.advance(to=30_000)
    assert where(match, 0) == (city, PRESENT)


def test_TC_O1_a_turn_that_ends_in_time_gives_the_next_one_all_of_its_own() -> None:
    match = playing(turn_seconds=30)
    match.advance(by=12_000)
    match.act(0, END_TURN)
    assert match.alarm == 42_000


def test_TC_O1_tiles_flip_when_the_table_ends_a_turn() -> None:
    match = table(turn_seconds=30, cubes={("Kyoto", PAST): [0, 0, 0]})
    events = match.advance(by=30_000)
    assert kinds(events) == ["time_up", "flipped", "penalised", "turn_began"]


def test_TC_O1_a_pawn_that_is_not_placed_goes_to_the_first_free_tile() -> None:
    match = sandtable.new(GAME, seats=3, seed=1, options={"first": 0, "turn_seconds": 10})
    grid = [seen["city"] for seen in match.view(None)["grids"][PRESENT]]
    match.act(2, place(grid[1]))
    events = match.advance(to=10_000)
    assert kinds(events) == ["time_up", "placed"]
    assert events[1].told(None)["by_table"] is True  # type: ignore[index]
    assert where(match, 1) == (grid[0], PRESENT)
    match.advance(to=20_000)
    assert where(match, 0) == (grid[2], PRESENT)
    assert match.active() == [0]
    assert match.view(None)["phase"] == "act"


def test_TC_O1_disorder_that_is_not_chosen_flows_from_the_first_tiles() -> None:
    chaos = {("Kyoto", FUTURE): [1], ("Montreal", PAST): [1], ("Lisbon", PAST): [1]}
    match = table(turn_seconds=30, chaos=chaos, supply=[12, 2])
    match.act(0, END_TURN)
    assert match.view(None)["phase"] == "send"
    events = match.advance(by=30_000)
    assert kinds(events)[:3] == ["time_up", "sent", "sent"]
    assert cubes_on(match, "Lisbon", PRESENT) == [0, 1]
    assert cubes_on(match, "Montreal", PRESENT) == [0, 1]
    assert cubes_on(match, "Kyoto", PAST) == [0, 0]
    assert match.active() == [0]


def test_TC_O1_what_was_chosen_before_stays() -> None:
    chaos = {("Kyoto", FUTURE): [1], ("Montreal", PAST): [1], ("Lisbon", PAST): [1]}
    match = table(turn_seconds=30, chaos=chaos, supply=[12, 2])
    match.act(0, END_TURN)
    match.act(1, {"act": "send", "city": "Kyoto", "era": FUTURE})
    match.advance(by=30_000)
    assert cubes_on(match, "Kyoto", PAST) == [0, 1]
    assert cubes_on(match, "Lisbon", PRESENT) == [0, 1]
    assert cubes_on(match, "Montreal", PRESENT) == [0, 0]


def test_TC_O1_turns_nobody_plays_pass_one_after_another_until_the_table_gives_up() -> None:
    match = playing(turn_seconds=5, stall_rounds=5)
    match.advance(by=10**6)
    assert match.outcome is not None
    assert match.outcome.how == "stalled"
    assert match.now == 50_000


def test_TC_O2_the_bank_shrinks_by_what_turns_take() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0, "bank_seconds": 60})
    match.advance(by=4_000)
    match.act(1, place("Lisbon"))
    match.advance(by=5_000)
    match.act(0, place("Kyoto"))
    assert match.view(None)["banks"] == [55_000, 56_000]
    match.advance(by=20_000)
    match.act(0, END_TURN)
    assert match.view(None)["banks"] == [35_000, 56_000]
    match.advance(by=1_000)
    match.act(1, END_TURN)
    assert match.view(None)["banks"] == [35_000, 55_000]
    assert match.alarm == match.now + 35_000


def test_TC_O2_an_empty_bank_ends_the_turn_and_leaves_ten_seconds_for_each_later_one() -> None:
    match = table(bank_seconds=30)
    events = match.advance(by=30_000)
    assert kinds(events)[:2] == ["time_up", "turn_began"]
    assert match.view(None)["banks"] == [0, 30_000]
    match.act(1, END_TURN)
    assert match.alarm == match.now + 10_000
    match.advance(by=9_999)
    match.act(0, travel("Cusco"))
    assert match.active() == [0]
    match.advance(by=1)
    assert match.active() == [1]
    assert match.view(None)["banks"] == [0, 30_000]


def test_TC_O2_a_nearly_empty_bank_gives_ten_seconds_too() -> None:
    match = table(bank_seconds=30)
    match.advance(by=27_000)
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    assert match.view(None)["banks"][0] == 3_000
    assert match.alarm == match.now + 10_000


def test_TC_O2_with_both_limits_the_shorter_counts() -> None:
    match = table(turn_seconds=20, bank_seconds=30)
    match.advance(by=20_000)
    assert match.active() == [1]
    assert match.view(None)["banks"] == [10_000, 30_000]
    match.act(1, END_TURN)
    assert match.alarm == match.now + 10_000
    quick = table(turn_seconds=5, bank_seconds=30)
    quick.advance(by=30_000)
    assert quick.alarm == quick.now + 5_000


def test_TC_O2_a_full_bank_does_not_lengthen_a_turn() -> None:
    match = playing(turn_seconds=20, bank_seconds=600)
    for _ in range(4):
        turn = match.active()
        assert match.alarm == match.now + 20_000
        match.advance(by=19_999)
        assert match.active() == turn
        match.advance(by=1)
        assert match.active() != turn


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"turn_seconds": 4}, "TC-O1"),
        ({"turn_seconds": 604_801}, "TC-O1"),
        ({"turn_seconds": True}, "TC-O1"),
        ({"bank_seconds": 29}, "TC-O2"),
        ({"bank_seconds": "long"}, "TC-O2"),
        ({"restore": "both"}, "TC-A8"),
        ({"stall_rounds": 4}, "TC-E6"),
    ],
)
def test_wrong_options_are_refused_with_their_rule(options: dict[str, object], rule: str) -> None:
    with pytest.raises(BadOption, match=rule):
        sandtable.new(GAME, seats=2, options=options)


def neighbour(match: Match) -> str:
    return str(next(a.to_json()["city"] for a in match.legal(0) if a.NAME == "travel"))
