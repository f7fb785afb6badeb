"""Coming to a table, going, and everything a client can say there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.protocol.goodbyes import CLOSED, NO_ENTRY, TAKEN_OVER
from sandtable.protocol.manners import GIVE_UP_AFTER, MOST_FRAME, PING_EVERY, RESEND_AFTER
from sandtable.protocol.messages import (
    PROTOCOL,
    AnswerRequest,
    Ask,
    Chatted,
    DoAct,
    Echo,
    FromClient,
    Hello,
    Hint,
    MakeOffer,
    Manners,
    Ping,
    Pong,
    Problem,
    React,
    Say,
    SayReady,
    WantPause,
    Welcome,
    You,
    encode,
)
from sandtable.protocol.problems import (
    BAD_MESSAGE,
    NOT_ALLOWED,
    NOT_BEGUN,
    NOT_NOW,
    WATCHING,
    Denied,
)
from sandtable.server.base.tableclock import Mono
from sandtable.server.tables import hosting, questions, voices
from sandtable.server.tables.visitor import Visitor
from sandtable.server.tables.voices import place_of

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table


def join(table: Table, visitor: Visitor, hello: Hello) -> None:
    """Somebody is here: say who they are, then show the room, the talk and the game."""
    if table.record.visibility == "private" and visitor.seat is None:
        visitor.close(NO_ENTRY, "This table is private: only people with a seat may watch.", None)
        return
    if table.stages.now == "closed":
        visitor.close(CLOSED, "This table is closed.", None)
        return
    if is_crowded(table, visitor):
        visitor.close(NO_ENTRY, "Too many people are watching this table; try again later.", None)
        return
    if visitor.seat is not None:
        take_seat(table, visitor.seat)
    table.company.enter(visitor)
    visitor.send(encode(welcome(table, visitor)))
    since = 0 if visitor.seat is None else table.seating[visitor.seat].hears_from
    lines = table.talk.earlier(place_of(table, visitor), visitor.guest_id, since)
    room, chat = table.room_frame(), encode(Chatted(lines))
    table.journal.say(lambda: send_all(visitor, [room, chat]))
    catch_up(table, visitor, hello)
    table.tell_room()
    if visitor.seat is not None:
        table.sand.after_downtime()
    table.tick()


def is_crowded(table: Table, visitor: Visitor) -> bool:
    """Whether one more watcher is too many. Players and the host always get in."""
    if visitor.seat is not None or table.host.is_host(visitor.guest):
        return False
    return table.company.watchers >= table.house.settings.most_watchers


def send_all(visitor: Visitor, frames: list[bytes]) -> None:
    for frame in frames:
        visitor.send(frame)


def take_seat(table: Table, seat: Seat) -> None:
    table.company.turn_out(seat, TAKEN_OVER, "You opened this table in another window.")
    table.attendance.back(seat)
    table.hands.stand_back(seat)


def welcome(table: Table, visitor: Visitor) -> Welcome:
    guest = visitor.guest
    return Welcome(
        protocol=PROTOCOL,
        stream=table.stream_of(visitor.seat),
        server=math.ceil(table.now),
        you=You(
            guest=None if guest is None else guest.id,
            name=None if guest is None else guest.name,
            seat=visitor.seat,
            host=table.host.is_host(guest),
        ),
        manners=Manners(PING_EVERY, GIVE_UP_AFTER, RESEND_AFTER, MOST_FRAME),
    )


def catch_up(table: Table, visitor: Visitor, hello: Hello) -> None:
    """Send what was missed, if it is still kept; else everything."""
    streams = table.streams
    if streams is None:
        return
    if hello.since is not None and hello.stream == table.stream_of(visitor.seat):
        missed = streams.since(visitor.seat, hello.since)
        if missed is not None:
            table.journal.say(lambda: table.subscribe(visitor, missed))
            return
    table.show(visitor)


def leave(table: Table, visitor: Visitor) -> None:
    if not table.company.leave(visitor):
        return
    if not table.company.visitors:
        table.attendance.left_alone(table.now)
    table.host_watch.notice()
    if visitor.seat is not None:
        table.attendance.lost(visitor.seat)
        table.notice_lag(visitor.seat)
    else:
        table.tell_room()
    table.reschedule()


def hear(table: Table, visitor: Visitor, message: FromClient, arrival: Mono) -> None:
    """One message from a client. Raises Denied if it is not accepted."""
    table.house.pulse.felt(arrival)
    match message:
        case DoAct():
            act(table, visitor, message, arrival)
        case Ping():
            visitor.send(encode(Pong(message.id, math.ceil(table.now))))
        case Echo():
            echo(table, visitor, message.id, arrival)
        case SayReady():
            hosting.say_ready(table, seated(visitor), message.ready, message.with_bots)
        case WantPause():
            table.sand.want_pause(seated(visitor), message.pause)
        case AnswerRequest():
            table.requests.answer(seated(visitor), message.request, message.agree)
        case Say():
            voices.say(table, visitor, message.text)
        case MakeOffer():
            seated(visitor)
            voices.offer(table, visitor, message.offer)
        case React():
            voices.react(table, visitor, message.reaction)
        case Ask():
            questions.ask(table, visitor, message)
        case Hint():
            table.advice.ask(visitor, message.id)
        case Hello():
            raise Denied(BAD_MESSAGE, "You have already said hello.")


def seated(visitor: Visitor) -> Seat:
    if visitor.seat is None:
        raise Denied(NOT_ALLOWED, WATCHING)
    return visitor.seat


def act(table: Table, visitor: Visitor, message: DoAct, arrival: Mono) -> None:
    seat = seated(visitor)
    if table.play is None:
        raise Denied(NOT_NOW, NOT_BEGUN)
    verdict = table.play.submit(seat, message.n, message.act, arrival, visitor.lag.one_way)
    if verdict is None:
        table.soon()
    else:
        frame = encode(verdict)
        table.journal.say(lambda: visitor.send(frame))


def echo(table: Table, visitor: Visitor, probe: str, arrival: Mono) -> None:
    visitor.echoed(probe, arrival)
    if visitor.seat is not None:
        table.notice_lag(visitor.seat)
        notice_line(table, visitor, silent=False)
    table.tell_lag(visitor, arrival)


def notice_line(table: Table, visitor: Visitor, silent: bool) -> None:
    """Show everybody when somebody's open connection falls silent, and when it speaks again."""
    seat = visitor.seat
    if seat is None or table.company.at(seat) is not visitor:
        return
    if table.attendance.falter(seat) if silent else table.attendance.recover(seat):
        table.tell_room()


def complain(visitor: Visitor, denied: Denied) -> None:
    visitor.send(encode(Problem(denied.code, denied.message)))
