"""The seats of a table that programs play: bots, and bots that stand in for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.protocol.messages import Refusal
from sandtable.server.base.tableclock import Mono, TableClock
from sandtable.server.bots.desk import stand_in_level
from sandtable.server.bots.hand import Hand
from sandtable.server.match.play import Update

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


class BotHands:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._hands: dict[Seat, Hand] = {}

    def __contains__(self, seat: object) -> bool:
        return seat in self._hands

    def take_up(self, seat: Seat) -> None:
        """The bot of this seat plays from now on, if there is one."""
        table = self._table
        level = table.seating[seat].level
        if table.play is None or level is None or table.play.match.over:
            return
        self.drop(seat)
        hand = table.house.bots.attach(table.play, seat, level)
        hand.changed = self._thought
        hand.replaced = lambda: self._replaced(hand)
        self._hands[seat] = hand
        self._replaced(hand)

    def take_up_all(self) -> None:
        for seat in self._table.seating.bots():
            if seat not in self._hands:
                self.take_up(seat)

    def drop(self, seat: Seat) -> None:
        if (hand := self._hands.pop(seat, None)) is not None:
            hand.leave()

    def drop_all(self) -> None:
        for hand in self._hands.values():
            hand.leave()
        self._hands.clear()

    def stand_in(self, seat: Seat) -> None:
        """A bot plays for somebody who is gone."""
        table = self._table
        assert table.play is not None
        table.seating.stand_in(seat, stand_in_level(table.play.match.game))
        self.take_up(seat)
        table.journal.save()

    def stand_back(self, seat: Seat) -> None:
        """They are back: the bot stops in mid-plan."""
        if self._table.seating[seat].stand_in:
            self._table.seating.stand_back(seat)
            self.drop(seat)
            self._table.journal.save()

    def _replaced(self, hand: Hand) -> None:
        """The bot at this seat was not fit to play; everybody sees who plays now."""
        table = self._table
        level = table.seating[hand.seat].level
        if level is not None and level != hand.level:
            table.seating.change_level(hand.seat, hand.level)
            table.journal.save()
            table.tell_room()

    def _thought(self) -> None:
        """A bot has answered: it has a plan, or it waits for something to happen."""
        table = self._table
        table.reschedule()
        play = table.play
        if play is None or play.match.alarm is not None or not play.clock.running:
            return
        active = play.match.active()
        hands = [self._hands[seat] for seat in active if seat in self._hands]
        if hands and len(hands) == len(active) and all(hand.idle for hand in hands):
            # No sand runs out and nobody else may act: these would wait for ever.
            for hand in hands:
                hand.fault("waits though nothing else can happen")

    def rouse(self, update: Update) -> None:
        """Every bot that has a reason to think again does so; a refused bot has one."""
        for seat, answer in update.answers:
            if not answer.n and (hand := self._hands.get(seat)) is not None:
                hand.judged(isinstance(answer, Refusal))
                if not update.changed:
                    hand.look()
        if update.changed:
            for hand in self._hands.values():
                hand.happened(update.events)

    def let_act(self, mono: Mono) -> None:
        play = self._table.play
        if play is None or not play.clock.running:
            return
        reached = play.clock.whole(mono)
        for seat, hand in self._hands.items():
            if hand.due is not None and hand.due <= reached:
                act, meant = hand.act, hand.meant
                hand.done()
                if act is None:
                    hand.look()
                    continue
                if meant is not None and (when := play.clock.when(meant)) is not None:
                    metrics = self._table.house.metrics
                    late = metrics.thinker_lateness if hand.thinks else metrics.bot_lateness
                    late.see(max(0.0, mono - when) / 1_000)
                play.submit_bot(seat, act, mono, hand.level)

    def wake(self, clock: TableClock, times: list[Mono]) -> None:
        """Add to `times` when somebody wants to act."""
        for hand in self._hands.values():
            if hand.due is not None and (when := clock.when(hand.due)) is not None:
                times.append(when)
