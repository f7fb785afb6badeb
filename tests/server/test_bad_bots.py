"""Bots that fault: the random bot takes their seat, and the table goes on.

They come with a game from elsewhere, installed as any third party would install one: the server
and the processes in which bots think both find it by its entry point.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.client import TableClient
from sandtable.server.base.logs import TRACE
from sandtable.server.bots.desk import BotDesk
from tests.server.kit import Server, guests, play_one, run, soon, until

RULES = '''
from sandtable.engine.game import Game
from sandtable.games.time_of_chaos.rules import TimeOfChaos

CHAOS = TimeOfChaos()
LENT = "new legal act alarm ring view changing imagine dump load words".split()


def lent(name):
    return lambda game, *given: getattr(CHAOS, name)(*given)


class Odd(Game):
    """A game of turns without a clock: who does not move stops it for all. Its rules are lent, for
    a compiled game cannot be inherited from."""

    NAME, TITLE = "odd-chaos", "Odd Chaos"
    MIN_SEATS, MAX_SEATS = CHAOS.MIN_SEATS, CHAOS.MAX_SEATS
    ACTS, OPTIONS = CHAOS.ACTS, CHAOS.OPTIONS


GAME = type("OddChaos", (Odd,), {"__module__": __name__, **{name: lent(name) for name in LENT}})()
'''

BOTS = '''
import os
import sys
import time

from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Plan


class Raises(RandomBot):
    def plan(self, seen):
        raise ZeroDivisionError("a bot from elsewhere")


class CannotSit(RandomBot):
    def __init__(self, game, seat, rng):
        raise ZeroDivisionError("not even that")


class Hangs(RandomBot):
    def plan(self, seen):
        while True:
            time.sleep(1)


class Exits(RandomBot):
    def plan(self, seen):
        os._exit(3)


class Waits(RandomBot):
    def plan(self, seen):
        return None


class Dawdles(RandomBot):
    def plan(self, seen):
        plan = super().plan(seen)
        return plan and Plan(10**12, plan.act)


class Fractions(RandomBot):
    def plan(self, seen):
        plan = super().plan(seen)
        return plan and Plan(1000.5, plan.act)


class Babbles(RandomBot):
    """Answers with something that is no plan, and talks on standard output besides."""

    def plan(self, seen):
        print("{}", flush=True)
        os.write(1, b"nonsense")
        return "the left one"


class Blurts(RandomBot):
    """Says what it should not, in every way that a program can."""

    def plan(self, seen):
        value = "-".join(["a", "secret", "of", "somebody"])
        print(value, flush=True)
        print(value, file=sys.stderr, flush=True)
        os.write(2, value.encode())
        raise KeyError(value)


def everywhere(said):
    """Written wherever this process can write."""
    for descriptor in range(3, 256):
        try:
            os.write(descriptor, said)
        except OSError:
            pass


class Smears(RandomBot):
    def plan(self, seen):
        everywhere(b"smear\\n")
        return super().plan(seen)


class Mutters(RandomBot):
    """Spoils the answer that comes after it."""

    def plan(self, seen):
        everywhere(b"smear")
        return super().plan(seen)


class Floods(RandomBot):
    def plan(self, seen):
        while True:
            everywhere(b"smear" * 100_000)


class Nests(RandomBot):
    def plan(self, seen):
        everywhere(b'{"bot":1,"life":1,"answer":"plan","act":{"smear":' + b"[" * 100_000 + b"\\n")
        return super().plan(seen)


class Accuses(RandomBot):
    """Says that the process itself has failed, which would be a fault of ours."""

    def plan(self, seen):
        everywhere(b'{"bot":0,"life":0,"answer":"fault"}\\n')
        return super().plan(seen)


class Orphans(RandomBot):
    """Leaves somebody behind who holds the pipes."""

    def plan(self, seen):
        if os.fork():
            os._exit(3)
        time.sleep(600)


class Cheats(RandomBot):
    """Plays what is not allowed, again and again."""

    def plan(self, seen):
        plan = super().plan(seen)
        return plan and Plan(1, NoAct())


class NoAct:
    def to_json(self):
        return {"act": "win"}


BOTS = {
    kind.__name__.lower(): kind
    for kind in (
        Raises, CannotSit, Hangs, Exits, Waits, Dawdles, Fractions, Babbles, Blurts, Cheats,
        Smears, Mutters, Floods, Nests, Accuses, Orphans
    )
}
'''

SMEARING = ["smears", "mutters", "floods", "nests", "accuses"]
"""Those that write into the pipes between their process and the server."""
LEVELS = [
    "raises", "cannotsit", "hangs", "exits", "waits", "dawdles", "fractions", "babbles", "blurts",
    "cheats", "orphans", *SMEARING,
]  # fmt: skip


WISH: dict[str, Any] = {"start": True, "pace": 200, "options": {"first": 1}}
"""Seat 0 places its pawn first; then nothing moves until the bot in seat 1 does."""


def placed(table: TableClient, seat: int) -> bool:
    if table.seen is None:
        return False
    return any(seat in tile["pawns"] for grid in table.seen.view["grids"].values() for tile in grid)


def install(folder: Path) -> Path:
    """A package on the path, with an entry point, as pip would leave it."""
    package = folder / "oddgame"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from oddgame.rules import GAME\n")
    (package / "rules.py").write_text(RULES)
    (package / "bot.py").write_text(BOTS)
    about = folder / "oddgame-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: oddgame\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[sandtable.games]\nodd-chaos = oddgame:GAME\n")
    return folder


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = install(tmp_path_factory.mktemp("elsewhere"))
    server = Server(
        tmp_path_factory.mktemp("odd"),
        PYTHONPATH=str(folder),
        SANDTABLE_BOT_PATIENCE="1",
        SANDTABLE_BOT_WORKERS="1",
        SANDTABLE_GONE_AFTER="60",
    ).start()
    yield server
    faults = server.metric("sandtable_faults_total")
    server.stop()
    assert faults == 0, server.said()


@pytest.mark.policy("SP-A9")
@pytest.mark.parametrize("level", LEVELS)
def test_the_table_goes_on_without_a_bot_that_faults(odd: Server, level: str) -> None:
    async def scene() -> None:
        async with guests(odd, "Ada") as (ada,):
            before = odd.metric("sandtable_bot_faults_total")
            table = await ada.create("odd-chaos", bots=[level], **WISH)
            await play_one([table], lambda legal: legal[0])
            await soon(table, lambda: bool(table.room and table.room.seats[1].level == "random"))
            await soon(table, lambda: placed(table, 1))
            assert odd.metric("sandtable_bot_faults_total") == before + 1

    said = odd.said()
    run(scene())
    if level in SMEARING:
        told = odd.said().removeprefix(said)
        assert told.count("\n") == told.count(f"the bot {level} of odd-chaos, seat 1, ") == 1, told
        assert "smear" not in told.replace("smears", "")
    assert odd.metric("sandtable_faults_total") == 0, odd.said()


@pytest.mark.policy("SP-A9")
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_says_where_a_bot_failed_and_no_values(tmp_path: Path, form: str) -> None:
    folder = install(tmp_path / "elsewhere")
    server = Server(tmp_path, "--log-format", form, PYTHONPATH=str(folder))
    server.program = ["-m", "sandtable", "serve"]
    server.start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("odd-chaos", bots=["blurts"], **WISH)
            await play_one([table], lambda legal: legal[0])
            await soon(table, lambda: placed(table, 1))

    try:
        run(scene())
    finally:
        server.stop()
    said = server.said()
    assert "somebody" not in said
    assert said.count("the bot blurts of odd-chaos, seat 1, raised an error") == 1
    if form == "json":
        told = [json.loads(line) for line in said.splitlines()]
        (traced,) = [entry["trace"] for entry in told if "trace" in entry]
    else:
        traced = said.partition("raised an error\n")[2]
    assert "bot.py" in traced
    assert traced.rstrip().partition("raise KeyError(value)")[2].splitlines()[1] == "KeyError"


def test_other_bots_of_the_same_process_think_on(odd: Server) -> None:
    """One hangs and takes its process along; a bot at another table sits down in the next one."""

    async def scene() -> None:
        async with guests(odd, "Ada", "Bob") as (ada, bob):
            table = await ada.create("odd-chaos", bots=["hangs"], **WISH)
            other = await bob.create("odd-chaos", bots=["random"], **WISH)
            await play_one([table], lambda legal: legal[0])
            await play_one([other], lambda legal: legal[0])
            await soon(other, lambda: placed(other, 1))

    run(scene())


def test_a_process_of_bots_that_fails_says_why(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> int:
        faults: list[None] = []
        desk = BotDesk(1)
        desk.on_own_fault = lambda: faults.append(None)
        await desk.start()
        desk._quick[0]._write(b"not an order\n")
        await until(lambda: asyncio.sleep(0, bool(faults)))
        await desk.stop()
        return len(faults)

    assert run(scene()) == 1
    (told,) = [record for record in caplog.records if record.message == "a bot worker failed"]
    assert getattr(told, TRACE).splitlines()[-1] == "msgspec.DecodeError"
