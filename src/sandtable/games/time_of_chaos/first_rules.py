"""A Time of Chaos under the first version of its rules, for games that began with them.

A table waited 20 rounds for a delivery (TC-E6), and nothing could be taken back (TC-O3).
"""

from typing import ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.legend import Legend
from sandtable.engine.options import Option
from sandtable.games.time_of_chaos import actions, legend, options
from sandtable.games.time_of_chaos.rules import TimeOfChaos

OPTIONS: Final[tuple[Option, ...]] = tuple(
    options.patience(20) if option.name == "stall_rounds" else option
    for option in options.OPTIONS
    if option.name != "undo"
)

LEGEND: Final = Legend(
    legend.LEGEND.view,
    {name: deed for name, deed in legend.LEGEND.acts.items() if name != "undo"},
    legend.LEGEND.words,
)


class FirstTimeOfChaos(TimeOfChaos):
    """A Time of Chaos, rules version 1."""

    RULES_VERSION: ClassVar[int] = 1
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.FIRST_ACTS
    OPTIONS: ClassVar[tuple[Option, ...]] = OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND


GAME = FirstTimeOfChaos()
