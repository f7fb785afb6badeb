"""One server per database: a second start by mistake does no harm, however it comes about."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

import sandtable
from sandtable.bots.playout import random_match
from tests.server.kit import (
    PATIENCE,
    ROOT,
    Server,
    command,
    free_port,
    guests,
    last_words,
    run,
    served_from,
    soon,
)
from tests.server.postgres import Postgres, postgres
from tests.server.test_storage import MISSING
from tests.server.under_load import Load, load

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres | None]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, database: Postgres | None) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'sandtable.sqlite3'}"
        return
    if database is None:
        pytest.skip(MISSING)
    yield database.url
    clean(database.url)


def clean(url: str) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()


def first_server(folder: Path, url: str) -> Server:
    return Server(folder, "--database", url, SANDTABLE_GONE_AFTER="60")


def another(url: str, port: int, folder: Path) -> subprocess.Popen[str]:
    """A second `sandtable serve`, as somebody would type it by mistake."""
    program = [sys.executable, "-P", "-m", "sandtable", "serve", "--data-dir", str(folder)]
    return subprocess.Popen(
        [*program, "--database", url, "--port", str(port)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(served_from())},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def refused(process: subprocess.Popen[str]) -> str:
    """What a start said that must end by itself: one line."""
    said, _ = last_words(process)
    assert process.returncode == 1, said
    assert "Traceback" not in said, said
    assert said.count("\n") == 1, said
    return said


def names(said: str, server: Server) -> bool:
    assert server.process is not None
    return f"process {server.process.pid} on " in said and server.url in said


@pytest.mark.policy("SP-K2")
def test_a_second_server_is_turned_away_and_nothing_is_lost(tmp_path: Path, url: str) -> None:
    server = first_server(tmp_path, url).start()

    async def scene() -> Load:
        async with load(server, 3) as playing:
            await playing.more(3)
            for port in (free_port(), server.port):
                second = await asyncio.to_thread(another, url, port, tmp_path / "other")
                said = await asyncio.to_thread(refused, second)
                assert names(said, server) or (port == server.port and "--port" in said)
                await playing.more(3)
        return playing

    try:
        run(scene()).check(url)
    finally:
        server.stop()
    assert "ERROR" not in server.said(), server.said()


@pytest.mark.policy("SP-K2")
def test_of_servers_that_start_at_once_one_serves(tmp_path: Path, url: str) -> None:
    starts = [another(url, free_port(), tmp_path) for _ in range(4)]
    try:
        deadline = time.monotonic() + PATIENCE
        while sum(process.poll() is None for process in starts) > 1:
            assert time.monotonic() < deadline, "more than one server runs"
            time.sleep(0.05)
        winner = next(process for process in starts if process.poll() is None)
        losers = [process for process in starts if process is not winner]
        for process in losers:
            said, _ = last_words(process)
            assert process.returncode == 1
            assert said.count("\n") == 1, said
            assert f"process {winner.pid} on " in said or "is in use by" in said
        late = refused(another(url, free_port(), tmp_path))
        assert f"process {winner.pid} on " in late
    finally:
        for process in starts:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def test_after_a_kill_the_next_one_starts_at_once(tmp_path: Path, url: str) -> None:
    server = first_server(tmp_path, url).start()

    async def scene() -> Load:
        async with load(server, 2) as playing:
            for _ in range(3):
                await playing.more(3)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await playing.more(3)
            assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
            await asyncio.to_thread(server.start)
            await playing.more(3)
        return playing

    try:
        run(scene(), 8 * PATIENCE).check(url)
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in listed.stdout.split()]


def test_a_bot_that_outlives_its_server_does_not_keep_the_lock(tmp_path: Path, url: str) -> None:
    server = first_server(tmp_path, url).start()
    assert server.process is not None
    workers = children(server.process.pid)
    assert workers
    try:
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        server.kill()
        server.start()
        assert all(Path(f"/proc/{worker}").exists() for worker in workers)
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        server.stop()


def test_a_stopped_server_keeps_what_it_holds(tmp_path: Path, url: str) -> None:
    server = first_server(tmp_path, url).start()
    assert server.process is not None

    async def scene() -> Load:
        async with load(server, 1) as playing:
            await playing.more(3)
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
            try:
                second = await asyncio.to_thread(another, url, free_port(), tmp_path)
                assert names(await asyncio.to_thread(refused, second), server)
            finally:
                server.process.send_signal(signal.SIGCONT)
            await playing.more(3)
        return playing

    try:
        run(scene()).check(url)
    finally:
        server.stop()


# Links, other folders, other programs.


def test_no_other_way_leads_to_a_file_that_is_in_use(tmp_path: Path) -> None:
    home, link, folder = tmp_path / "home", tmp_path / "link.sqlite3", tmp_path / "folder"
    home.mkdir()
    server = Server(home).start()
    try:
        link.symlink_to(home / "sandtable.sqlite3")
        folder.symlink_to(home)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "sandtable.sqlite3").symlink_to(link)
        for other in (
            f"sqlite:///{link}",
            f"sqlite:///{folder / 'sandtable.sqlite3'}",
            f"sqlite:///{elsewhere / 'sandtable.sqlite3'}",
            f"sqlite:///{home / '..' / 'home' / 'sandtable.sqlite3'}",
            f"sqlite:///file:{link}?uri=true",
        ):
            assert names(refused(another(other, free_port(), tmp_path)), server), other
    finally:
        server.stop()


def test_a_file_with_a_second_name_is_refused(tmp_path: Path) -> None:
    """Beside each name is room for a lock, so that two servers would feel alone."""
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir(mode=0o700)
    server = Server(home).start()
    try:
        (other / "sandtable.sqlite3").hardlink_to(home / "sandtable.sqlite3")
        url = f"sqlite:///{other / 'sandtable.sqlite3'}"
        assert "has another name as well (a hard link)" in refused(another(url, free_port(), other))
    finally:
        server.stop()


def test_whoever_deletes_the_lock_lets_nobody_in(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    url = f"sqlite:///{tmp_path / 'sandtable.sqlite3'}"
    lock = tmp_path / "sandtable.sqlite3.lock"
    try:
        lock.unlink()
        deadline = time.monotonic() + PATIENCE
        while not lock.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert names(refused(another(url, free_port(), tmp_path)), server)
    finally:
        server.stop()


def test_who_finds_the_lock_in_other_hands_stops(tmp_path: Path) -> None:
    """The lock is deleted, and another process is quicker to take it."""
    server = Server(tmp_path).start()
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    (tmp_path / "sandtable.sqlite3.lock").unlink()
    usurper = Server(tmp_path)
    usurper.log = tmp_path / "usurper.log"
    try:
        usurper.start()
        server.process.send_signal(signal.SIGCONT)
        assert server.process.wait(PATIENCE) == 1
        last = server.said().splitlines()[-1]
        assert names(last, usurper), last
        assert usurper.healthy()
    finally:
        usurper.stop()
        if server.process.poll() is None:
            server.process.send_signal(signal.SIGCONT)
        server.stop()


def test_a_port_that_is_taken_ends_the_start_before_anything_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "fresh"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(another(f"sqlite:///{folder / 'sandtable.sqlite3'}", port, folder))
    assert f"port {port}" in said
    assert not folder.exists()


# Commands beside a running server.


def test_make_play_shows_the_server_that_runs_already(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        environment = {**os.environ, "SANDTABLE_DATA_DIR": str(tmp_path)}
        for given, env in ([], environment), (["--data-dir", str(tmp_path)], dict(os.environ)):
            shown = subprocess.run(
                [sys.executable, "-m", "sandtable", "play", "--no-browser", *given],
                cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE,
            )  # fmt: skip
            assert shown.returncode == 0, shown.stderr
            assert f"already running at {server.url}" in shown.stdout
        assert server.healthy()
    finally:
        server.stop()


def test_a_game_is_imported_when_no_server_runs_and_exported_whenever(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(sandtable.write_log(random_match("watch", 2, 3).log))

    brought = command("import", file, "--data-dir", tmp_path)
    assert brought.returncode == 0, brought.stderr
    game = brought.stdout.split()[-1]
    server = Server(tmp_path).start()
    try:
        denied = command("import", file, "--data-dir", tmp_path)
        assert denied.returncode == 1
        assert names(denied.stderr, server)
        assert denied.stderr.count("\n") == 1
        for denied in (
            command("tables", "close", "--data-dir", tmp_path, "--", game),
            command("tables", "delete", "--yes", "--data-dir", tmp_path, "--", game),
        ):
            assert denied.returncode == 1
            assert names(denied.stderr, server)
        assert game in command("tables", "--data-dir", tmp_path).stdout
        out = command("export", "--data-dir", tmp_path, "--", game)
        assert out.returncode == 0, out.stderr
        assert sandtable.replay(out.stdout).over
    finally:
        server.stop()


def test_an_export_makes_no_database(tmp_path: Path) -> None:
    out = command("export", "x", "--data-dir", tmp_path / "none")
    assert out.returncode == 1
    assert "There is no database at" in out.stderr
    assert out.stderr.count("\n") == 1
    assert not (tmp_path / "none").exists()


# PostgreSQL: the lock is the writing session's.


def sessions(url: str) -> list[int]:
    """The backends of the sessions that write."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    query = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    with engine.connect() as connection:
        found = [int(row[0]) for row in connection.execute(sa.text(query))]
    engine.dispose()
    return found


def end_session(url: str, pid: int) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        connection.execute(sa.text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
    engine.dispose()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_session_that_is_cut_off_is_made_anew_and_nothing_is_lost(
    tmp_path: Path, url: str
) -> None:
    server = first_server(tmp_path, url).start()

    async def scene() -> Load:
        async with load(server, 2) as playing:
            for _ in range(3):
                await playing.more(2)
                for pid in await asyncio.to_thread(sessions, url):
                    await asyncio.to_thread(end_session, url, pid)
            await playing.more(2)
            second = await asyncio.to_thread(another, url, free_port(), tmp_path)
            assert names(await asyncio.to_thread(refused, second), server)
        return playing

    try:
        run(scene(), 8 * PATIENCE).check(url)
    finally:
        server.stop()


@pytest.mark.policy("SP-K2")
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_who_slept_while_another_took_the_database_writes_nothing_and_stops(
    tmp_path: Path, url: str
) -> None:
    server = first_server(tmp_path, url).start()
    usurper = first_server(tmp_path, url)
    usurper.log = tmp_path / "usurper.log"

    async def scene() -> None:
        assert server.process is not None
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True, options={"first": 1})
            await soon(table, lambda: bool(table.seen and table.seen.legal))
            server.process.send_signal(signal.SIGSTOP)
            for pid in await asyncio.to_thread(sessions, url):
                await asyncio.to_thread(end_session, url, pid)
            await asyncio.to_thread(usurper.start)
            had = rows(url, table.id)
            server.process.send_signal(signal.SIGCONT)
            assert await asyncio.to_thread(server.process.wait, PATIENCE) == 1
            assert rows(url, table.id) == had
            last = server.said().splitlines()[-1]
            assert names(last, usurper), last
            assert await asyncio.to_thread(usurper.healthy)

    try:
        run(scene())
    finally:
        usurper.stop()
        assert server.process is not None
        if server.process.poll() is None:
            server.process.send_signal(signal.SIGCONT)
        server.stop()


def rows(url: str, table_id: str) -> int:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        query = sa.text("SELECT count(*) FROM log WHERE table_id = :table")
        found = connection.execute(query, {"table": table_id}).scalar()
    engine.dispose()
    return int(found or 0)
