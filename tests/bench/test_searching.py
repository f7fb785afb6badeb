"""The searches of the bench: the same positions for everybody, and rounds that are played."""

import random

import pytest

import sandtable
from bench import searching
from bench.figures import Row
from bench.protocol import FOUR_DISCS, FOUR_ROUNDS, four_openings, makes_four
from bench.report import searches

pick = random.Random(1).random


def test_openings_are_games_that_nobody_has_won_yet() -> None:
    openings = four_openings()
    assert [len(columns) for columns in openings] == list(FOUR_DISCS)
    for columns in openings:
        assert not any(makes_four(columns[: n + 1]) for n in range(len(columns)))


@pytest.mark.parametrize(
    ("columns", "four"),
    [
        ([0, 1, 0, 1, 0, 1, 0], True),
        ([0, 0, 1, 1, 2, 2, 3], True),
        ([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], True),
        ([6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], True),
        ([0, 0, 1, 1, 3, 3, 2], True),
        ([0, 1, 0, 1, 0, 1], False),
    ],
)
def test_a_line_of_four_is_seen_in_every_direction(columns: list[int], four: bool) -> None:
    assert makes_four(columns) is four


def test_connect_four_is_thought_about_for_as_many_rounds_as_the_peers_take() -> None:
    system = searching.connect_four()
    assert system.at_once == FOUR_ROUNDS
    acts = system.playout(pick).steps
    assert FOUR_ROUNDS * 7 <= acts <= FOUR_ROUNDS * 42


@pytest.mark.parametrize("name", list(sandtable.games()))
def test_every_game_is_searched_as_its_expert_does_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "POSITIONS", 1)
    monkeypatch.setattr(searching, "AT_ONCE", 5)
    system = searching.installed(name)
    assert system.at_once == 5
    # A rehearsal does not count its acts.
    assert (system.playout(pick).steps > 0) == (name != "time-of-chaos")


def test_a_system_that_counts_no_acts_gets_an_empty_cell() -> None:
    row = Row("peer", "connect four", "Peer", ours=False, search=True)
    row.plays.append({"steps": 0, "games": 500, "wall": 1.0, "cpu": 1.0})
    assert "| connect four: Peer | 500 |  |" in searches([row.to_json()])
    assert searches([]) == []
