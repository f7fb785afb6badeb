"""Tokens are renewed and given up; an old one opens nothing."""

import asyncio

import pytest

from sandtable.client import Client, Failed
from sandtable.client.table import Gone
from tests.server.kit import Server, guests, run, soon, table_of, until


def same_browser_elsewhere(client: Client) -> Client:
    """Another browser with the same cookies."""
    twin = Client(client.url)
    twin.guest_token = client.guest_token
    twin.seat_tokens = dict(client.seat_tokens)
    return twin


@pytest.mark.policy("SP-I5")
def test_signing_out_everywhere_leaves_this_browser_alone(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as (ada, ben):
            tables = await table_of([ada, ben])
            table_id = tables[0].id
            waiting = await ada.create("watch", seats=2)
            stolen = same_browser_elsewhere(ada)
            assert (await stolen.me()).name == "Ada"
            before = tables[0].connections
            me = await ada.sign_out_everywhere()
            assert me.name == "Ada"
            # Others are nobody, with either token.
            assert (await stolen.me()).guest is None
            spy = await stolen.open(table_id)
            assert spy.you is not None
            assert (spy.you.seat, spy.you.guest) == (None, None)
            with pytest.raises(Failed) as failed:
                await stolen.raw("POST", f"/tables/{table_id}/stand")
            assert failed.value.code == "SV-4"
            await spy.close()
            # Here they are who they were, at every table, and come back by themselves.
            await until(lambda: asyncio.sleep(0, tables[0].connections > before))
            await soon(tables[0], lambda: bool(tables[0].you and tables[0].you.seat == 0))
            await soon(waiting, lambda: bool(waiting.connections > 1 and waiting.you))
            assert waiting.you is not None
            assert waiting.you.seat == 0
            assert ada.seat_tokens[table_id] != stolen.seat_tokens[table_id]

    run(scene())


@pytest.mark.policy("SP-I6")
def test_who_is_forgotten_gives_up_seats_and_token(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as (ada, ben):
            tables = await table_of([ada, ben])
            table_id = tables[0].id
            copy = same_browser_elsewhere(ada)
            await ada.forget_me()
            assert ada.guest_token is None
            assert table_id not in ada.seat_tokens
            with pytest.raises(Gone) as gone:
                await tables[0].wait(lambda: False)
            assert gone.value.code in (4002, 4007)
            assert (await copy.me()).guest is None
            spy = await copy.open(table_id)
            assert spy.you is not None
            assert (spy.you.seat, spy.you.guest) == (None, None)
            await spy.close()
            await soon(tables[1], lambda: tables[1].room.seats[0].kind == "bot")  # type: ignore[union-attr]
            assert tables[1].room is not None
            assert tables[1].room.seats[1].host
            # If they come back, they are somebody else.
            await ada.take_name("Ada")
            assert (await ada.me()).tables == []

    run(scene())


def test_forgetting_nobody_is_fine_and_renewing_nobody_is_not(server: Server) -> None:
    async def scene() -> None:
        stranger = Client(server.url)
        await stranger.forget_me()
        with pytest.raises(Failed) as failed:
            await stranger.sign_out_everywhere()
        assert failed.value.code == "SV-10"

    run(scene())


@pytest.mark.policy("SP-I5")
def test_signing_out_survives_a_kill(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as (ada, ben):
            tables = await table_of([ada, ben])
            stolen = same_browser_elsewhere(ada)
            await ada.sign_out_everywhere()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            assert (await stolen.me()).guest is None
            spy = await stolen.open(tables[0].id)
            assert spy.you is not None
            assert spy.you.seat is None
            await spy.close()
            await soon(tables[0], lambda: bool(tables[0].connections > 1 and tables[0].you))
            assert tables[0].you is not None
            assert tables[0].you.seat == 0

    run(scene())
