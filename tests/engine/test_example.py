"""What a newcomer is shown before their first game, and what they read."""

from typing import Any, ClassVar

import pytest

import sandtable
from sandtable.engine import example as module
from sandtable.engine.example import TRIES, example
from sandtable.engine.rng import Rng
from sandtable.scaffold.templates.game import GAME as PEBBLES
from sandtable.scaffold.templates.game.rules import Rules
from sandtable.scaffold.templates.game.state import Table

OURS = ["out-of-time", "time-n-space", "time-of-chaos", "watch"]


@pytest.mark.parametrize("name", OURS)
def test_every_seat_of_an_example_can_do_something(name: str) -> None:
    game = sandtable.find(name)
    for seats in range(game.MIN_SEATS, game.MAX_SEATS + 1):
        for seat in range(seats):
            shown = example(game, seats=seats, seat=seat, options={})
            assert not shown.over
            assert shown.legal(seat), (seats, seat)


@pytest.mark.parametrize("name", OURS)
def test_each_of_our_games_teaches_three_things_with_a_heading(name: str) -> None:
    game = sandtable.find(name)
    lessons = game.lessons(game.settle_options(game.MIN_SEATS, {}))
    assert [one.partition(":")[0] for one in lessons] == ["To win", "Your move", "Time"]


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("watch", {}, "10 seconds a move"),
        ("watch", {"turn_seconds": 60}, "1 minute a move"),
        ("out-of-time", {"timer_seconds": 45}, "45 seconds of sand"),
        ("time-of-chaos", {}, "as long as you like"),
        ("time-of-chaos", {"turn_seconds": 86_400}, "1 day a turn"),
        ("time-n-space", {}, "1 minute of sand in a timer, 30 minutes in all"),
        ("time-n-space", {"mode": "introductory"}, "12 minutes in all"),
    ],
)
def test_the_third_lesson_names_the_time_that_this_table_gives(
    name: str, options: dict[str, Any], words: str
) -> None:
    game = sandtable.find(name)
    assert words in game.lessons(game.settle_options(game.MIN_SEATS, options))[2]


def test_the_watch_teaches_the_goal_the_yellow_squares_and_that_red_is_last() -> None:
    game = sandtable.find("watch")
    text = " ".join(game.lessons(game.settle_options(2, {})))
    for words in ("order on your card", "timer rings", "RED is last", "yellow", "swap a card"):
        assert words in text
    # How long the timer runs is what nobody can see.
    assert "minute" not in text


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("options", [{}, {"squares": 60}, {"yellow": [1, 2]}])
def test_the_watch_shows_an_order_and_a_move(seats: int, options: dict[str, Any]) -> None:
    for seat in range(seats):
        shown = example(sandtable.find("watch"), seats=seats, seat=seat, options=options)
        view = shown.view(seat)
        assert None not in view["order"]
        assert view["turn"] == seat
        assert view["phase"] == "move"
        assert min(view["tokens"]) > 0


@pytest.mark.parametrize("options", [{}, {"timer_seconds": 1}, {"placement_seconds": 1}])
def test_out_of_time_shows_a_glass_that_has_run_through(options: dict[str, Any]) -> None:
    for seats in (2, 4, 6):
        shown = example(sandtable.find("out-of-time"), seats=seats, seat=1, options=options)
        glasses = shown.view(1)["glasses"]
        assert glasses[2]["state"] == "ready"
        running = [glass for glass in glasses if glass["state"] == "running"]
        assert len(running) >= 2 * seats - 3, "the others' sand runs"
        assert {act.to_json()["act"] for act in shown.legal(1)} == {"move"}


def test_an_example_has_a_seed_of_its_own_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(range(100))
    monkeypatch.setattr(module, "draw_seed", lambda: next(drawn))
    game = sandtable.find("out-of-time")
    shown = [example(game, seats=2, seat=0, options={}) for _ in range(3)]
    assert len({match.seed for match in shown}) == 3
    assert len({match.hash() for match in shown}) == 3


class SkipsMostSeats(Rules):
    """Only in every fifth deal can the seat do anything."""

    NAME: ClassVar[str] = "skips-most"
    dealt: ClassVar[int] = 0

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: int) -> Table:
        SkipsMostSeats.dealt += 1
        state = super().example(seats, options, rng, seat)
        state.turn = seat if SkipsMostSeats.dealt % 5 == 0 else 1 - seat
        return state


class NeverLetsAnybodyAct(SkipsMostSeats):
    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: int) -> Table:
        state = super().example(seats, options, rng, seat)
        state.turn = 1 - seat
        return state


def test_deals_are_tried_until_the_seat_can_act_and_not_for_ever() -> None:
    shown = example(SkipsMostSeats(), seats=2, seat=0, options={})
    assert shown.legal(0)
    assert SkipsMostSeats.dealt == 5
    SkipsMostSeats.dealt = 0
    assert example(NeverLetsAnybodyAct(), seats=2, seat=0, options={}).legal(0) == []
    assert SkipsMostSeats.dealt == TRIES


def test_a_game_that_says_nothing_teaches_its_goal_or_its_blurb() -> None:
    class Silent(Rules):
        lessons = sandtable.engine.game.Game.lessons
        GOAL: ClassVar[str] = "One. Two. Three. Four."

    class Wordless(Silent):
        GOAL: ClassVar[str] = ""

    assert Silent().lessons({}) == ["One.", "Two.", "Three."]
    assert Wordless().lessons({}) == [PEBBLES.BLURB]
