"""Bots that think for long: they delay nobody, share their process, and stop when told to.

They come as levels for one of our games from a package of somebody else's.
"""

import asyncio
import json
import os
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.client import TableClient
from sandtable.server.bots import inbox as inboxes
from sandtable.server.bots.inbox import Inbox, Thinking
from tests.server.kit import Server, guests, run, soon, until

LEVELS = """
import os
import time

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Plan


class Ponders(RandomBot):
    LEVEL = "ponders"
    ABOUT = "Thinks until it is told to stop."
    THINKS = 60_000

    def plan(self, seen):
        plan = super().plan(seen)
        while plan and not seen.budget.is_spent():
            time.sleep(0.002)
        return plan


class Brief(Ponders):
    LEVEL = "brief"
    THINKS = 50


class Burns(Ponders):
    LEVEL = "burns"

    def plan(self, seen):
        # It never asks whether to stop; for its own sake the test says when it may.
        if seen.legal():
            open(os.environ["BURNING"], "w").close()
            until = time.monotonic() + 60
            while os.path.exists(os.environ["BURNING"]) and time.monotonic() < until:
                sum(range(100_000))
        return super().plan(seen)


class Odd(Ponders):
    ABOUT = object()


class Lone(Ponders):
    ABOUT = "\\ud800"


class Never(Ponders):
    THINKS = "long"


def not_a_bot():
    pass
"""
ENTRIES = """[sandtable.bots]
watch.ponders = pondering:Ponders
watch.brief = pondering:Brief
watch.burns = pondering:Burns
watch.missing = pondering:Nobody
watch.function = pondering:not_a_bot
watch.club = pondering:Brief
watch.quits = quitting:Anybody
watch.odd = pondering:Odd
watch.lone = pondering:Lone
watch.never = pondering:Never
watch. = pondering:Brief
watch.<b>Bold = pondering:Brief
"""
LEFT_OUT = ["missing", "function", "quits", "odd", "lone", "never", "", "<b>Bold"]
LINE = b'{"do":"look","bot":%d}\n'


@pytest.fixture
def pipe() -> Iterator[tuple[Inbox, int]]:
    reading, writing = os.pipe()
    yield Inbox(reading), writing
    os.close(reading)


def test_orders_come_in_their_turn_and_in_pieces(pipe: tuple[Inbox, int]) -> None:
    inbox, writing = pipe
    os.write(writing, LINE % 1 + LINE[:9])
    assert inbox.next() == {"do": "look", "bot": 1}
    os.write(writing, LINE[9:] % 2)
    os.close(writing)
    assert inbox.next() == {"do": "look", "bot": 2}
    assert inbox.next() is None


@pytest.mark.policy("SP-A18")
def test_a_question_is_taken_back_while_it_is_thought_about(pipe: tuple[Inbox, int]) -> None:
    inbox, writing = pipe
    os.write(writing, LINE % 1)
    inbox.next()
    thinking = Thinking(inbox, 600.0)
    assert not thinking.is_spent()
    os.write(writing, b'{"do":"drop","bot":2}\n')
    assert not thinking.is_spent(), "that was for somebody else"
    os.write(writing, b'{"do":"drop","bot":1}\n' + LINE % 1)
    assert thinking.is_spent()
    assert inbox.next() == {"do": "look", "bot": 1}
    assert not Thinking(inbox, 600.0).is_spent(), "the next question stands"
    os.close(writing)


def test_a_question_is_taken_back_before_its_turn(pipe: tuple[Inbox, int]) -> None:
    inbox, writing = pipe
    os.write(writing, LINE % 1 + LINE % 2 + b'{"do":"drop","bot":2}\n')
    inbox.next()
    assert not Thinking(inbox, 600.0).is_spent()
    assert inbox.next() == {"do": "look", "bot": 2, "dropped": True}
    os.close(writing)


@pytest.mark.policy("SP-A18")
def test_time_is_shared_with_those_who_wait(
    pipe: tuple[Inbox, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, writing = pipe
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    os.write(writing, LINE % 1)
    inbox.next()
    thinking = Thinking(inbox, 3.0)
    now[0] = 102.9
    assert not thinking.is_spent()
    now[0] = 103.0
    assert thinking.is_spent()
    now[0] = 101.0
    os.write(writing, LINE % 2)
    assert not thinking.is_spent(), "half of it"
    os.write(writing, LINE % 3)
    assert thinking.is_spent(), "a third of it"
    now[0] = 100.0 + inboxes.LEAST / 2
    os.write(writing, b"".join(LINE % n for n in range(4, 204)))
    assert not thinking.is_spent(), "everybody gets a little"
    os.close(writing)


@pytest.mark.policy("SP-A18")
def test_who_leaves_thinks_no_more(pipe: tuple[Inbox, int]) -> None:
    inbox, writing = pipe
    os.write(writing, LINE % 1)
    inbox.next()
    os.write(writing, b'{"do":"leave","bot":1}\n')
    assert Thinking(inbox, 600.0).is_spent()
    assert inbox.next() == {"do": "leave", "bot": 1}
    os.close(writing)


@pytest.fixture(scope="module")
def pondering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("pondering"),
        PYTHONPATH=str(install(tmp_path_factory.mktemp("elsewhere"))),
        SANDTABLE_BOT_THINKERS="1",
        SANDTABLE_GONE_AFTER="60",
    ).start()
    yield server
    faults = server.metric("sandtable_faults_total"), server.metric("sandtable_bot_faults_total")
    server.stop()
    assert faults == (0, 0), server.said()


def install(folder: Path) -> Path:
    """A package on the path, with entry points, as pip would leave it."""
    folder.mkdir(exist_ok=True)
    (folder / "pondering.py").write_text(LEVELS)
    (folder / "quitting.py").write_text('raise SystemExit("a licence key is missing")')
    about = folder / "pondering-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pondering\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    return folder


def offered(server: Server) -> dict[str, str]:
    with urllib.request.urlopen(f"{server.url}/api/v1/games/watch", timeout=5) as answer:
        return {bot["level"]: bot["about"] for bot in json.load(answer)["bots"]}


def test_any_package_may_bring_levels_and_a_broken_one_harms_nobody(pondering: Server) -> None:
    found = offered(pondering)
    assert found["ponders"] == "Thinks until it is told to stop."
    assert list(found) == ["random", "novice", "club", "expert", "ponders", "brief", "burns"]
    assert "tokens" in found["club"], "nobody replaces a level of the game itself"
    for level in LEFT_OUT:
        assert f"the bot watch.{level} is left out" in pondering.said()


@pytest.mark.policy("SP-A9")
def test_a_game_goes_on_when_the_package_of_its_bot_is_gone(tmp_path: Path) -> None:
    server = Server(tmp_path, PYTHONPATH=str(install(tmp_path / "elsewhere"))).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["brief"], **wish(60))
            await soon(table, lambda: spent(table) > 0)
            server.stop()
            server.also = []
            server.start()
            await soon(table, lambda: bool(table.room and table.room.seats[1].level == "random"))
            assert table.room is not None
            assert table.room.stage == "playing"

    try:
        run(scene())
        assert server.metric("sandtable_faults_total") == 0
        assert server.metric("sandtable_bot_faults_total") == 1
    finally:
        server.stop()


def wish(turn_seconds: int) -> dict[str, Any]:
    """At twice the pace, with the bot to begin."""
    return {"start": True, "pace": 200, "options": {"first": 1, "turn_seconds": turn_seconds}}


def spent(table: TableClient) -> int:
    return int(table.seen.view["tokens_spent"]) if table.seen else 0


@pytest.mark.policy("SP-A18")
def test_who_ponders_is_stopped_when_its_turn_is_over(pondering: Server) -> None:
    """The second bot thinks in the same process, and would wait for minutes otherwise.

    What the first would have done in its turn comes to nothing: nobody even has to refuse it.
    """

    async def scene() -> None:
        refused = pondering.metric("sandtable_refused_total")
        async with guests(pondering, "Ada", "Cleo") as (ada, cleo):
            slow = await ada.create("watch", bots=["ponders"], **wish(5))
            await soon(slow, lambda: slow.seen is not None)
            brief = await cleo.create("watch", bots=["brief"], **wish(60))
            await soon(brief, lambda: spent(brief) > 0)
            await soon(slow, lambda: spent(slow) > 0)
            assert pondering.metric("sandtable_refused_total") == refused

    run(scene())


@pytest.mark.policy("SP-A18")
def test_who_ponders_delays_nobody_who_does_not(pondering: Server) -> None:
    async def scene() -> None:
        async with guests(pondering, "Ada", "Bob") as (ada, bob):
            slow = await ada.create("watch", bots=["ponders"], **wish(60))
            await soon(slow, lambda: slow.seen is not None)
            quick = await bob.create("watch", bots=["club"], **wish(60))
            await soon(quick, lambda: spent(quick) > 0)
            assert spent(slow) == 0

    run(scene())


@pytest.mark.policy("SP-A18")
def test_who_burns_a_core_delays_nobody_who_does_not_search(tmp_path: Path) -> None:
    """Not even one that never looks up. The other bot acts again and again while it burns."""
    burning = tmp_path / "burning"
    server = Server(
        tmp_path / "server",
        PYTHONPATH=str(install(tmp_path / "elsewhere")),
        BURNING=str(burning),
        SANDTABLE_BOT_WORKERS="1",
        SANDTABLE_BOT_THINKERS="1",
        SANDTABLE_GONE_AFTER="60",
    )
    server.folder.mkdir()
    server.start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            slow = await ada.create("watch", bots=["burns"], **wish(60))
            await until(lambda: asyncio.sleep(0, burning.exists()))
            quick = await bob.create("watch", bots=["club", "club", "club"], **wish(60))
            await soon(quick, lambda: spent(quick) >= 3)
            assert burning.exists()
            assert spent(slow) == 0, "it is still at its first thought"
            burning.unlink()
            await soon(slow, lambda: spent(slow) > 0)

    try:
        run(scene())
        assert server.metric("sandtable_bot_faults_total") == 0
    finally:
        burning.unlink(missing_ok=True)
        server.stop()
