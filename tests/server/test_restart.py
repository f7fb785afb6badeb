"""The server dies in the middle of games, again and again."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.protocol.messages import Ack
from tests.server.kit import PATIENCE, Server, guests, on_turn, play_one, run, soon, table_of


def log_of(folder: Path, table_id: str) -> list[dict[str, Any]]:
    connection = sqlite3.connect(folder / "sandtable.sqlite3")
    try:
        query = "SELECT line FROM log WHERE table_id = ? ORDER BY seq"
        return [json.loads(row[0]) for row in connection.execute(query, (table_id,))]
    finally:
        connection.close()


def acts_in(lines: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(line["seat"], line["n"]) for line in lines if "act" in line and "note" not in line]


def kill_again_and_again(tmp_path: Path, kills: int, game: str, **options: Any) -> None:
    """Two people play on while their server dies and comes back this many times."""
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def scene() -> None:
        dice = random.Random(5)
        acknowledged: list[tuple[int, int]] = []
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, game, options=options)
            over = asyncio.Event()

            async def keep_playing(seat: int) -> None:
                table = tables[seat]
                while not over.is_set():
                    if table.seen is not None and table.seen.legal:
                        cheap = [a for a in table.seen.legal if a.get("spend", 1) <= 2]
                        n = table._next
                        answer = await table.act(dice.choice(cheap or table.seen.legal))
                        if isinstance(answer, Ack):
                            acknowledged.append((seat, n))
                    # As fast as the server answers they would be through with the match too early.
                    await asyncio.sleep(0.02)

            players = [asyncio.create_task(keep_playing(seat)) for seat in range(2)]
            for _ in range(kills):
                await asyncio.sleep(dice.uniform(0.3, 0.8))
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                had = len(acknowledged)
                async with asyncio.timeout(30):
                    while len(acknowledged) < had + 3:
                        assert not any(player.done() for player in players), "somebody gave up"
                        await asyncio.sleep(0.02)
            over.set()
            await asyncio.wait_for(asyncio.gather(*players), 30)
            lines = log_of(tmp_path, tables[0].id)
            found = acts_in(lines)
            assert len(found) == len(set(found)), "an act is there twice"
            assert set(acknowledged) == set(found)
            assert len(acknowledged) > 3 * kills
            pauses = [line for line in lines if line.get("why") == "downtime"]
            assert len(pauses) == kills
            again = sandtable.replay([line for line in lines if "end" not in line])
            await soon(tables[0], lambda: bool(tables[0].seen and len(again.entries)))
            assert tables[0].seen is not None
            place = "tokens" if game == "watch" else "grids"
            assert again.view(0)[place] == tables[0].seen.view[place]

    try:
        # Each time the server loads anew, which on a busy machine takes many seconds.
        run(scene(), (1 + kills) * PATIENCE)
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-K1")
def test_every_acknowledged_act_survives_and_none_is_there_twice(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, 4, "watch", minutes=60, play="match")


@pytest.mark.policy("SP-P3")
def test_no_sand_runs_while_the_server_is_away(tmp_path: Path) -> None:
    # The first who is back starts the countdown: long enough for the other to see the pause too.
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60", SANDTABLE_DOWNTIME_COUNTDOWN="8").start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"turn_seconds": 120})
            await play_one(tables, lambda legal: legal[0])
            assert tables[0].seen is not None
            deadline = tables[0].seen.view["turn_ends_at"]
            await asyncio.sleep(0.6)
            before = tables[0].table_time()
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(1.5)
            await asyncio.to_thread(server.start)
            await soon(tables[0], lambda: tables[0].connections >= 2)
            await soon(tables[0], lambda: bool(tables[0].room and tables[0].room.paused))
            assert tables[0].clock is not None
            assert before is not None
            # The last heartbeat is at most a quarter of a second and a commit old.
            assert before - 600 <= tables[0].clock.now <= before + 100
            assert tables[0].seen.view["turn_ends_at"] == deadline
            await soon(tables[0], lambda: bool(tables[0].clock and tables[0].clock.rate))
            on = on_turn(tables)
            assert on is not None
            assert isinstance(await play_one(tables, lambda legal: legal[0]), Ack)

    try:
        run(scene())
    finally:
        server.stop()


def test_a_game_with_bots_goes_on_after_a_crash(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True, options={"first": 1})
            await soon(table, lambda: bool(table.seen and table.seen.legal))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await soon(
                table, lambda: bool(table.connections >= 2 and table.clock and table.clock.rate)
            )
            assert table.seen is not None
            spent = table.seen.view["tokens_spent"]
            answer = await play_one([table], lambda legal: legal[0])
            assert isinstance(answer, Ack)
            await soon(
                table, lambda: bool(table.seen and table.seen.view["tokens_spent"] > spent + 1)
            )

    try:
        run(scene())
    finally:
        server.stop()


@pytest.mark.soak
def test_twenty_kills_in_a_row(tmp_path: Path) -> None:
    """A game that chance does not bring to its end, however long this takes."""
    kill_again_and_again(tmp_path, 20, "time-of-chaos", stall_rounds=None)
