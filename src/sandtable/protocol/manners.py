"""What a client is expected to keep to, and how it shows who it is."""

from typing import Final

MOST_FRAME: Final = 8 * 1024
"""Longest frame a client may send, in bytes."""
PING_EVERY: Final = 2_500
"""In milliseconds, as the next two are."""
GIVE_UP_AFTER: Final = 9_000
"""A line on which nothing was heard for so long is dead."""
RESEND_AFTER: Final = 2_500
"""An act that has had no answer for so long is sent again."""

GUEST_COOKIE: Final = "sandtable_guest"
SEAT_COOKIE: Final = "sandtable_seat"
