"""What a table of Time 'n' Space may choose."""

from collections.abc import Mapping
from typing import Any, Final

from sandtable.engine.options import Choice, Option, Whole
from sandtable.engine.units import MINUTE, SECOND, Ms
from sandtable.games.time_n_space.parts import PARTS, Board, board_for

FULL_MINUTES: Final = 30

DELIVER_SECONDS: Final = Whole(
    "deliver_seconds",
    "TS-A10",
    "Seconds to deliver",
    "How long a ship's action at a planet may go on after its timer has been lifted.",
    30,
    5,
    300,
)

OPTIONS: Final[tuple[Option, ...]] = (
    Choice(
        "mode",
        "TS-O1",
        "Which game",
        "The full game, or a short one without research.",
        "full",
        {
            "full": "The full game",
            "introductory": "Introductory: three stage III buildings and 12 orders each, no tiles",
        },
    ).on_site(
        "Which game?",
        (
            "introductory",
            "The introductory game",
            f"The introductory game: {PARTS.minutes} minutes. "
            "Three large buildings and 12 orders each, and no tiles to fetch.",
        ),
        (
            "full",
            "The full game",
            f"The full game: {FULL_MINUTES} minutes. "
            "You fetch tiles from the moons and enlarge your buildings.",
        ),
    ),
    Whole(
        "minutes",
        "TS-C7",
        "Minutes",
        "How long you can go on turning timers over.",
        None,
        1,
        120,
        or_none=f"{FULL_MINUTES}, or {PARTS.minutes} in the introductory game",
    ),
    Whole("timer_seconds", "TS-C7", "Seconds of sand", "How long a sand timer runs.", 60, 5, 300),
    Whole(
        "setup_seconds",
        "TS-S3",
        "Seconds to choose",
        "After this long, missing first orders are picked at random.",
        60,
        5,
        600,
    ),
    Whole(
        "owner_seconds",
        "TS-A8",
        "Seconds for the owner",
        "How long the owner of a planet has to choose which orders to give, or who goes first.",
        8,
        1,
        60,
    ),
    DELIVER_SECONDS,
    Whole(
        "imperceptible_ms",
        "TS-A11",
        "Milliseconds too close to call",
        "If ships' timers are lifted at a planet this close together, its owner says who is first.",
        200,
        0,
        2_000,
    ),
    Whole(
        "final_seconds",
        "TS-E1",
        "Seconds after the last timer",
        "How long the last timers can still be lifted after they have run out.",
        20,
        1,
        120,
    ),
)


def minutes_of(options: Mapping[str, Any]) -> int:
    chosen: int | None = options["minutes"]
    usual = PARTS.minutes if options["mode"] == "introductory" else FULL_MINUTES
    return usual if chosen is None else chosen


class Setup:
    """The options as the rules use them; shared by all copies of a state, never changed."""

    def __init__(self, seats: int, options: dict[str, Any], first_rules: bool) -> None:
        self.first_rules = first_rules
        """Whether version 1 of the rules is played: see first_rules.py."""
        self.introductory: bool = options["mode"] == "introductory"
        self.length: Ms = minutes_of(options) * MINUTE
        self.timer: Ms = options["timer_seconds"] * SECOND
        self.choosing: Ms = options["setup_seconds"] * SECOND
        self.owner: Ms = options["owner_seconds"] * SECOND
        self.deliver: Ms = 0 if first_rules else options["deliver_seconds"] * SECOND
        """0: for as long as the visitor likes."""
        self.imperceptible: Ms = options["imperceptible_ms"]
        self.final: Ms = options["final_seconds"] * SECOND
        self.board: Board = board_for(seats)
