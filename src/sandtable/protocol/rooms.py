"""What a room looks like from outside: seats, people, stage. Shared by HTTP and WebSocket."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from sandtable.protocol.limits import MOST_OFFERED

Stage = Literal["gathering", "countdown", "playing", "over", "closed"]
ALL_STAGES: tuple[str, ...] = get_args(Stage)
Visibility = Literal["open", "link", "private"]
Occupant = Literal["empty", "person", "bot"]
Presence = Literal["here", "away", "gone"]


class Clock(Struct):
    """At server time `server` the table time was `now`, and it runs at `rate` (0: stopped)."""

    now: int
    server: int
    rate: float


class SeatNow(Struct):
    seat: int
    kind: Occupant
    name: str
    guest: str | None
    level: str | None
    """The level of the bot that plays here, even if it only stands in for a person."""
    stand_in: bool
    """A bot plays for the person until they come back."""
    ready: bool
    with_bots: bool
    """At a quick table: they would also begin with bots in the free seats."""
    host: bool
    presence: Presence
    weak: bool
    """Their connection is open, but nothing has come over it for a few seconds."""
    lag: int | None
    """Measured by the server: one way, in milliseconds."""
    before: str | None
    """Who sat here before the bot did, in a running game."""
    vacant: bool
    """Whether a bot plays here for somebody who left, and the others may let somebody new in."""
    left_by: str | None
    """The guest who left this seat and may have it back without asking."""


class SeatRequest(Struct):
    """Somebody asks for a vacant seat in a running game."""

    id: int
    seat: int
    guest: str
    name: str
    granted: bool
    """Everybody agreed: the seat is kept for them until `ends`."""
    ends: int
    """Server time at which it is too late to answer, or to sit down."""
    agreed: list[int]
    waiting: list[int]
    """Seats whose people have not answered yet."""


class PauseNow(Struct):
    since: int
    """Server time at which the sand stopped."""
    why: Literal["agreed", "downtime"]


class CountdownNow(Struct):
    to: Literal["start", "resume"]
    ends: int
    """Server time."""


class AgainNow(Struct):
    """Who of the people at a table that is over plays again at the next one."""

    came: list[int]
    """Seats of this table whose people are in."""
    ends: int | None
    """Server time at which the next game begins without the others; None: they are waited for."""
    begun: bool


class Room(Struct):
    id: str
    game: str
    title: str
    rules: int
    seats: list[SeatNow]
    options: dict[str, Any]
    visibility: Visibility
    quick: bool
    """Opened for whoever wants to play this game with whoever else does."""
    pace: int
    """In percent: 100 is the speed on the box, 50 half of it."""
    stage: Stage
    over_days: bool
    """A turn may take so long that people come and go, and no bot stands in for them."""
    link: str
    watchers: int
    commitment: str | None
    paused: PauseNow | None
    countdown: CountdownNow | None
    pause_votes: list[int]
    """Seats that want a pause; during a pause, those that want to go on."""
    requests: list[SeatRequest]
    muted: list[str]
    """Guests whom the host has muted."""
    may_start_at: int | None
    """Server time from which the host may start without waiting for those who are not ready.

    None where there is nobody to wait for, or a seat is still free.
    """
    rematch: str | None
    """The id of the table where these people play again."""
    again: AgainNow | None
    """Who is in there; None if nobody has asked for a rematch since the server started."""
    created: str
    """ISO 8601, UTC; so are the other two."""
    started: str | None
    ended: str | None


class Offer(Struct, forbid_unknown_fields=True):
    """What somebody offers, in the game's own words: {"ore": 2} for {"gas": 1}."""

    give: dict[
        Annotated[str, Meta(max_length=MOST_OFFERED)],
        Annotated[int, Meta(ge=0, le=999)],
    ]
    want: dict[
        Annotated[str, Meta(max_length=MOST_OFFERED)],
        Annotated[int, Meta(ge=0, le=999)],
    ]
    to: Annotated[int, Meta(ge=0, le=63)] | None = None
    """The seat it is made to; None for everybody."""


class ChatLine(Struct):
    id: int
    said: str
    """ISO 8601, UTC."""
    seat: int | None
    name: str
    text: str
    offer: Offer | None
    guest: str | None = None
    """Who said it; missing in old lines, from when servers did not write it down."""
    notice: bool = False
    """Not said by a person: the table itself tells who came, left or was removed."""
