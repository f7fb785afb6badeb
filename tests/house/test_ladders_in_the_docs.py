"""docs/bots.md says what the ladders in docs/ladders found, and nothing else."""

import sandtable
from sandtable.cli import parser
from tools import write_ladders

OURS = ("watch", "out-of-time", "time-of-chaos", "time-n-space")
HOW = "run .venv/bin/python -m tools.write_ladders"


def test_the_tables_say_what_was_found() -> None:
    page = write_ladders.PAGE.read_text(encoding="utf-8")
    assert write_ladders.page_with_table(page) == page, HOW


def test_a_page_that_says_something_else_is_put_right() -> None:
    page = write_ladders.PAGE.read_text(encoding="utf-8")
    wrong = page.replace(write_ladders.table(), write_ladders.table().replace("expert", "king"))
    assert wrong != page
    assert write_ladders.page_with_table(wrong) == page


def test_every_game_has_a_ladder_and_the_command_that_made_it() -> None:
    ladders = write_ladders.found()
    assert {ladder["game"] for ladder in ladders} == {
        name for name in sandtable.games() if name in OURS
    }
    for ladder in ladders:
        asked = parser().parse_args(write_ladders.command(ladder).split()[1:])
        assert (asked.game, asked.seats, asked.seed) == (
            ladder["game"],
            ladder["seats"],
            ladder["seed"],
        )
        assert [row["level"] for row in ladder["levels"]] == ["expert", "club", "novice"]
