"""Who may do and see what before a game, while it runs and when it is over."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.protocol.bodies import NewTable
from sandtable.protocol.messages import (
    AnswerRequest,
    DoAct,
    FromClient,
    MakeOffer,
    Problem,
    Refusal,
    RoomNow,
    SayReady,
    WantPause,
)
from sandtable.protocol.problems import (
    NO_SUCH_BOT,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    SEAT_TAKEN,
    Denied,
)
from sandtable.protocol.rooms import Offer
from sandtable.server.archive.finished import FinishedMatch, list_tables, use_finished
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.table import Table
from tests.server.kit import run
from tests.server.parlour import Parlour
from tests.server.vacancy import ADA, BEN, LONG, denied, guest_of, room, three


def refused(code: str, do: Callable[..., Any], *with_these: Any) -> str:
    with pytest.raises(Denied) as wrong:
        do(*with_these)
    assert wrong.value.code == code
    return wrong.value.message


def stage_of(table: Table) -> str:
    """A function, so that the type checker does not take an earlier answer for the present one."""
    return table.record.stage


def counts_down(table: Table) -> bool:
    return table.sand.countdown is not None


def is_paused(table: Table) -> bool:
    return table.sand.paused is not None


# Seeing.


async def finished(parlour: Parlour, visibility: Any) -> tuple[Table, list[Guest]]:
    """A game of Ada and Ben that was broken off; it is on disk."""
    table, people = await parlour.playing("watch", ["Ada", "Ben"], **LONG)
    table.record.visibility = visibility
    lobby = Lobby(parlour.house, parlour.shelf)
    lobby.tables[table.id] = table
    lobby.close(table)
    await parlour.settled()
    return table, [guest_of(person) for person in people]


@pytest.mark.policy("SP-V5")
@pytest.mark.parametrize("visibility", ["open", "link"])
def test_a_finished_game_is_everybodys_to_see(tmp_path: Path, visibility: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await finished(parlour, visibility)
            for who in (None, parlour.guest("Eve")):
                seed = await use_finished(parlour.store, table.id, who, lambda it: it.info().seed)
                assert seed == str(table.play and table.play.match.seed)

    run(scene())


@pytest.mark.policy("SP-V5", "SP-V1")
def test_a_private_finished_game_is_for_who_sat_there(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await finished(parlour, "private")
            for who in (None, parlour.guest("Eve")):
                for use in (FinishedMatch.info, FinishedMatch.text, FinishedMatch.sheet):
                    with pytest.raises(Denied) as wrong:
                        await use_finished(parlour.store, table.id, who, use)
                    # As if it did not exist: guessing an id tells nothing.
                    assert (wrong.value.code, wrong.value.message) == (
                        NO_SUCH_THING,
                        "There is no such match.",
                    )
            for guest in people:
                info = await use_finished(parlour.store, table.id, guest, lambda it: it.info())
                assert info.names == ["Ada", "Ben"]
                listed = await list_tables(parlour.store, ("over", "closed"), None, None, guest)
                assert [line.id for line in listed.tables] == [table.id]
            of_all = await list_tables(parlour.store, ("over", "closed"), None, None, None)
            assert of_all.tables == []

    run(scene())


@pytest.mark.policy("SP-V2")
@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_a_private_table_is_entered_by_who_sits_there_alone(tmp_path: Path, stage: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"], **LONG)
            table.record.visibility = "private"
            if stage == "playing":
                table.begin()
            stranger = parlour.visit(table, parlour.guest("Eve"), None)
            await parlour.settled()
            assert stranger.gone is not None
            assert stranger.gone.code == 4008
            assert stranger.all(RoomNow) == []
            assert table.company.visitors == []
            ada = parlour.visit(table, people[ADA], ADA)
            await parlour.settled()
            assert ada.gone is None
            table.record.visibility = "link"
            stranger = parlour.visit(table, None, None)
            await parlour.settled()
            assert stranger.gone is None
            assert stranger.all(RoomNow)

    run(scene())


# Sitting.


@pytest.mark.policy("SP-S1")
def test_a_free_seat_is_anybodys_and_everybody_has_one(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (_, ben, _) = parlour.gather("watch", ["Ada", "Ben", "Cyd"])
            hosting.stand(table, BEN)
            dan = parlour.guest("Dan")
            assert "Ada is sitting there" in denied(SEAT_TAKEN, table, dan, ADA)
            assert "no seat 3" in denied(NO_SUCH_THING, table, dan, 3)
            got = hosting.sit_or_ask(table, dan, None)
            assert isinstance(got, tuple)
            assert got[0] == BEN
            assert "already sit in another seat" in denied(NOT_ALLOWED, table, dan, ADA)
            assert "Every seat" in denied(SEAT_TAKEN, table, ben, None)

    run(scene())


@pytest.mark.policy("SP-S2")
@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_who_sits_down_again_gets_a_new_token(tmp_path: Path, stage: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (_, ben) = parlour.gather("watch", ["Ada", "Ben"], **LONG)
            if stage == "playing":
                table.begin()
            first = table.seating.renew_token(BEN)
            old = parlour.visit(table, ben, BEN)
            for wanted in (None, BEN):
                got = hosting.sit_or_ask(table, ben, wanted)
                assert isinstance(got, tuple)
                seat, token = got
                assert seat == BEN
                assert table.seating.seat_of_token(token) == BEN
                assert table.seating.seat_of_token(first) is None
                first = token
            await parlour.settled()
            assert old.gone is not None
            assert old.gone.code == 4002

    run(scene())


@pytest.mark.policy("SP-S9")
@pytest.mark.parametrize("stage", ["over", "closed"])
def test_after_the_end_nobody_sits_down_or_gets_up(tmp_path: Path, stage: Any) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, ben) = parlour.gather("watch", ["Ada", "Ben"], **LONG)
            table.record.stage = stage
            before = [chair.token_hash for chair in table.seating.chairs]
            for who in (ben, parlour.guest("Eve")):
                assert denied(NOT_NOW, table, who, None) == "This game is over."
            refused(NOT_NOW, hosting.sit, table, ben, BEN)
            refused(NOT_NOW, hosting.stand, table, BEN)
            refused(NOT_NOW, hosting.remove, table, BEN, ada)
            refused(NOT_NOW, hosting.seat_bot, table, BEN, "random", ada)
            assert [chair.token_hash for chair in table.seating.chairs] == before

    run(scene())


# The host.


@pytest.mark.policy("SP-H1")
def test_who_opens_a_table_is_its_host_and_nobody_else_is(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby, ada = Lobby(parlour.house, parlour.shelf), parlour.guest("Ada")
            for sit in (True, False):
                table, _, _ = await lobby.create(ada, NewTable("watch", seats=2, sit=sit))
                ben = parlour.guest("Ben")
                hosting.sit(table, ben, None)
                assert table.host.check(ada) is ada
                for other in (None, ben, parlour.guest("Ada")):
                    refused(NOT_ALLOWED, table.host.check, other)

    run(scene())


@pytest.mark.policy("SP-H3")
def test_before_the_start_the_host_sets_bots_and_frees_seats(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, ben) = parlour.gather("watch", ["Ada", "Ben"])
            eye = parlour.visit(table, ben, BEN)
            refused(SEAT_TAKEN, hosting.seat_bot, table, BEN, "random", ada)
            assert table.seating[BEN].guest == ben.id
            hosting.remove(table, BEN, ada)
            assert table.seating[BEN].kind == "empty"
            assert eye.gone is not None
            assert eye.gone.code == 4006
            refused(NOT_NOW, hosting.remove, table, BEN, ada)
            refused(NO_SUCH_BOT, hosting.seat_bot, table, BEN, "none-such", ada)
            hosting.seat_bot(table, BEN, "random", ada)
            assert table.seating[BEN].level == "random"
            hosting.remove(table, BEN, ada)
            assert table.seating[BEN].kind == "empty"

    run(scene())


@pytest.mark.policy("SP-H4")
def test_the_host_starts_when_all_are_there_and_the_others_ready(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, _, _) = parlour.gather("watch", ["Ada", "Ben", "Cyd"], **LONG)
            hosting.say_ready(table, BEN, True)
            assert "Cyd" in refused(NOT_NOW, hosting.start, table, ada)
            hosting.stand(table, 2)
            assert "free" in refused(NOT_NOW, hosting.start, table, ada)
            assert not counts_down(table)
            hosting.seat_bot(table, 2, "random", ada)
            hosting.start(table, ada)
            assert stage_of(table) == "countdown"
            table.begin()
            refused(NOT_NOW, hosting.start, table, ada)

    run(scene())


# Beginning and acting.


@pytest.mark.policy("SP-A1", "SP-P7")
def test_the_countdown_stops_when_somebody_is_not_ready_or_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, guests = parlour.gather("watch", ["Ada", "Ben"], **LONG)
            people = [parlour.visit(table, guest, seat) for seat, guest in enumerate(guests)]
            for person in people:
                assert not counts_down(table)
                person.say(SayReady(True))
            assert stage_of(table) == "countdown"
            assert counts_down(table)
            people[BEN].say(SayReady(False))
            assert stage_of(table) == "gathering"
            assert not counts_down(table)
            parlour.pass_time(table, parlour.settings.countdown + 1)
            assert table.play is None
            people[BEN].say(SayReady(True))
            people[BEN].leave()
            table.sand.stop_counting()  # a long one, in which somebody can be gone
            parlour.pass_time(table, parlour.settings.gone_after - 1)
            assert table.seating[BEN].ready
            parlour.pass_time(table, 2)
            assert not table.seating[BEN].ready
            assert stage_of(table) == "gathering"
            again = parlour.visit(table, guests[BEN], BEN)
            again.say(SayReady(True))
            parlour.pass_time(table, parlour.settings.countdown)
            assert stage_of(table) == "playing"
            refused(NOT_NOW, again.say, SayReady(False))

    run(scene())


@pytest.mark.policy("SP-A2")
@pytest.mark.parametrize(
    "message",
    [
        DoAct(1, {"act": "keep"}),
        SayReady(True),
        WantPause(True),
        AnswerRequest(1),
        MakeOffer(Offer({"sugar": 1}, {"tea": 1})),
    ],
    ids=lambda message: type(message).__name__,
)
@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_who_watches_only_watches(tmp_path: Path, message: FromClient, stage: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, _) = parlour.gather("watch", ["Ada", "Ben"], **LONG)
            if stage == "playing":
                table.begin()
            # Not even the host, and not even somebody who sits there and opened no seat.
            for who in (None, parlour.guest("Eve"), ada):
                eye = parlour.visit(table, who, None)
                said = refused(NOT_ALLOWED, eye.say, message)
                assert said == "You are only watching this table."
            assert table.sand.votes == []

    run(scene())


@pytest.mark.policy("SP-A8")
def test_an_act_before_the_start_in_a_pause_and_after_the_end_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, guests = parlour.gather("watch", ["Ada", "Ben"], minutes=5)
            people = [parlour.visit(table, guest, seat) for seat, guest in enumerate(guests)]
            assert "not begun" in refused(NOT_NOW, people[ADA].act, 1, {"act": "keep"})
            table.begin()
            await parlour.settled()
            assert table.play is not None
            on = table.play.match.active()[0]
            act = table.play.match.legal(on)[0].to_json()
            for person in people:
                person.say(WantPause())
            people[on].act(1, act)
            await parlour.settled()
            assert people[on].last(Refusal).message == "The game is paused."
            assert table.play.match.entries == []
            for person in people:
                person.say(WantPause(False))
            parlour.pass_time(table, parlour.settings.countdown)
            assert not is_paused(table)
            people[on].act(1, act)
            await parlour.settled()
            assert len(table.play.match.entries) == 1
            while table.stages.playing:
                parlour.pass_time(table, 600)
            people[on].act(2, act)
            await parlour.settled()
            assert people[on].last(Refusal).message == "The game is over."
            assert len(table.play.match.entries) == 1
            assert [one.all(Problem) for one in people] == [[], []]

    run(scene())


@pytest.mark.policy("SP-P1")
def test_the_sand_runs_on_when_all_who_are_here_want_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            assert table.play is not None
            for person in (ada, ben):
                person.say(WantPause())
                assert not is_paused(table)
            ben.say(WantPause(False))
            cyd.say(WantPause())
            assert not is_paused(table)
            ben.say(WantPause())
            assert is_paused(table)
            assert room(ada).pause_votes == []
            for person in (ada, ben):
                person.say(WantPause(False))
            assert not counts_down(table)
            cyd.say(WantPause(False))
            assert counts_down(table)
            ada.say(WantPause())
            assert not counts_down(table)
            parlour.pass_time(table, 60)
            assert not table.play.clock.running
            ada.say(WantPause(False))
            parlour.pass_time(table, parlour.settings.countdown)
            assert table.play.clock.running

    run(scene())


# The end.


@pytest.mark.policy("SP-A10")
def test_a_rematch_is_one_for_all_who_played(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table, (ada, ben, _) = parlour.gather("watch", ["Ada", "Ben", "Cyd"], **LONG)
            lobby.tables[table.id] = table
            with pytest.raises(Denied) as wrong:
                await lobby.rematch(table, ada)
            assert wrong.value.code == NOT_NOW
            table.record.stage = "over"
            with pytest.raises(Denied) as wrong:
                await lobby.rematch(table, parlour.guest("Eve"))
            assert wrong.value.code == NOT_ALLOWED
            again, seat, _ = await lobby.rematch(table, ben)
            assert seat == ADA
            assert again.record.host == ben.id
            assert table.record.rematch == again.id
            assert again.record.visibility == table.record.visibility
            denied(SEAT_TAKEN, again, parlour.guest("Eve"), 1)
            # Two minutes, and then whoever comes first.
            parlour.pass_time(again, 119)
            denied(SEAT_TAKEN, again, parlour.guest("Eve"), 1)
            parlour.pass_time(again, 2)
            assert isinstance(hosting.sit_or_ask(again, parlour.guest("Eve"), 1), tuple)
            same, seat, _ = await lobby.rematch(table, ada)
            assert same is again
            assert seat == 2

    run(scene())


@pytest.mark.policy("SP-P8")
def test_games_over_days_are_swept_after_thirty_days(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            lobby = Lobby(parlour.house, parlour.shelf)
            table, people = await parlour.playing("time-of-chaos", ["Ada", "Ben"])
            assert table.attendance.unhurried
            lobby.tables[table.id] = table
            for person in people:
                person.leave()
            day = 86_400
            parlour.pass_time(table, 30 * day - 10)
            lobby.sweep()
            assert stage_of(table) == "playing"
            parlour.pass_time(table, 20)
            lobby.sweep()
            assert stage_of(table) == "closed"
            await asyncio.sleep(0)

    run(scene())
