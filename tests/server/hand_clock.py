"""A clock in the test's hand."""


class HandClock:
    """Stands still until it is moved; a `Clockwork` goes by it."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def now(self) -> float:
        return self.at
