"""A table with people: one writer over its seats, its match and what is told about them.

Everything here runs on the event loop, one call after the other: that is what makes it the single
writer. An act is received, ordered, applied, appended to the log; it is acknowledged and told when
the log is on disk, and not before.
"""

import logging
from collections.abc import Iterator
from typing import Any, Literal

from sandtable.engine.match import Match
from sandtable.engine.registry import find
from sandtable.engine.table import new
from sandtable.engine.units import Seat, Viewer
from sandtable.server import absence, asking, botseats, pausing
from sandtable.server.asking import Requests
from sandtable.server.bots import Hand
from sandtable.server.broadcast import Line
from sandtable.server.house import House
from sandtable.server.logs import mark
from sandtable.server.messages import Refusal, RoomNow, encode
from sandtable.server.outbox import Outbox
from sandtable.server.people import new_id
from sandtable.server.play import Play, Update
from sandtable.server.problems import NO_DISK
from sandtable.server.record import Record, Result, save_statements
from sandtable.server.rooms import CountdownNow, PauseNow, Presence
from sandtable.server.roomview import presence, room_now
from sandtable.server.seating import Seating
from sandtable.server.storage import utc_now
from sandtable.server.streams import Streams
from sandtable.server.tableclock import Mono
from sandtable.server.talk import Talk

log = logging.getLogger("sandtable.table")

RESTART = 1012
CLOSED = 4003


class Table:
    def __init__(self, house: House, record: Record, talk: Talk) -> None:
        self.house = house
        self.record = record
        self.talk = talk
        self.stream_id = new_id()
        """Sequence numbers mean something only within one life of a table in memory."""
        self.seating = Seating(record.chairs)
        self.sittings = [0] * len(record.chairs)
        """Counts the people who have sat in each seat: nobody continues what another was shown."""
        self.play: Play | None = None
        self.streams: Streams | None = None
        self.result: Result | None = None
        self.next_line = 0
        self.written_at = 0
        """The latest table time in the log, whose times never run back."""
        self.ledger = house.store.ledger(record.id)
        self.lines: list[Line] = []
        self.outbox = Outbox()
        self.hands: dict[Seat, Hand] = {}
        self.votes: list[Seat] = []
        self.requests = Requests()
        self.paused: PauseNow | None = None
        self.countdown: CountdownNow | None = None
        self.lost_at: dict[Seat, Mono] = {}
        """Since when a person's seat has had no socket."""
        self.idle_since: Mono = self.now
        self.kept_until: Mono | None = None
        self.lag_told_at: Mono = 0.0
        self.broken = False
        self.owes_pause = False
        """The sand stands because nothing can be written, and that is not in the log yet."""
        self.shown_presence: list[Presence] = []
        self.unhurried = False
        """Whether people may go away between their turns (see absence.py)."""

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def now(self) -> Mono:
        return self.house.clockwork.now()

    def line_of(self, seat: Seat) -> Line | None:
        return next((line for line in self.lines if line.seat == seat), None)

    def stream_of(self, seat: Seat | None) -> str:
        """The name of the stream that somebody is shown; only the same sitter continues it."""
        return self.stream_id if seat is None else f"{self.stream_id}.{seat}.{self.sittings[seat]}"

    def change_sitter(self, seat: Seat) -> None:
        """Somebody else has this seat from now on, or nobody."""
        self.sittings[seat] += 1
        self.seating[seat].sat_line = self.next_line
        if self.play is not None:
            self.play.change_sitter(seat)
        if self.streams is not None:
            self.streams.close(seat)

    def presence(self, seat: Seat) -> Presence:
        return presence(self, seat, self.now)

    # Telling.

    def room_frame(self) -> bytes:
        clock = None if self.play is None else self.play.clock.shown(self.now)
        return encode(RoomNow(room_now(self), clock))

    def tell_room(self) -> None:
        frame = self.room_frame()
        self.outbox.now(lambda: self.to_all(frame))

    def to_all(self, frame: bytes) -> None:
        for line in self.lines:
            line.send(frame)

    # Writing down.

    def save(self) -> None:
        statements = save_statements(self.house.store, self.record, self.result)
        self.house.store.write(*statements, done=self._saved)

    def _saved(self, error: Exception | None) -> None:
        if error is not None:
            self.fail()

    def append(self, lines: list[dict[str, Any]], deliver: Any) -> None:
        """Add to the log; deliver when it is on disk."""
        ready = self.outbox.later(deliver)

        def done(error: Exception | None) -> None:
            if error is None:
                ready()
            else:
                self.fail()

        self.written_at = max(self.written_at, *[int(line.get("at", 0)) for line in lines])
        self.house.store.append(self.ledger, self.next_line, lines, done)
        self.next_line += len(lines)

    def fail(self) -> None:
        """The disk does not have what memory has: memory goes, and is read from disk again."""
        if self.broken:
            return
        log.error("%s is read again from disk", mark(self.id))
        self.house.on_disk_failure()
        self.dissolve(RESTART, f"{NO_DISK} The table is read again.", 1000)

    def give_up(self) -> None:
        """Something is wrong with this game itself: it ends here, and its log stays."""
        self.record.stage = "closed"
        self.record.ended = utc_now()
        self.save()
        self.dissolve(CLOSED, "This table had to be closed because of a fault in the server.", None)

    def dissolve(self, code: int, reason: str, come_back_after: int | None) -> None:
        """Let go of everything: timers, bots and people."""
        self.broken = True
        self.outbox.discard()
        self.house.clockwork.set(self.id, None, self.tick)
        for hand in self.hands.values():
            hand.leave()
        self.hands.clear()
        for line in list(self.lines):
            line.close(code, reason, come_back_after)

    # The match.

    def width(self) -> float:
        """How long acts are held back at present."""
        return 0.0 if self.play is None else self.play.width(self.now)

    def notice_lag(self, seat: Seat) -> None:
        """The line of this seat was measured, came or went."""
        if self.play is not None:
            line = self.line_of(seat)
            self.play.parity.measured(seat, None if line is None else line.lag.round_trip)

    def begin(self) -> None:
        """The match starts: the seed is drawn and its commitment published."""
        record = self.record
        # A table that was gathering when the rules changed begins under those it was opened with.
        game = find(record.game, record.rules)
        match = new(game, seats=len(self.seating), options=record.options)
        self.take_up(match)
        assert self.play is not None
        self.countdown = None
        record.stage = "playing"
        record.started = utc_now()
        self.save()
        header = {
            **match.log[0],
            "table": record.id,
            "pace": record.pace,
            "names": self.seating.names,
            "bots": [chair.level for chair in record.chairs],
            "started": record.started,
        }
        self.play.clock.run(self.now)
        self.append([header, self.clock_note("run")], self.tell_beginning)
        for seat in self.seating.bots():
            botseats.seat_hand(self, seat)
        self.tick()

    def take_up(self, match: Match) -> None:
        self.play = Play(match, self.record.pace)
        self.streams = Streams(self.play, self.seating.names)
        for line in self.lines:
            line.subscribed = False
            if line.seat is not None:
                self.notice_lag(line.seat)
        self.notice_pace()

    def notice_pace(self) -> None:
        """A table that once gave somebody long to move stays one, however little is left now."""
        if self.play is not None and not self.unhurried:
            self.unhurried = absence.gives_long(self.play.match)

    def tell_beginning(self) -> None:
        self.to_all(self.room_frame())
        for line in list(self.lines):
            self.show(line)

    def show(self, line: Line) -> None:
        """Send a snapshot; from then on this line gets deltas."""
        if self.streams is not None:
            snapshot = encode(self.streams.snapshot(line.seat, self.now))
            self.outbox.now(lambda: self.subscribe(line, [snapshot]))

    def subscribe(self, line: Line, frames: list[bytes]) -> None:
        for frame in frames:
            line.send(frame)
        line.subscribed = True
        if line.seat is not None and self.play is not None:
            self.play.told[line.seat].sent(self.now)

    def clock_note(self, kind: Literal["run", "pause"], why: str = "") -> dict[str, Any]:
        """From such notes a restarted server knows how far the sand had run."""
        assert self.play is not None
        mono = self.now
        note: dict[str, Any] = {
            "note": kind,
            "at": self.play.clock.whole(mono),
            "life": self.house.life,
            "server": round(mono),
        }
        return {**note, "why": why} if why else note

    def carry_out(self, updates: Iterator[Update]) -> None:
        """Write down and then tell what was decided."""
        play, streams = self.play, self.streams
        assert play is not None
        assert streams is not None
        for update in updates:
            mono = self.now
            lines = update.lines
            over = play.match.over and self.record.stage == "playing"
            if over:
                play.clock.stand_at(play.match.now)
                lines = [*lines, play.closing()]
            heard = update.changed or update.events
            frames = streams.advance(update.events, mono) if heard else {}
            self.count(update)
            if lines:
                self.append(lines, self.delivery(update, frames, mono))
            else:
                self.outbox.now(self.delivery(update, frames, mono))
            if over:
                self.finish()
            else:
                self.notice_pace()
                botseats.rouse(self, update)

    def delivery(self, update: Update, frames: dict[Viewer, bytes], since: Mono) -> Any:
        answers = {seat: encode(answer) for seat, answer in update.answers if answer.n}
        sittings = self.sittings.copy()

        def deliver() -> None:
            mono = self.now
            told = self.play.told if self.play is not None and self.play.contention else None
            for line in self.lines:
                seat = line.seat
                frame = frames.get(seat) if line.subscribed else None
                answer = None if seat is None else answers.get(seat)
                if (
                    answer is not None
                    and seat is not None
                    and sittings[seat] != self.sittings[seat]
                ):
                    answer = None  # it was for whoever sat here before
                if frame is not None and answer is not None:
                    line.send_both(frame, answer)
                elif frame is not None:
                    line.send(frame)
                elif answer is not None:
                    line.send(answer)
                if frame is not None and seat is not None and told is not None:
                    told[seat].sent(mono)
            for _ in answers:
                self.house.metrics.decided.see((mono - since) / 1000)

        return deliver

    def count(self, update: Update) -> None:
        metrics = self.house.metrics
        if any(line.get("note") == "fault" for line in update.lines):
            metrics.faults.add()
        for _, answer in update.answers:
            metrics.acts.add()
            if isinstance(answer, Refusal):
                metrics.refused.add()

    def finish(self) -> None:
        assert self.play is not None
        match = self.play.match
        outcome = match.outcome
        self.record.stage = "over"
        self.record.ended = utc_now()
        self.votes.clear()
        self.requests.open.clear()
        self.countdown = self.paused = None
        winners = [] if outcome is None else outcome.winners
        self.result = Result(winners, match.now, len(match.entries))
        for hand in self.hands.values():
            hand.leave()
        self.hands.clear()
        self.save()
        self.tell_room()

    # Time.

    def tick(self) -> None:
        """Whatever is due at this table happens. A fault here is this table's end, no other's."""
        if self.broken:
            return
        mono = self.now
        self.house.pulse.felt(mono)
        try:
            self.let_time_pass(mono)
        except Exception:
            log.exception("a fault at %s", mark(self.id))
            self.house.metrics.faults.add()
            self.give_up()

    def let_time_pass(self, mono: Mono) -> None:
        if self.countdown is not None and mono >= self.countdown.ends:
            pausing.countdown_ended(self)
        botseats.let_act(self, mono)
        if self.play is not None and self.record.stage == "playing":
            self.carry_out(self.play.judge(mono, self.width()))
        absence.watch(self, mono)
        if self.requests.open and asking.look(self):
            self.tell_room()
        self.reschedule()

    def soon(self) -> None:
        """Something new may be due: now, or when its window has passed."""
        due = self.wake()
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
        if self.countdown is not None:
            times.append(self.countdown.ends)
        if play is not None and play.clock.running:
            if (due := play.wake(self.width())) is not None:
                times.append(due)
            for hand in self.hands.values():
                if hand.due is not None and (when := play.clock.when(hand.due)) is not None:
                    times.append(when)
        mono = self.now
        for lost in self.lost_at.values():
            for after in (self.house.settings.away_after, self.house.settings.gone_after):
                if lost + after * 1000 > mono:
                    times.append(lost + after * 1000)
        if self.kept_until is not None:
            times.append(self.kept_until)
        if (ends := self.requests.next_end()) is not None:
            times.append(ends)
        return min(times) if times else None
