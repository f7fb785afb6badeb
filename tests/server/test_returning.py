"""Games over days: where it is my turn, and what I missed. Told to nobody but me."""

import asyncio
import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.client import Client, TableClient
from sandtable.client.http import Failed
from sandtable.protocol.bodies import Story
from sandtable.protocol.patch import apply
from sandtable.protocol.rooms import ALL_STAGES
from sandtable.server.archive import finished
from sandtable.server.archive import lately as archive
from sandtable.server.archive.lately import lately
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.turns import Turns
from tests.server.kit import Server, guests, play_one, run, soon, table_of, until
from tests.server.parlour import Parlour

NAMES = ["Ada", "Bob"]


def first_act(legal: list[dict[str, Any]]) -> dict[str, Any]:
    return legal[0]


def on_move(tables: list[TableClient]) -> int:
    """The seat that has something to do."""
    return next(seat for seat, table in enumerate(tables) if table.seen and table.seen.legal)


async def story(client: Client, table: str, since: int = 0) -> Story:
    return await client.call("GET", f"/tables/{table}/lately?since={since}", Story)


@pytest.mark.policy("SP-V14")
def test_me_says_where_it_is_my_turn_and_nobody_elses(server: Server) -> None:
    async def scene() -> None:
        async with guests(server, "Turn Ada", "Turn Bob", "Turn Eve") as clients:
            ada, bob, eve = clients
            slow = await table_of([ada, bob], "time-of-chaos")
            quick = await table_of([ada, bob], "out-of-time")
            await soon(slow[0], lambda: slow[0].seen is not None)
            watcher = await eve.open(slow[0].id)
            await soon(watcher, lambda: watcher.seen is not None)
            for _ in range(3):
                await soon(slow[0], lambda: any(one.seen and one.seen.legal for one in slow))
                mine = on_move(slow)
                told = [(await client.me()).my_turn for client in clients]
                assert told[mine] == [slow[0].id], "the table that waits, and not the race"
                assert told[1 - mine] == []
                assert told[2] == [], "who only watches learns nothing here"
                assert await play_one(slow, first_act) is not None
            assert quick[0].id in [line.id for line in (await ada.me()).tables]
            # In no list that others read is there a word of it.
            for call in ("/tables?stage=playing", "/matches"):
                said = json.dumps(await eve.call("GET", call, dict[str, Any]))
                assert "turn" not in said.lower().replace("turn eve", "")

    run(scene())


@pytest.mark.policy("SP-V14")
def test_a_table_that_is_asleep_is_read_once_and_stays_asleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("time-of-chaos", NAMES)
            await parlour.shelf.saved(table.record, None)
            whose = table.play.match.active()[0] if table.play else -1
            mine, others = people[whose].guest, people[1 - whose].guest
            assert mine is not None
            assert others is not None
            lobby = Lobby(parlour.house, parlour.shelf)
            await lobby.look_round()
            assert list(lobby.asleep) == [table.id]
            turns = Turns(lobby)
            read = parlour.store.read

            async def counted(look: Any) -> Any:
                reads.append("log")
                return await read(look)

            monkeypatch.setattr(parlour.store, "read", counted)
            asked = [turns.waiting_for(guest, [table.id]) for guest in (mine, others, mine)]
            assert await asyncio.gather(*asked) == [[table.id], [], [table.id]]
            assert reads == ["log"], "once for all who ask"
            assert not lobby.tables, "nobody was woken"
            assert await turns.waiting_for(parlour.guest("Eve"), [table.id]) == []
            # Awake, the table itself knows; what was found out about its sleep is forgotten.
            await lobby.get(table.id)
            assert await turns.waiting_for(mine, [table.id]) == [table.id]
            turns._forget_woken()
            assert turns._asleep == {}

    run(scene())


@pytest.mark.policy("SP-V14")
def test_a_sleeping_table_that_cannot_be_read_spoils_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("time-of-chaos", NAMES)
            await parlour.shelf.saved(table.record, None)
            lobby = Lobby(parlour.house, parlour.shelf)
            await lobby.look_round()
            turns = Turns(lobby)
            damaged = "UPDATE log SET line = '{' WHERE seq = 1"
            with parlour.store.engine.begin() as connection:
                connection.exec_driver_sql(damaged)
            for caller in people:
                assert caller.guest is not None
                assert await turns.waiting_for(caller.guest, [table.id]) == []

    run(scene())


@pytest.mark.policy("SP-V14")
def test_a_turn_is_not_told_before_it_is_on_disk(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("time-of-chaos", NAMES)
            assert table.play is not None
            lobby = Lobby(parlour.house, parlour.shelf)
            lobby.tables[table.id] = table
            turns = Turns(lobby)
            before = table.play.match.active()[0]
            parlour.store.late = True
            for n in range(1, 9):
                if table.play.match.active() != [before]:
                    break
                people[before].act(
                    n,
                    people[before].snapshot.legal[0]
                    if n == 1
                    else table.play.match.legal(before)[-1].to_json(),
                )
                table.tick()
            assert table.play.match.active() == [1 - before]
            guest = people[1 - before].guest
            assert guest is not None
            written = parlour.store.written
            waited: list[int] = []

            async def seen(*statements: Any) -> None:
                waited.append(1)
                await written(*statements)

            parlour.store.written = seen  # type: ignore[method-assign]
            assert await turns.waiting_for(guest, [table.id]) == [table.id]
            assert waited == [1]
            parlour.store.catch_up()
            await written()
            await asyncio.sleep(0)
            assert await turns.waiting_for(guest, [table.id]) == [table.id]
            assert waited == [1], "all is on disk: nothing to wait for"
            table.seating.stand_in(1 - before, "club")
            assert await turns.waiting_for(guest, [table.id]) == [], "a bot plays for them"

    run(scene())


def test_games_that_go_on_stand_before_those_that_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many quick games somebody has played since."""
    monkeypatch.setattr(finished, "PAGE", 4)

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, guests = parlour.gather("time-of-chaos", NAMES)
            for nth in range(6):
                record = copy.deepcopy(table.record)
                record.id, record.created = f"table-{nth}", f"2026-01-0{nth + 1}"
                record.stage = "playing" if nth in (1, 2) else "over"
                await parlour.shelf.saved(record, None)
            store = parlour.store
            mine = await finished.list_tables(store, ALL_STAGES, None, None, guests[0], True)
            assert [line.id for line in mine.tables] == [table.id, "table-2", "table-1", "table-5"]

    run(scene())


@pytest.mark.policy("SP-V15", "SP-V4")
def test_who_comes_back_sees_what_their_seat_was_shown(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def scene() -> None:
        async with guests(server, "Ada", "Bob", "Eve") as clients:
            ada, bob, eve = clients
            tables = await table_of([ada, bob], "time-of-chaos")
            for _ in range(6):
                assert await play_one(tables, first_act) is not None
            seen = tables[0].seen
            assert seen is not None
            when = seen.events[-1].at
            left = json.loads(json.dumps(seen.view))
            for _ in range(6):
                assert await play_one(tables, first_act) is not None
            await until(lambda: asyncio.sleep(0, same(tables)))
            now = json.loads(json.dumps(tables[0].seen.view))  # type: ignore[union-attr]

            async def check() -> None:
                missed = await story(ada, tables[0].id, when)
                assert missed.view == left
                view = missed.view
                for frame in missed.frames:
                    assert frame.at > when
                    view = apply(view, frame.changes)
                assert view == now
                words = [one.words for frame in missed.frames for one in frame.events]
                again = await ada.open(tables[0].id)
                await soon(again, lambda: again.seen is not None)
                assert again.seen is not None
                assert words == [one.words for one in again.seen.events][-len(words) :]
                assert (await story(ada, tables[0].id, 10**9)).frames == []

            await check()
            with pytest.raises(Failed) as refused:
                await story(eve, tables[0].id)
            assert refused.value.code == "SV-4", "only who sits there"
            quick = await table_of([ada, bob], "watch")
            with pytest.raises(Failed) as refused:
                await story(ada, quick[0].id)
            assert refused.value.code == "SV-7", "in a quick game one has to remember"
            with pytest.raises(Failed) as refused:
                await story(ada, tables[0].id, "soon")  # type: ignore[arg-type]
            assert refused.value.code == "SV-1"
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            assert (await ada.me()).my_turn or (await bob.me()).my_turn
            await check()

    try:
        run(scene())
    finally:
        server.stop()


def same(tables: list[TableClient]) -> bool:
    return len({table.seen.seq for table in tables if table.seen is not None}) == 1


def lines_of(game: str, acts: int) -> tuple[list[dict[str, Any]], Any]:
    match = sandtable.new(game, seats=2, seed=3)
    dice = random.Random(7)
    while len(match.entries) < acts:
        while not match.active() and match.alarm is not None:
            match.advance(to=match.alarm)
        if match.over:
            break
        seat = match.active()[0]
        match.act(seat, dice.choice(match.legal(seat)))
        match.advance(by=100)
    return match.log[:-1], match


@pytest.mark.policy("SP-V15")
def test_only_the_latest_moments_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MOMENTS", 5)
    lines, match = lines_of("time-of-chaos", 20)
    told = lately(lines, 0, -1, NAMES, None)
    assert len(told.frames) == 5
    view = told.view
    for frame in told.frames:
        view = apply(view, frame.changes)
    assert view == match.view(0)


@pytest.mark.policy("SP-V15", "SP-V6")
def test_who_took_the_seat_over_sees_nothing_from_before_that() -> None:
    lines, match = lines_of("watch", 60)
    # Somewhere in there the seat has held a card that it holds no more, and knows where it went.
    for sat in range(1, len(lines)):
        before = sandtable.replay(lines[:sat])
        hidden = match.game.veiled(before.state, 0, match.game.veil(before.state, 0))
        if match.game.view(hidden, 0) != before.view(0):
            break
    else:
        pytest.fail("nobody ever knew anything")
    told = lately(lines, 0, -1, NAMES, sat)
    assert told.at == before.now
    assert told.view == match.game.view(hidden, 0)
    assert [frame.at for frame in told.frames] == [line["at"] for line in lines[sat:]]
    assert lately(lines, 0, -1, NAMES, len(lines)).frames == []


@pytest.mark.policy("SP-V15")
def test_what_happened_by_itself_is_told_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await parlour.playing("time-of-chaos", NAMES, turn_seconds=3600)
            assert table.attendance.unhurried
            parlour.pass_time(table, 3601)
            await parlour.settled()
            papers = await parlour.shelf.find(table.id)
            assert papers is not None
            told = lately(papers.lines, 0, 0, NAMES, None)
            assert [event.event for frame in told.frames for event in frame.events]

    run(scene())
