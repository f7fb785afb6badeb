"""How long texts may be, in characters, and how fast a table. The page has these limits too."""

from typing import Final

MOST_NAME: Final = 32
"""What somebody calls themselves."""
MOST_SAID: Final = 400
"""A line of the talk."""
MOST_GAME: Final = 64
"""The name of a game."""
MOST_LEVEL: Final = 32
"""The level of a bot."""
MOST_OFFERED: Final = 40
"""The word for a thing in an offer."""

SLOWEST: Final = 50
QUICKEST: Final = 200
"""The pace of a table, in percent of the speed on the box."""
