"""A whole table with its people, without sockets, database or event loop.

Whatever people do, in whatever order, with a disk that is late or fails and a server that is
killed: stages follow each other as stages.py says, sand runs only where it may, nobody hears of an
act that is not on disk, and what is read from disk is what was there.
"""

import contextlib
import random
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import sandtable
from sandtable.protocol.messages import (
    Ack,
    AnswerRequest,
    Ask,
    DoAct,
    RoomNow,
    SayReady,
    WantPause,
)
from sandtable.protocol.problems import Denied
from sandtable.protocol.rooms import Stage
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting, visits
from sandtable.server.tables.record import Record
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.stages import NEXT, Stages, WrongTurn
from tests.server.memory import Guestbook, Room

NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
SEATS = 3


def reachable(stage: str) -> set[str]:
    found = {stage}
    for following in NEXT[stage]:
        found |= reachable(following) if following != "gathering" else {"gathering"}
    return found


class PeopleAtATable(RuleBasedStateMachine):
    @initialize(
        game=st.sampled_from(sorted(sandtable.games())),
        luck=st.integers(0, 2**32),
        begun=st.booleans(),
    )
    def open(self, game: str, luck: int, begun: bool) -> None:
        self.luck = random.Random(luck)
        self.place = Room(self.luck)
        self.guests = [Guest(name.lower(), name) for name in NAMES]
        self.table = self.place.open(game, SEATS, self.guests[0])
        self.books: list[Guestbook] = []
        self.stage: Stage = "gathering"
        if begun:
            self.everybody_sits_and_is_ready()
            self.place.pass_time(self.table, self.place.house.settings.countdown)
            self.place.shelf.settle()
            self.stage = self.table.stages.now
            assert self.stage == "playing"

    # What people do.

    def attempt(self, what: Callable[..., object], *values: object) -> None:
        """Refusals are fine: they change nothing, which the invariants look at."""
        with contextlib.suppress(Denied):
            what(*values)

    def say(self, book: Guestbook, message: object) -> None:
        self.attempt(visits.hear, self.table, book.visitor, message, self.table.now)

    def anybody(self, seated: bool = False) -> Guestbook | None:
        books = [
            book
            for book in self.books
            if book.visitor in self.table.company and (not seated or book.visitor.seat is not None)
        ]
        return self.luck.choice(books) if books else None

    @rule(who=st.integers(0, len(NAMES) - 1), seat=st.none() | st.integers(0, SEATS - 1))
    def sit(self, who: int, seat: int | None) -> None:
        self.attempt(hosting.sit_or_ask, self.table, self.guests[who], seat)

    @rule(who=st.integers(0, len(NAMES) - 1))
    def open_the_page(self, who: int) -> None:
        guest = self.guests[who]
        seat = self.table.seating.seat_of_guest(guest.id)
        self.books.append(Guestbook(self.table, guest, seat))

    @rule()
    def close_the_page(self) -> None:
        if (book := self.anybody()) is not None:
            visits.leave(self.table, book.visitor)

    @rule(seat=st.integers(0, SEATS - 1))
    def stand(self, seat: int) -> None:
        if self.table.seating[seat].kind == "person":
            self.attempt(hosting.stand, self.table, seat)

    @rule(seat=st.integers(0, SEATS - 1))
    def remove(self, seat: int) -> None:
        host = next((one for one in self.guests if self.table.host.is_host(one)), None)
        if host is not None:
            self.attempt(hosting.remove, self.table, seat, host)

    @rule(seat=st.integers(0, SEATS - 1))
    def seat_bot(self, seat: int) -> None:
        self.attempt(hosting.seat_bot, self.table, seat, "random", self.guests[0])

    @rule()
    def everybody_sits_and_is_ready(self) -> None:
        for seat, guest in enumerate(self.guests[:SEATS]):
            self.attempt(hosting.sit_or_ask, self.table, guest, seat)
            own = self.table.seating.seat_of_guest(guest.id)
            if own is not None:
                self.books.append(Guestbook(self.table, guest, own))
                self.say(self.books[-1], SayReady())

    @rule(ready=st.booleans())
    def ready(self, ready: bool) -> None:
        if (book := self.anybody(seated=True)) is not None:
            self.say(book, SayReady(ready))

    @rule(pause=st.booleans(), everybody=st.booleans())
    def pause(self, pause: bool, everybody: bool) -> None:
        books = self.books if everybody else [self.anybody(seated=True)]
        for book in books:
            if book is not None and book.visitor in self.table.company:
                self.say(book, WantPause(pause))

    @rule(agree=st.booleans())
    def answer_who_asks(self, agree: bool) -> None:
        for request in self.table.requests.shown():
            for book in self.books:
                if book.visitor in self.table.company:
                    self.say(book, AnswerRequest(request.id, agree))

    @rule(times=st.integers(1, 5), wait=st.sampled_from([0.0, 0.3, 20.0]))
    def act(self, times: int, wait: float) -> None:
        for _ in range(times):
            play, books = self.table.play, self.books
            if play is None or play.match.over or self.table.broken:
                return
            on = play.match.active()
            for book in [book for book in books if book.visitor in self.table.company]:
                if (seat := book.visitor.seat) is not None and seat in on:
                    act = self.luck.choice(play.match.legal(seat)).to_json()
                    self.say(book, DoAct(play.sitters[seat].played + 1, act))
                    break
            self.place.pass_time(self.table, wait)

    @rule(glass=st.integers(-1, 12))
    def ask_the_rules(self, glass: int) -> None:
        if (book := self.anybody()) is not None:
            self.say(book, Ask(1, {"ask": "moves", "glass": glass}))

    # What happens to them.

    @rule(seconds=st.sampled_from([0.0, 0.05, 1.0, 5.0, 31.0, 120.0]))
    def time_passes(self, seconds: float) -> None:
        self.place.pass_time(self.table, seconds)
        self.mend()

    @rule(most=st.none() | st.integers(1, 3))
    def the_disk_writes(self, most: int | None) -> None:
        self.place.shelf.settle(most)

    @precondition(lambda self: self.place.shelf.waiting)
    @rule()
    def the_disk_fails(self) -> None:
        self.place.shelf.fail()
        assert self.table.broken
        self.mend()

    @rule()
    def nothing_can_be_written_for_a_while(self) -> None:
        self.table.sand.stand_still(self.table.now)
        self.place.clock.at += 3_000
        self.table.sand.stood_still()

    @rule(killed=st.booleans())
    def the_server_is_started_again(self, killed: bool) -> None:
        if killed:
            self.place.shelf.lose()
        else:
            self.table.stop()
            self.place.shelf.settle()
        self.listen()
        self.place.house = self.place.new_house()
        self.table = self.place.reopen(self.table)
        self.books = []
        assert self.table.stages.now in reachable_again(self.stage)
        self.stage = self.table.stages.now

    def mend(self) -> None:
        """A broken table is read again, as the lobby does it."""
        if self.table.broken:
            self.listen()
            self.table = self.place.reopen(self.table)
            self.books = []
            self.stage = self.table.stages.now

    # What always holds.

    def listen(self) -> None:
        log = self.place.shelf.logs.get(self.table.id, [])
        for book in self.books:
            for message in book.listen():
                if isinstance(message, Ack):
                    done = [(line.get("seat"), line.get("n")) for line in log]
                    assert (book.visitor.seat, message.n) in done, "told before it was on disk"

    @invariant()
    def nobody_hears_of_what_is_not_on_disk(self) -> None:
        self.listen()

    @invariant()
    def stages_follow_each_other(self) -> None:
        now = self.table.stages.now
        assert now in reachable(self.stage) | {"gathering" if self.stage == "countdown" else now}
        self.stage = now

    @invariant()
    def sand_runs_only_where_it_may(self) -> None:
        table = self.table
        play, sand = table.play, table.sand
        running = play is not None and play.clock.running
        if not table.broken:
            assert running == (table.stages.playing and sand.paused is None)
        if sand.countdown is not None and sand.countdown.to == "start":
            assert table.stages.now == "countdown"
        if sand.countdown is not None and sand.countdown.to == "resume":
            assert table.stages.playing
            assert sand.paused is not None
        if table.stages.now == "countdown":
            assert sand.countdown is not None
            assert table.seating.all_ready()
        if not table.stages.playing:
            assert sand.paused is None
            assert sand.votes == []
            assert len(table.requests) == 0

    @invariant()
    def only_people_who_sit_here_have_a_say(self) -> None:
        persons = self.table.seating.persons()
        assert set(self.table.sand.votes) <= set(persons)
        for request in self.table.requests.shown():
            assert set(request.agreed) <= set(persons)
            assert self.table.seating[request.seat].vacated
        for seat in range(SEATS):
            chair = self.table.seating[seat]
            if seat in self.table.hands:
                assert chair.kind == "bot" or chair.stand_in
        guests = [self.table.seating[seat].guest for seat in persons]
        assert len(set(guests)) == len(guests)

    @invariant()
    def everybody_is_shown_the_room_as_it_is(self) -> None:
        if self.place.shelf.waiting or self.table.broken:
            return
        self.listen()
        now = room_now(self.table)
        for book in self.books:
            if book.visitor in self.table.company:
                shown = [heard.room for heard in book.heard if isinstance(heard, RoomNow)][-1]
                assert [chair.name for chair in shown.seats] == [one.name for one in now.seats]
                assert (shown.stage, shown.paused) == (now.stage, now.paused)
                assert shown.pause_votes == now.pause_votes


def reachable_again(stage: str) -> set[str]:
    """What a table may be after a restart: what was not on disk did not happen."""
    before = {"countdown": {"gathering"}, "playing": {"gathering"}, "over": {"playing"}}
    return {stage} | before.get(stage, set())


PeopleAtATable.TestCase.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, derandomize=True
)
TestPeopleAtATable = PeopleAtATable.TestCase


def test_all_its_times_are_those_of_the_clock_in_the_test_s_hand() -> None:
    place = Room()
    table = place.open("watch", 2, ada := Guest("ada", "Ada"))
    opened = place.clock.date()
    hosting.sit(table, ada, 0)
    hosting.seat_bot(table, 1, "club", ada)
    place.pass_time(table, 30)
    said = table.talk.announce("A minute to go.", {}).line.said
    hosting.start(table, ada)
    began = place.clock.date()
    place.pass_time(table, 45)
    table.close()
    times = [table.record.created, said, table.record.started, table.record.ended]
    assert times == [opened, began, began, place.clock.date()]
    assert len(set(times)) == 3


def a_record(stage: Stage) -> Record:
    return Record("t", "watch", "The Watch", 2, {}, "link", 100, [], "", stage=stage)


@pytest.mark.parametrize("before", NEXT)
@pytest.mark.parametrize("after", NEXT)
def test_a_stage_leads_only_where_it_may(before: Stage, after: Stage) -> None:
    record = a_record(before)
    if after in NEXT[before]:
        Stages(record, lambda: "now").to(after)
        assert record.stage == after
        assert record.started == ("now" if after == "playing" else None)
        assert record.ended == ("now" if after in ("over", "closed") else None)
    else:
        with pytest.raises(WrongTurn):
            Stages(record, lambda: "now").to(after)
        assert record == a_record(before)


@pytest.mark.parametrize(
    ("stage", "lines", "found"),
    [
        ("gathering", [], "gathering"),
        ("countdown", [], "gathering"),
        ("playing", [], "gathering"),
        ("playing", [{"format": 1}], "playing"),
        ("over", [{"format": 1}, {"at": 5}], "playing"),
        ("over", [{"format": 1}, {"end": 5}], "over"),
        ("closed", [{"format": 1}, {"at": 5}], "closed"),
    ],
)
def test_after_a_restart_the_log_is_right(
    stage: Stage, lines: list[dict[str, int]], found: Stage
) -> None:
    stages = Stages(a_record(stage), lambda: "now")
    stages.recall(lines)
    assert stages.now == found
