"""The way out to one client."""

import asyncio

from sandtable.server.broadcast import Line
from sandtable.server.frames import framed
from sandtable.server.metrics import Counter


def line(written: list[bytes], keeps_up: bool) -> Line:
    def put(frames: bytes) -> bool:
        if keeps_up:
            written.append(frames)
        return keeps_up

    made = Line(None, 0, lambda: 0.0)
    made.put = put
    made.frames_out = Counter("")
    return made


def test_two_frames_go_out_in_one_write_and_count_as_two() -> None:
    written: list[bytes] = []
    out = line(written, keeps_up=True)
    out.send_both(b"delta", b"ack")
    assert written == [framed(b"delta") + framed(b"ack")]
    assert out.frames_out is not None
    assert out.frames_out.value == 2


def test_who_does_not_keep_up_gets_both_from_the_queue_in_order() -> None:
    out = line([], keeps_up=False)
    out.send_both(b"delta", b"ack")

    async def rest() -> list[bytes | None]:
        return [await out.next_frame(), await out.next_frame()]

    assert asyncio.run(rest()) == [b"delta", b"ack"]
    assert out.frames_out is not None
    assert out.frames_out.value == 0
