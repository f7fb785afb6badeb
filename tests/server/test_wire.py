"""The short way of text frames, against the library that makes and reads frames."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sandtable.server.frames import frame_size, framed, payload_of


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
