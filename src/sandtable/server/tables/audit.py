"""Writes down what is done to people and seats: nothing happens behind anybody's back.

Everybody at the table reads about it. While a game runs, its log gets a note with the guest id of
the person who did it. The server's own log gets a line without names, and with a mark instead of
the table's id, which would be a way in.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from sandtable.engine.units import Seat
from sandtable.server.base.logs import mark
from sandtable.server.tables import voices
from sandtable.server.tables.notices import Words, for_everybody

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

log = logging.getLogger("sandtable.audit")

Audited = Literal["sat", "left", "removed", "bot", "start", "mute", "unmute", "host", "renamed"]


def write(
    table: Table,
    deed: Audited,
    by: str | None,
    words: str | Words,
    seat: Seat | None = None,
    about: Sequence[str | None] = (),
    **more: object,
) -> None:
    """`by` is the id of the guest who did it; `about` has those of the others it is about."""
    where = "" if seat is None else f" seat {seat}"
    log.info("%s%s by %s at %s", deed, where, by or "nobody", mark(table.id))
    if table.play is not None and table.stages.playing:
        # Not the time of the clock: an act that counts from before it may still be under way.
        when = max(table.play.match.now, table.journal.latest)
        note: dict[str, object] = {"note": deed, "at": when, "by": by, **more}
        table.journal.append([note if seat is None else {**note, "seat": seat}])
    if isinstance(words, str):
        voices.announce(table, words, {})
    else:
        voices.announce(table, *for_everybody(words, (by, *about)))
