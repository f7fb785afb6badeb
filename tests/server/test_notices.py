"""The table speaks of people by name to the others, and says "you" to the people themselves."""

from typing import Any

import pytest

from sandtable.protocol.messages import Chatted, decode_told
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.notices import Addressee
from sandtable.server.tables.table import Table
from sandtable.server.tables.talk import read
from tests.server.memory import Guestbook, Room

ADA, BEN, CYD, EVE = (Guest(name.lower(), name) for name in ("Ada", "Ben", "Cyd", "Eve"))


class Evening:
    """Ada, the host, with Ben and Cyd in the other seats; Eve watches."""

    def __init__(self) -> None:
        self.room = Room()
        self.table: Table = self.room.open("watch", 3, ADA)
        for guest in (ADA, BEN, CYD):
            hosting.sit_or_ask(self.table, guest, None)
        self.come()

    def come(self) -> None:
        seats = self.table.seating
        self.books = {
            guest.name: Guestbook(self.table, guest, seats.seat_of_guest(guest.id))
            for guest in (ADA, BEN, CYD, EVE)
        }

    def begin(self) -> None:
        for seat in range(3):
            hosting.say_ready(self.table, seat, True)
        self.room.pass_time(self.table, self.room.house.settings.countdown)
        self.room.shelf.settle()

    def told(self, name: str) -> str:
        """The last notice that somebody has heard."""
        self.room.shelf.settle()
        book = self.books[name]
        book.listen()
        lines = [one for frame in book.heard if isinstance(frame, Chatted) for one in frame.lines]
        return [line.text for line in lines if line.notice][-1]

    def everybody(self) -> dict[str, str]:
        return {name: self.told(name) for name in self.books}


@pytest.mark.policy("SP-V17")
def test_a_host_who_removes_somebody_reads_you_and_so_does_whoever_is_removed() -> None:
    evening = Evening()
    evening.begin()
    evening.books["Ben again"] = Guestbook(evening.table, BEN, None)
    hosting.remove(evening.table, 1, ADA)
    told = evening.everybody()
    others = "Ada, the host, removed Ben; a bot takes over."
    assert told["Cyd"] == told["Eve"] == others
    assert told["Ada"] == "You removed Ben; a bot takes over."
    assert told["Ben again"] == "Ada, the host, removed you; a bot takes over."


@pytest.mark.policy("SP-V17")
def test_who_comes_back_reads_that_they_are_back_and_keeps_reading_it() -> None:
    evening = Evening()
    evening.begin()
    hosting.stand(evening.table, 1)
    assert evening.told("Cyd") == "Ben left; a bot takes over."
    hosting.sit(evening.table, BEN, 1)
    evening.come()
    assert evening.told("Ben") == "You are back."
    assert evening.told("Ada") == evening.told("Eve") == "Ben is back."
    back = evening.room.reopen(evening.table)
    evening.table = back
    evening.come()
    assert evening.told("Ben") == "You are back."
    assert evening.told("Ada") == evening.told("Eve") == "Ben is back."


@pytest.mark.policy("SP-V17")
def test_a_start_speaks_to_the_host_and_to_whom_it_does_not_wait_for() -> None:
    evening = Evening()
    hosting.say_ready(evening.table, 0, True)
    hosting.say_ready(evening.table, 2, True)
    evening.room.pass_time(evening.table, 61)
    hosting.start(evening.table, ADA)
    told = evening.everybody()
    assert told["Ada"] == "You start the game without waiting for Ben."
    assert told["Ben"] == "Ada, the host, starts the game without waiting for you."
    assert told["Cyd"] == told["Eve"] == "Ada, the host, starts the game without waiting for Ben."


def test_muting_and_new_names() -> None:
    evening = Evening()
    hosting.mute(evening.table, EVE.id, ADA, True)
    assert evening.told("Eve") == "Ada, the host, muted you."
    assert evening.told("Ada") == "You muted Eve."
    assert evening.told("Ben") == "Ada, the host, muted Eve."
    hosting.mute(evening.table, EVE.id, ADA, False)
    assert evening.told("Eve") == "Ada, the host, lets you talk again."
    assert evening.told("Ada") == "You let Eve talk again."
    assert evening.told("Ben") == "Ada, the host, lets Eve talk again."
    hosting.rename(evening.table, Guest(BEN.id, "Bo"))
    assert evening.told("Ben") == "You are now called Bo."
    assert evening.told("Cyd") == "Ben is now called Bo."


def test_a_bot_is_seated_by_you_or_by_the_host() -> None:
    evening = Evening()
    hosting.remove(evening.table, 2, ADA)
    hosting.seat_bot(evening.table, 2, "random", ADA)
    bot = evening.table.seating[2].name
    assert evening.told("Ada") == f"You gave a seat to {bot}, a bot."
    assert evening.told("Ben") == f"Ada, the host, gave a seat to {bot}, a bot."


def test_what_one_person_reads_goes_to_nobody_else() -> None:
    evening = Evening()
    hosting.mute(evening.table, EVE.id, ADA, True)
    for name, book in evening.books.items():
        raw: list[Any] = [bytes(frame) for frame in book.visitor._queue]
        assert not any(b"to_you" in frame for frame in raw)
        assert decode_told(raw[-1])
        if name != "Eve":
            assert not any(b"muted you" in frame for frame in raw)


def test_a_notice_from_before_there_were_two_wordings_is_read_as_it_was_written() -> None:
    old = (
        '{"id":1,"said":"","seat":null,"name":"","text":"Ben is back.","offer":null,"notice":true}'
    )
    assert read("all", old).line_to("ben").text == "Ben is back."


def test_a_list_of_people_ends_with_you() -> None:
    people = [("ada", "Ada"), ("ben", "Ben"), (None, "Brass")]
    assert Addressee("ada").all(people) == "Ben, Brass and you"
    assert Addressee(None).all(people) == "Ada, Ben and Brass"
    assert Addressee(None).all(people[:1]) == "Ada"
