"""OT-G: cubes and cards."""

import pytest

import sandtable
from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    NOW,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    cubes_of,
    glass,
    kinds,
    listed,
    move,
    state_of,
    supply,
    table,
    told,
)


def corner(cubes: list[str] | None = None, scored: int = 0, seats: int = 4, owed: int = 0) -> Match:
    """Seat 0 needs red, green and blue; its ready glass 1 can go to red 0, grey 9, orange 7 …"""
    others = [glass(18), glass(17), glass(16), glass(12), glass(11), glass(15), glass(2), glass(6)]
    return table(
        *(glass(4, 10_000), glass(3), *others[: 2 * seats - 2]),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[cubes or [], *([[]] * (seats - 1))],
        scored=[scored, *([0] * (seats - 1))],
        owed=[owed, *([0] * (seats - 1))],
    )


def test_OT_G1_a_coloured_space_gives_a_cube_of_its_colour() -> None:
    match = corner()
    assert move(1, 0, RED) in listed(match, 0)
    events = match.act(0, move(1, 0, RED))
    assert told(events, "moved")["took"] == RED
    assert cubes_of(match, 0) == [RED]
    assert supply(match, RED) == 11


def test_OT_G1_the_cube_may_be_left() -> None:
    match = corner()
    assert move(1, 0) in listed(match, 0)
    match.act(0, move(1, 0))
    assert cubes_of(match, 0) == []
    assert supply(match, RED) == 12


def test_OT_G1_only_of_the_colour_of_the_space() -> None:
    match = corner()
    before = match.hash()
    assert [act["take"] for act in listed(match, 0) if act["to"] == 0] == [None, RED]
    with pytest.raises(Refused, match="OT-G1"):
        match.act(0, move(1, 0, GREEN))
    assert match.hash() == before


def test_OT_G1_not_without_a_cube_on_the_table() -> None:
    match = corner()
    state_of(match).supply[0] = 0
    assert [act["take"] for act in listed(match, 0) if act["to"] == 0] == [None]
    with pytest.raises(Refused, match="OT-G1"):
        match.act(0, move(1, 0, RED))


def test_OT_G2_grey_gives_nothing_to_four() -> None:
    match = corner(seats=4)
    assert [act["take"] for act in listed(match, 0) if act["to"] == 9] == [None]
    with pytest.raises(Refused, match="OT-G2"):
        match.act(0, move(1, 9, RED))


def test_OT_G2_with_five_grey_is_a_joker() -> None:
    match = corner(seats=5, cubes=[RED, RED, GREEN])
    assert [act["take"] for act in listed(match, 0) if act["to"] == 9] == [None, GREEN, BLUE]
    match.act(0, move(1, 9, BLUE))
    assert cubes_of(match, 0) == [RED, RED, GREEN, BLUE]


@pytest.mark.parametrize(("taken", "rule"), [(RED, "OT-G3"), (ORANGE, "OT-G3")])
def test_OT_G2_the_joker_gives_only_what_the_card_has_room_for(taken: str, rule: str) -> None:
    match = corner(seats=5, cubes=[RED, RED, GREEN])
    with pytest.raises(Refused, match=rule):
        match.act(0, move(1, 9, taken))


def test_OT_G3_no_room_no_cube() -> None:
    match = corner(cubes=[RED, RED])
    assert [act["take"] for act in listed(match, 0) if act["to"] == 0] == [None]
    before = match.hash()
    with pytest.raises(Refused, match="OT-G3"):
        match.act(0, move(1, 0, RED))
    assert match.hash() == before


def test_OT_G3_a_colour_that_is_not_on_the_card_gives_none() -> None:
    match = corner()
    assert [act["take"] for act in listed(match, 0) if act["to"] == 1] == [None]
    with pytest.raises(Refused, match="OT-G3"):
        match.act(0, move(1, 1, ORANGE))


def test_OT_G3_the_cube_fills_a_space_of_the_card() -> None:
    match = corner(cubes=[RED])
    match.act(0, move(1, 0, RED))
    assert match.view(None)["players"][0]["room"] == {GREEN: 2, BLUE: 2}


def test_OT_G4_a_full_card_is_scored_at_once() -> None:
    match = corner(cubes=[RED, GREEN, GREEN, BLUE, BLUE])
    deck = match.dump()["position"]["table"]["deck"]
    assert [supply(match, colour) for colour in (RED, GREEN, BLUE)] == [11, 10, 10]
    events = match.act(0, move(1, 0, RED))
    assert kinds(events) == ["moved", "scored"]
    scored = told(events, "scored")
    assert scored["card"] == {RED: 2, GREEN: 2, BLUE: 2}
    assert scored["scored"] == 1
    player = match.view(None)["players"][0]
    assert player["scored"] == [{RED: 2, GREEN: 2, BLUE: 2}]
    assert player["cubes"] == []
    assert player["card"] == player["room"] == scored["next_card"]
    assert [supply(match, colour) for colour in (RED, GREEN, BLUE)] == [12, 12, 12]
    table_after = match.dump()["position"]["table"]
    assert table_after["players"][0]["card"] == deck[-1]
    assert table_after["deck"] == deck[:-1]
    assert not match.over


def test_OT_G4_five_cubes_are_not_a_full_card() -> None:
    match = corner(cubes=[GREEN, GREEN, BLUE, BLUE])
    assert kinds(match.act(0, move(1, 0, RED))) == ["moved"]


def test_OT_G5_the_third_card_wins_in_that_instant() -> None:
    match = corner(cubes=[RED, GREEN, GREEN, BLUE, BLUE], scored=2)
    events = match.act(0, move(1, 0, RED))
    assert kinds(events) == ["moved", "scored", "won"]
    assert told(events, "scored")["next_card"] is None
    assert match.outcome is not None
    assert match.outcome.winners == [0]
    assert match.outcome.scores == [3, 0, 0, 0]
    assert match.outcome.how == "cards"
    assert match.active() == []
    assert match.alarm is None
    match.advance(by=60_000)
    assert match.now == NOW
    with pytest.raises(Refused, match="ST-2"):
        match.act(1, move(2, 14))


def test_OT_G5_a_second_card_does_not_win() -> None:
    match = corner(cubes=[RED, GREEN, GREEN, BLUE, BLUE], scored=1)
    match.act(0, move(1, 0, RED))
    assert not match.over
    assert len(match.view(None)["players"][0]["scored"]) == 2


def test_OT_G5_the_end_looks_the_same_after_dump_and_load() -> None:
    match = corner(cubes=[RED, GREEN, GREEN, BLUE, BLUE], scored=2)
    match.act(0, move(1, 0, RED))
    again = sandtable.load(match.dump())
    assert again.view(0) == match.view(0)
    assert again.view(0)["players"][0]["card"] is None
    assert again.view(0)["phase"] == "over"


def test_colours_of_this_table() -> None:
    assert tuple(corner().view(None)["colours"]) == (RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE)
