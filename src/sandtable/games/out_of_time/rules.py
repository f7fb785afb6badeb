"""What happens in Out of Time: which act goes where, and what time brings by itself.

The rules themselves are in

- placing: setting up, and the placement round
- moving: which glass can go where, and what happens there
- knocking: glasses that fall over, and who stands them up
- cubes: taking cubes, filling cards, winning, giving back
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
from sandtable.games.out_of_time import actions, listing, options, position, preview, view, words
from sandtable.games.out_of_time.actions import GiveBack, Move, Place, StandUp
from sandtable.games.out_of_time.cubes import fine, give_back, settle
from sandtable.games.out_of_time.events import Fined, RanThrough, Rebuffed
from sandtable.games.out_of_time.knocking import (
    CLATTER,
    first_things_first,
    knock_over,
    stand_up,
)
from sandtable.games.out_of_time.legend import LEGEND
from sandtable.games.out_of_time.moving import move
from sandtable.games.out_of_time.options import Setup
from sandtable.games.out_of_time.parts import MOST_SEATS, OWNER_WAITS
from sandtable.games.out_of_time.placing import place, set_up, time_is_up
from sandtable.games.out_of_time.state import (
    IN_HAND,
    NEVER,
    UNKNOWN,
    OutOfTimeState,
    is_placing,
    placing_seat,
)


class OutOfTime(Game[OutOfTimeState]):
    """Out of Time: two sand timers each, and everybody moves at the same time."""

    NAME: ClassVar[str] = "out-of-time"
    TITLE: ClassVar[str] = "Out of Time"
    BLURB: ClassVar[str] = "Two sand timers each, no turns, and three cards to fill."
    LENGTH: ClassVar[str] = "15 minutes"
    GOAL: ClassVar[str] = (
        "Be the first to fill three cards. When one of your glasses has run out, move it next "
        "to your other one, and take a cube of that space's colour if your card has room."
    )
    RULES_VERSION: ClassVar[int] = 2
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = MOST_SEATS
    REAL_TIME: ClassVar[bool] = True
    ALL_SEE_THE_SAME: ClassVar[bool] = True
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.ACTS
    QUESTIONS: ClassVar[tuple[type[Question], ...]] = preview.QUESTIONS
    OPTIONS: ClassVar[tuple[Option, ...]] = options.OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND

    def check_options(self, chosen: dict[str, Any], seats: int) -> None:
        options.check_options(chosen, seats)

    def new(self, seats: int, chosen: dict[str, Any], rng: Rng) -> OutOfTimeState:
        state = OutOfTimeState(seats, rng, Setup(seats, chosen, self.RULES_VERSION))
        set_up(state)
        return state

    def active(self, state: OutOfTimeState) -> list[Seat]:
        return listing.active(state)

    def legal(self, state: OutOfTimeState, seat: Seat) -> list[Act]:
        return listing.legal(state, seat)

    def act(self, state: OutOfTimeState, seat: Seat, act: Act) -> list[Event]:
        if state.outcome is not None:
            raise Refused("ST-2", "The game is over.")
        if state.players[seat].must_stand_up > 0 and not isinstance(act, StandUp):
            raise first_things_first()
        if isinstance(act, Move):
            if is_placing(state):
                raise Refused("OT-P3", "No glass moves before the placement round is over.")
            happened = move(state, seat, act)
        elif isinstance(act, Place):
            happened = place(state, seat, act)
        elif isinstance(act, StandUp):
            happened = stand_up(state, seat, act.glass)
        elif isinstance(act, GiveBack):
            happened = choose_cube(state, seat, act)
        else:
            raise Refused("ST-3", "Out of Time has no such act.")
        state.due = UNKNOWN
        return happened

    def penalise(
        self, state: OutOfTimeState, seat: Seat, act: Act, refused: Refused
    ) -> list[Event]:
        """OT-K3: the attempt knocks a glass over; OT-K6: the strict referee's fine, also a cube."""
        happened: list[Event] = []
        if refused.rule == CLATTER and isinstance(act, Move):
            fallen = state.glasses[state.standing[act.to]]
            knock_over(state, seat, act.glass, fallen, happened)
        else:
            happened.append(Fined(state.now, seat, refused.rule, refused.message))
            fine(state, seat, happened)
        state.due = UNKNOWN
        return happened

    def rebuff(self, state: OutOfTimeState, seat: Seat, refused: Refused) -> list[Event]:
        """Everybody sees every hand over this table, and nothing that a refusal says is secret."""
        return [Rebuffed(state.now, seat, refused.rule, refused.message)]

    def alarm(self, state: OutOfTimeState) -> Ms | None:
        if state.due == UNKNOWN:
            state.due = next_due(state)
        return None if state.due == NEVER else state.due

    def ring(self, state: OutOfTimeState) -> list[Event]:
        """The order within one millisecond, if several things are due.

        Sand runs out, by number of the glass; then cubes that nobody chose go back, by seat; then
        the table places for a player who was too slow.
        """
        now = state.now
        happened: list[Event] = []
        for glass in state.glasses:
            if glass.runs_out_at == now and not glass.fallen and glass.space != IN_HAND:
                happened.append(RanThrough(now, glass.seat, glass.number, glass.space))
        for seat in range(state.seats):
            if state.players[seat].choose_by == now:
                settle(state, seat, state.players[seat], happened)
        if is_placing(state) and state.place_by == now:
            time_is_up(state, happened)
        state.due = UNKNOWN
        return happened

    def view(self, state: OutOfTimeState, viewer: Viewer) -> dict[str, Any]:
        return view.view(state)

    def changing(self, state: OutOfTimeState, viewer: Viewer) -> dict[str, Any]:
        return view.changing(state)

    def preview(self, state: OutOfTimeState, seat: Seat, question: Question) -> dict[str, Any]:
        return preview.preview(state, seat, question)

    def questions(self, state: OutOfTimeState, seat: Seat) -> list[Question]:
        return preview.questions(state, seat)

    def imagine(self, state: OutOfTimeState, seat: Seat, rng: Rng) -> OutOfTimeState:
        return view.imagine(state, rng)

    def dump(self, state: OutOfTimeState) -> dict[str, Any]:
        return position.dump(state)

    def load(
        self, data: Any, seats: int, chosen: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> OutOfTimeState:
        return position.load(data, Setup(seats, chosen, self.RULES_VERSION), seats, rng, now, over)

    def order_of_play(self, state: OutOfTimeState) -> list[Seat] | None:
        """OT-P1: to the right, as the first glasses are placed. After that there are no turns."""
        return [(state.first - nth) % state.seats for nth in range(state.seats)]

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return words.lessons(options)

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> OutOfTimeState:
        """All glasses stand, and the first of this seat's has just run out."""
        state = self.new(seats, options, rng)
        state.first = seat
        glass = state.glasses[2 * seat]
        apart = min(state.setup.placement, state.setup.timer) // (state.setup.placements + 1)
        while is_placing(state):
            placer = placing_seat(state)
            act = rng.pick(listing.legal(state, placer))
            assert isinstance(act, Place)
            place(state, placer, act)
            state.now += apart
        state.now = glass.runs_out_at
        state.due = UNKNOWN
        return state

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names, you))


def choose_cube(state: OutOfTimeState, seat: Seat, act: GiveBack) -> list[Event]:
    """OT-K5: the culprit says which cube goes back."""
    player = state.players[seat]
    if player.choose_by == NEVER:
        raise Refused("OT-K5", "You have no cube to give back.")
    if act.index not in player.cubes:
        raise Refused("OT-K5", f"There is no {act.colour} cube on your card.")
    happened: list[Event] = []
    give_back(state, seat, player, act.index, "chosen", happened)
    return happened


def next_due(state: OutOfTimeState) -> Ms:
    """The next instant that changes what somebody may do, or NEVER."""
    if state.outcome is not None:
        return NEVER
    now = state.now
    setup = state.setup
    due = NEVER
    if is_placing(state):
        due = state.place_by
    for glass in state.glasses:
        if glass.space == IN_HAND:
            continue
        if glass.fallen:
            # OT-K3: the owner may stand it up too. One's own fallen glass waits for nothing.
            if glass.knocked_by != glass.seat:
                due = sooner(due, glass.fell_at + OWNER_WAITS, now)
        else:
            due = sooner(due, glass.runs_out_at, now)
            if setup.knocking:
                # OT-K3: what was a lost race becomes a knock when the grace is over, and for a
                # glass that was stood up and moved on, when it is not protected any more.
                due = sooner(due, glass.placed_at + setup.grace, now)
                if not glass.noticed:
                    due = sooner(due, glass.protected_until, now)
    for player in state.players:
        due = sooner(due, player.choose_by, now)
    return due


def sooner(due: Ms, at: Ms, now: Ms) -> Ms:
    """The earlier of two instants; `at` counts only if it is still to come."""
    return at if at > now and (due == NEVER or at < due) else due
