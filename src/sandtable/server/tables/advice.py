"""Hints, for anybody who plays against bots only.

A bot looks at what the seat may see, in the bots' own processes, and whoever asked is told what it
would do and why. Nothing is played and nothing written down. One hint is thought about at a time;
when the table changes meanwhile, the bot looks again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.game import OVER
from sandtable.engine.units import Seat
from sandtable.protocol.messages import Hinted, encode
from sandtable.protocol.problems import (
    CANNOT,
    NOT_ALLOWED,
    NOT_BEGUN,
    NOT_NOW,
    PAUSED,
    TOO_MUCH,
    WATCHING,
    Denied,
)
from sandtable.server.bots.adviser import Adviser, Counsel
from sandtable.server.bots.desk import advice_level
from sandtable.server.match.play import Play
from sandtable.server.net.limits import Bucket
from sandtable.server.tables.visitor import Visitor

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

BURST, PER_SECOND = 5, 0.5
"""How many hints there are at once, and then how often."""
MOST_LOOKS = 3
"""How often a bot looks again because the table has changed."""

WAIT = "Wait: there is nothing better to do now."
NOTHING = "There is nothing you can do just now."


class HintWish:
    """Somebody wants a hint, and a bot thinks about it."""

    def __init__(self, visitor: Visitor, number: int) -> None:
        self.visitor = visitor
        self.number = number
        self.looks = 0
        self.adviser: Adviser | None = None


class Advice:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: HintWish | None = None
        self._often = Bucket(BURST, PER_SECOND)

    def ask(self, visitor: Visitor, number: int) -> None:
        """Somebody asks for a hint; the answer comes to them alone."""
        question = HintWish(visitor, number)
        try:
            self._check(visitor)
            if self._open is not None and self._open.visitor in self._table.company:
                raise Denied(TOO_MUCH, "You have asked already; a bot is thinking about it.")
            if not self._often.take(self._table.now):
                raise Denied(TOO_MUCH, "One hint at a time: play a little first.")
            self.drop()
            self._open = question
            self._look(question)
        except Denied as denied:
            self._end(question, None, denied)

    def table_changed(self) -> None:
        """What the bot thinks about is out of date."""
        question = self._open
        if question is None:
            return
        try:
            self._look(question)
        except Denied as denied:
            self._end(question, None, denied)

    def drop(self) -> None:
        """Nobody waits for an answer any more."""
        question, self._open = self._open, None
        if question is not None and question.adviser is not None:
            question.adviser.leave()

    def _check(self, visitor: Visitor) -> tuple[Play, Seat]:
        """Who may have a hint, and when; else Denied."""
        table = self._table
        seat, play = visitor.seat, table.play
        if seat is None:
            raise Denied(NOT_ALLOWED, WATCHING)
        if play is None:
            raise Denied(NOT_NOW, NOT_BEGUN)
        if not table.stages.playing:
            raise Denied(NOT_NOW, OVER)
        if table.requests.any_granted or not table.seating.only_bots_with(seat):
            raise Denied(NOT_ALLOWED, "Hints are only available when all your opponents are bots.")
        if not play.clock.running:
            raise Denied(NOT_NOW, PAUSED)
        return play, seat

    def _look(self, question: HintWish) -> None:
        """Let a bot look at the table as it is now."""
        if question.adviser is not None:
            question.adviser.leave()
            question.adviser = None
        play, seat = self._check(question.visitor)
        if not play.match.legal(seat):
            self._end(question, Counsel(None, NOTHING))
            return
        level = advice_level(play.match.game)
        if level is None:
            raise Denied(NOT_NOW, "No bot knows this game well enough to give a hint.")
        question.looks += 1
        if question.looks > MOST_LOOKS:
            raise Denied(NOT_NOW, "The table changes too quickly for a hint; ask again.")

        def said(counsel: Counsel | None) -> None:
            self._said(question, counsel)

        question.adviser = self._table.house.bots.advise(play, seat, level, said)

    def _said(self, question: HintWish, counsel: Counsel | None) -> None:
        """The bot has answered; by now the table may stand still, or somebody else sit there."""
        question.adviser = None
        try:
            play, seat = self._check(question.visitor)
            if counsel is None:
                raise Denied(CANNOT, "The bot that was asked had no hint. Ask again, if you like.")
            if counsel.act is not None and counsel.act not in plain_acts(play, seat):
                raise Denied(NOT_NOW, "The table has changed; ask again.")
        except Denied as denied:
            self._end(question, None, denied)
        else:
            self._end(question, counsel)

    def _end(
        self, question: HintWish, counsel: Counsel | None, denied: Denied | None = None
    ) -> None:
        if self._open is question:
            self._open = None
        visitor, number = question.visitor, question.number
        if denied is not None:
            frame = encode(Hinted(number, None, None, denied.code, denied.message))
        else:
            assert counsel is not None
            why = counsel.why or ("" if counsel.act else WAIT)
            frame = encode(Hinted(number, counsel.act, why, None, None))
        # Somebody who has left meanwhile, or plays in another window now, is told nothing.
        self._table.journal.say(lambda: self._send(visitor, frame))

    def _send(self, visitor: Visitor, frame: bytes) -> None:
        if visitor in self._table.company:
            visitor.send(frame)


def plain_acts(play: Play, seat: Seat) -> list[dict[str, Any]]:
    return [act.to_json() for act in play.match.legal(seat)]
