"""What a player that is a program gets to see, and what it answers.

A bot sees what its seat may see, through `Seen`, and nothing else. It answers with a plan: an act,
and how long it takes to do it, because playing against a bot that needs no time would not be fair.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat

__all__ = ["Bot", "Budget", "Plan", "Rounds", "Seen"]


class Plan:
    """Do this act after this many milliseconds; without an act, think again then.

    `why` is the reason in a sentence that a beginner understands, or empty.
    """

    def __init__(self, after: Ms, act: Act | None, why: str = "") -> None:
        self.after = after
        self.act = act
        self.why = why

    def __repr__(self) -> str:
        return f"Plan(after={self.after}, act={self.act!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Budget:
    """How long a bot may think. Where nothing else is said: as long as it thinks is right.

    A live table sets a limit in time and takes the thought back when the table has changed. A
    simulation sets none, so that the same seed gives the same game on every machine.
    """

    LIVE: ClassVar[bool] = False
    """Whether sand runs while it thinks, so that a thought may end too late."""

    def end_within(self, after: Ms) -> None:
        """It means to act when so much table time has passed: by then the thought has to end."""

    def is_spent(self) -> bool:
        """Asked between two rounds of thought: whether to answer now with what there is."""
        return False


class Rounds(Budget):
    """So many rounds of thought and no more: the same on every machine."""

    def __init__(self, rounds: int) -> None:
        self.left = rounds

    def is_spent(self) -> bool:
        self.left -= 1
        return self.left <= 0


FREE: Final = Budget()
NO_OPTIONS: Final[Mapping[str, Any]] = {}


class Seen:
    """The table as one seat sees it. A bot is given this and never the state itself."""

    def __init__(
        self,
        game: Game[Any],
        state: State,
        seat: Seat,
        budget: Budget = FREE,
        options: Mapping[str, Any] = NO_OPTIONS,
    ) -> None:
        self.budget = budget
        self.options = options
        self._state = state
        self.game = game
        self.seat = seat
        self.seats = state.seats
        self.now: Ms = state.now

    def view(self) -> dict[str, Any]:
        return self.game.view(self._state, self.seat)

    def legal(self) -> list[Act]:
        if self._state.outcome is not None:
            return []
        return self.game.legal(self._state, self.seat)

    def imagine(self, rng: Rng) -> State:
        """A state that could be the real one as far as this seat knows; the bot may play on it."""
        imagined: State = self.game.imagine(self._state, self.seat, rng)
        return imagined


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program. One object plays one seat for one match."""

    LEVEL: ClassVar[str] = ""
    ABOUT: ClassVar[str] = ""
    """How it plays, in a few honest words for whoever chooses an opponent."""
    THINKS: ClassVar[Ms] = 0
    """How long it thinks about one act at a live table, at most; 0 if it does not search.

    Bots that think for long do so apart from the others, so that nobody waits for them.
    """

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.rounds = 0
        """How many rounds it thinks about one act if nobody hurries it; 0 if it does not search."""

    def plan(self, seen: Seen) -> Plan | None:
        """What to do next; None to wait until something happens at the table."""
        raise NotImplementedError

    def notice(self, told: dict[str, Any]) -> None:
        """Something happened at the table, told as this seat may know it."""

    def interrupted(self, seen: Seen) -> bool:
        """Whether what just happened is a reason to drop the present plan and think again."""
        return False
