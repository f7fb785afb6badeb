"""When the database refuses something: a disk that is away is nobody's fault; a mistake of ours is
logged once and counted once, whoever met it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sandtable.protocol.goodbyes import RESTART
from sandtable.server.app import App, make_app
from sandtable.server.base.settings import Settings
from sandtable.server.operating.retention import Retention
from sandtable.server.store.writer import Unwritten, is_fault
from tests.server.kit import run, until
from tests.server.parlour import Parlour
from tests.server.test_socket_faults import HELLO, Client, scope_of

SECRET = "a-secret-of-somebody"
OURS = sa.exc.ProgrammingError("SELECT", {}, sqlite3.ProgrammingError("no such column"))
AWAY = sa.exc.OperationalError("SELECT", {}, sqlite3.OperationalError("database is locked"))
DAMAGED = sa.exc.DatabaseError("SELECT", {}, sqlite3.DatabaseError("image is malformed"))
ANY = [(OURS, 1), (AWAY, 0), (DAMAGED, 0), (Unwritten("IntegrityError"), 0)]


def failing(error: Exception) -> Callable[..., Awaitable[Any]]:
    async def fail(*given: Any, **named: Any) -> Any:
        raise error

    return fail


async def until_so(holds: Callable[[], bool]) -> None:
    async def asked() -> bool:
        return holds()

    await until(asked)


def ready_app(folder: Path) -> App:
    app = App(Settings(data_dir=folder))
    app.ready = True
    return app


@pytest.mark.policy("SP-R5", "SP-L8")
@pytest.mark.parametrize(("error", "faults"), ANY)
def test_a_database_that_fails_somebody_who_joins(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    faults: int,
) -> None:
    async def scene() -> tuple[App, Client]:
        app = ready_app(tmp_path)
        monkeypatch.setattr(app.lobby, "get", failing(error))
        client = Client(HELLO)
        scope = scope_of("/api/v1/tables/abc/socket")
        await make_app(app)(scope, client.receive, client.send)
        return app, client

    app, client = run(scene())
    assert client.heard[-1]["code"] == RESTART, "they come back by themselves"
    assert app.metrics.faults.value == faults
    assert len(caplog.records) == (0 if isinstance(error, Unwritten) else 1)
    assert [record.exc_info is not None for record in caplog.records] == [True] * faults or not (
        faults
    )


@pytest.mark.policy("SP-R5")
@pytest.mark.parametrize(("error", "faults"), ANY)
def test_a_database_that_fails_a_call(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    faults: int,
) -> None:
    async def scene() -> tuple[App, list[Any]]:
        app = ready_app(tmp_path)
        monkeypatch.setattr(app.people, "find", failing(error))
        heard: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            heard.append(message)

        scope = {**scope_of("/api/v1/me"), "type": "http", "method": "GET", "scheme": "http"}
        await make_app(app)(scope, receive, send)
        return app, heard

    app, heard = run(scene())
    assert heard[0]["status"] == 503
    assert app.metrics.faults.value == faults
    assert len(caplog.records) == (0 if isinstance(error, Unwritten) else 1)


@pytest.mark.policy("SP-R5")
def test_a_line_that_could_not_be_written_by_a_mistake_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A table that fails at its own log goes back to what is on disk; that must not go unseen."""

    async def scene() -> list[int]:
        faults: list[int] = []
        async with Parlour(tmp_path) as parlour:
            parlour.store.on_fault = lambda: faults.append(1)
            table, _ = await parlour.playing("watch", ["Ada", "Bob"])
            journal = table.journal
            line = {"at": 1, "note": "paused", "seat": 0, "words": SECRET}
            # Somebody else has written the line of this number.
            other = parlour.store.ledger(table.id)
            told: list[Exception | None] = []
            parlour.store.append(other, journal.lines, [line], told.append)
            await until_so(lambda: told == [None])
            journal.append([line])
            await until_so(lambda: table.broken)
            assert len(faults) == 1
            # What follows in the same log fails as well; that is the same mistake.
            journal.append([line])
            await until_so(lambda: parlour.store.silent_for() == 0)
        return faults

    assert len(run(scene())) == 1
    said = [record.getMessage() for record in caplog.records if record.name == "sandtable.storage"]
    assert said == ["could not write: IntegrityError"]
    assert SECRET not in caplog.text


@pytest.mark.policy("SP-R5")
@pytest.mark.parametrize(("error", "faults"), ANY)
def test_old_tables_that_cannot_be_removed(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    faults: int,
) -> None:
    monkeypatch.setattr("sandtable.server.operating.retention.FIRST_AFTER", 0.0)

    async def scene() -> App:
        app = ready_app(tmp_path)
        keeping = Retention(app.store, app.lobby, app.people, 30)
        monkeypatch.setattr(keeping, "rows", failing(error))
        going_on = asyncio.create_task(keeping.run_on())
        await until_so(lambda: bool(caplog.records))
        assert not going_on.done(), "it tries again in an hour"
        going_on.cancel()
        return app

    assert run(scene()).metrics.faults.value == faults
    assert len(caplog.records) == 1


def test_only_the_first_word_of_a_mistake_is_a_fault() -> None:
    assert [is_fault(error) for error, _ in ANY] == [True, False, False, False]


@pytest.mark.policy("SP-R5")
@pytest.mark.parametrize("awaited", [True, False])
def test_a_damaged_file_is_told_once_by_whoever_hears_of_it(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    awaited: bool,
) -> None:
    """Whoever waits for the write says so in a sentence; what nobody waits for is logged here."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:

            def damaged(batch: Any) -> None:
                raise DAMAGED

            monkeypatch.setattr(parlour.store._writer, "_run", damaged)
            if awaited:
                with pytest.raises(sa.exc.DatabaseError):
                    await parlour.store.written((sa.text("SELECT 1"), {}))
            else:
                parlour.store.write((sa.text("SELECT 1"), {}))
                await until_so(lambda: parlour.store.silent_for() == 0)

    run(scene())
    assert [record.getMessage() for record in caplog.records] == (
        [] if awaited else ["could not write: DatabaseError"]
    )
