"""What was decided at a table, on its way to those who may hear of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.engine.units import Viewer
from sandtable.protocol.messages import Refusal, encode
from sandtable.server.base.metrics import Metrics
from sandtable.server.base.tableclock import Mono
from sandtable.server.match.play import Update

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


def delivery(
    table: "Table", update: Update, frames: dict[Viewer, bytes], since: Mono
) -> Callable[[], None]:
    """What hands out the deltas and the verdicts of an update, once it is on disk."""
    count(table.house.metrics, update)
    answers = {seat: encode(answer) for seat, answer in update.answers if answer.n}
    sittings = table.sittings.copy()

    def deliver() -> None:
        mono = table.now
        play = table.play
        racing = play if play is not None and play.contention else None
        for visitor in table.company.visitors:
            seat = visitor.seat
            frame = frames.get(seat) if visitor.subscribed else None
            answer = None if seat is None else answers.get(seat)
            if answer is not None and seat is not None and sittings[seat] != table.sittings[seat]:
                answer = None  # it was for the person who sat here before
            if frame is not None and answer is not None:
                visitor.send_both(frame, answer)
            elif frame is not None:
                visitor.send(frame)
            elif answer is not None:
                visitor.send(answer)
            if frame is not None and seat is not None and racing is not None:
                racing.told(seat, mono)
        for _ in answers:
            table.house.metrics.decided.see((mono - since) / 1000)

    return deliver


def count(metrics: Metrics, update: Update) -> None:
    if any(line.get("note") == "fault" for line in update.lines):
        metrics.faults.add()
    for _, answer in update.answers:
        metrics.acts.add()
        if isinstance(answer, Refusal):
            metrics.refused.add()
