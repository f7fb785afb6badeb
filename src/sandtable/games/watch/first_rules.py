"""The watch game under the first version of its rules, for tables and replays that began with them.

Only the default of `turn_seconds` was different (WA-T7): 15 seconds.
"""

from typing import ClassVar, Final

from sandtable.engine.options import Option
from sandtable.games.watch import options
from sandtable.games.watch.rules import Watch

OPTIONS: Final[tuple[Option, ...]] = tuple(
    options.turn_limit(15) if option.name == "turn_seconds" else option
    for option in options.OPTIONS
)


class FirstWatch(Watch):
    """The watch game, rules version 1."""

    RULES_VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS


GAME = FirstWatch()
