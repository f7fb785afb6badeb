"""People one has played with: who is named, who can be invited, and who learns of it."""

from pathlib import Path

import pytest

from sandtable.client import Client, TableClient
from sandtable.client.http import Failed
from sandtable.protocol.bodies import Companions, Me
from sandtable.protocol.problems import Denied
from sandtable.protocol.rooms import Room
from sandtable.server.tables import hosting
from sandtable.server.tables.guest_list import MOST_INVITED
from sandtable.server.tables.invitations import decline, invitations, invite
from sandtable.server.tables.table import Table
from tests.server.kit import Server, guests, run, table_of
from tests.server.parlour import Parlour

LONG = {"minutes": 60, "turn_seconds": 120}


async def known(client: Client) -> list[str]:
    found = await client.call("GET", "/me/companions", Companions)
    return [one.name for one in found.people]


async def id_of(client: Client) -> str:
    found = (await client.me()).guest
    assert found is not None
    return found


async def ask(host: Client, table: TableClient, guest: str) -> None:
    await host.call("PUT", f"/tables/{table.id}/invited/{guest}", Room)


async def invited_to(client: Client) -> list[tuple[str, str]]:
    return [(one.name, one.table.id) for one in (await client.me()).invitations]


@pytest.mark.policy("SP-V11")
def test_those_who_played_together_know_each_other_and_nobody_else(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Cyd", "Dan") as clients:
            ada, ben, cyd, dan = clients
            await table_of([ada, ben], options=LONG)
            assert await known(ada) == ["Ben"]
            # Cyd only waited at a table, and Dan only watched.
            waiting = await ada.create("watch", seats=3)
            await cyd.sit(waiting.id)
            await dan.open(waiting.id)
            assert await known(ada) == ["Ben"]
            assert await known(cyd) == await known(dan) == []
            # The latest company comes first; bots are not company.
            await table_of([ada, cyd], options=LONG)
            await ada.create("watch", bots=["club"], start=True)
            assert await known(ada) == ["Cyd", "Ben"]
            with pytest.raises(Failed) as refused:
                await Client(server.url, None).call("GET", "/me/companions", Companions)
            assert refused.value.code == "SV-10"

    run(scene())


@pytest.mark.policy("SP-V10")
def test_an_invitation_reaches_whom_it_is_for_and_nobody_else(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Eve") as clients:
            ada, ben, eve = clients
            await table_of([ada, ben], options=LONG)
            table = await ada.create("watch", seats=3)
            before = await ada.room(table.id)
            await ask(ada, table, await id_of(ben))
            await ask(ada, table, await id_of(ben))
            assert await invited_to(ben) == [("Ada", table.id)]
            assert await invited_to(ada) == await invited_to(eve) == []
            # Nothing in the room says who was invited, or whether they looked.
            assert await ada.room(table.id) == before
            # Whoever sits there needs no invitation; whoever declined is not asked again.
            await ben.sit(table.id)
            assert await invited_to(ben) == []
            await ben.raw("POST", f"/tables/{table.id}/stand")
            assert await invited_to(ben) == [("Ada", table.id)]
            await ben.call("DELETE", f"/me/invitations/{table.id}", Me)
            assert await invited_to(ben) == []
            await ask(ada, table, await id_of(ben))
            assert await invited_to(ben) == []

    run(scene())


@pytest.mark.policy("SP-V10")
def test_only_companions_can_be_invited_and_only_from_a_seat(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Eve") as clients:
            ada, ben, eve = clients
            await table_of([ada, ben], options=LONG)
            table = await ada.create("watch", seats=2)
            for client, whom in ((ada, eve), (ben, ada), (ada, ada)):
                with pytest.raises(Failed) as refused:
                    await ask(client, table, await id_of(whom))
                assert refused.value.code == "SV-4"
            with pytest.raises(Failed) as refused:
                await ask(ada, table, "nobody")
            assert refused.value.code == "SV-4"
            assert await invited_to(eve) == []

    run(scene())


@pytest.mark.policy("SP-V10")
def test_an_invitation_is_shown_only_while_it_can_be_taken(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            ada, ben = people
            hosting.stand(table, 1)
            line = parlour.visit(table, ada, 0)

            def shown(one: Table = table) -> bool:
                return bool(invitations([one], ben))

            assert not shown()
            invite(table, ada.id, ben.id)
            assert shown()
            again = parlour.revived(table.record, [])
            parlour.visit(again, ada, 0)
            assert shown(again), "a restart does not lose it"
            line.leave()
            parlour.pass_time(table, parlour.settings.away_after)
            assert not shown(), "the host has gone"
            line = parlour.visit(table, ada, 0)
            assert shown()
            hosting.seat_bot(table, 1, "club", ada)
            assert not shown(), "the table is full"
            hosting.remove(table, 1, ada)
            assert shown()
            table.host.bar(ben.id)
            assert not shown(), "they were removed from there"
            table.record.barred = []
            hosting.sit(table, parlour.guest("Cyd"), 1)
            hosting.stand(table, 0)
            parlour.visit(table, None, 1)
            assert not shown(), "whoever invited them has left"

    run(scene())


@pytest.mark.policy("SP-V10")
def test_a_table_sends_a_bounded_number_of_invitations(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            by = people[0].id
            for nth in range(MOST_INVITED):
                invite(table, by, f"guest {nth}")
            invite(table, by, "guest 0")
            with pytest.raises(Denied):
                invite(table, by, "one more")
            with pytest.raises(Denied):
                invite(table, "somebody without a seat", "guest 0")
            decline(table, parlour.guest("Somebody else"))
            assert len(table.record.invited) == MOST_INVITED

    run(scene())
