"""What each viewer is sent of a match: a snapshot, then deltas. All views leave from here.

Viewers of the same kind (such as everybody who only watches) share one stream, so that each delta
is made and encoded once for all of them. Where several streams show the same, as in games without
secrets, changes and events are also worked out and encoded once for all of these.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Raw, UnsetType

from sandtable.engine.acts import Act
from sandtable.engine.changes import compare
from sandtable.engine.events import Event
from sandtable.engine.units import Viewer
from sandtable.protocol.messages import (
    Happened,
    PlainOutcome,
    Snapshot,
    decode_plain,
    encode,
    encode_part,
    encode_plain,
)
from sandtable.server.base.tableclock import Mono
from sandtable.server.match.encoded import EncodedDelta
from sandtable.server.match.play import Play

KEPT_DELTAS = 100
"""A viewer who has missed more gets a snapshot."""
NOTHING = encode_part([])
SHOWN_EVENTS = 60


Folded = bytes | tuple[bytes, ...]
Shown = dict[str, Folded]
"""A view, or the part of it that may change, with each field as JSON.

With hundreds of tables, much of the time of an act goes into fetching memory that was not used for
a while (measured: half of it, with 400 tables). So what was shown last is kept in a few pieces,
which are quick to compare, and only those that have changed are unfolded. It is never written into,
because streams share it.
"""


class Stream:
    """One kind of viewer: what they were last shown, and the deltas that led there."""

    def __init__(self, view: Shown) -> None:
        self.view = view
        self.acts: list[Act] = []
        self.legal = NOTHING
        """The acts as they were sent."""
        self.fresh = True
        self.deltas: deque[bytes] = deque(maxlen=KEPT_DELTAS)
        """Numbered without gaps; the last one has the number `Play.seq`."""


class News:
    """What is new for viewers who see and hear the same: worked out and encoded once for all."""

    def __init__(
        self,
        before: Shown,
        seen: dict[str, Any],
        told: list[dict[str, Any]],
        happened: list[Happened],
    ) -> None:
        self.before = before
        self.seen = seen
        self.told = told
        found: list[dict[str, Any]] = []
        self.after = compare_shown(before, seen, found)
        self.changes = encode_part(found)
        self.events = encode_part(happened)
        self.words = [one.words for one in happened]
        """The events as they are told to nobody in particular."""
        self.delta: bytes | None = None
        """The whole delta, for those who may do the same as before."""


class Streams:
    def __init__(self, play: Play, names: Sequence[str]) -> None:
        self.play = play
        self.names = names
        self.open: dict[Viewer, Stream] = {}

    def rename(self, names: Sequence[str]) -> None:
        """From now on sentences call the seats by these names."""
        self.names = names

    def in_words(self, told: Sequence[dict[str, Any]], viewer: Viewer) -> list[Happened]:
        """What a viewer was told, with sentences."""
        said = [self.happened(plain, viewer) for plain in told]
        if said and self.play.match.over:
            said[-1].ends = True
        return said

    def happened(self, plain: dict[str, Any], viewer: Viewer) -> Happened:
        words = self.play.match.game.words_to(viewer, plain, self.names)
        return Happened(plain["event"], plain["at"], words, plain)

    def own_words(self, news: News, viewer: Viewer) -> Raw | None:
        """The events as told to a viewer they are about; None for everybody else."""
        if viewer is None:
            return None
        said = self.in_words(news.told, viewer)
        if [one.words for one in said] == news.words:
            return None
        for nth, one in enumerate(said):
            one.to_you = one.words != news.words[nth]
        return encode_part(said)

    def heard_before(self, viewer: Viewer) -> list[Happened]:
        """The latest events as this viewer has heard them."""
        latest: list[Happened] = []
        for hearer, plain in self.play.told_before(viewer, SHOWN_EVENTS):
            one = self.happened(plain, hearer)
            one.to_you = one.words != self.happened(plain, None).words
            latest.append(one)
        if latest and self.play.match.over:
            latest[-1].ends = True
        return latest

    def list_acts(self, viewer: Viewer, stream: Stream) -> bool:
        """Look up what this viewer may do, and say whether that has changed."""
        if viewer is None:
            return False
        acts = self.play.match.legal(viewer)
        # Games usually return the same objects again, which makes this quick.
        if acts == stream.acts and not stream.fresh:
            return False
        stream.fresh = False
        plain = [act.to_json() for act in acts]
        stream.acts = acts.copy()  # a game may go on using its list
        stream.legal = encode_part(plain)
        if self.play.contention:
            self.play.listed(viewer, plain)
        return True

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
            shown = compare_shown({}, self.play.changing(viewer), [])
            stream = self.open[viewer] = Stream(self.known_view(shown))
            self.list_acts(viewer, stream)
        return Snapshot(
            seq=self.play.seq,
            clock=self.play.clock.shown(mono),
            view={**self.play.view(viewer), **unfolded(stream.view)},
            legal=decode_plain(stream.legal),
            events=self.heard_before(viewer),
            played=0 if viewer is None else self.play.sitters[viewer].played,
            commitment=match.commitment,
            outcome=self.outcome(),
            seed=str(match.seed) if match.over else None,
        )

    def known_view(self, view: Shown) -> Shown:
        """The view of another stream if it is equal, so that equal views share one object."""
        for stream in self.open.values():
            if stream.view == view:
                return stream.view
        return view

    def advance(self, events: Sequence[Event], mono: Mono) -> dict[Viewer, bytes]:
        """The next delta of every open stream, encoded."""
        play = self.play
        seq = play.next_seq()
        match = play.match
        outcome = self.outcome()
        fixed = EncodedDelta(
            seq=seq,
            clock=encode_part(play.clock.shown(mono)),
            events=NOTHING,
            changes=NOTHING,
            outcome=UNSET if outcome is None else encode_part(outcome),
            seed=str(match.seed) if match.over else UNSET,
        )
        sent: dict[Viewer, bytes] = {}
        made: list[News] = []
        for viewer, stream in self.open.items():
            news = self.news(made, viewer, stream, events)
            stream.view = news.after
            own = self.own_words(news, viewer)
            if self.list_acts(viewer, stream):
                encoded = encode_delta(fixed, news, own, stream.legal)
            elif own is not None:
                encoded = encode_delta(fixed, news, own, UNSET)
            else:
                if news.delta is None:
                    news.delta = encode_delta(fixed, news, None, UNSET)
                encoded = news.delta
            stream.deltas.append(encoded)
            sent[viewer] = encoded
        return sent

    def news(
        self, made: list[News], viewer: Viewer, stream: Stream, events: Sequence[Event]
    ) -> News:
        """What is new for this viewer: the news made for another, if theirs are the same."""
        match = self.play.match
        if made and match.game.ALL_SEE_THE_SAME and made[0].before is stream.view:
            return made[0]
        seen = self.play.changing(viewer)
        told = told_to(events, viewer)
        for known in made:
            if known.before is stream.view and known.told == told and known.seen == seen:
                return known
        news = News(stream.view, seen, told, self.in_words(told, None))
        made.append(news)
        return news

    def since(self, viewer: Viewer, seq: int) -> list[bytes] | None:
        """The deltas after `seq`, or None if not all of them are still kept."""
        stream = self.open.get(viewer)
        if stream is None or seq > self.play.seq:
            return None
        count = self.play.seq - seq
        kept = len(stream.deltas)
        return list(stream.deltas)[kept - count :] if count <= kept else None

    def close(self, viewer: Viewer) -> None:
        self.open.pop(viewer, None)


def told_to(events: Sequence[Event], viewer: Viewer) -> list[dict[str, Any]]:
    return [plain for event in events if (plain := event.told(viewer)) is not None]


def compare_shown(before: Shown, seen: dict[str, Any], found: list[dict[str, Any]]) -> Shown:
    """What is shown now; what has changed is added to `found`."""
    after: Shown = {}
    for key, value in seen.items():
        new = folded(value)
        old = before.get(key)
        if old is not None and old == new:
            new = old
        elif isinstance(old, bytes) and isinstance(new, bytes):
            compare(decode_plain(old), value, [key], found)
        elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            for i in range(len(new)):
                if old[i] != new[i]:
                    compare(decode_plain(old[i]), value[i], [key, i], found)
        else:
            found.append({"at": [key], "to": value})
        after[key] = new
    for key in before:
        if key not in seen:
            found.append({"at": [key]})
    return after


def folded(value: Any) -> Folded:
    """Objects in a list are folded one by one, since usually only one of them has changed."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return tuple([encode_plain(part) for part in value])
    return encode_plain(value)


def unfolded(shown: Shown) -> dict[str, Any]:
    return {
        key: decode_plain(text) if isinstance(text, bytes) else [decode_plain(p) for p in text]
        for key, text in shown.items()
    }


def encode_delta(fixed: EncodedDelta, news: News, own: Raw | None, legal: Raw | UnsetType) -> bytes:
    fixed.events = news.events if own is None else own
    fixed.changes = news.changes
    fixed.legal = legal
    return encode(fixed)
