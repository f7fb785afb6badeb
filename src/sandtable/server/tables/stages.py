"""The stages of a table, and which may follow which: the one place where a table changes stage."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.protocol.rooms import Stage
from sandtable.server.base.dates import Dates
from sandtable.server.tables.record import Record

NEXT: Final[Mapping[str, tuple[str, ...]]] = {
    "gathering": ("countdown", "playing", "closed"),
    "countdown": ("gathering", "playing", "closed"),
    "playing": ("over", "closed"),
    "over": (),
    "closed": (),
}
"""Where nobody else has to get ready, a game starts from gathering, without a countdown."""


class WrongTurn(Exception):
    """A table was asked for a stage that cannot follow its own: a fault of ours."""


class Stages:
    def __init__(self, record: Record, date: Dates) -> None:
        self._record = record
        self._date = date

    @property
    def now(self) -> Stage:
        return self._record.stage

    @property
    def before_play(self) -> bool:
        return self._record.stage in ("gathering", "countdown")

    @property
    def playing(self) -> bool:
        return self._record.stage == "playing"

    @property
    def done(self) -> bool:
        """Over or closed: nothing changes here any more."""
        return not NEXT[self._record.stage]

    def to(self, stage: Stage) -> None:
        record = self._record
        if stage not in NEXT[record.stage]:
            raise WrongTurn(f"from {record.stage} to {stage}")
        record.stage = stage
        if stage == "playing":
            record.started = self._date()
        elif not NEXT[stage]:
            record.ended = self._date()

    def recall(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Correct the stage of a table that was read from disk.

        Record and log are written one after the other. Where they differ, the log is right: what it
        does not tell has not happened.
        """
        record = self._record
        if record.stage == "over" and lines and "end" not in lines[-1]:
            record.stage = "playing"
        if record.stage == "countdown" or (record.stage == "playing" and not lines):
            record.stage = "gathering"
