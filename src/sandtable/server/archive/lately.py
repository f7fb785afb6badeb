"""What happened lately in a game that goes on over days, for somebody who comes back to it.

It is told from the log, so that a restart of the server loses nothing of it, in the portions in
which it was told to those who were there: a moment is an act, or an instant at which something
happened by itself. It shows what the seat was shown, and to somebody who took the seat over nothing
from before that.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from sandtable.engine.table import begin
from sandtable.engine.units import Ms, Seat
from sandtable.protocol.bodies import Frame, Story
from sandtable.protocol.messages import Happened
from sandtable.protocol.patch import diff
from sandtable.server.match.play import Play
from sandtable.server.match.streams import told_to
from sandtable.server.tables.shelf import Lines

MOST_MOMENTS = 200

Moment = tuple[Ms, list[Happened], dict[str, Any]]
"""When it was, what happened, and what was seen then."""


def lately(
    lines: Lines, seat: Seat, since: Ms, names: Sequence[str], newcomer_from: int | None
) -> Story:
    """What this seat was shown after `since`, as far as the latest moments go.

    `newcomer_from`: its sitter took it over when the log had this many lines.
    """
    play = Play(begin(lines[0]), 100)
    latest: deque[Moment] = deque(maxlen=MOST_MOMENTS + 1)
    """The first one is only what the others begin with."""
    here = newcomer_from is None

    def sit_down() -> None:
        nonlocal here
        if not here:
            play.take_over(seat)
            here = True

    for number, line in enumerate(lines[1:], start=2):
        if newcomer_from is not None and number > newcomer_from:
            sit_down()
        if "end" in line:
            continue
        missed = here and int(line["at"]) > since
        if missed and not latest:
            latest.append((play.match.now, [], play.view(seat)))
        before = len(play.events)
        play.redo(line, number)
        told = told_to(play.events[before:], seat) if missed else []
        if missed and (told or "note" not in line):
            words = play.match.game.words_to
            heard = [
                Happened(one["event"], one["at"], words(seat, one, names), one) for one in told
            ]
            latest.append((play.match.now, heard, play.view(seat)))
    sit_down()
    at, _, first = latest.popleft() if latest else (play.match.now, [], play.view(seat))
    frames: list[Frame] = []
    shown = first
    for when, heard, view in latest:
        frames.append(Frame(when, heard, diff(shown, view)))
        shown = view
    return Story(str(seat), at, first, frames, None, play.match.now)
