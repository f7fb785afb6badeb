"""What each viewer is sent of a match: a snapshot, then deltas. The one place where views leave.

Viewers of the same kind (everybody who only watches) share one stream, so that each delta is
made and encoded once for all of them.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from sandtable.engine.events import Event
from sandtable.engine.units import Viewer
from sandtable.server.messages import (
    Change,
    Delta,
    Happened,
    PlainOutcome,
    Snapshot,
    encode,
)
from sandtable.server.patch import diff
from sandtable.server.play import Play
from sandtable.server.tableclock import Mono

KEPT_DELTAS = 256
SHOWN_EVENTS = 60


class Stream:
    """One kind of viewer: what they were last shown, and the deltas that led there."""

    def __init__(self, view: dict[str, Any], legal: list[dict[str, Any]]) -> None:
        self.view = view
        self.legal = legal
        self.deltas: deque[tuple[int, bytes]] = deque(maxlen=KEPT_DELTAS)


class Streams:
    def __init__(self, play: Play, names: Sequence[str]) -> None:
        self.play = play
        self.names = names
        self.open: dict[Viewer, Stream] = {}

    def happened(self, events: Sequence[Event], viewer: Viewer) -> list[Happened]:
        """Events as this viewer may know them, with words."""
        found: list[Happened] = []
        for event in events:
            told = event.told(viewer)
            if told is not None:
                words = self.play.match.game.words(told, self.names)
                found.append(Happened(event.NAME, event.at, words, told))
        return found

    def legal(self, viewer: Viewer, before: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
        """What this viewer may do; `before` itself when that has not changed."""
        if viewer is None:
            return [] if before is None else before
        acts = [act.to_json() for act in self.play.match.legal(viewer)]
        if before is not None and acts == before:
            return before
        if self.play.contention:
            self.play.told[viewer].listed(acts)
        return acts

    def outcome(self) -> PlainOutcome | None:
        result = self.play.match.outcome
        if result is None:
            return None
        return PlainOutcome(result.winners, result.scores, result.breakdown, result.how)

    def snapshot(self, viewer: Viewer, mono: Mono) -> Snapshot:
        """Everything as it is now; from here on this kind of viewer gets deltas."""
        match = self.play.match
        stream = self.open.get(viewer)
        if stream is None:
            stream = Stream(match.view(viewer), self.legal(viewer, None))
            self.open[viewer] = stream
        return Snapshot(
            seq=self.play.seq,
            clock=self.play.clock.shown(mono),
            view=stream.view,
            legal=stream.legal,
            events=self.happened(self.play.events[-SHOWN_EVENTS:], viewer),
            played=0 if viewer is None else self.play.played[viewer],
            commitment=match.commitment,
            outcome=self.outcome(),
            seed=str(match.seed) if match.over else None,
        )

    def advance(self, events: Sequence[Event], mono: Mono) -> dict[Viewer, bytes]:
        """The next delta of every open stream, encoded."""
        play = self.play
        play.seq += 1
        clock = play.clock.shown(mono)
        outcome = self.outcome()
        sent: dict[Viewer, bytes] = {}
        known: list[tuple[Any, Any, list[Change]]] = []
        for viewer, stream in self.open.items():
            view = play.match.view(viewer)
            legal = self.legal(viewer, stream.legal)
            delta = Delta(
                seq=play.seq,
                clock=clock,
                events=self.happened(events, viewer),
                changes=changes_between(stream.view, view, known),
                legal=UNSET if legal is stream.legal else legal,
                outcome=UNSET if outcome is None else outcome,
                seed=str(play.match.seed) if play.match.over else UNSET,
            )
            stream.view = view
            stream.legal = legal
            encoded = encode(delta)
            stream.deltas.append((play.seq, encoded))
            sent[viewer] = encoded
        return sent

    def since(self, viewer: Viewer, seq: int) -> list[bytes] | None:
        """The deltas after `seq`, or None when they are not all there any more."""
        stream = self.open.get(viewer)
        if stream is None or seq > self.play.seq:
            return None
        missed = [encoded for number, encoded in stream.deltas if number > seq]
        return missed if len(missed) == self.play.seq - seq else None

    def close(self, viewer: Viewer) -> None:
        self.open.pop(viewer, None)


def changes_between(old: Any, new: Any, known: list[tuple[Any, Any, list[Change]]]) -> list[Change]:
    """The changes of a view; where viewers see the same they are worked out once."""
    for known_old, known_new, changes in known:
        if new == known_new and old == known_old:
            return changes
    changes = diff(old, new)
    known.append((old, new, changes))
    return changes
