"""What each viewer is sent of a match: a snapshot, then deltas. The one place where views leave.

Viewers of the same kind (everybody who only watches) share one stream, so that each delta is
made and encoded once for all of them. Where streams show the same, as in games without secrets,
the changes and the events are worked out and encoded once for all of these as well.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import UNSET, Raw

from sandtable.engine.changes import renewed
from sandtable.engine.events import Event
from sandtable.engine.units import Viewer
from sandtable.server.encoded import EncodedDelta
from sandtable.server.messages import (
    Happened,
    PlainOutcome,
    Snapshot,
    decode_part,
    encode,
    encode_part,
)
from sandtable.server.play import Play
from sandtable.server.tableclock import Mono

T = TypeVar("T")

KEPT_DELTAS = 100
"""Whoever missed more gets a snapshot."""
NOTHING = encode_part([])
SHOWN_EVENTS = 60


class Stream:
    """One kind of viewer: what they were last shown, and the deltas that led there."""

    def __init__(self, view: dict[str, Any], legal: Raw) -> None:
        self.view = view
        """What may change of it; never written into, as streams share it."""
        self.legal = legal
        """As it was sent: to be compared at a glance, and no burden to Python's memory."""
        self.deltas: deque[bytes] = deque(maxlen=KEPT_DELTAS)
        """Without gaps; the last one has the number `Play.seq`."""


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

    def legal(self, viewer: Viewer, before: Raw | None) -> Raw:
        """What this viewer may do; `before` itself when that has not changed."""
        if viewer is None:
            return NOTHING
        acts = [act.to_json() for act in self.play.match.legal(viewer)]
        legal = encode_part(acts)
        if before is not None and legal == before:
            return before
        if self.play.contention:
            self.play.told[viewer].listed(acts)
        return legal

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
            stream = Stream(one_of(seen, match.changing(viewer)), self.legal(viewer, None))
            self.open[viewer] = stream
        return Snapshot(
            seq=self.play.seq,
            clock=self.play.clock.shown(mono),
            view={**match.view(viewer), **stream.view},
            legal=decode_part(stream.legal),
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
        changes: dict[tuple[int, int], tuple[Raw, dict[str, Any]]] = {}
        """From view to view: what is told of it, and the view to keep."""
        stories: list[list[dict[str, Any]]] = []
        happened: dict[int, Raw] = {}
        if match.game.ALL_SEE_THE_SAME:
            views.append(match.changing(None))
        for viewer, stream in self.open.items():
            if match.game.ALL_SEE_THE_SAME:
                view = views[0]
            else:
                view = one_of(views, match.changing(viewer))
            way = (id(stream.view), id(view))
            known = changes.get(way)
            if known is None:
                found: list[dict[str, Any]] = []
                kept = renewed(stream.view, view, [], found)
                known = changes[way] = (encode_part(found), kept)
            told = [plain for event in events if (plain := event.told(viewer)) is not None]
            told = one_of(stories, told)
            if id(told) not in happened:
                happened[id(told)] = encode_part(self.in_words(told))
            legal = self.legal(viewer, stream.legal)
            delta = EncodedDelta(
                seq=play.seq,
                clock=clock,
                events=happened[id(told)],
                changes=known[0],
                legal=UNSET if legal is stream.legal else legal,
                outcome=ended,
                seed=seed,
            )
            left.append(stream.view)
            stream.view = known[1]
            stream.legal = legal
            encoded = encode(delta)
            stream.deltas.append(encoded)
            sent[viewer] = encoded
        return sent

    def since(self, viewer: Viewer, seq: int) -> list[bytes] | None:
        """The deltas after `seq`, or None when they are not all there any more."""
        stream = self.open.get(viewer)
        if stream is None or seq > self.play.seq:
            return None
        count = self.play.seq - seq
        kept = len(stream.deltas)
        return list(stream.deltas)[kept - count :] if count <= kept else None

    def close(self, viewer: Viewer) -> None:
        self.open.pop(viewer, None)


def one_of(known: list[T], new: T) -> T:
    """The equal one that is known already, so that equal things are the same thing; else this."""
    for other in known:
        if other == new:
            return other
    known.append(new)
    return new
