"""Bots at tables: the server's side. They think in worker processes and act like people.

Those that search think for long, in processes of their own: so nobody who answers quickly waits for
somebody who ponders. Processes are started when there are bots for them, and each bot stays in its
own, since there it remembers what it has seen.

A bot that fails is replaced by the random one, so that the others can play on: one that raises an
error, thinks for ever, ends its process, is refused again and again, or waits while nothing else
can happen.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.bots.levels import USUAL, levels
from sandtable.engine.bot import Bot
from sandtable.engine.game import Game
from sandtable.engine.units import Seat
from sandtable.protocol.problems import NO_SUCH_BOT, Denied
from sandtable.server.base.chores import keep_on
from sandtable.server.base.clockwork import monotonic
from sandtable.server.base.logs import TRACE
from sandtable.server.base.tableclock import Mono
from sandtable.server.bots.adviser import Adviser, Said
from sandtable.server.bots.hand import LAST_RESORT, Hand
from sandtable.server.bots.orders import to_leave
from sandtable.server.bots.process import DEEP, NOBODY, Thought, Worker
from sandtable.server.match.play import Play

log = logging.getLogger("sandtable.bots")

LOOK_EVERY = 0.25
LOADING = 3
"""A process of quick bots that is not there yet counts as having so many more: it takes a moment to
load, and 20 MB, which is too much for a single table."""


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


class BotDesk:
    """All bots of this server, and the processes in which they think."""

    def __init__(
        self,
        workers: int,
        patience: float = 20.0,
        thinkers: int = 1,
        now: Callable[[], Mono] = monotonic,
    ) -> None:
        self.now = now
        self._quick = [Worker() for _ in range(max(1, workers))]
        self._deep = [Worker(DEEP) for _ in range(max(1, thinkers))]
        self._home: dict[int, Worker] = {}
        """Where each bot thinks."""
        self._employed: list[Worker] = []
        self._patience = patience
        """Seconds that one bot may think about one thing, beside those that it says it needs."""
        self._hands: dict[int, Hand | Adviser] = {}
        self._next = 0
        self._tasks: list[asyncio.Task[None]] = []
        self.on_fault: Callable[[], None] = lambda: None
        """Called when a bot failed."""
        self.on_own_fault: Callable[[], None] = lambda: None
        """Called when our own code failed."""

    async def start(self) -> None:
        first = self._quick[0]
        await first.start()
        self._employ(first)
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
        number = order["bot"]
        self._home[number].send(order, self._hands[number].thinks)

    def _room_for(self, kind: type[Bot]) -> Worker:
        """The process with the fewest bots, among those for its kind."""
        workers, loading = (self._deep, 0) if kind.THINKS else (self._quick, LOADING)
        homes = list(self._home.values())
        first = self._quick[0]
        worker = min(
            workers,
            key=lambda each: homes.count(each) + (0 if each.ready or each is first else loading),
        )
        if worker is not first and worker not in self._employed:
            self._employ(worker)
        return worker

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
