"""What a table writes down, and what it says only once that is on disk."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.server.tables.outbox import Outbox
from sandtable.server.tables.record import Record, Result
from sandtable.server.tables.shelf import Shelf


def nothing() -> None:
    pass


class Journal:
    def __init__(self, shelf: Shelf, record: Record, on_failure: Callable[[], None]) -> None:
        self._shelf = shelf
        self._record = record
        self._ledger = shelf.ledger(record.id)
        self._outbox = Outbox()
        self._on_failure = on_failure
        self._result: Result | None = None
        """What is saved beside the record when the game is over."""
        self.lines = 0
        """How many lines the log has, including those that are still being written."""
        self.latest = 0
        """The latest table time in the log; its times never run back."""

    def continue_after(self, lines: Sequence[Mapping[str, Any]], result: Result | None) -> None:
        """Continue a log that has these lines on disk already."""
        self._result = result
        self.lines = len(lines)
        self.latest = max([int(line.get("at", 0)) for line in lines], default=0)

    def save(self) -> None:
        """Write the record down as it is now."""
        self._shelf.save(self._record, self._result, self._saved)

    def save_result(self, result: Result) -> None:
        self._result = result
        self.save()

    def _saved(self, error: Exception | None) -> None:
        if error is not None:
            self._on_failure()

    def append(self, lines: list[dict[str, Any]], deliver: Callable[[], None] = nothing) -> None:
        """Add to the log; deliver when it is on disk."""
        parcel = self._outbox.later(deliver)

        def done(error: Exception | None) -> None:
            if error is None:
                self._outbox.release(parcel)
            else:
                self._on_failure()

        for line in lines:
            self.latest = max(self.latest, int(line.get("at", 0)))
        self._shelf.append(self._ledger, self.lines, lines, done)
        self.lines += len(lines)

    def say(self, deliver: Callable[[], None]) -> None:
        """Deliver at once, or after what is waiting for the disk: everything is told in order."""
        self._outbox.now(deliver)

    @property
    def waiting(self) -> int:
        """How many deliveries are waiting."""
        return len(self._outbox)

    def discard(self) -> None:
        self._outbox.discard()
