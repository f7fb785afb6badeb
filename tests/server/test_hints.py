"""Hints: what a bot would do in your seat, for anybody who plays against bots only."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.registry import find
from sandtable.protocol.messages import Answered, Delta, Hint, Hinted, Snapshot, WantPause
from sandtable.server.bots import desk as desks
from sandtable.server.bots.adviser import Adviser
from sandtable.server.bots.inbox import Inbox
from sandtable.server.bots.process import Thought
from sandtable.server.bots.worker import Desk
from sandtable.server.tables import advice, hosting
from sandtable.server.tables.table import Table
from tests.server.kit import Server, guests, run, soon, table_of
from tests.server.parlour import Caller, Parlour

GAMES = ["watch", "out-of-time", "time-n-space", "time-of-chaos"]


class Brains:
    """The processes of the bots, in this one: nothing is thought about until somebody says so."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.desk = table.house.bots
        self.orders: list[dict[str, Any]] = []
        reading, self._writing = os.pipe()
        self._process = Desk(Inbox(reading))
        monkeypatch.setattr(self.desk, "order", self.orders.append)

    @property
    def looks(self) -> list[dict[str, Any]]:
        """The questions that were asked for a hint."""
        return [order for order in self.orders if order["do"] == "look" and "why" in order]

    def advisers(self) -> list[Adviser]:
        return [hand for hand in self.desk._hands.values() if isinstance(hand, Adviser)]

    def think(self) -> list[dict[str, Any]]:
        """Let every bot that gives a hint think, and answer."""
        answers = []
        for adviser in self.advisers():
            for order in [order for order in self.orders if order["bot"] == adviser.number]:
                # As it comes through the pipe.
                answer = self._process.obey(json.loads(json.dumps(order)))
            assert answer is not None
            answers.append(answer)
            adviser.answered(Thought(bot=adviser.number, life=adviser.life, **answer))
        return answers


async def alone(parlour: Parlour, game: str, **options: Any) -> tuple[Table, Caller]:
    """Ada and two bots, and it is Ada who may do something."""
    if game == "watch":
        options["first"] = 0
    if game == "time-of-chaos":
        # Whoever takes the first turn places their pawn last.
        options.setdefault("first", 1)
    table, people = parlour.gather(game, ["Ada", "Bot", "Other Bot"], **options)
    for seat in (1, 2):
        hosting.remove(table, seat, people[0])
        hosting.seat_bot(table, seat, "club", people[0])
    table.begin()
    ada = parlour.visit(table, people[0], 0)
    await parlour.settled()
    if game != "time-of-chaos":
        await until_my_turn(parlour, table)
    return table, ada


async def until_my_turn(parlour: Parlour, table: Table) -> None:
    """Others' turns run out until Ada can do something."""
    assert table.play is not None
    for _ in range(400):
        if table.play.match.legal(0) or table.play.match.over:
            break
        parlour.pass_time(table, 1)
        await parlour.settled()
    assert table.play.match.legal(0)


def hints(caller: Caller) -> list[Hinted]:
    return caller.all(Hinted)


def hint(caller: Caller, number: int = 1) -> Hinted:
    """Ask and be refused at once."""
    before = len(hints(caller))
    caller.say(Hint(number))
    (told,) = hints(caller)[before:]
    assert told.id == number
    return told


def played(scene: Callable[[Parlour], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def evening() -> None:
        async with Parlour(folder) as parlour:
            await scene(parlour)

    asyncio.run(evening())


@pytest.mark.policy("SP-V16")
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_says_what_it_would_do_and_why_to_whoever_asks_alone(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, game)
        watcher = parlour.visit(table, None, None)
        await parlour.settled()
        brains = Brains(table, monkeypatch)
        assert table.play is not None
        before = (table.play.match.hash(), table.play.seq, table.journal.lines)
        ada.frames()
        watcher.frames()
        ada.say(Hint(7))
        assert hints(ada) == [], "the server waits for nobody who thinks"
        assert len(brains.advisers()) == 1
        assert len(table.house.bots) == 2, "who only gives a hint does not play"
        brains.think()
        (told,) = hints(ada)
        assert (told.id, told.rule, told.message) == (7, None, None)
        assert told.act in [act.to_json() for act in table.play.match.legal(0)]
        assert told.why
        assert told.why.endswith(".")
        assert len(told.why) < 160
        assert watcher.frames() == []
        assert (table.play.match.hash(), table.play.seq, table.journal.lines) == before
        assert brains.advisers() == []

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16", "SP-A9")
@pytest.mark.parametrize("game", GAMES)
def test_the_bot_is_shown_an_imagined_table_and_knows_what_the_seat_knows(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, game)
        brains = Brains(table, monkeypatch)
        assert table.play is not None
        match = table.play.match
        asked: list[Any] = []
        imagine = match.game.imagine

        def watched(state: Any, seat: int, rng: Any) -> Any:
            imagined = imagine(state, seat, rng)
            asked.append((seat, match.game.dump(imagined)))
            return imagined

        monkeypatch.setattr(type(match.game), "imagine", lambda _, *given: watched(*given))
        ada.say(Hint(1))
        (look,) = brains.looks
        assert [seat for seat, _ in asked] == [0]
        assert look["position"]["table"] == asked[0][1]
        assert str(match.seed) not in json.dumps(brains.orders)
        known = [told for _, told in table.play.told_before(0, len(table.play.events))]
        assert look["told"] in ([], known)

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16", "SP-V6")
def test_the_bot_hears_of_the_past_what_whoever_sits_there_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        asked: list[tuple[int, int]] = []

        def told_before(seat: int, most: int) -> list[tuple[int, dict[str, Any]]]:
            asked.append((seat, most))
            return [(seat, {"event": "heard", "by": seat})]

        monkeypatch.setattr(table.play, "told_before", told_before)
        ada.say(Hint(1))
        (look,) = brains.looks
        assert look["told"] == [{"event": "heard", "by": 0}]

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_what_a_hint_rests_on_is_on_disk_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "out-of-time")
        brains = Brains(table, monkeypatch)
        parlour.store.late = True
        assert table.play is not None
        ada.act(1, table.play.match.legal(0)[0].to_json())
        ada.say(Hint(1))
        brains.think()
        assert hints(ada) == []
        parlour.store.catch_up()
        await parlour.settled()
        ada.frames()
        kinds = [type(frame) for frame in ada.heard if isinstance(frame, Hinted | Delta)]
        assert kinds[-1] is Hinted
        assert Delta in kinds

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16", "SP-A2")
def test_there_is_no_hint_for_watchers_among_people_and_before_or_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, gathered = parlour.gather("watch", ["Ada", "Ben"])
        brains = Brains(table, monkeypatch)
        ada = parlour.visit(table, gathered[0], 0)
        assert hint(ada).rule == "SV-7"
        table.begin()
        watcher = parlour.visit(table, None, None)
        await parlour.settled()
        told = hint(ada)
        assert (told.act, told.why, told.rule) == (None, None, "SV-4")
        assert told.message == "Hints are only available when all your opponents are bots."
        assert hint(watcher).message == "You are only watching this table."
        assert brains.looks == []

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_there_is_no_hint_while_somebody_may_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, (ada, ben) = await parlour.playing("watch", ["Ada", "Ben"])
        brains = Brains(table, monkeypatch)
        assert ben.guest is not None
        ben.leave()
        parlour.pass_time(table, 40)
        assert table.seating[1].stand_in
        await parlour.settled()
        assert hint(ada).rule == "SV-4", "a bot stands in for Ben"
        hosting.stand(table, 1)
        assert table.seating[1].kind == "bot"
        await parlour.settled()
        assert hint(ada).rule == "SV-4", "Ben may have the seat back"
        table.seating[1].left_by = None
        await until_my_turn(parlour, table)
        ada.say(Hint(9))
        assert len(brains.looks) == 1

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_there_is_no_hint_while_a_seat_is_kept_for_somebody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        monkeypatch.setattr(type(table.requests), "any_granted", property(lambda _: True))
        assert hint(ada).rule == "SV-4"
        monkeypatch.undo()
        table.seating[1].kept_for = "somebody"
        assert hint(ada).rule == "SV-4"
        assert brains.looks == []

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_there_is_no_hint_in_a_pause_and_none_comes_once_one_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        ada.say(WantPause(True))
        brains.think()
        await parlour.settled()
        (told,) = hints(ada)
        assert (told.act, told.rule, told.message) == (None, "SV-7", "The game is paused.")
        assert hint(ada, 2).message == "The game is paused."

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_there_is_no_hint_after_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch", minutes=1)
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        assert table.play is not None
        for _ in range(600):
            if table.play.match.over:
                break
            # What the bot thinks of is long out of date by then.
            parlour.pass_time(table, 2)
            await parlour.settled()
        assert table.play.match.over
        assert brains.advisers() == []
        assert [told.act for told in hints(ada)] == [None]
        assert hint(ada, 2).message == "The game is over."

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_an_act_makes_what_is_thought_about_out_of_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "out-of-time")
        brains = Brains(table, monkeypatch)
        assert table.play is not None
        ada.say(Hint(1))
        (first,) = brains.advisers()
        ada.act(1, table.play.match.legal(0)[0].to_json())
        parlour.pass_time(table, 1)
        await parlour.settled()
        assert first not in brains.advisers()
        brains.think()
        (told,) = hints(ada)
        assert told.act is None or told.act in advice.plain_acts(table.play, 0)

    played(scene, tmp_path)


def test_with_nothing_to_do_nobody_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "time-of-chaos", first=0)
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        assert brains.looks == []
        (told,) = hints(ada)
        assert (told.act, told.why, told.rule) == (None, advice.NOTHING, None)

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_when_the_table_changes_the_bot_looks_again_and_gives_up_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "out-of-time")
        brains = Brains(table, monkeypatch)
        assert table.play is not None
        ada.say(Hint(1))
        (first,) = brains.advisers()
        table.advice.table_changed()
        assert len(brains.looks) == 2
        assert first not in brains.advisers()
        # Whatever the first one says now, nobody hears it.
        first.answered(Thought(bot=first.number, life=1, answer="plan", act={"act": "old"}))
        assert [told for told in hints(ada) if told.act] == []
        for _ in range(advice.MOST_LOOKS):
            table.advice.table_changed()
        (told,) = hints(ada)
        assert told.message == "The table changes too quickly for a hint; ask again."
        assert brains.advisers() == []

    played(scene, tmp_path)


def test_an_act_that_is_not_possible_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        (adviser,) = brains.advisers()
        odd = Thought(bot=adviser.number, life=1, answer="plan", act={"act": "cheat"}, why="Ha!")
        adviser.answered(odd)
        (told,) = hints(ada)
        assert (told.act, told.why, told.rule) == (None, None, "SV-7")

    played(scene, tmp_path)


@pytest.mark.parametrize(("why", "said"), [("", advice.WAIT), ("Soon it is free.",) * 2])
def test_to_wait_is_a_hint_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str, said: str
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "out-of-time")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        (adviser,) = brains.advisers()
        adviser.answered(Thought(bot=adviser.number, life=1, answer="plan", why=why))
        (told,) = hints(ada)
        assert (told.act, told.why, told.rule) == (None, said, None)

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_one_hint_at_a_time_and_not_many_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        assert hint(ada, 2).rule == "SV-5"
        assert len(brains.looks) == 1, "asking again makes nobody think twice"
        brains.think()
        for n in range(3, 1_003):
            ada.say(Hint(n))
            brains.think()
            ada.frames()
        given = [told for told in hints(ada) if told.rule is None]
        refused = {told.rule for told in hints(ada) if told.rule is not None}
        assert len(given) == advice.BURST
        assert refused == {"SV-5"}
        assert len(brains.looks) == advice.BURST
        parlour.clock.at += 2_000
        ada.say(Hint(2_000))
        brains.think()
        assert hints(ada)[-1].rule is None

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16")
def test_whoever_has_gone_is_told_nothing_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        again = parlour.visit(table, ada.guest, 0)
        again.say(Hint(2))
        assert len(brains.advisers()) == 1
        brains.think()
        assert hints(ada) == []
        assert [(told.id, told.rule) for told in hints(again)] == [(2, None)]
        again.say(Hint(3))
        table.dissolve(4003, "closed", None)
        assert brains.advisers() == []

    played(scene, tmp_path)


@pytest.mark.policy("SP-V16", "SP-A2")
def test_a_watcher_of_bots_gets_none_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, _ = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        watcher = parlour.visit(table, None, None)
        await parlour.settled()
        monkeypatch.setattr(type(table.seating), "only_bots_with", lambda *given: True)
        assert hint(watcher).rule == "SV-4"
        assert brains.looks == []

    played(scene, tmp_path)


def test_who_gives_hints() -> None:
    class Kind:
        def __init__(self, thinks: int = 0) -> None:
            self.THINKS = thinks

    def best(**known: Kind) -> str | None:
        patched = pytest.MonkeyPatch()
        patched.setattr(desks, "levels", lambda game: {"random": Kind(), **known})
        try:
            return desks.advice_level(find("watch"))
        finally:
            patched.undo()

    assert best(novice=Kind(), club=Kind(), expert=Kind(9)) == "club"
    assert best(novice=Kind(), better=Kind(), expert=Kind(9)) == "better"
    assert best(novice=Kind(), club=Kind(9)) == "novice"
    assert best(club=Kind(9), expert=Kind(9)) == "club"
    assert best(genius=Kind(9)) == "genius"
    assert best() is None, "whoever plays at random has no advice to give"


def test_a_game_that_nobody_knows_has_no_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        _, ada = await alone(parlour, "watch")
        monkeypatch.setattr(advice, "advice_level", lambda game: None)
        told = hint(ada)
        assert told.message == "No bot knows this game well enough to give a hint."

    played(scene, tmp_path)


# In processes of their own.


@pytest.mark.policy("SP-V16")
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_can_be_played(server: Server, game: str) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create(game, bots=["club", "club"], start=True)
            await soon(table, lambda: bool(table.seen and table.seen.legal))
            for _ in range(3):
                told = await table.hint()
                if told.act is None:
                    continue
                assert told.why
                assert (await table.act(told.act)).__class__.__name__ == "Ack"
                return
            raise AssertionError(told)

    run(scene())


@pytest.mark.policy("SP-V16")
def test_among_people_it_is_refused_in_words(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as both:
            tables = await table_of(list(both))
            for table in tables:
                told = await table.hint()
                assert (told.act, told.rule) == (None, "SV-4")

    run(scene())


@pytest.mark.policy("SP-V16", "SP-A9")
def test_a_bot_that_dies_while_it_thinks_of_a_hint_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        desk = table.house.bots
        faults: list[None] = []
        desk.on_fault = lambda: faults.append(None)
        await desk.start()
        try:
            worker = desk._quick[0]
            while not worker.ready:
                await asyncio.sleep(0.01)
            assert worker.process is not None
            os.kill(worker.process.pid, signal.SIGSTOP)
            ada.say(Hint(1))
            os.kill(worker.process.pid, signal.SIGKILL)
            while not hints(ada):
                await asyncio.sleep(0.01)
            (told,) = hints(ada)
            assert (told.act, told.rule) == (None, "SV-12")
            assert told.message == "The bot that was asked had no hint. Ask again, if you like."
            ada.say(Hint(2))
            while len(hints(ada)) < 2:
                await asyncio.sleep(0.01)
            assert hints(ada)[-1].act is not None
            assert [table.seating[seat].level for seat in (1, 2)] == ["club", "club"]
        finally:
            await desk.stop()
        assert len(faults) == 1

    played(scene, tmp_path)


def test_one_that_raises_an_error_is_reported_and_the_asker_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        ada.say(Hint(1))
        (adviser,) = brains.advisers()
        adviser.answered(Thought(bot=adviser.number, life=1, answer="fault", trace="ValueError"))
        assert hints(ada)[-1].rule == "SV-12"
        assert "giving a hint, raised an error" in caplog.text

    played(scene, tmp_path)


def test_a_reason_is_a_sentence_and_not_a_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        monkeypatch.setattr("sandtable.games.watch.bot_club.reason", lambda *given: "x" * 400)
        ada.say(Hint(1))
        with pytest.raises(ValueError, match="a reason is a text of 300 letters at most"):
            brains.think()

    played(scene, tmp_path)


def test_bots_that_play_do_not_send_their_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(parlour: Parlour) -> None:
        table, ada = await alone(parlour, "watch")
        brains = Brains(table, monkeypatch)
        for hand in list(table.house.bots._hands.values()):
            hand.look()
        ada.say(Hint(1))
        assert not [order for order in brains.orders if "why" in order and order["bot"] < 3]
        assert not isinstance(ada.last(Snapshot), Answered)

    played(scene, tmp_path)
