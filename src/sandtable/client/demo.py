"""Play one game to its end from a shell: python -m sandtable.client.demo [table]

Without a table it makes one and waits for others; with the id of one it sits down there. It plays
with the server's word for what is possible and a dice, survives the server's restart, and tells
what happens.
"""

import argparse
import asyncio
import random
import sys

from sandtable.client import Client, TableClient, connect
from sandtable.server.messages import Refusal


async def play(table: TableClient, hurry: float) -> None:
    async for seen in table:
        for event in seen.events:
            print(f"{event.at / 1000:8.1f}  {event.words}", flush=True)
        if seen.legal and seen.outcome is None:
            await asyncio.sleep(random.uniform(0.1, 0.6) * hurry)
            if table.seen is not None and table.seen.legal:
                answer = await table.act(random.choice(table.seen.legal))
                if isinstance(answer, Refusal):
                    print(f"          refused: {answer.rule} {answer.message}", flush=True)
    assert table.seen is not None
    assert table.seen.outcome is not None
    names = [] if table.room is None else [seat.name for seat in table.room.seats]
    won = ", ".join(names[seat] for seat in table.seen.outcome.winners) or "nobody"
    print(f"Over: {won} won; scores {table.seen.outcome.scores}.")
    print(f"Connected {table.connections} times, resent {table.resent} acts.")


async def take_part(client: Client, arguments: argparse.Namespace) -> TableClient:
    if arguments.table:
        return await client.sit(arguments.table)
    seats = {} if arguments.seats is None else {"seats": arguments.seats}
    table = await client.create(arguments.game, bots=arguments.bots, start=arguments.alone, **seats)
    print(f"Table {table.id}: others join with  python -m sandtable.client.demo {table.id}")
    return table


async def run(arguments: argparse.Namespace) -> None:
    async with connect(arguments.url, name=arguments.name) as client:
        table = await take_part(client, arguments)
        if not arguments.alone:
            await table.ready()
        await play(table, arguments.hurry)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", help="the id of a table to sit down at")
    parser.add_argument("--url", default="http://127.0.0.1:8765")
    parser.add_argument("--name", default="Demo")
    parser.add_argument("--game", default="watch")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--bots", nargs="*", default=[], help="levels of bots to play against")
    parser.add_argument("--alone", action="store_true", help="start at once, against bots")
    parser.add_argument("--hurry", type=float, default=1.0, help="less is faster")
    try:
        asyncio.run(run(parser.parse_args()))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
