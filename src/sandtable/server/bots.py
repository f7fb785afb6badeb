"""Bots at tables: the server's side. They think in worker processes and act like people."""

import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.bots.driver import listens, may_be_interrupted
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.position import dump_state
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.units import Ms, Seat
from sandtable.server.play import Play
from sandtable.server.problems import NO_SUCH_BOT, Denied

log = logging.getLogger("sandtable.bots")

STAND_IN = "club"


def check_level(game: Game[Any], level: str) -> None:
    known = levels(game)
    if level not in known:
        raise Denied(
            NO_SUCH_BOT, f"{game.TITLE} has no bot {level!r}; there are: {', '.join(known)}."
        )


def stand_in_level(game: Game[Any]) -> str:
    """Who plays for somebody who is gone."""
    known = levels(game)
    return STAND_IN if STAND_IN in known else list(known)[-1]


class Hand:
    """One bot at one seat: what it was told, and what it means to do."""

    def __init__(self, desk: "BotDesk", number: int, play: Play, seat: Seat, level: str) -> None:
        self.number = number
        self.play = play
        self.seat = seat
        self.level = level
        self.due: Ms | None = None
        self.act: dict[str, Any] | None = None
        self.changed: Callable[[], None] = lambda: None
        self._desk = desk
        self._luck: Rng = seeded(secrets.randbits(128))
        self._told: list[dict[str, Any]] = []
        self._looking = False
        self._again = False
        probe = make_bot(play.match.game, level, seat, self._luck)
        self._listens = listens(probe)
        self._wary = may_be_interrupted(probe)

    @property
    def match(self) -> Match:
        return self.play.match

    def happened(self, events: list[Event]) -> None:
        """Something happened at the table; think, if there is a reason to."""
        if self._listens:
            told = (event.told(self.seat) for event in events)
            self._told.extend(entry for entry in told if entry is not None)
        if self.due is None or self._wary:
            self.look()

    def done(self) -> None:
        """The plan was carried out, or came to nothing."""
        self.due = None
        self.act = None

    def look(self) -> None:
        if self.match.over:
            return
        if self._looking:
            self._again = True
            return
        self._looking = True
        imagined = self.match.game.imagine(self.match.state, self.seat, self._luck)
        told, self._told = self._told, []
        self._desk.order(
            {
                "do": "look",
                "bot": self.number,
                "told": told,
                "position": dump_state(self.match.game, imagined),
                "planned": self.due is not None,
            }
        )

    def answered(self, answer: dict[str, Any]) -> None:
        self._looking = False
        kind = answer["answer"]
        if kind == "plan":
            self.due = answer["due"]
            self.act = answer["act"]
        elif kind != "keep":
            self.done()
        if self._again:
            self._again = False
            if self.due is None or self._wary:
                self.look()
        self.changed()

    def sit(self) -> None:
        self._looking = False
        self._desk.order(
            {
                "do": "sit",
                "bot": self.number,
                "game": self.match.game.NAME,
                "rules": self.match.game.RULES_VERSION,
                "level": self.level,
                "seat": self.seat,
                "seats": self.match.seats,
                "options": self.match.options,
                "luck": secrets.randbits(128),
            }
        )

    def leave(self) -> None:
        self.changed = lambda: None
        self._desk.dismiss(self)


class Worker:
    """One process. When it dies its bots sit down anew in another."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandtable.server.bot_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    def send(self, order: dict[str, Any]) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(msgspec.json.encode(order) + b"\n")


class BotDesk:
    def __init__(self, workers: int) -> None:
        self._workers = [Worker() for _ in range(max(1, workers))]
        self._hands: dict[int, Hand] = {}
        self._next = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self) -> None:
        for worker in self._workers:
            await worker.start()
            self._tasks.append(asyncio.create_task(self._listen(worker)))

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            if worker.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    worker.process.kill()
                await worker.process.wait()

    def __len__(self) -> int:
        return len(self._hands)

    def attach(self, play: Play, seat: Seat, level: str) -> Hand:
        """Let a bot play a seat; it is told what the seat could know of the past."""
        self._next += 1
        hand = Hand(self, self._next, play, seat, level)
        self._hands[hand.number] = hand
        hand.sit()
        hand.happened(play.events)
        return hand

    def dismiss(self, hand: Hand) -> None:
        if self._hands.pop(hand.number, None) is not None:
            self._worker_of(hand.number).send({"do": "leave", "bot": hand.number})

    def order(self, order: dict[str, Any]) -> None:
        self._worker_of(order["bot"]).send(order)

    def _worker_of(self, number: int) -> Worker:
        return self._workers[number % len(self._workers)]

    async def _listen(self, worker: Worker) -> None:
        while not self._stopping:
            assert worker.process is not None
            assert worker.process.stdout is not None
            async for raw in worker.process.stdout:
                answer = msgspec.json.decode(raw)
                hand = self._hands.get(answer["bot"])
                if hand is not None:
                    try:
                        hand.answered(answer)
                    except SandtableError:
                        log.exception("a bot's plan")
            log.error("a bot worker ended; another one takes over")
            await asyncio.sleep(0.2)
            await worker.start()
            for hand in list(self._hands.values()):
                if self._worker_of(hand.number) is worker:
                    hand.done()
                    hand.sit()
                    hand.look()
