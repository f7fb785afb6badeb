"""The codes with which the server closes a table's socket: each of them means one thing.

`Bye` says why in words, and when to come back; the codes are for programs. The page gets them as
constants (tools/web_types.py), and docs/protocol.md has them in a table.
"""

from typing import Final

RULE_BROKEN: Final = 1008
"""Too many messages or visits, or too many that are not messages of this protocol."""
TOO_BIG: Final = 1009
"""A frame over 8 KiB."""
FAULT: Final = 1011
"""A fault in the server, whose log has the details."""
RESTART: Final = 1012
"""The server is stopping, or the table is being read from disk again."""
TOO_SLOW: Final = 1013
"""This client reads too slowly; what it missed comes when it is back."""
NO_HELLO: Final = 4000
"""The first message is not a hello, or asks for a protocol that this server does not speak."""
TAKEN_OVER: Final = 4001
"""Another window took over this seat."""
GIVEN_AWAY: Final = 4002
"""You stood up, or now sit here in another browser."""
CLOSED: Final = 4003
"""The table is closed, or cannot be read."""
NO_TABLE: Final = 4004
"""There is no such table."""
SILENT: Final = 4005
"""Nothing came for too long, or no hello in time."""
REMOVED: Final = 4006
"""The host removed you."""
SIGNED_OUT: Final = 4007
"""You signed out everywhere, or asked to be forgotten."""
NO_ENTRY: Final = 4008
"""You may not watch this table, or too many do."""
