"""Bots that break one promise each, for the game of `sandtable new-game`."""

from typing import ClassVar

from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.scaffold.templates.game.actions import Draw, Drop, Stop
from sandtable.scaffold.templates.game.state import Table

WHY = "It had to be."


class Peeks(Bot):
    """Draws exactly when the real bag is worth it."""

    LEVEL: ClassVar[str] = "peeks"
    ABOUT: ClassVar[str] = "Looks into the bag."

    def plan(self, seen: Seen) -> Plan | None:
        state = seen._state
        if not seen.legal() or not isinstance(state, Table):
            return None
        good = sum(state.bag) % 2 == 0 and len(state.bag) > 0
        return Plan(1_000, Draw() if good else Stop(), WHY)


class PeeksAtTheClock(Bot):
    """Always does the same, but sooner or later as the future has it."""

    LEVEL: ClassVar[str] = "peeks at the clock"
    ABOUT: ClassVar[str] = "Knows what comes."

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        return Plan(1_000 + seen._state.rng.copy().below(500), Stop(), WHY)


class Cheats(Bot):
    LEVEL: ClassVar[str] = "cheats"
    ABOUT: ClassVar[str] = "Has pebbles that nobody else has."

    def plan(self, seen: Seen) -> Plan | None:
        return Plan(500, Drop(99), WHY) if seen.legal() else None


class Meddles(Bot):
    """Tries its acts out on the real table."""

    LEVEL: ClassVar[str] = "meddles"
    ABOUT: ClassVar[str] = "Tries things out."

    def plan(self, seen: Seen) -> Plan | None:
        if not seen.legal():
            return None
        seen._state.rng.next32()
        return Plan(500, Stop(), WHY)


class Sleeps(Bot):
    LEVEL: ClassVar[str] = "sleeps"
    ABOUT: ClassVar[str] = "Does nothing."

    def plan(self, seen: Seen) -> Plan | None:
        return None


class KeepsItsReasons(Bot):
    LEVEL: ClassVar[str] = "keeps its reasons"
    ABOUT: ClassVar[str] = "Stops."

    def plan(self, seen: Seen) -> Plan | None:
        return Plan(500, Stop()) if seen.legal() else None


class SaysWhatItPeeked(Bot):
    """Always does the same, and tells whoever asks for a hint what is in the bag."""

    LEVEL: ClassVar[str] = "says what it peeked"
    ABOUT: ClassVar[str] = "Stops."

    def plan(self, seen: Seen) -> Plan | None:
        state = seen._state
        if not seen.legal() or not isinstance(state, Table):
            return None
        return Plan(500, Stop(), f"The bag is worth {sum(state.bag)}.")


class HasNoAbout(Bot):
    LEVEL: ClassVar[str] = "has no about"

    def plan(self, seen: Seen) -> Plan | None:
        return Plan(500, Stop(), WHY) if seen.legal() else None
