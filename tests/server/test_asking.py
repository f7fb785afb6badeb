"""Questions to the rules: answered to whoever asks, from what they may know, without a trace."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine.errors import Refused
from sandtable.engine.game import Game
from sandtable.engine.registry import forget
from sandtable.engine.units import Seat
from sandtable.protocol.messages import Answered, Ask, Problem
from sandtable.scaffold.templates.game.state import Table as Pebbles
from sandtable.server.match.play import Play
from tests.server.kit import Server, guests, run, soon, table_of
from tests.server.parlour import Caller, Parlour
from tests.testing import saboteurs
from tests.testing.honest import AnswersQuestions

DRAW_SIX = {"ask": "if_i_draw", "pebble": 6}


class Newcomers(AnswersQuestions):
    """Whoever takes a seat over does not know its hand."""

    def veil(self, state: Pebbles, seat: Seat) -> Any:
        return state.hands[seat].copy()

    def veiled(self, state: Pebbles, seat: Seat, veil: Any) -> Pebbles:
        twin = state.copy()
        twin.hands[seat] = []
        return twin


@pytest.fixture
def playing_with() -> Iterator[Any]:
    """Registers a game for the length of a test."""
    used: list[str] = []

    def register(game: Game[Any]) -> str:
        sandtable.register(game)
        used.append(game.NAME)
        return game.NAME

    yield register
    for name in used:
        forget(name)


def ask(caller: Caller, question: dict[str, Any], number: int = 1) -> Answered:
    """Ask, and hear the answer at once, as when the disk has nothing to do."""
    before = len(caller.all(Answered))
    caller.say(Ask(number, question))
    (told,) = caller.all(Answered)[before:]
    assert told.id == number
    return told


@pytest.mark.policy("SP-V12")
def test_only_the_one_who_asks_is_told_and_nothing_is_left_of_it(
    tmp_path: Path, playing_with: Any
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            name = playing_with(AnswersQuestions())
            table, (ada, ben) = await parlour.playing(name, ["Ada", "Ben"])
            watcher = parlour.visit(table, None, None)
            await parlour.settled()
            assert table.play is not None
            for caller in (ada, ben, watcher):
                caller.frames()
            before = (table.play.match.hash(), table.play.seq, table.journal.lines)
            told = ask(ada, DRAW_SIX, number=7)
            assert told.answer is not None
            assert told.answer["hand"][-1] == 6
            assert ben.frames() == []
            assert watcher.frames() == []
            assert (table.play.match.hash(), table.play.seq, table.journal.lines) == before

    asyncio.run(scene())


@pytest.mark.policy("SP-V12")
def test_an_answer_never_comes_before_what_it_rests_on_is_on_disk(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            _, callers = await parlour.playing("out-of-time", ["Ada", "Ben"])
            first = next(caller for caller in callers if caller.snapshot.legal)
            parlour.store.late = True
            first.act(1, first.snapshot.legal[0])
            first.say(Ask(1, {"ask": "moves", "glass": 2 * (first.visitor.seat or 0)}))
            await asyncio.sleep(0)
            assert first.all(Answered) == []
            parlour.store.catch_up()
            await parlour.settled()
            assert [told.id for told in first.all(Answered)] == [1]
            kinds = [type(frame).__name__ for frame in first.heard]
            assert kinds.index("Answered") > kinds.index("Delta")

    asyncio.run(scene())


@pytest.mark.policy("SP-V12", "SP-A2")
def test_who_does_not_play_is_told_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, gathered = parlour.gather("out-of-time", ["Ada", "Ben"])
            ada = parlour.visit(table, gathered[0], 0)
            assert ask(ada, {"ask": "moves", "glass": 0}).rule == "SV-7"
            table.begin()
            await parlour.settled()
            watcher = parlour.visit(table, None, None)
            told = ask(watcher, {"ask": "moves", "glass": 0})
            assert (told.answer, told.rule) == (None, "SV-4")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ({"ask": "moves", "glass": 0}, "OT-P3"),
        ({"ask": "moves", "glass": -1}, "ST-5"),
        ({"ask": "moves", "glass": 10**40}, "ST-5"),
        ({"ask": "x" * 7_000}, "ST-5"),
        ({"ask": [[[[]]]]}, "ST-5"),
        ({}, "ST-5"),
    ],
)
def test_nonsense_is_refused_in_words(tmp_path: Path, question: dict[str, Any], rule: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            _, (ada, _) = await parlour.playing("out-of-time", ["Ada", "Ben"])
            told = ask(ada, question)
            assert (told.answer, told.rule) == (None, rule)
            assert told.message
            assert len(told.message) < 200

    asyncio.run(scene())


def test_a_game_that_answers_nothing_says_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            _, (ada, _) = await parlour.playing("watch", ["Ada", "Ben"])
            told = ask(ada, {"ask": "moves", "glass": 0})
            assert (told.rule, told.message) == ("ST-5", "This game answers no questions.")

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("game", "pebble"),
    [(saboteurs.StumblesOverQuestions(), 10**9), (saboteurs.AnswersAtLength(), 6)],
    ids=["stumbles", "goes on for too long"],
)
def test_a_fault_in_the_rules_is_told_as_one_and_the_game_goes_on(
    tmp_path: Path, playing_with: Any, game: Game[Any], pebble: int
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, callers = await parlour.playing(playing_with(game), ["Ada", "Ben"])
            told = ask(callers[0], {"ask": "if_i_draw", "pebble": pebble})
            assert (told.answer, told.rule) == (None, "SV-12")
            assert not table.broken
            assert all(caller.gone is None for caller in callers)

    asyncio.run(scene())


def match_of(game: Game[Any]) -> Play:
    return Play(sandtable.new(game, seats=2, seed=3), 100)


@pytest.mark.policy("SP-V12")
def test_rules_that_change_something_when_asked_change_a_copy() -> None:
    play = match_of(saboteurs.AnswersByDrawing())
    before = play.match.hash()
    play.preview(0, DRAW_SIX)
    assert play.match.hash() == before


@pytest.mark.policy("SP-V6", "SP-V12")
def test_a_newcomer_is_answered_from_what_a_newcomer_knows() -> None:
    play = match_of(Newcomers())
    play.match.act(play.match.active()[0], {"act": "draw"})
    seat = next(seat for seat in (0, 1) if play.match.state.hands[seat])  # type: ignore[attr-defined]
    assert len(play.preview(seat, DRAW_SIX)["hand"]) > 1
    play.change_sitter(seat, "newcomer")
    play.take_over(seat)
    assert play.preview(seat, DRAW_SIX)["hand"] == [6]


def test_after_the_end_nothing_is_answered() -> None:
    play = match_of(AnswersQuestions())
    while not play.match.over:
        play.match.act(play.match.active()[0], {"act": "stop"})
    with pytest.raises(Refused, match="ST-2"):
        play.preview(0, DRAW_SIX)


@pytest.mark.policy("SP-V12")
def test_a_real_server_tells_the_asker_where_a_glass_will_be_able_to_go(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with guests(server, "Ada", "Ben") as clients:
            ada, ben = await table_of(clients, "out-of-time")
            overheard: list[bytes] = []
            ben.on_frame = overheard.append
            await soon(ada, lambda: ada.seen is not None)
            tables = [ada, ben]
            while any(t.seen is None or t.seen.view["phase"] == "placing" for t in tables):
                for table in tables:
                    if table.seen is not None and table.seen.legal:
                        await table.act(table.seen.legal[0])
                await asyncio.sleep(0.01)
            assert ada.you is not None
            assert ada.seen is not None
            number = 2 * (ada.you.seat or 0)
            told = await asyncio.wait_for(ada.ask({"ask": "moves", "glass": number}), 20)
            assert told.answer is not None
            assert told.answer["at"] == ada.seen.view["glasses"][number]["runs_out_at"]
            assert {act["act"] for act in told.answer["acts"]} == {"move"}
            assert overheard
            assert [frame for frame in overheard if b'"type":"told"' in frame] == []
            refused = await asyncio.wait_for(ada.ask({"ask": "moves", "glass": number ^ 2}), 20)
            assert refused.rule == "OT-K6"

    server = Server(tmp_path).start()
    try:
        run(scene(server))
    finally:
        server.stop()


@pytest.mark.policy("SP-L6")
def test_questions_are_limited_like_other_messages(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with guests(server, "Ada", "Ben") as clients:
            ada, _ = await table_of(clients, "out-of-time")
            asked = [
                asyncio.ensure_future(ada.ask({"ask": "moves", "glass": 0})) for _ in range(110)
            ]
            await soon(ada, lambda: bool(ada.problems))
            assert isinstance(ada.problems[0], Problem)
            assert ada.problems[0].code == "SV-5"
            for each in asked:
                each.cancel()

    server = Server(tmp_path, limits=True).start()
    try:
        run(scene(server))
    finally:
        server.stop()
