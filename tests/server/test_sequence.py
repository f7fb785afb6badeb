"""Numbers of acts belong to the person in the seat, are bounded, and refused ones block none."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from sandtable.client import Client, TableClient
from sandtable.protocol.messages import Ack, Refusal
from sandtable.protocol.problems import Denied
from sandtable.server.match.sitters import KEPT_ANSWERS, MOST_AHEAD, Sitter
from sandtable.server.tables import hosting
from sandtable.server.tables.lineup import NOTE
from tests.server.kit import PATIENCE, Server, guests, on_turn, run, soon, table_of
from tests.server.parlour import Parlour
from tests.server.test_restart import log_of
from tests.server.vacancy import do

MOVE = {"act": "move", "pawn": "green", "spend": 1}
HELLO = '{"type":"hello","protocol":1}'


def refusal(n: int) -> Refusal:
    return Refusal(n, "WA-T1", "It is not your turn.", False)


# One sitter.


@pytest.mark.policy("SP-A5")
def test_a_number_far_ahead_is_denied_and_leaves_nothing_behind() -> None:
    sitter = Sitter()
    sitter.check_new(MOST_AHEAD)
    for n in (MOST_AHEAD + 1, 2**53):
        with pytest.raises(Denied) as denied:
            sitter.check_new(n)
        assert denied.value.code == "SV-1"
    assert sitter.played == 0
    sitter.answered(7, refusal(7))
    sitter.check_new(MOST_AHEAD + 7)


@pytest.mark.policy("SP-A5")
def test_a_refused_number_shuts_out_no_lower_one() -> None:
    sitter = Sitter()
    sitter.answered(5_000, refusal(5_000))
    for n in range(1, 200):
        assert sitter.answer_to(n) is None
        sitter.answered(n, Ack(n, n, n, n))
        assert sitter.answer_to(n) == Ack(n, n, n, n)
    assert sitter.answer_to(5_000) == refusal(5_000)
    assert sitter.played == 5_000


@pytest.mark.policy("SP-A4")
def test_every_number_is_decided_at_most_once_however_many_follow() -> None:
    sitter = Sitter()
    numbers = [*range(1, 300, 3), 900, *range(2, 300, 3)]
    for n in numbers:
        if sitter.answer_to(n) is None:
            sitter.answered(n, Ack(n, n, n, n))
    assert all(sitter.answer_to(n) is not None for n in numbers)
    kept = [n for n in range(1, 1_000) if isinstance(sitter.answer_to(n), Ack)]
    assert len(kept) == KEPT_ANSWERS


# A table in this process.


@pytest.mark.policy("SP-A5")
def test_an_answer_to_who_sat_here_before_does_not_reach_the_next(tmp_path: Path) -> None:
    """The disk is slow: the answer is ready when somebody else has the seat."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Bob"], first=0)
            ada = people[0]
            parlour.store.late = True
            ada.act(1, MOVE)
            hosting.stand(table, 0)
            hosting.sit(table, ada.visitor.guest, 0)  # type: ignore[arg-type]
            again = parlour.visit(table, ada.visitor.guest, 0)
            parlour.store.catch_up()
            await parlour.settled()
            assert again.all(Ack) == []
            assert again.snapshot.played == 0
            assert again.snapshot.view["tokens_spent"] == 1

    run(scene())


def test_what_somebody_sent_before_standing_up_and_was_not_judged_is_not_done(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("out-of-time", ["Ada", "Bob"])
            for visitor in table.company.visitors:
                for _ in range(20):
                    visitor.lag.echoed(200.0)
            seat = next(seat for seat in range(2) if people[seat].snapshot.legal)
            people[seat].act(1, people[seat].snapshot.legal[0])
            assert table.play is not None
            assert len(table.play.window) == 1
            hosting.stand(table, seat)
            assert len(table.play.window) == 0

    run(scene())


@pytest.mark.policy("SP-A6")
def test_after_a_restart_the_count_of_refusals_is_what_it_was(tmp_path: Path) -> None:
    """Else somebody could fill the log of a game with refusals by having it restarted."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Bob"], first=0)
            for n in range(1, 6):
                people[1].act(n, MOVE)
            await parlour.settled()
            assert table.play is not None
            assert table.play.refusals == 5
            lines = log_of(tmp_path, table.id)
            again = parlour.revived(table.record, lines)
            assert again.play is not None
            assert again.play.refusals == 5
            assert again.play.sitters[1].played == 5

    run(scene())


def test_a_log_says_who_plays_once_however_often_it_is_read(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await parlour.playing("watch", ["Ada", "Bob"])
            for _ in range(2):
                hosting.stand(table, 1)
                await parlour.settled()
                lines = log_of(tmp_path, table.id)
                table = parlour.revived(table.record, lines)
                await parlour.settled()
                added = log_of(tmp_path, table.id)[len(lines) :]
                assert [line for line in added if line["note"] == NOTE] == []

    run(scene())


def test_whoever_sat_down_at_a_line_that_was_never_written_sits_at_the_last(tmp_path: Path) -> None:
    """They take over there, and see no more than they were to see."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await parlour.playing("watch", ["Ada", "Bob"])
            seating = table.seating
            seating[1].sat_line = seating[1].newcomer_from = 9
            assert seating.forget_lines_after(9) is False
            assert seating.newcomers(9) == [1]
            assert seating.forget_lines_after(4) is True
            assert seating.newcomers(4) == [1]
            assert seating[1].sat_line == 4
            assert seating.newcomers(9) == []

    run(scene())


@pytest.mark.policy("SP-A6")
def test_what_an_offence_cost_is_said_again_after_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("out-of-time", ["Ada", "Bob"], referee="strict")
            assert table.play is not None
            match, sitters = table.play.match, table.play.sitters
            for _ in range(2):
                on = match.active()[0]
                do(table, people[on], match.legal(on)[0].to_json())
                parlour.pass_time(table, 1)
            # A space that is free, and too far from the player's other glass.
            on = match.active()[0]
            near = {act.to_json()["to"] for act in match.legal(on)}
            taken = {glass["space"] for glass in match.view(None)["glasses"]}
            far = next(space for space in range(19) if space not in near | taken)
            do(table, people[on], {"act": "place", "to": far})
            parlour.pass_time(table, 1)
            await parlour.settled()
            told = people[on].last(Refusal)
            assert (told.n, told.costs) == (sitters[on].played, True)
            lines = log_of(tmp_path, table.id)
            again = parlour.revived(table.record, lines)
            assert again.play is not None
            assert again.play.sitters[on].answer_to(told.n) == told
            assert again.play.match.view(None) == table.play.match.view(None)

    run(scene())


def test_lines_that_were_never_written_are_nobodys(tmp_path: Path) -> None:
    """The record says from which line on a sitter's acts count; the disk lost lines before it."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Bob"], first=0)
            people[0].act(1, MOVE)
            await parlour.settled()
            lines = log_of(tmp_path, table.id)
            table.seating[0].sat_line = len(lines) + 5
            again = parlour.revived(table.record, lines)
            assert again.seating[0].sat_line == len(lines)
            assert again.play is not None
            assert again.play.sitters[0].played == 0

    run(scene())


# A real server.


async def act_raw(wire: ClientConnection, n: Any, act: dict[str, Any]) -> dict[str, Any]:
    """Send an act under any number; give what is said to it."""
    await wire.send(json.dumps({"type": "act", "n": n, "act": act}))
    async with asyncio.timeout(PATIENCE):
        while True:
            frame: dict[str, Any] = json.loads(await wire.recv())
            if frame["type"] in ("ack", "refused", "problem", "bye"):
                return frame


def wire_to(server: Server, client: Client, table_id: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{server.port}/api/v1/tables/{table_id}/socket",
        additional_headers={"cookie": client.cookies_for(table_id)},
        proxy=None,
    )


async def waiting_seat(tables: list[TableClient]) -> int:
    """Of two, the seat that is not on turn: whatever it does is refused."""
    on = on_turn(tables)
    assert on is not None
    return 1 - tables.index(on)


@pytest.mark.parametrize(
    "n", [0, -1, True, 1.0, 1.5, "1", None, 2**53, 2**53 + 1, 10**40, MOST_AHEAD + 1]
)
def test_what_is_no_number_of_an_act_is_answered_clearly_and_forgotten(
    server: Server, n: object
) -> None:
    async def scene() -> None:
        async with guests(server, "Ada") as (ada,):
            table = await ada.create("watch", bots=["random"], start=True, options={"first": 0})
            await table.close()
            async with wire_to(server, ada, table.id) as wire:
                await wire.send(HELLO)
                answer = await act_raw(wire, n, MOVE)
                assert (answer["type"], answer["code"]) == ("problem", "SV-1")
                assert "n" in answer["message"]
                done = await act_raw(wire, 1, MOVE)
                assert (done["type"], done["n"]) == ("ack", 1)

    run(scene())


@pytest.mark.policy("SP-A5")
def test_a_seat_cannot_be_spoilt_by_a_refused_act_and_standing_up(tmp_path: Path) -> None:
    """Not for somebody who comes back, not after a kill, and not for the one who did it either."""
    server = Server(tmp_path, SANDTABLE_GONE_AFTER="60").start()

    async def spoil(client: Client, table_id: str) -> None:
        async with wire_to(server, client, table_id) as wire:
            await wire.send(HELLO)
            for n in (2**53, MOST_AHEAD):
                answer = await act_raw(wire, n, MOVE)
                assert answer["type"] in ("problem", "refused")
            lower = await act_raw(wire, 3, MOVE)
            assert (lower["type"], lower["rule"]) == ("refused", "WA-T1")

    async def scene() -> None:
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"turn_seconds": 120})
            seat = await waiting_seat(tables)
            spoiler, other = clients[seat], tables[1 - seat]
            await spoil(spoiler, other.id)
            await spoiler.raw("POST", f"/tables/{other.id}/stand")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            back = await spoiler.sit(other.id, seat)
            await soon(back, lambda: bool(back.seen and back.clock and back.clock.rate))
            assert back._next == 1
            await soon(other, lambda: bool(other.connections > 1 and other.seen))
            assert other.seen is not None
            assert isinstance(await other.act(other.seen.legal[0]), Ack)
            async with asyncio.timeout(PATIENCE):
                while not (back.seen and back.seen.legal):
                    if other.seen.legal:
                        await other.act(other.seen.legal[0])
                    await asyncio.sleep(0.02)
                answer = await back.act(back.seen.legal[0])
            assert isinstance(answer, Ack)
            assert answer.n == 1
            # The numbers of the new sitter are kept through a kill like those of the first.
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await back.close()
            async with wire_to(server, spoiler, other.id) as wire:
                await wire.send(HELLO)
                repeated = await act_raw(wire, 1, MOVE)
                assert (repeated["type"], repeated["n"]) == ("ack", 1)
            mine = [
                line["n"]
                for line in log_of(tmp_path, other.id)
                if line.get("seat") == seat and "n" in line and "note" not in line
            ]
            assert mine == [1]

    try:
        run(scene())
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.policy("SP-V8")
def test_a_since_from_the_future_or_of_another_seat_gets_a_snapshot(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Wil") as (ada, wil):
            table = await ada.create("watch", bots=["random"], start=True)
            await soon(table, lambda: table.seen is not None)
            watching = await wil.open(table.id)
            await soon(watching, lambda: watching.seen is not None)
            mine, theirs = table._stream, watching._stream
            assert mine != theirs
            await table.close()
            for stream, since in ((mine, 10**6), (mine, 2**53), (theirs, 0), ("nothing", 0)):
                async with wire_to(server, ada, table.id) as wire:
                    hello = {"type": "hello", "protocol": 1, "stream": stream, "since": since}
                    await wire.send(json.dumps(hello))
                    async with asyncio.timeout(PATIENCE):
                        while True:
                            frame = json.loads(await wire.recv())
                            assert frame["type"] != "delta", "a change to what was never shown"
                            if frame["type"] == "snapshot":
                                break

    run(scene())
