"""What happens: one function for each rule or two."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.legend import Legend
from sandtable.engine.options import Option
from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng
from sandtable.engine.speech import Speech
from sandtable.engine.units import Ms, Seat, Viewer

from . import actions, listing, options, position, view, words
from .actions import Draw, Drop, Stop
from .events import Drew, Dropped, Shown, Stopped
from .legend import LEGEND
from .options import Setup
from .parts import PEBBLES
from .state import Table


class Rules(Game[Table]):
    """The game as the engine knows it. It has no state of its own."""

    NAME: ClassVar[str] = "pebbles"
    TITLE: ClassVar[str] = "Pebbles"
    BLURB: ClassVar[str] = "Draw unseen, come close to the target, and know when to stop."
    LENGTH: ClassVar[str] = "5 minutes"
    GOAL: ClassVar[str] = (
        "Come as close to the target as you can without going over it. On your turn, draw a "
        "pebble, lay one aside, or stop for good."
    )
    RULES_VERSION: ClassVar[int] = 1
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = 4
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.ACTS
    OPTIONS: ClassVar[tuple[Option, ...]] = options.OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND

    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Table:
        """PE-S1: everybody draws a pebble; the first player is chosen at random."""
        state = Table(seats, rng, Setup(options))
        state.bag = PEBBLES.copy()
        for seat in range(seats):
            take_from_bag(state, seat)
        state.turn = rng.below(seats)
        state.turn_ends_at = state.setup.turn
        return state

    def legal(self, state: Table, seat: Seat) -> list[Act]:
        return listing.legal(state, seat)

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        """PE-T1: refuse first, having changed nothing; then let it happen."""
        if state.outcome is not None:
            raise Refused("ST-2", "The game is over.")
        if seat != state.turn:
            raise Refused("PE-T1", "It is not your turn.")
        if isinstance(act, Draw):
            return draw(state)
        if isinstance(act, Drop):
            return drop(state, act)
        if isinstance(act, Stop):
            return stop(state, timed_out=False)
        raise Refused("ST-3", "There is no such act in this game.")

    def alarm(self, state: Table) -> Ms | None:
        return None if state.outcome is not None else state.turn_ends_at

    def ring(self, state: Table) -> list[Event]:
        return stop(state, timed_out=True)

    def order_of_play(self, state: Table) -> list[Seat] | None:
        return [(state.turn + nth) % state.seats for nth in range(state.seats)]

    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        return view.imagine(state, seat, rng)

    def dump(self, state: Table) -> dict[str, Any]:
        return position.dump(state)

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Table:
        return position.load(data, Setup(options), seats, rng, now, over)

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return words.lessons(options)

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names, you))


def take_from_bag(state: Table, seat: Seat) -> int:
    """Everything random comes from the generator in the state."""
    pebble = state.bag.pop(state.rng.below(len(state.bag)))
    state.hands[seat].append(pebble)
    state.hands[seat].sort()
    return pebble


def draw(state: Table) -> list[Event]:
    """PE-T2: a pebble from the bag, which nobody else sees."""
    if not state.bag:
        raise Refused("PE-T2", "The bag is empty.")
    seat = state.turn
    drew = Drew(state.now, seat, take_from_bag(state, seat))
    pass_turn(state)
    return [drew]


def drop(state: Table, act: Drop) -> list[Event]:
    """PE-T3: a player lays one of their pebbles aside, for all to see."""
    seat = state.turn
    if act.pebble not in state.hands[seat]:
        raise Refused("PE-T3", f"You have no {act.pebble} to lay aside.")
    state.hands[seat].remove(act.pebble)
    state.aside.append(act.pebble)
    state.aside.sort()
    pass_turn(state)
    return [Dropped(state.now, seat, act.pebble)]


def stop(state: Table, timed_out: bool) -> list[Event]:
    """PE-T4, PE-T5: no further turn; PE-E1: when all have stopped, all show what they have."""
    seat = state.turn
    happened: list[Event] = [Stopped(state.now, seat, timed_out)]
    state.playing.remove(seat)
    if state.playing:
        pass_turn(state)
        return happened
    state.outcome = result(state)
    hands = [hand.copy() for hand in state.hands]
    happened.append(Shown(state.now, hands, state.outcome.winners))
    return happened


def pass_turn(state: Table) -> None:
    """PE-T1: clockwise to the next player who has not stopped, and the clock starts again."""
    later = [seat for seat in state.playing if seat > state.turn]
    state.turn = (later or state.playing)[0]
    state.turn_ends_at = state.now + state.setup.turn


def result(state: Table) -> Outcome:
    """PE-E2, PE-E3: the most without going over the target; equals share the win."""
    sums = [sum(hand) for hand in state.hands]
    within = [total for total in sums if total <= state.setup.target]
    winners = [seat for seat, total in enumerate(sums) if within and total == max(within)]
    breakdown: list[dict[str, Any]] = [{"pebbles": hand.copy()} for hand in state.hands]
    return Outcome(winners, sums, breakdown, "stopped" if winners else "all over the target")
