"""A table read from the database: its log is played again, and its sand is where it was."""

import logging
from collections.abc import Mapping

from sandtable.engine.registry import find
from sandtable.engine.table import begin
from sandtable.server.bots.desk import stand_in_level
from sandtable.server.tables.house import House
from sandtable.server.tables.lineup import players_at_the_end
from sandtable.server.tables.shelf import Lines, Papers
from sandtable.server.tables.table import Table
from sandtable.server.tables.talk import Talk

log = logging.getLogger("sandtable.revive")


def revive(house: House, papers: Papers, talk: Talk) -> Table:
    """The table as it was."""
    record, lines = papers.record, papers.lines
    table = Table(house, record, talk)
    table.journal.continue_after(lines, papers.result)
    table.stages.recall(lines)
    for seat in table.seating.persons():
        table.attendance.lost(seat)
    if table.seating.expected() and table.stages.before_play:
        table.reunion.expect()
    if not lines:
        return table
    table.take_up(begin(lines[0]))
    play = table.play
    assert play is not None
    if table.stages.playing:
        level = stand_in_level(find(record.game, record.rules))
        names = [str(name) for name in lines[0].get("names", ())]
        table.seating.fill_empty(names, level, record.host or "somebody")
    if table.seating.forget_lines_after(len(lines)):
        table.journal.save()
    sat = [chair.sat_line for chair in table.seating.chairs]
    for number, line in enumerate(lines[1:], start=2):
        for seat in table.seating.newcomers(number - 1):
            play.take_over(seat)
        if "end" not in line:
            play.redo(line, number)
            if "n" in line and number > sat[line["seat"]]:
                play.remember(line)
            table.attendance.notice_pace(play.match)
    for seat in table.seating.newcomers(len(lines)):
        play.take_over(seat)
    if table.stages.playing:
        table.recall_players(players_at_the_end(lines))
        stand_still(table, lines, papers.beats)
    else:
        play.catch_up(max(play.match.now, end_of(lines)))
        play.stand()
    return table


def end_of(lines: Lines) -> int:
    return max(int(line.get("end", line.get("at", 0))) for line in lines)


def stand_still(table: Table, lines: Lines, beats: Mapping[str, float]) -> None:
    """Log a pause from the last heartbeat on, so that no sand ran while the server was down."""
    play = table.play
    assert play is not None
    note = next((line for line in reversed(lines) if line.get("note") in ("run", "pause")), None)
    why = "downtime"
    if note is not None and note["note"] == "run":
        ran = max(0.0, beats.get(note["life"], 0.0) - note["server"]) * table.record.pace / 100
        reached = max(play.match.now, int(note["at"] + ran))
        play.catch_up(reached)
        play.stand()
        lines_to_add = [table.sand.note("pause", why)]
        if play.match.over:
            lines_to_add = [{"note": "rang", "at": play.match.now}, play.closing()]
        table.journal.append(lines_to_add)
    else:
        play.stand(None if note is None else max(play.match.now, note["at"]))
        why = "downtime" if note is None else note.get("why", why)
    if play.match.over:
        table.finish()
        return
    table.sand.wait("agreed" if why == "agreed" else "downtime")
