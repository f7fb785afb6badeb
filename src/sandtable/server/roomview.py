"""What everybody sees of a room: seats, presence, lag, votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.server import asking
from sandtable.server.record import link_to
from sandtable.server.rooms import Presence, Room, SeatNow
from sandtable.server.tableclock import Mono

if TYPE_CHECKING:
    from sandtable.server.table import Table


def presence(table: Table, seat: Seat, mono: Mono) -> Presence:
    if table.seating[seat].kind != "person":
        return "here"
    lost = table.lost_at.get(seat)
    settings = table.house.settings
    if lost is None or mono - lost < settings.away_after * 1000:
        return "here"
    return "away" if mono - lost < settings.gone_after * 1000 else "gone"


def seat_now(table: Table, seat: Seat, mono: Mono) -> SeatNow:
    chair = table.seating[seat]
    line = table.line_of(seat)
    return SeatNow(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        guest=chair.guest,
        level=chair.level,
        stand_in=chair.stand_in,
        ready=chair.ready,
        host=chair.guest is not None and chair.guest == table.record.host,
        presence=presence(table, seat, mono),
        lag=round(line.lag.one_way) if line is not None and line.lag.known else None,
        before=chair.before or None,
        vacant=asking.may_be_asked_for(table, seat),
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
        pace=record.pace,
        stage=record.stage,
        link=link_to(record.id),
        watchers=sum(1 for line in table.lines if line.seat is None),
        commitment=None if table.play is None else table.play.match.commitment,
        paused=table.paused,
        countdown=table.countdown,
        pause_votes=sorted(table.votes),
        requests=asking.shown(table),
        muted=record.muted,
        rematch=record.rematch,
        created=record.created,
        started=record.started,
        ended=record.ended,
    )
