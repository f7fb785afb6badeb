"""docs/bots.md says and shows how long bots take: by the numbers in the code, and no others."""

from pathlib import Path

import pytest

from sandtable.engine.hands import Hands, Lapse, Part, Span
from sandtable.games.time_of_chaos import bot_hands
from sandtable.games.time_of_chaos.bot_expert import Expert
from tools import draw_hands

HOW = "run .venv/bin/python -m tools.draw_hands"


def test_the_picture_shows_the_numbers_in_the_code() -> None:
    assert draw_hands.PICTURE.read_text(encoding="utf-8") == draw_hands.picture(), HOW
    assert "img/hands.svg" in draw_hands.PAGE.read_text(encoding="utf-8")


def test_the_table_says_the_numbers_in_the_code() -> None:
    page = draw_hands.PAGE.read_text(encoding="utf-8")
    assert draw_hands.page_with_table(page) == page, HOW


def test_every_game_with_hands_is_told_of() -> None:
    games = Path(draw_hands.__file__).parent.parent / "src" / "sandtable" / "games"
    with_hands = {path.parent.name for path in games.glob("*/bot_hands.py")}
    assert with_hands == set(draw_hands.GAMES.values())


def test_another_number_is_another_picture_and_another_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, table = draw_hands.picture(), draw_hands.table()
    slower = Hands({"an act": Span(900, 3_000)}, part=Part(1, 4))
    monkeypatch.setattr(bot_hands, "EXPERT", slower)
    assert draw_hands.picture() != picture
    assert "| | expert | an act 0.9 to 3; at most a quarter of what" in draw_hands.table()
    assert draw_hands.table() != table


def test_how_a_cell_reads() -> None:
    hands = Hands(
        {"sees": Span(150, 350), "a timer": Span(1_000, 2_998)}, Lapse(6, Span(500, 2_000))
    )
    assert draw_hands.takes(hands) == (
        "sees 0.15 to 0.35, a timer 1 to 3; one time in six looks elsewhere first, for 0.5 to 2"
    )


def test_how_long_a_level_searches_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_hands.thinks("time_of_chaos", "club, expert") == " expert 1.5"
    assert draw_hands.thinks("time_of_chaos", "novice").strip() == ""
    monkeypatch.setattr(Expert, "THINKS", 2_250)
    assert " of the turn | expert 2.25 |" in draw_hands.table()


def test_a_shape_is_as_high_as_a_time_is_likely() -> None:
    even, uneven = Span(100, 300), Span(100, 300, first=50)
    assert [draw_hands.likely(even, ms) for ms in (100, 150, 200, 250, 300)] == [0, 0.5, 1, 0.5, 0]
    assert [draw_hands.likely(uneven, ms) for ms in (100, 125, 150, 250, 300)] == [0, 0.5, 1, 1, 0]
