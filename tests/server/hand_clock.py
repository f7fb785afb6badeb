"""A clock in the test's hand."""

from datetime import UTC, datetime


class HandClock:
    """A clock that stands still until it is moved; give it to a `Clockwork`."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def now(self) -> float:
        return self.at

    def date(self) -> str:
        """The same instant as it is written down."""
        return datetime.fromtimestamp(self.at / 1000, UTC).isoformat(timespec="milliseconds")
