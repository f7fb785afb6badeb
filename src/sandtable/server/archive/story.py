"""A finished game told again from its log: what a viewer would have been shown, moment by moment.

A moment is an act, or an instant at which something happened by itself. The moments of a match are
numbered from 0, and the numbers are the same for all viewers, so that a page of a story can begin
at any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.engine.errors import BadLog, Refused
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.table import begin, moment
from sandtable.engine.units import Ms, Viewer
from sandtable.protocol.bodies import Frame, Story
from sandtable.protocol.messages import Happened
from sandtable.protocol.patch import diff
from sandtable.protocol.problems import BAD_MESSAGE, Denied
from sandtable.server.people.cleantext import shown_name
from sandtable.server.tables.lineup import is_told_by, told_by

MOST_FRAMES = 500

Lines = Sequence[Mapping[str, Any]]


def tell(lines: Lines, viewer: str, start: int) -> Story:
    """The story from moment `start` on, as far as one page goes."""
    match = begin(lines[0])
    names = names_by(lines[0], match.seats)
    eyes = eyes_of(viewer, match.seats)
    first: Ms = 0
    view: dict[str, Any] | None = seen(match, eyes) if start == 0 else None
    shown = view
    frames: list[Frame] = []
    for number, events in enumerate(moments(match, lines, names)):
        if number < start - 1:
            continue
        now = seen(match, eyes)
        if number == start - 1:
            first, view, shown = match.now, now, now
            continue
        frame = Frame(match.now, heard(match, events, eyes, names), diff(shown or {}, now))
        shown = now
        if frame.events or frame.changes:
            frames.append(frame)
        if len(frames) == MOST_FRAMES:
            return Story(viewer, first, view or {}, frames, number + 1, end_of(lines))
    if view is None:
        raise Denied(BAD_MESSAGE, "The game ended before that point.")
    return Story(viewer, first, view, frames, None, max(match.now, end_of(lines)))


def moments(match: Match, lines: Lines, names: list[str]) -> Iterator[list[Event]]:
    """Plays the log on `match` and stops after everything that happens.

    `names` are always those of the people and bots who play at that moment.
    """
    for number, line in enumerate(lines[1:], start=2):
        if "note" in line and not is_told_by(line):
            continue
        closing = "end" in line
        when = moment(line["end"] if closing else line.get("at"), number)
        while match.alarm is not None and match.alarm <= when:
            yield match.advance(to=match.alarm)
        if is_told_by(line):
            names[:] = names_by(line, match.seats)
            continue
        match.advance(to=max(when, match.now))
        if not closing:
            yield acted(match, line, number)


def names_by(line: Mapping[str, Any], seats: int) -> list[str]:
    return [shown_name(name) for name in told_by(line, seats).names]


def acted(match: Match, line: Mapping[str, Any], number: int) -> list[Event]:
    try:
        return match.act(line.get("seat", -1), line.get("act", {}))
    except Refused as refused:
        if not refused.costs:
            raise BadLog(f"Line {number}: the act is refused: {refused}") from None
        return list(refused.events)


def end_of(lines: Lines) -> Ms:
    """Table time at the end; 0 for a game that never ended."""
    return int(lines[-1].get("end", 0))


def eyes_of(viewer: str, seats: int) -> list[Viewer]:
    """Through whose eyes the story is seen: one viewer's, or everybody's together (`all`)."""
    if viewer == "all":
        return [None, *range(seats)]
    if viewer == "nobody":
        return [None]
    if viewer.isdecimal() and len(viewer) < 4 and int(viewer) < seats:
        return [int(viewer)]
    raise Denied(BAD_MESSAGE, "viewer must be all, nobody, or the number of a seat.")


def seen(match: Match, eyes: Sequence[Viewer]) -> dict[str, Any]:
    view: dict[str, Any] = match.view(eyes[0])
    for viewer in eyes[1:]:
        view = joined(view, match.view(viewer))
    return view


def heard(
    match: Match, events: Sequence[Event], eyes: Sequence[Viewer], names: Sequence[str]
) -> list[Happened]:
    # Looking through everybody's eyes is being nobody in particular.
    you = eyes[0] if len(eyes) == 1 else None
    found: list[Happened] = []
    for event in events:
        told: Any = None
        for viewer in eyes:
            told = joined(told, event.told(viewer))
        if told is not None:
            words = match.game.words_to(you, told, names)
            to_you = words != match.game.words_to(None, told, names)
            found.append(Happened(event.NAME, event.at, words, told, to_you))
    if found and match.over:
        found[-1].ends = True
    return found


def joined(one: Any, other: Any) -> Any:
    """What two viewers know together: wherever the first sees nothing, what the second sees."""
    if one is None or one == other:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        both = {key: joined(value, other.get(key)) for key, value in one.items()}
        return {**other, **both}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [joined(a, b) for a, b in zip(one, other, strict=True)]
    return one
