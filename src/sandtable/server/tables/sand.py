"""When the sand of a table runs and when it stands: pauses by agreement, countdowns, downtime."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sandtable.engine.units import Seat
from sandtable.protocol.problems import NOT_NOW, Denied
from sandtable.protocol.rooms import CountdownNow, PauseNow
from sandtable.server.base.tableclock import Mono

if TYPE_CHECKING:
    from sandtable.server.tables.table import Table

ASK_AGAIN = 1_000.0


class Sand:
    def __init__(self, table: Table) -> None:
        self._table = table
        self.paused: PauseNow | None = None
        self.countdown: CountdownNow | None = None
        self.votes: list[Seat] = []
        """Who wants a pause; during one, who wants to go on."""
        self._owes_pause = False
        """The sand stands because nothing can be written, which the log does not say yet."""

    def end(self) -> None:
        """The game is over: nothing runs and nothing waits."""
        self.votes.clear()
        self.countdown = self.paused = None

    # Countdowns.

    def count_down(self, to: Literal["start", "resume"], seconds: float) -> None:
        self.countdown = CountdownNow(to, round(self._table.now + seconds * 1000))
        self._table.tell_room()
        self._table.reschedule()

    def stop_counting(self) -> None:
        self.countdown = None

    def look(self, mono: Mono) -> None:
        """Begin what is being counted down to, if its time has come."""
        countdown = self.countdown
        if countdown is None or mono < countdown.ends:
            return
        if self._table.house.pulse.standing:
            # Nothing begins that cannot be written down.
            self.countdown = CountdownNow(countdown.to, round(mono + ASK_AGAIN))
            return
        self.countdown = None
        if countdown.to == "start":
            self._table.begin()
        else:
            self.resume()

    # Agreement.

    def voters(self) -> list[Seat]:
        """The people whose agreement is needed: those who are here, and for whom no bot plays.

        In a game played over several days that is everybody: nobody should come back to find a
        clock stopped or started.
        """
        table = self._table
        return [
            seat
            for seat in table.seating.persons()
            if not table.seating[seat].stand_in
            and (table.attendance.unhurried or table.presence(seat) != "gone")
        ]

    def want_pause(self, seat: Seat, pause: bool) -> None:
        """A vote to stop all sand or, during a pause, to let it run on."""
        table = self._table
        if not table.stages.playing:
            raise Denied(NOT_NOW, "There is nothing to pause.")
        if self.paused is None:
            self._vote(seat, pause)
            if self._agreed():
                self.pause("agreed")
        else:
            self._vote(seat, not pause)
            if pause:
                self.countdown = None
            if self._agreed() and self.countdown is None:
                self.count_down("resume", table.house.settings.countdown)
        table.tell_room()
        table.reschedule()

    def _vote(self, seat: Seat, wants: bool) -> None:
        if wants and seat not in self.votes:
            self.votes.append(seat)
        elif not wants:
            self.withdraw_vote(seat)

    def withdraw_vote(self, seat: Seat) -> None:
        if seat in self.votes:
            self.votes.remove(seat)

    def _agreed(self) -> bool:
        needed = self.voters()
        return bool(needed) and all(seat in self.votes for seat in needed)

    # Stopping and going on.

    def pause(self, why: Literal["agreed", "downtime"]) -> None:
        """All sand stops, at this instant in the log."""
        table = self._table
        assert table.play is not None
        mono = table.now
        table.carry_out(table.play.stop(mono))
        self.votes.clear()
        if table.stages.playing:
            self.paused = PauseNow(round(mono), why)
            table.journal.append([self.note("pause", why)])

    def resume(self) -> None:
        table = self._table
        if table.play is None or not table.stages.playing:
            return
        self.paused = None
        self.votes.clear()
        # Somebody who was away during the pause has not vanished yet.
        table.attendance.count_anew()
        table.play.run(table.now)
        table.journal.append([self.note("run")])
        table.tell_room()
        table.hands.take_up_all()
        table.tick()

    def note(self, kind: Literal["run", "pause"], why: str = "") -> dict[str, Any]:
        """For the log: from such notes a restarted server knows how far the sand had run."""
        table = self._table
        assert table.play is not None
        mono = table.now
        note: dict[str, Any] = {
            "note": kind,
            "at": table.play.clock.whole(mono),
            "life": table.house.life,
            "server": round(mono),
        }
        return {**note, "why": why} if why else note

    def wait(self, why: Literal["agreed", "downtime"]) -> None:
        """The table was read from disk: its sand is where it was, and stands still."""
        self.paused = PauseNow(round(self._table.now), why)

    def nobody_to_wait_for(self) -> None:
        """A table of bots goes on by itself."""
        if self.paused is not None:
            self.count_down("resume", self._table.house.settings.downtime_countdown)

    def after_downtime(self) -> None:
        """The first person back starts the countdown."""
        if self.paused is not None and self.paused.why == "downtime" and self.countdown is None:
            self.count_down("resume", self._table.house.settings.downtime_countdown)

    # Nothing can be acknowledged.

    def stand_still(self, since: Mono) -> None:
        """Stop the sand as of `since`, or as of the latest decision if that is later."""
        table = self._table
        play = table.play
        if play is None or table.broken or not play.clock.running:
            return
        play.stand(max(play.match.now, table.journal.latest, play.clock.whole(since)))
        self.paused = PauseNow(round(table.now), "downtime")
        self.votes.clear()
        self._owes_pause = True
        # Not through the journal: what waits in there waits for the disk, which is the trouble.
        table.company.tell(table.room_frame())
        table.reschedule()

    def stood_still(self) -> None:
        """The disk works again: log that the sand stood still, and go on as after any downtime."""
        table = self._table
        if not self._owes_pause or table.broken:
            return
        self._owes_pause = False
        table.journal.append([self.note("pause", "downtime")])
        if table.company.any_seated or not table.seating.persons():
            self.count_down("resume", table.house.settings.downtime_countdown)
        table.tell_room()
