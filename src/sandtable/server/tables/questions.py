"""Questions to the rules: answered to whoever asks, and to nobody else.

An answer changes nothing and is written nowhere. It says no more than the seat may know, since the
rules are asked about what its sitter may look into (`Play.known_to`), and it is not sent before
everything it rests on is on disk.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sandtable.engine.errors import Refused
from sandtable.engine.questions import LONGEST_ANSWER
from sandtable.engine.units import Seat
from sandtable.protocol.messages import Answered, Ask, PlainQuestion, encode
from sandtable.protocol.problems import CANNOT, NOT_ALLOWED, NOT_BEGUN, NOT_NOW, WATCHING
from sandtable.server.base.logs import mark
from sandtable.server.tables.visitor import Visitor

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

log = logging.getLogger("sandtable.asking")


def ask(table: Table, visitor: Visitor, message: Ask) -> None:
    frame = answer(table, visitor.seat, message.id, message.question)
    table.journal.say(lambda: visitor.send(frame))


def answer(table: Table, seat: Seat | None, number: int, question: PlainQuestion) -> bytes:
    if seat is None:
        return no(number, NOT_ALLOWED, WATCHING)
    if table.play is None:
        return no(number, NOT_NOW, NOT_BEGUN)
    try:
        frame = encode(Answered(number, table.play.preview(seat, question), None, None))
    except Refused as refused:
        return no(number, refused.rule, refused.message)
    except Exception:
        log.exception("a fault while the rules answered a question at %s", mark(table.id))
        metrics = table.house.metrics
        metrics.faults.add()
        return no(number, CANNOT, "The server could not answer that.")
    if len(frame) > LONGEST_ANSWER:
        log.error("an answer of %d bytes at %s was not sent", len(frame), mark(table.id))
        return no(number, CANNOT, "The answer is too long to be sent.")
    return frame


def no(number: int, rule: str, message: str) -> bytes:
    return encode(Answered(number, None, rule, message))
