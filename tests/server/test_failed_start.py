"""A start that cannot succeed ends: with an exit code, one sentence, and nothing spoilt."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.server.base.settings import Settings
from sandtable.server.operating.troubles import explain
from tests.server.kit import (
    PATIENCE,
    Server,
    command,
    free_port,
    guests,
    last_words,
    run,
    served_from,
    table_of,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="real faults, as Linux makes them")


def start(*arguments: str | Path, most_bytes: int | None = None) -> str:
    """What a start prints that ends by itself with code 1: one line."""

    def bound() -> None:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    ended = subprocess.run(
        [sys.executable, "-P", "-m", "sandtable", "serve", "--port", str(free_port()),
         *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(served_from())},
        capture_output=True, text=True, check=False, timeout=4 * PATIENCE,
        preexec_fn=bound,
    )  # fmt: skip
    said = ended.stdout + ended.stderr
    assert ended.returncode == 1, said
    assert "Traceback" not in said, said
    assert said.count("\n") == 1, said
    return said


def starts(folder: Path) -> None:
    server = Server(folder).start()
    server.stop()
    assert "Traceback" not in server.said()


@pytest.mark.policy("SP-K5")
@pytest.mark.parametrize("most", [0, 40, 4_096, 40_000, 90_000])
def test_no_room_at_any_moment_of_the_start(tmp_path: Path, most: int) -> None:
    said = start("--data-dir", tmp_path, most_bytes=most)
    assert "full" in said or "cannot" in said
    starts(tmp_path)


@contextmanager
def small_disk(kilobytes: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=0700", "tmpfs", folder]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("this user may not mount a small disk")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    with small_disk(64) as disk:
        assert "The disk is full" in start("--data-dir", disk)
    with small_disk(4) as disk:
        (disk / "filler").write_bytes(b"x" * 4096)
        assert "No space left" in start("--data-dir", disk)


def a_database(folder: Path) -> Path:
    """One with a few games in it, closed in order."""
    server = Server(folder).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            for _ in range(3):
                await table_of(clients)

    run(scene())
    server.stop()
    path = folder / "sandtable.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def dump(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        return list(database.iterdump())


def test_a_page_that_cannot_be_read_ends_the_start_or_spoils_one_table(tmp_path: Path) -> None:
    path = a_database(tmp_path)
    sound = path.read_bytes()
    pages = len(sound) // 4096
    ended = 0
    for page in (0, 1, 2, pages // 3, pages // 2, pages - 1):
        for leftover in tmp_path.glob("sandtable.sqlite3-*"):
            leftover.unlink()
        path.write_bytes(sound[: page * 4096] + b"\xee" * 4096 + sound[(page + 1) * 4096 :])
        server = Server(tmp_path)
        server.log = tmp_path / f"{page}.log"
        try:
            server.start()
        except RuntimeError:
            ended += 1
            assert server.process is not None
            assert server.process.wait(PATIENCE) == 1
            assert server.said().count("\n") == 1, server.said()
            assert "damaged" in server.said(), server.said()
        else:
            server.stop()
        assert "Traceback" not in server.said(), server.said()
    assert ended >= 2


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "sandtable.sqlite3"
    path.write_bytes(b"A letter to the editor. " * 400)
    assert "damaged" in start("--data-dir", tmp_path)
    assert path.read_bytes() == b"A letter to the editor. " * 400


@pytest.mark.policy("SP-K5")
def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = a_database(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("ALTER TABLE tables ADD COLUMN colour TEXT")
    before = dump(path)
    said = start("--data-dir", tmp_path)
    assert "belongs to a newer version of Sandtable" in said
    assert "9999" in said
    out = command("export", "x", "--data-dir", tmp_path)
    assert "belongs to a newer version" in out.stderr
    assert dump(path) == before


@pytest.mark.parametrize(
    "place",
    [
        ("--data-dir", "/proc/sandtable"),
        ("--data-dir", "/dev/null/sandtable"),
        ("--database", "sqlite:////proc/sandtable.sqlite3"),
        ("--database", "sqlite:////no/such/folder/sandtable.sqlite3"),
        ("--database", "sqlite:////tmp"),
    ],
)
def test_a_place_where_nothing_can_be_written(tmp_path: Path, place: tuple[str, str]) -> None:
    home = () if place[0] == "--data-dir" else ("--data-dir", str(tmp_path))
    assert "cannot" in start(*place, *home)


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y", "sqlite:/x"])
def test_a_database_that_is_none(tmp_path: Path, url: str) -> None:
    assert "--database" in start("--database", url, "--data-dir", tmp_path)


def test_a_postgresql_that_does_not_answer(tmp_path: Path) -> None:
    url = f"postgresql://sand:secret@127.0.0.1:{free_port()}/sand"
    said = start("--database", url, "--data-dir", tmp_path)
    assert "PostgreSQL refused the connection or did not answer" in said
    assert "secret" not in said


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "cannot listen at 192.0.2.1" in start("--host", "192.0.2.1", "--data-dir", tmp_path)
    assert "cannot listen at" in start("--host", "no such host", "--data-dir", tmp_path)


def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    path = a_database(tmp_path)
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        assert "Another program holds" in start("--data-dir", tmp_path)
    finally:
        other.close()
    starts(tmp_path)


def test_a_start_that_is_stopped_ends(tmp_path: Path) -> None:
    """At moments all over the start: it ends, and the next one finds everything sound."""
    a_database(tmp_path)
    for moment in range(12):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "sandtable", "serve", "--port", str(free_port()),
             "--data-dir", str(tmp_path)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(served_from())},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            process.wait(0.15 * moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM if moment % 2 else signal.SIGKILL)
        said = last_words(process)[1]
        assert b"Traceback" not in said, said.decode()
    starts(tmp_path)


def test_the_sentence_for_a_missing_driver() -> None:
    error = ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
    assert "sandtable[postgres]" in explain(error, Settings(data_dir=Path(os.devnull)))
