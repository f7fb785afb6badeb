"""Table time from real time: scaled by the table's pace, and stopped in pauses. Pure."""

from math import ceil, floor

from sandtable.engine.units import Ms
from sandtable.protocol.rooms import Clock

Mono = float
"""Real time in milliseconds on the server's monotonic clock; only differences mean anything."""


class TableClock:
    """One table's time: known at one instant, and running from there at `pace` percent."""

    def __init__(self, pace: int, now: Ms = 0) -> None:
        self.pace = pace
        self.running = False
        self._anchor = float(now)
        self._since: Mono = 0.0

    def at(self, mono: Mono) -> float:
        """Table time at a real instant."""
        if not self.running:
            return self._anchor
        return self._anchor + max(0.0, mono - self._since) * self.pace / 100

    def whole(self, mono: Mono) -> Ms:
        return floor(self.at(mono))

    def when(self, table_time: Ms) -> Mono | None:
        """The real instant of a table time, or None while the clock stands."""
        if not self.running:
            return None
        return self._since + (table_time - self._anchor) * 100 / self.pace

    def run(self, mono: Mono) -> None:
        if not self.running:
            self._since = mono
            self.running = True

    def stop(self, mono: Mono) -> None:
        self._anchor = self.at(mono)
        self.running = False

    def stand_at(self, now: Ms) -> None:
        """Stop at exactly this table time."""
        self._anchor = float(now)
        self.running = False

    def shown(self, mono: Mono) -> Clock:
        return Clock(
            now=self.whole(mono),
            server=ceil(mono),
            rate=self.pace / 100 if self.running else 0.0,
        )
