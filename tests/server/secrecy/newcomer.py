"""Whole games in which somebody takes a seat over, with every frame they get scanned."""

import asyncio
import contextlib
import json
import random

from sandtable.client import Client, TableClient
from sandtable.client.table import Gone
from tests.server.kit import Server, guests, soon, until
from tests.server.secrecy.scene import (
    CHECKERS,
    LONGEST_GAME,
    SHORT,
    Kept,
    scan,
    truths_of,
)

LASTING = {"watch": {"minutes": 4, "ring_jitter_seconds": 0, "turn_seconds": 60}}
"""So that nothing is dealt anew, or over, before somebody has taken over."""
SEATS = 3
TAKEN = 1
NEWCOMER = "newcomer"
PLAYED_BEFORE = 12
"""Deltas after which somebody leaves."""


async def play_and_hand_over(clients: list[Client], game: str, nth: int) -> tuple[str, Kept]:
    """Three people play; while the sand stands still one leaves and a fourth gets the seat."""
    dice = random.Random(f"newcomer {game} {nth}")
    kept = Kept()
    wish = LASTING.get(game) or SHORT[game][nth % len(SHORT[game])]
    first = await clients[0].create(game, seats=SEATS, options=wish)
    first.on_frame = kept.of(0)
    tables = [first]
    for seat in range(1, SEATS):
        tables.append(await clients[seat].sit(first.id, on_frame=kept.of(seat)))
    for table in tables:
        await table.say("Good luck!")
        await table.ready()
    playing = [asyncio.create_task(play_until_gone(table, dice)) for table in tables]
    await soon(first, lambda: bool(first.seen and first.seen.seq >= PLAYED_BEFORE))
    for table in tables:
        await table.pause()
    await soon(first, lambda: bool(first.room and first.room.paused))
    await clients[TAKEN].raw("POST", f"/tables/{first.id}/stand")
    asking = asyncio.create_task(
        clients[SEATS].sit(first.id, TAKEN, on_frame=kept.of(TAKEN, NEWCOMER))
    )
    others = [table for seat, table in enumerate(tables) if seat != TAKEN]
    for table in others:
        await soon(table, lambda table=table: bool(table.room and table.room.requests))  # type: ignore[misc]
        assert table.room is not None
        await table.answer(table.room.requests[0].id, True)
    newcomer = await asking
    await soon(newcomer, lambda: newcomer.seen is not None)
    playing.append(asyncio.create_task(play_until_gone(newcomer, dice)))
    for table in [*others, newcomer]:
        await table.pause(False)
    async with asyncio.timeout(LONGEST_GAME):
        await asyncio.gather(*playing)
        await until(lambda: asyncio.sleep(0, bool(newcomer.seen and newcomer.seen.outcome)))
    for table in [*others, newcomer]:
        await table.close()
    return first.id, kept


async def play_until_gone(table: TableClient, dice: random.Random) -> None:
    """Do anything that is possible while the sand runs, until the end or until one has left."""
    with contextlib.suppress(Gone):
        while not (table.seen and table.seen.outcome) and table.gone is None:
            await asyncio.sleep(dice.uniform(0, 0.02))
            if table.seen and table.seen.legal and table.clock and table.clock.rate:
                cheap = [act for act in table.seen.legal if act.get("spend", 1) == 1]
                await table.act(dice.choice(cheap or table.seen.legal))


async def scan_newcomer(server: Server, game: str, nth: int) -> int:
    """Play and scan such a game; gives how many frames the newcomer was sent."""
    names = [f"Guest {game} {nth} {who}" for who in range(SEATS + 1)]
    async with guests(server, *names) as clients:
        table_id, kept = await play_and_hand_over(clients, game, nth)
    truths = truths_of(server.folder, table_id)
    mine, others = Kept(), Kept()
    for entry in kept.frames:
        (mine if entry[2] == NEWCOMER else others).frames.append(entry)
    shown = (json.loads(frame) for _, frame, _ in mine.frames)
    joined = next(frame["seq"] for frame in shown if frame["type"] == "snapshot")
    for checker, frames in (
        (CHECKERS[game](truths), others),
        (CHECKERS[game](truths, TAKEN, joined), mine),
    ):
        for client in clients:
            for token in [client.guest_token, *client.seat_tokens.values()]:
                if token is not None:
                    checker.keep_secret(token)
        await asyncio.to_thread(scan, checker, frames)
    return len(mine.frames)
