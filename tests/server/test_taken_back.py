"""A thought that was taken back comes to nothing: no bot acts on what is not asked any more."""

import os
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import msgspec
import pytest

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.position import dump_state
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.engine.units import Ms
from sandtable.server.bots.desk import BotDesk
from sandtable.server.bots.hand import MOST_HALVED, Hand, soon
from sandtable.server.bots.inbox import Inbox, Thinking
from sandtable.server.bots.process import Thought
from sandtable.server.bots.worker import Desk
from sandtable.server.match.play import Play
from tests.games.out_of_time.build import glass, table
from tests.server.hand_clock import HandClock

HERE = 0
ACT = {"act": "anything"}


class Sitting:
    """A bot in a seat, of the watch if nothing else is said, whose process is this test."""

    def __init__(self, level: str = "club", match: Match | None = None) -> None:
        self.orders: list[dict[str, Any]] = []
        self.last: dict[str, Any] = {}
        self.match = match or new("watch", seats=2, seed=5, options={"first": HERE})
        self.clock = HandClock()
        desk = SimpleNamespace(order=self.orders.append, on_fault=lambda: None, now=self.clock.now)
        play = Play(self.match, 100)
        play.clock.run(self.clock.at)
        self.hand = Hand(cast(BotDesk, desk), 1, play, HERE, level)
        self.hand.sit()
        self.hand.look()

    def done(self) -> list[str]:
        """What was ordered since the last time."""
        done = [order["do"] for order in self.orders]
        self.last = self.orders[-1] if self.orders else {}
        self.orders.clear()
        return done

    def plan(self, due: Ms | None = None) -> None:
        due = self.match.now + 1_000 if due is None else due
        self.hand.answered(Thought(1, self.hand.life, "plan", 1, due, ACT))

    def turn(self) -> None:
        """Whoever may do something does it; so the others can do something else."""
        (seat,) = self.match.active()
        self.hand.happened(self.match.act(seat, self.match.legal(seat)[0]))


@pytest.fixture(params=["club", "expert"])
def sitting(request: pytest.FixtureRequest) -> Sitting:
    found = Sitting(request.param)
    assert found.done() == ["sit", "look"]
    return found


@pytest.mark.policy("SP-A18")
def test_a_plan_for_a_table_that_has_changed_is_dropped(sitting: Sitting) -> None:
    sitting.turn()
    assert sitting.done() == ["drop"]
    sitting.turn()
    assert sitting.done() == [], "it is taken back once"
    sitting.plan()
    assert (sitting.hand.due, sitting.hand.act) == (None, None)
    assert sitting.done() == ["look"], "and asked again at once"
    sitting.plan()
    assert sitting.hand.act == ACT, "that one stands"
    assert sitting.done() == []


def test_a_plan_stands_if_nothing_changed_for_this_seat(sitting: Sitting) -> None:
    sitting.hand.happened([])
    sitting.plan()
    assert sitting.hand.act == ACT
    assert "drop" not in sitting.done()


@pytest.mark.policy("SP-A18")
@pytest.mark.parametrize("answer", ["plan", "wait", "keep", "nothing"])
def test_whatever_comes_of_a_thought_that_was_taken_back(sitting: Sitting, answer: Any) -> None:
    """Not even that it would rather wait."""
    sitting.plan()
    due = sitting.hand.due
    sitting.hand.look()
    sitting.turn()
    assert sitting.done() == ["look", "drop"]
    sitting.hand.answered(Thought(1, sitting.hand.life, answer, 2, 99_000, {"act": "other"}))
    assert (sitting.hand.due, sitting.hand.act) == (due, ACT)


@pytest.mark.policy("SP-A18")
def test_a_bot_that_has_acted_thinks_anew_about_all(sitting: Sitting) -> None:
    """Its act waits to be judged, and it has planned again meanwhile, or is about to."""
    sitting.plan()
    sitting.hand.judged(refused=False)
    assert sitting.hand.due is None
    sitting.hand.look()
    assert sitting.done() == ["look"]
    sitting.hand.judged(refused=False)
    assert sitting.done() == ["drop"]
    sitting.plan()
    assert sitting.hand.due is None
    assert sitting.done() == ["look"]


def test_a_refusal_takes_nothing_back(sitting: Sitting) -> None:
    sitting.hand.judged(refused=True)
    sitting.plan()
    assert sitting.hand.act == ACT
    sitting.hand.judged(refused=True)
    assert sitting.hand.act == ACT
    assert sitting.done() == []


@pytest.mark.policy("SP-A18")
def test_each_thought_after_one_in_vain_has_half_the_time(sitting: Sitting) -> None:
    """Else a bot that needs longer than the table stands still would never act."""
    for vain in range(MOST_HALVED + 3):
        while not sitting.orders:
            sitting.turn()
        sitting.plan()
        assert sitting.done() == ["drop", "look"]
        assert sitting.last["in_vain"] == min(vain + 1, MOST_HALVED)
    sitting.plan()
    sitting.hand.look()
    assert sitting.done() == ["look"]
    assert sitting.last["in_vain"] == 0


def test_who_sits_down_again_is_asked_afresh(sitting: Sitting) -> None:
    sitting.hand.sit()
    assert sitting.done() == ["drop", "sit"]
    sitting.hand.look()
    assert sitting.last["life"] == 2
    sitting.turn()
    sitting.plan()
    assert sitting.hand.act is None
    sitting.hand.sit()
    sitting.hand.look()
    assert sitting.done()[-2:] == ["sit", "look"]
    assert sitting.last["in_vain"] == 0
    sitting.plan()
    assert sitting.hand.act == ACT, "what was taken back was asked of the one before"


def test_a_fault_is_one_whether_taken_back_or_not(sitting: Sitting) -> None:
    sitting.turn()
    sitting.hand.answered(Thought(1, sitting.hand.life, "fault", 1))
    assert sitting.hand.level == "random"


def test_our_bots_are_ours(sitting: Sitting) -> None:
    assert sitting.hand.is_ours


# Thinking ahead.


def running() -> Match:
    """Out of Time: no glass of the bot has run out, and the others can move one."""
    return table(
        *(glass(3, 9_000), glass(4, 29_000)),
        *(glass(6), glass(10)),
        *(glass(17), glass(18)),
        *(glass(12), glass(16)),
    )


def moves(match: Match, seat: int, *, beside: bool) -> list[Event]:
    """Somebody else moves a glass onto a space where the bot could go, or leaves them alone."""
    again = match.copy()
    again.advance(by=9_000)
    mine = {act.to_json()["to"] for act in again.legal(HERE)}
    for act in match.legal(seat):
        if (act.to_json().get("to") in mine) == beside:
            return match.act(seat, act)
    raise AssertionError("nobody can")


@pytest.mark.policy("SP-A18")
def test_a_thought_ahead_is_taken_back_when_what_it_is_about_changes() -> None:
    match = running()
    assert not match.legal(HERE)
    sitting = Sitting("expert", match)
    assert sitting.done() == ["sit", "look"]
    sitting.hand.happened(moves(match, 1, beside=True))
    assert sitting.done() == ["drop"]
    sitting.hand.answered(Thought(1, sitting.hand.life, "nothing", 1))
    assert sitting.done() == ["look"]
    assert sitting.last["in_vain"] == 1, "and it gets half the time, so that it is not starved"


def test_a_thought_ahead_stands_when_somebody_moves_far_away() -> None:
    match = running()
    sitting = Sitting("expert", match)
    sitting.done()
    sitting.hand.happened(moves(match, 2, beside=False))
    assert sitting.done() == []


def test_who_does_not_search_is_left_to_answer() -> None:
    """A quick answer is there before it could be taken back."""
    match = running()
    sitting = Sitting("club", match)
    sitting.done()
    sitting.hand.happened(moves(match, 1, beside=True))
    assert sitting.done() == []


def test_how_far_a_table_looks_ahead_for_a_bot() -> None:
    match = running()
    state = match.state.copy()
    assert soon(match.game, state, HERE)
    assert state.now == match.now + 9_000
    still = new("time-of-chaos", seats=2, seed=4)
    waits = 1 - still.active()[0]
    assert soon(still.game, still.state.copy(), waits) == [], "where nothing happens by itself"


# In the process where it thinks.


class Ponders(RandomBot):
    """Looks at its budget once, and plans all the same."""

    THINKS = 64_000
    had: ClassVar[list[float]] = []

    def plan(self, seen: Seen) -> Plan | None:
        assert isinstance(seen.budget, Thinking)
        seen.budget.is_spent()
        self.had.append(seen.budget.seconds)
        return super().plan(seen)


@pytest.fixture
def thinking() -> Iterator[tuple[Desk, dict[str, Any], int]]:
    """A desk with one bot, the order to look, and where more orders can be written."""
    match = new("watch", seats=2, seed=5, options={"first": HERE})
    reading, writing = os.pipe()
    desk = Desk(Inbox(reading))
    sat = {"seats": 2, "options": match.options}
    desk.bots[7] = Ponders(match.game, HERE, seeded(1)), sat
    position = dump_state(match.game, match.state)
    look = {"do": "look", "bot": 7, "life": 1, "question": 1, "told": [], "position": position}
    asked = {"asked": time.monotonic(), "pace": 100, "planned": False, "in_vain": 0}
    yield desk, {**look, **asked}, writing
    os.close(writing)
    os.close(reading)


def answer_to(desk: Desk, writing: int, *orders: dict[str, Any]) -> dict[str, Any]:
    """What comes of the first order, when these are written one after the other."""
    os.write(writing, b"".join(msgspec.json.encode(order) + b"\n" for order in orders))
    order = desk.inbox.next()
    assert order is not None
    answer = desk.obey(order)
    assert answer is not None
    return answer


@pytest.mark.policy("SP-A18")
def test_the_process_says_nothing_of_what_was_taken_back(
    thinking: tuple[Desk, dict[str, Any], int],
) -> None:
    desk, look, writing = thinking
    assert answer_to(desk, writing, look)["answer"] == "plan"
    assert answer_to(desk, writing, look, {"do": "drop", "bot": 8})["answer"] == "plan"
    assert answer_to(desk, writing, look, {"do": "drop", "bot": 7}) == {"answer": "nothing"}
    assert answer_to(desk, writing, look)["answer"] == "plan", "the next question stands"
    os.write(writing, msgspec.json.encode(look) + b"\n")
    order = desk.inbox.next()
    assert order is not None
    os.write(writing, b'{"do":"drop","bot":7}\n')
    assert desk.obey(order) == {"answer": "nothing"}, "taken back while it thinks"
    other = {**look, "bot": 8}
    desk.bots[8] = desk.bots[7]
    assert answer_to(desk, writing, other, look, {"do": "drop", "bot": 7})["answer"] == "plan"
    waiting = desk.inbox.next()
    assert waiting is not None
    assert desk.obey(waiting) == {"answer": "nothing"}, "taken back before its turn"


@pytest.mark.policy("SP-A18")
def test_the_process_gives_half_the_time_after_a_thought_in_vain(
    thinking: tuple[Desk, dict[str, Any], int],
) -> None:
    desk, look, writing = thinking
    Ponders.had.clear()
    for vain in range(4):
        answer_to(desk, writing, {**look, "in_vain": vain})
    assert Ponders.had == [64.0, 32.0, 16.0, 8.0]


class Steady(Ponders):
    """Keeps to its plan whatever happens, as long as it remembers it."""

    def interrupted(self, seen: Seen) -> bool:
        return False


@pytest.mark.policy("SP-A18")
def test_who_was_stopped_in_mid_thought_has_no_plan_to_keep(
    thinking: tuple[Desk, dict[str, Any], int],
) -> None:
    """When it began to think again it forgot what it had planned; the table has not."""
    desk, look, writing = thinking
    bot, sat = desk.bots[7]
    desk.bots[7] = Steady(bot.game, HERE, seeded(1)), sat
    planned = {**look, "planned": True}
    assert answer_to(desk, writing, planned) == {"answer": "keep"}
    os.write(writing, msgspec.json.encode(look) + b"\n")
    order = desk.inbox.next()
    assert order is not None
    os.write(writing, b'{"do":"drop","bot":7}\n')
    assert desk.obey(order) == {"answer": "nothing"}
    assert answer_to(desk, writing, planned)["answer"] == "plan", "so it makes another"
    assert answer_to(desk, writing, planned) == {"answer": "keep"}


@pytest.mark.parametrize("order", ["sit", "leave"])
def test_a_newcomer_was_never_stopped(
    order: str, thinking: tuple[Desk, dict[str, Any], int]
) -> None:
    desk, _, _ = thinking
    desk.torn.add(7)
    sit = {"do": order, "bot": 7, "game": "watch", "rules": None, "level": "club", "seat": HERE}
    desk.obey({**sit, **desk.bots[7][1], "luck": 1})
    assert desk.torn == set()
