"""Bodies of the HTTP API under /api/v1. OpenAPI and the page's types are made from these."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from sandtable.protocol.limits import MOST_GAME, MOST_LEVEL, MOST_NAME, QUICKEST, SLOWEST
from sandtable.protocol.messages import Change, Happened, PlainOutcome
from sandtable.protocol.rooms import Room, SeatRequest, Stage, Visibility

Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
GameName = Annotated[str, Meta(min_length=1, max_length=MOST_GAME)]
Level = Annotated[
    str, Meta(min_length=1, max_length=MOST_LEVEL, pattern="^[A-Za-z0-9][A-Za-z0-9 ._+-]*$(?!\n)")
]
"""The level of a bot: plain letters, so that it is what it looks like."""
Pace = Annotated[int, Meta(ge=SLOWEST, le=QUICKEST)]
"""In percent of the speed on the box."""


class Body(Struct, forbid_unknown_fields=True):
    """Base of request bodies. A field with a default may be left out."""


class NameMe(Body):
    name: Name


class NewTable(Body):
    game: GameName
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    """None: one for you and one for each bot, or the fewest that the game allows."""
    options: dict[str, Any] = field(default_factory=dict)
    visibility: Visibility = "link"
    pace: Pace = 100
    bots: list[Level] = field(default_factory=list)
    """Levels for the last seats, in order."""
    sit: bool = True
    """Take the first seat yourself."""
    start: bool = False
    """Start at once, without a countdown. Every other seat must be a bot's."""


class PlayWithSomebody(Body):
    game: GameName


class SeatBot(Body):
    level: Level


class Me(Struct):
    guest: str | None
    name: str | None
    tables: list["TableLine"]
    """Tables at which this guest sits or sat: first those that are not over, each newest first."""
    invitations: list["Invitation"] = field(default_factory=list)
    """Tables that people they have played with invite them to."""
    my_turn: list[str] = field(default_factory=list)
    """Ids of tables among these where a turn-based game waits for this guest."""


class Reach(Struct):
    """How others reach this server; told only to somebody who uses it on its own machine."""

    address: str | None
    """Where other devices find the site; None if they cannot, or if you are not to be told."""
    line: str | None
    """If they cannot: what to type so that those on the same network can."""


class BotLevel(Struct):
    level: str
    title: str
    about: str
    """How it plays, in a few words; empty if its author said nothing."""


class GameInfo(Struct):
    name: str
    title: str
    blurb: str
    rules: int
    min_seats: int
    max_seats: int
    real_time: bool
    bots: list[BotLevel]
    options: dict[str, Any]
    """The JSON Schema (2020-12) of the table options."""
    length: str
    """How long a game takes, as the box would say it."""
    goal: str
    """What somebody who has never played needs to know first."""
    legend: dict[str, Any]
    """What the places of its view and its acts mean: see docs/boards.md."""
    cover: str | None
    """The address of the picture on its box, if it has one."""
    board: str | None
    """The address of its own board, an ES module, if it has one."""


class Games(Struct):
    games: list[GameInfo]


class TableLine(Struct):
    """A table in a list."""

    id: str
    game: str
    title: str
    stage: Stage
    seats: int
    free: int
    names: list[str]
    """Who plays there, or played there at the end."""
    before: list[str | None]
    """For each seat, the person for whom a bot plays there."""
    pace: int
    created: str
    started: str | None
    ended: str | None
    winners: list[int]
    link: str


class Companion(Struct):
    """Somebody you have played with, under the name they had then."""

    guest: str
    name: str
    title: str
    """The game you played last."""
    when: str


class Companions(Struct):
    people: list[Companion]


class Invitation(Struct):
    guest: str
    name: str
    """Who invites you."""
    table: TableLine


class Tables(Struct):
    tables: list[TableLine]
    next: str | None
    """Pass as `before` to get the older ones; None at the end."""


class Seated(Struct):
    """You sit. The seat's token comes as an http-only cookie."""

    seat: int | None
    """None if you made a table without sitting down, and while the others are being asked."""
    room: Room
    request: SeatRequest | None = None
    """If the seat is in a running game: the people there are asked whether you may have it."""


class Example(Struct):
    """What somebody who has never played this game reads and sees before their own game begins."""

    seat: int
    lessons: list[str]
    """What I want, what I do, how long I have: at most three; a heading stands before a colon."""
    now: int
    """Table time of `view`; no sand runs here."""
    view: dict[str, Any]
    """A table that nobody plays, as this seat would see it. It is never the one that is played."""
    legal: list[dict[str, Any]]


class MatchInfo(Struct):
    """A finished game."""

    id: str
    game: str
    title: str
    rules: int
    names: list[str]
    """Who played in each seat at the end."""
    bots: list[str | None]
    """The bot level of each seat, None for a person."""
    before: list[str | None]
    """For each seat, the person for whom a bot played there at the end."""
    options: dict[str, Any]
    pace: int
    started: str
    ended: str
    length: int
    """Table time at the end, in milliseconds."""
    acts: int
    outcome: PlainOutcome | None
    commitment: str
    seed: str


class Position(Struct):
    at: int
    viewer: Literal["all", "nobody"] | int
    view: dict[str, Any] | None
    """As the seat, or somebody who only watches, saw it."""
    dump: dict[str, Any] | None
    """The whole position, secrets included: for viewer `all`."""


class Frame(Struct):
    """One moment of a finished game: what happened, and how that changed the view."""

    at: int
    events: list[Happened]
    changes: list[Change]


class Story(Struct):
    """A game as a viewer saw it, to be watched again; a long one comes in pages."""

    viewer: str
    at: int
    """Table time of `view`."""
    view: dict[str, Any]
    """What was seen before the first frame."""
    frames: list[Frame]
    next: int | None
    """Pass as `start` to get the next page; None at the end."""
    length: int
    """Table time at the end."""


class LagLine(Struct):
    """One seat on the fairness sheet; milliseconds, one way."""

    seat: int
    name: str
    acts: int
    lag_median: int
    lag_worst: int
    credit_total: int
    credit_most: int


class Race(Struct):
    """Two acts of different seats, judged less than 100 ms apart, whose order mattered.

    They arrived in the other order, or the second was refused.
    """

    at: int
    first: int
    second: int
    apart: int
    """By effective time, in milliseconds."""
    arrived_first: int
    """The seat whose act arrived first."""
    overturned: bool
    """Whether they arrived in the other order."""
    lost: bool
    """Whether the second act was refused."""


class FairnessSheet(Struct):
    window: int
    """The longest the server held an act back, in milliseconds."""
    cap: int
    """The longest round trip that is ever credited to an act, in milliseconds."""
    seats: list[LagLine]
    races: list[Race]


class Wrong(Struct):
    """An RFC 9457 problem, served as application/problem+json."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    """An SV number, or the rule that forbids it."""
    suggestion: str | None = None
    """What would be accepted instead: with SV-13 a name that is not taken."""
