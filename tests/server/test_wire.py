"""The shortcut for text frames, compared with the library that makes and reads frames."""

import asyncio
import socket
import struct
import sys

import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sandtable.server.net.frames import frame_size, framed, payload_of
from sandtable.server.net.masking import apply_mask
from sandtable.server.net.wire import LEAST_RTT_OFFSET, RTT_OFFSET, kernel_round_trip


def masked(text: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    return bytes(Frame(opcode, text).serialize(mask=True))


@given(st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536]), st.binary(max_size=9))
def test_a_whole_frame_is_measured_and_read(size: int, after: bytes) -> None:
    text = b"x" * size
    frame = masked(text)
    assert frame_size(frame + after, 0) == len(frame)
    assert frame_size(after + frame, len(after)) == len(frame)
    assert payload_of(frame) == text


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_frame_of_ours_is_as_the_library_makes_it(size: int) -> None:
    text = b"x" * size
    assert framed(text) == bytes(Frame(Opcode.TEXT, text).serialize(mask=False))


@given(st.binary(max_size=300), st.integers(0, 13))
def test_of_a_part_of_a_head_nothing_is_believed(text: bytes, known: int) -> None:
    frame = masked(text)
    assert frame_size(frame[:known], 0) in (None, len(frame))


@given(st.binary(max_size=300), st.binary(min_size=4, max_size=4))
def test_the_mask_in_plain_python_is_the_compiled_one(data: bytes, mask: bytes) -> None:
    assert apply_mask(data, mask) == bytes(b ^ mask[i % 4] for i, b in enumerate(data))


class Measured:
    """A connection of which the kernel says this, in microseconds."""

    def __init__(self, usual: int, least: int, size: int = 256) -> None:
        info = bytearray(256)
        struct.pack_into("=I", info, RTT_OFFSET, usual)
        struct.pack_into("=I", info, LEAST_RTT_OFFSET, least)
        self.info = bytes(info[:size])

    def getsockopt(self, level: int, option: int, size: int) -> bytes:
        return self.info[:size]


@pytest.mark.skipif(sys.platform != "linux", reason="no such measure elsewhere")
def test_the_kernel_says_the_usual_round_trip_and_the_least() -> None:
    assert kernel_round_trip(Measured(60_000, 20_000)) == (60.0, 20.0)
    assert kernel_round_trip(Measured(25_000, 20_000, size=LEAST_RTT_OFFSET)) is None


@pytest.mark.skipif(sys.platform != "linux", reason="no such measure elsewhere")
@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_the_kernel_says_how_far_away_somebody_is_until_they_are_gone(loop: object) -> None:
    async def scene() -> None:
        met: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda _, w: met.set_result(w), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            writer = await met
            connection = writer.get_extra_info("socket")
            lag = kernel_round_trip(connection)
            writer.transport.abort()
            await asyncio.sleep(0.05)
            server.close()
        assert lag is not None
        usual, least = lag
        assert 0 < least <= usual
        assert kernel_round_trip(connection) is None

    with asyncio.Runner(loop_factory=loop) as runner:  # type: ignore[arg-type]
        runner.run(scene())
