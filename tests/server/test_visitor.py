"""The way out to one client."""

import asyncio

import pytest

from sandtable.protocol.goodbyes import TOO_SLOW
from sandtable.server.base.metrics import Counter
from sandtable.server.net.frames import framed
from sandtable.server.tables.visitor import MOST_BYTES, MOST_QUEUED, Visitor


def visitor(written: list[bytes], able: list[bool]) -> Visitor:
    """Somebody who keeps up whenever `able[0]` says so."""

    def put(frames: bytes) -> bool:
        if able[0]:
            written.append(frames)
        return able[0]

    made = Visitor(None, 0, lambda: 0.0)
    made.connect(put, Counter(""))
    return made


def test_two_frames_go_out_in_one_write_and_count_as_two() -> None:
    written: list[bytes] = []
    out = visitor(written, [True])
    out.send_both(b"delta", b"ack")
    assert written == [framed(b"delta") + framed(b"ack")]
    assert out.frames_out is not None
    assert out.frames_out.value == 2


def test_who_does_not_keep_up_gets_both_from_the_queue_in_order() -> None:
    out = visitor([], [False])
    out.send_both(b"delta", b"ack")

    async def rest() -> list[bytes | None]:
        return [await out.next_frame(), await out.next_frame()]

    assert asyncio.run(rest()) == [b"delta", b"ack"]
    assert out.frames_out is not None
    assert out.frames_out.value == 0


def all_queued(out: Visitor) -> list[bytes]:
    async def rest() -> list[bytes]:
        found = []
        while (frame := await out.next_frame()) is not None:
            found.append(frame)
        return found

    return asyncio.run(rest())


def closed_with(out: Visitor) -> int | None:
    return None if out.closing is None else out.closing[0]


@pytest.mark.policy("SP-L3")
def test_a_queue_has_a_bound_of_bytes() -> None:
    out = visitor([], [False])
    frame = b"x" * (MOST_BYTES // 4)
    for _ in range(4):
        out.send(frame)
    assert not closed_with(out)
    out.send(b"y")
    assert closed_with(out) == TOO_SLOW
    # Nothing that was queued is sent any more: a client that comes back gets what it missed.
    said = all_queued(out)
    assert len(said) == 1
    assert b'"code":1013' in said[0]


@pytest.mark.policy("SP-L3")
def test_a_queue_has_a_bound_of_frames() -> None:
    out = visitor([], [False])
    for _ in range(MOST_QUEUED):
        out.send(b"x")
    assert not closed_with(out)
    out.send(b"x")
    assert closed_with(out) == TOO_SLOW


def test_what_has_left_the_queue_counts_no_more() -> None:
    out = visitor([], [False])
    frame = b"x" * (MOST_BYTES // 2)

    async def scene() -> None:
        for _ in range(5):
            out.send(frame)
            assert await out.next_frame() == frame

    asyncio.run(scene())
    assert not closed_with(out)


@pytest.mark.policy("SP-L2")
def test_nothing_overtakes_a_frame_that_the_writer_still_holds() -> None:
    """The client keeps up again, but the frame before is not on its way yet."""
    written: list[bytes] = []
    able = [False]
    out = visitor(written, able)

    async def scene() -> None:
        out.send(b"first")
        assert await out.next_frame() == b"first"
        able[0] = True
        out.send(b"second")
        assert written == [], "the second frame overtook the first"
        # The writer asks for the next one when the first is sent.
        assert await out.next_frame() == b"second"
        out.send(b"third")
        assert written == []
        waiting = asyncio.create_task(out.next_frame())
        await asyncio.sleep(0)
        assert waiting.done()
        assert waiting.result() == b"third"
        waiting = asyncio.create_task(out.next_frame())
        await asyncio.sleep(0)
        out.send(b"fourth")
        assert written == [framed(b"fourth")]
        waiting.cancel()

    asyncio.run(scene())


@pytest.mark.policy("SP-L2")
def test_nothing_overtakes_what_waits_in_the_queue() -> None:
    written: list[bytes] = []
    able = [False]
    out = visitor(written, able)
    out.send(b"first")
    able[0] = True
    out.send(b"second")
    out.send_both(b"third", b"fourth")
    assert written == []
    out.close(1000, "", None)
    assert all_queued(out)[:-1] == [b"first", b"second", b"third", b"fourth"]


def test_after_the_goodbye_nothing_is_sent() -> None:
    written: list[bytes] = []
    out = visitor(written, [True])
    out.close(1000, "", None)
    out.send(b"late")
    out.send_both(b"too", b"late")
    assert written == []
    assert len(all_queued(out)) == 1
