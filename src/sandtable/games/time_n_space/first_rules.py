"""Time 'n' Space under the first version of its rules, for tables and replays that began with them.

One source plays both versions. What version 1 does differently hangs on `Setup.first_rules`:

- An action whose last step somebody else took away stays open (TS-T4).
- The owner of a planet is asked only about orders that differ in value, names a value alone, and
  may give an order that was put out after the delivery (TS-A8).
- A visit has no end of its own, and may fill orders that were put out later (TS-A10).
- Nobody waits for an owner's choice: several may be open at one planet, one after another (TS-A11).
- Those in line at a planet follow one after the other, whenever they came (TS-A11).
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.legend import Deed, Legend
from sandtable.engine.options import Option
from sandtable.games.time_n_space import legend
from sandtable.games.time_n_space.actions import ACTS, Give, GiveAny
from sandtable.games.time_n_space.options import DELIVER_SECONDS, OPTIONS, Setup
from sandtable.games.time_n_space.rules import TimeNSpace

FIRST_ACTS: Final[tuple[type[Act], ...]] = tuple([GiveAny if act is Give else act for act in ACTS])
FIRST_OPTIONS: Final[tuple[Option, ...]] = tuple(
    [option for option in OPTIONS if option is not DELIVER_SECONDS]
)
FIRST_LEGEND: Final = Legend(
    legend.LEGEND.view,
    {**legend.LEGEND.acts, "give": Deed("Give the visitor the order", "{colour} {value}")},
    legend.LEGEND.words,
)


class FirstTimeNSpace(TimeNSpace):
    """Time 'n' Space as it was played at first."""

    RULES_VERSION: ClassVar[int] = 1
    ACTS: ClassVar[tuple[type[Act], ...]] = FIRST_ACTS
    OPTIONS: ClassVar[tuple[Option, ...]] = FIRST_OPTIONS
    LEGEND: ClassVar[Legend] = FIRST_LEGEND

    def setup(self, seats: int, chosen: dict[str, Any]) -> Setup:
        return Setup(seats, chosen, first_rules=True)


GAME = FirstTimeNSpace()
