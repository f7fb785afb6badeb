"""What holds in every game, and how a frame is taken apart.

A checker is given the truth: the whole position after every delta, as the server had it. It knows
the rules of secrecy by itself, from the rules of the game; it never asks a game's own `view`.
Whatever a frame holds that the checker does not know is a leak until somebody has thought about it.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

Viewer = int | None
Socket = str
"""Two who watch are one kind of viewer, and each has a socket of their own."""
Path = tuple[str | int, ...]


def names(text: str) -> frozenset[str]:
    """The words of a text: a set of field names that is easy to read."""
    return frozenset(text.split())


SNAPSHOT = names("type seq clock view legal events played commitment outcome seed")
DELTA = names("type seq clock events changes legal outcome seed")
OTHERS = names("welcome room ack refused chat reaction pong probe problem bye")
BIG = 1_000_000
"""A smaller word of the generator could be any number of the game."""


class Leak(AssertionError):
    """A viewer was sent what they may not know."""


def check(fine: bool, what: str) -> None:
    if not fine:
        raise Leak(what)


def values(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in a frame, lists and objects included, with its place."""
    yield path, data
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from values(inner, (*path, key))
    elif isinstance(data, list):
        for i, inner in enumerate(data):
            yield from values(inner, (*path, i))


def patched(view: Any, changes: list[dict[str, Any]]) -> Any:
    """The next view, worked out as docs/protocol.md says and not by the server's own code."""
    view = json.loads(json.dumps(view))
    for change in changes:
        path = change["at"]
        if not path:
            view = change["to"]
            continue
        place = view
        for step in path[:-1]:
            place = place[step]
        if "to" in change:
            place[path[-1]] = change["to"]
        else:
            del place[path[-1]]
    return view


def at_path(view: Any, path: list[str | int]) -> Any:
    for step in path:
        view = view[step]
    return view


class Truth:
    """The whole table after one delta, and what had happened in it."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.seq: int = plain["seq"]
        self.events: list[dict[str, Any]] = plain["events"]
        match = plain["match"]
        self.seed = str(match["seed"])
        self.seats: int = match["seats"]
        self.options: dict[str, Any] = match["options"]
        position = match["position"]
        self.now: int = position["now"]
        self.rng: list[int] = position["rng"]
        self.over: bool = position["outcome"] is not None
        self.table: dict[str, Any] = position["table"]


class Checker:
    """One game at one table. Frames of all its viewers come in the order they were received."""

    VIEW: frozenset[str] = frozenset()
    """The names of the view's fields; anything else in it is a leak."""
    TOLD: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The public fields of each event."""

    def __init__(
        self, truths: Iterable[Truth], newcomer: int | None = None, joined: int = 0
    ) -> None:
        self.truths = list(truths)
        self.newcomer = newcomer
        """A seat that somebody took over after delta `joined`: frames of theirs are looked at."""
        self.joined = joined
        self.views: dict[Socket, dict[str, Any]] = {}
        self.at: dict[Socket, int] = {}
        """How far the view has come on each socket."""
        self.secrets: list[str] = []
        """Texts that nobody is ever sent: tokens of seats and guests, and their hashes."""
        self.scanned = 0
        for truth in self.truths:
            self.follow(truth)

    def keep_secret(self, token: str) -> None:
        self.secrets += [token, hashlib.sha256(token.encode()).hexdigest()]

    def frame(self, viewer: Viewer, raw: bytes, socket: Socket = "") -> None:
        """Look at one frame. Raises Leak."""
        socket = socket or str(viewer)
        self.scanned += 1
        text = raw.decode()
        frame = json.loads(text)
        for secret in self.secrets:
            check(secret not in text, "somebody's token")
        kind = frame["type"]
        if kind in ("snapshot", "delta"):
            self.of_the_game(viewer, socket, frame, text)
        else:
            check(kind in OTHERS, f"a message {kind!r} that the checker does not know")
            truth = self.truths[self.at.get(socket, 0)]
            self.of_all_games(truth, text)
            if not truth.over:
                self.of_the_room(viewer, truth, frame, text)

    def of_the_game(self, viewer: Viewer, socket: Socket, frame: dict[str, Any], text: str) -> None:
        truth = self.truths[frame["seq"]]
        assert truth.seq == frame["seq"]
        known = SNAPSHOT if frame["type"] == "snapshot" else DELTA
        check(set(frame) <= known, f"a field of the {frame['type']}: {set(frame) - known}")
        if frame["type"] == "snapshot":
            view = frame["view"]
        else:
            view = patched(self.views[socket], frame["changes"])
            for change in frame["changes"]:
                if "to" in change:
                    # Nothing may hide in a change that a later change of this frame undoes.
                    check(at_path(view, change["at"]) == change["to"], "a change undone")
        self.views[socket] = view
        self.at[socket] = truth.seq
        if truth.over:
            self.at_the_end(frame, truth)
            return
        self.of_all_games(truth, text)
        check(frame.get("seed") is None, "the seed")
        check(set(view) == self.VIEW, f"fields of the view: {set(view) ^ self.VIEW}")
        for happened in frame["events"]:
            # Before the match is over, none of its events has ended it.
            marks = set(happened) - {"event", "at", "words", "told"}
            check(marks <= {"to_you"}, f"fields of an event: {marks}")
            if marks:
                check(happened["to_you"] is True, "more than a mark of who is spoken of")
                check(viewer is not None, "somebody who only watches is spoken of")
            self.told(viewer, truth, happened["told"], happened["words"])
            check(happened["at"] <= truth.now, "an event that is to come")
        self.view(viewer, truth, view)
        for act in frame.get("legal") or []:
            check(viewer is not None, "acts for somebody who only watches")
            self.legal(viewer, truth, act)

    def at_the_end(self, frame: dict[str, Any], truth: Truth) -> None:
        """Now all may be known, and the seed must be the one that was promised."""
        assert frame["seed"] == truth.seed
        assert frame["outcome"] is not None

    def of_all_games(self, truth: Truth, text: str) -> None:
        if truth.over:
            return
        check(truth.seed not in text, "the seed")
        for word in truth.rng:
            if word > BIG:
                check(not re.search(rf"(?<!\d){word}(?!\d)", text), "the random generator")

    def told(self, viewer: Viewer, truth: Truth, told: dict[str, Any], words: str) -> None:
        kind = told["event"]
        check(kind in self.TOLD, f"an event {kind!r} that the checker does not know")
        private = () if self.from_before(viewer, told) else self.private(viewer, told)
        allowed = {"event", "at", *self.TOLD[kind], *private}
        check(set(told) <= allowed, f"of the event {kind!r}: {set(told) - allowed}")
        self.scan(viewer, truth, told)
        self.scan(viewer, truth, words)

    def from_before(self, viewer: Viewer, told: dict[str, Any]) -> bool:
        """Whether this happened before the viewer had the seat."""
        if viewer is None or viewer != self.newcomer:
            return False
        return bool(told["at"] < self.truths[self.joined].now)

    # What each game says.

    def follow(self, truth: Truth) -> None:
        """Remember what everybody could see of this."""

    def private(self, viewer: Viewer, told: dict[str, Any]) -> tuple[str, ...]:
        """The fields of an event that this viewer may know, besides the public ones."""
        return ()

    def view(self, viewer: Viewer, truth: Truth, view: dict[str, Any]) -> None:
        """Every secret place of the view."""
        raise NotImplementedError

    def legal(self, viewer: Viewer, truth: Truth, act: dict[str, Any]) -> None:
        self.scan(viewer, truth, act)

    def scan(self, viewer: Viewer, truth: Truth, part: Any) -> None:
        """A part of a frame in which no secret may be, whatever it is called."""
        raise NotImplementedError

    def of_the_room(self, viewer: Viewer, truth: Truth, frame: dict[str, Any], text: str) -> None:
        """A message that is not about the game."""
        self.scan(viewer, truth, frame)
