"""What is older than the operator wants to keep goes; what somebody may still want stays."""

import contextlib
import json
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import sandtable
from sandtable.bots.playout import random_match
from sandtable.protocol.rooms import ChatLine, Stage
from sandtable.server.app import App
from sandtable.server.archive.finished import keep
from sandtable.server.archive.replayfile import bring
from sandtable.server.base.settings import Settings, from_environment
from sandtable.server.operating.retention import Retention
from sandtable.server.people.guests import hashed
from sandtable.server.store.removing import remove_guests
from sandtable.server.store.schema import CHAT, GUESTS, LOG, PEOPLE, TABLES
from sandtable.server.tables.record import Record
from sandtable.server.tables.seating import Chair
from sandtable.server.tables.shelf import save_statements
from tests.server.kit import PATIENCE, Server, command, run
from tests.server.postgres import postgres

DAYS = 30


def ago(days: float) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    if request.param == "sqlite":
        yield Settings(data_dir=tmp_path)
        return
    with postgres() as server:
        if server is None:
            pytest.skip("PostgreSQL is not installed")
        yield Settings(data_dir=tmp_path, database=server.url)


class Place:
    """A server without a socket, and what lies in its database."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.store = app.store
        self.retention = Retention(app.store, app.lobby, app.people, DAYS)

    async def finished(self, name: str, ended: float, people: tuple[str, ...] = ()) -> None:
        lines = random_match("watch", 2, 3).log
        brought = bring(sandtable.write_log(lines).encode())
        brought.record.id = name
        brought.record.created = brought.record.started = ago(ended + 1)
        brought.record.ended = ago(ended)
        await self.store.written()  # nobody else writes while this does, on the same connection
        keep(self.store, brought)
        said = msgspec.json.encode(ChatLine(1, ago(ended), 0, "Ada", "Good game.", None)).decode()
        row = {"table_id": name, "place": "players", "line": said}
        await self.store.written((sa.insert(CHAT), row))
        for guest in people:
            await self.store.written((sa.insert(PEOPLE), {"table_id": name, "guest_id": guest}))

    async def waiting(self, name: str, created: float, stage: Stage = "gathering") -> None:
        record = Record(
            id=name, game="watch", title="The Watch", rules=2, options={}, visibility="open",
            pace=100, chairs=[Chair(), Chair()], created=ago(created), stage=stage,
        )  # fmt: skip
        await self.store.written(*save_statements(self.store, record, None))

    async def guest(self, name: str, created: float, seen: float | None = None) -> None:
        when = None if seen is None else ago(seen)
        row = {"id": name, "name": name, "token_hash": hashed(name), "created": ago(created)}
        await self.store.written((sa.insert(GUESTS), {**row, "seen": when}))

    async def ids(self, column: sa.Column[Any]) -> set[str]:
        query = sa.select(column)
        return await self.store.read(lambda connection: set(connection.scalars(query)))


def at_a_place(settings: Settings, scene: Any) -> None:
    async def whole() -> None:
        app = App(settings)
        await app.start()
        try:
            await scene(Place(app))
        finally:
            await app.stop()

    run(whole())


@pytest.mark.policy("SP-K8")
def test_old_finished_tables_go_with_all_that_was_kept_of_them(settings: Settings) -> None:
    async def scene(place: Place) -> None:
        await place.finished("old", DAYS + 1, people=("ada",))
        await place.finished("older", DAYS + 99)
        await place.finished("young", DAYS - 1, people=("ada",))
        await place.waiting("slow", DAYS + 99)
        # A game that was nearly over when the server died goes on, though it once had an end.
        ended = sa.update(TABLES).where(TABLES.c.id == "slow").values(ended=ago(DAYS + 9))
        await place.store.written((ended, {}))
        assert await place.retention.run() == (2, 0)
        assert await place.ids(TABLES.c.id) == {"young", "slow"}
        for kind in (LOG, CHAT, PEOPLE):
            assert await place.ids(kind.c.table_id) == {"young"}
        assert await place.retention.run() == (0, 0)

    at_a_place(settings, scene)


@pytest.mark.policy("SP-K8")
def test_guests_go_who_are_at_no_table_and_have_not_come(settings: Settings) -> None:
    async def scene(place: Place) -> None:
        await place.finished("old", DAYS + 1, people=("gone-with-it",))
        await place.finished("young", DAYS - 1, people=("has-a-game",))
        for name in ("gone-with-it", "has-a-game", "never-played"):
            await place.guest(name, DAYS + 9)
        await place.guest("came-back", DAYS + 9, seen=DAYS - 1)
        await place.guest("came-long-ago", DAYS + 9, seen=DAYS + 1)
        await place.guest("new", DAYS - 1)
        assert await place.retention.run() == (1, 3)
        assert await place.ids(GUESTS.c.id) == {"has-a-game", "came-back", "new"}

    at_a_place(settings, scene)


def test_whoever_comes_is_kept_and_whoever_went_is_asked_for_a_name(tmp_path: Path) -> None:
    async def scene(place: Place) -> None:
        people = place.app.people
        await place.guest("comes", DAYS + 9)
        await place.guest("is-remembered", DAYS + 9)
        for name in ("comes", "is-remembered"):
            assert await people.find(name) is not None
        await place.store.written()
        unseen = sa.update(GUESTS).where(GUESTS.c.id == "is-remembered").values(seen=ago(DAYS + 1))
        await place.store.written((unseen, {}))
        assert await place.retention.run() == (0, 1)
        assert await people.find("comes") is not None
        assert await people.find("is-remembered") is None

    at_a_place(Settings(data_dir=tmp_path), scene)


def test_a_guest_who_comes_back_just_then_stays(tmp_path: Path) -> None:
    async def scene(place: Place) -> None:
        for name in ("comes-back", "sits-down", "stays-away"):
            await place.guest(name, DAYS + 9)
        listed = await place.ids(GUESTS.c.id)
        assert await place.app.people.find("comes-back") is not None
        await place.finished("young", 1, people=("sits-down",))
        await place.store.written(remove_guests(sorted(listed), ago(DAYS)))
        assert await place.ids(GUESTS.c.id) == {"comes-back", "sits-down"}

    at_a_place(Settings(data_dir=tmp_path), scene)


@pytest.mark.policy("SP-K8")
@pytest.mark.parametrize("change", [{"stage": "playing"}, {"ended": ago(1)}])
def test_a_table_that_is_no_longer_old_just_then_stays(
    settings: Settings, change: dict[str, str]
) -> None:
    """It is looked at again in the transaction that removes it."""

    async def scene(place: Place) -> None:
        await place.finished("listed", DAYS + 9, people=("ada",))
        listed = place.retention.rows

        async def meanwhile(query: Any) -> Any:
            found = await listed(query)
            await place.store.written((sa.update(TABLES).values(**change), {}))
            return found

        place.retention.rows = meanwhile  # type: ignore[method-assign]
        await place.retention.run()
        for column in (TABLES.c.id, LOG.c.table_id, CHAT.c.table_id, PEOPLE.c.table_id):
            assert await place.ids(column) == {"listed"}

    at_a_place(settings, scene)


@pytest.mark.policy("SP-K8")
def test_a_table_that_somebody_has_open_waits_and_the_ones_behind_it_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.operating.retention.PAGE", 1)

    async def scene(place: Place) -> None:
        await place.finished("open", DAYS + 2)
        await place.finished("other", DAYS + 1)
        await place.app.lobby.get("open")
        assert await place.retention.run() == (1, 0)
        assert await place.ids(TABLES.c.id) == {"open"}
        del place.app.lobby.tables["open"]
        assert await place.retention.run() == (1, 0)

    at_a_place(Settings(data_dir=tmp_path), scene)


def test_many_are_removed_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.operating.retention.PAGE", 2)
    monkeypatch.setattr("sandtable.server.operating.retention.BREATH", 0)

    async def scene(place: Place) -> None:
        for i in range(5):
            await place.finished(f"t{i}", DAYS + 1)
            await place.guest(f"g{i}", DAYS + 1)
        assert await place.retention.run() == (5, 5)

    at_a_place(Settings(data_dir=tmp_path), scene)


def finished_games(server: Server) -> list[str]:
    with urllib.request.urlopen(f"{server.url}/api/v1/matches") as answer:
        return [table["id"] for table in json.load(answer)["tables"]]


def test_a_running_server_removes_what_is_old(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(sandtable.write_log(random_match("watch", 2, 3).log))
    old, young = (
        command("import", file, "--data-dir", tmp_path).stdout.split()[-1] for _ in range(2)
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "sandtable.sqlite3")) as base, base:
        base.execute("UPDATE tables SET ended = ? WHERE id = ?", (ago(8), old))
    keeps_all = Server(tmp_path).start()
    assert set(finished_games(keeps_all)) == {old, young}
    keeps_all.stop()
    server = Server(tmp_path, "--retain-days", "7").start()
    until = time.monotonic() + PATIENCE
    while len(finished_games(server)) > 1 and time.monotonic() < until:
        time.sleep(0.1)
    left = finished_games(server)
    server.stop()
    assert left == [young]
    assert "removed 1 tables and 0 guests older than 7 days" in server.said()


@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "999999"])
def test_days_are_a_whole_number_from_1_on(value: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="SANDTABLE_RETAIN_DAYS must be a number of days"):
        from_environment({"SANDTABLE_RETAIN_DAYS": value})
    said = command("serve", "--data-dir", tmp_path, f"--retain-days={value}")
    assert said.returncode == 2
    assert "is not a number of days (1 or more)" in said.stderr


@pytest.mark.policy("SP-K8")
def test_without_the_setting_everything_is_kept() -> None:
    assert from_environment({}).retain_days is None
    assert from_environment({"SANDTABLE_RETAIN_DAYS": "90"}).retain_days == 90
