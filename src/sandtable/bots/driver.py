"""Lets bots play a match in virtual time: who acts when, without any clock.

Bots answer with plans ("this act, in 2.3 seconds"). The driver keeps one plan for each bot and lets
table time pass to whatever comes first, a plan or an alarm. After everything that happens it asks
again those bots that have no plan, or that say they were interrupted.
"""

from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Seen
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat


class Intent:
    """What a bot means to do, and when; `lot` decides between two in the same millisecond."""

    __slots__ = ("act", "due", "lot")

    def __init__(self, due: Ms, lot: int, act: Act | None) -> None:
        self.due = due
        self.lot = lot
        self.act = act


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """Plays the seats that bots hold. Other seats may act on the match between the steps."""

    def __init__(self, match: Match, bots: dict[Seat, Bot], rng: Rng) -> None:
        self.match = match
        self.bots = bots
        self.rng = rng
        self.intents: dict[Seat, Intent | None] = dict.fromkeys(bots)
        self.refusals = 0
        self.listening = [seat for seat in bots if listens(bots[seat])]
        self.wary = [seat for seat in bots if may_be_interrupted(bots[seat])]

    def seen(self, seat: Seat) -> Seen:
        return Seen(self.match.game, self.match.state, seat, options=self.match.options)

    def begin(self) -> None:
        for seat in self.bots:
            self.ask(seat)

    def ask(self, seat: Seat) -> None:
        """Let a bot make a plan."""
        plan = self.bots[seat].plan(self.seen(seat))
        if plan is None:
            self.intents[seat] = None
            return
        # With plans for this very instant, two bots could answer each other for ever within it.
        due = self.match.now + max(1, plan.after)
        self.intents[seat] = Intent(due, self.rng.below(1 << 30), plan.act)

    def happened(self, events: list[Event]) -> None:
        """Tell the bots what happened, and let those think that have a reason to."""
        if self.match.over:
            return
        for seat in self.listening:
            for event in events:
                told = event.told(seat)
                if told is not None:
                    self.bots[seat].notice(told)
        for seat in self.wary:
            if self.intents[seat] is not None and self.bots[seat].interrupted(self.seen(seat)):
                self.intents[seat] = None
        for seat, intent in self.intents.items():
            if intent is None:
                self.ask(seat)

    def next_seat(self) -> Seat | None:
        """The bot whose plan comes first."""
        first: Seat | None = None
        best: Intent | None = None
        for seat, intent in self.intents.items():
            if intent is not None and (
                best is None or (intent.due, intent.lot) < (best.due, best.lot)
            ):
                first, best = seat, intent
        return first

    def step(self) -> list[Event]:
        """Whatever comes first happens: an alarm (first at equal times), or a bot's plan."""
        match = self.match
        alarm = match.alarm
        seat = self.next_seat()
        intent = None if seat is None else self.intents[seat]
        if seat is None or intent is None or (alarm is not None and alarm <= intent.due):
            if alarm is None:
                raise Stuck(f"{match.game.NAME}: nothing will happen any more at {match.now}")
            events = match.advance(to=alarm)
        else:
            events = match.advance(to=intent.due)
            self.intents[seat] = None
            events += self.try_act(seat, intent.act)
        self.happened(events)
        return events

    def try_act(self, seat: Seat, act: Act | None) -> list[Event]:
        """A bot acts. It may be refused: that the table changed meanwhile is part of the game."""
        if act is None:
            return []
        try:
            return self.match.act(seat, act)
        except Refused as refused:
            self.refusals += 1
            return list(refused.events)


@mypyc_attr(native_class=False)
class Stuck(RuntimeError):
    """No alarm, no plan, and no end: a fault in a game or a bot."""


def listens(bot: Bot) -> bool:
    """Whether it overrides `notice`; the others need not be told, which saves most of the time."""
    return type(bot).notice is not Bot.notice


def may_be_interrupted(bot: Bot) -> bool:
    return type(bot).interrupted is not Bot.interrupted


def play(match: Match, bots: dict[Seat, Bot], rng: Rng, most_acts: int) -> Driver:
    """Let bots play a match to its end, or until it has this many acts."""
    driver = Driver(match, bots, rng)
    driver.begin()
    while not match.over and len(match.entries) < most_acts:
        driver.step()
    return driver


def names_for(seats: int) -> list[str]:
    """Names for the seats of a table without people, after their emblems."""
    return ["Sun", "Moon", "Star", "Wave", "Flame", "Tree"][:seats] + [
        f"Seat {n}" for n in range(6, seats)
    ]


def tell(match: Match, events: list[Event], names: list[str]) -> list[str]:
    """The story of some events as somebody who only watches is told it."""
    lines: list[str] = []
    for event in events:
        told: dict[str, Any] | None = event.told(None)
        if told is not None:
            lines.append(f"{clock(event.at)}  {match.game.words(told, names)}")
    return lines


def clock(at: Ms) -> str:
    """Table time as people read it: minutes, seconds, tenths."""
    return f"{at // 60_000:3d}:{at // 1000 % 60:02d}.{at // 100 % 10}"
