"""Before a game begins: what a newcomer is shown, and how long others wait for them."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from sandtable.client import Client, Failed
from sandtable.protocol.bodies import Example
from sandtable.protocol.messages import Chatted, RoomNow
from sandtable.protocol.problems import NOT_NOW, Denied
from sandtable.protocol.rooms import Room
from sandtable.server.people.guests import Guest
from sandtable.server.tables import first_example, hosting
from sandtable.server.tables.attendance import READING
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.table import Table
from tests.server.kit import Server, guests, run, soon
from tests.server.parlour import Caller, Parlour

BOTS = {"bots": ["club", "club"]}


async def example(client: Client, table_id: str) -> Example:
    return await client.call("GET", f"/tables/{table_id}/example", Example)


async def refused(client: Client, table_id: str) -> str:
    with pytest.raises(Failed) as failed:
        await example(client, table_id)
    return failed.value.code


# The example.


@pytest.mark.policy("SP-V13")
@pytest.mark.parametrize("game", ["watch", "out-of-time", "time-of-chaos", "time-n-space"])
def test_who_sits_is_shown_a_table_where_they_can_act_and_reads_what_it_is_about(
    server: Server, game: str
) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create(game, **BOTS)
            shown = await example(ada, table.id)
            assert shown.seat == 0
            assert len(shown.lessons) == 3
            assert shown.legal
            assert all("act" in act for act in shown.legal)
            assert shown.view

    run(scene())


@pytest.mark.policy("SP-V13")
def test_lessons_name_the_times_of_this_very_table(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", **BOTS, options={"turn_seconds": 45})
            shown = await example(ada, table.id)
            assert "45 seconds" in shown.lessons[2]

    run(scene())


@pytest.mark.policy("SP-V13")
def test_an_example_is_never_the_deal_of_the_table(server: Server) -> None:
    """Neither what was shown before is dealt afterwards, nor does asking change what is dealt."""

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("out-of-time", **BOTS)
            shown = [(await example(ada, table.id)).view for _ in range(6)]
            await ada.call("POST", f"/tables/{table.id}/start", Room)
            await soon(table, lambda: table.seen is not None)
            assert table.seen is not None
            layouts = [tuple(view["tiles"]) for view in (*shown, table.seen.view)]
            assert len(set(layouts)) == len(layouts)

    run(scene())


@pytest.mark.policy("SP-V13")
def test_an_example_leaves_no_trace_at_the_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = parlour.gather("watch", ["Ada", "Ben"])
            before = msgspec.json.encode(table.record)
            seen: list[Example] = []
            for seat in (0, 1):
                game = first_example.game_to_show(table)
                seen.append(first_example.show(game, 2, seat, dict(table.record.options)))
            assert msgspec.json.encode(table.record) == before
            assert table.play is None
            assert table.journal.lines == 0
            for seat, shown in enumerate(seen):
                others = shown.view["hands"][1 - seat]
                assert others == [None], "not even in an example does anybody see another's card"

    run(scene())


@pytest.mark.policy("SP-V13")
@pytest.mark.parametrize("visibility", ["open", "link", "private"])
def test_nobody_else_is_shown_an_example(server: Server, visibility: str) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Eve") as (ada, eve):
            table = await ada.create("watch", seats=2, visibility=visibility)
            assert await refused(eve, table.id) == "SV-4"
            # A seat at another table is none here.
            other = await eve.create("watch", seats=2)
            eve.seat_tokens[table.id] = eve.seat_tokens[other.id]
            assert await refused(eve, table.id) == "SV-4"
            assert await refused(ada, "nothing") == "SV-2"

    run(scene())


@pytest.mark.policy("SP-V13")
def test_there_is_no_example_once_the_game_has_begun_or_is_over(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await parlour.playing("watch", ["Ada", "Ben"])
            for _ in range(2):
                with pytest.raises(Denied) as denied:
                    first_example.game_to_show(table)
                assert denied.value.code == NOT_NOW
                table.close()
            assert table.stages.done

    run(scene())


@pytest.mark.policy("SP-V13")
def test_a_flood_of_examples_is_held_back(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=True).start()
    try:

        async def scene() -> None:
            async with guests(server, "Ada") as (ada,):
                table = await ada.create("watch", **BOTS)
                got = [ada.raw("GET", f"/tables/{table.id}/example") for _ in range(80)]
                answers = await asyncio.gather(*got, return_exceptions=True)
                held_back = [one for one in answers if isinstance(one, Failed)]
                assert {one.code for one in held_back} == {"SV-5"}
                assert len(held_back) < len(answers)

        run(scene())
    finally:
        server.stop()


# Starting.


def stage_of(table: Table) -> str:
    return table.record.stage


def time_of(table: Table) -> int | None:
    return None if table.play is None else table.play.match.now


def refuses_to_start(table: Table, host: Guest) -> str:
    with pytest.raises(Denied) as denied:
        hosting.start(table, host)
    assert denied.value.code == NOT_NOW
    return denied.value.message


def shown_wait(table: Table) -> int | None:
    return room_now(table).may_start_at


def gathered(parlour: Parlour, *names: str) -> tuple[Table, list[Guest], list[Caller]]:
    table, people = parlour.gather("watch", names)
    callers = [parlour.visit(table, guest, seat) for seat, guest in enumerate(people)]
    return table, people, callers


@pytest.mark.policy("SP-H4")
def test_a_host_waits_a_minute_for_each_who_is_not_ready(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben", "Cyd")
            table.seating.set_ready(1, True)
            parlour.pass_time(table, 20)
            message = refuses_to_start(table, people[0])
            assert message == "Not ready yet: Cyd. You can start without them in 40 seconds."
            # Whoever comes later has a minute of their own.
            hosting.stand(table, 2)
            dee = parlour.guest("Dee")
            hosting.sit(table, dee, 2)
            parlour.visit(table, dee, 2)
            assert shown_wait(table) == table.now + READING
            table.seating.set_ready(1, False)
            assert shown_wait(table) == table.now + READING, "it counts from the last who sat down"
            parlour.pass_time(table, 59)
            assert "in 1 second." in refuses_to_start(table, people[0])
            assert stage_of(table) == "gathering"
            parlour.pass_time(table, 1)
            hosting.start(table, people[0])
            assert stage_of(table) == "countdown"
            parlour.pass_time(table, 60)
            assert stage_of(table) == "playing"

    run(scene())


@pytest.mark.policy("SP-H4", "SP-H5")
def test_all_read_for_whom_the_host_did_not_wait(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, callers = gathered(parlour, "Ada", "Ben")
            parlour.pass_time(table, 60)
            hosting.start(table, people[0])
            await parlour.settled()
            assert [caller.last(Chatted).lines[-1].text for caller in callers] == [
                "You start the game without waiting for Ben.",
                "Ada, the host, starts the game without waiting for you.",
            ]

    run(scene())


@pytest.mark.policy("SP-H4")
def test_a_wait_is_shown_only_where_somebody_is_waited_for(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben", "Cyd")
            assert shown_wait(table) == table.now + READING
            hosting.stand(table, 2)
            assert shown_wait(table) is None, "a seat is free"
            hosting.seat_bot(table, 2, "club", people[0])
            assert shown_wait(table) == table.now + READING, "a bot is ready, Ben is not"
            table.seating.set_ready(1, True)
            assert shown_wait(table) is None, "everybody but the host is ready"
            table.seating.set_ready(1, False)
            table.begin()
            assert shown_wait(table) is None, "the game has begun"

    run(scene())


@pytest.mark.policy("SP-H4")
def test_after_a_restart_the_minute_begins_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben")
            parlour.pass_time(table, 60)
            again = parlour.revived(table.record, [])
            assert "in 60 seconds." in refuses_to_start(again, people[0])
            parlour.pass_time(again, 60)
            hosting.start(again, people[0])
            assert stage_of(again) == "countdown"

    run(scene())


@pytest.mark.policy("SP-A17")
def test_against_bots_the_game_begins_as_soon_as_the_host_says_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, callers = gathered(parlour, "Ada", "Ben")
            hosting.stand(table, 1)
            hosting.seat_bot(table, 1, "club", people[0])
            parlour.pass_time(table, 600)
            assert stage_of(table) == "gathering", "nothing runs before"
            assert time_of(table) is None
            hosting.start(table, people[0])
            assert stage_of(table) == "playing"
            assert time_of(table) == 0
            assert refuses_to_start(table, people[0]) == "The game has already begun."
            await parlour.settled()
            shown = [said.room for said in callers[0].all(RoomNow)]
            assert {room.stage for room in shown} == {"gathering", "playing"}
            assert [room.countdown for room in shown if room.countdown is not None] == []

    run(scene())


@pytest.mark.policy("SP-A17")
def test_a_game_that_cannot_begin_ends_its_table_and_nothing_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, callers = gathered(parlour, "Ada", "Ben")
            hosting.stand(table, 1)
            hosting.seat_bot(table, 1, "club", people[0])
            table.record.rules = 999
            hosting.start(table, people[0])
            assert stage_of(table) == "closed"
            await parlour.settled()
            assert callers[0].gone is not None
            assert "fault in the server" in callers[0].gone.reason

    run(scene())


@pytest.mark.policy("SP-A17")
def test_a_host_who_starts_twice_starts_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben")
            hosting.stand(table, 1)
            hosting.seat_bot(table, 1, "club", people[0])
            parlour.house.pulse.standing = True
            hosting.start(table, people[0])
            hosting.start(table, people[0])
            assert stage_of(table) == "countdown"
            parlour.house.pulse.standing = False
            parlour.pass_time(table, 2)
            assert stage_of(table) == "playing"

    run(scene())


@pytest.mark.policy("SP-A17")
def test_among_people_all_have_the_countdown(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben", "Cyd")
            hosting.stand(table, 2)
            hosting.seat_bot(table, 2, "club", people[0])
            table.seating.set_ready(1, True)
            hosting.start(table, people[0])
            assert stage_of(table) == "countdown"

    run(scene())


@pytest.mark.policy("SP-A17", "SP-P4")
def test_nothing_begins_while_nothing_can_be_written(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people, _ = gathered(parlour, "Ada", "Ben")
            hosting.stand(table, 1)
            hosting.seat_bot(table, 1, "club", people[0])
            parlour.house.pulse.standing = True
            hosting.start(table, people[0])
            assert stage_of(table) == "countdown"
            parlour.pass_time(table, 60)
            assert stage_of(table) == "countdown"

    run(scene())
