"""The host is handed on, seats are kept, windows take over: who may do what at a table."""

from pathlib import Path

import pytest

from sandtable.protocol.messages import Say, WantPause
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import LONE_PATIENCE, Lobby
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.seat_requests import Request
from sandtable.server.tables.table import Table
from tests.server.kit import run
from tests.server.parlour import Parlour
from tests.server.vacancy import (
    ADA,
    BEN,
    CYD,
    denied,
    guest_of,
    room,
    three,
)

# Policies about people who come and go.


def is_paused(table: Table) -> bool:
    return table.sand.paused is not None


@pytest.mark.policy("SP-H2")
def test_the_host_is_handed_on_to_the_lowest_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, ben, cyd = await three(parlour)
            hosting.stand(table, ADA)
            assert table.record.host == guest_of(ben).id
            assert [seat.host for seat in room(cyd).seats] == [False, True, False]
            table.host.check(guest_of(ben))
            hosting.stand(table, BEN)
            assert table.record.host == guest_of(cyd).id
            hosting.stand(table, CYD)
            assert not any(seat.host for seat in room(cyd).seats)
            hosting.sit_or_ask(table, guest_of(ben), BEN)
            assert [seat.host for seat in room(cyd).seats] == [False, True, False]

    run(scene())


@pytest.mark.policy("SP-A10")
def test_a_seat_kept_for_a_rematch_is_nobody_elses(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            hosting.stand(table, BEN)
            chair = table.seating[BEN]
            chair.kept_for, chair.name = people[BEN].id, "Ben"
            denied("SV-9", table, parlour.guest("Eve"), BEN)
            denied("SV-9", table, parlour.guest("Eve"), None)
            got = hosting.sit_or_ask(table, people[BEN], None)
            assert not isinstance(got, Request)
            assert got[0] == BEN

    run(scene())


@pytest.mark.policy("SP-P1")
def test_who_is_played_for_need_not_vote_for_a_pause(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            cyd.leave()
            parlour.pass_time(table, parlour.settings.gone_after + 1)
            assert table.seating[CYD].stand_in
            for _ in range(2):
                for person in (ada, ben):
                    assert not is_paused(table)
                    person.say(WantPause())
                assert is_paused(table)
                # After a pause nobody counts as gone at first, but bots still stand in.
                for person in (ada, ben):
                    person.say(WantPause(False))
                parlour.pass_time(table, parlour.settings.countdown)
                assert table.presence(CYD) == "here"
            hosting.stand(table, BEN)
            ada.say(WantPause())
            assert is_paused(table)

    run(scene())


@pytest.mark.policy("SP-L1")
def test_a_takeover_drops_the_old_line(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            second = parlour.visit(table, ada.guest, ADA)
            await parlour.settled()
            assert ada.gone is not None
            assert ada.gone.code == 4001
            assert [line for line in table.company.visitors if line.seat == ADA] == [second.visitor]
            ada.frames()
            second.say(Say("I am here now."))
            assert ada.frames() == []

    run(scene())


@pytest.mark.policy("SP-P8")
def test_the_sweep_closes_only_tables_where_nobody_is(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table, ada, ben, cyd = await three(parlour)
            lobby.tables[table.id] = table
            hour = parlour.settings.close_after
            for person in (ada, ben, cyd):
                person.say(WantPause())
            # Somebody who only watches is somebody, too.
            watching = parlour.visit(table, None, None)
            for person in (ada, ben, cyd):
                person.leave()
            parlour.pass_time(table, 2 * hour)
            lobby.sweep()
            assert table.record.stage == "playing"
            watching.leave()
            lobby.sweep()
            parlour.pass_time(table, hour - 1)
            lobby.sweep()
            assert table.record.stage == "playing"
            parlour.pass_time(table, 2)
            lobby.sweep()
            assert table.id not in lobby.tables
            assert room_now(table).stage == "closed"

    run(scene())


@pytest.mark.policy("SP-P8")
@pytest.mark.parametrize("who", ["bots", "a friend", "a free seat"])
def test_a_game_against_bots_that_was_never_started_is_given_up_sooner(
    tmp_path: Path, who: str
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table, people = parlour.gather("watch", ["Ada", "Ben", "Cyd"])
            lobby.tables[table.id] = table
            for seat in (1, 2) if who != "a friend" else (2,):
                hosting.stand(table, seat)
            for seat in (1, 2) if who == "bots" else (2,):
                hosting.seat_bot(table, seat, "club", people[0])
            reading = parlour.visit(table, people[0], 0)
            parlour.pass_time(table, 2 * LONE_PATIENCE)
            lobby.sweep()
            assert room_now(table).stage == "gathering", "somebody is there"
            reading.leave()
            parlour.pass_time(table, LONE_PATIENCE - 1)
            lobby.sweep()
            assert room_now(table).stage == "gathering"
            parlour.pass_time(table, 2)
            lobby.sweep()
            assert room_now(table).stage == ("closed" if who == "bots" else "gathering")

    run(scene())


@pytest.mark.policy("SP-P8")
def test_a_game_against_bots_that_has_begun_is_kept_as_long_as_any(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            lobby.tables[table.id] = table
            hosting.stand(table, 1)
            hosting.seat_bot(table, 1, "club", people[0])
            hosting.start(table, people[0])
            assert lobby.patience_with(table) == parlour.settings.close_after

    run(scene())
