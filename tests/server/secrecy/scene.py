"""Whole games over real sockets, in quick time, every frame of every viewer kept and scanned."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sandtable
from sandtable.client import Client, TableClient
from tests.server.kit import Server, guests, soon
from tests.server.secrecy.base import Checker, Truth, Viewer
from tests.server.secrecy.out_of_time import OutOfTimeChecker
from tests.server.secrecy.time_n_space import SpaceChecker
from tests.server.secrecy.time_of_chaos import ChaosChecker
from tests.server.secrecy.watch import WatchChecker

SPEED = 20
AT_ONCE = 4
"""Tables that play at the same time."""
LONGEST_GAME = 150.0

CHECKERS: dict[str, type[Checker]] = {
    "out-of-time": OutOfTimeChecker,
    "time-n-space": SpaceChecker,
    "time-of-chaos": ChaosChecker,
    "watch": WatchChecker,
}

SHORT: dict[str, list[dict[str, Any]]] = {
    "out-of-time": [
        {"timer_seconds": 1, "placement_seconds": 5, "protect_seconds": 1},
        {"timer_seconds": 2, "placement_seconds": 3, "knocking": "slips", "turned_tiles": "grey"},
        {"timer_seconds": 1, "placement_seconds": 3, "referee": "strict", "knocking": "off"},
    ],
    "time-n-space": [
        {"minutes": 1, "timer_seconds": 5, "setup_seconds": 20, "owner_seconds": 2},
        {"minutes": 2, "timer_seconds": 10, "setup_seconds": 5, "mode": "introductory"},
    ],
    "time-of-chaos": [{}, {"turn_seconds": 5}, {"bank_seconds": 30, "restore": "either"}],
    "watch": [
        {"minutes": 1, "ring_jitter_seconds": 30, "break_seconds": 1, "play": "match"},
        {"minutes": 1, "ring_jitter_seconds": 30, "turn_seconds": 3, "cards": "several"},
        {"minutes": 1, "ring_jitter_seconds": 30, "bell": "published"},
    ],
}
"""Options that make a game short enough to play a hundred, and kinds of game among them."""


def fast_server(folder: Path, *flags: str) -> Server:
    server = Server(
        folder,
        SANDTABLE_GONE_AFTER="100000",
        SANDTABLE_AWAY_AFTER="100000",
        SANDTABLE_GROUP_COMMIT_MS="2",
    )
    return server.fast(SPEED, "--truth", str(folder / "truth"), *flags)


class Kept:
    """The frames of one game in the order in which they came, and who got them."""

    def __init__(self) -> None:
        self.frames: list[tuple[Viewer, bytes, str]] = []

    def of(self, viewer: Viewer, socket: str = "") -> Callable[[bytes], None]:
        return lambda frame: self.frames.append((viewer, frame, socket))


async def come_late(client: Client, table: TableClient, kept: Kept) -> None:
    """Somebody begins to watch in the middle: a snapshot with what happened before."""
    await table.wait(lambda: bool(table.seen and (table.seen.seq > 20 or table.seen.outcome)))
    late = await client.open(table.id, on_frame=kept.of(None, "late"))
    await soon(late, lambda: late.seen is not None)
    await table.wait(lambda: bool(table.seen and table.seen.outcome))
    await late.close()


def where(table: TableClient) -> str:
    """How far somebody has come in a game that does not end."""
    stage = None if table.room is None else (table.room.stage, table.room.paused)
    seen = None if table.seen is None else (table.seen.seq, len(table.seen.legal))
    said = [problem.message for problem in table.problems[-2:]]
    return f"{stage} {seen} {table.clock} {table.connections} {list(table._open)} {said}"


async def play_on(table: TableClient, dice: random.Random, slow: float) -> None:
    """Somebody who does anything that is possible, now and then too late."""
    async for seen in table:
        if seen.outcome is None and seen.legal:
            await asyncio.sleep(dice.uniform(0, slow))
            if table.seen is not None and table.seen.legal:
                await table.act(dice.choice(table.seen.legal))


def seats_for(game: str, nth: int, options: dict[str, Any]) -> int:
    """All numbers of players in turn; fewer where chance alone would play for too long."""
    rules = sandtable.find(game)
    most = 3 if options.get("cards") == "several" else rules.MAX_SEATS
    if game == "out-of-time" and nth % 10 != 9:
        most = 2 if options.get("referee") == "strict" else 4
    return rules.MIN_SEATS + nth % (most - rules.MIN_SEATS + 1)


async def play_and_keep(clients: list[Client], game: str, nth: int) -> tuple[str, Kept]:
    """One game: a person in each seat, one who watches from the start, and one who comes late."""
    dice = random.Random(f"{game} {nth}")
    options = SHORT[game][nth % len(SHORT[game])]
    seats = seats_for(game, nth, options)
    kept = Kept()
    tables: list[TableClient] = []
    # Every fourth game one seat is a bot of the server's: it thinks, and gets no frames.
    bots = ["club"] if nth % 4 == 3 else []
    seated = clients[: seats - len(bots)]
    first = await seated[0].create(game, seats=seats, bots=bots, options=options)
    first.on_frame = kept.of(0)
    tables.append(first)
    for seat, client in enumerate(seated[1:], start=1):
        table = await client.sit(first.id, on_frame=kept.of(seat))
        tables.append(table)
    watching = await clients[-1].open(first.id, on_frame=kept.of(None))
    for table in tables:
        await table.say("Good luck!")
        await table.ready()
    slow = 0.15 if game == "watch" and nth % 2 == 0 else 0.02
    try:
        async with asyncio.timeout(LONGEST_GAME):
            late = come_late(clients[-1], watching, kept)
            await asyncio.gather(late, *[play_on(table, dice, slow) for table in tables])
            await soon(watching, lambda: bool(watching.seen and watching.seen.outcome))
    except TimeoutError:
        raise AssertionError("; ".join(map(where, [*tables, watching]))) from None
    for table in [*tables, watching]:
        await table.close()
    return first.id, kept


def truths_of(folder: Path, table_id: str) -> list[Truth]:
    lines = (folder / "truth" / f"{table_id}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Truth(json.loads(line)) for line in lines]


async def scan_games(server: Server, game: str, numbers: range) -> list[int]:
    """Play and scan this many games, all to their end; returns the frames scanned of each."""
    found: list[int] = []
    waiting = list(numbers)[::-1]
    most = sandtable.find(game).MAX_SEATS + 1

    async def one_after_another(who: int) -> None:
        names = [f"Guest {who}-{nth}" for nth in range(most)]
        while waiting:
            nth = waiting.pop()
            async with guests(server, *names) as clients:
                table_id, kept = await play_and_keep(clients, game, nth)
                checker = CHECKERS[game](truths_of(server.folder, table_id))
                for client in clients:
                    for token in [client.guest_token, *client.seat_tokens.values()]:
                        if token is not None:
                            checker.keep_secret(token)
            await asyncio.to_thread(scan, checker, kept)
            (server.folder / "truth" / f"{table_id}.jsonl").unlink()
            assert checker.truths[-1].over
            found.append(checker.scanned)

    await asyncio.gather(*[one_after_another(who) for who in range(min(AT_ONCE, len(waiting)))])
    return found


def scan(checker: Checker, kept: Kept) -> None:
    for viewer, frame, socket in kept.frames:
        checker.frame(viewer, frame, socket)
