"""What a table of A Time of Chaos may choose."""

from typing import Any, Final

from sandtable.engine.errors import BadOption
from sandtable.engine.options import Choice, Flag, Option, WhichSeat, Whole
from sandtable.engine.units import SECOND, Ms

DAY: Final = 86_400
NO_LIMIT: Final = -1

SPARE: Final[Ms] = 10 * SECOND
"""TC-O2: what a turn still gets when the bank is used up."""


def patience(rounds: int) -> Option:
    """TC-E6, with this many rounds where a table does not say."""
    return Whole(
        "stall_rounds",
        "TC-E6",
        "Rounds without a delivery",
        "The game ends when nobody has delivered a card for this many rounds.",
        rounds,
        5,
        100,
        or_none="the game goes on",
    )


OPTIONS: Final[tuple[Option, ...]] = (
    Choice(
        "restore",
        "TC-A8",
        "Which tile is restored",
        "The rulebook and the player aids disagree about RESTORE.",
        "rulebook",
        {
            "rulebook": "A CHAOS tile of the pawn's city in another era",
            "aid": "The CHAOS tile under the pawn",
            "either": "Both are allowed",
        },
    ),
    WhichSeat(
        "first",
        "TC-S3",
        "First player",
        "Who takes the first turn, and so places their pawn last.",
        4,
        or_none="chosen at random",
    ),
    patience(8),
    Whole(
        "turn_seconds",
        "TC-O1",
        "Seconds for a turn",
        "After this long, the turn ends.",
        None,
        5,
        7 * DAY,
        or_none="no limit",
    ),
    Whole(
        "bank_seconds",
        "TC-O2",
        "Seconds for the whole game",
        "How long all of a player's turns may take together; every turn gets at least ten seconds.",
        None,
        30,
        60 * DAY,
        or_none="no limit",
    ),
    Flag(
        "undo",
        "TC-O3",
        "Taking back",
        "You may take back steps of your turn until a card is revealed or the turn ends.",
        True,
    ),
)


class Setup:
    """The options as the rules use them; shared by all copies of a state, never changed."""

    def __init__(self, options: dict[str, Any]) -> None:
        restore: str = options["restore"]
        self.restores_afar: bool = restore != "aid"
        self.restores_here: bool = restore != "rulebook"
        self.first: int = -1 if options["first"] is None else options["first"]
        rounds: int | None = options["stall_rounds"]
        self.stall_rounds: int = NO_LIMIT if rounds is None else rounds
        self.turn: Ms = in_ms(options["turn_seconds"])
        self.bank: Ms = in_ms(options["bank_seconds"])
        # The first version of the rules had no such option.
        self.undo: bool = options.get("undo", False)


def in_ms(seconds: int | None) -> Ms:
    return NO_LIMIT if seconds is None else seconds * SECOND


def check_options(options: dict[str, Any], seats: int) -> None:
    first = options["first"]
    if first is not None and first >= seats:
        raise BadOption(f"TC-S3: option first must be a seat from 0 to {seats - 1}, not {first}.")
