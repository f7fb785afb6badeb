"""Bots act when their hands are there: no later because they were thinking, and what is said about
how late they were is true."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.position import dump_state, load_state
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.server.base.metrics import Histogram
from sandtable.server.bots.hand import Hand
from sandtable.server.bots.inbox import LEAST, WAY_BACK, Inbox, Thinking
from sandtable.server.bots.orders import to_look
from sandtable.server.bots.process import Thought
from sandtable.server.bots.worker import Desk
from sandtable.server.match.play import Play
from sandtable.server.tables import hosting
from sandtable.server.tables.table import Table
from tests.server.parlour import Parlour


@pytest.fixture
def pipe() -> Iterator[tuple[Inbox, int]]:
    reading, writing = os.pipe()
    yield Inbox(reading), writing
    os.close(reading)
    os.close(writing)


class Clock:
    """The clock that all processes share, in the test's hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def ends(thinking: Thinking, clock: Clock) -> float:
    """When a thought of very short rounds is over, to the millisecond."""
    began = clock.now
    while not thinking.is_spent():
        clock.now += 0.001
    return round(clock.now - began, 3)


@pytest.mark.policy("SP-A18")
@pytest.mark.parametrize(("pace", "after"), [(100, 800), (200, 1_600), (50, 400)])
def test_a_thought_ends_in_time_for_the_hand_at_every_pace(
    pace: int, after: int, pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    thinking = Thinking(pipe[0], 1.5, asked=clock.now, pace=pace)
    thinking.end_within(after)
    assert ends(thinking, clock) == pytest.approx(0.8 - WAY_BACK, abs=0.0021)


@pytest.mark.policy("SP-A18")
def test_it_counts_from_when_the_bot_was_asked_and_not_from_when_its_turn_came(
    pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    thinking = Thinking(pipe[0], 1.5, asked=clock.now - 0.5)
    thinking.end_within(800)
    assert ends(thinking, clock) == pytest.approx(0.3 - WAY_BACK, abs=0.0021)


def test_a_little_thought_is_always_left(
    pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    thinking = Thinking(pipe[0], 1.5, asked=clock.now - 9.0)
    thinking.end_within(800)
    assert ends(thinking, clock) == pytest.approx(LEAST, abs=0.0021)


def test_who_has_long_hands_thinks_no_longer_for_it(
    pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    thinking = Thinking(pipe[0], 0.5, asked=clock.now)
    thinking.end_within(9_000)
    assert ends(thinking, clock) == pytest.approx(0.5, abs=0.0021)


def test_no_round_is_begun_that_is_likely_to_end_too_late(
    pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    thinking = Thinking(pipe[0], 9.0, asked=clock.now)
    thinking.end_within(1_000)
    rounds = 0
    while True:
        clock.now += 0.3
        rounds += 1
        if thinking.is_spent():
            break
    assert rounds == 3


class Notes(RandomBot):
    """Notes what it is told about its time."""

    THINKS = 64_000
    had: ClassVar[list[Thinking]] = []

    def plan(self, seen: Seen) -> Plan | None:
        assert isinstance(seen.budget, Thinking)
        self.had.append(seen.budget)
        return super().plan(seen)


def test_the_process_is_told_when_it_was_asked_and_how_fast_the_sand_runs(
    pipe: tuple[Inbox, int],
) -> None:
    match = new("watch", seats=2, seed=5, options={"first": 0})
    desk = Desk(pipe[0])
    desk.bots[7] = Notes(match.game, 0, seeded(1)), {"seats": 2, "options": match.options}
    play = Play(match, 200)
    play.clock.run(0.0)
    desk.obey({**to_look(7, 1, play, 0, seeded(1), [], 500.0), "question": 1})
    (budget,) = Notes.had
    assert (budget.pace, budget.seconds) == (200, 64.0)
    assert 0 <= time.monotonic() - budget.asked < 60
    assert budget.asked <= budget.since


# What a bot sees that looks up while nothing happens.


def glasses() -> Play:
    """Out of Time: all glasses stand and run."""
    match = new("out-of-time", seats=2, seed=5)
    while match.active():
        seat = match.active()[0]
        match.act(seat, match.legal(seat)[0])
    while (alarm := match.alarm) is not None and alarm - match.now < 3_000:
        match.advance(to=alarm)
    return Play(match, 200)


def test_who_looks_up_sees_how_far_the_sand_has_run() -> None:
    play = glasses()
    play.clock.run(0.0)
    alarm = play.match.alarm
    assert alarm is not None
    began = play.match.now
    for mono, now in ((0.0, began), (1_000.0, began + 2_000), (1e9, alarm - 1)):
        before = play.match.hash()
        order = to_look(1, 1, play, 0, seeded(1), [], mono)
        assert order["now"] == now
        options = play.match.options
        assert load_state(play.match.game, order["position"], 2, options).now == now
        assert play.match.hash() == before, "the match itself stands where it stood"


def test_in_a_pause_no_sand_runs() -> None:
    play = glasses()
    assert to_look(1, 1, play, 0, seeded(1), [], 5_000.0)["now"] == play.match.now


def test_a_table_that_lies_back_was_asked_about_then() -> None:
    """The alarm is due and rings in a moment; the sand of the bot's hand runs already."""
    play = glasses()
    play.clock.run(0.0)
    alarm = play.match.alarm
    assert alarm is not None
    order = to_look(1, 1, play, 0, seeded(1), [], (alarm + 199 - play.match.now) / 2)
    assert order["now"] == alarm - 1
    assert time.monotonic() - order["asked"] >= 0.1


# At the table.


class Evening:
    """Ada and a bot at a table, whose process is this test."""

    def __init__(self, parlour: Parlour, pace: int, level: str, game: str, **options: Any) -> None:
        self.parlour = parlour
        self.orders: list[dict[str, Any]] = []
        table, people = parlour.gather(game, ["Ada", "Bot"], **options)
        table.record.pace = pace
        hosting.remove(table, 1, people[0])
        hosting.seat_bot(table, 1, level, people[0])
        desk = parlour.house.bots
        desk.order = self.orders.append  # type: ignore[assignment, method-assign]
        desk._employ = lambda worker: None  # type: ignore[method-assign]
        table.begin()
        self.table: Table = table

    @property
    def hand(self) -> Hand:
        return self.table.hands._hands[1]

    @property
    def now(self) -> int:
        assert self.table.play is not None
        return self.table.play.clock.whole(self.table.now)

    def plans(self, due: int, *, acts: bool = True) -> None:
        assert self.table.play is not None
        legal = self.table.play.match.legal(1)
        act = legal[0].to_json() if acts else None
        self.hand.answered(Thought(1, self.hand.life, "plan", 1, due, act))

    def seen(self) -> tuple[Histogram, Histogram]:
        metrics = self.parlour.metrics
        return metrics.bot_lateness, metrics.thinker_lateness


def played(
    folder: Path,
    scene: Callable[[Evening], Coroutine[Any, Any, None]],
    pace: int = 100,
    level: str = "club",
    game: str = "watch",
    **options: Any,
) -> None:
    async def evening() -> None:
        async with Parlour(folder) as parlour:
            await scene(Evening(parlour, pace, level, game, **{"first": 1, **options}))

    asyncio.run(evening())


def test_only_acts_count_and_by_how_late_they_were(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        quick, deep = evening.seen()
        evening.plans(evening.now + 1_000, acts=False)
        evening.parlour.pass_time(evening.table, 3.0)
        assert sum(quick.counts) == 0, "it has looked up, and done nothing"
        assert evening.orders[-1]["do"] == "look"
        assert evening.orders[-1]["now"] == 3_000
        evening.plans(evening.now + 1_000)
        evening.parlour.pass_time(evening.table, 1.4)
        assert sum(quick.counts) == 1
        assert quick.sum == pytest.approx(0.4)
        assert sum(deep.counts) == 0

    played(tmp_path, scene)


@pytest.mark.parametrize("level", ["club", "expert"])
def test_late_is_what_people_wait_at_the_pace_of_the_table(level: str, tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        evening.plans(evening.now + 1_000)
        evening.parlour.pass_time(evening.table, 0.9)
        quick, deep = evening.seen()
        counted = deep if level == "expert" else quick
        assert counted.sum == pytest.approx(0.4)
        assert (sum(quick.counts), sum(deep.counts)) == (level == "club", level == "expert")

    played(tmp_path, scene, pace=200, level=level)


def test_what_was_lost_to_thoughts_that_were_taken_back_counts(tmp_path: Path) -> None:
    """It would have acted after its first thought; nobody waits for that a second time."""

    async def scene(evening: Evening) -> None:
        for _ in range(3):
            evening.parlour.pass_time(evening.table, 0.3)
            evening.hand._take_back()
            evening.plans(evening.now + 1_000)
            assert evening.hand.due is None
            assert evening.orders[-1]["do"] == "look"
        evening.plans(evening.now + 1_000)
        evening.parlour.pass_time(evening.table, 1.0)
        quick, _ = evening.seen()
        assert quick.sum == pytest.approx(0.9)
        assert sum(quick.counts) == 1

    played(tmp_path, scene)


def test_its_own_act_makes_nothing_late_that_it_does_next(tmp_path: Path) -> None:
    """What it thought while its act waited to be judged was about another table."""

    async def scene(evening: Evening) -> None:
        evening.parlour.clock.at += 500
        evening.hand.judged(refused=False)
        evening.plans(evening.now + 1_000)
        evening.plans(evening.now + 1_000)
        assert evening.hand.meant == evening.hand.due == evening.now + 1_000

    played(tmp_path, scene)


def test_what_was_thought_in_vain_while_it_could_not_act_made_nothing_late(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        table = evening.table
        evening.hand._take_back()
        evening.hand.answered(Thought(1, evening.hand.life, "wait", 1))
        assert evening.hand._looking
        evening.parlour.pass_time(table, 1.0)
        assert table.play is not None
        first = table.play.match.legal(0)[0].to_json()
        table.play.submit_bot(0, first, table.now, "random")
        table.tick()
        assert evening.hand._taken_back
        evening.hand.answered(Thought(1, evening.hand.life, "nothing", 1))
        evening.plans(evening.now + 1_000)
        evening.parlour.pass_time(table, 1.0)
        quick, _ = evening.seen()
        assert quick.sum == pytest.approx(0.0, abs=0.002)

    played(tmp_path, scene, first=0)


def test_a_plan_may_be_long_however_long_nothing_has_happened(tmp_path: Path) -> None:
    """The match stands at the last event; how long a bot means to wait counts from the question."""

    async def scene(evening: Evening) -> None:
        evening.plans(evening.now + 1, acts=False)
        evening.parlour.pass_time(evening.table, 700.0)
        evening.plans(evening.now + 4_000, acts=False)
        assert evening.hand.level == "club"

    played(tmp_path, scene, game="time-of-chaos", first=0)


def test_where_the_imagined_table_comes_from_does_not_change() -> None:
    """Looking up is no act: whatever the bot is shown, the table is as it was."""
    play = glasses()
    play.clock.run(0.0)
    before = dump_state(find("out-of-time"), play.match.state)
    to_look(1, 1, play, 0, seeded(1), [], 1_000.0)
    assert dump_state(find("out-of-time"), play.match.state) == before
