"""What comes from a process of bots is checked like a message from a stranger."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from sandtable.bots.levels import LONGEST_THOUGHT, levels
from sandtable.engine.game import Game
from sandtable.engine.table import new
from sandtable.server.bots import desk as desks
from sandtable.server.bots import ours as owners
from sandtable.server.bots.adviser import Adviser
from sandtable.server.bots.desk import BotDesk
from sandtable.server.bots.hand import Hand
from sandtable.server.bots.process import READY, Nonsense, Thought, Worker
from sandtable.server.match.play import Play
from tests.server.kit import run

PLAN = {"life": 1, "answer": "plan", "due": 5, "act": {"act": "x"}}


def asked(*bots: int) -> Worker:
    """A process that was asked by these bots, in this order; the questions are 1, 2, ..."""
    worker = Worker()
    for bot in bots:
        worker.send({"do": "look", "bot": bot, "life": 1})
    return worker


def line(**said: Any) -> bytes:
    return msgspec.json.encode(said) + b"\n"


def blamed(worker: Worker, raw: bytes) -> int | None:
    with pytest.raises(Nonsense) as nonsense:
        worker._taken(raw)
    return nonsense.value.bot


def test_each_question_has_a_number_and_gets_its_answer() -> None:
    worker = asked(7, 8, 7)
    orders = [msgspec.json.decode(order) for order in worker._unsent]
    assert [(order["bot"], order["question"]) for order in orders] == [(7, 1), (8, 2), (7, 3)]
    for bot, question in ((7, 1), (8, 2), (7, 3)):
        assert worker.thinker() == bot
        assert worker._taken(line(bot=bot, question=question, **PLAN)).bot == bot
    assert worker.thinker() is None


@pytest.mark.policy("SP-A9")
@pytest.mark.parametrize(
    "raw",
    [
        line(bot=8, question=2, **PLAN),
        line(bot=8, question=1, **PLAN),
        line(bot=7, question=3, **PLAN),
        line(bot=7, **PLAN),
        line(bot=8, life=1, answer="wait"),
        line(bot=7, question=1, **{**PLAN, "due": -1}),
        line(bot=7, question=1, **{**PLAN, "act": "the left one"}),
        line(bot=7, question=1, life=1, answer="win"),
        line(bot=7),
        READY + b"\n",
        b"\n",
        b"\xff\n",
        b'{"act":{"a":' + b"[" * 100_000 + b"\n",
    ],
)
def test_nobody_answers_for_another_or_what_was_not_asked(raw: bytes) -> None:
    worker = asked(7, 8)
    assert blamed(worker, raw) == 7, "whoever thinks wrote it"
    assert worker._taken(line(bot=7, question=1, **PLAN)).answer == "plan", "and it changed nothing"


@pytest.mark.policy("SP-A9")
def test_who_answers_twice_is_blamed_and_not_who_thinks_now() -> None:
    worker = asked(7, 8)
    worker._taken(line(bot=7, question=1, **PLAN))
    assert blamed(worker, line(bot=7, question=1, **PLAN)) == 7
    assert blamed(worker, b"nonsense\n") == 8


def test_where_nobody_thinks_it_was_who_thought_last() -> None:
    worker = asked(7)
    worker._taken(line(bot=7, question=1, **PLAN))
    assert blamed(worker, b"nonsense\n") == 7
    assert blamed(worker, line(bot=8, question=2, **PLAN)) == 7
    assert blamed(Worker(), b"nonsense\n") is None


def test_who_cannot_sit_down_says_so_unasked() -> None:
    assert asked(7)._taken(line(bot=9, life=1, answer="fault")).bot == 9


class Lines:
    """What a process writes; then it is gone."""

    def __init__(self, *lines: bytes) -> None:
        self.left = list(lines)

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> bytes:
        if not self.left:
            raise StopAsyncIteration
        return self.left.pop(0)


class Gone:
    """A process that has ended by itself."""

    pid = 2**22 + 1
    """Above the highest there can be."""
    returncode = 0

    def __init__(self, *lines: bytes) -> None:
        self.stdout = Lines(*lines)

    def kill(self) -> None:
        raise ProcessLookupError

    async def wait(self) -> int:
        return 0


def heard(worker: Worker, *lines: bytes) -> list[Thought]:
    async def scene() -> list[Thought]:
        worker.process = cast(asyncio.subprocess.Process, Gone(*lines))
        return [answer async for answer in worker.answers()]

    return run(scene())


def test_what_packages_write_while_they_are_loaded_is_left_out() -> None:
    worker = asked(7)
    answer = line(bot=7, question=1, **PLAN)
    assert len(heard(worker, b"loading\n", answer, b"{}\n", READY + b"\n", answer)) == 1
    assert worker.ready
    assert worker.blamed is None


def test_a_process_that_cannot_load_says_why() -> None:
    worker = asked(7)
    failure = line(bot=0, life=0, answer="fault", trace="somewhere")
    assert [said.trace for said in heard(worker, b"loading\n", failure, failure)] == ["somewhere"]
    assert worker.blamed is None


@pytest.mark.policy("SP-A9")
def test_after_nonsense_nothing_is_heard_and_somebody_is_blamed() -> None:
    worker = asked(7, 8)
    first, second = (line(bot=bot, question=bot - 6, **PLAN) for bot in (7, 8))
    assert len(heard(worker, READY + b"\n", first, b"nonsense\n", second)) == 1
    assert worker.blamed is not None
    assert worker.blamed.bot == 8


def test_who_ends_in_the_middle_of_a_word_wrote_no_nonsense() -> None:
    worker = asked(7)
    answer = line(bot=7, question=1, **PLAN)
    assert heard(worker, READY + b"\n", answer[:-1]) == []
    assert worker.blamed is None


@pytest.mark.policy("SP-A9")
@pytest.mark.parametrize("ours", [True, False])
def test_a_process_fails_by_our_fault_only_where_nobody_elses_code_runs(ours: bool) -> None:
    faults: list[None] = []
    desk, worker = BotDesk(1), asked(7, 9)
    desk.on_own_fault = lambda: faults.append(None)
    hands = {
        7: SimpleNamespace(is_ours=ours),
        8: SimpleNamespace(is_ours=False),
        9: SimpleNamespace(is_ours=True),
    }
    desk._hands = cast(dict[int, Hand | Adviser], hands)
    desk._home = {7: worker, 8: Worker(), 9: worker}
    desk._process_failed(worker, Thought(0, 0, "fault", trace="somewhere"))
    assert len(faults) == ours
    told = None if worker.blamed is None else (worker.blamed.bot, worker.blamed.trace)
    assert told == (None if ours else (7, "somewhere"))


@pytest.mark.parametrize(
    ("bot", "game", "ours"),
    [
        ("sandtable.bots.x", "sandtable.games.x", True),
        ("elsewhere.bots", "sandtable.games.x", False),
        ("sandtable.bots.x", "elsewhere.rules", False),
        ("sandtables.bots", "sandtable.games.x", False),
    ],
)
def test_a_bot_is_ours_if_its_game_is_too(
    bot: str, game: str, ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type("Kind", (), {"__module__": bot})
    rules = type("Rules", (), {"__module__": game})()
    monkeypatch.setattr(owners, "levels", lambda game: {"club": kind})
    assert owners.is_ours(cast(Game[Any], rules), "club") == ours
    hand = SimpleNamespace(level="club", match=SimpleNamespace(game=rules))
    assert Hand.is_ours.fget(hand) == ours  # type: ignore[attr-defined]
    adviser = SimpleNamespace(level="club", play=hand)
    assert Adviser.is_ours.fget(adviser) == ours  # type: ignore[attr-defined]


@pytest.mark.policy("SP-A9")
@pytest.mark.parametrize("ready", [True, False])
def test_who_thinks_for_ever_is_blamed_and_nobody_for_a_process_that_does_not_load(
    ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "LOOK_EVERY", 0.0)
    desk, worker = BotDesk(1), asked(7)
    desk._quick = [worker]

    async def scene() -> None:
        worker.process = cast(asyncio.subprocess.Process, Gone())
        worker.ready, worker._since = ready, float("-inf")
        watching = asyncio.create_task(desk._watch())
        await asyncio.sleep(0.05)
        watching.cancel()

    run(scene())
    told = None if worker.blamed is None else (worker.blamed.bot, worker.blamed.what)
    assert told == ((7, "thought for too long") if ready else None)


@pytest.mark.policy("SP-A9")
def test_who_thinks_as_long_as_it_says_is_not_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience of the server begins where the time ends that a level may take."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    worker = Worker()
    worker.ready = True
    worker.send({"do": "look", "bot": 7, "life": 1}, LONGEST_THOUGHT / 1_000)
    worker.send({"do": "look", "bot": 8, "life": 1})
    now[0] += LONGEST_THOUGHT / 1_000 + 19
    assert not worker.is_stuck(20.0)
    now[0] += 2
    assert worker.is_stuck(20.0)
    assert worker._taken(line(bot=7, question=1, **PLAN)).bot == 7
    assert not worker.is_stuck(20.0), "now it is somebody else's turn"
    now[0] += 21
    assert worker.is_stuck(20.0), "who thinks for no time at all"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_process_knows_how_long_its_bots_may_think(level: str) -> None:
    match = new("watch", seats=2, seed=5)
    desk = BotDesk(1)
    desk._employ = lambda worker: None  # type: ignore[method-assign]
    desk.attach(Play(match, 100), match.active()[0], level)
    (worker,) = desk._home.values()
    (asked,) = worker._thinking
    assert asked.thinks == levels(match.game)[level].THINKS / 1_000
    assert (asked.thinks > 0) == (level == "expert")
