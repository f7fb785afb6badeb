"""What a player can do."""

from typing import Any, ClassVar

from sandtable.engine.acts import Act


class Draw(Act):
    """PE-T2: take a pebble from the bag."""

    NAME: ClassVar[str] = "draw"


class Drop(Act):
    """PE-T3: lay one of your pebbles aside, for all to see."""

    NAME: ClassVar[str] = "drop"
    FIELDS: ClassVar[dict[str, Any]] = {"pebble": int}

    def __init__(self, pebble: int) -> None:
        self.pebble = pebble


class Stop(Act):
    """PE-T4: take no further turn."""

    NAME: ClassVar[str] = "stop"


ACTS: tuple[type[Act], ...] = (Draw, Drop, Stop)
