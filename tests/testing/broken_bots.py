"""Bots that break one promise each, for the game of `sandtable new-game`."""

from typing import ClassVar

from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.scaffold.templates.game.actions import Draw, Drop, Stop
from sandtable.scaffold.templates.game.state import Table


class Peeks(Bot):
    """Draws exactly when the real bag is worth it."""

    LEVEL: ClassVar[str] = "peeks"

    def plan(self, seen: Seen) -> Plan | None:
        state = seen._state
        if not seen.legal() or not isinstance(state, Table):
            return None
        good = sum(state.bag) % 2 == 0 and len(state.bag) > 0
        return Plan(1_000, Draw() if good else Stop())


class PeeksAtTheClock(Bot):
    """Always does the same, but sooner or later as the future has it."""

    LEVEL: ClassVar[str] = "peeks at the clock"

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        return Plan(1_000 + seen._state.rng.copy().below(500), Stop())


class Cheats(Bot):
    LEVEL: ClassVar[str] = "cheats"

    def plan(self, seen: Seen) -> Plan | None:
        return Plan(500, Drop(99)) if seen.legal() else None


class Meddles(Bot):
    """Tries its acts out on the real table."""

    LEVEL: ClassVar[str] = "meddles"

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        seen._state.rng.next32()
        return Plan(500, Stop())


class Sleeps(Bot):
    LEVEL: ClassVar[str] = "sleeps"

    def plan(self, seen: Seen) -> Plan | None:
        return None
