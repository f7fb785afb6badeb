"""The seats of a table that programs play: bots, and those that stand in for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.server.bots import Hand, stand_in_level
from sandtable.server.messages import Refusal
from sandtable.server.play import Update
from sandtable.server.tableclock import Mono

if TYPE_CHECKING:
    from sandtable.server.table import Table


def seat_hand(table: Table, seat: Seat) -> None:
    level = table.seating[seat].level
    if table.play is None or level is None or table.play.match.over:
        return
    drop_hand(table, seat)
    hand = table.house.bots.attach(table.play, seat, level)
    hand.changed = lambda: thought(table)
    hand.replaced = lambda: replaced(table, hand)
    table.hands[seat] = hand


def drop_hand(table: Table, seat: Seat) -> None:
    if (hand := table.hands.pop(seat, None)) is not None:
        hand.leave()


def stand_in(table: Table, seat: Seat) -> None:
    """A bot plays for somebody who is gone, or was removed."""
    assert table.play is not None
    chair = table.seating[seat]
    chair.level = stand_in_level(table.play.match.game)
    chair.stand_in = True
    seat_hand(table, seat)
    table.save()


def stand_back(table: Table, seat: Seat) -> None:
    """They are back: the bot stops in mid-plan."""
    chair = table.seating[seat]
    if chair.stand_in:
        chair.stand_in = False
        chair.level = None
        drop_hand(table, seat)
        table.save()


def replaced(table: Table, hand: Hand) -> None:
    """The bot at this seat was not fit to play; everybody sees who plays now."""
    chair = table.seating[hand.seat]
    if chair.level is not None and chair.level != hand.level:
        chair.level = hand.level
        table.save()
        table.tell_room()


def thought(table: Table) -> None:
    """A bot has answered: it has a plan, or it waits for something to happen."""
    table.reschedule()
    play = table.play
    if play is None or play.match.alarm is not None or not play.clock.running:
        return
    active = play.match.active()
    hands = [table.hands[seat] for seat in active if seat in table.hands]
    if hands and len(hands) == len(active) and all(hand.idle for hand in hands):
        # No sand runs out and nobody else may act: these would wait for ever.
        for hand in hands:
            hand.fault("waits though nothing else can happen")


def rouse(table: Table, update: Update) -> None:
    """Whoever has a reason to think again does; a refused bot has one."""
    for seat, answer in update.answers:
        if not answer.n and (hand := table.hands.get(seat)) is not None:
            hand.judged(isinstance(answer, Refusal))
            if not update.changed:
                hand.look()
    if update.changed:
        for hand in table.hands.values():
            hand.happened(update.events)


def let_act(table: Table, mono: Mono) -> None:
    play = table.play
    if play is None or not play.clock.running:
        return
    reached = play.clock.whole(mono)
    for seat, hand in table.hands.items():
        if hand.due is not None and hand.due <= reached:
            act = hand.act
            hand.done()
            if act is None:
                hand.look()
            else:
                play.submit_bot(seat, act, mono, hand.level)
