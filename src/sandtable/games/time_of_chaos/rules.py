"""What happens in A Time of Chaos: who may act when, and what time brings by itself.

The rules themselves are in

- turn: setting up, how a turn begins, ends and passes on, and how the game ends
- doing: which act does what, and which rule refuses one that is out of place
- deeds: the six actions of a turn
- steps: what was done in this turn and can still be taken back
- undo: taking it back
- score: what everything is worth, and who wins
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.legend import Legend
from sandtable.engine.options import Option
from sandtable.engine.questions import Question
from sandtable.engine.rng import Rng
from sandtable.engine.speech import Speech
from sandtable.engine.units import Ms, Seat, Viewer
from sandtable.games.time_of_chaos import (
    actions,
    listing,
    options,
    position,
    preview,
    turn,
    view,
    words,
)
from sandtable.games.time_of_chaos.actions import Undo
from sandtable.games.time_of_chaos.doing import doing, placing, sending, undoing
from sandtable.games.time_of_chaos.legend import LEGEND
from sandtable.games.time_of_chaos.options import NO_LIMIT, Setup
from sandtable.games.time_of_chaos.state import OVER, PLACE, SEND, ChaosState


class TimeOfChaos(Game[ChaosState]):
    """A Time of Chaos."""

    NAME: ClassVar[str] = "time-of-chaos"
    TITLE: ClassVar[str] = "A Time of Chaos"
    BLURB: ClassVar[str] = (
        "Bring lost artifacts home through three eras before your own disorder catches up."
    )
    LENGTH: ClassVar[str] = "60 minutes"
    GOAL: ClassVar[str] = (
        "Find artifacts and bring each home to its own city and era. What you do leaves cubes "
        "of disorder behind: too many, and a city falls into chaos, which can cost you points."
    )
    RULES_VERSION: ClassVar[int] = 2
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = 4
    REAL_TIME: ClassVar[bool] = False
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.ACTS
    QUESTIONS: ClassVar[tuple[type[Question], ...]] = preview.QUESTIONS
    OPTIONS: ClassVar[tuple[Option, ...]] = options.OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND

    def check_options(self, chosen: dict[str, Any], seats: int) -> None:
        options.check_options(chosen, seats)

    def new(self, seats: int, chosen: dict[str, Any], rng: Rng) -> ChaosState:
        state = ChaosState(seats, rng, Setup(chosen))
        named = state.setup.first
        state.first = rng.below(seats) if named < 0 else named
        turn.lay_out(state)
        return state

    def active(self, state: ChaosState) -> list[Seat]:
        return listing.active(state)

    def legal(self, state: ChaosState, seat: Seat) -> list[Act]:
        return listing.legal(state, seat)

    def act(self, state: ChaosState, seat: Seat, act: Act) -> list[Event]:
        if state.phase == OVER:
            raise Refused("ST-2", "The game is over.")
        if isinstance(act, Undo):
            return undoing(state, seat)
        if seat != state.turn:
            rule = "TC-S3" if state.phase == PLACE else "TC-T6"
            raise Refused(rule, "It is not your turn.")
        if state.phase == PLACE:
            return placing(state, act)
        if state.phase == SEND:
            return sending(state, act)
        return doing(state, act)

    def alarm(self, state: ChaosState) -> Ms | None:
        return None if state.turn_ends_at == NO_LIMIT else state.turn_ends_at

    def ring(self, state: ChaosState) -> list[Event]:
        """TC-O1, TC-O2: only one thing happens by itself: the time for a turn runs out."""
        happened: list[Event] = []
        if state.turn_ends_at != NO_LIMIT and state.now >= state.turn_ends_at:
            turn.time_is_up(state, happened)
        return happened

    def view(self, state: ChaosState, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def preview(self, state: ChaosState, seat: Seat, question: Question) -> dict[str, Any]:
        return preview.preview(state, seat, question)

    def questions(self, state: ChaosState, seat: Seat) -> list[Question]:
        return preview.questions(state, seat)

    def imagine(self, state: ChaosState, seat: Seat, rng: Rng) -> ChaosState:
        return view.imagine(state, seat, rng)

    def dump(self, state: ChaosState) -> dict[str, Any]:
        return position.dump(state)

    def load(
        self, data: Any, seats: int, chosen: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> ChaosState:
        return position.load(data, Setup(chosen), seats, rng, now, over)

    def order_of_play(self, state: ChaosState) -> list[Seat] | None:
        """TC-T6: clockwise from the player who takes the first turn and places a pawn last."""
        return [(state.first + nth) % state.seats for nth in range(state.seats)]

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return words.lessons(options)

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> ChaosState:
        """All pawns are placed, and this seat begins."""
        state = self.new(seats, options, rng)
        state.first = seat
        state.turn = (seat - 1) % seats
        while state.phase == PLACE:
            placing(state, rng.pick(listing.legal(state, state.turn)))
        return state

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names, you))
