"""The calibration game is the real connect four, on the engine's whole contract."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from bench.connect_four import COLUMNS, GAME, ROWS, playouts_inside
from bench.endless_four import GAME as ENDLESS
from sandtable.engine.match import Match
from sandtable.engine.registry import forget, register
from sandtable.engine.rng import seeded


@pytest.fixture(autouse=True)
def _known_to_load_and_replay() -> Iterator[None]:
    for game in (GAME, ENDLESS):
        register(game)
    yield
    for game in (GAME, ENDLESS):
        forget(game.NAME)


def table(columns: str = "") -> Match:
    """A table at which these columns were played, left to right in the text."""
    match = sandtable.new(GAME, seats=2, seed=1)
    for ply, column in enumerate(columns):
        match.act(ply % 2, {"act": "drop", "column": int(column)})
    return match


def playable(match: Match, seat: int) -> list[int]:
    return [act.to_json()["column"] for act in match.legal(seat)]


def refusal(match: Match, seat: int, column: int) -> str:
    before = match.hash()
    with pytest.raises(sandtable.Refused) as refused:
        match.act(seat, {"act": "drop", "column": column})
    assert match.hash() == before
    return refused.value.rule


def test_CF_1_seats_take_turns_and_seat_0_begins() -> None:
    match = table()
    assert playable(match, 0) == list(range(COLUMNS))
    assert playable(match, 1) == []
    assert refusal(match, 1, 3) == "CF-1"
    assert playable(table("3"), 0) == []


def test_CF_2_a_disc_falls_on_the_disc_below() -> None:
    assert table("3321").view(None)["columns"] == [[], [1], [0], [0, 1], [], [], []]


def test_CF_2_a_full_column_takes_no_disc() -> None:
    match = table("3" * ROWS)
    assert playable(match, 0) == [0, 1, 2, 4, 5, 6]
    assert refusal(match, 0, 3) == "CF-2"


def test_there_is_no_eighth_column() -> None:
    assert refusal(table(), 0, 7) == "ST-3"
    assert refusal(table(), 0, -1) == "ST-3"


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        ("0101010", "column"),
        ("0011223", "row"),
        ("6655443", "row at the right edge"),
        ("01123223533", "rising diagonal"),
        ("65543443133", "falling diagonal"),
    ],
)
def test_CF_3_four_in_a_line_win_at_once(columns: str, line: str) -> None:
    before, match = table(columns[:-1]), table(columns)
    assert before.outcome is None, line
    assert match.outcome is not None, line
    assert match.outcome.winners == [0]
    assert match.outcome.how == "four"
    assert match.legal(1) == []


def test_CF_3_seat_1_can_win_too() -> None:
    match = table("60606050")
    assert match.outcome is not None
    assert match.outcome.winners == [1]


def test_CF_3_a_line_does_not_run_on_over_the_edge_of_the_board() -> None:
    # Seat 0 has the top two of column 0 and the bottom two of column 1.
    data = table().dump()
    data["position"]["table"]["columns"] = [[1, 0, 1, 1, 0, 0], [0, 0], [], [1], [], [1], []]
    match = sandtable.load(data)
    match.act(0, {"act": "drop", "column": 6})
    assert match.outcome is None


def random_match(seed: int) -> Match:
    rng = seeded(seed)
    match = sandtable.new(GAME, seats=2, seed=seed)
    seat = 0
    while match.outcome is None:
        acts = match.legal(seat)
        match.act(seat, rng.pick(acts))
        seat = 1 - seat
    return match


def brute_force_winner(columns: list[list[int]]) -> int | None:
    """Look at every four cells in a line, with none of the game's own arithmetic."""
    cells = {(c, r): owner for c, column in enumerate(columns) for r, owner in enumerate(column)}
    for c, r in cells:
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = {cells.get((c + k * dc, r + k * dr)) for k in range(4)}
            if len(line) == 1 and None not in line:
                return line.pop()
    return None


def test_CF_3_and_CF_4_agree_with_looking_at_every_line() -> None:
    draws = 0
    for seed in range(600):
        match = random_match(seed)
        outcome, columns = match.outcome, match.view(None)["columns"]
        assert outcome is not None
        winner = brute_force_winner(columns)
        assert outcome.winners == ([] if winner is None else [winner])
        if winner is None:
            draws += 1
            assert all(len(column) == ROWS for column in columns)
            assert outcome.how == "draw"
        # Nobody had four before the last disc.
        last = match.entries[-1].act.to_json()["column"]
        columns[last].pop()
        assert brute_force_winner(columns) is None
    assert draws > 0


def positions(depth: int) -> Iterator[int]:
    """How many different positions there are after 0, 1, ... plies."""
    layer = {json.dumps(table().view(None)["columns"]): table()}
    for ply in range(depth + 1):
        yield len(layer)
        following: dict[str, Match] = {}
        for match in layer.values():
            for act in match.legal(ply % 2):
                child = match.copy()
                child.act(ply % 2, act)
                following.setdefault(json.dumps(child.view(None)["columns"]), child)
        layer = following


def test_the_number_of_positions_is_the_published_one() -> None:
    # OEIS A212693: legal 7 x 6 connect four positions after n plies.
    assert list(positions(5)) == [1, 7, 49, 238, 1120, 4263]


def test_a_copy_goes_its_own_way() -> None:
    match = table("33")
    twin = match.copy()
    twin.act(0, {"act": "drop", "column": 3})
    assert match.view(None)["columns"][3] == [0, 1]
    assert twin.view(None)["columns"][3] == [0, 1, 0]


def test_dump_and_load_are_exact_at_every_ply() -> None:
    for seed in range(20):
        whole = random_match(seed)
        match = sandtable.new(GAME, seats=2, seed=seed)
        for entry in whole.entries:
            match.act(entry.seat, entry.act)
            again = sandtable.load(json.loads(json.dumps(match.dump())))
            assert again.hash() == match.hash()
            assert [playable(again, seat) for seat in (0, 1)] == [
                playable(match, seat) for seat in (0, 1)
            ]


def test_a_log_replays_to_the_same_position() -> None:
    match = random_match(3)
    assert sandtable.replay(match.log).hash() == match.hash()


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ([[]] * 6, "has 6 entries"),
        ([[0, 1] * 4, *[[]] * 6], "at most 6"),
        ([[2], *[[]] * 6], "not between 0 and 1"),
        ([[0], [0], *[[]] * 5], "seat 0 has 2"),
        ([[0, 0, 0, 0], [1, 1, 1], *[[]] * 5], "end of the game"),
        ([[0, 0, 0, 0], [1, 1, 1, 1], *[[]] * 5], "four already"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(columns: Any, reason: str) -> None:
    data = table().dump()
    data["position"]["table"]["columns"] = columns
    with pytest.raises(sandtable.BadPosition, match=reason):
        sandtable.load(data)


def test_the_loop_inside_plays_the_same_game() -> None:
    fresh = sandtable.new(GAME, seats=2, seed=0)
    steps = playouts_inside(fresh, seeded(4), 2_000)
    assert fresh.entries == []
    assert 20.5 < steps / 2_000 < 22.1  # random games last 21.3 acts


def test_cf5_without_an_end_the_board_is_cleared_and_seat_0_begins_again() -> None:
    match = sandtable.new(ENDLESS, seats=2, seed=1)
    for ply, column in enumerate("0101010"):
        match.act(ply % 2, {"act": "drop", "column": int(column)})
    assert not match.over
    assert match.view(None) == {"columns": [[]] * COLUMNS, "turn": 0}
    assert match.legal(1) == []
    assert len(match.legal(0)) == COLUMNS
