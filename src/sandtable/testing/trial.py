"""One table at which a game is put to the test: random play that always goes the same way.

Play mixes acts and waits. The waits end before the next alarm, one millisecond before it, exactly
on it, and beyond it. Everything random comes from the table's seed, so every check takes the same
path through the same table, and finds again what it found once.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sandtable.engine import registry
from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.position import state_hash
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.state import State
from sandtable.engine.table import new
from sandtable.engine.units import Ms, Seat
from sandtable.testing.broken import ContractBroken

LONGEST_WAIT: Ms = 5_000
MOST_MATCHES = 8
NEXT_SEED = 1_000_003
ALL_SEATS = 3
"""Up to this many seats are all examined; of more, some that change from moment to moment."""


class Step:
    """Something to do to a match: an act of a seat, or time that passes."""

    def __init__(self, to: Ms, seat: Seat = -1, act: Act | None = None) -> None:
        self.to = to
        self.seat = seat
        self.act = act

    def __str__(self) -> str:
        if self.act is None:
            return f"wait until {self.to}"
        return f"seat {self.seat} {canonical(self.act.to_json())}"


class Trial:
    """One table: a game, a number of seats, a seed, and the options chosen."""

    def __init__(
        self,
        check: str,
        game: Game[Any],
        seats: int,
        seed: int,
        options: Mapping[str, Any],
        steps: int,
        drawn: bool,
    ) -> None:
        self.check = check
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = dict(options)
        self.steps = steps
        self.drawn = drawn
        """Whether the options were drawn at random."""
        self.match: Match | None = None
        self.played = 0
        """How many matches were played out at this table."""
        self.step = 0
        """How many steps were taken in all of them."""
        self.last = "nothing yet"

    def chance(self, label: str) -> Rng:
        """The random numbers of one purpose, at this moment of this table."""
        return seeded(f"{label} {self.seed} {self.step}")

    def broken(self, promise: str, detail: str) -> ContractBroken:
        """The error for what was found here, ready to be raised."""
        moment = f"match {self.played + 1}, step {self.step} (last: {self.last})"
        if self.match is not None:
            moment += f", table time {self.match.now} ms"
        table = f"{self.seats} seats, seed {self.seed}, options {self.options}"
        again = (
            f"sandtable.testing.{self.check}(game, seats={self.seats}, seeds=[{self.seed}], "
            f"options={self.options}, steps={self.steps})"
        )
        return ContractBroken(self.game.NAME, promise, detail, f"{table}; {moment}", again)

    def new(self) -> Match:
        """A match from its first millisecond: the one that is being played at this table."""
        seed = self.seed + self.played * NEXT_SEED
        return new(self.game, seats=self.seats, seed=seed, options=self.options)

    def hash_of(self, state: State) -> str:
        options = self.match.options if self.match is not None else self.options
        return state_hash(self.game, state, options)

    def matches(self) -> Iterator[tuple[Match, Rng]]:
        """Matches, one after another while steps are left, with the random numbers of the walk."""
        self.step = 0
        for played in range(MOST_MATCHES):
            if played and self.step >= self.steps:
                break
            self.played = played
            self.last = "nothing yet"
            self.match = self.new()
            yield self.match, seeded(f"walk {self.seed} {played}")

    def goes_on(self, match: Match) -> bool:
        return not match.over and self.step < self.steps

    def walk(self) -> Iterator[Match]:
        """Random play: the match before each step, and at its end."""
        for match, chance in self.matches():
            yield match
            while self.goes_on(match):
                self.go_on(match, chance)
                yield match

    def go_on(self, match: Match, chance: Rng) -> tuple[Step, list[Event]]:
        """One step of the walk, and what happened."""
        step = self.choose(match, chance)
        events = self.take(match, step)
        self.step += 1
        self.last = str(step)
        return step, events

    def moments(self, apart: int = 0) -> Iterator[Match]:
        """Some moments of the walk, closer together at its beginning, and some ends."""
        wanted = 0
        visits = 0
        visited = -1
        for match in self.walk():
            if self.step == wanted:
                visited = self.step
                yield match
                visits += 1
                wanted += visits + apart
            elif match.over and visits % 2:
                yield match
        if visited != self.step and self.match is not None:
            yield self.match

    def some_seats(self) -> list[Seat]:
        """The seats to look at now."""
        if self.seats <= ALL_SEATS:
            return list(range(self.seats))
        return sorted((self.step + i) % self.seats for i in range(ALL_SEATS))

    def choose(self, match: Match, chance: Rng) -> Step:
        """What to do next: mostly an act, each kind equally likely; else a wait."""
        active = match.active()
        if active and chance.below(4) > 0:
            seat = chance.pick(active)
            acts = match.legal(seat)
            if not acts:
                raise self.broken(
                    "active names the seats that have a legal act",
                    f"seat {seat} is named and has none",
                )
            kinds: list[str] = []
            for act in acts:
                if act.NAME not in kinds:
                    kinds.append(act.NAME)
            kind = chance.pick(kinds)
            return Step(match.now, seat, chance.pick([act for act in acts if kind == act.NAME]))
        due = self.alarm(match)
        if due is None:
            if not active:
                raise self.broken(
                    "a match that is not over goes on",
                    "nobody has an act and nothing will happen by itself",
                )
            return Step(match.now + chance.between(1, LONGEST_WAIT))
        gap = due - match.now
        where = chance.below(5)
        if where == 0:
            return Step(instant(match.now + 1, due, chance))
        if where == 1 and gap > 1:
            return Step(due - 1)
        if where == 2:
            return Step(instant(due + 1, due + 2 * gap, chance))
        return Step(due)

    def take(self, match: Match, step: Step) -> list[Event]:
        """Do it. A legal act must be accepted."""
        if step.act is None:
            return self.let_pass(match, step.to)
        try:
            return match.act(step.seat, step.act)
        except Refused as refused:
            raise self.broken(
                "every act that legal lists is accepted", f"{step} is refused: {refused}"
            ) from None

    def alarm(self, match: Match) -> Ms | None:
        """The next alarm, which lies ahead."""
        if match.over:
            return None
        due = self.game.alarm(match.state)
        if due is not None and (type(due) is not int or due <= match.now):
            raise self.broken(
                "an alarm is later than now", f"it is {match.now} and the alarm is {due!r}"
            )
        return due

    def let_pass(self, match: Match, to: Ms) -> list[Event]:
        """Like `Match.advance`, but raises if an alarm does not move on, and so ends."""
        happened: list[Event] = []
        state = match.state
        while not match.over:
            due = self.alarm(match)
            if due is None or due > to:
                state.now = to
                break
            happened.extend(self.game.advance(state, due))
            if state.now != due:
                raise self.broken(
                    "time stops at the alarm", f"the alarm was at {due} and it is {state.now}"
                )
        return happened

    def play_on(self, match: Match, chance: Rng, steps: int) -> None:
        """Random steps from here."""
        for _ in range(steps):
            if match.over:
                return
            self.take(match, self.choose(match, chance))


@contextmanager
def installed(game: Game[Any]) -> Iterator[None]:
    """For a while the game's name finds this very game, as `load` and `replay` need."""
    guests = registry._guests
    before = guests.get(game.NAME)
    registry.register(game)
    try:
        yield
    finally:
        if before is None:
            del guests[game.NAME]
        else:
            guests[game.NAME] = before


def instant(low: Ms, high: Ms, chance: Rng) -> Ms:
    """Any time from low to high, both included, however far apart they are."""
    return low + (chance.below(1 << 30) * (high - low + 1) >> 30)


def told(events: list[Event], viewer: Seat | None) -> list[dict[str, Any]]:
    """What a viewer is told of some events."""
    return [heard for event in events if (heard := event.told(viewer)) is not None]


def in_full(events: list[Event]) -> list[dict[str, Any]]:
    return [event.to_json() for event in events]


def texts(acts: list[Act]) -> list[str]:
    """Acts as their JSON texts, for comparing and for showing."""
    return [canonical(act.to_json()) for act in acts]
