"""A bot that gives a hint: it looks once at what a seat may see, and says what it would do there.

It sits in one of the processes of the bots and is asked like any other, about an imagined table. It
never plays.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.bots.levels import levels
from sandtable.engine.bot import Bot
from sandtable.engine.rng import seeded
from sandtable.engine.units import Seat
from sandtable.server.base.logs import TRACE
from sandtable.server.bots.orders import to_look, to_sit
from sandtable.server.bots.ours import is_ours
from sandtable.server.bots.process import Blame, Thought
from sandtable.server.match.play import Play

if TYPE_CHECKING:
    from sandtable.server.bots.desk import BotDesk

log = logging.getLogger("sandtable.bots")

LIFE = 1
"""It sits down once."""


class Counsel(Struct):
    """What a bot would do, and why; without an act it would wait."""

    act: dict[str, Any] | None
    why: str


Said = Callable[[Counsel | None], None]
"""Told what a bot would do, once; None if it failed."""


class Adviser:
    def __init__(
        self, desk: BotDesk, number: int, play: Play, seat: Seat, level: str, said: Said
    ) -> None:
        self.number = number
        self.play = play
        self.seat = seat
        self.level = level
        self.life = LIFE
        self.thinks = levels(play.match.game)[level].THINKS / 1_000
        self._desk = desk
        self._said = said

    def look(self) -> None:
        """Sit down, hear what the seat could know of the past, and look."""
        play, seat = self.play, self.seat
        told: list[dict[str, Any]] = []
        if levels(play.match.game)[self.level].notice is not Bot.notice:
            told = [entry for _, entry in play.told_before(seat, len(play.events))]
        self._desk.order(to_sit(self.number, LIFE, play, seat, self.level))
        mono = self._desk.now()
        look = to_look(self.number, LIFE, play, seat, seeded(secrets.randbits(128)), told, mono)
        self._desk.order({**look, "why": True})

    def answered(self, answer: Thought) -> None:
        if answer.answer == "fault":
            self._fail("raised an error", answer.trace)
        else:
            self._say(Counsel(answer.act, answer.why))

    @property
    def is_ours(self) -> bool:
        return is_ours(self.play.match.game, self.level)

    def process_ended(self, suspect: bool, blame: Blame | None) -> None:
        """A hint is not worth a second try: whoever asked may ask again."""
        if blame is None:
            self._fail("lost its process")
        else:
            self._fail(blame.what, blame.trace)

    def _fail(self, why: str, trace: str = "") -> None:
        game, traced = self.play.match.game.NAME, {TRACE: trace}
        log.error("the bot %s of %s, giving a hint, %s", self.level, game, why, extra=traced)
        self._desk.on_fault()
        self._say(None)

    def _say(self, counsel: Counsel | None) -> None:
        said = self._said
        self.leave()
        said(counsel)

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self._said = lambda counsel: None
        self._desk.dismiss(self)
