"""Bots at tables: the server's side. They think in worker processes and act like people.

Those that search think for long, in processes of their own, which are started for the first of
them: so nobody who answers quickly waits for somebody who ponders.

A bot that fails is replaced by the random one, so that the others can play on: one that raises an
error, thinks for ever, ends its process, is refused again and again, or waits while nothing else
can happen.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.bots.levels import USUAL, levels
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Bot
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.units import Ms, Seat
from sandtable.protocol.problems import NO_SUCH_BOT, Denied
from sandtable.server.base.chores import keep_on
from sandtable.server.base.logs import TRACE
from sandtable.server.bots.adviser import Adviser, Said
from sandtable.server.bots.orders import to_drop, to_leave, to_look, to_sit
from sandtable.server.bots.ours import is_ours
from sandtable.server.bots.process import DEEP, NOBODY, Blame, Thought, Worker
from sandtable.server.match.play import Play

log = logging.getLogger("sandtable.bots")

LAST_RESORT = RandomBot.LEVEL
MOST_REFUSED = 20
"""Refusals in a row; in a race a good bot has a few."""
MOST_DEATHS = 2
"""Deaths of its process after which a bot is replaced; one may have another reason."""
LONGEST_PLAN: Ms = 600_000
MOST_HALVED = 6
LOOK_EVERY = 0.25


def check_level(game: Game[Any], level: str) -> None:
    known = levels(game)
    if level not in known:
        raise Denied(NO_SUCH_BOT, f"{game.TITLE} has no bot {level!r}; it has: {', '.join(known)}.")


def stand_in_level(game: Game[Any]) -> str:
    """Who plays for somebody who is gone."""
    known = levels(game)
    return USUAL if USUAL in known else list(known)[-1]


def advice_level(game: Game[Any]) -> str | None:
    """Who gives hints: the usual level, or the best that does not search; None if nobody plays
    with sense."""
    known = levels(game)
    sensible = [level for level in known if level != LAST_RESORT]
    if USUAL in known and not known[USUAL].THINKS:
        return USUAL
    quick = [level for level in sensible if not known[level].THINKS]
    return quick[-1] if quick else stand_in_level(game) if sensible else None


class Hand:
    """One bot in one seat: what it has been told, and what it means to do."""

    def __init__(self, desk: "BotDesk", number: int, play: Play, seat: Seat, level: str) -> None:
        self.number = number
        self.play = play
        self.seat = seat
        self.level = level
        self.due: Ms | None = None
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
        """What this seat could do when the bot began to think about it."""
        self._refused = 0
        self._judge_kind()

    def _judge_kind(self) -> None:
        kind = levels(self.match.game)[self.level]
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
        self.due = None
        self.act = None

    def judged(self, refused: bool) -> None:
        """What the table said to the last act."""
        if not refused:
            # Whatever it means to do now was thought of before the table looked like this.
            self.done()
            self._take_back()
        self._refused = self._refused + 1 if refused else 0
        if self._refused >= MOST_REFUSED:
            self.fault(f"was refused {self._refused} times in a row")

    def look(self) -> None:
        if self.match.over:
            return
        if self._looking:
            self._again = True
            if self._can() != self._could:
                self._take_back()
            return
        self._looking = True
        self._could = self._can()
        told, self._told = self._told, []
        order = to_look(self.number, self.life, self.play, self.seat, self._luck, told)
        order["planned"] = self.due is not None
        order["in_vain"] = min(self._in_vain, MOST_HALVED)
        self._desk.order(order)

    def _take_back(self) -> None:
        """What the bot is thinking about is not asked any more."""
        if self._looking and not self._taken_back:
            self._taken_back = self._again = True
            self._desk.order(to_drop(self.number))

    def _can(self) -> list[dict[str, Any]]:
        return [act.to_json() for act in self.match.legal(self.seat)]

    def answered(self, answer: Thought) -> None:
        taken_back, self._looking, self._taken_back = self._taken_back, False, False
        if answer.answer == "fault":
            self.fault("raised an error", answer.trace)
            return
        self._in_vain = self._in_vain + 1 if taken_back else 0
        if not taken_back:
            if answer.answer == "plan" and answer.due is not None:
                if answer.due - self.match.now > LONGEST_PLAN:
                    self.fault("would think for longer than anybody waits")
                    return
                self.due = answer.due
                self.act = answer.act
            elif answer.answer != "keep":
                self.done()
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


class BotDesk:
    """All bots of this server, and the processes in which they think."""

    def __init__(self, workers: int, patience: float = 20.0, thinkers: int = 1) -> None:
        self._quick = [Worker() for _ in range(max(1, workers))]
        self._deep = [Worker(DEEP) for _ in range(max(1, thinkers))]
        self._home: dict[int, Worker] = {}
        """Where each bot thinks."""
        self._employed: list[Worker] = []
        self._patience = patience
        """Seconds that one bot may think about one thing."""
        self._hands: dict[int, Hand | Adviser] = {}
        self._next = 0
        self._tasks: list[asyncio.Task[None]] = []
        self.on_fault: Callable[[], None] = lambda: None
        """Called when a bot failed."""
        self.on_own_fault: Callable[[], None] = lambda: None
        """Called when our own code failed."""

    async def start(self) -> None:
        for worker in self._quick:
            await worker.start()
            self._employ(worker)
        self._tasks.append(keep_on("watching bots", self._watch, self.on_own_fault))

    def _employ(self, worker: Worker) -> None:
        self._employed.append(worker)
        listen = partial(self._listen, worker)
        self._tasks.append(keep_on("listening to bots", listen, self.on_own_fault))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in (*self._quick, *self._deep):
            await worker.stop()

    def __len__(self) -> int:
        """How many bots play; those that only give a hint do not count."""
        return sum(isinstance(hand, Hand) for hand in self._hands.values())

    def attach(self, play: Play, seat: Seat, level: str) -> Hand:
        """Let a bot play a seat; it is told what the seat could know of the past."""
        if level not in levels(play.match.game):
            # Whoever brought it was uninstalled, or fails to load now.
            log.error("there is no bot %s of %s any more", level, play.match.game.NAME)
            self.on_fault()
            level = LAST_RESORT
        hand = Hand(self, self._number(), play, seat, level)
        self._give_room(hand)
        hand.sit()
        hand.hear([told for _, told in play.told_before(seat, len(play.events))])
        return hand

    def advise(self, play: Play, seat: Seat, level: str, said: Said) -> Adviser:
        """Let a bot look once at what this seat may see; `said` is told what it would do."""
        adviser = Adviser(self, self._number(), play, seat, level, said)
        self._give_room(adviser)
        adviser.look()
        return adviser

    def _number(self) -> int:
        self._next += 1
        return self._next

    def _give_room(self, hand: Hand | Adviser) -> None:
        self._hands[hand.number] = hand
        self._home[hand.number] = self._room_for(levels(hand.play.match.game)[hand.level])

    def dismiss(self, hand: Hand | Adviser) -> None:
        if self._hands.pop(hand.number, None) is not None:
            self._home.pop(hand.number).send(to_leave(hand.number))

    def order(self, order: dict[str, Any]) -> None:
        self._home[order["bot"]].send(order)

    def _room_for(self, kind: type[Bot]) -> Worker:
        """The process with the fewest bots, among those for its kind."""
        if not kind.THINKS:
            return self._emptiest(self._quick)
        worker = self._emptiest(self._deep)
        if worker not in self._employed:
            self._employ(worker)
        return worker

    def _emptiest(self, workers: list[Worker]) -> Worker:
        homes = list(self._home.values())
        return min(workers, key=homes.count)

    async def _listen(self, worker: Worker) -> None:
        if worker.process is None:
            await worker.start()
        while True:
            async for answer in worker.answers():
                if answer.bot == NOBODY:
                    self._process_failed(worker, answer)
                hand = self._hands.get(answer.bot)
                if hand is not None and hand.life == answer.life:
                    try:
                        hand.answered(answer)
                    except Exception:
                        log.exception("a bot's answer")
                        self.on_own_fault()
            culprit = worker.thinker()
            if worker.blamed is None:
                log.error("a bot worker ended; another one takes over")
            await asyncio.sleep(0.2)
            await worker.start()
            self._sit_again(worker, culprit)

    def _process_failed(self, worker: Worker, said: Thought) -> None:
        """Our fault, unless somebody else's code runs there, which can make it say anything."""
        here = [self._hands[number] for number, home in self._home.items() if home is worker]
        if all(hand.is_ours for hand in here):
            log.error("a bot worker failed", extra={TRACE: said.trace})
            self.on_own_fault()
        else:
            worker.blame(worker.speaker(), "made its process fail", said.trace)

    def _sit_again(self, worker: Worker, culprit: int | None) -> None:
        """Seat the bots of a process that ended; the one that was thinking then is suspect."""
        blamed, worker.blamed = worker.blamed, None
        for hand in list(self._hands.values()):
            if self._home[hand.number] is not worker:
                continue
            blame = blamed if blamed is not None and blamed.bot == hand.number else None
            hand.process_ended(hand.number == culprit, blame)

    async def _watch(self) -> None:
        """A bot that thinks for ever would keep all others in its process from thinking."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for worker in (*self._quick, *self._deep):
                if worker.process is not None and worker.is_stuck(self._patience):
                    if worker.ready:
                        worker.blame(worker.thinker(), "thought for too long")
                    worker.end()
