"""`sandtable tables`: what an operator lists, closes and deletes."""

import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import sandtable
from sandtable.bots.playout import random_match
from sandtable.server.base.logs import mark
from tests.server.kit import Server, command, guests, play_one, run, served_from, table_of

KINDS = ("tables", "log", "table_people", "chat")


def counts(folder: Path) -> list[int]:
    with contextlib.closing(sqlite3.connect(folder / "sandtable.sqlite3")) as base:
        return [base.execute(f"SELECT count(*) FROM {kind}").fetchone()[0] for kind in KINDS]


def change(folder: Path, statement: str, *values: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / "sandtable.sqlite3")) as base, base:
        base.execute(statement, values)


@pytest.fixture
def two(tmp_path: Path) -> list[str]:
    """Two finished games, by id."""
    ids = []
    for game, seats in (("watch", 2), ("time-of-chaos", 3)):
        file = tmp_path / f"{game}.jsonl"
        file.write_text(sandtable.write_log(random_match(game, seats, 3).log))
        ids.append(command("import", file, "--data-dir", tmp_path).stdout.split()[-1])
    return ids


def test_all_are_listed_or_those_that_were_asked_for(tmp_path: Path, two: list[str]) -> None:
    def ids(*words: str) -> list[str]:
        said = command("tables", "--json", "--data-dir", tmp_path, *words)
        assert said.returncode == 0, said.stderr
        return [json.loads(line)["id"] for line in said.stdout.splitlines()]

    assert ids() == two
    assert ids("--game", "watch") == two[:1]
    change(tmp_path, "UPDATE tables SET stage = 'closed' WHERE id = ?", two[0])
    assert ids("--stage", "closed") == two[:1]
    assert ids("--stage", "over") == two[1:]
    assert ids("--stage", "playing") == []
    said = command("tables", "--data-dir", tmp_path).stdout.splitlines()
    assert said[0].split() == ["ID", "MARK", "STAGE", "GAME", "SINCE", "WHO"]
    assert said[1].split()[:4] == [two[0], mark(two[0]), "closed", "watch"]
    assert said[1].endswith("Seat 1, Seat 2")


def test_a_table_that_cannot_be_read_is_listed_and_can_be_deleted(
    tmp_path: Path, two: list[str]
) -> None:
    change(tmp_path, "UPDATE tables SET room = '{', stage = 'playing' WHERE id = ?", two[0])
    assert "cannot be read" in command("tables", "--data-dir", tmp_path).stdout
    closed = command("tables", "close", "--data-dir", tmp_path, "--", two[0])
    assert closed.returncode == 1
    assert closed.stderr == f"{two[0]}: this table cannot be read; it can only be deleted\n"
    gone = command("tables", "delete", "--yes", "--data-dir", tmp_path, "--", two[0])
    assert gone.returncode == 0
    assert counts(tmp_path)[0] == 1


def test_a_log_that_has_ended_gets_no_second_end(tmp_path: Path, two: list[str]) -> None:
    """A server that was killed may have written the end of a game, and not that it is over."""
    had = counts(tmp_path)
    stage = "UPDATE tables SET stage = 'playing', room = json_set(room, '$.stage', 'playing')"
    change(tmp_path, f"{stage} WHERE id = ?", two[0])
    closed = command("tables", "close", "--data-dir", tmp_path, "--", two[0])
    assert closed.returncode == 0, closed.stderr
    assert counts(tmp_path) == had


def test_there_may_be_none(tmp_path: Path, two: list[str]) -> None:
    said = command("tables", "--stage", "playing", "--data-dir", tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == "There are no such tables.\n"


def test_there_may_be_no_database_and_then_none_is_made(tmp_path: Path) -> None:
    said = command("tables", "--data-dir", tmp_path)
    assert said.returncode == 1
    assert said.stderr == f"There is no database at {tmp_path / 'sandtable.sqlite3'}.\n"
    assert list(tmp_path.iterdir()) == []


def test_what_is_deleted_leaves_nothing_and_the_rest_stays(tmp_path: Path, two: list[str]) -> None:
    change(tmp_path, "INSERT INTO table_people VALUES (?, 'g1')", two[0])
    change(tmp_path, "INSERT INTO chat (table_id, place, line) VALUES (?, 'players', '{}')", two[0])
    other = command("export", "--data-dir", tmp_path, "--", two[1]).stdout
    # The folder may be named before or after what is to be done.
    gone = command("tables", "--data-dir", tmp_path, "delete", "--yes", "--", two[0], "nothing")
    assert gone.returncode == 1
    assert gone.stdout == f"{two[0]}: deleted\n"
    assert gone.stderr == "nothing: there is no such table\n"
    assert counts(tmp_path) == [1, len(other.splitlines()), 0, 0]
    assert command("export", "--data-dir", tmp_path, "--", two[1]).stdout == other


@pytest.mark.parametrize(("answer", "left"), [("y\n", 1), ("n\n", 2), ("", 2)])
def test_a_table_is_deleted_when_that_was_meant(
    tmp_path: Path, two: list[str], answer: str, left: int
) -> None:
    words = ["tables", "delete", "--data-dir", str(tmp_path), "--", two[0]]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sandtable", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(served_from())},
        input=answer,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Delete this table for good, with logs and chat?" in done.stdout
    assert done.returncode == (0 if left == 1 else 1)
    assert counts(tmp_path)[0] == left


def test_a_running_game_that_is_closed_stays_as_a_game_that_was_broken_off(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def scene() -> tuple[str, str]:
        dice = random.Random(4)
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, visibility="open", options={"minutes": 60})
            for _ in range(3):
                await play_one(tables, dice.choice)
            waiting = await clients[0].create("watch", seats=2)
            return tables[0].id, waiting.id

    played, waiting = run(scene())
    for words in (("close",), ("delete", "--yes")):
        beside = command("tables", *words, "--data-dir", tmp_path, "--", played)
        assert (beside.returncode, beside.stdout) == (1, "")
        assert "is in use by" in beside.stderr
        assert len(beside.stderr.splitlines()) == 1
    assert played in command("tables", "--stage", "playing", "--data-dir", tmp_path).stdout
    server.kill()
    said = command("tables", "close", "--data-dir", tmp_path, "--", played, waiting)
    assert said.stdout == f"{played}: closed\n{waiting}: closed\n", said.stderr
    again = command("tables", "close", "--data-dir", tmp_path, "--", played)
    assert (again.returncode, again.stdout) == (0, f"{played}: is closed already\n")
    file = tmp_path / "game.jsonl"
    out = command("export", "--data-dir", tmp_path, "--", played, file)
    assert out.returncode == 0, out.stderr
    match = sandtable.replay(file.read_text())
    assert len(match.entries) == 3
    assert not match.over
    assert json.loads(file.read_text().splitlines()[-1])["hash"] == match.hash()
    # It can be taken in elsewhere, as whatever is exported can.
    assert command("import", file, "--data-dir", tmp_path / "elsewhere").returncode == 0
    server.start()
    try:
        with urllib.request.urlopen(f"{server.url}/api/v1/matches") as answer:
            assert [table["id"] for table in json.load(answer)["tables"]] == [played]
    finally:
        server.stop()
