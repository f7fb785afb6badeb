"""What happens in Time 'n' Space: which act goes where, and what time brings by itself.

The rules themselves are in

- beginning: stacks on the moons, and the orders that everyone picks before the start
- timers: turning timers over and lifting them
- works: the action of a lifted timer, step by step
- possible: which steps it has left
- idle: when none is left, it ends by itself
- moons: the ship at a moon
- planets: the ship at another's planet
- demand: who wants goods of which colour, and who has some
- gifts: which orders the owner of a planet gives for goods
- lines: which visitor fills orders first, who waits, and when a visit is over
- offers: offers, which bind nobody
- ending: the last timers, and what everything is worth
- example: what a newcomer is shown
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
from sandtable.games.time_n_space import (
    actions,
    listing,
    options,
    position,
    preview,
    view,
    words,
)
from sandtable.games.time_n_space.actions import (
    ChooseOrder,
    First,
    Fly,
    Give,
    GiveAny,
    Lift,
    Offer,
    TurnOver,
    Withdraw,
)
from sandtable.games.time_n_space.beginning import (
    choose_for_the_silent,
    choose_order,
    set_up,
)
from sandtable.games.time_n_space.ending import end, end_if_nothing_is_left, time_up
from sandtable.games.time_n_space.example import show
from sandtable.games.time_n_space.gifts import give, give_any
from sandtable.games.time_n_space.legend import LEGEND
from sandtable.games.time_n_space.lines import (
    debts_due,
    first,
    lines_due,
    tend,
    visits_due,
)
from sandtable.games.time_n_space.offers import offer, withdraw
from sandtable.games.time_n_space.options import Setup
from sandtable.games.time_n_space.state import (
    CHOOSING,
    FINAL,
    NOTHING,
    OVER,
    PLAY,
    SpaceState,
)
from sandtable.games.time_n_space.timers import (
    fly,
    lift,
    run_out,
    turn_over,
)
from sandtable.games.time_n_space.works import step


class TimeNSpace(Game[SpaceState]):
    """Time 'n' Space."""

    NAME: ClassVar[str] = "time-n-space"
    TITLE: ClassVar[str] = "Time 'n' Space"
    BLURB: ClassVar[str] = "Two sand timers each, one minute per action, half an hour to trade."
    LENGTH: ClassVar[str] = "30 minutes"
    GOAL: ClassVar[str] = (
        "Fill the other players' orders in half an hour. Turn one of your two timers over onto "
        "a building or your ship; when it has run out, lift it and do what that place does."
    )
    RULES_VERSION: ClassVar[int] = 2
    MIN_SEATS: ClassVar[int] = 3
    MAX_SEATS: ClassVar[int] = 4
    REAL_TIME: ClassVar[bool] = True
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.ACTS
    QUESTIONS: ClassVar[tuple[type[Question], ...]] = preview.QUESTIONS
    OPTIONS: ClassVar[tuple[Option, ...]] = options.OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND

    def setup(self, seats: int, chosen: dict[str, Any]) -> Setup:
        return Setup(seats, chosen, first_rules=False)

    def new(self, seats: int, chosen: dict[str, Any], rng: Rng) -> SpaceState:
        return set_up(seats, rng, self.setup(seats, chosen))

    def active(self, state: SpaceState) -> list[Seat]:
        return listing.active(state)

    def legal(self, state: SpaceState, seat: Seat) -> list[Act]:
        return listing.legal(state, seat)

    def act(self, state: SpaceState, seat: Seat, act: Act) -> list[Event]:
        if state.phase == OVER:
            raise Refused("ST-2", "The game is over.")
        if isinstance(act, ChooseOrder):
            return choose_order(state, seat, act)
        if state.phase == CHOOSING:
            raise Refused("TS-S3", "Everyone has to pick two orders first.")
        happened = carry_out(state, seat, act)
        if state.phase == FINAL:
            end_if_nothing_is_left(state, happened)
        return happened

    def alarm(self, state: SpaceState) -> Ms | None:
        if state.phase == OVER:
            return None
        now = state.now
        soonest = state.due
        for at in state.timer_at:
            if now < at < soonest:
                soonest = at
        if state.line:
            for due in state.line_due:
                if 0 < due < soonest:
                    soonest = due
        for debt in state.debts:
            if 0 < debt.due < soonest:
                soonest = debt.due
        deliver = state.setup.deliver
        if deliver > 0:
            for seat in range(state.seats):
                if state.visit[seat] != 0 and state.lifted_at[seat] + deliver < soonest:
                    soonest = state.lifted_at[seat] + deliver
        return soonest

    def ring(self, state: SpaceState) -> list[Event]:
        """At one millisecond: timers run out, visits end, lines move on, owners' time to choose
        ends, the phase ends."""
        happened: list[Event] = []
        if state.phase == CHOOSING:
            if state.due <= state.now:
                choose_for_the_silent(state, happened)
            return happened
        run_out(state, happened)
        if state.setup.deliver > 0:
            visits_due(state, happened)
        if state.line:
            lines_due(state, happened)
        if state.debts:
            debts_due(state, happened)
        if state.phase == PLAY and state.due <= state.now:
            time_up(state, happened)
        if state.phase == FINAL:
            if state.due <= state.now:
                end(state, "late", happened)
            else:
                end_if_nothing_is_left(state, happened)
        return happened

    def view(self, state: SpaceState, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def preview(self, state: SpaceState, seat: Seat, question: Question) -> dict[str, Any]:
        return preview.preview(state, seat, question)

    def questions(self, state: SpaceState, seat: Seat) -> list[Question]:
        return preview.questions(state, seat)

    def imagine(self, state: SpaceState, seat: Seat, rng: Rng) -> SpaceState:
        return view.imagine(state, seat, rng)

    def dump(self, state: SpaceState) -> dict[str, Any]:
        return position.dump(state)

    def load(
        self, data: Any, seats: int, chosen: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> SpaceState:
        return position.load(data, self.setup(seats, chosen), seats, rng, now, over)

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return words.lessons(options)

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> SpaceState:
        state = self.new(seats, options, rng)
        show(state, seat)
        return state

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names, you))


def carry_out(state: SpaceState, seat: Seat, act: Act) -> list[Event]:
    """One act while the time runs or the last timers are lifted."""
    if isinstance(act, TurnOver):
        return turn_over(state, seat, act)
    if isinstance(act, Fly):
        return fly(state, seat, act)
    if isinstance(act, Lift):
        return lift(state, seat, act)
    if isinstance(act, (Give, GiveAny)):
        return answer(state, seat, act)
    if isinstance(act, First):
        return first(state, seat, act)
    if isinstance(act, Offer):
        return offer(state, seat, act)
    if isinstance(act, Withdraw):
        return withdraw(state, seat)
    return step(state, seat, act)


def answer(state: SpaceState, host: Seat, act: Act) -> list[Event]:
    """TS-A8: the owner's choice, in the words of the version that is played."""
    if state.setup.first_rules:
        if isinstance(act, GiveAny):
            return give_any(state, host, act)
    elif isinstance(act, Give):
        happened = give(state, host, act)
        tend(state, host, NOTHING, happened)
        return happened
    raise Refused("ST-3", "This version of the rules has no such act.")
