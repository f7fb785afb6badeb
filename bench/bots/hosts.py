"""python -m bench.bots.hosts URL: the one person at each of many tables of bots.

They act at random once in a while, so that the bots have somebody to answer, and whoever plays in
turns is not kept waiting.
"""

import asyncio
import json
import random
import sys
from typing import Any

import msgspec

from bench.load.players import Told
from bench.load.wire import Wire
from sandtable.client.http import Client
from sandtable.protocol.bodies import Seated
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE

EVERY = 2.0
"""Seconds between two acts of one person, on average."""
AT_ONCE = 10
"""Tables that are opened at the same time."""


class Host:
    """A person who opens a table for bots and plays there without much thought."""

    def __init__(self, url: str, number: int) -> None:
        self.client = Client(url)
        self.name = f"Host {number}"
        self.legal: list[dict[str, Any]] = []
        self.n = 0
        self.over = False
        self.wire: Wire | None = None
        self.decode = msgspec.json.Decoder(Told).decode

    async def open(self, game: str, level: str, bots: int) -> None:
        client = self.client
        await client.take_name(self.name)
        wish = {"game": game, "bots": [level] * bots, "start": True}
        made = await client.call("POST", "/tables", Seated, wish)
        token = client.seat_tokens[made.room.id]
        cookie = f"{GUEST_COOKIE}={client.guest_token}; {SEAT_COOKIE}={token}"
        path = f"/api/v1/tables/{made.room.id}/socket"
        host = f"{client.host}:{client.port}"
        _, self.wire = await asyncio.get_running_loop().create_connection(
            lambda: Wire(host, path, cookie, self.hear), client.host, client.port
        )
        await self.wire.open
        self.wire.send(b'{"type":"hello","protocol":1}')
        self.wire.send(b'{"type":"ready"}')

    def hear(self, frame: bytes) -> None:
        told = self.decode(frame)
        if told.type in ("snapshot", "delta"):
            if told.legal is not None or told.type == "snapshot":
                self.legal = told.legal or []
            self.over = self.over or told.outcome is not None
        elif told.type == "probe" and self.wire is not None:
            self.wire.send(b'{"type":"echo","id":"%s"}' % str(told.id).encode())

    async def play(self) -> None:
        assert self.wire is not None
        while not self.over and not self.wire.lost:
            await asyncio.sleep(random.uniform(0.5, 1.5) * EVERY)
            if self.legal:
                self.n += 1
                act = {"type": "act", "n": self.n, "act": random.choice(self.legal)}
                self.wire.send(json.dumps(act).encode())


async def run(url: str) -> None:
    """Obey lines such as {"game": "watch", "level": "club", "bots": 3, "tables": 200}."""
    playing: list[asyncio.Task[None]] = []
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        hosts = [Host(url, number) for number in range(order["tables"])]
        for first in range(0, len(hosts), AT_ONCE):
            some = hosts[first : first + AT_ONCE]
            await asyncio.gather(
                *[h.open(order["game"], order["level"], order["bots"]) for h in some]
            )
            playing += [asyncio.create_task(host.play()) for host in some]
        print(json.dumps({"opened": len(hosts)}), flush=True)
    for task in playing:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
