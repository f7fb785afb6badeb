"""A match has one result: the table, the lists, the replay and the log tell the same."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine.errors import BadLog
from sandtable.engine.log import write_log
from sandtable.protocol.bodies import MatchInfo
from sandtable.protocol.rooms import Room
from sandtable.server.archive.finished import FINISHED, list_tables, load_any
from sandtable.server.archive.replayfile import bring
from sandtable.server.archive.story import tell
from sandtable.server.people.guests import Guest
from sandtable.server.tables import hosting
from sandtable.server.tables.lineup import NOTE
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.record import Record
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.table import Table
from tests.server.kit import run
from tests.server.parlour import Parlour
from tests.server.test_restart import log_of
from tests.server.vacancy import ADA, BEN, CYD, guest_of

SHORT = {"minutes": 1, "turn_seconds": 10, "break_seconds": 0, "first": 1}

Seats = list[tuple[str, str | None]]


def seats_of(room: Room) -> Seats:
    return [(seat.name, seat.before) for seat in room.seats]


async def info_of(parlour: Parlour, table_id: str) -> MatchInfo:
    return (await load_any(parlour.store, table_id)).info()


async def told_everywhere(parlour: Parlour, table: Table, mine: Guest) -> dict[str, Any]:
    """Names, and winners, wherever somebody can read them."""
    (line,) = (await list_tables(parlour.store, FINISHED, None, None, mine)).tables
    finished = await load_any(parlour.store, table.id)
    info = finished.info()
    brought = bring(finished.text().encode())
    shown = room_now(await Lobby(parlour.house, parlour.shelf).get(table.id))
    assert table.play is not None
    outcome = table.play.match.outcome
    winners = [] if outcome is None else outcome.winners
    assert line.winners == winners == brought.result.winners
    assert (info.outcome.winners if info.outcome else []) == winners
    return {
        "table": seats_of(room_now(table)),
        "table, read again": seats_of(shown),
        "list": list(zip(line.names, line.before, strict=True)),
        "replay": list(zip(info.names, info.before, strict=True)),
        "file": [(chair.name, chair.before or None) for chair in brought.record.chairs],
        "fairness": [
            (one.name, before)
            for one, before in zip(finished.sheet().seats, info.before, strict=True)
        ],
    }


@pytest.mark.policy("SP-A16")
@pytest.mark.parametrize("how", ["leaves", "is removed", "leaves and comes back", "new name"])
def test_a_match_has_one_result_everywhere(tmp_path: Path, how: str) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben", "Cyd"], **SHORT)
            ada, ben = guest_of(people[ADA]), guest_of(people[BEN])
            parlour.pass_time(table, 12)
            if how == "is removed":
                hosting.remove(table, BEN, ada)
            elif how == "new name":
                hosting.sit(table, Guest(ada.id, "Adele"), ADA)
            else:
                hosting.stand(table, ADA)
            parlour.pass_time(table, 12)
            if how == "leaves and comes back":
                hosting.sit(table, ada, ADA)
            parlour.pass_time(table, 600)
            await parlour.settled()
            assert table.record.stage == "over"
            told = await told_everywhere(parlour, table, guest_of(people[CYD]))
            bot = table.seating[BEN if how == "is removed" else ADA].name
            all_told: dict[str, Seats] = {
                "leaves": [(bot, "Ada"), ("Ben", None), ("Cyd", None)],
                "is removed": [("Ada", None), (bot, "Ben"), ("Cyd", None)],
                "leaves and comes back": [("Ada", None), ("Ben", None), ("Cyd", None)],
                "new name": [("Adele", None), ("Ben", None), ("Cyd", None)],
            }
            expected = all_told[how]
            assert told == dict.fromkeys(told, expected)
            assert (await info_of(parlour, table.id)).bots == [
                chair.level if chair.kind == "bot" else None for chair in table.seating.chairs
            ]
            assert ben.name == "Ben"

    run(scene())


@pytest.mark.policy("SP-A16")
def test_a_replay_names_whoever_played_at_that_moment(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben"], **SHORT)
            parlour.pass_time(table, 12)
            hosting.stand(table, ADA)
            hosting.stand(table, BEN)
            parlour.pass_time(table, 600)
            await parlour.settled()
            lines = log_of(tmp_path, table.id)
            words = [
                event.words for frame in tell(lines, "nobody", 0).frames for event in frame.events
            ]
            bots = {table.seating[ADA].name, table.seating[BEN].name}
            turns = [line.split(":")[0] for line in words if line.startswith("Time is up")]
            assert turns[0] == "Time is up for Ben"
            assert set(turns[1:]) == {f"Time is up for {bot}" for bot in bots}
            assert people[ADA].gone is not None

    run(scene())


@pytest.mark.policy("SP-A16")
def test_the_log_says_who_plays_only_when_that_changes(tmp_path: Path) -> None:
    """A bot that stands in for a while does not change who plays."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben"], **SHORT)
            table.seats_changed()
            people[ADA].leave()
            parlour.pass_time(table, 31)
            assert table.seating[ADA].stand_in
            table.seats_changed()
            await parlour.settled()
            assert not [line for line in log_of(tmp_path, table.id) if line.get("note") == NOTE]

    run(scene())


@pytest.mark.policy("SP-A16")
def test_the_log_says_who_plays_even_if_the_server_dies_before_it_is_written(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, people = await parlour.playing("watch", ["Ada", "Ben"], **SHORT)
            hosting.stand(table, ADA)
            await parlour.settled()
            lines = [line for line in log_of(tmp_path, table.id) if line.get("note") != "players"]
            record = msgspec.json.decode(msgspec.json.encode(table.record), type=Record)
            record.id = "again"
            await parlour.shelf.saved(record, None)
            parlour.revived(record, lines)
            await parlour.settled()
            told = [line for line in log_of(tmp_path, "again") if line.get("note") == "players"]
            bot = table.seating[ADA].name
            assert [(line["names"], line["before"]) for line in told] == [
                ([bot, "Ben"], ["Ada", None])
            ]
            assert people[BEN].gone is None

    run(scene())


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ({"names": ["Ada"]}, "names lists 1, but there are 2 seats"),
        ({"names": ["Ada", "\u202e"]}, "names: "),
        ({"before": ["Ada", "\u202e"]}, "before: "),
        ({"bots": [None]}, "bots lists 1, but there are 2 seats"),
    ],
)
def test_a_file_that_names_players_badly_is_refused(
    tmp_path: Path, note: dict[str, Any], said: str
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _ = await parlour.playing("watch", ["Ada", "Ben"], **SHORT)
            hosting.stand(table, ADA)
            parlour.pass_time(table, 600)
            await parlour.settled()
            lines = log_of(tmp_path, table.id)
            nth = next(nth for nth, line in enumerate(lines) if line.get("note") == "players")
            lines[nth] |= note
            with pytest.raises(BadLog) as wrong:
                bring(write_log(lines).encode())
            assert f"Line {nth + 1}: {said}" in str(wrong.value)

    run(scene())
