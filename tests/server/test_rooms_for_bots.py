"""Which process a bot thinks in, and how many there are."""

import os
import sys
from pathlib import Path

import pytest

from sandtable.engine.table import new
from sandtable.server.app import App
from sandtable.server.base.settings import Settings
from sandtable.server.bots.desk import BotDesk
from sandtable.server.bots.process import DEEP, Worker
from sandtable.server.bots.worker import KINDER
from sandtable.server.match.play import Play
from tests.server.kit import Server, guests, run, soon


class Rooms:
    """The processes of a desk, none of which is ever started."""

    def __init__(self, workers: int, thinkers: int) -> None:
        self.desk = BotDesk(workers, thinkers=thinkers)
        self.started: list[Worker] = []
        self.desk._employ = self._employ  # type: ignore[method-assign]
        self.play = Play(new("watch", seats=2, seed=5), 100)

    def _employ(self, worker: Worker) -> None:
        self.started.append(worker)
        self.desk._employed.append(worker)

    def sit(self, level: str, bots: int) -> list[int]:
        """How many bots each process of its kind has after so many more have sat down."""
        for _ in range(bots):
            self.desk.attach(self.play, 0, level)
        homes = list(self.desk._home.values())
        kind = self.desk._deep if level == "expert" else self.desk._quick
        return [homes.count(worker) for worker in kind]


def test_one_table_needs_one_process_and_many_tables_need_all() -> None:
    rooms = Rooms(3, 1)
    assert rooms.sit("club", 4) == [4, 0, 0]
    assert rooms.sit("club", 2) == [4, 1, 1], "each of the others has enough to do"
    assert rooms.sit("club", 6) == [6, 3, 3], "they are still being loaded"
    for worker in rooms.started:
        worker.ready = True
    assert rooms.sit("club", 6) == [6, 6, 6]
    assert rooms.started == rooms.desk._quick[1:], "the first is there from the start"


def test_those_that_search_share_a_process_only_if_they_must() -> None:
    rooms = Rooms(1, 2)
    assert rooms.sit("expert", 1) == [1, 0]
    rooms.desk._deep[0].ready = True
    assert rooms.sit("expert", 1) == [1, 1]
    assert rooms.sit("expert", 2) == [2, 2]
    assert {*rooms.started} == {*rooms.desk._deep}


@pytest.mark.parametrize(
    ("workers", "thinkers", "there_are"), [(0, 0, (5, 5)), (2, 0, (2, 5)), (0, 1, (5, 1))]
)
def test_there_is_a_process_of_each_kind_for_each_core(
    workers: int,
    thinkers: int,
    there_are: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    app = App(Settings(data_dir=tmp_path, bot_workers=workers, bot_thinkers=thinkers))
    assert (len(app.bots._quick), len(app.bots._deep)) == there_are
    assert Settings(data_dir=tmp_path).bot_workers == Settings(data_dir=tmp_path).bot_thinkers == 0


@pytest.mark.policy("SP-A18")
@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_bots_that_search_give_way_to_the_server_and_the_quick_ones(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    def priorities(pid: int) -> dict[bool, list[int]]:
        """Of its processes of bots: those of bots that search, and the others."""
        found: dict[bool, list[int]] = {True: [], False: []}
        said = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        for child in map(int, said.split()):
            command = Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8").split("\0")
            found[DEEP in command].append(os.getpriority(os.PRIO_PROCESS, child))
        return found

    async def scene() -> None:
        assert server.process is not None
        pid = server.process.pid
        own = os.getpriority(os.PRIO_PROCESS, pid)
        async with guests(server, "Ada") as (ada,):
            assert priorities(pid) == {True: [], False: [own]}
            wish = {"start": True, "pace": 200, "options": {"first": 1}}
            table = await ada.create("watch", bots=["expert"], **wish)
            # Once it has played, its process has loaded.
            await soon(table, lambda: bool(table.seen and table.seen.view["tokens_spent"]))
            assert priorities(pid) == {True: [min(19, own + KINDER)], False: [own]}

    try:
        run(scene())
    finally:
        server.stop()
