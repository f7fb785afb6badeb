"""What somebody who takes over a seat in the middle of a game may know."""

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.log import write_log
from sandtable.protocol.messages import AnswerRequest, Delta, Say, WantPause
from sandtable.protocol.patch import apply
from sandtable.server.archive.replayfile import bring
from sandtable.server.tables import hosting
from sandtable.server.tables.seat_requests import Request
from tests.server.kit import run
from tests.server.parlour import Parlour
from tests.server.test_restart import log_of
from tests.server.vacancy import (
    BEN,
    CYD,
    again_from_disk,
    ask,
    count_cards,
    do,
    exchange,
    guest_of,
    known,
    newcomer_scene,
    received,
    shown_cards,
    talk_heard,
    three,
)

# What a newcomer may know.


@pytest.mark.policy("SP-V6")
def test_WA_T6_a_newcomer_has_the_card_and_not_what_was_learnt_by_exchanging(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, mia, _ = await newcomer_scene(parlour)
            assert known(table, BEN) == 2
            assert table.play is not None
            view = mia.snapshot.view
            assert view["hands"][BEN] == table.play.match.view(BEN)["hands"][BEN]
            assert view["hands"][BEN] != [None]
            assert shown_cards(mia) == 1
            assert received(mia) == []
            assert talk_heard(mia) == []

    run(scene())


def test_WA_T6_what_comes_to_a_newcomer_from_then_on_is_theirs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, mia, cyd = await newcomer_scene(parlour)
            # The card that Ben gave Ada comes back: now Mia has held both.
            await exchange(parlour, table, [ada, mia, cyd], BEN)
            ada.say(Say("Hello, Mia."))
            again = parlour.visit(table, mia.guest, BEN)
            await parlour.settled()
            assert shown_cards(again) == 2
            assert len(received(again)) == 1
            assert talk_heard(again) == ["Hello, Mia."]

    run(scene())


def test_deltas_of_a_newcomer_tell_no_more_than_their_snapshots(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, mia, cyd = await newcomer_scene(parlour)
            before = mia.snapshot
            await exchange(parlour, table, [ada, mia, cyd], CYD)
            fresh = parlour.visit(table, mia.guest, BEN)
            await parlour.settled()
            view = before.view
            for delta in mia.all(Delta):
                if delta.seq > before.seq:
                    view = apply(view, delta.changes)
            assert view == fresh.snapshot.view
            assert count_cards(view) == 1

    run(scene())


@pytest.mark.policy("SP-A9")
def test_a_bot_that_stands_in_for_a_newcomer_knows_no_more_than_they(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await newcomer_scene(parlour)
            assert table.play is not None
            game, luck = table.play.match.game, table.play.match.state.rng
            orders: list[dict[str, Any]] = []
            monkeypatch.setattr(table.house.bots, "order", orders.append)
            hand = table.house.bots.attach(table.play, BEN, "club")
            assert hand.seat == BEN
            looks = [order for order in orders if order["do"] == "look"]
            assert looks
            state = table.play.known_to(BEN)
            assert looks[0]["position"]["table"]["seen"][BEN] == state.seen[BEN]
            assert bin(state.seen[BEN]).count("1") == 1
            assert not [told for order in looks for told in order["told"] if "received" in told]
            assert game.imagine(state, BEN, luck.copy()).seen[BEN] == state.seen[BEN]

    run(scene())


@pytest.mark.policy("SP-V6")
def test_a_newcomer_is_one_after_a_restart_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, mia, cyd = await newcomer_scene(parlour)
            table = again_from_disk(parlour, table, tmp_path)
            people = [
                parlour.visit(table, one.guest, seat) for seat, one in enumerate((ada, mia, cyd))
            ]
            await parlour.settled()
            assert people[BEN].snapshot.view == mia.snapshot.view
            assert received(people[BEN]) == []
            assert talk_heard(people[BEN]) == []
            table.sand.resume()
            await exchange(parlour, table, people, BEN)
            table = again_from_disk(parlour, table, tmp_path)
            later = parlour.visit(table, mia.guest, BEN)
            await parlour.settled()
            assert shown_cards(later) == 2
            assert len(received(later)) == 1

    run(scene())


def test_people_come_and_go_in_a_pause_and_the_log_still_replays(tmp_path: Path) -> None:
    """The notes about them have times that never run back, for a restart and for an import."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, ada, ben, cyd = await three(parlour)
            do(table, ben, {"act": "move", "pawn": "green", "spend": 1})
            parlour.pass_time(table, 9)
            for person in (ada, ben, cyd):
                person.say(WantPause())
            assert table.sand.paused is not None
            hosting.remove(table, BEN, guest_of(ada))
            request = ask(table, parlour.guest("Mia"))
            for person in (ada, cyd):
                person.say(AnswerRequest(request.number))
            hosting.sit_or_ask(table, request.guest, BEN)
            table.sand.resume()
            hosting.stand(table, CYD)
            await parlour.settled()
            found = again_from_disk(parlour, table, tmp_path)
            assert found.play is not None
            assert found.seating[BEN].newcomer_from is not None
            lines = log_of(tmp_path, table.id)
            assert [
                line["note"] for line in lines if line.get("note") in ("removed", "sat", "left")
            ]
            times = [line["at"] for line in lines[1:]]
            assert times == sorted(times)
            bring(write_log([*lines, found.play.closing()]).encode())

    run(scene())


def test_a_newcomer_who_goes_and_comes_back_is_a_newcomer_still(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, mia, _ = await newcomer_scene(parlour)
            hosting.stand(table, BEN)
            assert not isinstance(hosting.sit_or_ask(table, guest_of(mia), BEN), Request)
            back = parlour.visit(table, mia.guest, BEN)
            await parlour.settled()
            assert shown_cards(back) == 1
            assert received(back) == []
            assert talk_heard(back) == []

    run(scene())


@pytest.mark.policy("SP-S3")
def test_a_seat_that_an_older_server_left_empty_is_a_bots_and_not_free(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, _, _, _ = await three(parlour)
            chair = table.seating[BEN]
            table.seating.vacate(BEN)
            chair.level, chair.stand_in = "club", True
            await parlour.settled()
            found = again_from_disk(parlour, table, tmp_path)
            seat = found.seating[BEN]
            assert (seat.kind, seat.level, seat.before, seat.vacated) == (
                "bot",
                "club",
                "Ben",
                True,
            )
            assert isinstance(hosting.sit_or_ask(found, parlour.guest("Mia"), None), Request)

    run(scene())
