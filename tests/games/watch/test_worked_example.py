"""The example that closes the first edition's rules, as one replay.

Three players. Green leads before orange and blue, which is Carole's card. Florence spends five
tokens on orange, which crosses red and is last: her card now. Roberto spends two on blue, which
reaches yellow, and takes Florence's card. Then the timer rings.
"""

from pathlib import Path
from typing import Any

import pytest

import sandtable
from tests.games.watch.build import BLUE, GREEN, KEEP, ORANGE, card, move, table, told

CAROLE, FLORENCE, ROBERTO = 0, 1, 2
FILE = Path(__file__).parents[2] / "replays" / "watch-worked-example.jsonl"


def at(ms: int) -> sandtable.Match:
    return sandtable.replay(FILE.read_text(encoding="utf-8"), at=ms)


def leader(match: sandtable.Match) -> list[int]:
    """Who holds the card that names the present order."""
    view = match.view(None)["order"]
    return [seat for seat in range(3) if match.view(seat)["hands"][seat] == [view]]


def test_at_first_carole_has_the_advantage() -> None:
    assert at(200_000).view(None)["order"] == [GREEN, ORANGE, BLUE]
    assert leader(at(200_000)) == [CAROLE]


def test_five_tokens_across_red_give_it_to_florence() -> None:
    match = at(205_000)
    assert match.view(None)["order"] == [GREEN, BLUE, ORANGE]
    assert leader(match) == [FLORENCE]


def test_two_tokens_reach_yellow_and_the_exchange_gives_it_to_roberto() -> None:
    assert at(211_000).view(None)["phase"] == "exchange"
    match = at(214_000)
    assert leader(match) == [ROBERTO]
    assert match.view(FLORENCE)["hands"][ROBERTO] == [[GREEN, BLUE, ORANGE]]
    assert match.view(CAROLE)["hands"] == [[[GREEN, ORANGE, BLUE]], [None], [None]]


def test_at_the_ring_roberto_wins() -> None:
    match = sandtable.replay(FILE.read_text(encoding="utf-8"))
    assert match.outcome is not None
    assert match.outcome.winners == [ROBERTO]
    assert match.now == 300_000


# The example of the order in rules.md: Ada, Ben and Cleo, and what their cards say.

CARDS = [(GREEN, BLUE, ORANGE), (ORANGE, GREEN, BLUE), (GREEN, ORANGE, BLUE)]
MOVES: list[tuple[int, dict[str, Any], list[str | None], int | None, list[int]]] = [
    (0, move(GREEN, 5), [GREEN, None, None], None, [1, 0, 1]),
    (1, move(BLUE, 3), [GREEN, BLUE, ORANGE], 0, [3, 0, 1]),
    (2, move(ORANGE, 4), [GREEN, ORANGE, BLUE], 2, [1, 1, 3]),
    (0, move(ORANGE, 9), [GREEN, BLUE, ORANGE], 0, [3, 0, 1]),
]


@pytest.mark.parametrize("moves", range(1, 5))
@pytest.mark.parametrize("scoring", ["source", "ranks"])
def test_WA_E2_the_example_of_the_order_in_the_rules(moves: int, scoring: str) -> None:
    held = [card(*names) for names in CARDS]
    match = table(
        seats=3,
        cards=held + [number for number in range(6) if number not in held],
        rings_at=2_000,
        play="match",
        scoring=scoring,
    )
    for seat, act, order, _, _ in MOVES[:moves]:
        match.act(seat, act)
        assert match.view(None)["order"] == order
        if match.view(None)["phase"] == "exchange":
            match.act(seat, KEEP)
    rang = told(match.advance(to=2_000), "rang")
    _, _, _, winner, points = MOVES[moves - 1]
    assert rang["winner"] == winner
    if scoring == "ranks":
        assert rang["points"] == points
    assert match.view(None)["tokens"][0] == (16 if moves == 4 else 25)
