"""What a table may choose."""

from typing import Any

from sandtable.engine.options import Option, Whole
from sandtable.engine.units import SECOND, Ms

OPTIONS: tuple[Option, ...] = (
    Whole("target", "PE-E2", "Target", "Come as close to it as you can.", 12, 6, 30),
    Whole("turn_seconds", "PE-T5", "Seconds for a turn", "If it runs out, you stop.", 15, 3, 120),
)


class Setup:
    """The options as the rules use them; shared by all copies of a state, never changed."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.target: int = options["target"]
        self.turn: Ms = options["turn_seconds"] * SECOND
