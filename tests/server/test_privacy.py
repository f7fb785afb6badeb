"""What lies on disk is its owner's alone, and logs tell where a fault is, not about whom."""

import asyncio
import gc
import io
import json
import logging
import os
import re
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from sandtable.server.base import logs
from sandtable.server.base.chores import keep_on, watch_loop
from sandtable.server.operating import files
from sandtable.server.store.storage import Store, make_engine
from tests.server.kit import ROOT, Server, guests, play_one, run, table_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="other modes there")

SECRET = "a-secret-of-somebody"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# Files.


@pytest.mark.policy("SP-K6")
def test_data_files_are_their_owners_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    before = os.umask(0)
    try:
        server = Server(tmp_path, "--data-dir", str(folder)).start()
    finally:
        os.umask(before)
    try:

        async def scene() -> None:
            async with guests(server, "Ada", "Bob") as clients:
                tables = await table_of(clients)
                assert await play_one(tables, lambda legal: legal[0]) is not None

        run(scene())
        found = {path.name: mode(path) for path in folder.iterdir()}
        assert {"sandtable.sqlite3", "sandtable.sqlite3-wal", "sandtable.sqlite3-shm"} <= set(found)
        assert set(found.values()) == {0o600}, found
        assert mode(folder) == 0o700
    finally:
        server.stop()
    assert "can look into" not in server.said()


@pytest.mark.policy("SP-K6")
def test_older_files_of_a_database_elsewhere_are_tightened(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    database, other = elsewhere / "games.db", elsewhere / "notes.txt"
    before = os.umask(0o022)
    try:
        # As an older version left it, with nothing written back from its log.
        kept = sqlite3.connect(database)
        kept.execute("PRAGMA journal_mode=WAL")
        kept.execute("CREATE TABLE something (id)")
        (elsewhere / "games.db.lock").touch()
        other.write_text("the operator's own")
    finally:
        os.umask(before)
    ours = sorted(path for path in elsewhere.iterdir() if path != other)
    assert {mode(path) for path in ours} == {0o644}
    assert len(ours) == 4
    server = Server(tmp_path, "--database", f"sqlite:///{database}").start()
    try:
        assert {path.name: mode(path) for path in ours} == {path.name: 0o600 for path in ours}
        assert mode(other) == 0o644
    finally:
        server.stop()
        kept.close()


def test_older_files_are_tightened_and_an_open_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    sqlite3.connect(folder / "sandtable.sqlite3").close()
    other = folder / "notes.txt"
    other.write_text("the operator's own")
    for path in (folder / "sandtable.sqlite3", other):
        path.chmod(0o644)
    folder.chmod(0o755)
    warning = files.make_private(folder)
    assert warning is not None
    assert f"chmod 700 {folder}" in warning
    assert mode(folder / "sandtable.sqlite3") == 0o600
    assert mode(other) == 0o644
    folder.chmod(0o700)
    assert files.make_private(folder) is None


def test_a_link_that_lies_there_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    target = tmp_path / "target"
    target.write_text("elsewhere")
    target.chmod(0o644)
    (folder / "sandtable.lock").symlink_to(target)
    files.make_private(folder)
    assert mode(target) == 0o644


# Logs.


def logged(error: BaseException, kind: str) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines() if kind == "json" else logs.Discreet())
    logger = logging.Logger("a")
    logger.addHandler(handler)
    try:
        raise error
    except BaseException:
        logger.exception("a fault")
    return stream.getvalue()


@pytest.mark.policy("SP-K7")
@pytest.mark.parametrize("kind", ["text", "json"])
@pytest.mark.parametrize(
    "error",
    [
        KeyError(SECRET),
        ValueError(f"invalid literal: {SECRET!r}"),
        FileNotFoundError(2, "No such file or directory", SECRET),
        UnicodeEncodeError("utf-8", SECRET, 0, 1, SECRET),
        ExceptionGroup("some", [ValueError(SECRET)]),
        json.JSONDecodeError(SECRET, SECRET, 0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_trace_says_where_and_of_what_kind_but_no_values(error: Exception, kind: str) -> None:
    said = logged(error, kind)
    assert SECRET not in said
    assert type(error).__name__ in said
    assert "test_privacy.py" in said
    assert "in logged" in said


def test_a_trace_also_says_what_it_came_from() -> None:
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as first:
            raise ValueError(SECRET) from first
    except ValueError as second:
        said = logs.trace_of(second)
    assert "KeyError" in said
    assert "ValueError" in said
    assert SECRET not in said


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (AttributeError("'Line' object has no attribute 'x'"), "no attribute 'x'"),
        (TypeError("f() missing 1 required argument"), "missing 1 required"),
        (PermissionError(13, "Permission denied", "x"), "Permission denied"),
    ],
)
def test_what_speaks_of_the_code_is_told(error: Exception, told: str) -> None:
    assert told in logs.described(error)


def test_an_error_of_the_database_tells_no_parameters(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE a (b TEXT UNIQUE)"))
        add = sa.text("INSERT INTO a VALUES (:b)")
        connection.execute(add, {"b": SECRET})
        with pytest.raises(sa.exc.IntegrityError) as failed:
            connection.execute(add, {"b": SECRET})
    engine.dispose()
    assert SECRET not in str(failed.value)
    said = logged(failed.value, "text")
    assert SECRET not in said
    assert "IntegrityError" in said


def test_a_mark_names_a_table_and_does_not_open_it() -> None:
    assert logs.mark("abcdefghijkl") == logs.mark("abcdefghijkl")
    assert logs.mark("abcdefghijkl") != logs.mark("abcdefghijkm")
    assert re.fullmatch(r"table-[0-9a-f]{8}", logs.mark("abcdefghijkl"))


@pytest.mark.policy("SP-K7")
def test_no_log_line_names_a_table_by_its_id() -> None:
    """An id is the link to its table; `mark` takes its place."""
    call = re.compile(r"\blog\.\w+\((?:[^()]|\([^()]*\))*\)")
    for path in sorted((ROOT / "src" / "sandtable" / "server").rglob("*.py")):
        for found in call.findall(path.read_text(encoding="utf-8")):
            bare = re.sub(r"mark\([^()]*\)", "", found)
            assert not re.search(r"\b(table_id|\w+\.id|token|\w+\.name)\b", bare), (
                f"{path}: {found}"
            )


def test_the_same_sentence_of_uvicorn_is_let_through_once() -> None:
    seldom = logs.Seldom()

    def passes(text: str, trace: bool = False) -> bool:
        error = ValueError()
        info = (ValueError, error, None) if trace else None
        return seldom.filter(logging.LogRecord("a", 30, "", 0, text, (), info))

    assert passes("Invalid HTTP request received.")
    assert not passes("Invalid HTTP request received.")
    assert passes("something else")
    assert passes("Exception in ASGI application", True)
    assert passes("Exception in ASGI application", True)


def test_work_in_the_background_begins_again_after_a_fault(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.base.chores.BREATHE", 0.0)
    faults: list[int] = []
    began: list[int] = []

    async def work() -> None:
        began.append(1)
        if len(began) < 3:
            raise KeyError(SECRET)

    async def scene() -> None:
        await keep_on("sweeping", work, lambda: faults.append(1))

    asyncio.run(scene())
    assert len(began) == 3
    assert len(faults) == 2
    assert [record.getMessage() for record in caplog.records] == ["a fault while sweeping"] * 2


@pytest.mark.policy("SP-R5")
@pytest.mark.parametrize(("error", "counted"), [(KeyError(SECRET), 1), (ConnectionResetError(), 0)])
def test_what_nobody_caught_is_logged_and_counted(
    caplog: pytest.LogCaptureFixture, error: Exception, counted: int
) -> None:
    faults: list[int] = []

    async def fail() -> None:
        raise error

    async def scene() -> None:
        watch_loop(lambda: faults.append(1))
        task = asyncio.create_task(fail())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del task
        gc.collect()

    asyncio.run(scene())
    assert len(faults) == counted
    assert len(caplog.records) == counted
    assert all(SECRET not in record.getMessage() for record in caplog.records)


def test_a_fault_after_a_commit_is_counted_and_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    faults: list[int] = []

    def fail(error: Exception | None) -> None:
        raise KeyError(SECRET)

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
        store.on_fault = lambda: faults.append(1)
        store.open()
        store.start()
        try:
            store.write(done=fail)
            await store.written()
        finally:
            await store.stop()

    asyncio.run(scene())
    assert len(faults) == 1
