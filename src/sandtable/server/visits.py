"""Coming to a table, going, and everything a client can say there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandtable.engine.units import Seat
from sandtable.server import asking, botseats, hosting, pausing, voices
from sandtable.server.broadcast import Line
from sandtable.server.messages import (
    MOST_FRAME,
    PROTOCOL,
    AnswerRequest,
    Chatted,
    DoAct,
    Echo,
    FromClient,
    Hello,
    MakeOffer,
    Manners,
    Ping,
    Pong,
    Problem,
    React,
    Refusal,
    Say,
    SayReady,
    WantPause,
    Welcome,
    You,
    encode,
)
from sandtable.server.problems import BAD_MESSAGE, NOT_ALLOWED, NOT_NOW, Denied
from sandtable.server.tableclock import Mono
from sandtable.server.voices import place_of

if TYPE_CHECKING:
    from sandtable.server.table import Table

PING_EVERY = 2_500
GIVE_UP_AFTER = 9_000
RESEND_AFTER = 2_500
TAKEN_OVER = 4001
NO_ENTRY = 4003


def join(table: Table, line: Line, hello: Hello) -> None:
    """Somebody is here: say who they are, then show the room, the talk and the game."""
    if table.record.visibility == "private" and line.seat is None:
        line.close(NO_ENTRY, "This table is private: only people who sit here may watch.", None)
        return
    if table.record.stage == "closed":
        line.close(NO_ENTRY, "This table is closed.", None)
        return
    if is_crowded(table, line):
        line.close(NO_ENTRY, "Too many people are watching this table; try again later.", None)
        return
    if line.seat is not None:
        take_seat(table, line.seat)
    table.lines.append(line)
    line.send(encode(welcome(table, line)))
    since = 0 if line.seat is None else table.seating[line.seat].hears_from
    lines = table.talk.earlier(place_of(table, line), since)
    room, chat = table.room_frame(), encode(Chatted(lines))
    table.outbox.now(lambda: send_all(line, [room, chat]))
    catch_up(table, line, hello)
    table.tell_room()
    if table.paused is not None and table.paused.why == "downtime" and line.seat is not None:
        come_back(table)
    table.tick()


def is_crowded(table: Table, line: Line) -> bool:
    """Whether one more watcher is too many. Players and the host always get in."""
    if line.seat is not None or (line.guest is not None and line.guest.id == table.record.host):
        return False
    watchers = sum(1 for other in table.lines if other.seat is None)
    return watchers >= table.house.settings.most_watchers


def send_all(line: Line, frames: list[bytes]) -> None:
    for frame in frames:
        line.send(frame)


def take_seat(table: Table, seat: Seat) -> None:
    other = table.line_of(seat)
    if other is not None:
        table.lines.remove(other)
        other.close(TAKEN_OVER, "You opened this table in another window.", None)
    table.lost_at.pop(seat, None)
    botseats.stand_back(table, seat)


def come_back(table: Table) -> None:
    """After a downtime the first person back starts the countdown."""
    if table.countdown is None:
        pausing.count_down(table, "resume", table.house.settings.downtime_countdown)


def welcome(table: Table, line: Line) -> Welcome:
    guest = line.guest
    return Welcome(
        protocol=PROTOCOL,
        stream=table.stream_of(line.seat),
        server=math.ceil(table.now),
        you=You(
            guest=None if guest is None else guest.id,
            name=None if guest is None else guest.name,
            seat=line.seat,
            host=guest is not None and guest.id == table.record.host,
        ),
        manners=Manners(PING_EVERY, GIVE_UP_AFTER, RESEND_AFTER, MOST_FRAME),
    )


def catch_up(table: Table, line: Line, hello: Hello) -> None:
    """What was missed, if it is still there; else everything."""
    streams = table.streams
    if streams is None:
        return
    if hello.since is not None and hello.stream == table.stream_of(line.seat):
        missed = streams.since(line.seat, hello.since)
        if missed is not None:
            table.outbox.now(lambda: table.subscribe(line, missed))
            return
    table.show(line)


def leave(table: Table, line: Line) -> None:
    if line not in table.lines:
        return
    table.lines.remove(line)
    if not table.lines:
        table.idle_since = table.now
    if line.seat is not None:
        table.lost_at[line.seat] = table.now
        table.notice_lag(line.seat)
        table.reschedule()
    else:
        table.tell_room()


def hear(table: Table, line: Line, message: FromClient, arrival: Mono) -> None:
    """One message of a client. Raises Denied when it is not accepted."""
    table.house.pulse.felt(arrival)
    match message:
        case DoAct():
            act(table, line, message, arrival)
        case Ping():
            line.send(encode(Pong(message.id, math.ceil(table.now))))
        case Echo():
            echo(table, line, message.id, arrival)
        case SayReady():
            hosting.say_ready(table, seated(line), message.ready)
        case WantPause():
            pausing.want_pause(table, seated(line), message.pause)
        case AnswerRequest():
            asking.answer(table, seated(line), message.request, message.agree)
        case Say():
            voices.say(table, line, message.text)
        case MakeOffer():
            seated(line)
            voices.offer(table, line, message.offer)
        case React():
            voices.react(table, line, message.reaction)
        case Hello():
            raise Denied(BAD_MESSAGE, "You said hello already.")


def seated(line: Line) -> Seat:
    if line.seat is None:
        raise Denied(NOT_ALLOWED, "You are only watching this table.")
    return line.seat


def act(table: Table, line: Line, message: DoAct, arrival: Mono) -> None:
    seat = seated(line)
    play = table.play
    if play is None:
        raise Denied(NOT_NOW, "The game has not begun.")
    sitter = play.sitters[seat]
    answer = sitter.answer_to(message.n)
    if answer is None:
        sitter.check_new(message.n)
    if answer is None and not play.clock.running:
        why = "The game is paused." if table.record.stage == "playing" else "The game is over."
        answer = Refusal(message.n, NOT_NOW, why, False)
    if answer is None:
        answer = play.submit(seat, message.n, message.act, arrival, line.lag.one_way)
    if answer is not None:
        frame = encode(answer)
        table.outbox.now(lambda: line.send(frame))
    table.soon()


def echo(table: Table, line: Line, probe: str, arrival: Mono) -> None:
    line.echoed(probe, arrival)
    if line.seat is not None:
        table.notice_lag(line.seat)
    lag = line.lag.one_way
    changed = abs(lag - line.shown_lag) > max(5.0, line.shown_lag / 5)
    if changed and arrival - table.lag_told_at > PING_EVERY:
        line.shown_lag = lag
        table.lag_told_at = arrival
        table.tell_room()


def complain(line: Line, denied: Denied) -> None:
    line.send(encode(Problem(denied.code, denied.message)))
