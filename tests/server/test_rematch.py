"""Playing again: one tap each, nobody dragged along, and no waiting for ever."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from sandtable.protocol.messages import RoomNow
from sandtable.protocol.problems import SEAT_TAKEN
from sandtable.protocol.rooms import AgainNow
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.record import Record
from sandtable.server.tables.table import Table
from tests.server.kit import run
from tests.server.parlour import Caller, Parlour
from tests.server.vacancy import LONG, denied

ADA, BEN, CYD = 0, 1, 2
SOON = 19
"""One second less than people wait for the others."""


class Evening:
    """A game of these people is over; each of them still has the table open, and Wil watches."""

    def __init__(self, parlour: Parlour, names: Sequence[str], bots: int = 0) -> None:
        self.parlour = parlour
        self.lobby = Lobby(parlour.house, parlour.shelf)
        everybody = [*names, *(["Brass", "Amber"][:bots])]
        self.old, guests = parlour.gather("watch", everybody, **LONG)
        self.guests = guests[: len(names)]
        for seat in range(len(names), len(everybody)):
            self.old.seating.vacate(seat)
            self.old.seating.seat_bot(seat, "random")
        self.lobby.tables[self.old.id] = self.old
        self.old.record.stage = "over"
        self.callers = [
            parlour.visit(self.old, guest, seat) for seat, guest in enumerate(self.guests)
        ]
        self.wil = parlour.visit(self.old, None, None)

    async def tap(self, nth: int) -> Table:
        """This one plays again."""
        table, seat, _ = await self.lobby.rematch(self.old, self.guests[nth])
        assert table.seating.seat_of_guest(self.guests[nth].id) == seat
        return table

    def again(self, caller: Caller | None = None) -> AgainNow:
        told = (caller or self.callers[0]).last(RoomNow).room.again
        assert told is not None
        return told


def kinds(table: Table) -> list[str]:
    return [chair.kind for chair in table.seating.chairs]


def stage(table: Table) -> str:
    return table.record.stage


async def wait(parlour: Parlour, table: Table, seconds: float) -> None:
    parlour.pass_time(table, seconds)
    await parlour.settled()


@pytest.mark.policy("SP-A12")
def test_the_next_game_begins_when_everybody_is_in(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(BEN)
            assert stage(table) == "gathering"
            await evening.tap(ADA)
            assert stage(table) == "gathering"
            await evening.tap(CYD)
            assert stage(table) == "countdown"
            assert evening.again().ends is None, "nobody is waited for any more"
            await wait(parlour, table, parlour.settings.countdown)
            assert stage(table) == "playing"
            assert [chair.name for chair in table.seating.chairs] == ["Ben", "Cyd", "Ada"]

    run(scene())


@pytest.mark.policy("SP-A12")
def test_whoever_played_with_bots_alone_begins_with_one_tap(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada"], bots=2)
            table = await evening.tap(ADA)
            assert stage(table) == "countdown"
            assert [(chair.kind, chair.level) for chair in table.seating.chairs] == [
                ("bot", "random"),
                ("bot", "random"),
                ("person", None),
            ]

    run(scene())


@pytest.mark.policy("SP-A12")
def test_whoever_changes_their_mind_stops_the_countdown(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben"])
            await evening.tap(ADA)
            table = await evening.tap(BEN)
            assert stage(table) == "countdown"
            hosting.stand(table, ADA)
            assert stage(table) == "gathering"
            assert evening.again().came == [ADA]
            await wait(parlour, table, SOON + 5)
            assert kinds(table) == ["empty", "person"]
            await evening.tap(BEN)
            assert stage(table) == "countdown"

    run(scene())


@pytest.mark.policy("SP-A13")
def test_two_who_are_in_do_not_wait_for_ever_for_the_third(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await wait(parlour, table, 5)
            await evening.tap(CYD)
            ends = evening.again().ends
            assert ends is not None
            assert round(ends - parlour.clock.at) == 15_000
            await wait(parlour, table, SOON - 5)
            assert stage(table) == "gathering"
            await wait(parlour, table, 2)
            assert stage(table) == "countdown"
            late = table.seating[0]
            assert (late.kind, late.level, late.before) == ("bot", "club", "Ben")
            await wait(parlour, table, parlour.settings.countdown)
            assert stage(table) == "playing"
            assert evening.again(evening.callers[BEN]) == AgainNow([ADA, CYD], None, True)

    run(scene())


@pytest.mark.policy("SP-A13")
def test_somebody_alone_is_not_made_to_play_with_bots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await wait(parlour, table, SOON + 2)
            assert stage(table) == "gathering"
            assert kinds(table) == ["empty", "empty", "person"]
            assert evening.again().ends is None
            # With a second person the wait begins anew.
            await wait(parlour, table, 5)
            await evening.tap(BEN)
            await wait(parlour, table, SOON)
            assert kinds(table) == ["person", "empty", "person"]
            await wait(parlour, table, 2)
            assert kinds(table) == ["person", "bot", "person"]

    run(scene())


@pytest.mark.policy("SP-A13")
def test_somebody_alone_can_give_the_free_seats_to_bots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben"])
            table = await evening.tap(BEN)
            hosting.seat_bot(table, 1, "club", evening.guests[BEN])
            assert stage(table) == "countdown"

    run(scene())


@pytest.mark.policy("SP-A13")
def test_a_seat_that_was_left_in_the_last_game_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            evening.old.record.stage = "playing"
            evening.old.seating.hand_over(CYD, "club", None)
            evening.old.record.stage = "over"
            table = await evening.tap(ADA)
            assert kinds(table) == ["empty", "empty", "person"]
            await evening.tap(BEN)
            assert kinds(table) == ["person", "bot", "person"]
            assert stage(table) == "countdown"
            # The bot plays for nobody, and the host may still give the seat to a friend.
            assert table.seating[1].before == ""
            hosting.remove(table, 1, evening.guests[ADA])
            hosting.say_ready(table, 0, True)
            assert kinds(table) == ["person", "empty", "person"]

    run(scene())


@pytest.mark.policy("SP-A14")
@pytest.mark.parametrize("late_by", [1, 10])
def test_whoever_comes_late_gets_their_seat_from_the_bot(tmp_path: Path, late_by: float) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await evening.tap(CYD)
            await wait(parlour, table, SOON + 1)
            await wait(parlour, table, late_by)
            assert stage(table) == ("countdown" if late_by < 3 else "playing")
            if stage(table) == "countdown":
                denied(SEAT_TAKEN, table, parlour.guest("Eve"), 0)
            await evening.tap(BEN)
            chair = table.seating[0]
            assert (chair.kind, chair.name, chair.level, chair.before) == (
                "person",
                "Ben",
                None,
                "",
            )
            if late_by < 3:
                assert stage(table) == "countdown"
                await wait(parlour, table, parlour.settings.countdown)
            assert stage(table) == "playing"
            assert 0 not in table.hands

    run(scene())


@pytest.mark.policy("SP-A14")
def test_whoever_comes_late_may_ask_for_that_very_seat_until_the_host_frees_it(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await evening.tap(CYD)
            await wait(parlour, table, SOON + 1)
            ben = evening.guests[BEN]
            assert hosting.sit(table, ben, 0)[0] == 0
            hosting.stand(table, 0)
            hosting.seat_bot(table, 0, "club", evening.guests[ADA])
            denied(SEAT_TAKEN, table, ben, 0)

    run(scene())


@pytest.mark.policy("SP-A14")
def test_a_seat_that_the_host_frees_is_nobodys(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await evening.tap(CYD)
            await wait(parlour, table, SOON + 1)
            assert table.seating[0].before == "Ben"
            hosting.remove(table, 0, evening.guests[ADA])
            chair = table.seating[0]
            assert (chair.kind, chair.before, chair.left_by) == ("empty", "", None)

    run(scene())


@pytest.mark.policy("SP-A13")
def test_a_table_wakes_by_itself_when_people_have_been_waited_for(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            began = parlour.clock.at
            table = await evening.tap(ADA)
            await evening.tap(CYD)
            for seat, nth in ((2, ADA), (1, CYD)):
                parlour.visit(table, evening.guests[nth], seat)
            assert table.wake() == began + 20_000

            other = Evening(parlour, ["Dee", "Eli"])
            table = await other.tap(ADA)
            parlour.visit(table, other.guests[ADA], 1)
            await wait(parlour, table, 20)
            assert table.wake() == began + 120_000

    run(scene())


@pytest.mark.policy("SP-A15")
def test_the_old_table_sees_who_is_in_and_nobody_is_moved(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(BEN)
            for caller in (*evening.callers, evening.wil):
                told = caller.last(RoomNow).room
                assert told.rematch == table.id
                assert told.again is not None
                assert (told.again.came, told.again.begun) == ([BEN], False)
            await evening.tap(ADA)
            await evening.tap(CYD)
            assert evening.again(evening.wil).came == [ADA, BEN, CYD]
            await wait(parlour, table, parlour.settings.countdown)
            assert evening.again(evening.wil).begun
            assert len(evening.old.company.visitors) == 4
            assert all(caller.gone is None for caller in (*evening.callers, evening.wil))
            assert table.company.visitors == []

    run(scene())


@pytest.mark.policy("SP-A10")
def test_kept_seats_are_given_up_in_time_also_after_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben"])
            table = await evening.tap(ADA)
            record = msgspec.json.decode(msgspec.json.encode(table.record), type=Record)
            found = parlour.revived(record, [])
            eve = Guest("eve", "Eve")
            parlour.pass_time(found, 119)
            denied(SEAT_TAKEN, found, eve, 0)
            parlour.pass_time(found, 2)
            assert isinstance(hosting.sit_or_ask(found, eve, 0), tuple)

    run(scene())


@pytest.mark.policy("SP-A10")
def test_after_that_whoever_comes_is_anybody_and_brings_no_bots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            await wait(parlour, table, 121)
            hosting.sit(table, parlour.guest("Eve"), 0)
            assert kinds(table) == ["person", "empty", "person"]
            assert table.reunion.ends is None

    run(scene())


@pytest.mark.policy("SP-A15")
def test_the_old_table_is_told_nothing_twice(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben", "Cyd"])
            table = await evening.tap(ADA)
            told = len(evening.wil.all(RoomNow))
            table.seats_changed()
            assert len(evening.wil.all(RoomNow)) == told

    run(scene())


def test_an_evening_of_rematches_does_not_keep_every_table_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            evening = Evening(parlour, ["Ada", "Ben"])
            await evening.tap(ADA)
            table = await evening.tap(BEN)
            await wait(parlour, table, parlour.settings.countdown)
            assert table.reunion._tell is None

    run(scene())
