"""A clock in the test's hand."""


class HandClock:
    """A clock that stands still until it is moved; give it to a `Clockwork`."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def now(self) -> float:
        return self.at
