"""People at tables: a real server, real sockets."""

import asyncio
import random

import pytest

import sandtable
from sandtable.client.table import Gone
from sandtable.protocol.messages import Ack, Refusal
from tests.server.kit import (
    PATIENCE,
    Server,
    caught_up,
    guests,
    on_turn,
    play_one,
    run,
    soon,
    table_of,
    until,
)


def test_two_people_play_a_game_to_its_end_and_its_log_replays(server: Server) -> None:
    async def scene() -> None:
        dice = random.Random(1)
        async with guests(server, "Ada", "Bob", "Wil") as (ada, bob, wil):
            tables = await table_of([ada, bob], options={"break_seconds": 0})
            watching = await wil.open(tables[0].id)
            while await play_one(tables, dice.choice) is not None:
                pass
            await soon(watching, lambda: bool(watching.seen and watching.seen.outcome))
            for table in tables:
                await soon(table, lambda table=table: bool(table.seen and table.seen.outcome))  # type: ignore[misc]
            assert tables[0].seen is not None
            assert tables[1].seen is not None
            assert watching.seen is not None
            info = await wil.match(watching.id)
            match = sandtable.replay(await wil.log(watching.id))
            assert match.over
            assert info.names == ["Ada", "Bob"]
            assert info.seed == tables[0].seen.seed == str(match.seed)
            assert tables[0].seen.commitment == match.commitment
            assert watching.seen.view == match.view(None)
            assert tables[0].seen.view == match.view(0)
            assert tables[1].seen.view == match.view(1)

    run(scene())


def test_a_refusal_has_a_rule_and_a_sentence(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            on = on_turn(tables)
            other = next(t for t in tables if t is not on)
            answer = await other.act({"act": "move", "pawn": "green", "spend": 1})
            assert isinstance(answer, Refusal)
            assert answer.rule == "WA-T1"
            assert answer.message == "It is not your turn."

    run(scene())


def test_at_out_of_time_everybody_hears_a_refusal(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            ada, bob = await table_of(clients, "out-of-time")
            answer = await ada.act({"act": "stand_up", "glass": 0})
            assert isinstance(answer, Refusal)
            heard = {"event": "refused", "seat": 0, "rule": answer.rule}
            for table in (ada, bob):
                await soon(
                    table,
                    lambda table=table: any(  # type: ignore[misc]
                        heard.items() <= event.told.items() for event in table.seen.events
                    ),
                )

    run(scene())


def test_you_play_against_bots_at_once(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random", "random"], start=True)
            await soon(table, lambda: bool(table.seen and table.seen.seq >= 2))
            assert table.room is not None
            assert [seat.kind for seat in table.room.seats] == ["person", "bot", "bot"]
            log = server.said()
            assert "Traceback" not in log

    run(scene())


@pytest.mark.policy("SP-A1")
def test_the_countdown_waits_for_everybody(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            first = await ada.create("watch", seats=2)
            await first.ready()
            second = await bob.sit(first.id)
            await soon(first, lambda: bool(first.room and first.room.seats[1].name == "Bob"))
            assert first.room is not None
            assert first.room.stage == "gathering"
            await second.ready()
            await soon(second, lambda: second.seen is not None)

    run(scene())


@pytest.mark.policy("SP-A10")
def test_a_rematch_keeps_the_people_and_rotates_the_seats(server: Server) -> None:
    async def scene() -> None:
        dice = random.Random(3)
        async with guests(server, "Ada", "Bob") as (ada, bob):
            tables = await table_of([ada, bob], options={"break_seconds": 0})
            while await play_one(tables, dice.choice) is not None:
                pass
            await soon(tables[0], lambda: bool(tables[0].room and tables[0].room.stage == "over"))
            again = await ada.rematch(tables[0].id)
            assert again.room is not None
            assert [(one.kind, one.name) for one in again.room.seats] == [
                ("empty", "Bob"),
                ("person", "Ada"),
            ]
            await soon(tables[1], lambda: bool(tables[1].room and tables[1].room.rematch))
            other = await bob.sit(again.id)
            assert again.you is not None
            assert other.you is not None
            assert (again.you.seat, other.you.seat) == (1, 0)

    run(scene())


@pytest.mark.policy("SP-P1")
def test_a_pause_by_agreement_stops_all_sand(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            await tables[0].pause()
            await soon(tables[1], lambda: bool(tables[1].room and tables[1].room.pause_votes))
            assert tables[1].room is not None
            assert tables[1].room.paused is None
            await tables[1].pause()
            await soon(tables[0], lambda: bool(tables[0].room and tables[0].room.paused))
            assert tables[0].clock is not None
            stood_at = tables[0].clock.now
            assert tables[0].clock.rate == 0
            refused = await tables[0].act({"act": "keep"})
            assert isinstance(refused, Refusal)
            assert refused.rule == "SV-7"
            await asyncio.sleep(0.3)
            for table in tables:
                await table.pause(False)
            await soon(tables[0], lambda: bool(tables[0].room and not tables[0].room.paused))
            assert tables[0].clock.now - stood_at < 100

    run(scene())


@pytest.mark.policy("SP-P1")
def test_alone_against_bots_you_pause_at_will(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            await table.pause()
            await soon(table, lambda: bool(table.room and table.room.paused))

    run(scene())


@pytest.mark.policy("SP-V7")
def test_players_and_watchers_talk_in_rooms_of_their_own(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "Wil") as (ada, bob, wil):
            tables = await table_of([ada, bob])
            watching = await wil.open(tables[0].id)
            await tables[0].say("My plan is this.")
            await soon(tables[1], lambda: bool(tables[1].chat))
            await watching.say("They do not hear me.")
            await soon(watching, lambda: bool(watching.chat))
            assert [line.text for line in watching.chat] == ["They do not hear me."]
            assert [line.text for line in tables[1].chat] == ["My plan is this."]

    run(scene())


def test_who_comes_later_hears_what_was_said(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            table = await ada.create("watch", seats=2)
            await table.say("Come in!")
            await soon(table, lambda: bool(table.chat))
            late = await bob.sit(table.id)
            await soon(late, lambda: bool(late.chat))
            assert late.chat[0].text == "Come in!"

    run(scene())


@pytest.mark.policy("SP-L1")
def test_a_second_window_takes_over_politely(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            first = await ada.create("watch", bots=["random"], start=True)
            second = await ada.open(first.id)
            with pytest.raises(Gone) as gone:
                await first.wait(lambda: False)
            assert gone.value.code == 4001
            assert second.you is not None
            assert second.you.seat == 0

    run(scene())


@pytest.mark.policy("SP-P5")
def test_who_vanishes_is_played_by_a_bot_and_gets_the_seat_back(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as (ada, bob):
            tables = await table_of([ada, bob])
            await tables[1].close()
            await soon(tables[0], lambda: bool(tables[0].room and tables[0].room.seats[1].stand_in))
            assert tables[0].room is not None
            assert tables[0].room.seats[1].presence == "gone"
            assert tables[0].room.seats[1].name == "Bob"
            back = await bob.open(tables[0].id)
            await soon(back, lambda: bool(back.room and not back.room.seats[1].stand_in))
            assert back.you is not None
            assert back.you.seat == 1

    run(scene())


def test_a_lost_connection_catches_up_on_what_it_missed(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            for _ in range(3):
                await play_one(tables, lambda legal: legal[0])
            frames: list[bytes] = []
            loser = tables[1]
            loser.on_frame = frames.append
            assert loser._socket is not None
            loser._socket.transport.abort()
            await until(lambda: asyncio.sleep(0, loser.connections == 2 and bool(frames)))
            await play_one(tables, lambda legal: legal[0])
            kinds = [frame.split(b'"', 4)[3] for frame in frames]
            assert b"snapshot" not in kinds
            assert b"delta" in kinds

    run(scene())


@pytest.mark.policy("SP-A4")
def test_an_act_sent_again_after_a_cut_is_done_once(server: Server) -> None:
    """The socket is cut before the acknowledgement: after the act was done, or at any time."""

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients)
            moves = 0
            for nth in range(8):
                while (table := on_turn(tables)) is None:
                    await asyncio.sleep(0.01)
                assert table.seen is not None
                cheap = [act for act in table.seen.legal if act.get("spend", 1) == 1]
                other = tables[1 - tables.index(table)]
                deaf = nth % 2 == 0 and table._socket is not None
                if deaf:
                    assert table._socket is not None
                    table._socket.transport.pause_reading()
                acting = asyncio.create_task(table.act(cheap[0]))
                if deaf:
                    # The other one has seen it done; its acknowledgement is never read.
                    await caught_up(other, table.seen.seq + 1)
                else:
                    await asyncio.sleep(0.0005)
                if table._socket is not None:
                    table._socket.transport.abort()
                answer = await asyncio.wait_for(acting, 20)
                assert isinstance(answer, Ack)
                moves += cheap[0]["act"] == "move"
                for one in tables:
                    await caught_up(one, answer.seq)
            assert sum(table.resent for table in tables) >= 4
            assert tables[0].seen is not None
            assert tables[0].seen.view["tokens_spent"] == moves

    run(scene())


@pytest.mark.policy("SP-V2")
def test_private_tables_are_not_watched(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Wil") as (ada, wil):
            table = await ada.create("watch", bots=["random"], start=True, visibility="private")
            with pytest.raises(Gone) as gone:
                await wil.open(table.id)
            assert gone.value.code == 4008

    run(scene())


@pytest.mark.policy("SP-V1")
def test_lists_show_open_tables_and_no_others(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            shown = await ada.create("watch", seats=2, visibility="open")
            hidden = await ada.create("watch", seats=2, visibility="link")
            listed = [line.id for line in (await ada.tables()).tables]
            assert shown.id in listed
            assert hidden.id not in listed
            mine = [line.id for line in (await ada.me()).tables]
            assert {shown.id, hidden.id} <= set(mine)

    run(scene())


def test_pace_scales_the_clock_that_everybody_sees(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True, pace=200)
            await soon(table, lambda: table.clock is not None)
            assert table.clock is not None
            assert table.clock.rate == 2.0

    run(scene())


def test_the_server_stops_in_order_and_tells_everybody(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    own = Server(tmp_path_factory.mktemp("stopping")).start()

    async def scene() -> None:
        frames: list[bytes] = []
        async with guests(own, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True)
            table.on_frame = frames.append
            await asyncio.to_thread(own.stop)
            await until(lambda: asyncio.sleep(0, any(b'"bye"' in frame for frame in frames)))
            assert any(b'"code":1012' in frame for frame in frames)

    run(scene())
    assert "Traceback" not in own.said(), own.said()


def test_a_program_that_fails_at_a_frame_hears_of_it(server: Server) -> None:
    """Otherwise, whatever is waiting for the table would wait for ever."""

    def fail(frame: bytes) -> None:
        raise KeyError("a fault of the program's own")

    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", seats=2)
            table.on_frame = fail
            with pytest.raises(Gone) as gone:
                await asyncio.wait_for(table.wait(lambda: False), PATIENCE)
            assert isinstance(gone.value.__cause__, KeyError)

    run(scene())
