"""A bot in a seat, from the table's side: what it has been told, and what it means to do."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.bots.levels import levels
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.server.base.logs import TRACE
from sandtable.server.bots.orders import to_drop, to_look, to_sit
from sandtable.server.bots.ours import is_ours
from sandtable.server.bots.process import Blame, Thought
from sandtable.server.match.play import Play

if TYPE_CHECKING:
    from sandtable.server.bots.desk import BotDesk

log = logging.getLogger("sandtable.bots")

LAST_RESORT = RandomBot.LEVEL
MOST_REFUSED = 20
"""Refusals in a row; in a race a good bot has a few."""
MOST_DEATHS = 2
"""Deaths of its process after which a bot is replaced; one may have another reason."""
LONGEST_PLAN: Ms = 600_000
MOST_HALVED = 6
MOST_ALARMS = 12
"""So many things that happen by themselves are looked ahead, until a seat can act."""


def soon(game: Game[Any], state: State, seat: Seat) -> list[Act]:
    """What a seat will be able to do next if nobody does anything; it lets this state go on."""
    for _ in range(MOST_ALARMS):
        alarm = game.alarm(state)
        if alarm is None or state.outcome is not None:
            break
        game.advance(state, alarm)
        if acts := game.legal(state, seat):
            return acts
    return []


class Hand:
    """One bot in one seat: what it has been told, and what it means to do."""

    def __init__(self, desk: BotDesk, number: int, play: Play, seat: Seat, level: str) -> None:
        self.number = number
        self.play = play
        self.seat = seat
        self.level = level
        self.due: Ms | None = None
        self.meant: Ms | None = None
        """When it would have acted had its first thought about this stood."""
        self.act: dict[str, Any] | None = None
        self.changed: Callable[[], None] = lambda: None
        self.replaced: Callable[[], None] = lambda: None
        """Called when the random bot has taken over."""
        self.life = 0
        """How often this bot has sat down; answers from earlier sittings are out of date."""
        self.deaths = 0
        self._desk = desk
        self._luck: Rng = seeded(secrets.randbits(128))
        self._told: list[dict[str, Any]] = []
        self._looking = False
        self._again = False
        self._taken_back = False
        """Whether nobody asks any more what the bot is thinking about."""
        self._in_vain = 0
        """Thoughts in a row that were taken back; each next one has half the time."""
        self._could: list[dict[str, Any]] = []
        """What this seat could do when the bot began to think about it, or would be able to."""
        self._asked: Ms = 0
        self._first: Ms | None = None
        """When it was first asked what it is asked now, if it could have acted then."""
        self._refused = 0
        self._judge_kind()

    def _judge_kind(self) -> None:
        kind = levels(self.match.game)[self.level]
        self.thinks = kind.THINKS / 1_000
        self._listens = kind.notice is not Bot.notice
        self._wary = kind.interrupted is not Bot.interrupted

    @property
    def match(self) -> Match:
        return self.play.match

    @property
    def is_ours(self) -> bool:
        return is_ours(self.match.game, self.level)

    @property
    def idle(self) -> bool:
        """Whether it has no plan and is not making one: it waits for something to happen."""
        return self.due is None and not self._looking

    def happened(self, events: list[Event]) -> None:
        """Something happened at the table; think, if there is a reason to."""
        told = [event.told(self.seat) for event in events] if self._listens else []
        self.hear([entry for entry in told if entry is not None])

    def hear(self, told: list[dict[str, Any]]) -> None:
        if self._listens:
            self._told.extend(told)
        if self._looking or self.due is None or self._wary:
            self.look()

    def done(self) -> None:
        """The plan has been carried out, or has come to nothing."""
        self.due = self.meant = None
        self.act = None

    def judged(self, refused: bool) -> None:
        """What the table said to the last act."""
        if not refused:
            # Whatever it means to do now was thought of before the table looked like this.
            self.done()
            self._first = None
            self._take_back()
        self._refused = self._refused + 1 if refused else 0
        if self._refused >= MOST_REFUSED:
            self.fault(f"was refused {self._refused} times in a row")

    def look(self) -> None:
        if self.match.over:
            return
        if self._looking:
            self._again = True
            if self._can(self.match.legal(self.seat)) != self._could:
                self._take_back()
            return
        self._looking = True
        acts = self.match.legal(self.seat)
        self._could = self._can(acts)
        told, self._told = self._told, []
        mono = self._desk.now()
        order = to_look(self.number, self.life, self.play, self.seat, self._luck, told, mono)
        self._asked = order["now"]
        if not acts:
            self._first = None
        elif self._first is None:
            self._first = self._asked
        order["planned"] = self.due is not None
        order["in_vain"] = min(self._in_vain, MOST_HALVED)
        self._desk.order(order)

    def _take_back(self) -> None:
        """What the bot is thinking about is not asked any more."""
        if self._looking and not self._taken_back:
            self._taken_back = self._again = True
            self._desk.order(to_drop(self.number))

    def _can(self, acts: list[Act]) -> list[dict[str, Any]]:
        """What this seat can do; for a bot that thinks ahead, what it will be able to do next if
        nobody else does anything."""
        if not acts and self.thinks and self._wary:
            acts = soon(self.match.game, self._imagined(), self.seat)
        return [act.to_json() for act in acts]

    def _imagined(self) -> State:
        known = self.play.known_to(self.seat)
        imagined: State = self.match.game.imagine(known, self.seat, self._luck)
        return imagined

    def answered(self, answer: Thought) -> None:
        taken_back, self._looking, self._taken_back = self._taken_back, False, False
        if answer.answer == "fault":
            self.fault("raised an error", answer.trace)
            return
        self._in_vain = self._in_vain + 1 if taken_back else 0
        if not taken_back:
            if answer.answer == "plan" and answer.due is not None:
                if answer.due - self._asked > LONGEST_PLAN:
                    self.fault("would think for longer than anybody waits")
                    return
                self.due = answer.due
                self.meant = self.due - (0 if self._first is None else self._asked - self._first)
                self.act = answer.act
            elif answer.answer != "keep":
                self.done()
            self._first = None
        if self._again:
            self._again = False
            if self.due is None or self._wary:
                self.look()
        self.changed()

    def sit(self) -> None:
        self.life += 1
        self._take_back()
        self._looking = self._again = self._taken_back = False
        self._in_vain = 0
        self._first = None
        self.done()
        self._desk.order(to_sit(self.number, self.life, self.play, self.seat, self.level))

    def process_ended(self, suspect: bool, blame: Blame | None) -> None:
        """There is a new process; `suspect` was thinking when the last one ended."""
        self.deaths += suspect
        if blame is not None:
            self.fault(blame.what, blame.trace)
        elif self.deaths >= MOST_DEATHS:
            self.fault("ended its process")
        else:
            self.sit()
            self.look()

    def fault(self, why: str, trace: str = "") -> None:
        """This bot is not fit to play: the random one takes its seat at once."""
        game, traced = self.match.game.NAME, {TRACE: trace}
        log.error("the bot %s of %s, seat %d, %s", self.level, game, self.seat, why, extra=traced)
        self._refused = self.deaths = 0
        self._desk.on_fault()
        again = self.level != LAST_RESORT
        self.level = LAST_RESORT
        self._judge_kind()
        self.sit()
        if again:
            # If the random bot itself fails, nobody else is left; it waits until something happens.
            self.look()
        self.replaced()

    def leave(self) -> None:
        self.changed = self.replaced = lambda: None
        self._desk.dismiss(self)
