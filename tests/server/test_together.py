"""What people at a table see of each other; and the lists in which they find each other."""

import random
import urllib.error
import urllib.request

import pytest

from sandtable.server.tables.talk import KEPT_LINES
from tests.server.kit import Server, guests, play_one, run, soon, table_of


def test_a_reaction_reaches_everybody(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "Wil") as (ada, bob, wil):
            tables = await table_of([ada, bob])
            watching = await wil.open(tables[0].id)
            await tables[1].react("clap")
            for table in (*tables, watching):
                await soon(table, lambda table=table: bool(table.reactions))  # type: ignore[misc]
                assert (table.reactions[0].name, table.reactions[0].reaction) == ("Bob", "clap")

    run(scene())


def test_an_offer_is_a_line_of_the_players_talk(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "Cyd") as clients:
            tables = await table_of(clients, "time-n-space")
            await tables[2].offer({"grey": 2}, {"blue": 1}, 0)
            await soon(tables[0], lambda: bool(tables[0].chat))
            line = tables[0].chat[0]
            assert line.name == "Cyd"
            assert line.offer is not None
            assert (line.offer.give, line.offer.want, line.offer.to) == (
                {"grey": 2},
                {"blue": 1},
                0,
            )

    run(scene())


@pytest.mark.policy("SP-A2")
def test_who_only_watches_makes_no_offers(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Wil") as (ada, wil):
            table = await ada.create("watch", bots=["random"], start=True)
            watching = await wil.open(table.id)
            await watching.offer({"grey": 1}, {}, None)
            await soon(watching, lambda: bool(watching.problems))
            assert watching.problems[0].code == "SV-4"

    run(scene())


def test_who_comes_later_hears_the_last_hundred_lines(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            table = await ada.create("watch", seats=2)
            for number in range(KEPT_LINES + 5):
                await table.say(f"line {number}")
            await soon(table, lambda: len(table.chat) == KEPT_LINES + 5)
            late = await bob.open(table.id)
            await soon(late, lambda: bool(late.chat))
            said = [line.text for line in late.chat]
            assert said == [f"line {number}" for number in range(5, KEPT_LINES + 5)]

    run(scene())


def test_everybody_sees_the_lag_that_the_server_measured(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            # The first probes go out within a second; the room tells of them when it tells again.
            for table in tables:
                await table.say("Hello.")

            def measured() -> bool:
                room = tables[0].room
                return room is not None and all(seat.lag is not None for seat in room.seats)

            while not measured():
                await tables[1].pause()
                await tables[1].pause(False)
                await tables[0].wait(lambda: tables[0].room is not None)
                await play_one(tables, lambda legal: legal[0])
            assert tables[0].room is not None
            assert [seat.presence for seat in tables[0].room.seats] == ["here", "here"]

    run(scene())


def test_a_running_game_is_listed_to_watch_and_a_finished_one_to_see_again(server: Server) -> None:
    async def scene() -> None:
        dice = random.Random(4)
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, visibility="open", options={"break_seconds": 0})
            table_id = tables[0].id
            assert table_id in [line.id for line in (await clients[0].tables("playing")).tables]
            while await play_one(tables, dice.choice) is not None:
                pass
            await soon(tables[0], lambda: bool(tables[0].room and tables[0].room.stage == "over"))
            assert table_id not in [line.id for line in (await clients[0].tables("playing")).tables]
            listed = {line.id: line for line in (await clients[1].matches()).tables}
            assert listed[table_id].names == ["Ada", "Bob"]
            assert tables[0].seen is not None
            assert tables[0].seen.outcome is not None
            assert listed[table_id].winners == tables[0].seen.outcome.winners

    run(scene())


def test_no_foreign_page_is_let_in_by_cors(server: Server) -> None:
    """Neither a preflight nor an answer ever names another origin."""
    asked = {"origin": "https://elsewhere.example", "access-control-request-method": "POST"}
    for method, path in (("OPTIONS", "/api/v1/tables"), ("GET", "/api/v1/games")):
        request = urllib.request.Request(f"{server.url}{path}", headers=asked, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                headers = answer.headers
        except urllib.error.HTTPError as refused:
            headers = refused.headers
            refused.close()
        assert not [name for name in headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/api/docs", "/api/v1/openapi.json"])
def test_what_an_operator_looks_at_is_there(server: Server, path: str) -> None:
    with urllib.request.urlopen(f"{server.url}{path}") as answer:
        assert answer.status == 200
        assert answer.read()
