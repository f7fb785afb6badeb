"""Out of Time under the first version of its rules, for games that began with them.

`Setup` has what was different in play. There were no grey backs to choose (OT-S2), and a glass that
was stood up was not protected (OT-K3).
"""

from typing import ClassVar, Final

from sandtable.engine.options import Option
from sandtable.games.out_of_time import options
from sandtable.games.out_of_time.rules import OutOfTime

OPTIONS: Final[tuple[Option, ...]] = tuple(
    options.turned_tiles(grey=False) if option.name == "turned_tiles" else option
    for option in options.OPTIONS
    if option.name != "protect_seconds"
)


class FirstOutOfTime(OutOfTime):
    """Out of Time, rules version 1."""

    RULES_VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS


GAME = FirstOutOfTime()
