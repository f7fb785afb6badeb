"""Tables that began, or gathered, before the rules of their game changed."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

import sandtable
from sandtable.cli import main
from sandtable.engine import registry
from sandtable.engine.options import Option, Whole
from sandtable.games.watch.rules import Watch
from sandtable.protocol.messages import Ack
from sandtable.server.archive.finished import keep
from sandtable.server.archive.replayfile import bring
from sandtable.server.store.storage import Store
from sandtable.server.tables.lobby import terms_again
from sandtable.server.tables.record import Record
from sandtable.server.tables.seating import Chair
from tests.server.kit import PATIENCE, Server, guests, on_turn, run, soon, until

REPLAYS = Path(__file__).parents[1] / "replays"
SPEED = 40.0

Lines = list[dict[str, Any]]


def kept(file: Path) -> Lines:
    return [dict(line) for line in sandtable.read_log(file.read_text(encoding="utf-8"))]


def old_files() -> Iterator[Path]:
    """One kept game of each older version of each game's rules."""
    found = set()
    for file in sorted(REPLAYS.glob("*.jsonl")):
        header = kept(file)[0]
        version = (header["game"], header["rules"])
        is_old = header["rules"] < sandtable.find(header["game"]).RULES_VERSION
        if is_old and version not in found and "position" not in header:
            found.add(version)
            yield file


OLD = list(old_files())


def rows(folder: Path, query: str, *values: Any) -> list[Any]:
    connection = sqlite3.connect(folder / "sandtable.sqlite3")
    try:
        found = connection.execute(query, values).fetchall()
        connection.commit()
        return found
    finally:
        connection.close()


def log_of(folder: Path, table_id: str) -> Lines:
    query = "SELECT line FROM log WHERE table_id = ? ORDER BY seq"
    return [json.loads(row[0]) for row in rows(folder, query, table_id)]


def half_played(folder: Path, file: Path) -> str:
    """A data folder with this game in it, broken off in the middle, with a bot in every seat."""
    brought = bring(file.read_bytes())
    record, begun = brought.record, brought.lines[: len(brought.lines) // 2]
    brought.lines = begun
    at = begun[-1]["at"]
    begun.append({"note": "pause", "at": at, "life": "gone", "server": 0, "why": "downtime"})
    record.stage = "playing"
    record.ended = None
    record.chairs = [
        Chair(kind="bot", name=chair.name, level="random", ready=True) for chair in record.chairs
    ]

    store = Store(f"sqlite:///{folder / 'sandtable.sqlite3'}")
    store.open()
    keep(store, brought)
    store.close()
    return record.id


@pytest.mark.policy("SP-A11")
@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_a_running_table_plays_on_by_the_rules_it_began_with(tmp_path: Path, file: Path) -> None:
    table_id = half_played(tmp_path, file)
    begun = log_of(tmp_path, table_id)
    server = Server(tmp_path).fast(SPEED).start()

    def acts() -> int:
        return sum(1 for line in log_of(tmp_path, table_id) if "act" in line)

    async def goes_on() -> bool:
        await asyncio.sleep(0.2)
        return acts() >= sum(1 for line in begun if "act" in line) + 5 or any(
            "end" in line for line in log_of(tmp_path, table_id)
        )

    try:
        run(until(goes_on))
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()
    lines = log_of(tmp_path, table_id)
    assert lines[: len(begun)] == begun
    match = sandtable.replay(lines, check="end" in lines[-1])
    assert begun[0]["rules"] == match.game.RULES_VERSION


@pytest.mark.policy("SP-A11")
def test_a_gathering_table_begins_under_the_rules_it_was_opened_with(tmp_path: Path) -> None:
    """And people play on, with a bot that thinks in a process of its own."""
    server = Server(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            first = await ada.create("watch", seats=3, bots=["club"])
            await asyncio.to_thread(server.kill)
            room = json.loads(rows(tmp_path, "SELECT room FROM tables")[0][0])
            old = {**room, "rules": 1, "options": {**room["options"], "turn_seconds": 15}}
            rows(tmp_path, "UPDATE tables SET room = ?", json.dumps(old))
            await asyncio.to_thread(server.start)
            second = await bob.sit(first.id)
            tables = [first, second]
            for table in tables:
                await table.ready()
            for table in tables:
                await soon(table, lambda table=table: table.seen is not None)  # type: ignore[misc]
            done = 0
            async with asyncio.timeout(PATIENCE):
                while done < 4:
                    acting = on_turn(tables)
                    if acting is not None and acting.seen is not None:
                        answer = await acting.act(acting.seen.legal[0])
                        done += isinstance(answer, Ack)
                    await asyncio.sleep(0.01)
            lines = log_of(tmp_path, first.id)
            assert lines[0]["rules"] == 1
            assert lines[0]["options"]["turn_seconds"] == 15
            assert [line for line in lines if line.get("by") == "club"]
            assert sandtable.replay(lines, check=False).game.RULES_VERSION == 1

    try:
        run(scene())
        assert "Traceback" not in server.said(), server.said()
    finally:
        server.stop()


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_log_is_taken_in_shown_and_given_out_again(tmp_path: Path, file: Path) -> None:
    assert main(["import", str(file), "--data-dir", str(tmp_path)]) == 0
    table_id = rows(tmp_path, "SELECT id FROM tables")[0][0]
    lines = kept(file)
    server = Server(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            info = await ada.match(table_id)
            assert info.rules == lines[0]["rules"]
            assert info.outcome is not None
            story = json.loads(await ada.raw("GET", f"/matches/{table_id}/story?viewer=nobody"))
            assert story["frames"]

    try:
        run(scene())
    finally:
        server.stop()
    copy = tmp_path / "copy.jsonl"
    assert main(["export", table_id, str(copy), "--data-dir", str(tmp_path)]) == 0
    again = kept(copy)
    assert {**again[0], **lines[0]} == again[0]
    assert again[1:] == lines[1:]
    assert lines[0]["rules"] == sandtable.replay(again).game.RULES_VERSION


def over(options: dict[str, Any], **more: Any) -> Record:
    chairs = [Chair(), Chair()]
    return Record("x", "watch", "The Watch", 1, options, "link", 100, chairs, "", **more)


@pytest.mark.parametrize("name", sorted({kept(file)[0]["game"] for file in OLD}))
def test_a_rematch_of_an_old_game_follows_the_newest_rules(name: str) -> None:
    newest, oldest = sandtable.find(name), sandtable.find(name, 1)
    seats = oldest.MIN_SEATS
    options = oldest.settle_options(seats, {})
    record = over(options)
    record.game = name
    record.chairs = [Chair() for _ in range(seats)]
    game, settled = terms_again(record)
    assert game is newest
    assert settled == newest.settle_options(seats, options)
    assert {**settled, **options} == settled


class Renamed(Watch):
    """A later version in which an option has gone."""

    RULES_VERSION: ClassVar[int] = 9
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Whole("hours", "WA-C4", "Hours", "How long the hidden timer runs.", 1, 1, 2),
    )


def test_a_rematch_stays_with_the_old_rules_if_the_newest_refuse_its_options() -> None:
    registry.register(Renamed())
    try:
        options = sandtable.find("watch", 1).settle_options(2, {"minutes": 7})
        game, settled = terms_again(over(options))
        assert game.RULES_VERSION == 1
        assert settled == options
    finally:
        registry.forget("watch")


def test_somebody_asks_for_a_rematch_of_an_old_game(tmp_path: Path) -> None:
    server = Server(tmp_path).fast(SPEED).start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create(
                "watch", bots=["random"], start=True, options={"minutes": 1, "turn_seconds": 3}
            )
            await asyncio.to_thread(server.kill)
            room = json.loads(rows(tmp_path, "SELECT room FROM tables")[0][0])
            rows(tmp_path, "UPDATE tables SET room = ?", json.dumps({**room, "rules": 1}))
            header = {**log_of(tmp_path, table.id)[0], "rules": 1}
            rows(tmp_path, "UPDATE log SET line = ? WHERE seq = 0", json.dumps(header))
            await asyncio.to_thread(server.start)
            await soon(table, lambda: bool(table.room and table.room.stage == "over"))
            assert table.room is not None
            assert table.room.rules == 1
            again = await ada.rematch(table.id)
            assert again.room is not None
            assert again.room.rules == sandtable.find("watch").RULES_VERSION
            assert again.room.options == table.room.options

    try:
        run(scene())
        assert "Traceback" not in server.said(), server.said()
    finally:
        server.stop()
