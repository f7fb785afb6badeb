"""Sitting down, standing up, and what a host may do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandtable.engine.registry import find
from sandtable.engine.speech import counted
from sandtable.engine.units import Seat
from sandtable.protocol.goodbyes import GIVEN_AWAY, REMOVED
from sandtable.protocol.problems import BEGUN, NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, Denied
from sandtable.server.bots.desk import check_level, stand_in_level
from sandtable.server.people.guests import Guest
from sandtable.server.tables import audit
from sandtable.server.tables.notices import Addressee
from sandtable.server.tables.seat_requests import Request

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

SITS_ELSEWHERE = "You are now sitting here in another browser or window."
STOOD_UP = "You have left the table."
SENT_AWAY = "The host removed you from the table."


def check_open(table: Table) -> None:
    if table.stages.done:
        raise Denied(NOT_NOW, "This game is over.")


def sit_or_ask(table: Table, guest: Guest, wanted: Seat | None) -> tuple[Seat, str] | Request:
    """Give the guest a seat, or ask the others whether they may have it."""
    check_open(table)
    table.host.check_welcome(guest)
    if table.stages.playing:
        seat = table.requests.seat_for(guest, wanted)
        if not table.requests.entitled(guest, seat):
            request = table.requests.ask(guest, seat)
            if not request.granted:
                return request
        return sit(table, guest, seat)
    return sit(table, guest, wanted)


def sit(table: Table, guest: Guest, wanted: Seat | None) -> tuple[Seat, str]:
    """Give the guest a seat; from now on the token is the only key to it."""
    check_open(table)
    table.host.check_welcome(guest)
    if table.stages.playing:
        seat = table.requests.seat_for(guest, wanted)
        if not table.requests.entitled(guest, seat):
            raise Denied(NOT_ALLOWED, "You have to ask for a seat in a game that has begun.")
        table.seating.check_name(guest, seat)
        if table.seating[seat].kind != "person":
            take_over(table, guest, seat)
    else:
        seat = table.seating.place_for(guest, wanted)
        table.seating.check_name(guest, seat)
        if table.seating.seat_of_guest(guest.id) != seat:
            table.seating.vacate(seat)
            table.change_sitter(seat, guest.id)
    table.company.turn_out(seat, GIVEN_AWAY, SITS_ELSEWHERE)
    token = table.seating.sit(guest, seat)
    table.host.become(guest)
    table.attendance.lost(seat)
    table.attendance.sat(seat)
    if table.play is not None:
        table.hands.stand_back(seat)
    table.seats_changed()
    return seat, token


def rename(table: Table, guest: Guest) -> None:
    """Somebody who sits here, or for whom a seat is kept, has another name."""
    seat = table.seating.seat_of_guest(guest.id)
    if seat is not None:
        before = table.seating[seat].name

        def words(to: Addressee) -> str:
            are = "are" if to.is_you(guest.id) else "is"
            return f"{to.who(guest.id, before)} {are} now called {guest.name}."

        audit.write(table, "renamed", guest.id, words, seat)
    table.seating.rename(guest)
    table.seats_changed()


def take_over(table: Table, guest: Guest, seat: Seat) -> None:
    """Somebody gets a seat in a running game: the person who left it, or somebody new."""
    chair, play = table.seating[seat], table.play
    assert play is not None
    back = chair.left_by == guest.id
    agreed = [table.seating[one].guest for one in table.requests.claim(guest)]
    table.hands.drop(seat)
    table.change_sitter(seat, guest.id)
    if back and not chair.left_new:
        table.seating.settle(seat)
    else:
        table.seating.settle_newcomer(seat, table.journal.lines, table.talk.next)
        play.take_over(seat)

    def words(to: Addressee) -> str:
        you, who = to.is_you(guest.id), to.who(guest.id, guest.name)
        if back:
            return f"{who} {'are' if you else 'is'} back."
        takes = "take" if you else "takes"
        return f"{who} {takes} over {chair.before}'s seat; everybody agreed."

    more = {} if back else {"agreed": agreed}
    audit.write(table, "sat", guest.id, words, seat, **more)


def stand(table: Table, seat: Seat) -> None:
    check_open(table)
    chair = table.seating[seat]
    guest, name = chair.guest, chair.name

    def words(to: Addressee) -> str:
        return f"{to.who(guest, name)} left{bot_goes_on(table)}."

    audit.write(table, "left", guest, words, seat)
    table.company.turn_out(seat, GIVEN_AWAY, STOOD_UP)
    leave_seat(table, seat, None)


def remove(table: Table, seat: Seat, host: Guest) -> None:
    """The host removes whoever sits in a seat; they cannot sit at this table again."""
    check_open(table)
    chair = table.seating[seat]
    if chair.kind == "empty":
        raise Denied(NOT_NOW, "Nobody sits there.")
    if chair.guest == host.id:
        stand(table, seat)
        return
    if chair.kind == "bot" and table.stages.playing:
        raise Denied(NOT_NOW, f"{chair.name}, a bot, will play this seat to the end of the game.")
    guest, name = chair.guest, chair.name

    def words(to: Addressee) -> str:
        return f"{to.host(host)} removed {to.who(guest, name)}{bot_goes_on(table)}."

    audit.write(table, "removed", host.id, words, seat, [guest], guest=guest)
    if chair.guest is not None:
        table.host.bar(chair.guest)
    table.company.turn_out(seat, REMOVED, SENT_AWAY)
    leave_seat(table, seat, host.id)


def bot_goes_on(table: Table) -> str:
    return "; a bot takes over" if table.stages.playing else ""


def leave_seat(table: Table, seat: Seat, removed_by: str | None) -> None:
    guest = table.seating[seat].guest
    table.hands.drop(seat)
    if table.play is not None and table.stages.playing:
        # The server picks the bot, the same for all, so that nobody can weaken a rival.
        table.seating.hand_over(seat, stand_in_level(table.play.match.game), removed_by)
    else:
        table.seating.vacate(seat)
    table.change_sitter(seat)
    table.attendance.back(seat)
    table.sand.withdraw_vote(seat)
    table.host.hand_on(guest, table.seating)
    table.hands.take_up(seat)
    table.seats_changed()


def seat_bot(table: Table, seat: Seat, level: str, host: Guest) -> None:
    check_open(table)
    if table.stages.playing:
        raise Denied(NOT_NOW, "Bots cannot be changed once the game has begun.")
    check_level(find(table.record.game, table.record.rules), level)
    table.seating.seat_bot(seat, level)
    bot = table.seating[seat].name
    audit.write(
        table, "bot", host.id, lambda to: f"{to.host(host)} gave a seat to {bot}, a bot.", seat
    )
    table.seats_changed()


def mute(table: Table, whom: str, host: Guest, quiet: bool) -> None:
    """Mute somebody at this table, or let them talk again. They can play in any case."""
    if not quiet:
        table.host.unmute(whom)
        freed = name_of(table, whom)

        def lets(to: Addressee) -> str:
            let = "let" if to.is_you(host.id) else "lets"
            return f"{to.host(host)} {let} {to.who(whom, freed)} talk again."

        audit.write(table, "unmute", host.id, lets, about=[whom], guest=whom)
    elif whom == host.id:
        raise Denied(NOT_NOW, "You cannot mute yourself.")
    elif whom not in table.host.muted:
        name = name_of(table, whom)
        table.host.mute(whom)

        def mutes(to: Addressee) -> str:
            return f"{to.host(host)} muted {to.who(whom, name)}."

        audit.write(table, "mute", host.id, mutes, about=[whom], guest=whom)
    table.seats_changed()


def name_of(table: Table, guest: str) -> str:
    """Somebody who sits or watches here; a muted guest may have left since."""
    seat = table.seating.seat_of_guest(guest)
    if seat is not None:
        return table.seating[seat].name
    name = table.company.name_of(guest)
    if name is not None:
        return name
    if guest in table.host.muted:
        return "somebody who has left"
    raise Denied(NO_SUCH_THING, "Nobody with that id is at this table.")


def say_ready(table: Table, seat: Seat, ready: bool, with_bots: bool = False) -> None:
    if not table.stages.before_play:
        raise Denied(NOT_NOW, BEGUN)
    table.seating.set_ready(seat, ready, with_bots)
    if table.record.quick and not table.seating.full() and table.seating.all_ready_with_bots():
        fill_with_bots(table)
    table.seats_changed()


def fill_with_bots(table: Table) -> None:
    """Nobody else came, and everybody who did would rather begin."""
    level = stand_in_level(find(table.record.game, table.record.rules))
    for seat, chair in enumerate(table.seating.chairs):
        if chair.kind == "empty":
            table.seating.seat_bot(seat, level)
    audit.write(table, "bot", None, "Everybody agreed: bots take the free seats.")


def say_in(table: Table, seat: Seat) -> None:
    """Somebody who plays again is in, and so they are ready."""
    if table.stages.before_play:
        table.seating.set_ready(seat, True)
        table.reunion.came()
        table.seats_changed()


def start(table: Table, host: Guest) -> None:
    if not table.stages.before_play:
        raise Denied(NOT_NOW, BEGUN)
    if not table.seating.full():
        raise Denied(NOT_NOW, "Some seats are still free: fill them with people or bots.")
    chairs = [table.seating[seat] for seat in table.attendance.unready()]
    unready = [(chair.guest, chair.name) for chair in chairs]
    ends = table.attendance.wait_ends()
    if ends is not None and table.now < ends:
        left = counted(math.ceil((ends - table.now) / 1000), "second")
        raise Denied(
            NOT_NOW,
            f"Not ready yet: {Addressee(None).all(unready)}. You can start without them in {left}.",
        )

    def words(to: Addressee) -> str:
        starts = "start" if to.is_you(host.id) else "starts"
        without = f" without waiting for {to.all(unready)}" if unready else ""
        return f"{to.host(host)} {starts} the game{without}."

    alone = all(table.seating[seat].guest == host.id for seat in table.seating.persons())
    table.seating.set_all_ready()
    audit.write(table, "start", host.id, words, about=[guest for guest, _ in unready])
    if alone:
        table.begin_at_once()
    else:
        table.seats_changed()
