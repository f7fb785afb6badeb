"""The authority over one running match: what arrives, in what order it counts, what came of it.

It has no sockets, no storage and no clock of its own: it is told the time and hands out updates,
which others write to disk and then announce.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.engine.errors import BadLog, Refused
from sandtable.engine.events import Event
from sandtable.engine.game import MATCH_OVER, OVER
from sandtable.engine.log import closing_line
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.table import play_line, replay
from sandtable.engine.units import Ms, Seat, Viewer
from sandtable.protocol.messages import Ack, Refusal, Verdict
from sandtable.protocol.problems import CANNOT, NOT_NOW, PAUSED
from sandtable.server.base.tableclock import Mono, TableClock
from sandtable.server.match.fairness import Chances, Held, Window, effective, is_reaction
from sandtable.server.match.parity import MARGIN, Parity
from sandtable.server.match.sitters import Sitter

MOST_REFUSALS = 2_000
"""Refusals of a match that are announced and logged; more would only fill memory and disk."""

log = logging.getLogger("sandtable.play")


class Update:
    """Something was decided: lines for the log, what happened, and who gets which answer."""

    __slots__ = ("answers", "changed", "events", "lines")

    def __init__(
        self,
        lines: list[dict[str, Any]],
        events: list[Event],
        answers: list[tuple[Seat, Verdict]],
        changed: bool,
    ) -> None:
        self.changed = changed
        """Whether anything on the table has changed."""
        self.lines = lines
        self.events = events
        self.answers = answers


class Play:
    def __init__(self, match: Match, pace: int) -> None:
        self.match = match
        self.clock = TableClock(pace, match.now)
        self.contention = match.game.REAL_TIME
        self.window = Window()
        self.chances = [Chances() for _ in range(match.seats)]
        self.parity = Parity(match.seats)
        self.taker: Held | None = None
        """The last thing that happened, when it was the act of a person."""
        self.events: list[Event] = []
        self.sitters = [Sitter() for _ in range(match.seats)]
        self.refusals = 0
        """Those that cost nothing, announced or found in the log."""
        self.seq = 0
        """Counts the deltas that viewers get."""
        self._judged: Mono = float("-inf")

    def submit(
        self, seat: Seat, n: int, act: Mapping[str, Any], arrival: Mono, one_way: float
    ) -> Verdict | None:
        """Take an act in; returns None if it is to be judged.

        There is a verdict at once only if it was decided before, or comes while no sand runs.
        """
        sitter = self.sitters[seat]
        known = sitter.answer_to(n)
        if known is not None or self.window.holds(seat, n):
            return known
        sitter.check_new(n)
        if not self.clock.running:
            why = OVER if self.match.over else PAUSED
            return Refusal(n, NOT_NOW, why, False)
        moment = self.judged_at(seat, act, arrival, one_way) if self.contention else arrival
        self.window.add(Held(seat, n, act, arrival, moment, one_way))
        return None

    def run(self, mono: Mono) -> None:
        """The sand runs from now on."""
        self.clock.run(mono)

    def stand(self, at: Ms | None = None) -> None:
        """The sand stands at this table time, or where the match is."""
        self.clock.stand_at(self.match.now if at is None else at)

    def told(self, seat: Seat, mono: Mono) -> None:
        """What was last made for this seat is on its way to the person there."""
        self.chances[seat].sent(mono)

    def listed(self, seat: Seat, acts: Sequence[Mapping[str, Any]]) -> None:
        """A new list of what this seat may do was made for it."""
        self.chances[seat].listed(acts, self.taker)

    def measured(self, seat: Seat, round_trip: float | None) -> None:
        """What the line of this seat looks like now; None when it is gone."""
        self.parity.measured(seat, round_trip)

    def next_seq(self) -> int:
        """The number of the next delta."""
        self.seq += 1
        return self.seq

    def judged_at(self, seat: Seat, act: Mapping[str, Any], arrival: Mono, one_way: float) -> Mono:
        """When an act counts, where players race."""
        parity = self.parity
        parity.measured(seat, 2 * one_way)
        own = self.chances[seat]
        told_at = own.when(act, arrival)
        if told_at is not None and arrival - told_at < parity.claimed[seat] and own.is_news(act):
            parity.answered(seat, arrival - told_at)
        alarm = self.match.alarm
        rings = None if alarm is None else self.clock.when(alarm)
        return effective(arrival, parity.believed[seat], told_at, rings)

    def width(self, mono: Mono) -> float:
        """How long acts are held back at present: the longest credit that anybody may get."""
        if not self.contention:
            return 0.0
        worst = self.parity.worst
        news_at = max([each.news_at for each in self.chances])
        return worst if is_reaction(mono, worst, news_at) else worst / 2

    def change_sitter(self, seat: Seat, guest: str | None) -> None:
        """This guest sits here from now on, or nobody.

        Numbers start again, and an act of the previous person that has no answer yet is not done.
        """
        self.sitters[seat] = Sitter()
        self.parity.change_sitter(seat, guest)
        self.window.withdraw(seat)

    def take_over(self, seat: Seat) -> None:
        """The person who now sits here is new, and knows what a newcomer may."""
        veil = self.match.game.veil(self.match.state, seat)
        self.sitters[seat].begin_anew(veil, len(self.events))

    def catch_up(self, to: Ms) -> None:
        """Let everything happen once more that happened by itself up to then."""
        self.happened(self.match.advance(to=to))

    def redo(self, line: Mapping[str, Any], number: int) -> None:
        """What a line of the log tells happens once more. Raises BadLog if it cannot."""
        match, when = self.match, line["at"]
        if when < match.now:
            raise BadLog(f"Line {number}: time runs backwards from {match.now} to {when}.")
        self.catch_up(when)
        if line.get("note") == "refused":
            self.refusals += 1
        if "note" in line:
            return
        before = len(match.entries)
        if line.get("refused"):
            play_line(match, line, when, number)
        else:
            self.happened(match.act(line["seat"], line["act"]))
        if len(match.entries) != before + 1:
            raise BadLog(f"Line {number}: the act did not happen.")

    def remember(self, line: Mapping[str, Any]) -> None:
        """Remember the answer to this act, so that it gets the same if it is sent again."""
        n: int = line["n"]
        answer: Verdict | None = None
        rule = line.get("rule") or line.get("refused")
        if rule:
            answer = Refusal(n, rule, line.get("message", ""), "refused" in line)
        elif "note" not in line:
            answer = Ack(n, 0, line["at"], line.get("arrived", line["at"]))
        if answer is not None:
            self.sitters[line["seat"]].answered(n, answer)

    def happened(self, events: list[Event]) -> None:
        """Remember what happened; newcomers have seen it too."""
        self.events.extend(events)
        for seat, sitter in enumerate(self.sitters):
            if sitter.veil is not None:
                for event in events:
                    sitter.lift(self.match.game.lift_veil(sitter.veil, seat, event))

    def known_to(self, viewer: Viewer) -> Any:
        """The state that a viewer may look into, by way of `Game.view` and others."""
        state = self.match.state
        if viewer is None or self.sitters[viewer].veil is None:
            return state
        return self.match.game.veiled(state, viewer, self.sitters[viewer].veil)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        return self.match.game.view(self.known_to(viewer), viewer)

    def changing(self, viewer: Viewer) -> dict[str, Any]:
        return self.match.game.changing(self.known_to(viewer), viewer)

    def preview(self, seat: Seat, question: Mapping[str, Any]) -> dict[str, Any]:
        """The rules' answer to a question of this seat, or Refused.

        They are given a copy of what its sitter may know, so whatever they do changes nothing.
        """
        game = self.match.game
        if self.match.over:
            raise Refused(MATCH_OVER, OVER)
        known = self.known_to(seat)
        return game.preview(known.copy(), seat, game.question_from_json(question))

    def told_before(self, viewer: Viewer, most: int) -> list[tuple[Viewer, dict[str, Any]]]:
        """The latest events as this viewer may know them, each with the viewer it is told to.

        That is nobody in particular for what happened before somebody took over the seat.
        """
        start = max(0, len(self.events) - most)
        here_from = 0 if viewer is None else self.sitters[viewer].told_from
        found: list[tuple[Viewer, dict[str, Any]]] = []
        for number in range(start, len(self.events)):
            hearer = viewer if number >= here_from else None
            told = self.events[number].told(hearer)
            if told is not None:
                found.append((hearer, told))
        return found

    def submit_bot(self, seat: Seat, act: Mapping[str, Any], arrival: Mono, level: str) -> None:
        """A bot's act, judged like any other; no lag is credited and nothing is resent."""
        self.window.add(Held(seat, 0, act, arrival, arrival, 0.0, level))

    def judge(self, mono: Mono, width: float) -> Iterator[Update]:
        """Let everything happen, one by one, that counts from no later than `mono - width`."""
        if not self.clock.running:
            return
        line = max(self._judged, mono - width)
        self._judged = line
        while (held := self.window.due(line)) is not None:
            yield self._too_late(held) if self.match.over else self._decide(held, width)
        alarm = self.match.alarm
        if alarm is not None and alarm <= (reached := self.clock.whole(line)):
            yield self._ring(reached)
        if self.match.over:
            # The clock stands from now on, and nothing would ever be due again.
            for held in self.window.clear():
                yield self._too_late(held)

    def wake(self, width: float) -> Mono | None:
        """When `judge` has something to do next."""
        times: list[Mono] = []
        alarm = self.match.alarm
        if alarm is not None and (when := self.clock.when(alarm)) is not None:
            times.append(when + width)
        first = self.window.first()
        if first is not None and self.clock.running:
            times.append(first + width)
        return min(times) if times else None

    def stop(self, mono: Mono) -> Iterator[Update]:
        """Stop the clock. Acts that wait are decided first, since they were done before."""
        yield from self.judge(mono, 0.0)
        self.clock.stand_at(max(self.match.now, self.clock.whole(mono)))

    def _too_late(self, held: Held) -> Update:
        """An act that was waiting when the game ended. The log ends with the result."""
        answer = Refusal(held.n, NOT_NOW, OVER, False)
        if held.by is None:
            self.sitters[held.seat].answered(held.n, answer)
        return Update([], [], [(held.seat, answer)], False)

    def _ring(self, reached: Ms) -> Update:
        self.taker = None
        events = self.match.advance(to=reached)
        self.happened(events)
        return Update([{"note": "rang", "at": self.match.now}], events, [], True)

    def _decide(self, held: Held, width: float) -> Update:
        match = self.match
        moment = max(match.now, self.clock.whole(held.effective))
        alarm = match.alarm
        changed = alarm is not None and alarm <= moment
        self.taker = None
        rang = match.advance(to=moment)
        events = list(rang)
        arrived = self.clock.whole(held.arrival)
        line: dict[str, Any] = {"at": match.now, "seat": held.seat}
        answer: Verdict
        try:
            act = match.game.act_from_json(held.act)
            line["act"] = act.to_json()
            events += match.act(held.seat, act)
            answer = Ack(held.n, self.seq + 1, match.now, arrived)
            changed = True
            self.taker = held if held.by is None else None
        except Refused as refused:
            self.notice_race(held)
            if refused.costs or (held.by is None and self.refusals < MOST_REFUSALS):
                # It is no news that a bot came too late, but what that led to is.
                events += refused.events
            line["message"] = refused.message
            if refused.costs:
                line["refused"] = refused.rule
                changed = True
            else:
                line = {"note": "refused", "rule": refused.rule, **line}
                self.refusals += 1
            answer = Refusal(held.n, refused.rule, refused.message, refused.costs)
        except Exception:
            log.exception("a fault in the rules of %s", match.game.NAME)
            self.match = replay(match.log[:-1])
            self.match.advance(to=match.now)
            events = rang
            line = {"note": "fault", **line}
            answer = Refusal(held.n, CANNOT, "The server could not do that.", False)
        line |= {"n": held.n} if held.by is None else {"by": held.by}
        line |= {
            "arrived": arrived,
            "effective": self.clock.whole(held.effective),
            "credit": round(held.arrival - held.effective),
            "lag": round(held.lag),
            "window": round(width),
        }
        if held.by is None:
            self.sitters[held.seat].answered(held.n, answer)
        self.happened(events)
        lines = [line]
        if not self.keeps(line):
            lines = [{"note": "rang", "at": match.now}] if changed else []
        return Update(lines, events, [(held.seat, answer)], changed)

    def notice_race(self, held: Held) -> None:
        """Somebody was refused what somebody else had just taken."""
        if held.by is not None or not self.contention:
            return
        seat, round_trip = held.seat, self.parity.claimed[held.seat]
        gone = self.chances[seat].lost(held.act, held.arrival, round_trip + MARGIN)
        first = None if gone is None else gone.taker
        if gone is not None and first is not None and first.seat != seat:
            share = 1.0 if is_reaction(held.arrival, round_trip, gone.since) else 0.5
            self.parity.raced(first.seat, seat, held.arrival - first.arrival, share)

    def keeps(self, line: dict[str, Any]) -> bool:
        """Refusals are written down for the fairness sheet, within bounds."""
        if "note" not in line:
            return True
        too_long = "act" in line and len(canonical(line["act"])) > 2_000
        return self.refusals <= MOST_REFUSALS and not too_long

    def closing(self) -> dict[str, Any]:
        return closing_line(self.match.now, self.match.outcome, self.match.hash())
