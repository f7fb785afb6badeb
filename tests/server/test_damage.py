"""One damaged table is set aside and named once; everything else goes on."""

import asyncio
import json
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

import sandtable
from sandtable.bots.playout import random_match
from sandtable.client import Failed
from sandtable.engine.errors import BadLog
from sandtable.server.base.logs import mark
from sandtable.server.people.guests import could_be_id, new_id
from sandtable.server.store.damage import Damage, Few
from tests.server.kit import Server, command, guests, play_one, run, soon, table_of
from tests.server.postgres import postgres

Spoil = Callable[[sqlite3.Connection, str], None]


def room_is_no_json(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE tables SET room = '{\"id\":' WHERE id = ?", (table,))


def room_is_of_another_shape(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE tables SET room = '{\"id\": 5}' WHERE id = ?", (table,))


def room_is_no_text(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE tables SET room = CAST(x'7BFF7D' AS TEXT) WHERE id = ?", (table,))


def a_line_is_missing(database: sqlite3.Connection, table: str) -> None:
    database.execute("DELETE FROM log WHERE table_id = ? AND seq = 2", (table,))


def a_line_is_no_json(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE log SET line = 'sand' WHERE table_id = ? AND seq = 2", (table,))


def a_line_is_no_object(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE log SET line = '[1]' WHERE table_id = ? AND seq = 2", (table,))


def a_line_is_no_text(database: sqlite3.Connection, table: str) -> None:
    bad = json.dumps({"at": 1, "note": "x", "why": "?"}).encode().replace(b"?", b"\xff")
    query = "UPDATE log SET line = CAST(? AS TEXT) WHERE table_id = ? AND seq = 2"
    database.execute(query, (bad, table))


def an_act_is_not_allowed(database: sqlite3.Connection, table: str) -> None:
    change_act(database, table, {"type": "spend", "tokens": 10**6})


def an_act_raises(database: sqlite3.Connection, table: str) -> None:
    query = "UPDATE log SET line = ? WHERE table_id = ? AND seq = 2"
    database.execute(query, (json.dumps({"at": "noon", "seat": None}), table))


def the_header_is_of_no_game(database: sqlite3.Connection, table: str) -> None:
    database.execute("UPDATE log SET line = '{}' WHERE table_id = ? AND seq = 0", (table,))


def change_act(database: sqlite3.Connection, table: str, act: dict[str, object]) -> None:
    query = "SELECT seq, line FROM log WHERE table_id = ? ORDER BY seq"
    for seq, text in database.execute(query, (table,)).fetchall():
        line = json.loads(text)
        if "act" in line:
            changed = json.dumps({**line, "act": act})
            where = "WHERE table_id = ? AND seq = ?"
            database.execute(f"UPDATE log SET line = ? {where}", (changed, table, seq))
            return
    raise AssertionError("there is no act")


SPOILS: list[Spoil] = [
    room_is_no_json,
    room_is_of_another_shape,
    room_is_no_text,
    a_line_is_missing,
    a_line_is_no_json,
    a_line_is_no_object,
    a_line_is_no_text,
    an_act_is_not_allowed,
    an_act_raises,
    the_header_is_of_no_game,
]


def everything_in(database: sqlite3.Connection, table: str) -> list[object]:
    log = "SELECT seq, CAST(line AS BLOB) FROM log WHERE table_id = ? ORDER BY seq"
    room = "SELECT stage, CAST(room AS BLOB) FROM tables WHERE id = ?"
    return [
        *database.execute(log, (table,)).fetchall(),
        *database.execute(room, (table,)).fetchall(),
    ]


def get(server: Server, path: str, cookie: str = "") -> tuple[int, dict[str, object]]:
    request = urllib.request.Request(f"{server.url}/api/v1{path}", headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            said = answer.read().decode()
            plain = json.loads(said) if path.partition("?")[0][-4:] != "/log" else {}
            return answer.status, plain
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


@pytest.mark.policy("SP-K4")
def test_damaged_tables_are_set_aside_and_all_others_are_served(tmp_path: Path) -> None:
    """One server, with a running game for every kind of damage, and a sound one."""
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()
    path = tmp_path / "sandtable.sqlite3"

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = [await table_of(clients, visibility="open") for _ in range(len(SPOILS) + 1)]
            for pair in tables:
                await play_one(pair, lambda legal: legal[0])
                await play_one(pair, lambda legal: legal[0])
            sound, *others = [pair[0].id for pair in tables]
            for pair in tables[1:]:
                for table in pair:
                    await table.close()
            await asyncio.to_thread(server.stop)
            with sqlite3.connect(path) as database:
                for spoil, table_id in zip(SPOILS, others, strict=True):
                    spoil(database, table_id)
                before = [everything_in(database, table_id) for table_id in others]
            await asyncio.to_thread(server.start)
            for spoil, table_id in zip(SPOILS, others, strict=True):
                for _ in range(2):
                    with pytest.raises(Failed) as failed:
                        await clients[0].raw("GET", f"/tables/{table_id}")
                    assert (failed.value.status, failed.value.code) == (503, "SV-12"), spoil
            listed = json.loads(await clients[0].raw("GET", "/tables?stage=playing"))
            assert sound in [line["id"] for line in listed["tables"]]
            mine = json.loads(await clients[0].raw("GET", "/me"))
            assert sound in [line["id"] for line in mine["tables"]]
            pair = tables[0]
            await soon(pair[0], lambda: bool(pair[0].clock and pair[0].clock.rate))
            assert await play_one(pair, lambda legal: legal[0]) is not None
            with sqlite3.connect(path) as database:
                assert [everything_in(database, table_id) for table_id in others] == before
            said = server.said()
            for table_id in others:
                assert said.count(f"{mark(table_id)} cannot be read") == 1
                assert table_id not in said

    try:
        run(scene())
        assert server.metric("sandtable_faults_total") == 0
    finally:
        server.stop()


def finished(folder: Path, count: int) -> list[str]:
    files = []
    for seed in range(count):
        file = folder / f"{seed}.jsonl"
        file.write_text(sandtable.write_log(random_match("watch", 2, seed).log))
        files.append(str(file))
    out = command("import", *files, "--data-dir", folder)
    assert out.returncode == 0, out.stderr
    return [line.split()[-1] for line in out.stdout.splitlines()]


@pytest.mark.policy("SP-K4")
def test_a_damaged_finished_game_spoils_no_list(tmp_path: Path) -> None:
    sound, *others = finished(tmp_path, len(SPOILS) + 1)
    with sqlite3.connect(tmp_path / "sandtable.sqlite3") as database:
        for spoil, table_id in zip(SPOILS, others, strict=True):
            spoil(database, table_id)
    server = Server(tmp_path).start()
    try:
        status, listed = get(server, "/matches")
        assert status == 200
        lines = listed["tables"]
        assert isinstance(lines, list)
        assert sound in [line["id"] for line in lines]
        for spoil, table_id in zip(SPOILS, others, strict=True):
            statuses = set()
            for part in ("", "/log", "/fairness", "/at/99999", "/story"):
                status, answer = get(server, f"/matches/{table_id}{part}")
                assert status in (200, 503), (spoil, part, answer)
                if status == 503:
                    assert answer["code"] == "SV-12"
                statuses.add(status)
            assert 503 in statuses, spoil
            for part in ("", "/log", "/fairness", "/at/99999", "/story"):
                assert get(server, f"/matches/{sound}{part}")[0] == 200
        assert server.metric("sandtable_faults_total") == 0
    finally:
        server.stop()


def test_a_question_nobody_can_answer_sets_no_sound_game_aside(tmp_path: Path) -> None:
    (game,) = finished(tmp_path, 1)
    server = Server(tmp_path).start()
    try:
        refused = ("/story?start=99999999", "/story?start=x", "/story?start=1234567890")
        for part in (*refused, "/story?viewer=x", "/at/1?viewer=x", "/at/x"):
            status, answer = get(server, f"/matches/{game}{part}")
            assert (status, answer["code"]) == (400, "SV-1"), (part, answer)
        assert get(server, f"/matches/{game}/at/999999999")[0] == 200
        assert get(server, f"/matches/{game}")[0] == 200
        assert get(server, f"/tables/{game}")[0] == 200
        assert "cannot be read" not in server.said()
    finally:
        server.stop()


def test_a_damaged_page_is_reported_in_one_line(tmp_path: Path) -> None:
    """It is met only when somebody needs what is on it, long after the start."""
    server = Server(tmp_path).start()
    server.stop()
    file = tmp_path / "sandtable.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = database.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'guests'"
        (page,) = database.execute(query).fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)
    server.start()

    async def scene() -> None:
        with pytest.raises(Failed, match="SV-12"):
            async with guests(server, "Ada"):
                pass

    try:
        run(scene())
    finally:
        server.stop()
    said = server.said()
    assert "is damaged (database disk image is malformed)" in said
    assert "Traceback" not in said, said


IMPOSSIBLE = ["a%00b", "%00", "%ff", "a%20b", "%E2%80%AE", "a" * 65, "..%2e", "%ed%a0%80"]


@pytest.mark.policy("SP-K4")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_id_that_nobody_can_have_is_no_damage(tmp_path: Path, kind: str) -> None:
    """PostgreSQL refuses some texts; that must not look like a table that cannot be read."""
    with postgres() if kind == "postgresql" else nullcontext() as database:
        if kind == "postgresql" and database is None:
            pytest.skip("PostgreSQL is not installed")
        where = () if database is None else ("--database", database.url)
        server = Server(tmp_path, *where).start()
        try:
            for name in IMPOSSIBLE:
                for path in (f"/tables/{name}", f"/matches/{name}", f"/matches/{name}/log"):
                    status, answer = get(server, path)
                    assert (status, answer["code"]) == (404, "SV-2"), path
                assert run(goodbye(server, name)) == 4004
            assert server.metric("sandtable_faults_total") == 0
            said = [line for line in server.said().splitlines() if "Sandtable" not in line]
            assert not any(said), said
        finally:
            server.stop()


async def goodbye(server: Server, name: str) -> int:
    """The code with which the socket of such a table is closed."""
    where = f"{server.url.replace('http', 'ws')}/api/v1/tables/{name}/socket"
    async with connect(where, proxy=None) as wire:
        code = json.loads(await wire.recv())["code"]
        assert isinstance(code, int)
        return code


def test_ids_of_every_version_could_be_ids() -> None:
    for name in (new_id(), "-Zq3_0dkEw", "_", "0" * 64):
        assert could_be_id(name)
    for name in ("", "a\0b", "a\n", "é", "a" * 65, "a/b", "\udcff"):
        assert not could_be_id(name)


@pytest.mark.parametrize("what", ["export", "close", "delete"])
def test_a_command_says_that_there_is_no_such_table(tmp_path: Path, what: str) -> None:
    Server(tmp_path).start().stop()
    words = ["export"] if what == "export" else ["tables", what, *(["--yes"] * (what == "delete"))]
    said = command(*words, "--data-dir", tmp_path, "a\udcffb")
    assert said.returncode == 1
    assert "there is no" in said.stderr.lower()
    assert "Traceback" not in said.stderr


def test_what_is_remembered_of_damage_is_bounded() -> None:
    damage = Damage()
    for number in range(Few.MOST + 5):
        damage.set_aside(f"table{number}", BadLog("Line 1: no."))
    assert "table0" not in damage
    assert f"table{Few.MOST + 4}" in damage
    assert len(damage._aside._ids) == len(damage._named._ids) == Few.MOST
