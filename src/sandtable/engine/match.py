"""A match: a game, its state and its log. This is what people who use the package work with."""

from typing import Any, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import MATCH_OVER, NO_SUCH_SEAT, OVER, Game
from sandtable.engine.log import Entry, closing_line, header_line
from sandtable.engine.outcome import Outcome
from sandtable.engine.position import FOREVER, dump_state, state_hash
from sandtable.engine.questions import Question
from sandtable.engine.rng import RNG_VERSION
from sandtable.engine.seed import commitment
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat, Viewer

__all__ = ["Match"]

POSITION_FORMAT: Final = "sandtable-position-1"
TIME_RUNS_ON: Final = "ST-4"


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """One table's game from its first millisecond. Made by `sandtable.new`, `load` or `replay`."""

    def __init__(
        self,
        game: Game[Any],
        state: State,
        options: dict[str, Any],
        seed: int,
        position: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.options = options
        self.seed = seed
        self.position = position
        """What `load` was given, if it made this match: the log begins there. Else None."""
        self.entries: list[Entry] = []

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def now(self) -> Ms:
        return self.state.now

    @property
    def alarm(self) -> Ms | None:
        """The next instant at which something happens by itself. Not for players' eyes."""
        if self.state.outcome is not None:
            return None
        return self.game.alarm(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def commitment(self) -> str:
        """Published when the match begins; the seed itself only when it is over."""
        return commitment(self.seed)

    def check_seat(self, seat: Any) -> Seat:
        """The seat, if it is one; else Refused. Typed loosely, since it may come from outside."""
        if type(seat) is int:
            number: Seat = seat
            if 0 <= number < self.state.seats:
                return number
        raise Refused(NO_SUCH_SEAT, f"There is no seat {seat!r}; seats are 0 to {self.seats - 1}.")

    def legal(self, seat: Any) -> list[Act]:
        """Every act this seat has now; [] when it has none."""
        seated = self.check_seat(seat)
        if self.state.outcome is not None:
            return []
        return self.game.legal(self.state, seated)

    def active(self) -> list[Seat]:
        """The seats that have at least one legal act now."""
        if self.state.outcome is not None:
            return []
        return self.game.active(self.state)

    def act(self, seat: Any, act: Any) -> list[Event]:
        """Let a seat act now: an `Act`, or the JSON form of one.

        If it may not, this raises Refused, with the rule and a sentence. That changes nothing and
        is not logged, unless the refusal `costs`: then the price has been paid, `refused.events`
        tells what it was, and the log keeps the attempt.
        """
        seated = self.check_seat(seat)
        if self.state.outcome is not None:
            raise Refused(MATCH_OVER, OVER)
        meant: Act = act if isinstance(act, Act) else self.game.act_from_json(act)
        try:
            events = self.game.act(self.state, seated, meant)
        except Refused as refused:
            if refused.costs:
                fined = self.game.penalise(self.state, seated, meant, refused)
                self.entries.append(Entry(self.state.now, seated, meant, refused.rule))
                refused.events = fined
            else:
                refused.events = self.game.rebuff(self.state, seated, refused)
            raise
        self.entries.append(Entry(self.state.now, seated, meant, ""))
        return events

    def advance(self, *, to: Ms | None = None, by: Ms | None = None) -> list[Event]:
        """Let time pass; alarms on the way ring in order. Time stops when the match is over.

        Within one millisecond, what happens by itself comes before what players do.
        """
        state = self.state
        if (to is None) == (by is None):
            raise ValueError("advance takes either to= or by=")
        target: Ms = state.now + by if by is not None else to if to is not None else 0
        if target < state.now:
            raise Refused(TIME_RUNS_ON, f"It is {state.now} already; time does not run backwards.")
        if target > FOREVER:
            raise Refused(TIME_RUNS_ON, "No table lasts that long.")
        happened: list[Event] = []
        while state.outcome is None:
            due = self.game.alarm(state)
            if due is None or due > target:
                state.now = target
                break
            happened.extend(self.game.advance(state, due))
        return happened

    def view(self, viewer: Any) -> dict[str, Any]:
        """What a seat may see, or with None what somebody who only watches may see."""
        looking: Viewer = None if viewer is None else self.check_seat(viewer)
        return self.game.view(self.state, looking)

    def changing(self, viewer: Any) -> dict[str, Any]:
        """The part of that view that may change while the match runs."""
        looking: Viewer = None if viewer is None else self.check_seat(viewer)
        return self.game.changing(self.state, looking)

    def preview(self, seat: Any, question: Any) -> dict[str, Any]:
        """The answer to a question of this seat: a `Question`, or the JSON form of one.

        Raises Refused where there is none. Either way nothing has changed.
        """
        seated = self.check_seat(seat)
        if self.state.outcome is not None:
            raise Refused(MATCH_OVER, OVER)
        meant: Question = (
            question if isinstance(question, Question) else self.game.question_from_json(question)
        )
        return self.game.preview(self.state, seated, meant)

    def copy(self) -> "Match":
        """An independent match that goes on from here in the same way."""
        twin = Match(self.game, self.state.copy(), self.options, self.seed, self.position)
        twin.entries = self.entries.copy()
        return twin

    def hash(self) -> str:
        return state_hash(self.game, self.state, self.options)

    def dump(self) -> dict[str, Any]:
        """The whole position as plain JSON data, secrets included, exact both ways."""
        return {
            "format": POSITION_FORMAT,
            "game": self.game.NAME,
            "rules": self.game.RULES_VERSION,
            "rng": RNG_VERSION,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
            "position": dump_state(self.game, self.state),
        }

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the log as plain data; `sandtable.write_log` turns them into text."""
        lines = [
            header_line(self.game, self.seats, self.options, self.seed, self.position),
        ]
        lines.extend(entry.to_json() for entry in self.entries)
        lines.append(closing_line(self.state.now, self.state.outcome, self.hash()))
        return lines
