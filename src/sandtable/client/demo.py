"""Play one game to its end from a shell, by chance, through whatever happens to the server.

  make play                                  in one shell: the server
  python -m sandtable.client.demo            in a second: makes a table and waits
  python -m sandtable.client.demo --join     in a third: sits down there, and the game begins

Kill the server in the middle (kill -9) and start it again: both come back by themselves, and the
game goes on where it stood. At the end each tells the result, and that the log of the game holds
every act it was told is done, once.
"""

import argparse
import asyncio
import os
import random
import re
import sys
import time
from collections import deque
from typing import Any

import sandtable
from sandtable.client import Client, Failed, TableClient, connect
from sandtable.client.table import Gone
from sandtable.protocol.bodies import GameInfo
from sandtable.protocol.messages import Refusal
from sandtable.protocol.problems import NAME_TAKEN, NOT_NOW

URL = "http://127.0.0.1:8765"
WAIT_FOR_SERVER = 60.0


def say(text: str) -> None:
    print(text, flush=True)


def modest(acts: list[dict[str, Any]]) -> dict[str, Any]:
    """Any act, but rather one that spends little, so that the game lasts a while."""
    some = random.choices(acts, k=12)
    return min(some, key=lambda act: sum(n for n in act.values() if isinstance(n, int)))


class Player:
    """Somebody at a table who does anything that is possible."""

    def __init__(self, client: Client, table: TableClient, hurry: float) -> None:
        self.client = client
        self.table = table
        self.hurry = hurry
        self.done: list[int] = []
        """The numbers of the acts that the server said are done."""
        self.told: deque[str] = deque(maxlen=200)

    async def play(self) -> None:
        watching = asyncio.create_task(self.tell_of_losses())
        try:
            async for seen in self.table:
                for event in seen.events:
                    self.tell(f"{event.at / 1000:8.1f}  {event.words}")
                if seen.legal and seen.outcome is None:
                    await asyncio.sleep(random.uniform(0.4, 1.4) * self.hurry)
                    await self.act()
        finally:
            watching.cancel()
        await self.tell_result()

    def tell(self, line: str) -> None:
        """After a new connection the latest events come again; say each once."""
        if line not in self.told:
            self.told.append(line)
            say(line)

    async def act(self) -> None:
        """One act, as soon as the table is not paused."""
        table = self.table
        while legal := self.legal():
            await table.wait(lambda: self.runs() or self.over())
            answer = await table.act(modest(self.legal() or legal))
            if not isinstance(answer, Refusal):
                self.done.append(answer.n)
                return
            say(f"          refused: {answer.rule} {answer.message}")
            if answer.rule != NOT_NOW:
                return

    def legal(self) -> list[dict[str, Any]]:
        seen = self.table.seen
        return [] if seen is None or seen.outcome is not None else seen.legal

    def over(self) -> bool:
        return self.table.seen is not None and self.table.seen.outcome is not None

    def runs(self) -> bool:
        return self.table.clock is not None and self.table.clock.rate > 0

    async def tell_of_losses(self) -> None:
        """Say when the connection is lost, is back, and when the sand runs again."""
        there, ran = True, True
        while True:
            await asyncio.sleep(0.05)
            if there != self.table.connected:
                there = not there
                say("--- connected again" if there else "--- connection lost; trying again")
            if there and ran != self.runs():
                ran = not ran
                say("--- the game is running" if ran else "--- the game is paused")

    async def tell_result(self) -> None:
        table = self.table
        assert table.seen is not None
        assert table.seen.outcome is not None
        names = [] if table.room is None else [seat.name for seat in table.room.seats]
        won = ", ".join(names[seat] for seat in table.seen.outcome.winners) or "nobody"
        say(f"Over: {won} won; scores {table.seen.outcome.scores}.")
        say(f"Connected {table.connections} times, resent {table.resent} acts.")
        lines = sandtable.read_log(await self.log())
        seat = None if table.you is None else table.you.seat
        found = [
            line["n"]
            for line in lines
            if line.get("seat") == seat and "n" in line and "note" not in line
        ]
        once = sorted(found) == sorted(self.done)
        sandtable.replay(lines)
        say(
            f"The log has my {len(found)} acts, each once, and replays to the same end."
            if once
            else f"THE LOG DIFFERS: told of {self.done}, found {found}."
        )
        if not once:
            sys.exit(1)

    async def log(self) -> str:
        """The log of the finished game, also when the server dies just now."""
        ends = time.monotonic() + WAIT_FOR_SERVER
        while True:
            try:
                return await self.client.log(self.table.id)
            except (OSError, Failed):
                if time.monotonic() > ends:
                    raise
                await asyncio.sleep(0.5)


async def take_part(client: Client, given: argparse.Namespace) -> TableClient:
    if given.table or given.join:
        return await sit_under_some_name(client, given.table or await newest(client))
    wish = {} if given.seats is None else {"seats": given.seats}
    table = await client.create(
        given.game or await shortest(client),
        bots=given.bots,
        start=given.alone,
        visibility="open",
        **wish,
    )
    say(f"Table {table.id}: watch it at {given.url}/t/{table.id}")
    if not given.alone:
        say("Others can sit down with  python -m sandtable.client.demo --join")
    return table


async def shortest(client: Client) -> str:
    """The game that takes the fewest minutes, as far as boxes say."""

    def minutes(game: GameInfo) -> int:
        said = re.search(r"\d+", game.length)
        return int(said[0]) if said else sys.maxsize

    return min((await client.games()).games, key=minutes).name


async def sit_under_some_name(client: Client, table_id: str) -> TableClient:
    """Two demos have the same name until one of them takes another."""
    try:
        return await client.sit(table_id)
    except Failed as failed:
        if failed.code != NAME_TAKEN or failed.suggestion is None:
            raise
        await client.take_name(failed.suggestion)
        return await client.sit(table_id)


async def newest(client: Client) -> str:
    """The table that was made last and has a free seat; waits until there is one."""
    ends = time.monotonic() + WAIT_FOR_SERVER
    while time.monotonic() < ends:
        for line in (await client.tables()).tables:
            if line.free:
                return line.id
        await asyncio.sleep(0.5)
    raise SystemExit("Nobody has opened a table.")


async def enter(given: argparse.Namespace) -> Client:
    """A name on the server, when it is there."""
    ends = time.monotonic() + WAIT_FOR_SERVER
    told = False
    while True:
        try:
            return await connect(given.url, name=given.name).__aenter__()
        except OSError:
            if time.monotonic() > ends:
                raise SystemExit(f"There is no server at {given.url}.") from None
            if not told:
                say(f"Waiting for a server at {given.url}; `make play` starts one.")
                told = True
            await asyncio.sleep(0.5)


async def run(given: argparse.Namespace) -> None:
    client = await enter(given)
    async with client:
        table = await take_part(client, given)
        if not given.alone:
            await table.ready()
        await Player(client, table, given.hurry).play()


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandtable.client.demo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    url = os.environ.get("SANDTABLE_URL", URL)
    parser.add_argument("table", nargs="?", help="the id of a table to sit down at")
    parser.add_argument("--join", action="store_true", help="sit down at the newest open table")
    parser.add_argument("--url", default=url, help="the server (%(default)s)")
    parser.add_argument("--name", default="Demo", help="what others call you (%(default)s)")
    parser.add_argument("--game", help="for a new table; else the shortest there is")
    parser.add_argument("--seats", type=int, help="for a new table; else the game's fewest")
    parser.add_argument("--bots", nargs="*", default=[], help="levels of bots to play against")
    parser.add_argument("--alone", action="store_true", help="start at once, against bots only")
    parser.add_argument("--hurry", type=float, default=1.0, help="less is faster (%(default)s)")
    return parser


def main() -> None:
    try:
        asyncio.run(run(arguments().parse_args()))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Failed, Gone) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
