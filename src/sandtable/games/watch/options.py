"""What a table of the watch game may choose."""

from typing import Any, Final

from sandtable.engine.errors import BadOption
from sandtable.engine.options import Choice, Option, WhichSeat, Whole, WholePair
from sandtable.engine.units import MINUTE, SECOND, Ms
from sandtable.games.watch.parts import CARD_COUNT, PARTS


def turn_limit(seconds: int) -> Option:
    """WA-T7, with this many seconds if the table does not say."""
    return Whole(
        "turn_seconds",
        "WA-T7",
        "Seconds for a turn",
        "After this long, one token is spent for you.",
        seconds,
        3,
        120,
    )


OPTIONS: Final[tuple[Option, ...]] = (
    Whole("minutes", "WA-C4", "Minutes", "How long the hidden timer runs.", 5, 1, 60),
    Whole(
        "ring_jitter_seconds",
        "WA-C4",
        "Seconds the timer may be off",
        "A wind-up timer is not exact: it rings up to this much early or late.",
        0,
        0,
        30,
    ).on_site(
        "How exact is the timer?",
        (
            20,
            "Wound by hand",
            "The timer is wound by hand: nobody can count along. "
            "It rings up to 20 seconds early or late.",
        ),
        (
            0,
            "Exact",
            "The timer is exact to the second: anybody with a stopwatch can count along.",
        ),
    ),
    Whole("squares", "WA-C1", "Squares", "Squares on the watch face.", 12, 12, 60, step=3),
    WholePair(
        "yellow",
        "WA-C1",
        "Yellow squares",
        "Where the two yellow squares are, counted clockwise from red.",
        1,
        59,
        or_none="a third and two thirds of the way round",
    ),
    turn_limit(10),
    WhichSeat("first", "WA-S2", "First player", "Who begins.", 6, or_none="chosen at random"),
    Choice(
        "play",
        "WA-O1",
        "How many games",
        "One game, or a match.",
        "single",
        {"single": "One game", "match": "A match of as many games as there are players"},
    ),
    Choice(
        "cards",
        "WA-O2",
        "Cards for each player",
        "With two or three players, each may hold several cards.",
        "one",
        {"one": "One card each", "several": "Three each with 2 players, two each with 3"},
    ),
    Choice(
        "bell",
        "WA-P1",
        "If it rings on your turn",
        "Whether the player whose turn it is when the timer rings can win.",
        "source",
        {"source": "You can win", "published": "You cannot win that game"},
    ),
    Choice(
        "scoring",
        "WA-P2",
        "Scoring in a match",
        "What earns points in a match.",
        "source",
        {"source": "One point for each game won", "ranks": "A point for each pawn in its place"},
    ),
    Whole(
        "break_seconds",
        "WA-E4",
        "Break between games",
        "How long the cards lie face up before the next game is dealt.",
        5,
        0,
        60,
    ),
)

RANKS_TARGET: Final = 10
"""WA-P2: the first to have this many points wins a match that is scored by ranks."""


class Setup:
    """The options as the rules use them; shared by all copies of a state, never changed."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.squares: int = options["squares"]
        yellow: list[int] | None = options["yellow"]
        third = self.squares // 3
        self.yellow_one: int = third if yellow is None else yellow[0]
        self.yellow_two: int = 2 * third if yellow is None else yellow[1]
        self.timer: Ms = options["minutes"] * MINUTE
        self.jitter: Ms = options["ring_jitter_seconds"] * SECOND
        self.turn: Ms = options["turn_seconds"] * SECOND
        self.pause: Ms = options["break_seconds"] * SECOND
        self.first: int = -1 if options["first"] is None else options["first"]
        self.is_match: bool = options["play"] == "match"
        self.by_ranks: bool = options["scoring"] == "ranks"
        self.bell_bars: bool = options["bell"] == "published"
        self.hand = CARD_COUNT // seats if options["cards"] == "several" else 1
        self.share = PARTS.tokens // seats
        self.left_over = PARTS.tokens - self.share * seats


_last: Final[dict[int, tuple[dict[str, Any], Setup]]] = {}
"""By number of seats: the options of the last table, and what was made of them."""


def setup_for(seats: int, options: dict[str, Any]) -> Setup:
    """The same as last time when the options are: a simulation makes thousands of such tables."""
    if options["yellow"] is not None:
        return Setup(seats, options)  # a list, which somebody may change after it was compared
    known = _last.get(seats)
    if known is not None and known[0] == options:
        return known[1]
    setup = Setup(seats, options)
    _last[seats] = (options.copy(), setup)
    return setup


def check_options(options: dict[str, Any], seats: int) -> None:
    """Refuse options that do not go together, or not with this number of players."""
    yellow = options["yellow"]
    if yellow is not None and yellow[1] >= options["squares"]:
        raise BadOption(
            f"WA-C1: option yellow names square {yellow[1]}, and the squares after red are "
            f"1 to {options['squares'] - 1}."
        )
    first = options["first"]
    if first is not None and first >= seats:
        raise BadOption(f"WA-S2: option first must be a seat from 0 to {seats - 1}, not {first}.")
    if options["cards"] == "several" and seats > 3:
        raise BadOption("WA-O2: option cards=several is for 2 or 3 players.")
    if options["scoring"] == "ranks" and options["play"] != "match":
        raise BadOption("WA-P2: option scoring=ranks needs play=match.")
