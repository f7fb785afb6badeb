"""Tables of the watch in this process, where people leave, ask and take over."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine.units import Seat
from sandtable.protocol.messages import AnswerRequest, Chatted, DoAct, RoomNow, Say
from sandtable.protocol.problems import Denied
from sandtable.protocol.rooms import Room
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.record import Record
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.seat_requests import Request
from sandtable.server.tables.shelf import read_talk
from sandtable.server.tables.table import Table
from tests.server.parlour import Caller, Parlour
from tests.server.test_restart import log_of

LONG = {"minutes": 60, "turn_seconds": 120, "first": 1}
ADA, BEN, CYD = 0, 1, 2


def room(visitor: Caller) -> Room:
    """What was told last, on disk or not yet."""
    now = room_now(visitor.table)
    told = visitor.all(RoomNow)
    if visitor.table.journal.waiting == 0:
        assert told[-1].room.requests == now.requests, "a change that nobody was told"
        assert [seat.host for seat in told[-1].room.seats] == [seat.host for seat in now.seats]
    return now


def ask(table: Table, guest: Guest, seat: Seat | None = BEN) -> Request:
    got = hosting.sit_or_ask(table, guest, seat)
    assert isinstance(got, Request)
    return got


def denied(code: str, table: Table, guest: Guest, seat: Seat | None = BEN) -> str:
    with pytest.raises(Denied) as refused:
        hosting.sit_or_ask(table, guest, seat)
    assert refused.value.code == code
    return refused.value.message


def guest_of(visitor: Caller) -> Guest:
    assert visitor.guest is not None
    return visitor.guest


def do(table: Table, visitor: Caller, act: dict[str, Any]) -> None:
    assert table.play is not None
    assert visitor.visitor.seat is not None
    visitor.say(DoAct(table.play.sitters[visitor.visitor.seat].played + 1, act))


async def three(parlour: Parlour) -> tuple[Table, Caller, Caller, Caller]:
    table, people = await parlour.playing("watch", ["Ada", "Ben", "Cyd"], **LONG)
    return table, people[0], people[1], people[2]


def let_in(
    parlour: Parlour, table: Table, guest: Guest, seat: Seat, others: list[Caller]
) -> Caller:
    """The person in this seat leaves, and the others agree to somebody new."""
    hosting.stand(table, seat)
    request = ask(table, guest, seat)
    for other in others:
        other.say(AnswerRequest(request.number))
    hosting.sit_or_ask(table, guest, seat)
    return parlour.visit(table, guest, seat)


async def exchange(parlour: Parlour, table: Table, people: list[Caller], seat: Seat) -> None:
    """Play on until this seat has exchanged a card with the first of the others."""
    assert table.play is not None
    match = table.play.match
    other = ADA if seat != ADA else BEN
    for _ in range(60):
        on = match.active()[0]
        acts = [act.to_json() for act in match.legal(on)]
        if acts[0]["act"] == "move":
            wanted = [act for act in acts if lands_on_yellow(table, on, act) == (on == seat)]
            do(table, people[on], (wanted or acts)[0])
        elif on == seat:
            do(table, people[on], {"act": "exchange", "give": 0, "player": other, "take": 0})
            await parlour.settled()
            return
        else:
            do(table, people[on], {"act": "keep"})
    raise AssertionError("nobody came onto yellow")


def lands_on_yellow(table: Table, seat: Seat, act: dict[str, Any]) -> bool:
    assert table.play is not None
    twin = table.play.match.copy()
    events = twin.act(seat, act)
    return bool(events[0].to_json()["on_yellow"])


def known(table: Table, seat: Seat) -> int:
    assert table.play is not None
    return count_cards(table.play.match.view(seat))


def shown_cards(visitor: Caller) -> int:
    return count_cards(visitor.snapshot.view)


def count_cards(view: dict[str, Any]) -> int:
    return sum(card is not None for row in [*view["hands"], view["aside"]] for card in row)


def talk_heard(visitor: Caller) -> list[str]:
    return [line.text for frame in visitor.all(Chatted) for line in frame.lines if not line.notice]


def received(visitor: Caller) -> list[dict[str, Any]]:
    """What the snapshot tells of cards that came by exchange."""
    return [
        event.told for event in visitor.snapshot.events if {"received", "given"} & set(event.told)
    ]


async def newcomer_scene(
    parlour: Parlour,
) -> tuple[Table, Caller, Caller, Caller]:
    """Ben has exchanged, talked and left; Mia has his seat now."""
    table, ada, ben, cyd = await three(parlour)
    await exchange(parlour, table, [ada, ben, cyd], BEN)
    ben.say(Say("I gave Ada my green one."))
    mia = let_in(parlour, table, parlour.guest("Mia"), BEN, [ada, cyd])
    await parlour.settled()
    return table, ada, mia, cyd


def again_from_disk(parlour: Parlour, table: Table, folder: Path) -> Table:
    """The table as a server finds it that was started again."""
    lines = log_of(folder, table.id)
    with parlour.store.engine.connect() as connection:
        spoken = read_talk(connection, table.id)
    record = msgspec.json.decode(msgspec.json.encode(table.record), type=Record)
    return parlour.revived(record, lines, spoken)
