"""How long players that are programs take."""

import itertools
from typing import ClassVar

import pytest

from sandtable.engine.bot import Budget
from sandtable.engine.hands import Hands, Lapse, Moment, Part, Span
from sandtable.engine.rng import seeded
from sandtable.games.out_of_time import bot_hands as out_of_time
from sandtable.games.time_n_space import bot_hands as time_n_space
from sandtable.games.time_of_chaos import bot_hands as time_of_chaos
from sandtable.games.watch import bot_hands as watch


def test_a_span_is_drawn_between_its_ends_and_mostly_in_its_middle() -> None:
    rng = seeded(1)
    drawn = sorted(Span(200, 400).draw(rng) for _ in range(2_000))
    assert drawn[0] >= 200
    assert drawn[-1] <= 400
    assert 290 < drawn[1_000] < 310
    # A triangle: the middle half of the span has three quarters of all.
    assert 0.70 < sum(250 <= span <= 350 for span in drawn) / 2_000 < 0.80
    assert {Span(7, 7).draw(rng) for _ in range(10)} == {7}
    assert {Span(1, 4).draw(rng) for _ in range(200)} == {1, 2, 3, 4}


def test_a_span_of_two_uneven_draws_has_the_same_ends_and_a_wide_middle() -> None:
    rng = seeded(1)
    drawn = sorted(Span(200, 400, first=150).draw(rng) for _ in range(4_000))
    assert 200 <= drawn[0] < 210
    assert 390 < drawn[-1] <= 400
    # Half of the span is equally likely, and holds two thirds of all.
    assert 0.63 < sum(250 <= span < 350 for span in drawn) / 4_000 < 0.71


def test_the_same_luck_gives_the_same_times_as_ever() -> None:
    """Two draws, the first one first: else all seeded games would go differently."""
    rng, by_hand = seeded(5), seeded(5)
    for _ in range(20):
        ours = Span(200, 405, first=40).draw(rng)
        assert ours == 200 + by_hand.below(41) + by_hand.below(166)
        assert Lapse(3, Span(9, 9)).draw(rng) == (
            0 if by_hand.below(3) > 0 else 9 + by_hand.below(1) + by_hand.below(1)
        )
    assert rng.next32() == by_hand.next32()


def test_who_is_absent_minded_looks_elsewhere_now_and_then() -> None:
    rng = seeded(1)
    away = [Lapse(4, Span(50, 60)).draw(rng) for _ in range(2_000)]
    assert {50 <= ms <= 60 for ms in away if ms} == {True}
    assert 400 < sum(ms > 0 for ms in away) < 600


def test_nobody_looks_elsewhere_unless_it_is_said_and_no_chance_is_used_for_it() -> None:
    hands, rng = Hands({"a turn": Span(100, 200)}), seeded(1)
    assert not any(hands.elsewhere(rng) for _ in range(50))
    assert rng.next32() == seeded(1).next32()


def test_with_little_time_left_an_act_takes_a_part_of_it() -> None:
    hands, rng = Hands({"a turn": Span(100, 200)}, part=Part(2, 3)), seeded(1)
    assert {hands.take(rng, "a turn", 90) for _ in range(50)} == {60}
    assert all(100 <= hands.take(rng, "a turn", 10_000) <= 200 for _ in range(50))
    assert all(100 <= hands.take(rng, "a turn") <= 200 for _ in range(50))


@pytest.mark.parametrize("game", [watch, out_of_time, time_n_space, time_of_chaos])
def test_no_level_is_quicker_than_a_weaker_one(game: object) -> None:
    levels: list[Hands] = [getattr(game, level) for level in ("NOVICE", "CLUB", "EXPERT")]
    for slower, quicker in itertools.pairwise(levels):
        assert set(slower.spans) <= set(quicker.spans), "hurrying, say, is beyond a novice"
        for what, span in slower.spans.items():
            assert span.least >= quicker.spans[what].least > 0
            assert span.most >= quicker.spans[what].most


class Told(Budget):
    """What it was told about the hand."""

    def __init__(self) -> None:
        self.within: list[int] = []

    def end_within(self, after: int) -> None:
        self.within.append(after)


class Live(Told):
    LIVE: ClassVar[bool] = True


HALF = Hands({"an act": Span(100, 900)}, part=Part(1, 2))


def test_at_a_live_table_a_moment_is_drawn_before_the_thought() -> None:
    rng, budget = seeded(3), Live()
    drawn = HALF.take(seeded(3), "an act")
    moment = Moment(HALF, rng, "an act", budget)
    assert budget.within == [drawn]
    rng.below(1_000)
    assert moment.take() == drawn
    assert moment.take() == drawn, "it is drawn once"


def test_elsewhere_it_is_drawn_when_it_is_needed() -> None:
    """So that the same seeds give the games that they always gave."""
    rng, other, budget = seeded(3), seeded(3), Told()
    moment = Moment(HALF, rng, "an act", budget)
    assert rng.below(1_000) == other.below(1_000)
    assert moment.take() == HALF.take(other, "an act")
    assert budget.within == []


def test_a_moment_takes_no_more_than_its_part_of_a_turn() -> None:
    budget = Live()
    assert Moment(HALF, seeded(1), "an act", budget, left=60).take() == 30
    assert budget.within == [30]


def test_the_least_that_something_takes() -> None:
    assert HALF.least("an act") == 100
