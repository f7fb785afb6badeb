"""The contract between the engine and a game. docs/api.md goes through it method by method.

A game is a deterministic machine whose inputs are acts and the passing of time. It never reads a
clock, and everything random comes from the generator in its state.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act, act_from_json
from sandtable.engine.errors import BadOption, Refused
from sandtable.engine.events import Event
from sandtable.engine.legend import Legend
from sandtable.engine.options import Option, options_schema, settle
from sandtable.engine.outcome import Outcome
from sandtable.engine.questions import BAD_QUESTION, Question, question_from_json
from sandtable.engine.rng import Rng
from sandtable.engine.speech import sentences
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat, Viewer

__all__ = ["Game"]

S = TypeVar("S", bound=State)

NO_SUCH_SEAT: Final = "ST-1"
MATCH_OVER: Final = "ST-2"
OVER: Final = "The game is over."
"""What is said to whoever acts too late, with whatever number."""

MOST_LESSONS: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """One set of rules, in one version. It holds no state of its own."""

    NAME: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    BLURB: ClassVar[str] = ""
    LENGTH: ClassVar[str] = ""
    """How long a game takes, as a box says it: "15 minutes"."""
    GOAL: ClassVar[str] = ""
    """What somebody who has never played needs to know first, in two or three sentences."""
    RULES_VERSION: ClassVar[int] = 1
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = 6
    REAL_TIME: ClassVar[bool] = False
    """Whether seats act at the same moment, so that being first matters."""
    ALL_SEE_THE_SAME: ClassVar[bool] = False
    """Whether all viewers see and hear the same, so that a server has to work it out only once."""
    ACTS: ClassVar[tuple[type[Act], ...]] = ()
    QUESTIONS: ClassVar[tuple[type[Question], ...]] = ()
    """What players may ask `preview`."""
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    LEGEND: ClassVar[Legend] = Legend()
    """What the places of its view mean, for a page that has no board for this game."""

    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> S:
        """The table at time 0. `options` are settled and checked; `rng` becomes the state's."""
        raise NotImplementedError

    def legal(self, state: S, seat: Seat) -> list[Act]:
        """Every act this seat has at this instant, and nothing else; [] when there is none."""
        raise NotImplementedError

    def act(self, state: S, seat: Seat, act: Act) -> list[Event]:
        """Let the act happen and say what happened; or raise Refused, having changed nothing.

        If the refusal `costs`, the match calls `penalise` next.
        """
        raise NotImplementedError

    def alarm(self, state: S) -> Ms | None:
        """The next instant at which something happens by itself; always later than now."""
        raise NotImplementedError

    def ring(self, state: S) -> list[Event]:
        """Let everything happen that is due at `state.now`, in the order that the rules state."""
        raise NotImplementedError

    def view(self, state: S, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see, as plain data; whatever is not put in is not seen."""
        raise NotImplementedError

    def changing(self, state: S, viewer: Viewer) -> dict[str, Any]:
        """The part of `view` that may change while a match runs; all of it by default.

        A server looks at this after every act. The rest, such as a map, it shows once.
        """
        return self.view(state, viewer)

    def preview(self, state: S, seat: Seat, question: Question) -> dict[str, Any]:
        """The answer to a question of this seat, as plain data; or Refused, with the reason.

        It changes nothing and draws nothing. It depends on what the seat may see and on the
        question, and on nothing else: in every state that the seat may imagine it is the same.
        """
        raise Refused(BAD_QUESTION, "This game answers no questions.")

    def questions(self, state: S, seat: Seat) -> list[Question]:
        """Some questions that this seat can ask now and that have an answer, for those who try."""
        return []

    def imagine(self, state: S, seat: Seat, rng: Rng) -> S:
        """A full state drawn at random from all that look the same to this seat.

        The result depends on what the seat may see and on `rng`, and on nothing else: imagining
        from an imagined state with the same `rng` gives the same state again. It gets a generator
        of its own, so that nobody can read in it what will be drawn.
        """
        raise NotImplementedError

    def veil(self, state: S, seat: Seat) -> Any:
        """What this seat has learnt in play that somebody who takes it over now may not know.

        Plain data, or None if there is nothing, because everything the seat knows lies in front of
        it. A server keeps it for as long as that person sits there.
        """
        return None

    def lift_veil(self, veil: Any, seat: Seat, event: Event) -> Any:
        """The veil after an event: what the seat learns from now on is its own."""
        return veil

    def veiled(self, state: S, seat: Seat, veil: Any) -> S:
        """The same state, except that this seat does not know what lies behind its veil."""
        return state

    def dump(self, state: S) -> dict[str, Any]:
        """The game's own part of a position as plain JSON data, secrets included."""
        raise NotImplementedError

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> S:
        """The state that `dump` wrote, or one written by hand. Raises BadPosition with the reason.

        `over` says whether the position has an outcome, which the engine sets afterwards.
        """
        raise NotImplementedError

    def active(self, state: S) -> list[Seat]:
        """The seats that have at least one legal act now."""
        return [seat for seat in range(state.seats) if self.legal(state, seat)]

    def advance(self, state: S, to: Ms) -> list[Event]:
        """Let time pass until `to`, no later than the next alarm; what is due then happens."""
        due = self.alarm(state)
        state.now = to
        if due is not None and due <= to:
            return self.ring(state)
        return []

    def penalise(self, state: S, seat: Seat, act: Act, refused: Refused) -> list[Event]:
        """What an attempt whose refusal `costs` brings about: a fine, say, or an accident.

        It changes the state, and the attempt is logged. Games without such refusals have none.
        """
        return []

    def rebuff(self, state: S, seat: Seat, refused: Refused) -> list[Event]:
        """What the table is told of an attempt that was refused and cost nothing.

        Nothing, unless a game says otherwise: the sentence of a refusal is for the person who
        tried, and may mention things that only they know.
        """
        return []

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        """What a newcomer reads before their first game, a sentence or two each, three at most.

        What I want, what I do, how long I have; what stands before a colon is the heading. Unless
        a game says otherwise, these are the sentences of its goal.
        """
        return sentences(self.GOAL or self.BLURB)[:MOST_LESSONS]

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> S:
        """A table of its own that shows a newcomer in this seat what they will do.

        Unless a game says otherwise, it is a fresh one. It is only looked at, never played.
        """
        return self.new(seats, options, rng)

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        """One sentence for an event as a viewer was told it, for logs and listeners."""
        return str(told.get("event", ""))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        """The same said to one seat, with "you" where it speaks of that seat.

        Unless a game says otherwise, it is what everybody reads. See engine/speech.py.
        """
        return self.words(told, names)

    def check_options(self, options: dict[str, Any], seats: int) -> None:
        """Raise BadOption for options that do not go together, or not with this number of seats."""

    def settle_options(self, seats: Any, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, or BadOption."""
        if type(seats) is not int or not self.MIN_SEATS <= seats <= self.MAX_SEATS:
            raise BadOption(
                f"{self.TITLE} is for {self.MIN_SEATS} to {self.MAX_SEATS} players, not {seats}."
            )
        if not chosen:
            # Most tables, and all in a simulation, have the default options: check those only once.
            usual = _usual.get((self, seats))
            if usual is not None:
                return usual.copy()
        settled = settle(self.OPTIONS, chosen)
        self.check_options(settled, seats)
        if not chosen:
            _usual[(self, seats)] = settled.copy()
        return settled

    def options_schema(self) -> dict[str, Any]:
        return options_schema(f"Options of {self.TITLE}", self.OPTIONS)

    def act_from_json(self, data: Any) -> Act:
        return act_from_json(self.ACTS, data)

    def question_from_json(self, data: Any) -> Question:
        return question_from_json(self.QUESTIONS, data)

    def order_of_play(self, state: S) -> list[Seat] | None:
        """Asked of a fresh table: the seats in the order in which they come to play.

        None where there is no such order, because all act at the same time.
        """
        return None

    def result(self, state: S) -> Outcome | None:
        return state.outcome


_usual: Final[dict[tuple[Game[Any], int], dict[str, Any]]] = {}
"""The settled default options of each game and number of seats."""
