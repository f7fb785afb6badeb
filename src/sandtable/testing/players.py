"""Bots: they act by the rules, come to an end, and do not peek."""

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.bots.driver import Driver, Stuck
from sandtable.bots.levels import levels
from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Rounds, Seen
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.rng import seeded
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.testing.acts import check_over
from sandtable.testing.checks import attempt, trials
from sandtable.testing.pool import Pool
from sandtable.testing.trial import Trial

MOST_HAPPENINGS = 20_000
WITH_DRAWN_OPTIONS = 400
SLOWEST: Ms = 600_000
A_GLANCE = 2
"""Rounds of thought for those that search; interpreted, each may take a sixth of a second."""
A_LOOK = 30
"""The same once in a while: few rounds may change nothing, whatever a bot peeks at."""
LOOKS_EVERY = 8
MOST_THOUGHTS = 24
"""After so many searches a game is broken off."""


def check_bots(
    game: str | Game[Any],
    seats: int | Iterable[int] | None = None,
    seeds: Iterable[int] = range(2),
    options: Mapping[str, Any] | None = None,
    *,
    steps: int = MOST_HAPPENINGS,
    bots: Mapping[str, type[Bot]] | None = None,
) -> None:
    """Every level plays a whole game at each table, and one more in which the levels take turns.

    Each bot has a twin, with equal random numbers and told the same events, that is shown nothing
    but states that its seat imagines. As long as the bot looks only at what its seat may see, the
    twin makes the same plans.

    A game in which bots search is broken off after a number of searches, without blame. So they
    play another one from its last quarter on, which quicker levels have played up to there.

    By default the bots are those of the game's `bot.py`, and the random one. A game may take this
    many `steps`; one with random options is broken off earlier, without blame, since nobody
    promised that those make a short game.
    """
    for trial in trials("check_bots", game, seats, seeds, options, steps):
        known = dict(levels(trial.game) if bots is None else bots)
        for level, kind in known.items():
            if not kind.ABOUT:
                raise trial.broken("a bot says how it plays", f"{level} has no ABOUT")
        lineups = [[level] * trial.seats for level in known]
        if len(known) > 1:
            names = list(known)
            lineups.append([names[seat % len(names)] for seat in range(trial.seats)])
        quick = [kind for kind in known.values() if not kind.THINKS]
        slow = [kind for kind in known.values() if kind.THINKS]
        for lineup in lineups:
            kinds = [known[level] for level in lineup]
            attempt(trial, lambda trial, kinds=kinds: play(trial, kinds))  # type: ignore[misc]
        if quick:
            by = quick[-1]
            for kind in slow:
                kinds = [kind] * trial.seats
                attempt(trial, lambda trial, kinds=kinds, by=by: play(trial, kinds, by))  # type: ignore[misc]


def near_the_end(trial: Trial, quick: type[Bot]) -> Match:
    """A game that this level has played for three quarters of the way."""

    def steps(match: Match, most: int) -> int:
        bots = {seat: quick(trial.game, seat, seeded(seat)) for seat in range(trial.seats)}
        driver = Driver(match, bots, seeded(f"before {trial.seed}"))
        driver.begin()
        done = 0
        while not match.over and done < most:
            driver.step()
            done += 1
        return done

    longest = WITH_DRAWN_OPTIONS if trial.drawn else trial.steps
    whole = steps(trial.new(), longest)
    match = trial.new()
    steps(match, whole * 3 // 4)
    return match


def play(trial: Trial, kinds: list[type[Bot]], begun_by: type[Bot] | None = None) -> None:
    """One game to its end, or the rest of one that another level has begun."""
    trial.step = 0
    match = trial.new() if begun_by is None else near_the_end(trial, begun_by)
    trial.match = match
    watched = {seat: Watched(trial, match, seat, kind) for seat, kind in enumerate(kinds)}
    referee = Referee(trial, match, watched)
    referee.begin()
    pool = Pool(trial.game)
    while not match.over:
        if trial.drawn and trial.step >= WITH_DRAWN_OPTIONS:
            return
        if sum(one.thoughts for one in watched.values()) >= MOST_THOUGHTS:
            return
        if trial.step >= trial.steps:
            raise trial.broken("bots finish their games", f"not within {trial.step} happenings")
        if trial.step < 40:
            for seat in match.active():
                pool.add(match.legal(seat)[:2])
        try:
            referee.step()
        except Stuck as stuck:
            raise trial.broken("bots finish their games", str(stuck)) from None
        trial.step += 1
    check_over(trial, match, pool)


class Watched(Bot):
    """A bot and its twin, which sees only what their seat imagines."""

    def __init__(self, trial: Trial, match: Match, seat: Seat, kind: type[Bot]) -> None:
        label = f"bot {trial.seed} {seat}"
        super().__init__(trial.game, seat, seeded(label))
        self.trial = trial
        self.match = match
        self.level = kind.LEVEL or kind.__name__
        self.bot = kind(trial.game, seat, seeded(label))
        self.twin = kind(trial.game, seat, seeded(label))
        self.questions = 0
        self.thoughts = 0
        """How often the bot has searched: looked at its budget."""

    def how_long(self) -> int:
        return A_GLANCE if (self.thoughts + self.seat) % LOOKS_EVERY else A_LOOK

    def imagined(self) -> Seen:
        self.questions += 1
        rng = seeded(f"peek {self.trial.seed} {self.seat} {self.questions}")
        state: State = self.trial.game.imagine(self.match.state, self.seat, rng)
        return Seen(self.trial.game, state, self.seat, Rounds(self.how_long()), self.match.options)

    def plan(self, seen: Seen) -> Plan | None:
        before = self.match.hash()
        rounds = self.how_long()
        seen.budget = budget = Rounds(rounds)
        plan = self.bot.plan(seen)
        if self.match.hash() != before:
            raise self.trial.broken("a bot that plans changes nothing", f"{self.level} did")
        blind = self.twin.plan(self.imagined())
        self.thoughts += budget.left < rounds
        if in_words(plan) != in_words(blind):
            raise self.trial.broken(
                "a bot does not peek",
                f"{self.level} on seat {self.seat} plans {in_words(plan)}; shown a state that its "
                f"seat cannot tell from the real one, {in_words(blind)}",
            )
        if self.bot.rng.dump() != self.twin.rng.dump():
            raise self.trial.broken(
                "a bot does not peek",
                f"{self.level} on seat {self.seat} draws other random numbers when shown a state "
                "that its seat cannot tell from the real one",
            )
        if plan is not None and not (type(plan.after) is int and 0 <= plan.after <= SLOWEST):
            raise self.trial.broken(
                "a plan says after how many milliseconds",
                f"{self.level} on seat {self.seat} plans {in_words(plan)}",
            )
        if plan is not None and plan.act is not None and not plan.why.strip():
            raise self.trial.broken(
                "a bot says why it does something",
                f"{self.level} on seat {self.seat} plans {in_words(plan)}",
            )
        return plan

    def notice(self, told: dict[str, Any]) -> None:
        self.bot.notice(dict(told))
        self.twin.notice(dict(told))

    def interrupted(self, seen: Seen) -> bool:
        answer = self.bot.interrupted(seen)
        if answer != self.twin.interrupted(self.imagined()):
            raise self.trial.broken(
                "a bot does not peek",
                f"{self.level} on seat {self.seat} is interrupted, or not, by what it may not see",
            )
        return answer


class Referee(Driver):
    """A driver that knows whether anything happened between a plan and its act."""

    def __init__(self, trial: Trial, match: Match, watched: Mapping[Seat, Watched]) -> None:
        super().__init__(match, dict(watched), seeded(f"referee {trial.seed}"))
        self.trial = trial
        self.watched = watched
        self.happenings = 0
        self.planned_at: dict[Seat, int] = {}

    def ask(self, seat: Seat) -> None:
        super().ask(seat)
        self.planned_at[seat] = self.happenings

    def happened(self, events: list[Event]) -> None:
        self.happenings += 1
        super().happened(events)

    def try_act(self, seat: Seat, act: Act | None) -> list[Event]:
        if act is None:
            return []
        self.trial.last = f"seat {seat} {canonical(act.to_json())}"
        try:
            return self.match.act(seat, act)
        except Refused as refused:
            if self.planned_at[seat] == self.happenings:
                raise self.trial.broken(
                    "a bot plays legal acts",
                    f"{self.watched[seat].level} on seat {seat} does {act!r}, though nothing had "
                    f"happened since it planned that, and is refused: {refused}",
                ) from None
            return list(refused.events)


def in_words(plan: Plan | None) -> str:
    if plan is None:
        return "nothing"
    act = "to think again" if plan.act is None else canonical(plan.act.to_json())
    return f"{act} after {plan.after} ms" + (f", saying {plan.why!r}" if plan.why else "")
