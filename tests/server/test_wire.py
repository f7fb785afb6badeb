"""The short way of text frames, against the library that makes and reads frames."""

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from sandtable.server.wire import frame_size, payload_of


def masked(text: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    return bytes(Frame(opcode, text).serialize(mask=True))


@given(st.sampled_from([0, 1, 125, 126, 127, 65_535, 65_536]), st.binary(max_size=9))
def test_a_whole_frame_is_measured_and_read(size: int, after: bytes) -> None:
    text = b"x" * size
    frame = masked(text)
    assert frame_size(frame + after, 0) == len(frame)
    assert frame_size(after + frame, len(after)) == len(frame)
    assert payload_of(frame) == text


@given(st.binary(max_size=300), st.integers(0, 13))
def test_of_a_part_of_a_head_nothing_is_believed(text: bytes, known: int) -> None:
    frame = masked(text)
    assert frame_size(frame[:known], 0) in (None, len(frame))
