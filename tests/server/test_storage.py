"""What is written is there: in SQLite and in PostgreSQL alike."""

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import sandtable
from sandtable.bots.playout import random_match
from sandtable.engine.errors import BadLog
from sandtable.protocol.problems import Denied
from sandtable.server.archive import finished as archive
from sandtable.server.archive.replayfile import bring
from sandtable.server.base.dates import utc_now
from sandtable.server.people.guests import People, Tokens, hashed, new_id
from sandtable.server.store.busy import Busy
from sandtable.server.store.schema import GUESTS, LOG, METADATA, TABLES
from sandtable.server.store.storage import Store
from sandtable.server.store.writer import Inserts, Unwritten, patience
from sandtable.server.tables.record import Record
from sandtable.server.tables.seating import Chair
from sandtable.server.tables.shelf import lines_of, save_statements
from tests.server.kit import Server, guests, play_one, run, table_of, until
from tests.server.postgres import postgres

MISSING = (
    "NO POSTGRESQL ON THIS MACHINE: its storage tests did not run. Install it (Debian: the package "
    "postgresql) and run them again."
)


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str | None]:
    with postgres() as server:
        yield None if server is None else server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str | None) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.sqlite3'}"
        return
    if postgres_url is None:
        pytest.skip(MISSING)
    yield postgres_url
    engine = sa.create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()


def a_record(table_id: str = "t1") -> Record:
    return Record(
        id=table_id,
        game="watch",
        title="The Watch",
        rules=1,
        options={},
        visibility="open",
        pace=100,
        chairs=[Chair(kind="person", name="Ada", guest="g1"), Chair()],
        created=utc_now(),
    )


async def opened(url: str) -> Store:
    store = Store(url, group_ms=2)
    store.open()
    store.start()
    return store


async def appended(store: Store, table_id: str, first: int, lines: list[dict[str, Any]]) -> None:
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: Exception | None) -> None:
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    store.append(store.ledger(table_id), first, lines, done)
    await future


def test_the_migrations_make_the_schema_that_the_code_expects(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        with store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        await store.stop()

    run(scene())


def test_migrating_twice_changes_nothing(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.stop()
        store = await opened(url)
        await store.stop()

    run(scene())


@pytest.mark.parametrize(
    ("shared", "busy", "milliseconds"),
    [(2, 0, 0), (2, 0.4, 0), (2, 0.55, 4), (2, 0.7, 8), (2, 1.9, 8), (0, 1, 0), (1, 1, 0)],
)
def test_the_busier_the_server_the_longer_a_commit_waits_for_others(
    shared: int, busy: float, milliseconds: float
) -> None:
    assert patience(shared, busy, 0.008) == pytest.approx(milliseconds / 1000)


def test_how_busy_a_process_is_comes_from_the_time_it_has_used_lately() -> None:
    clock, used = 0.0, 7.0
    busy = Busy(lambda: clock, lambda: used)
    clock, used = 0.0625, 7.05
    assert busy.share() == 0, "too short to tell"
    clock, used = 0.125, 7.1
    assert busy.share() == pytest.approx(0.4)
    clock, used = 0.25, 7.2
    assert busy.share() == pytest.approx(0.6)
    clock, used = 3.25, 7.5
    assert busy.share() == pytest.approx(0.1), "what was long ago does not count"


def test_a_store_asks_how_busy_its_own_process_is(tmp_path: Path) -> None:
    busy = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")._writer._busy
    until = time.monotonic() + 30
    while busy() == 0 and time.monotonic() < until:
        pass
    assert busy() > 0


def test_a_store_is_silent_only_for_as_long_as_something_waits(tmp_path: Path) -> None:
    async def scene() -> tuple[float, float]:
        store = Store(f"sqlite:///{tmp_path / 'here.sqlite3'}")
        store.open()
        # Nobody writes yet: what is put there waits.
        asked = asyncio.ensure_future(store.written())
        await asyncio.sleep(0.01)
        waiting = store.silent_for()
        store.start()
        await asked
        silent = store.silent_for()
        await store.stop()
        return waiting, silent

    waiting, silent = asyncio.run(scene())
    assert 0 < waiting < 60
    assert silent == 0


@pytest.mark.parametrize(("before", "busy"), [(2, 0.3), (1, 1.0), (2, 1.0)])
def test_a_commit_waits_for_others_only_under_load(
    tmp_path: Path, before: int, busy: float
) -> None:
    """The first is held up until all of `before` are there; what comes half a second later shares
    a commit or has its own."""
    at_once = before < 2 or busy < 0.4

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}", group_ms=2_000, busy=lambda: busy)
        store.open()
        shared: list[int] = []
        all_there = threading.Event()

        def committed(_: float, jobs: int) -> None:
            shared.append(jobs)
            all_there.wait()

        store.on_commit = committed
        store.start()

        def write(name: str) -> asyncio.Future[None]:
            row = {"id": name, "name": name, "token_hash": name, "created": utc_now()}
            return asyncio.ensure_future(store.written((sa.insert(GUESTS), row)))

        first = write("first")
        while not shared:
            await asyncio.sleep(0.01)
        together = [write(f"guest {i}") for i in range(before)]
        await asyncio.sleep(0)
        all_there.set()
        await asyncio.gather(first, *together)
        later = [write("one")]
        await asyncio.sleep(0.5)
        later.append(write("two"))
        await asyncio.gather(*later)
        assert shared == ([1, before, 1, 1] if at_once else [1, before, 2])
        await store.stop()

    run(scene())


def test_a_log_is_read_as_it_was_written(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record(), None))
        lines: list[dict[str, Any]] = [{"at": i, "text": "sand, Sand, \u2603"} for i in range(300)]
        await appended(store, "t1", 0, lines[:100])
        await appended(store, "t1", 100, lines[100:])
        assert await store.read(lambda c: lines_of(c, "t1")) == lines
        await store.stop()

    run(scene())


@pytest.mark.policy("SP-K3")
def test_the_same_line_cannot_be_written_by_two(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record(), None))
        await appended(store, "t1", 0, [{"at": 1}])
        with pytest.raises(Unwritten, match="IntegrityError"):
            await appended(store, "t1", 0, [{"at": 2}])
        assert await store.read(lambda c: lines_of(c, "t1")) == [{"at": 1}]
        await store.stop()

    run(scene())


def test_the_fault_of_one_is_not_the_fault_of_others_in_the_same_commit(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record("t1"), None))
        await store.written(*save_statements(store, a_record("t2"), None))
        await appended(store, "t1", 0, [{"at": 1}])
        results = await asyncio.gather(
            appended(store, "t1", 0, [{"at": 9}]),
            appended(store, "t2", 0, [{"at": 2}]),
            return_exceptions=True,
        )
        assert isinstance(results[0], Unwritten)
        assert results[1] is None
        assert await store.read(lambda c: lines_of(c, "t2")) == [{"at": 2}]
        await store.stop()

    run(scene())


@pytest.mark.policy("SP-K3")
def test_a_log_with_a_gap_is_not_taken_for_a_whole_one(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record(), None))
        await appended(store, "t1", 0, [{"at": 1}])
        await appended(store, "t1", 2, [{"at": 3}])
        with pytest.raises(BadLog, match="Line 2 is missing"):
            await store.read(lambda c: lines_of(c, "t1"))
        await store.stop()

    run(scene())


def test_after_a_line_that_failed_no_later_line_of_the_same_log_is_written(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record(), None))
        await appended(store, "t1", 0, [{"at": 1}])
        results: list[Exception | None] = []
        ledger, sound = store.ledger("t1"), store.ledger("t1")
        store.append(ledger, 0, [{"at": 9}], results.append)
        store.append(ledger, 1, [{"at": 2}], results.append)
        await store.written()
        store.append(ledger, 2, [{"at": 3}], results.append)
        await store.written()
        assert [error is None for error in results] == [False, False, False]
        assert await store.read(lambda c: lines_of(c, "t1")) == [{"at": 1}]
        store.append(sound, 1, [{"at": 4}], results.append)
        await store.written()
        assert results[-1] is None
        assert await store.read(lambda c: lines_of(c, "t1")) == [{"at": 1}, {"at": 4}]
        await store.stop()

    run(scene())


def test_a_table_saved_again_is_changed_and_not_doubled(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        record = a_record()
        await store.written(*save_statements(store, record, None))
        record.stage = "over"
        await store.written(*save_statements(store, record, None))
        rows = await store.read(lambda c: c.execute(sa.select(TABLES.c.stage)).all())
        assert [row.stage for row in rows] == ["over"]
        await store.stop()

    run(scene())


def test_stopping_writes_what_is_queued(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        await store.written(*save_statements(store, a_record(), None))
        ledger = store.ledger("t1")
        for i in range(50):
            store.append(ledger, i, [{"at": i}], lambda error: None)
        await store.stop()
        store = await opened(url)
        count = sa.select(sa.func.count()).select_from(LOG)
        assert await store.read(lambda c: c.execute(count).scalar()) == 50
        await store.stop()

    run(scene())


def test_an_id_is_letters_and_digits() -> None:
    """One that begins with a dash is an option to a command; at its end, links lose it."""
    ids = [new_id() for _ in range(2_000)]
    assert all(re.fullmatch("[A-Za-z0-9]{12}", one) for one in ids)
    assert len(set(ids)) == len(ids)


def test_no_two_probes_have_the_same_token() -> None:
    tokens = Tokens()
    drawn = [tokens.next() for _ in range(3 * Tokens.DRAWN)]
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in drawn)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.policy("SP-I2")
def test_no_token_is_kept(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        people = People(store)
        guest, token = await people.greet("Ada", None)
        rows = await store.read(lambda c: c.execute(sa.select(GUESTS)).all())
        assert [row.token_hash for row in rows] == [hashed(token)]
        assert not any(token in str(row) for row in rows)
        assert await People(store).find(token) == guest
        assert await people.find(token[:-1]) is None
        await store.stop()

    run(scene())


def test_a_guest_who_comes_again_stays_the_same_guest(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        people = People(store)
        guest, token = await people.greet("Ada", None)
        again, same = await people.greet("  Ada   Lovelace\u200b ", token)
        assert (again.id, same, again.name) == (guest.id, token, "Ada Lovelace")
        await store.stop()

    run(scene())


def test_an_imported_game_is_exported_alike(url: str) -> None:
    async def scene() -> None:
        store = await opened(url)
        match = random_match("watch", 3, 11)
        brought = bring(sandtable.write_log(match.log).encode())
        archive.keep(store, brought)
        finished = await archive.load_finished(store, brought.record.id, None)
        again = sandtable.replay(finished.text())
        assert again.hash() == match.hash()
        assert finished.info().acts == len(match.entries)
        assert finished.position(match.now, "1").view == match.view(1)
        listed = await archive.list_tables(store, archive.FINISHED, "watch", None, None)
        assert [line.id for line in listed.tables] == [brought.record.id]
        with pytest.raises(Denied):
            await archive.load_finished(store, "nothing", None)
        await store.stop()

    run(scene())


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 255, 256, 257, 700])
def test_every_row_is_inserted_once_and_in_order(dialect: str, count: int) -> None:
    rows = [("table", number, f"line {number}") for number in range(count)]
    found: list[object] = []
    for statement, values in Inserts(dialect).of(rows):
        if dialect == "sqlite":
            assert statement.count("?") == len(values)
            found.extend(values)
        else:
            found.extend(value for row in values for value in row)
    assert found == [value for row in rows for value in row]


def test_a_game_is_played_through_a_crash_on_postgresql(
    tmp_path: Path, postgres_url: str | None
) -> None:
    if postgres_url is None:
        pytest.skip(MISSING)
    server = Server(tmp_path, "--database", postgres_url).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            for _ in range(3):
                await play_one(tables, lambda legal: legal[0])
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with asyncio.timeout(30):
                while not all(t.connections > 1 and t.clock and t.clock.rate for t in tables):
                    await asyncio.sleep(0.02)
            assert tables[0].seen is not None
            assert tables[0].seen.view["tokens_spent"] == 3
            assert await play_one(tables, lambda legal: legal[0]) is not None

    try:
        run(scene())
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-K1")
def test_a_postgresql_that_goes_away_loses_nothing_and_the_table_goes_on(tmp_path: Path) -> None:
    with postgres() as database:
        if database is None:
            pytest.skip(MISSING)
        server = Server(tmp_path, "--database", database.url, SANDTABLE_GONE_AFTER="60").start()

        async def scene() -> None:
            async with guests(server, "Ada", "Bob") as clients:
                options = {"minutes": 60, "turn_seconds": 120, "play": "match"}
                tables = await table_of(clients, options=options)
                for _ in range(3):
                    await play_one(tables, lambda legal: legal[0])
                done = acts_in_database(database.url)
                assert len(done) == 3
                frames: list[bytes] = []
                tables[0].on_frame = frames.append
                assert await asyncio.to_thread(server.healthy)
                await asyncio.to_thread(database.go_away)
                moving = asyncio.create_task(play_one(tables, lambda legal: legal[0]))
                # The act finds it out, or a heartbeat before it: then the act is refused.
                await until(lambda: asyncio.sleep(0, any(tells_of_it(frame) for frame in frames)))
                assert not await asyncio.to_thread(server.healthy)
                assert not moving.done(), "acknowledged, though nothing is in the database"
                await asyncio.to_thread(database.start)
                assert acts_in_database(database.url) == done
                assert await asyncio.wait_for(moving, 60) is not None
                assert await play_one(tables, lambda legal: legal[0]) is not None
                assert len(acts_in_database(database.url)) == 5
                # The last look is believed for a second.
                await until(lambda: asyncio.to_thread(server.healthy))

        try:
            run(scene(), patience=120)
        finally:
            server.stop()
        assert "Traceback" not in server.said(), server.said()


def tells_of_it(frame: bytes) -> bool:
    """Whether somebody is told that nothing can be written: goodbye, or the sand stands still."""
    return b'"bye"' in frame or b'"why":"downtime"' in frame


def acts_in_database(url: str) -> list[str]:
    """The lines that are acts, read by a connection of our own."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = connection.execute(sa.text("SELECT line FROM log ORDER BY id"))
        lines = [str(row[0]) for row in found]
    engine.dispose()
    return [line for line in lines if '"act":' in line and '"note":' not in line]
