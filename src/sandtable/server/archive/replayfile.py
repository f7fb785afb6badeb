"""A replay file from anywhere, checked like a message from a stranger before any of it is kept.

The engine says whether the game in it can be played again. This module says whether the rest is
what a server of ours would write: who sat there, when it was, what was measured. Whatever is wrong
is reported with its line and the reason.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.errors import BadLog, SandtableError
from sandtable.engine.log import header_line, read_log
from sandtable.engine.match import Match
from sandtable.engine.position import FOREVER
from sandtable.engine.table import replay
from sandtable.protocol.bodies import Level, Pace
from sandtable.protocol.problems import Denied
from sandtable.server.base.dates import utc_now
from sandtable.server.people.cleantext import clean_line
from sandtable.server.people.guests import check_is_a_persons, clean_name, new_id
from sandtable.server.people.likeness import alike, unlike
from sandtable.server.tables.lineup import Players, is_told_by, players_at_the_end, told_by
from sandtable.server.tables.record import Record, Result
from sandtable.server.tables.seating import Chair

MOST_BYTES = 32 * 1024 * 1024

Time = Annotated[int, Meta(ge=0, le=FOREVER)]
Measure = Annotated[int, Meta(ge=-FOREVER, le=FOREVER)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(max_length=64)]
Tag = Annotated[str, Meta(max_length=64, pattern="^[ -~]*$(?!\n)")]
"""What our programs call something: nobody's words, so nothing but plain signs."""
LONGEST_SENTENCE = 1000
Sentence = Annotated[str, Meta(max_length=LONGEST_SENTENCE)]

T = TypeVar("T", bound="FileLine")


class FileLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What all lines have in common: no unknown fields."""


class Header(FileLine):
    format: str
    game: Word
    rules: int
    rng: int
    seats: SeatNumber
    options: dict[str, Any]
    seed: int
    commitment: str | None = None
    position: dict[str, Any] | None = None
    table: Tag | None = None
    pace: Pace = 100
    names: list[Word] | None = None
    bots: list[Level | None] | None = None
    before: list[Word | None] | None = None
    started: Tag | None = None


class Measured(FileLine):
    """What was measured when an act came in; all of it, or nothing."""

    n: Time | None = None
    by: Tag | None = None
    arrived: Measure | None = None
    effective: Measure | None = None
    credit: Measure | None = None
    lag: Measure | None = None
    window: Measure | None = None

    def is_whole(self) -> bool:
        measures = (self.arrived, self.effective, self.credit, self.lag, self.window)
        return None not in measures or all(measure is None for measure in measures)


class PastAct(Measured, kw_only=True):
    """An act."""

    at: Time
    seat: SeatNumber
    act: dict[str, Any]
    refused: Tag | None = None
    message: Sentence | None = None


class Note(Measured, kw_only=True):
    """Something that is not part of the game: the clock stopped, an act was refused."""

    note: Annotated[str, Meta(pattern="^[a-z]{1,16}$(?!\n)")]
    at: Time
    seat: SeatNumber | None = None
    act: dict[str, Any] | None = None
    rule: Tag | None = None
    message: Sentence | None = None
    life: Tag | None = None
    server: Measure | None = None
    why: Tag | None = None
    guest: Tag | None = None
    agreed: Annotated[list[Tag], Meta(max_length=64)] | None = None
    names: list[Word] | None = None
    bots: list[Level | None] | None = None
    before: list[Word | None] | None = None

    def is_timed(self) -> bool:
        """Whether a note that the sand runs or stands says by which server's clock."""
        clock = self.note in ("run", "pause")
        return not clock or (self.life is not None and self.server is not None)


class Closing(FileLine):
    end: Time
    outcome: dict[str, Any] | None
    hash: Tag


class Brought(Struct):
    """A game out of a file, ready to be kept."""

    record: Record
    result: Result
    lines: list[dict[str, Any]]


def decode(data: bytes) -> str:
    """The text of a file that may be anything."""
    if len(data) > MOST_BYTES:
        raise BadLog(f"The file is larger than {MOST_BYTES // 1024 // 1024} MiB.")
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise BadLog(f"Line {line}: this is not UTF-8 text.") from None


def bring(data: bytes) -> Brought:
    """A replay file as a finished game; raises BadLog or another SandtableError if it is none."""
    lines = read_log(decode(data))
    if not lines:
        raise BadLog("The file is empty.")
    header = typed(lines[0], Header, 1)
    lines[0] = {**lines[0], **seated(header, header.seats, 1).to_json()}
    started = when_started(header)
    lines[1:] = check_body(lines, header.seats)
    at_the_end = players_at_the_end(lines)
    match = played(lines)
    record = Record(
        id=new_id(),
        game=match.game.NAME,
        title=match.game.TITLE,
        rules=match.game.RULES_VERSION,
        options=match.options,
        visibility="open",
        pace=header.pace,
        chairs=[
            Chair(
                kind="person" if level is None else "bot",
                name=name,
                level=level,
                before=before or "",
            )
            for name, level, before in zip(
                at_the_end.names, at_the_end.bots, at_the_end.before, strict=True
            )
        ],
        created=utc_now(),
        stage="over" if match.over else "closed",
        started=started,
        ended=utc_now(),
    )
    winners = [] if match.outcome is None else match.outcome.winners
    result = Result(winners, match.now, len(match.entries))
    return Brought(record, result, whole_log(match, lines, record))


def played(lines: list[dict[str, Any]]) -> Match:
    try:
        return replay(lines)
    except SandtableError:
        raise
    except Exception as fault:
        # A position that no game could have reached, which its rules did not notice.
        raise BadLog(f"The game's rules fail on it ({type(fault).__name__}).") from fault


def typed(line: Mapping[str, Any], kind: type[T], number: int) -> T:
    try:
        return msgspec.convert(line, kind)
    except msgspec.ValidationError as problem:
        what, _, place = str(problem).partition(" - at `$")
        where = place.removesuffix("`").removeprefix(".")
        raise BadLog(f"Line {number}: {where + ': ' if where else ''}{what}.") from None


def seated(line: Header | Note, seats: int, number: int) -> Players:
    """Who sat there, by clean names."""
    for what, listed in (("names", line.names), ("bots", line.bots), ("before", line.before)):
        if listed is not None and len(listed) != seats:
            raise BadLog(f"Line {number}: {what} lists {len(listed)}, but there are {seats} seats.")
    players = told_by({"names": line.names, "bots": line.bots, "before": line.before}, seats)
    names = [cleaned(name, "names", number) for name in players.names]
    check_told_apart(names, players.bots, number)
    before = [name and cleaned(name, "before", number) for name in players.before]
    return Players(names, players.bots, before)


def check_told_apart(names: list[str], bots: list[str | None], number: int) -> None:
    """Nobody could be mistaken for anybody else. Bots among themselves could, in older logs."""
    for seat, name in enumerate(names):
        others = [names[i] for i in range(seat) if bots[i] is None or bots[seat] is None]
        copied = alike(name, others)
        if copied is not None:
            better = unlike(name, names)
            raise BadLog(
                f"Line {number}: names: {name!r} could be mistaken for {copied!r}; "
                f"give one of them another name, such as {better!r}."
            )


def cleaned(name: str, where: str, number: int) -> str:
    try:
        clean = clean_name(name)
        check_is_a_persons(clean)
        return clean
    except Denied as problem:
        raise BadLog(f"Line {number}: {where}: {problem.message}") from None


def when_started(header: Header) -> str:
    """The time in the form by which the database sorts."""
    if header.started is None:
        return utc_now()
    try:
        moment = datetime.fromisoformat(header.started)
        if moment.tzinfo is None:
            raise ValueError("no zone")
        return moment.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        raise BadLog(
            f"Line 1: started: {header.started!r} is not a time such as {utc_now()}."
        ) from None


def check_body(lines: list[dict[str, Any]], seats: int) -> list[dict[str, Any]]:
    """Check every line after the header. The engine plays the acts; this checks the rest.

    Returns these lines with clean names and sentences.
    """
    now = 0
    checked: list[dict[str, Any]] = []
    for number, line in enumerate(lines[1:], start=2):
        if "end" in line:
            now = in_order(now, typed(line, Closing, number).end, number)
            checked.append(line)
            continue
        entry = typed(line, Note, number) if "note" in line else typed(line, PastAct, number)
        now = in_order(now, entry.at, number)
        if not entry.is_whole():
            raise BadLog(f"Line {number}: arrived, effective, credit, lag and window go together.")
        if isinstance(entry, Note) and not entry.is_timed():
            raise BadLog(f"Line {number}: a note about the clock needs life and server.")
        if entry.seat is None:
            if entry.n is not None or entry.arrived is not None:
                raise BadLog(f"Line {number}: it does not say whose act this was.")
        elif entry.seat >= seats:
            raise BadLog(f"Line {number}: there is no seat {entry.seat} at this table.")
        if None in line.values():
            raise BadLog(f"Line {number}: leave out what is not known; it may not be null.")
        if isinstance(entry, Note) and is_told_by(line):
            line = {**line, **seated(entry, seats, number).to_json()}
        if entry.message is not None:
            line = {**line, "message": clean_line(entry.message, LONGEST_SENTENCE)}
        checked.append(line)
    return checked


def in_order(before: int, now: int, number: int) -> int:
    if now < before:
        raise BadLog(f"Line {number}: time runs backwards from {before} to {now}.")
    return now


def whole_log(match: Match, lines: list[dict[str, Any]], record: Record) -> list[dict[str, Any]]:
    """The lines with a complete header and an end, whatever program wrote the file."""
    header = {
        **header_line(match.game, match.seats, match.options, match.seed, match.position),
        "table": record.id,
        "pace": record.pace,
        **told_by(lines[0], match.seats).to_json(),
        "started": record.started,
    }
    return [header, *(line for line in lines[1:] if "end" not in line), match.log[-1]]
