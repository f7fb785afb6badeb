"""WebSocket frames as bytes: how long one is, what it says, and the head of one of ours. Pure."""

import struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part on this platform, or under another name
    from sandtable.server.net.masking import apply_mask

WHOLE_TEXT = 0x81
MASKED = 0x80
LONG = 126
VERY_LONG = 127
MASK_SIZE = 4
MOST_HEAD = 14


def frame_size(data: bytes, start: int) -> int | None:
    """The length of the frame that begins here, or None while its head is incomplete."""
    known = len(data) - start
    if known < 2:
        return None
    short = data[start + 1] & 0x7F
    head = 2 + (MASK_SIZE if data[start + 1] & MASKED else 0)
    if short < LONG:
        return head + short
    if short == LONG:
        if known < 4:
            return None
        return head + 2 + (data[start + 2] << 8) + data[start + 3]
    if known < 10:
        return None
    return head + 8 + int.from_bytes(data[start + 2 : start + 10], "big")


def payload_of(frame: bytes) -> bytes:
    """What a whole masked frame says."""
    short = frame[1] & 0x7F
    start = 2 if short < LONG else 4 if short == LONG else 10
    mask = frame[start : start + MASK_SIZE]
    return apply_mask(frame[start + MASK_SIZE :], mask)


def framed(payload: bytes) -> bytes:
    """A text frame as the server sends it."""
    size = len(payload)
    if size < LONG:
        return bytes((WHOLE_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, LONG, size >> 8, size & 0xFF)) + payload
    return struct.pack(">BBQ", WHOLE_TEXT, VERY_LONG, size) + payload
