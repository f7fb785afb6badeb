"""What everybody sees of a room: seats, presence, lag, votes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.protocol.rooms import Room, SeatNow
from sandtable.server.base.tableclock import Mono
from sandtable.server.tables.record import link_to

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


def seat_now(table: Table, seat: Seat, mono: Mono) -> SeatNow:
    chair = table.seating[seat]
    visitor = table.company.at(seat)
    return SeatNow(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        guest=chair.guest,
        level=chair.level,
        stand_in=chair.stand_in,
        ready=chair.ready,
        with_bots=chair.with_bots,
        host=chair.guest is not None and chair.guest == table.host.id,
        presence=table.attendance.presence(seat, mono),
        weak=table.attendance.is_weak(seat, mono),
        lag=round(visitor.lag.one_way) if visitor is not None and visitor.lag.known else None,
        before=chair.before or None,
        vacant=table.requests.may_be_asked_for(seat),
        left_by=chair.left_by,
    )


def room_now(table: Table) -> Room:
    record, mono = table.record, table.now
    return Room(
        id=record.id,
        game=record.game,
        title=record.title,
        rules=record.rules,
        seats=[seat_now(table, seat, mono) for seat in range(len(table.seating))],
        options=record.options,
        visibility=record.visibility,
        quick=record.quick,
        pace=record.pace,
        stage=record.stage,
        over_days=table.attendance.unhurried,
        link=link_to(record.id),
        watchers=table.company.watchers,
        commitment=None if table.play is None else table.play.match.commitment,
        paused=table.sand.paused,
        countdown=table.sand.countdown,
        pause_votes=sorted(table.sand.votes),
        requests=table.requests.shown(),
        muted=record.muted,
        may_start_at=may_start_at(table),
        rematch=record.rematch,
        again=table.again.now,
        created=record.created,
        started=record.started,
        ended=record.ended,
    )


def may_start_at(table: Table) -> int | None:
    ends = table.attendance.wait_ends()
    return None if ends is None else math.ceil(ends)
