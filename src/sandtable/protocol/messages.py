"""Every message of the WebSocket, versioned. docs/protocol.md explains them in prose.

`tools/web_types.py` writes the page's TypeScript types from these classes.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from sandtable.protocol.limits import MOST_SAID
from sandtable.protocol.rooms import ChatLine, Clock, Offer, Room

PROTOCOL = 1

Count = Annotated[int, Meta(ge=0, le=2**53)]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Reaction = Literal["wave", "clap", "laugh", "think", "hurry", "oops", "wow", "heart"]

PlainAct = dict[str, Any]
PlainView = dict[str, Any]
PlainQuestion = dict[str, Any]


class ClientMessage(Struct, forbid_unknown_fields=True, tag_field="type"):
    """Base of what a client sends. A field with a default may be left out."""


class ServerMessage(Struct, tag_field="type"):
    """Base of what the server sends. Every field is there, except those marked optional."""


class Hello(ClientMessage, tag="hello"):
    """The first frame: which protocol, and what this client has seen of the table before."""

    protocol: int
    stream: str | None = None
    since: Count | None = None


class DoAct(ClientMessage, tag="act"):
    """Play an act. `n` counts the acts of the person in this seat, from 1; resending keeps `n`."""

    n: Number
    act: PlainAct


class SayReady(ClientMessage, tag="ready"):
    ready: bool = True
    with_bots: bool = False
    """At a quick table: bots may take the seats that are still free, if all others agree."""


class WantPause(ClientMessage, tag="pause"):
    """Agree to stop all sand (`pause` true) or to let it run on (false)."""

    pause: bool = True


class AnswerRequest(ClientMessage, tag="agree"):
    """Let somebody have the vacant seat they ask for, or do not; a single "no" settles it."""

    request: Count
    agree: bool = True


class Say(ClientMessage, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_SAID)]


class MakeOffer(ClientMessage, tag="offer"):
    """A non-binding offer, shown beside the chat."""

    offer: Offer


class React(ClientMessage, tag="react"):
    reaction: Reaction


class Ping(ClientMessage, tag="ping"):
    """Ask for the server's time. `id` comes back unchanged."""

    id: Count


class Echo(ClientMessage, tag="echo"):
    """The answer to a probe, sent at once: this is how the server measures lag."""

    id: Annotated[str, Meta(max_length=32)]


class Ask(ClientMessage, tag="ask"):
    """Ask the rules something for your seat, in the game's own form. `id` comes back unchanged."""

    id: Count
    question: PlainQuestion


class Hint(ClientMessage, tag="hint"):
    """Ask what a bot would do in your seat, where all your opponents are bots. `id` comes back."""

    id: Count


FromClient = (
    Hello
    | DoAct
    | SayReady
    | WantPause
    | AnswerRequest
    | Say
    | MakeOffer
    | React
    | Ping
    | Echo
    | Ask
    | Hint
)


class You(Struct):
    """Who this socket is at the table."""

    guest: str | None
    """The public id of the guest (not the token); None for a stranger who watches."""
    name: str | None
    seat: int | None
    host: bool


class Manners(Struct):
    """What the server expects of a client, in real milliseconds."""

    ping_every: int
    give_up_after: int
    resend_after: int
    max_frame: int


class Happened(Struct, omit_defaults=True):
    """One event as this viewer may know it, with a sentence for logs and listeners."""

    event: str
    at: int
    words: str
    told: dict[str, Any]
    """The event's own fields, `event` and `at` among them."""
    to_you: bool = False
    """Whether the sentence speaks of this viewer; left out where it does not."""
    ends: bool = False
    """Whether the match was over with it, so that its sentence says why; else left out."""


class Change(Struct):
    """One place of the view that changed. Without `to` the place is gone."""

    at: list[str | int]
    to: Any | UnsetType = UNSET


class PlainOutcome(Struct):
    winners: list[int]
    scores: list[int]
    breakdown: list[dict[str, Any]]
    how: str


class Welcome(ServerMessage, tag="welcome"):
    protocol: int
    stream: str
    """Sequence numbers are comparable only within one stream; a restarted server has a new one."""
    server: int
    """The server's clock in milliseconds; only differences mean anything."""
    you: You
    manners: Manners


class RoomNow(ServerMessage, tag="room"):
    """The whole room again: seats, presence, lag, votes, countdown. Replaces the last one."""

    room: Room
    clock: Clock | None


class Snapshot(ServerMessage, tag="snapshot"):
    """The game as this viewer may see it, complete."""

    seq: int
    clock: Clock
    view: PlainView
    legal: list[PlainAct]
    events: list[Happened]
    """The latest events, oldest first, so that the log on a page does not start empty."""
    played: int
    """The highest `n` of yours that was decided; 0 if you have just sat down. Count on from it."""
    commitment: str
    outcome: PlainOutcome | None
    seed: str | None
    """The seed in decimal digits once the match is over; None before that."""


class Delta(ServerMessage, tag="delta"):
    """What changed since `seq - 1`."""

    seq: int
    clock: Clock
    events: list[Happened]
    changes: list[Change]
    legal: list[PlainAct] | UnsetType = UNSET
    """This seat's acts from now on; absent when they are the same as before."""
    outcome: PlainOutcome | UnsetType = UNSET
    seed: str | UnsetType = UNSET


class Ack(ServerMessage, tag="ack", gc=False):
    """The act is in the log and on disk. Times are table times."""

    n: int
    seq: int
    at: int
    """When it was judged to have happened: the time in the log."""
    arrived: int


class Refusal(ServerMessage, tag="refused", gc=False):
    """The act was not done. A rule like OT-M3 is a game's, ST-n the engine's, SV-n the server's."""

    n: int
    rule: str
    message: str
    costs: bool
    """Whether the attempt itself cost something; events tell what."""


Verdict = Ack | Refusal
"""What became of an act."""


class Chatted(ServerMessage, tag="chat"):
    """Chat lines, oldest first: one as it is said, up to 100 after a welcome."""

    lines: list[ChatLine]


class Reacted(ServerMessage, tag="reaction"):
    seat: int | None
    guest: str | None
    name: str
    reaction: Reaction


class Pong(ServerMessage, tag="pong"):
    id: int
    server: int


class Probe(ServerMessage, tag="probe"):
    """Answer at once with an echo of the same id."""

    id: str


class Answered(ServerMessage, tag="told"):
    """What the rules say to a question: an answer, or the rule that refuses one, and why."""

    id: int
    answer: dict[str, Any] | None
    rule: str | None
    message: str | None


class Hinted(ServerMessage, tag="hinted"):
    """What a bot would do in your seat, and why; without an act it would wait.

    Where there is no hint, the rule by which there is none and why; `why` is None then.
    """

    id: int
    act: PlainAct | None
    why: str | None
    rule: str | None
    message: str | None


class Problem(ServerMessage, tag="problem"):
    """Something was not accepted; the connection stays open. `code` is an SV number."""

    code: str
    message: str


class Bye(ServerMessage, tag="bye"):
    """Sent before the server closes on purpose.

    Come back after so many milliseconds, or not at all (None).
    """

    code: int
    reason: str
    come_back_after: int | None


FromServer = (
    Welcome
    | RoomNow
    | Snapshot
    | Delta
    | Ack
    | Refusal
    | Chatted
    | Reacted
    | Pong
    | Probe
    | Answered
    | Hinted
    | Problem
    | Bye
)

decode = msgspec.json.Decoder(FromClient).decode
decode_told = msgspec.json.Decoder(FromServer).decode
_encoder = msgspec.json.Encoder()


def encode(message: Struct) -> bytes:
    return _encoder.encode(message)


encode_plain = _encoder.encode
decode_plain = msgspec.json.Decoder().decode


def encode_part(part: Any) -> Raw:
    """A part of a message, to be put into one or several."""
    return Raw(_encoder.encode(part))
