"""People who leave, where a game lasts an evening and where it lasts for days."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable.client import TableClient
from sandtable.client.table import Gone
from sandtable.protocol.messages import Ack
from sandtable.server.tables.attendance import gives_long
from tests.server.kit import Server, guests, on_turn, run, soon, table_of, until

SPEED = 1000
"""An hour of the server's clock in 3.6 s of ours."""
HOUR = 3600 / SPEED


@pytest.fixture(scope="module")
def slow_table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("days"),
        SANDTABLE_AWAY_AFTER="5",
        SANDTABLE_GONE_AFTER="30",
        SANDTABLE_COUNTDOWN="3",
        SANDTABLE_DOWNTIME_COUNTDOWN="5",
    )
    server.fast(SPEED).start()
    yield server
    server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.parametrize(
    ("game", "options", "long"),
    [
        ("time-of-chaos", {}, True),
        ("time-of-chaos", {"turn_seconds": 86_400}, True),
        ("time-of-chaos", {"turn_seconds": 3_600}, True),
        ("time-of-chaos", {"bank_seconds": 20 * 86_400}, True),
        ("time-of-chaos", {"turn_seconds": 300}, False),
        ("time-of-chaos", {"bank_seconds": 1_800}, False),
        ("watch", {"minutes": 60, "turn_seconds": 120}, False),
        ("out-of-time", {}, False),
        ("time-n-space", {"minutes": 120}, False),
    ],
)
def test_which_tables_wait_for_who_is_away(game: str, options: dict[str, Any], long: bool) -> None:
    match = sandtable.new(game, seats=3, seed=1, options=options)
    assert gives_long(match) is long


def seat_is(table: TableClient, seat: int, presence: str, stand_in: bool) -> bool:
    if table.room is None:
        return False
    chair = table.room.seats[seat]
    return chair.presence == presence and chair.stand_in is stand_in


def others(tables: list[TableClient]) -> tuple[TableClient, TableClient, int]:
    """Who waits, who is on turn, and the seat of the latter."""
    on = on_turn(tables)
    assert on is not None
    assert on.you is not None
    assert on.you.seat is not None
    waiting = next(table for table in tables if table is not on)
    return waiting, on, on.you.seat


@pytest.mark.policy("SP-P6")
def test_without_a_limit_a_table_waits_for_days_and_through_a_crash(
    slow_table_server: Server,
) -> None:
    async def scene() -> None:
        async with guests(slow_table_server, "Ada", "Bob") as clients:
            tables = await table_of(clients, "time-of-chaos")
            waiting, on, seat = others(tables)
            assert on.seen is not None
            seq = on.seen.seq
            await on.close()
            await soon(waiting, lambda: seat_is(waiting, seat, "gone", False))
            await asyncio.to_thread(slow_table_server.kill)
            await asyncio.to_thread(slow_table_server.start)
            await soon(waiting, lambda: bool(waiting.clock and waiting.clock.rate))
            await soon(waiting, lambda: seat_is(waiting, seat, "gone", False))
            await waiting.close()
            # Nobody is here for more than an hour; the table is not closed.
            await asyncio.sleep(1.3 * HOUR)
            back = await clients[seat].open(on.id)
            await soon(back, lambda: bool(back.seen and back.seen.legal))
            assert back.room is not None
            assert back.room.stage == "playing"
            assert back.seen is not None
            assert back.seen.seq <= seq
            await soon(back, lambda: bool(back.clock and back.clock.rate))
            assert isinstance(await back.act(back.seen.legal[0]), Ack)

    run(scene())


@pytest.mark.policy("SP-P6")
def test_only_the_clock_of_the_table_ends_the_turn_of_who_is_away(
    slow_table_server: Server,
) -> None:
    async def scene() -> None:
        async with guests(slow_table_server, "Ada", "Bob") as clients:
            tables = await table_of(clients, "time-of-chaos", options={"turn_seconds": 3_600})
            waiting, on, seat = others(tables)
            await on.close()
            told: list[str] = []
            levels: list[str | None] = []

            async def listen() -> None:
                async for seen in waiting:
                    told.extend(event.event for event in seen.events)
                    levels.append(waiting.room.seats[seat].level if waiting.room else None)

            listening = asyncio.create_task(listen())
            await soon(waiting, lambda: seat_is(waiting, seat, "gone", False))
            await until(lambda: asyncio.sleep(0, "placed" in told))
            listening.cancel()
            # TC-O1: the table places for who did not, when the hour is over; no bot ever did.
            assert set(levels) == {None}

    run(scene())


@pytest.mark.policy("SP-P2")
def test_in_a_game_over_days_nobody_pauses_without_who_is_away(slow_table_server: Server) -> None:
    async def scene() -> None:
        async with guests(slow_table_server, "Ada", "Bob") as clients:
            tables = await table_of(clients, "time-of-chaos")
            waiting, on, seat = others(tables)
            await on.close()
            await soon(waiting, lambda: seat_is(waiting, seat, "gone", False))
            await waiting.pause()
            await soon(waiting, lambda: bool(waiting.room and waiting.room.pause_votes))
            assert waiting.room is not None
            assert waiting.room.paused is None
            back = await clients[seat].open(on.id)
            await back.pause()
            await soon(back, lambda: bool(back.room and back.room.paused))

    run(scene())


@pytest.mark.policy("SP-P5")
def test_where_a_turn_is_short_a_bot_stands_in_after_half_a_minute(
    slow_table_server: Server,
) -> None:
    async def scene() -> None:
        async with guests(slow_table_server, "Ada", "Bob") as clients:
            tables = await table_of(clients, "time-of-chaos", options={"turn_seconds": 600})
            waiting, on, seat = others(tables)
            await on.close()
            await soon(waiting, lambda: seat_is(waiting, seat, "gone", True))

    run(scene())


@pytest.mark.policy("SP-P8")
def test_a_table_where_nobody_is_for_an_hour_is_closed_and_stays_replayable(
    slow_table_server: Server,
) -> None:
    async def scene() -> None:
        async with guests(slow_table_server, "Ada", "Bob") as (ada, bob):
            table = await ada.create("watch", bots=["random"], start=True, options={"first": 0})
            await soon(table, lambda: table.seen is not None)
            await table.pause()
            await soon(table, lambda: bool(table.room and table.room.paused))
            empty = await bob.create("watch", seats=2)
            await table.close()
            await empty.close()
            for client, left in ((ada, table), (bob, empty)):

                async def closed(client: Any = client, left: TableClient = left) -> bool:
                    return bool((await client.room(left.id)).stage == "closed")

                await until(closed)
                with pytest.raises(Gone) as gone:
                    await client.open(left.id)
                assert gone.value.code == 4003
            assert not sandtable.replay(await ada.log(table.id)).over

    run(scene())
