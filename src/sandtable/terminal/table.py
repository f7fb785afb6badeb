"""One person at a table with bots, in real time, without a server.

The match and the bots are the same as everywhere; only here is a clock read, to know how much table
time has passed. What happens is told line by line, so that it also works over a slow connection.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.bots.driver import Driver, clock
from sandtable.bots.levels import USUAL, levels, make_bot
from sandtable.engine.acts import Act
from sandtable.engine.bot import Budget, Seen
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.speech import sentence
from sandtable.engine.units import Ms, Seat
from sandtable.terminal.reading import ViewReader, words_of

LONGEST_THOUGHT = 0.8
"""Seconds that a bot may think while a person waits."""
LONGEST_SLEEP = 0.5
FEW = 8
"""This many acts stand below each other."""
MANY = 24
"""More acts than these are shown in short, and chosen by their words."""
HELP = """Type a number to do what stands beside it, or words that fit only one act: "green 2".
  t  the table        a  what you can do        h  a hint, with its reason
  ?  this help        q  leave the game"""

Tell = Callable[[str], None]
Ask = Callable[[float], str | None]
"""Waits this many seconds for a line that the person types; None if there was none."""


class Leave(Exception):
    """The person has had enough."""


class WhileOneWaits(Budget):
    def __init__(self) -> None:
        self.until = time.monotonic() + LONGEST_THOUGHT

    def is_spent(self) -> bool:
        return time.monotonic() >= self.until


class Opponents(Driver):
    """The bots at this table: they think no longer than a person likes to wait."""

    def seen(self, seat: Seat) -> Seen:
        return Seen(self.match.game, self.match.state, seat, WhileOneWaits(), self.match.options)


class Evening:
    """A game in a terminal. `you` is the person's seat; `pace` is in percent, as on the site."""

    def __init__(
        self,
        match: Match,
        you: Seat,
        opponents: Sequence[str],
        names: Sequence[str],
        rng: Rng,
        tell: Tell,
        ask: Ask,
        pace: int = 100,
        columns: int = 80,
    ) -> None:
        self.match = match
        self.you = you
        self.names = names
        self.tell = tell
        self.ask = ask
        self.pace = pace
        self.columns = columns
        self.reader = ViewReader(match.game.LEGEND, names, you)
        seats = [seat for seat in range(match.seats) if seat != you]
        bots = {
            seat: make_bot(match.game, level, seat, rng.fork(f"bot {seat}"))
            for seat, level in zip(seats, opponents, strict=True)
        }
        self.driver = Opponents(match, bots, rng.fork("driver"))
        known = levels(match.game)
        adviser = USUAL if USUAL in known else list(known)[-1]
        self.adviser = make_bot(match.game, adviser, you, rng.fork("adviser"))
        self.offered: list[Act] = []
        self._began = 0.0

    def play(self) -> None:
        """Until the game is over, or the person leaves."""
        self.tell(HELP)
        self.show_table()
        self._began = time.monotonic()
        self.driver.begin()
        self.offer()
        while not self.match.over:
            line = self.ask(self.until_next())
            self.catch_up(self.now())
            if line is not None:
                self.obey(line.strip().lower())
        self.show_end()

    def now(self) -> Ms:
        return int((time.monotonic() - self._began) * 10 * self.pace)

    def next_at(self) -> Ms | None:
        """When something happens next by itself."""
        times = [intent.due for intent in self.driver.intents.values() if intent is not None]
        if self.match.alarm is not None:
            times.append(self.match.alarm)
        return min(times, default=None)

    def until_next(self) -> float:
        """Seconds until then."""
        due = self.next_at()
        if due is None:
            return LONGEST_SLEEP
        return min(LONGEST_SLEEP, max(0.0, (due - self.now()) / (10 * self.pace)))

    def catch_up(self, now: Ms) -> None:
        """Let everything happen that was due by now."""
        while not self.match.over:
            due = self.next_at()
            if due is None or due > now:
                break
            self.told(self.driver.step())
        if not self.match.over and now > self.match.now:
            self.match.advance(to=now)

    def told(self, events: list[Event]) -> None:
        for event in events:
            told = event.told(self.you)
            if told is not None:
                said = self.match.game.words_to(self.you, told, self.names)
                if said:
                    self.tell(f"{clock(event.at)}  {said}")
                self.adviser.notice(told)
        if not self.match.over:
            self.offer()

    def offer(self) -> None:
        """Say what can be done, when that has changed."""
        acts = self.match.legal(self.you)
        if [act.to_json() for act in acts] != [act.to_json() for act in self.offered]:
            self.offered = acts
            self.show_acts()

    def show_acts(self) -> None:
        if not self.offered:
            self.tell("Nothing to do but wait.")
            return
        plain = [act.to_json() for act in self.offered]
        if len(plain) <= MANY:
            lines = [f"{nth:4d}  {self.reader.act(act)}" for nth, act in enumerate(plain, 1)]
        else:
            lines = [
                f"{places[0] + 1:4d}  {said}" if len(places) == 1 else f"      {said}"
                for said, places in self.reader.runs(plain)
            ]
        for line in in_columns(lines, self.columns):
            self.tell(line)

    def show_table(self) -> None:
        for line in self.reader.lines(self.match.view(self.you), self.match.now):
            self.tell(line)

    def obey(self, line: str) -> None:
        if line == "q":
            raise Leave
        if line == "t":
            self.show_table()
        elif line == "a":
            self.show_acts()
        elif line == "h":
            self.hint()
        elif line.isdecimal() and 1 <= int(line) <= len(self.offered):
            self.do(self.offered[int(line) - 1])
        elif line == "?":
            self.tell(HELP)
        elif line:
            self.do_by_words(line)

    def do_by_words(self, line: str) -> None:
        """Do the act that has these words: "green 2" for "Move green, spending 2"."""
        wanted = words_of(line)
        labels = [self.reader.act(act.to_json()) for act in self.offered]
        fitting = [nth for nth, said in enumerate(labels) if has_all(words_of(said), wanted)]
        if len(fitting) == 1:
            self.do(self.offered[fitting[0]])
        elif not fitting:
            self.tell("Nothing you can do now matches that; ? for help.")
        else:
            shown = [f"{nth + 1:4d}  {labels[nth]}" for nth in fitting[:MANY]]
            self.tell(f"Which of these {len(fitting)}?")
            for row in in_columns(shown, self.columns):
                self.tell(row)

    def do(self, act: Act) -> None:
        try:
            events = self.match.act(self.you, act)
        except Refused as refused:
            self.tell(str(refused))
            events = list(refused.events)
        self.driver.happened(events)
        self.told(events)

    def hint(self) -> None:
        plan = self.adviser.plan(
            Seen(self.match.game, self.match.state, self.you, WhileOneWaits(), self.match.options)
        )
        if plan is None or plan.act is None:
            self.tell("Wait a little.")
            return
        act: dict[str, Any] = plan.act.to_json()
        self.tell(f"{self.reader.act(act)}. {plan.why}".rstrip())

    def show_end(self) -> None:
        outcome = self.match.outcome
        if outcome is None:
            return
        self.show_table()
        winners = [self.reader.name(seat) for seat in outcome.winners]
        scores = ", ".join(
            f"{self.reader.name(seat)} {score}" for seat, score in enumerate(outcome.scores)
        )
        self.tell(f"{winners_in_words(winners)} won. Scores: {scores}.")


def winners_in_words(names: list[str]) -> str:
    return sentence(" and ".join(names)) if names else "Nobody"


def has_all(words: list[str], wanted: list[str]) -> bool:
    return all(words.count(word) >= wanted.count(word) for word in wanted)


def in_columns(lines: list[str], width: int) -> list[str]:
    """Side by side if they are many, read downwards."""
    widest = max(map(len, lines), default=0) + 2
    beside = max(1, width // widest) if len(lines) > FEW else 1
    high = -(-len(lines) // beside)
    return [
        "".join(line.ljust(widest) for line in lines[row::high]).rstrip() for row in range(high)
    ]
