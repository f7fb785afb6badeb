"""People who play on whatever happens to their server, and remember what it acknowledged."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa

from sandtable.client import TableClient
from sandtable.protocol.messages import Ack
from tests.server.kit import PATIENCE, Server, guests, table_of

# A game that chance does not bring to its end.
GAME, ENDLESS = "time-of-chaos", {"stall_rounds": None}


class Load:
    """Tables with two people each, who act as soon as they may."""

    def __init__(self, tables: list[list[TableClient]]) -> None:
        self.tables = tables
        self.acknowledged: dict[str, list[tuple[int, int]]] = {t[0].id: [] for t in tables}
        self._over = asyncio.Event()
        self._dice = random.Random(11)
        self._players = [
            asyncio.create_task(self._play(table)) for pair in tables for table in pair
        ]

    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    async def _play(self, table: TableClient) -> None:
        assert table.you is not None
        seat = table.you.seat
        assert seat is not None
        while not self._over.is_set():
            if table.seen is not None and table.seen.legal:
                n = table._next
                answer = await table.act(self._dice.choice(table.seen.legal))
                if isinstance(answer, Ack):
                    self.acknowledged[table.id].append((seat, n))
            await asyncio.sleep(0.005)

    async def more(self, acts: int) -> None:
        """Wait until this many more acts were acknowledged at every table."""
        wanted = {table: len(acts_) + acts for table, acts_ in self.acknowledged.items()}
        async with asyncio.timeout(2 * PATIENCE):
            while any(len(self.acknowledged[table]) < count for table, count in wanted.items()):
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        self._over.set()
        await asyncio.wait_for(asyncio.gather(*self._players), 2 * PATIENCE)

    def check(self, url: str) -> None:
        """Every act that was acknowledged is in the log, once, and nothing else is."""
        for table, acknowledged in self.acknowledged.items():
            lines = lines_of(url, table)
            found = [
                (line["seat"], line["n"]) for line in lines if "act" in line and "note" not in line
            ]
            assert len(found) == len(set(found)), "an act is there twice"
            lost = set(acknowledged) - set(found)
            assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged acts are lost"
            assert set(found) == set(acknowledged)


@contextlib.asynccontextmanager
async def load(server: Server, tables: int = 2) -> AsyncIterator[Load]:
    names = [f"{name} {i}" for i in range(tables) for name in ("Ada", "Bob")]
    async with guests(server, *names) as clients:
        pairs = [clients[2 * i : 2 * i + 2] for i in range(tables)]
        playing = Load([await table_of(pair, GAME, options=ENDLESS) for pair in pairs])
        try:
            yield playing
        finally:
            await playing.end()


def lines_of(url: str, table_id: str) -> list[dict[str, Any]]:
    """A log, read by a connection of our own."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    query = sa.text("SELECT line FROM log WHERE table_id = :table ORDER BY seq")
    try:
        with engine.connect() as connection:
            return [json.loads(row[0]) for row in connection.execute(query, {"table": table_id})]
    finally:
        engine.dispose()
