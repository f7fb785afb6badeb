"""Pairs of players who race, with the reactions of people, over lines of different length.

python -m bench.fairness.players URL [CONTROL]: plays the measurements on standard input, and says
who took each chance at each table. CONTROL: where lines.py listens; without it through relays.
"""

import asyncio
import json
import random
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from bench.fairness.lines import PLAYERS
from bench.fairness.relay import Relay
from bench.load.wire import Wire
from sandtable.client.http import Client
from sandtable.protocol.bodies import Seated
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE

PING_EVERY = 2.5
RAMP = 60.0
"""Seconds that somebody who lengthens their line slowly takes to reach the full length."""


class Style(msgspec.Struct, frozen=True):
    """The line of one player, and how they cheat. Milliseconds."""

    ping: float
    jitter: float = 0.0
    echo_hold: float = 0.0
    ack_hold: float = 0.0
    hold: str = "always"
    """`always`, `race` (only while a chance is open) or `ramp` (slowly more)."""
    shadow: bool = False
    """Whether this player tries in vain as soon as they hear that they lost, to be seen losing."""


class Measurement(msgspec.Struct, frozen=True):
    name: str
    styles: tuple[Style, Style]
    kind: str = "reaction"
    """`reaction`: to the news; `instant`: both act at one instant, long after the news."""
    reactions: str = "people"
    races: int = 1_000
    tables: int = 16


class Told(msgspec.Struct):
    type: str
    n: int = 0
    id: str | int = ""
    legal: list[dict[str, Any]] | None = None
    outcome: Any = None


def reaction(kind: str) -> float:
    """Milliseconds from seeing to clicking."""
    if kind == "people":
        # An ex-Gaussian, as simple reactions of people are found to be: 250 ms, deviation 56.
        return max(120.0, random.gauss(200, 25)) + random.expovariate(1 / 50)
    if kind == "wide":
        return random.uniform(200, 500)
    if kind == "program":
        return random.uniform(0, 20)
    raise ValueError(kind)


class Player:
    decode = msgspec.json.Decoder(Told).decode

    def __init__(self, pair: "Pair", seat: int, address: str, style: Style) -> None:
        self.pair = pair
        self.seat = seat
        self.address = address
        self.style = style
        self.wire: Wire | None = None
        self.n = 0
        self.chance = 0
        self.over = asyncio.Event()
        self.begun = time.monotonic()
        self.chances: dict[int, int] = {}
        """Which chance each act was for."""
        self.holding = False

    def hear(self, frame: bytes) -> None:
        kind = frame[9:13]
        if kind in (b"room", b"chat", b"pong"):
            return
        told = self.decode(frame)
        if told.type == "probe":
            echo = b'{"type":"echo","id":"%s"}' % str(told.id).encode()
            self.later(self.held() * self.style.echo_hold, lambda: self.send(echo))
        elif told.type == "ack":
            self.pair.winners[self.chances[told.n]] = self.seat
        if told.outcome is not None:
            self.over.set()
        if told.legal is not None:
            self.see(told.legal)

    def see(self, legal: list[dict[str, Any]]) -> None:
        if not legal:
            if self.style.shadow and self.chance and self.chance not in self.chances.values():
                self.grab(self.chance)
            self.chance = 0
            self.hold_acks(self.style.hold != "race")
            return
        chance = int(legal[0]["chance"])
        if chance == self.chance:
            return
        self.chance = chance
        self.hold_acks(True)
        self.pair.saw(self, chance)

    def grab(self, chance: int) -> None:
        if self.chance != chance:
            return  # it was seen to be gone
        self.n += 1
        self.chances[self.n] = chance
        act = {"type": "act", "n": self.n, "act": {"act": "grab", "chance": chance}}
        self.send(json.dumps(act).encode())

    def held(self) -> float:
        """Which share of the lie is told now."""
        if self.style.hold == "race":
            return 1.0 if self.chance else 0.0
        if self.style.hold == "ramp":
            return min(1.0, (time.monotonic() - self.begun) / RAMP)
        return 1.0

    def hold_acks(self, on: bool) -> None:
        if self.style.ack_hold and (on != self.holding or self.style.hold == "ramp"):
            self.holding = on
            self.pair.order(self.address, ack_hold=self.style.ack_hold * self.held() * on)

    def send(self, payload: bytes) -> None:
        if self.wire is not None:
            self.wire.send(payload)

    def later(self, milliseconds: float, do: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(milliseconds / 1000, do)

    async def beat(self) -> None:
        count = 0
        while not self.over.is_set():
            await asyncio.sleep(PING_EVERY)
            count += 1
            self.send(b'{"type":"ping","id":%d}' % count)


class Pair:
    """Two players at one table."""

    def __init__(self, measurement: Measurement, number: int, control: str | None) -> None:
        self.measurement = measurement
        self.control = None if control is None else socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        if self.control is not None and control is not None:
            self.control.connect(control)
        self.relays: list[Relay] = []
        self.table = ""
        self.winners: dict[int, int] = {}
        self.seen: dict[int, list[Player]] = {}
        self.players = [
            Player(self, seat, f"{PLAYERS}{2 + 2 * number + seat}", style)
            for seat, style in enumerate(measurement.styles)
        ]

    def order(self, address: str, **order: float) -> None:
        if self.control is not None:
            self.control.send(json.dumps({"address": address, **order}).encode())

    def saw(self, player: Player, chance: int) -> None:
        if self.measurement.kind == "reaction":
            self.react(player, chance, 0.0)
            return
        seen = self.seen.setdefault(chance, [])
        seen.append(player)
        if len(seen) == len(self.players):
            del self.seen[chance]
            for one in self.players:
                self.react(one, chance, 2_000.0)

    def react(self, player: Player, chance: int, after: float) -> None:
        wait = after + reaction(self.measurement.reactions)
        player.later(wait, lambda: player.grab(chance))

    async def sit(self, url: str, chances: int) -> None:
        people = [Client(url) for _ in self.players]
        for i, person in enumerate(people):
            await person.take_name(f"Racer {i}")
        wish = {"game": "grab", "seats": len(people), "options": {"chances": chances}}
        made = await people[0].call("POST", "/tables", Seated, wish)
        self.table = made.room.id
        for person in people[1:]:
            await person.call("POST", f"/tables/{made.room.id}/sit", Seated)
        for player, person in zip(self.players, people, strict=True):
            style = player.style
            self.order(player.address, way=style.ping / 2, jitter=style.jitter, ack_hold=0.0)
            if style.hold == "always":
                player.hold_acks(True)
            token = person.seat_tokens[made.room.id]
            cookie = f"{GUEST_COOKIE}={person.guest_token}; {SEAT_COOKIE}={token}"
            await self.connect(player, person, made.room.id, cookie)
        # Everybody's line is known before the first race, as it is after a while in the room.
        await asyncio.sleep(4.0)
        for player in self.players:
            player.begun = time.monotonic()
            player.send(b'{"type":"ready"}')

    async def connect(self, player: Player, person: Client, table: str, cookie: str) -> None:
        path = f"/api/v1/tables/{table}/socket"
        host, port, local = person.host, person.port, (player.address, 0)
        if self.control is None:
            relay = Relay(host, port)
            self.relays.append(relay)
            relay.way, relay.jitter = player.style.ping / 2, player.style.jitter
            port, local = await relay.open(), ("127.0.0.1", 0)
        _, player.wire = await asyncio.get_running_loop().create_connection(
            lambda: Wire(f"{person.host}:{person.port}", path, cookie, player.hear),
            host,
            port,
            local_addr=local,
        )
        await player.wire.open
        player.send(b'{"type":"hello","protocol":1}')

    async def race(self, url: str, chances: int) -> list[int]:
        """Who took each chance."""
        await self.sit(url, chances)
        beats = [asyncio.create_task(player.beat()) for player in self.players]
        async with asyncio.timeout(120 + 6 * chances):
            for player in self.players:
                await player.over.wait()
        await asyncio.sleep(1.0)
        for beat in beats:
            beat.cancel()
        for player in self.players:
            if player.wire is not None:
                player.wire.close()
        for relay in self.relays:
            await relay.close()
        if self.control is not None:
            self.control.close()
        return [self.winners[chance] for chance in sorted(self.winners)]


async def measure(url: str, control: str | None, measurement: Measurement) -> list[list[int]]:
    chances = -(-measurement.races // measurement.tables)
    pairs = [Pair(measurement, number, control) for number in range(measurement.tables)]
    return await asyncio.gather(*[pair.race(url, chances) for pair in pairs])


def main() -> None:
    url, control = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    for line in sys.stdin:
        measurement = msgspec.json.decode(line, type=Measurement)
        print(json.dumps(asyncio.run(measure(url, control, measurement))), flush=True)


if __name__ == "__main__":
    main()
