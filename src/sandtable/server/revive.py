"""A table out of the database: its log is played again, and its sand stands where it stood."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine.errors import BadLog
from sandtable.engine.registry import find
from sandtable.engine.table import begin, play_line
from sandtable.engine.units import Seat
from sandtable.server.bots import stand_in_level
from sandtable.server.house import House
from sandtable.server.messages import Ack, Refusal
from sandtable.server.play import Play
from sandtable.server.record import Record, Result
from sandtable.server.rooms import PauseNow
from sandtable.server.sitters import Sitter
from sandtable.server.table import Table
from sandtable.server.talk import Talk

log = logging.getLogger("sandtable.revive")

Lines = Sequence[Mapping[str, Any]]


def revive(
    house: House,
    record: Record,
    result: Result | None,
    talk: Talk,
    lines: Lines,
    beats: Mapping[str, float],
) -> Table:
    """The table as it was. `beats` says when earlier runs of the server were last alive."""
    table = Table(house, record, talk)
    table.result = result
    table.next_line = len(lines)
    table.written_at = max([int(line.get("at", 0)) for line in lines], default=0)
    for seat in table.seating.persons():
        table.lost_at[seat] = table.now
    if record.stage == "over" and lines and "end" not in lines[-1]:
        # The room was saved as finished and the end of the log was not: it is not finished.
        record.stage = "playing"
    if record.stage == "countdown" or (record.stage == "playing" and not lines):
        record.stage = "gathering"
    if not lines:
        return table
    table.take_up(begin(lines[0]))
    play = table.play
    assert play is not None
    fill_empty_chairs(table, lines[0])
    sat = lines_of_sitters(table, len(lines))
    for number, line in enumerate(lines[1:], start=2):
        for seat in newcomers(table, number - 1):
            play.take_over(seat)
        if "end" not in line:
            again(play, line, number)
            if "n" in line and number > sat[line["seat"]]:
                remember(play.sitters[line["seat"]], line)
            table.notice_pace()
    for seat in newcomers(table, len(lines)):
        play.take_over(seat)
    if record.stage == "playing":
        stand_still(table, lines, beats)
    else:
        play.match.advance(to=max(play.match.now, end_of(lines)))
        play.clock.stand_at(play.match.now)
    return table


def again(play: Play, line: Mapping[str, Any], number: int) -> None:
    """One line of the log happens once more."""
    match = play.match
    when = line["at"]
    if when < match.now:
        raise BadLog(f"Line {number}: time runs back from {match.now} to {when}.")
    play.happened(match.advance(to=when))
    if "note" not in line:
        before = len(match.entries)
        play.happened(replayed(play, line, number))
        if len(match.entries) != before + 1:
            raise BadLog(f"Line {number}: the act did not happen.")
    if line.get("note") == "refused":
        play.refusals += 1


def lines_of_sitters(table: Table, written: int) -> list[int]:
    """The line from which the acts of each seat belong to whoever sits there now.

    Lines that were never written are nobody's: what is written in their place counts.
    """
    chairs = table.seating.chairs
    if any(chair.sat_line > written for chair in chairs):
        for chair in chairs:
            chair.sat_line = min(chair.sat_line, written)
            if chair.newcomer_from is not None:
                chair.newcomer_from = min(chair.newcomer_from, written)
        table.save()
    return [chair.sat_line for chair in chairs]


def fill_empty_chairs(table: Table, header: Mapping[str, Any]) -> None:
    """Servers before this one left a seat empty, for anybody to take, and had a bot hold it."""
    if table.record.stage != "playing":
        return
    for seat, chair in enumerate(table.seating.chairs):
        if chair.kind == "empty":
            level = chair.level or stand_in_level(find(table.record.game, table.record.rules))
            chair.name = str(header["names"][seat])
            table.seating.hand_over(seat, level, table.record.host or "somebody")


def newcomers(table: Table, written: int) -> list[Seat]:
    """Seats whose people took over when the log had so many lines."""
    return [
        seat for seat in table.seating.persons() if table.seating[seat].newcomer_from == written
    ]


def remember(sitter: Sitter, line: Mapping[str, Any]) -> None:
    """What was answered to this line, so that it gets the same answer when it is sent again."""
    n = line["n"]
    rule = line.get("rule") or line.get("refused")
    if rule:
        costs = "refused" in line
        sitter.answered(n, Refusal(n, rule, line.get("message", ""), costs))
    elif "note" not in line:
        sitter.answered(n, Ack(n, 0, line["at"], line.get("arrived", line["at"])))


def replayed(play: Play, line: Mapping[str, Any], number: int) -> list[Any]:
    match = play.match
    if line.get("refused"):
        play_line(match, line, line["at"], number)
        return []
    return match.act(line["seat"], line["act"])


def end_of(lines: Lines) -> int:
    return max(int(line.get("end", line.get("at", 0))) for line in lines)


def stand_still(table: Table, lines: Lines, beats: Mapping[str, float]) -> None:
    """Let no sand run for the time the server was away: a logged pause from the last heartbeat."""
    play = table.play
    assert play is not None
    note = next((line for line in reversed(lines) if line.get("note") in ("run", "pause")), None)
    why = "downtime"
    if note is not None and note["note"] == "run":
        ran = max(0.0, beats.get(note["life"], 0.0) - note["server"]) * table.record.pace / 100
        reached = max(play.match.now, int(note["at"] + ran))
        play.happened(play.match.advance(to=reached))
        play.clock.stand_at(play.match.now)
        lines_to_add = [table.clock_note("pause", why)]
        if play.match.over:
            lines_to_add = [{"note": "rang", "at": play.match.now}, play.closing()]
        table.append(lines_to_add, lambda: None)
    else:
        play.clock.stand_at(play.match.now if note is None else max(play.match.now, note["at"]))
        why = "downtime" if note is None else note.get("why", why)
    if play.match.over:
        table.finish()
        return
    table.paused = PauseNow(round(table.now), "agreed" if why == "agreed" else "downtime")
