"""What a table of Out of Time may choose."""

from typing import Any, Final

from sandtable.engine.errors import BadOption
from sandtable.engine.options import Choice, Flag, Option, Whole
from sandtable.engine.units import SECOND, Ms
from sandtable.games.out_of_time.parts import PARTS


def turned_tiles(grey: bool) -> Choice:
    """OT-S2; the first rules knew no grey backs."""
    choices = {
        "blank": "Glasses may stand there, but there is no cube to take",
        "blocked": "No glass may stand there",
    }
    if grey:
        choices["grey"] = "Their backs count as grey: jokers with 6 players"
    return Choice(
        "turned_tiles",
        "OT-S2",
        "Turned-over tiles",
        "With 2, 3 or 6 players some tiles are turned over. This is what they do.",
        "blank",
        choices,
    )


OPTIONS: Final[tuple[Option, ...]] = (
    Whole("timer_seconds", "OT-C2", "Seconds of sand", "How long a glass runs.", 30, 1, 300),
    turned_tiles(grey=True),
    Whole(
        "placement_seconds",
        "OT-P6",
        "Seconds to place a glass",
        "After this long, it is placed for you in the placement round.",
        20,
        1,
        300,
    ),
    Flag(
        "allow_stay",
        "OT-M5",
        "Glasses may stay",
        "A glass may be turned over where it stands.",
        False,
    ),
    Choice(
        "knocking",
        "OT-K4",
        "Knocking over",
        "What happens to a glass when you reach for the space it stands on.",
        "on",
        {
            "on": "It falls, unless it was put there too recently to be seen",
            "slips": "It falls only if the space was taken while you could already reach for it",
            "off": "Nothing: the move is just refused",
        },
    ),
    Whole(
        "grace_ms",
        "OT-K3",
        "Milliseconds of grace",
        "How long a glass cannot be knocked over after it has been placed.",
        300,
        0,
        3000,
    ),
    Whole(
        "protect_seconds",
        "OT-K3",
        "Seconds of protection",
        "How long a glass cannot be knocked over again after it has been stood up.",
        5,
        0,
        60,
    ),
    Whole(
        "give_back_seconds",
        "OT-K5",
        "Seconds to choose a cube",
        "After this long, the cube you took last goes back.",
        5,
        1,
        60,
    ),
    Choice(
        "referee",
        "OT-K6",
        "Referee",
        "What happens when somebody tries something that the rules forbid.",
        "lenient",
        {"lenient": "It is refused", "strict": "It is refused and costs a cube"},
    ),
)


class Setup:
    """The options as the rules use them; shared by all copies of a state, never changed.

    Version 1 of the rules differed in play: somebody who knocked a glass over paid at once and was
    free to go on (OT-K2), nothing protected a glass that had been stood up (OT-K3), and players
    could knock over a glass of their own by reaching for its space (OT-K4).
    """

    def __init__(self, seats: int, options: dict[str, Any], rules: int) -> None:
        self.timer: Ms = options["timer_seconds"] * SECOND
        self.placement: Ms = options["placement_seconds"] * SECOND
        self.grace: Ms = options["grace_ms"]
        self.give_back: Ms = options["give_back_seconds"] * SECOND
        self.blocked: bool = options["turned_tiles"] == "blocked"
        self.grey_backs: bool = options["turned_tiles"] == "grey"
        self.allow_stay: bool = options["allow_stay"]
        self.knocking: bool = options["knocking"] != "off"
        self.clatters: bool = options["knocking"] == "on"
        self.protect: Ms = options.get("protect_seconds", 0) * SECOND
        self.pays_at_once = rules == 1
        self.own_can_fall = rules == 1
        self.strict: bool = options["referee"] == "strict"
        self.joker: bool = seats >= PARTS.joker_from
        self.placements = 2 * seats


def check_options(options: dict[str, Any], seats: int) -> None:
    """OT-S2: six players would not fit around six blocked spaces."""
    if options["turned_tiles"] == "blocked" and seats == 6:
        raise BadOption("OT-S2: option turned_tiles=blocked leaves no room for 6 players.")
