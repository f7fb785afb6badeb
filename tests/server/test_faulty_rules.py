"""A game whose rules fail in the middle of an act: the table goes on as if nobody had tried it."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

import sandtable
from sandtable.engine.acts import Act
from sandtable.engine.events import Event
from sandtable.engine.registry import forget
from sandtable.protocol.messages import Ack, Refusal
from sandtable.protocol.problems import CANNOT
from sandtable.server.match.play import Play, Update
from tests.engine.test_fines import CookieJar, Jar, Reach

BELL = 5_000


class Rang(Event):
    NAME: ClassVar[str] = "rang"


class FaultyJar(CookieJar):
    """A bell rings every five seconds; whoever reaches for 9 finds a hole in the rules."""

    NAME: ClassVar[str] = "faulty-jar"

    def act(self, state: Jar, seat: int, act: Act) -> list[Event]:
        assert isinstance(act, Reach)
        if act.high == 9:
            state.cookies[seat] = 99
            raise ZeroDivisionError
        return super().act(state, seat, act)

    def alarm(self, state: Jar) -> int | None:
        return (state.now // BELL + 1) * BELL

    def ring(self, state: Jar) -> list[Event]:
        return [Rang(state.now)]


@pytest.fixture
def play() -> Iterator[Play]:
    sandtable.register(FaultyJar())
    playing = Play(sandtable.new("faulty-jar", seats=2, seed=1), 100)
    playing.clock.run(0.0)
    yield playing
    forget("faulty-jar")


def reach(play: Play, n: int, high: int, at: float) -> Update:
    play.submit(0, n, {"act": "reach", "high": high}, at, 0.0)
    (update,) = play.judge(at, 0.0)
    return update


def test_a_fault_changes_nothing_but_the_time(play: Play) -> None:
    update = reach(play, 1, 9, 7_000.0)
    assert update.answers == [(0, Refusal(1, CANNOT, "The server could not do that.", False))]
    assert play.match.now == 7_000
    assert play.match.view(None) == {"cookies": [3, 3]}
    assert update.lines[0]["note"] == "fault"


def test_what_rang_before_a_fault_has_rung(play: Play) -> None:
    assert [event.to_json() for event in reach(play, 1, 9, 12_000.0).events] == [
        {"event": "rang", "at": 5_000},
        {"event": "rang", "at": 10_000},
    ]


def test_the_table_plays_on_after_a_fault(play: Play) -> None:
    reach(play, 1, 9, 7_000.0)
    (answer,) = [answer for _, answer in reach(play, 2, 1, 7_100.0).answers]
    assert isinstance(answer, Ack)
    assert play.match.view(None) == {"cookies": [4, 3]}
    assert [line["at"] for line in play.match.log if "act" in line] == [7_100]
    assert sandtable.replay(play.match.log).hash() == play.match.hash()


def test_a_fault_is_told_once_when_the_act_is_sent_again(play: Play) -> None:
    first = reach(play, 1, 9, 7_000.0)
    act: dict[str, Any] = {"act": "reach", "high": 9}
    assert play.submit(0, 1, act, 7_200.0, 0.0) == first.answers[0][1]
