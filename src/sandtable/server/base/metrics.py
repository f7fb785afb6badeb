"""Numbers for the operator: plain counters, as cheap as they can be, since every frame counts.

`operating/scrape.py` writes them out for Prometheus.
"""

from bisect import bisect_left
from collections.abc import Sequence

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counter:
    kind = "counter"

    def __init__(self, help_text: str) -> None:
        self.help = help_text
        self.value = 0.0

    def add(self, amount: float = 1.0) -> None:
        self.value += amount


class Gauge(Counter):
    kind = "gauge"

    def set(self, value: float) -> None:
        self.value = value


class Histogram:
    kind = "histogram"

    def __init__(self, help_text: str, bounds: Sequence[float] = SECONDS) -> None:
        self.help = help_text
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def see(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Metrics:
    SHOWN = (
        "acts",
        "refused",
        "connections",
        "sockets",
        "tables",
        "playing",
        "bots",
        "frames_in",
        "frames_out",
        "dropped",
        "limited",
        "turned_away",
        "timed_out",
        "faults",
        "bot_faults",
        "commit",
        "lateness",
        "bot_lateness",
        "thinker_lateness",
        "decided",
    )

    def __init__(self) -> None:
        self.acts = Counter("Acts decided, refused ones included.")
        self.refused = Counter("Acts refused by a rule.")
        self.connections = Gauge("Open connections, WebSockets included.")
        self.sockets = Gauge("Open WebSockets.")
        self.tables = Gauge("Tables in memory.")
        self.playing = Gauge("Tables where a game is running.")
        self.bots = Gauge("Bots that are playing.")
        self.frames_in = Counter("Frames received.")
        self.frames_out = Counter("Frames sent.")
        self.dropped = Counter("Clients dropped because they read too slowly.")
        self.limited = Counter("Requests and frames refused by a rate limit.")
        self.turned_away = Counter("Connections refused or closed because there were too many.")
        self.timed_out = Counter("Connections closed because a request or answer took too long.")
        self.faults = Counter("Faults in the server: unexpected errors anywhere.")
        self.bot_faults = Counter("Bots replaced by the random one because they failed.")
        self.commit = Histogram("Seconds that a commit to disk took.")
        self.lateness = Histogram("Seconds by which a deadline was missed.")
        self.bot_lateness = Histogram("Seconds by which a bot acted later than it meant to.")
        self.thinker_lateness = Histogram("The same for bots that search.")
        self.decided = Histogram("Seconds from the arrival of an act until it is on disk.")
