"""Somebody whose line falls silent is seen to, long before the connection is given up."""

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_socket

from sandtable.protocol.messages import (
    PROTOCOL,
    Echo,
    FromServer,
    Hello,
    Probe,
    RoomNow,
    decode_told,
    encode,
)
from sandtable.server.tables import visits
from tests.server.kit import Server, guests, run, soon
from tests.server.parlour import Parlour

QUICK_PROBES = 5


async def hear(socket: ClientConnection) -> FromServer:
    frame = await asyncio.wait_for(socket.recv(), 60)
    message: FromServer = decode_told(frame.encode() if isinstance(frame, str) else frame)
    return message


def says_weak(message: FromServer, seat: int) -> bool:
    return isinstance(message, RoomNow) and message.room.seats[seat].weak


@pytest.mark.policy("SP-L9")
def test_a_line_that_does_not_answer_is_shown_as_weak_before_the_second_probe(
    tmp_path: Path,
) -> None:
    async def scene(server: Server) -> None:
        async with guests(server, "Ada", "Ben") as (ada, ben):
            table = await ada.create("watch", seats=2)
            sitting = await ben.sit(table.id)
            await sitting.close()
            headers = {"cookie": sitting.cookies()}
            async with connect_socket(
                sitting.address, additional_headers=headers, ping_interval=None, proxy=None
            ) as socket:
                await socket.send(encode(Hello(PROTOCOL)).decode())
                # Ben answers like anybody else, past the quick probes at the beginning ...
                answered = 0
                while answered <= QUICK_PROBES:
                    message = await hear(socket)
                    assert not says_weak(message, 1)
                    if isinstance(message, Probe):
                        await socket.send(encode(Echo(message.id)).decode())
                        answered += 1
                # ... and then says nothing more.
                unanswered: list[str] = []
                while not says_weak(message, 1):
                    message = await hear(socket)
                    if isinstance(message, Probe):
                        unanswered.append(message.id)
                assert len(unanswered) == 1
                await soon(table, lambda: table.room is not None and table.room.seats[1].weak)
                assert table.room is not None
                assert table.room.seats[1].presence == "here"
                assert not table.room.seats[0].weak
                await socket.send(encode(Echo(unanswered[0])).decode())
                await soon(table, lambda: table.room is not None and not table.room.seats[1].weak)

    server = Server(tmp_path, SANDTABLE_AWAY_AFTER="5", SANDTABLE_GONE_AFTER="30").start()
    try:
        run(scene(server))
    finally:
        server.stop()


@pytest.mark.policy("SP-L9")
def test_weakness_is_told_once_and_ends_with_the_connection(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, ben) = await parlour.playing("watch", ["Ada", "Ben"])
            ada.frames()
            for _ in range(3):
                visits.notice_line(table, ben.visitor, silent=True)
            assert [room.room.seats[1].weak for room in ada.all(RoomNow)][-1:] == [True]
            assert len([frame for frame in ada.heard if says_weak(frame, 1)]) == 1
            # The server cuts the line: until that counts as away, it does not look fine again.
            ben.leave()
            table.tell_room()
            assert ada.last(RoomNow).room.seats[1].weak
            parlour.pass_time(table, parlour.settings.away_after + 0.1)
            seat = ada.last(RoomNow).room.seats[1]
            assert (seat.presence, seat.weak) == ("away", False)
            assert ben.guest is not None
            again = parlour.visit(table, ben.guest, 1)
            await parlour.settled()
            assert not ada.last(RoomNow).room.seats[1].weak
            # What a line that was taken over does or does not do is nobody's business.
            before = len(ada.all(RoomNow))
            visits.notice_line(table, ben.visitor, silent=True)
            assert len(ada.all(RoomNow)) == before
            visits.notice_line(table, again.visitor, silent=True)
            assert ada.last(RoomNow).room.seats[1].weak

    asyncio.run(scene())


def test_a_watcher_has_no_seat_that_could_be_weak(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, _) = await parlour.playing("watch", ["Ada", "Ben"])
            watcher = parlour.visit(table, None, None)
            await parlour.settled()
            before = len(ada.all(RoomNow))
            visits.notice_line(table, watcher.visitor, silent=True)
            assert len(ada.all(RoomNow)) == before

    asyncio.run(scene())
