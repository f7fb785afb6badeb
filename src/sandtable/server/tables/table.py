"""A table with people: one writer over its seats, its match and what is told about them.

Everything here runs on the event loop, one call after the other, and so there is a single writer.
An act is received, ordered, applied and appended to the log; it is acknowledged and announced when
the log is on disk, and not before.
"""

import logging
from collections.abc import Iterator

from sandtable.engine.match import Match
from sandtable.engine.registry import find
from sandtable.engine.table import new
from sandtable.engine.units import Seat
from sandtable.protocol.goodbyes import CLOSED, RESTART
from sandtable.protocol.manners import PING_EVERY
from sandtable.protocol.messages import RoomNow, encode
from sandtable.protocol.problems import NO_DISK
from sandtable.protocol.rooms import AgainNow, Presence
from sandtable.server.base.logs import mark
from sandtable.server.base.tableclock import Mono
from sandtable.server.match.play import Play, Update
from sandtable.server.match.streams import Streams
from sandtable.server.people.guests import new_id
from sandtable.server.tables.absent_host import HostWatch
from sandtable.server.tables.advice import Advice
from sandtable.server.tables.attendance import Attendance
from sandtable.server.tables.company import Company
from sandtable.server.tables.delivery import delivery
from sandtable.server.tables.guest_list import Invited
from sandtable.server.tables.hands import BotHands
from sandtable.server.tables.host import Host
from sandtable.server.tables.house import House
from sandtable.server.tables.journal import Journal
from sandtable.server.tables.lineup import NOTE, Players
from sandtable.server.tables.record import Record, Result
from sandtable.server.tables.rematch import Again, Reunion
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.sand import Sand
from sandtable.server.tables.seat_requests import Requests
from sandtable.server.tables.seating import Seating
from sandtable.server.tables.stages import Stages
from sandtable.server.tables.talk import Talk
from sandtable.server.tables.visitor import Visitor

log = logging.getLogger("sandtable.table")


class Table:
    """A table and its parts. Each part owns its own data, and nobody else changes it.

    `stages` has the stage, `seating` the chairs, `host` whom the host has removed or muted,
    `host_watch` whether the host is there, `invited` whom somebody has invited, `company` who is
    connected, `attendance` who is away, `sand` pauses and countdowns, `requests` who asks for a
    seat, `reunion` who is expected at a rematch, `again` who goes on to the next one, `hands` the
    bots, `advice` the hint that somebody asked for, `journal` what is written down, `talk` what is
    said. The match itself is in `play`, and what each viewer was shown of it in `streams`.
    """

    def __init__(self, house: House, record: Record, talk: Talk) -> None:
        self.house = house
        self.record = record
        self.talk = talk
        self.stream_id = new_id()
        """Sequence numbers mean something only within one life of a table in memory."""
        self.stages = Stages(record, house.date)
        self.seating = Seating(record.chairs)
        self.host = Host(record)
        self.invited = Invited(record)
        self.company = Company()
        self.attendance = Attendance(self)
        self.host_watch = HostWatch(self)
        self.sand = Sand(self)
        self.requests = Requests(self)
        self.reunion = Reunion(self)
        self.again = Again()
        self.hands = BotHands(self)
        self.advice = Advice(self)
        self.journal = Journal(house.shelf, record, self.fail)
        self.play: Play | None = None
        self.streams: Streams | None = None
        self.broken = False
        """Memory and disk differ, or the table is closed: the next to need it reads it again."""
        self.sittings = [0] * len(record.chairs)
        """How many people have sat in each seat: nobody continues another person's stream."""
        self._players: Players | None = None
        """Who plays, as the log says so far."""
        self._lag_told_at: Mono = 0.0

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def now(self) -> Mono:
        return self.house.clockwork.now()

    def stream_of(self, seat: Seat | None) -> str:
        """The name of the stream that this seat is shown; only the same person can continue it."""
        return self.stream_id if seat is None else f"{self.stream_id}.{seat}.{self.sittings[seat]}"

    def change_sitter(self, seat: Seat, guest: str | None = None) -> None:
        """From now on this guest has the seat, or nobody."""
        self.sittings[seat] += 1
        self.seating.begin_sitting(seat, self.journal.lines)
        if self.play is not None:
            self.play.change_sitter(seat, guest)
        if self.streams is not None:
            self.streams.close(seat)

    def seats_changed(self) -> None:
        """Write down and announce who sits where; perhaps everybody is ready now."""
        if self.streams is not None:
            self.streams.rename(self.seating.names)
        self.write_players()
        self.reunion.changed()
        self.journal.save()
        self.requests.look()
        self.host_watch.notice()
        self.check_ready()
        self.tell_room()
        self.reunion.tell()
        self.reschedule()

    def write_players(self) -> None:
        """In a running game, log who plays from now on if that has changed."""
        if self.play is None or not self.stages.playing:
            return
        players = self.seating.players
        if players != self._players:
            self._players = players
            when = max(self.play.match.now, self.journal.latest)
            self.journal.append([{"note": NOTE, "at": when, **players.to_json()}])

    def check_ready(self) -> None:
        """Begin the countdown if everybody is ready; stop it if somebody no longer is."""
        if self.stages.now == "gathering" and self.seating.all_ready():
            self.stages.to("countdown")
            self.sand.count_down("start", self.house.settings.countdown)
        elif self.stages.now == "countdown" and not self.seating.all_ready():
            self.stages.to("gathering")
            self.sand.stop_counting()
            self.tell_room()

    def recall_players(self, players: Players) -> None:
        """The log was read; what it does not say yet about who plays is added to it."""
        self._players = players
        self.write_players()

    def play_again_at(self, table_id: str | None) -> None:
        """These people go on at another table."""
        self.record.rematch = table_id

    def hear_of_rematch(self, news: AgainNow) -> None:
        """Somebody is in at the other table, or it begins there."""
        if self.again.tell(news):
            self.tell_room()

    def presence(self, seat: Seat) -> Presence:
        return self.attendance.presence(seat, self.now)

    # Telling.

    def room_frame(self) -> bytes:
        clock = None if self.play is None else self.play.clock.shown(self.now)
        return encode(RoomNow(room_now(self), clock))

    def tell_room(self) -> None:
        frame = self.room_frame()
        self.journal.say(lambda: self.company.tell(frame))

    def tell_lag(self, visitor: Visitor, mono: Mono) -> None:
        """Show everybody that somebody's lag has changed, but not too often."""
        if visitor.lag_is_news() and mono - self._lag_told_at > PING_EVERY:
            visitor.lag_was_shown()
            self._lag_told_at = mono
            self.tell_room()

    # Ends.

    def fail(self) -> None:
        """The disk does not have what memory has: drop the table, so that it is read again."""
        if self.broken:
            return
        log.error("%s is read again from disk", mark(self.id))
        self.house.on_disk_failure()
        self.dissolve(RESTART, f"{NO_DISK} The table is being loaded again.", 1000)

    def give_up(self) -> None:
        """Something is wrong with this game itself: it ends here, and its log is kept."""
        if not self.stages.done:
            self.stages.to("closed")
            self.journal.save()
        self.dissolve(CLOSED, "This table had to be closed because of a fault in the server.", None)

    def dissolve(self, code: int, reason: str, come_back_after: int | None) -> None:
        """Let go of everything: timers, bots and people."""
        self.broken = True
        self.journal.discard()
        self.house.clockwork.set(self.id, None, self.tick)
        self.hands.drop_all()
        self.advice.drop()
        self.company.send_away(code, reason, come_back_after)

    def close(self) -> None:
        """Nobody has been here for a long time: close the table and keep what was played."""
        if self.play is not None and self.stages.playing:
            if self.sand.paused is None:
                self.sand.pause("agreed")
            if self.stages.playing:
                self.journal.append([self.play.closing()])
        if not self.stages.done:
            self.stages.to("closed")
            self.journal.save()
        self.dissolve(
            CLOSED, "Nobody has been here for a long time, so the table was closed.", None
        )

    def stop(self) -> None:
        """The server stops: no sand runs from now on, and everybody is told to come back."""
        if self.broken:
            return
        if self.stages.playing and self.sand.paused is None:
            self.sand.pause("downtime")
        self.journal.say(lambda: self.company.send_away(RESTART, "The server is restarting.", 1000))

    # The match.

    def width(self) -> float:
        """How long acts are held back at the moment."""
        return 0.0 if self.play is None else self.play.width(self.now)

    def notice_lag(self, seat: Seat) -> None:
        """The lag of this seat was measured, or its connection came or went."""
        if self.play is not None:
            visitor = self.company.at(seat)
            self.play.measured(seat, None if visitor is None else visitor.lag.round_trip)

    def begin_at_once(self) -> None:
        """Nobody else has to get ready, so there is nothing to count down to.

        Only while nothing can be written down is there a countdown, which waits for the disk.
        """
        if self.house.pulse.standing:
            if self.stages.now == "gathering":
                self.stages.to("countdown")
            self.sand.count_down("start", 0.0)
            self.journal.save()
            return
        try:
            self.begin()
        except Exception:
            self.meet_fault()

    def begin(self) -> None:
        """The match starts: the seed is drawn and its commitment published."""
        record = self.record
        # If the rules changed while the table was gathering, it begins under the older ones.
        game = find(record.game, record.rules)
        seed = self.house.draw_seed()
        match = new(game, seats=len(self.seating), options=record.options, seed=seed)
        self.take_up(match)
        assert self.play is not None
        self.sand.stop_counting()
        self.stages.to("playing")
        self.journal.save()
        self._players = self.seating.players
        header = {
            **match.log[0],
            "table": record.id,
            "pace": record.pace,
            **self._players.to_json(),
            "started": record.started,
        }
        self.play.run(self.now)
        self.journal.append([header, self.sand.note("run")], self.tell_beginning)
        self.hands.take_up_all()
        self.reunion.end()
        self.tick()

    def take_up(self, match: Match) -> None:
        self.play = Play(match, self.record.pace)
        for seat in self.seating.persons():
            self.play.change_sitter(seat, self.seating[seat].guest)
        self.streams = Streams(self.play, self.seating.names)
        for visitor in self.company.visitors:
            visitor.unsubscribe()
            if visitor.seat is not None:
                self.notice_lag(visitor.seat)
        self.attendance.notice_pace(match)

    def tell_beginning(self) -> None:
        self.company.tell(self.room_frame())
        for visitor in self.company.visitors.copy():
            self.show(visitor)

    def show(self, visitor: Visitor) -> None:
        """Send a snapshot; from then on they get deltas."""
        if self.streams is not None:
            snapshot = encode(self.streams.snapshot(visitor.seat, self.now))
            self.journal.say(lambda: self.subscribe(visitor, [snapshot]))

    def subscribe(self, visitor: Visitor, frames: list[bytes]) -> None:
        visitor.subscribe(frames)
        if visitor.seat is not None and self.play is not None:
            self.play.told(visitor.seat, self.now)

    def carry_out(self, updates: Iterator[Update]) -> None:
        """Write down what was decided, and then announce it."""
        play, streams = self.play, self.streams
        assert play is not None
        assert streams is not None
        for update in updates:
            mono = self.now
            lines = update.lines
            over = play.match.over and self.stages.playing
            if over:
                play.stand()
                lines = [*lines, play.closing()]
            heard = update.changed or update.events
            frames = streams.advance(update.events, mono) if heard else {}
            if lines:
                self.journal.append(lines, delivery(self, update, frames, mono))
            else:
                self.journal.say(delivery(self, update, frames, mono))
            if over:
                self.finish()
            else:
                self.attendance.notice_pace(play.match)
                self.hands.rouse(update)
            if update.changed or over:
                self.advice.table_changed()

    def finish(self) -> None:
        assert self.play is not None
        match = self.play.match
        outcome = match.outcome
        self.stages.to("over")
        self.requests.end_all()
        self.sand.end()
        winners = [] if outcome is None else outcome.winners
        self.hands.drop_all()
        self.journal.save_result(Result(winners, match.now, len(match.entries)))
        self.tell_room()

    # Time.

    def tick(self) -> None:
        """Let everything happen that is due. A fault here ends this table and no other."""
        if self.broken:
            return
        mono = self.now
        self.house.pulse.felt(mono)
        try:
            if self.sand.countdown is not None:
                self.sand.look(mono)
            self.hands.let_act(mono)
            if self.play is not None and self.stages.playing:
                self.carry_out(self.play.judge(mono, self.width()))
            self.attendance.look(mono)
            if self.stages.before_play:
                self.host_watch.look()
                self.reunion.look(mono)
            if len(self.requests) and self.requests.look():
                self.tell_room()
            self.reschedule()
        except Exception:
            self.meet_fault()

    def meet_fault(self) -> None:
        log.exception("a fault at %s", mark(self.id))
        self.house.metrics.faults.add()
        self.give_up()

    def soon(self) -> None:
        """An act has come: judge it now, or once no earlier act can still arrive."""
        # Whatever else is due wakes the table by itself: the clockwork knows of it already.
        due = None if self.play is None else self.play.wake(self.width())
        if due is not None and due <= self.now:
            self.tick()
        else:
            self.reschedule()

    def reschedule(self) -> None:
        if not self.broken:
            self.house.clockwork.set(self.id, self.wake(), self.tick)

    def wake(self) -> Mono | None:
        times: list[Mono] = []
        play = self.play
        if self.sand.countdown is not None:
            times.append(self.sand.countdown.ends)
        if play is not None and play.clock.running:
            if (due := play.wake(self.width())) is not None:
                times.append(due)
            self.hands.wake(play.clock, times)
        self.attendance.wake(self.now, times)
        if self.stages.before_play:
            self.host_watch.wake(self.now, times)
            self.reunion.wake(times)
        if (ends := self.requests.next_end()) is not None:
            times.append(ends)
        return min(times) if times else None
