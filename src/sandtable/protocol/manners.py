"""What is expected of a client, and the cookies by which it shows who it is."""

from typing import Final

MOST_FRAME: Final = 8 * 1024
"""Longest frame a client may send, in bytes."""
PING_EVERY: Final = 2_500
"""In milliseconds, like the next two."""
GIVE_UP_AFTER: Final = 9_000
"""A connection on which nothing was heard for this long is dead."""
RESEND_AFTER: Final = 2_500
"""An act that has had no answer for this long is sent again."""

GUEST_COOKIE: Final = "sandtable_guest"
SEAT_COOKIE: Final = "sandtable_seat"
