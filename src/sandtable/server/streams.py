"""What each viewer is sent of a match: a snapshot, then deltas. The one place where views leave.

Viewers of the same kind (everybody who only watches) share one stream, so that each delta is
made and encoded once for all of them. Where streams show the same, as in games without secrets,
the changes and the events are worked out and encoded once for all of these as well.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import UNSET, Raw, UnsetType

from sandtable.engine.changes import changes_between
from sandtable.engine.events import Event
from sandtable.engine.units import Viewer
from sandtable.server.messages import (
    Happened,
    PlainOutcome,
    Snapshot,
    Told,
    encode,
    encode_part,
)
from sandtable.server.play import Play
from sandtable.server.tableclock import Mono

T = TypeVar("T")

KEPT_DELTAS = 256
SHOWN_EVENTS = 60


class EncodedDelta(Told, tag="delta"):
    """A Delta whose parts are JSON already."""

    seq: int
    clock: Raw
    events: Raw
    changes: Raw
    legal: Raw | UnsetType = UNSET
    outcome: Raw | UnsetType = UNSET
    seed: str | UnsetType = UNSET


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
        told = [plain for event in events if (plain := event.told(viewer)) is not None]
        return self.in_words(told)

    def in_words(self, told: Sequence[dict[str, Any]]) -> list[Happened]:
        words = self.play.match.game.words
        return [
            Happened(plain["event"], plain["at"], words(plain, self.names), plain) for plain in told
        ]

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
            seen = [other.view for other in self.open.values()]
            stream = Stream(one_of(seen, match.view(viewer)), self.legal(viewer, None))
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
        match = play.match
        clock = encode_part(play.clock.shown(mono))
        outcome = self.outcome()
        ended = UNSET if outcome is None else encode_part(outcome)
        seed = str(match.seed) if match.over else UNSET
        sent: dict[Viewer, bytes] = {}
        views: list[dict[str, Any]] = []
        left: list[dict[str, Any]] = []
        """The views of before, kept alive here because their ids stand for them."""
        changes: dict[tuple[int, int], Raw] = {}
        stories: list[list[dict[str, Any]]] = []
        happened: dict[int, Raw] = {}
        if match.game.ALL_SEE_THE_SAME:
            views.append(match.view(None))
        for viewer, stream in self.open.items():
            view = views[0] if match.game.ALL_SEE_THE_SAME else one_of(views, match.view(viewer))
            way = (id(stream.view), id(view))
            if way not in changes:
                changes[way] = encode_part(changes_between(stream.view, view))
            told = [plain for event in events if (plain := event.told(viewer)) is not None]
            told = one_of(stories, told)
            if id(told) not in happened:
                happened[id(told)] = encode_part(self.in_words(told))
            legal = self.legal(viewer, stream.legal)
            delta = EncodedDelta(
                seq=play.seq,
                clock=clock,
                events=happened[id(told)],
                changes=changes[way],
                legal=UNSET if legal is stream.legal else encode_part(legal),
                outcome=ended,
                seed=seed,
            )
            left.append(stream.view)
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


def one_of(known: list[T], new: T) -> T:
    """The equal one that is known already, so that equal things are the same thing; else this."""
    for other in known:
        if other == new:
            return other
    known.append(new)
    return new
