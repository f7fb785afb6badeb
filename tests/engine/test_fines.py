"""A refusal that costs: what a strict referee does, and that it replays."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

import sandtable
from sandtable import BadLog, Refused, register
from sandtable.engine.acts import Act
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.outcome import Outcome
from sandtable.engine.plain import Reader
from sandtable.engine.registry import forget
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class Reach(Act):
    NAME: ClassVar[str] = "reach"
    FIELDS: ClassVar[dict[str, Any]] = {"high": int}

    def __init__(self, high: int) -> None:
        self.high = high


class Fined(Event):
    NAME: ClassVar[str] = "fined"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, at: int, seat: int) -> None:
        super().__init__(at)
        self.seat = seat


class Jar(State):
    def __init__(self, seats: int, rng: Rng, like: "Jar | None" = None) -> None:
        super().__init__(seats, rng, like)
        self.cookies: list[int] = [3] * seats if like is None else like.cookies.copy()

    def copy(self) -> "Jar":
        return Jar(self.seats, self.rng.copy(), self)


class CookieJar(Game[Jar]):
    """Reach for 1 and get it; reach higher and lose one."""

    NAME: ClassVar[str] = "cookie-jar"
    TITLE: ClassVar[str] = "Cookie jar"
    ACTS: ClassVar[tuple[type[Act], ...]] = (Reach,)

    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Jar:
        return Jar(seats, rng)

    def legal(self, state: Jar, seat: int) -> list[Act]:
        return [] if state.outcome else [Reach(1)]

    def act(self, state: Jar, seat: int, act: Act) -> list[Event]:
        assert isinstance(act, Reach)
        if act.high > 1:
            raise Refused("CJ-1", "That is not yours.", costs=True)
        if act.high < 1:
            raise Refused("CJ-2", "There is nothing there.")
        state.cookies[seat] += 1
        if state.cookies[seat] == 5:
            state.outcome = Outcome([seat], state.cookies.copy(), [{}] * state.seats, "five")
        return []

    def penalise(self, state: Jar, seat: int, act: Act, refused: Refused) -> list[Event]:
        state.cookies[seat] -= 1
        return [Fined(state.now, seat)]

    def alarm(self, state: Jar) -> int | None:
        return None

    def view(self, state: Jar, viewer: int | None) -> dict[str, Any]:
        return {"cookies": state.cookies.copy()}

    def dump(self, state: Jar) -> dict[str, Any]:
        return {"cookies": state.cookies.copy()}

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: int, over: bool
    ) -> Jar:
        state = Jar(seats, rng)
        state.cookies = Reader(data).wholes("cookies", seats, 0, 99)
        return state


@pytest.fixture
def match() -> Iterator[sandtable.Match]:
    register(CookieJar())
    yield sandtable.new("cookie-jar", seats=2, seed=1)
    forget("cookie-jar")


def test_a_refusal_without_cost_changes_nothing_and_is_not_logged(match: sandtable.Match) -> None:
    before = match.hash()
    with pytest.raises(Refused) as raised:
        match.act(0, {"act": "reach", "high": 0})
    assert (raised.value.costs, raised.value.events) == (False, [])
    assert match.hash() == before
    assert match.entries == []


def test_an_offence_is_refused_fined_told_and_logged(match: sandtable.Match) -> None:
    with pytest.raises(Refused) as raised:
        match.act(0, {"act": "reach", "high": 2})
    assert [event.to_json() for event in raised.value.events] == [
        {"event": "fined", "at": 0, "seat": 0}
    ]
    assert match.view(None) == {"cookies": [2, 3]}
    assert match.log[1]["refused"] == "CJ-1"


def test_a_match_with_offences_replays(match: sandtable.Match) -> None:
    for high in (1, 2, 1, 1):
        try:
            match.act(0, {"act": "reach", "high": high})
        except Refused as refused:
            assert refused.costs  # noqa: PT017
        match.advance(by=10)
    again = sandtable.replay(sandtable.write_log(match.log))
    assert again.hash() == match.hash()
    assert again.over


def test_a_log_that_hides_the_offence_is_refused(match: sandtable.Match) -> None:
    with pytest.raises(Refused):
        match.act(0, {"act": "reach", "high": 2})
    lines = match.log
    del lines[1]["refused"]
    with pytest.raises(BadLog, match="CJ-1"):
        sandtable.replay(lines)


def test_a_strangers_game_is_known_once_registered(match: sandtable.Match) -> None:
    assert "cookie-jar" in sandtable.games()
