"""The example that closes the first edition's rules, as one replay.

Three players. Green leads before orange and blue, which is Carole's card. Florence spends five
tokens on orange, which crosses red and is last: her card now. Roberto spends two on blue, which
reaches yellow, and takes Florence's card. Then the timer rings.
"""

from pathlib import Path

import sandtable
from tests.games.watch.build import BLUE, GREEN, ORANGE

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
