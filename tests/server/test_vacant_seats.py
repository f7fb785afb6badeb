"""Seats that people leave in a running game: a bot plays on, and nobody gets in unasked."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandtable.client import Client, Failed, TableClient
from sandtable.client.table import Gone
from sandtable.protocol.messages import AnswerRequest, Say
from sandtable.protocol.problems import Denied
from sandtable.server.tables import hosting
from sandtable.server.tables.lobby import again
from sandtable.server.tables.seat_requests import (
    BURST,
    MOST_OPEN,
    Request,
)
from sandtable.server.tables.seating import BOT_NAMES
from tests.server.kit import Server, guests, run, soon, table_of, until
from tests.server.parlour import Parlour
from tests.server.test_restart import log_of
from tests.server.vacancy import (
    ADA,
    BEN,
    CYD,
    LONG,
    ask,
    count_cards,
    denied,
    exchange,
    guest_of,
    known,
    let_in,
    room,
    shown_cards,
    talk_heard,
    three,
)

MINUTE = 60.0

# Who plays a seat that somebody left.


@pytest.mark.policy("SP-S3")
@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_a_seat_left_in_mid_game_is_a_bots_at_once_and_not_free(tmp_path: Path, how: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, _ = await three(parlour)
            if how == "leaves":
                hosting.stand(table, BEN)
            else:
                hosting.remove(table, BEN, guest_of(ada))
            await parlour.settled()
            seat = room(ada).seats[BEN]
            assert (seat.kind, seat.level, seat.before) == ("bot", "club", "Ben")
            assert seat.name in BOT_NAMES
            assert seat.vacant
            assert seat.left_by == (guest_of(ben).id if how == "leaves" else None)
            assert BEN in table.hands
            assert ben.gone is not None
            assert ben.gone.code == (4002 if how == "leaves" else 4006)
            with pytest.raises(Denied):
                hosting.sit(table, parlour.guest("Mia"), BEN)
            assert table.seating[BEN].kind == "bot"

    run(scene())


@pytest.mark.policy("SP-H3")
def test_the_host_sets_no_bots_and_frees_no_seats_while_a_game_runs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            hosting.remove(table, BEN, guest_of(ada))
            for level in ("random", "club"):
                with pytest.raises(Denied) as refused:
                    hosting.seat_bot(table, BEN, level, guest_of(ada))
                assert refused.value.code == "SV-7"
            with pytest.raises(Denied) as refused:
                hosting.remove(table, BEN, guest_of(ada))
            assert refused.value.code == "SV-7"
            assert table.seating[BEN].level == "club"

    run(scene())


@pytest.mark.policy("SP-A10")
def test_a_rematch_leaves_the_seat_of_who_went_free(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await three(parlour)
            hosting.stand(table, BEN)
            chairs = [again(chair) for chair in table.record.chairs]
            assert [(chair.kind, chair.name) for chair in chairs] == [
                ("empty", "Ada"),
                ("empty", ""),
                ("empty", "Cyd"),
            ]
            assert chairs[BEN].kept_for is None

    run(scene())


# Asking, and being let in.


@pytest.mark.policy("SP-S4")
def test_a_newcomer_sits_down_when_everybody_has_agreed_and_not_before(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, cyd = await three(parlour)
            mia = parlour.guest("Mia")
            hosting.stand(table, BEN)
            request = ask(table, mia)
            shown = room(ada).requests
            assert [(one.seat, one.name, one.waiting) for one in shown] == [
                (BEN, "Mia", [ADA, CYD])
            ]
            ada.say(AnswerRequest(request.number))
            assert ask(table, mia) is request
            assert room(cyd).requests[0].agreed == [ADA]
            cyd.say(AnswerRequest(request.number))
            assert room(cyd).requests[0].granted
            got = hosting.sit_or_ask(table, mia, BEN)
            assert not isinstance(got, Request)
            assert got[0] == BEN
            await parlour.settled()
            now = room(ada)
            assert (now.seats[BEN].kind, now.seats[BEN].name) == ("person", "Mia")
            assert now.requests == []
            assert BEN not in table.hands
            assert table.seating.seat_of_token(got[1]) == BEN
            (note,) = [n for n in log_of(tmp_path, table.id) if n.get("note") == "sat"]
            assert (note["by"], note["seat"]) == (mia.id, BEN)
            assert sorted(note["agreed"]) == sorted([guest_of(ada).id, guest_of(cyd).id])

    run(scene())


@pytest.mark.policy("SP-S4", "SP-S8")
def test_one_who_declines_ends_it_and_asking_again_has_to_wait(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, cyd = await three(parlour)
            mia = parlour.guest("Mia")
            hosting.stand(table, BEN)
            request = ask(table, mia)
            ada.say(AnswerRequest(request.number))
            cyd.say(AnswerRequest(request.number, False))
            assert room(ada).requests == []
            assert "rather not" in denied("SV-7", table, mia)
            with pytest.raises(Denied) as late:
                ada.say(AnswerRequest(request.number))
            assert late.value.code == "SV-2"
            parlour.pass_time(table, MINUTE - 1)
            denied("SV-7", table, mia)
            parlour.pass_time(table, 2)
            assert ask(table, mia).number != request.number

    run(scene())


@pytest.mark.policy("SP-S8")
def test_a_request_that_nobody_answers_ends_by_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            mia = parlour.guest("Mia")
            hosting.stand(table, BEN)
            ask(table, mia)
            due = table.wake()
            assert due is not None
            assert due <= table.now + MINUTE * 1000
            parlour.pass_time(table, MINUTE - 1)
            assert len(room(ada).requests) == 1
            parlour.pass_time(table, 1)
            assert room(ada).requests == []
            assert "in time" in denied("SV-7", table, mia)

    run(scene())


@pytest.mark.policy("SP-S8")
def test_a_seat_that_was_granted_is_kept_for_a_while_and_for_nobody_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, cyd = await three(parlour)
            mia, eve = parlour.guest("Mia"), parlour.guest("Eve")
            hosting.stand(table, BEN)
            request = ask(table, mia)
            for person in (ada, cyd):
                person.say(AnswerRequest(request.number))
            assert not ask(table, eve).granted
            parlour.pass_time(table, MINUTE + 1)
            denied("SV-7", table, mia)
            assert table.seating[BEN].vacated

    run(scene())


@pytest.mark.policy("SP-S4")
def test_who_is_away_has_to_agree_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, cyd = await three(parlour)
            cyd.leave()
            parlour.pass_time(table, parlour.settings.gone_after + 1)
            assert room(ada).seats[CYD].stand_in
            hosting.stand(table, BEN)
            request = ask(table, parlour.guest("Mia"))
            ada.say(AnswerRequest(request.number))
            assert not request.granted

    run(scene())


def test_who_comes_or_goes_meanwhile_counts_as_they_are(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            hosting.stand(table, BEN)
            request = ask(table, parlour.guest("Mia"))
            ada.say(AnswerRequest(request.number))
            assert not request.granted
            hosting.stand(table, CYD)
            assert request.granted

    run(scene())


@pytest.mark.policy("SP-A2")
def test_only_who_sits_there_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await three(parlour)
            hosting.stand(table, BEN)
            mia = parlour.guest("Mia")
            request = ask(table, mia)
            watching = parlour.visit(table, mia, None)
            with pytest.raises(Denied) as refused:
                watching.say(AnswerRequest(request.number))
            assert refused.value.code == "SV-4"
            assert request.agreed == []

    run(scene())


@pytest.mark.policy("SP-S8")
def test_requests_are_bounded(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await three(parlour)
            hosting.stand(table, BEN)
            for nth in range(MOST_OPEN):
                ask(table, parlour.guest(f"Guest {nth}"))
            denied("SV-5", table, parlour.guest("One too many"))
            asked = MOST_OPEN
            while asked < BURST:
                table.requests.end_all()
                ask(table, parlour.guest(f"Guest {asked}"))
                asked += 1
            table.requests.end_all()
            denied("SV-5", table, parlour.guest("Too often"))
            parlour.pass_time(table, 21)
            ask(table, parlour.guest("After a while"))

    run(scene())


# The host does not let in whom the host likes.


@pytest.mark.policy("SP-S5")
def test_with_two_persons_a_removed_players_seat_stays_with_the_bot(tmp_path: Path) -> None:
    """Or the host would look at a rival's cards with a second browser."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben"], **LONG)
            hosting.remove(table, BEN, guest_of(people[0]))
            assert not room(people[0]).seats[BEN].vacant
            assert "to the end" in denied("SV-4", table, parlour.guest("Ada's other browser"))
            denied("SV-9", table, parlour.guest("Ada's third"), None)
            # And not when the host has gone, either.
            hosting.stand(table, ADA)
            denied("SV-4", table, parlour.guest("Ada's fourth"))

    run(scene())


@pytest.mark.policy("SP-S5")
def test_where_the_host_removed_somebody_another_person_has_to_agree(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            hosting.remove(table, BEN, guest_of(ada))
            request = ask(table, parlour.guest("Mia"))
            ada.say(AnswerRequest(request.number))
            assert not request.granted
            # Removing somebody who does not agree opens nothing.
            hosting.remove(table, CYD, guest_of(ada))
            assert not request.granted
            parlour.pass_time(table, MINUTE + 1)
            denied("SV-4", table, parlour.guest("Eve"))

    run(scene())


@pytest.mark.policy("SP-S7")
def test_a_removed_person_does_not_come_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, _ = await three(parlour)
            hosting.remove(table, BEN, guest_of(ada))
            hosting.stand(table, CYD)
            for seat in (None, BEN, CYD):
                assert "removed you" in denied("SV-4", table, guest_of(ben), seat)
            with pytest.raises(Denied):
                hosting.sit(table, guest_of(ben), BEN)
            assert len(table.requests) == 0
            # Everybody may watch this table, and so may they.
            watching = parlour.visit(table, guest_of(ben), None)
            assert watching.gone is None

    run(scene())


@pytest.mark.policy("SP-S7")
def test_who_is_removed_before_the_start_does_not_sit_down_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            hosting.remove(table, BEN, people[ADA])
            assert table.seating[BEN].kind == "empty"
            denied("SV-4", table, people[BEN], None)
            got = hosting.sit_or_ask(table, parlour.guest("Mia"), None)
            assert not isinstance(got, Request)

    run(scene())


@pytest.mark.policy("SP-H7")
def test_a_host_who_removes_themselves_has_only_left(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            hosting.remove(table, ADA, guest_of(ada))
            assert table.record.barred == []
            assert not isinstance(hosting.sit_or_ask(table, guest_of(ada), None), Request)

    run(scene())


# Coming back.


@pytest.mark.policy("SP-S6")
def test_who_left_takes_the_seat_back_without_asking_and_knows_what_they_knew(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            await exchange(parlour, table, [ada, ben, cyd], BEN)
            knew = known(table, BEN)
            assert knew == 2
            ben.say(Say("My plan is this."))
            hosting.stand(table, BEN)
            got = hosting.sit_or_ask(table, guest_of(ben), None)
            assert not isinstance(got, Request)
            assert got[0] == BEN
            back = parlour.visit(table, guest_of(ben), BEN)
            await parlour.settled()
            assert shown_cards(back) == 2
            assert "My plan is this." in talk_heard(back)

    run(scene())


@pytest.mark.policy("SP-S6")
def test_who_left_and_sits_elsewhere_now_gets_no_second_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, _ = await three(parlour)
            hosting.stand(table, BEN)
            hosting.stand(table, CYD)
            request = ask(table, guest_of(ben), CYD)
            ada.say(AnswerRequest(request.number))
            got = hosting.sit_or_ask(table, guest_of(ben), CYD)
            assert not isinstance(got, Request)
            assert got[0] == CYD
            assert "already" in denied("SV-4", table, guest_of(ben), BEN)
            with pytest.raises(Denied):
                hosting.sit(table, guest_of(ben), BEN)
            again = hosting.sit_or_ask(table, guest_of(ben), None)
            assert not isinstance(again, Request)
            assert again[0] == CYD

    run(scene())


@pytest.mark.policy("SP-S6")
def test_when_a_newcomer_sits_there_who_left_before_has_to_ask(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            let_in(parlour, table, parlour.guest("Mia"), BEN, [ada, cyd])
            assert "Mia is sitting there" in denied("SV-9", table, guest_of(ben))
            hosting.stand(table, BEN)
            assert isinstance(hosting.sit_or_ask(table, guest_of(ben), BEN), Request)

    run(scene())


# Over real sockets.


def requests_of(table: TableClient) -> list[Any]:
    return [] if table.room is None else table.room.requests


async def agree_to(table: TableClient, agree: bool = True) -> None:
    await soon(table, lambda: bool(requests_of(table)))
    await table.answer(requests_of(table)[0].id, agree)


def test_asking_and_answering_over_http_and_sockets(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Cyd", "Mia", "Eve") as clients:
            ada, ben, _, mia, eve = clients
            tables = await table_of(clients[:3], options=LONG)
            table_id = tables[0].id
            with pytest.raises(Failed) as failed:
                await ben.raw("DELETE", f"/tables/{table_id}/seats/0")
            assert failed.value.code == "SV-4"
            await ada.raw("DELETE", f"/tables/{table_id}/seats/1")
            with pytest.raises(Gone) as gone:
                await tables[1].wait(lambda: False)
            assert gone.value.code == 4006
            assert "host" in gone.value.reason
            with pytest.raises(Failed) as failed:
                await ben.sit(table_id)
            assert failed.value.code == "SV-4"
            # One declines.
            asking = asyncio.create_task(mia.sit(table_id, BEN))
            await agree_to(tables[2], False)
            with pytest.raises(Failed) as failed:
                await asking
            assert failed.value.code == "SV-7"
            # All agree, to somebody else.
            await until(lambda: asyncio.sleep(0, not requests_of(tables[0])))
            asking = asyncio.create_task(eve.sit(table_id, BEN))
            await agree_to(tables[0])
            await agree_to(tables[2])
            sitting = await asking
            assert sitting.you is not None
            assert sitting.you.seat == BEN
            await soon(tables[0], lambda: tables[0].room.seats[BEN].name == "Eve")  # type: ignore[union-attr]
            told = [line.text for line in tables[0].chat if line.notice]
            assert any("removed Ben" in text for text in told)
            assert any("Eve takes over Ben's seat" in text for text in told)

    run(scene())


def test_a_newcomer_survives_a_kill_and_nobody_else_gets_in_by_it(tmp_path: Path) -> None:
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def let_in_here(tables: list[TableClient], newcomer: Client) -> TableClient:
        asking = asyncio.create_task(newcomer.sit(tables[0].id, BEN))
        for table in (tables[0], tables[2]):
            await agree_to(table)
        return await asking

    async def scene() -> None:
        async with guests(server, "Ada", "Ben", "Cyd", "Mia", "Eve") as clients:
            ada, ben, _, mia, eve = clients
            tables = await table_of(clients[:3], options=LONG)
            table_id = tables[0].id
            await ada.raw("DELETE", f"/tables/{table_id}/seats/1")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            with pytest.raises(Failed) as failed:
                await ben.sit(table_id)
            assert failed.value.code == "SV-4"
            room = await eve.room(table_id)
            assert (room.seats[BEN].kind, room.seats[BEN].before) == ("bot", "Ben")
            for table in (tables[0], tables[2]):
                await soon(table, lambda table=table: table.connections > 1)  # type: ignore[misc]
            sitting = await let_in_here(tables, mia)
            await soon(sitting, lambda: sitting.seen is not None)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await soon(sitting, lambda: sitting.connections > 1 and sitting.seen is not None)
            assert sitting.you is not None
            assert sitting.you.seat == BEN
            assert sitting.seen is not None
            assert count_cards(sitting.seen.view) == 1

    try:
        run(scene())
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()
