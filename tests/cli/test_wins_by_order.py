"""Who won, by order of play: the order comes from the game, not from the seats."""

import pytest

import sandtable
from sandtable.lab.report import as_text, ordinal, report
from sandtable.lab.simulate import Played, Study

STUDY = Study("watch", 3, 4, 1, ("club",) * 3)


def played(number: int, order: tuple[int, ...] | None, *winners: int, how: str = "timer") -> Played:
    scores = (0, 0, 0)
    return Played(number, STUDY.bots, order, winners, scores, how, 1, 1, (1, 0, 0), 0, "")


def test_a_win_counts_for_the_place_of_its_seat_in_the_order() -> None:
    games = [
        played(0, (2, 0, 1), 2),
        played(1, (1, 2, 0), 1),
        played(2, (0, 1, 2), 1, 2),
        played(3, (0, 1, 2), how="unfinished"),
    ]
    result = report(STUDY, games)
    assert result["wins_per_seat"] == [0, 2, 2]
    assert result["wins_by_order"] == [2, 1, 1]
    assert "wins by order   1st 2 (50.0%)  2nd 1 (25.0%)  3rd 1 (25.0%)" in as_text(result)


def test_without_turns_there_is_no_order() -> None:
    result = report(STUDY, [played(0, None, 1)])
    assert result["wins_by_order"] is None
    assert "none: everybody plays at the same time" in as_text(result)


@pytest.mark.parametrize("game", ["watch", "time-of-chaos"])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_takes_the_first_turn_is_first_and_then_it_goes_clockwise(
    game: str, first: int
) -> None:
    match = sandtable.new(game, seats=3, seed=1, options={"first": first})
    order = match.game.order_of_play(match.state)
    assert order == [first, (first + 1) % 3, (first + 2) % 3]
    while game == "time-of-chaos" and match.view(None)["phase"] == "place":
        (seat,) = match.active()
        match.act(seat, match.legal(seat)[0])
    acting = []
    for _ in range(3):
        (seat,) = match.active()
        acting.append(seat)
        acts = [act for act in match.legal(seat) if act.NAME in ("end_turn", "move")]
        match.act(seat, acts[0])
    assert acting == order


def test_in_out_of_time_it_is_the_order_in_which_glasses_are_placed() -> None:
    for seed in range(6):
        match = sandtable.new("out-of-time", seats=4, seed=seed)
        order = match.game.order_of_play(match.state)
        placing = []
        for _ in range(4):
            (seat,) = match.active()
            placing.append(seat)
            match.act(seat, match.legal(seat)[0])
        assert placing == order


def test_all_play_at_once_in_time_n_space() -> None:
    match = sandtable.new("time-n-space", seats=3, seed=1)
    assert match.game.order_of_play(match.state) is None


def test_ordinals() -> None:
    said = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]
