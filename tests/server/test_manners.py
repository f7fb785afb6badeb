"""Names that copy nobody, talk that hides nothing, and who is heard."""

from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from sandtable.client import Failed
from sandtable.protocol.messages import Chatted, MakeOffer, React, Reacted, Say
from sandtable.protocol.problems import Denied
from sandtable.protocol.rooms import ChatLine, Offer
from sandtable.server.archive.finished import FinishedMatch
from sandtable.server.people.guests import People, hashed
from sandtable.server.store.schema import CHAT, GUESTS
from sandtable.server.tables import hosting
from sandtable.server.tables.record import read_record
from sandtable.server.tables.shelf import read_talk
from tests.server.kit import Server, guests, run, soon, table_of
from tests.server.parlour import Caller, Parlour
from tests.server.vacancy import BEN, CYD, again_from_disk, ask, guest_of, room, three


def texts(visitor: Caller) -> list[str]:
    return [line.text for frame in visitor.all(Chatted) for line in frame.lines if not line.notice]


def notices(visitor: Caller) -> list[str]:
    return [line.text for frame in visitor.all(Chatted) for line in frame.lines if line.notice]


def refused(code: str, visitor: Caller, *messages: Say | React | MakeOffer) -> str:
    for message in messages:
        with pytest.raises(Denied) as denied:
            visitor.say(message)
        assert denied.value.code == code
    return denied.value.message


# Names.


@pytest.mark.policy("SP-I4")
@pytest.mark.parametrize("name", ["ada", "\u0410da", "A d a", "\u00c1da", "Ad4", "@da"])
def test_nobody_sits_down_under_a_name_like_that_of_somebody_there(
    tmp_path: Path, name: str
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = parlour.gather("watch", ["Ada", "Bob", "Cyd"])
            hosting.stand(table, 2)
            with pytest.raises(Denied) as denied:
                hosting.sit_or_ask(table, parlour.guest(name), None)
            assert denied.value.code == "SV-13"
            assert denied.value.suggestion == f"{name} 2"
            assert "Ada is at this table" in denied.value.message
            assert table.seating.persons() == [0, 1]
            hosting.sit_or_ask(table, parlour.guest(f"{name} 2"), None)
            assert table.seating.persons() == [0, 1, 2]

    run(scene())


@pytest.mark.policy("SP-I4")
def test_nobody_has_the_name_of_a_bot_and_no_bot_somebodys(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["brass", "Bob", "Cyd"])
            hosting.stand(table, 2)
            hosting.seat_bot(table, 2, "club", people[0])
            assert table.seating[2].name == "Amber"
            hosting.stand(table, 1)
            for name in ("Arnber", "4mber", "Am6er", "8rass"):
                with pytest.raises(Denied) as denied:
                    hosting.sit_or_ask(table, parlour.guest(name), 1)
                assert denied.value.code == "SV-13"

    run(scene())


@pytest.mark.policy("SP-I4")
def test_who_asks_for_a_seat_has_a_name_of_their_own(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await three(parlour)
            hosting.stand(table, BEN)
            with pytest.raises(Denied) as denied:
                ask(table, parlour.guest("Cyd"))
            assert denied.value.code == "SV-13"
            ask(table, parlour.guest("Ben"))

    run(scene())


def test_who_sits_there_already_is_not_asked_for_another_name(tmp_path: Path) -> None:
    """Two of a name may sit at a table that an older server made."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Bob"])
            table.seating[1].name = "Ada"
            again = msgspec.structs.replace(people[1], name="Ada")
            assert hosting.sit(table, again, None)[0] == 1
            with pytest.raises(Denied):
                hosting.sit(table, msgspec.structs.replace(people[1], name="ADA"), None)

    run(scene())


def test_a_name_is_refused_with_a_suggestion_over_http(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "a.d.a") as (ada, bob, other):
            table = await ada.create("watch", seats=3)
            await bob.sit(table.id)
            with pytest.raises(Failed) as failed:
                await other.sit(table.id)
            assert (failed.value.status, failed.value.code) == (409, "SV-13")
            assert failed.value.suggestion == "a.d.a 2"
            await other.take_name(failed.value.suggestion)
            sat = await other.sit(table.id)
            assert sat.you is not None
            assert sat.you.name == "a.d.a 2"

    run(scene())


def test_somebody_called_like_a_bot_can_play_against_bots(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Brass") as (brass,):
            table = await brass.create("watch", bots=["random"] * 3, start=True)
            assert table.room is not None
            names = [seat.name for seat in table.room.seats]
            assert len({name.lower() for name in names}) == 4

    run(scene())


@pytest.mark.policy("SP-I3")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        *(("The host", "SV-13"), ("the  table", "SV-13"), ("N\u043ebody", "SV-13")),
        *(("y0u", "SV-13"), ("Sandtable", "SV-13"), ("REFEREE", "SV-13")),
        *(("\u3164", "SV-1"), ("\U0001d159", "SV-1")),
    ],
)
def test_names_that_would_mislead_are_refused(server: Server, name: str, code: str) -> None:
    async def scene() -> None:
        async with guests(server, "Somebody") as (somebody,):
            with pytest.raises(Failed) as failed:
                await somebody.take_name(name)
            assert failed.value.code == code
            assert (await somebody.take_name("\u202eada\u202c")).name == "ada"

    run(scene())


@pytest.mark.policy("SP-I3")
def test_what_was_stored_when_rules_were_laxer_is_shown_cleaned(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = parlour.gather("watch", ["Ada", "Bob"])
            await parlour.settled()
            bad = "E\u202eve\u200b"
            row = {"id": "g", "name": bad, "token_hash": "h", "created": "", "seen": ""}
            known = {name: row[name] for name in row if name in GUESTS.c}
            line = ChatLine(1, "", 0, bad, f"{bad} \x07", None)
            said = {"table_id": table.id, "place": "players", "line": ""}
            said["line"] = msgspec.json.encode(line).decode()
            await parlour.store.written((sa.insert(GUESTS), known), (sa.insert(CHAT), said))
            table.seating[0].name = bad
            stored = read_record(msgspec.json.encode(table.record).decode())
            assert stored.chairs[0].name == "Eve"
            with parlour.store.engine.connect() as connection:
                (spoken,) = read_talk(connection, table.id)
            assert (spoken.line.name, spoken.line.text) == ("Eve", "Eve")
            assert FinishedMatch(table.record, None, [{"seats": 2, "names": [bad, ""]}]).names == [
                "Eve",
                "Guest",
            ]
            change = sa.update(GUESTS).values(token_hash=hashed("a" * 22))
            await parlour.store.written((change, {}))
            guest = await People(parlour.store).find("a" * 22)
            assert guest is not None
            assert guest.name == "Eve"

    run(scene())


# Talk.


def test_what_is_said_is_cleaned_and_something(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            _, ada, ben, _ = await three(parlour)
            ada.say(Say("Look \u202eout\u200b!\n\nNow"))
            assert texts(ben) == ["Look out! Now"]
            refused("SV-1", ada, Say("\u200b\u200b"), Say(" \n "))
            refused("SV-1", ada, MakeOffer(Offer({"g\u202eold": 1}, {})))
            ada.say(MakeOffer(Offer({"gold": 1}, {"tin": 2})))
            assert len(texts(ben)) == 2

    run(scene())


@pytest.mark.policy("SP-I4")
def test_who_watches_talks_under_a_name_of_their_own(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            copy = parlour.visit(table, parlour.guest("\u0410da"), None)
            nameless = parlour.visit(table, None, None)
            other = parlour.visit(table, parlour.guest("Wil"), None)
            assert "Ada has a seat at this table" in refused(
                "SV-13", copy, Say("Hi"), React("wave")
            )
            refused("SV-10", nameless, Say("Hi"), React("wave"))
            other.say(React("wave"))
            (reaction,) = ada.all(Reacted)
            assert (reaction.name, reaction.guest) == ("Wil", guest_of(other).id)

    run(scene())


@pytest.mark.policy("SP-I4")
def test_who_watches_does_not_talk_as_somebody_whose_seat_is_kept(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben"])
            table.seating.vacate(BEN)
            table.seating[BEN].kept_for, table.seating[BEN].name = people[BEN].id, "Ben"
            copy = parlour.visit(table, parlour.guest("ben"), None)
            assert "Ben has a seat at this table" in refused("SV-13", copy, Say("I am in."))
            parlour.visit(table, people[BEN], None).say(Say("One moment."))
            await parlour.settled()
            assert texts(copy) == ["One moment."]

    run(scene())


# Mute.


@pytest.mark.policy("SP-H6")
def test_the_host_mutes_somebody_who_can_still_play(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            hosting.mute(table, guest_of(ben).id, guest_of(ada), True)
            await parlour.settled()
            assert room(ben).muted == [guest_of(ben).id]
            assert notices(cyd)[-1] == "Ada, the host, muted Ben."
            everything = (Say("Hello"), React("wave"), MakeOffer(Offer({}, {})))
            assert "muted you" in refused("SV-4", ben, *everything)
            assert texts(cyd) == []
            assert ben.snapshot.legal
            found = again_from_disk(parlour, table, tmp_path)
            again = parlour.visit(found, ben.guest, BEN)
            refused("SV-4", again, *everything)
            hosting.mute(found, guest_of(ben).id, guest_of(ada), False)
            again.say(Say("Sorry."))
            assert "Sorry." in texts(again)

    run(scene())


@pytest.mark.policy("SP-H6")
def test_who_watches_can_be_muted_and_the_host_cannot(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, _, _ = await three(parlour)
            wil = parlour.visit(table, parlour.guest("Wil"), None)
            hosting.mute(table, guest_of(wil).id, guest_of(ada), True)
            refused("SV-4", wil, Say("Hello"))
            for whom, quiet in ((guest_of(ada).id, True), ("nobody", True), ("nobody", False)):
                with pytest.raises(Denied):
                    hosting.mute(table, whom, guest_of(ada), quiet)
            assert table.record.muted == [guest_of(wil).id]

    run(scene())


@pytest.mark.policy("SP-H1")
def test_only_the_host_mutes(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Ada", "Ben") as (ada, ben):
            tables = await table_of([ada, ben])
            assert tables[0].room is not None
            ids = [seat.guest or "" for seat in tables[0].room.seats]
            with pytest.raises(Failed) as failed:
                await ben.mute(tables[0].id, ids[0])
            assert failed.value.code == "SV-4"
            assert (await ada.mute(tables[0].id, ids[1])).muted == [ids[1]]
            await tables[1].say("Hello?")
            await soon(tables[1], lambda: bool(tables[1].problems))
            assert tables[1].problems[0].code == "SV-4"
            assert (await ada.mute(tables[0].id, ids[1], False)).muted == []
            await tables[1].say("Hello.")
            await soon(tables[0], lambda: "Hello." in [line.text for line in tables[0].chat])

    run(scene())


# An audit line for every host act.


@pytest.mark.policy("SP-H5")
def test_everybody_is_told_of_every_act_of_the_host(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = parlour.gather("watch", ["Ada", "Ben", "Cyd"])
            host = people[0]
            ben = parlour.visit(table, people[1], BEN)
            hosting.remove(table, CYD, host)
            hosting.seat_bot(table, CYD, "club", host)
            for chair in table.seating.chairs:
                chair.ready = True
            hosting.start(table, host)
            hosting.mute(table, people[1].id, host, True)
            hosting.mute(table, people[1].id, host, False)
            await parlour.settled()
            told = notices(ben)
            for words in (
                "removed Cyd",
                "gave a seat to Brass",
                "starts",
                "muted you",
                "talk again",
            ):
                assert any("Ada, the host" in text and words in text for text in told), words
            written = [record.getMessage() for record in caplog.records if "audit" in record.name]
            assert len(written) == 5
            for line in written:
                assert host.id in line
                assert table.id not in line
                assert "Ada" not in line

    with caplog.at_level("INFO", logger="sandtable.audit"):
        run(scene())
