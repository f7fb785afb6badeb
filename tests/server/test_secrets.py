"""Every frame to every viewer, scanned by a checker that knows the whole state.

A real server, real sockets, whole games; only its clock runs faster. A few games of each here, a
hundred of each in `make soak`.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.client import Failed
from sandtable.engine.rng import seeded
from tests.server.kit import Server, guests, run
from tests.server.secrecy.base import Leak
from tests.server.secrecy.newcomer import scan_newcomer
from tests.server.secrecy.scene import CHECKERS, fast_server, scan_games

FEW = 2
MANY = 100


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = fast_server(tmp_path_factory.mktemp("fast")).start()
    yield server
    faults = server.metric("sandtable_faults_total")
    server.stop()
    assert faults == 0, server.said()
    assert "Traceback" not in server.said(), server.said()


def test_every_game_has_a_checker() -> None:
    assert set(CHECKERS) == set(sandtable.games())


@pytest.mark.policy("SP-V3")
def test_no_frame_of_a_game_of_people_tells_a_secret(fast: Server) -> None:
    """All four games at once: most of their time is spent waiting for sand."""

    async def scene() -> list[list[int]]:
        return await asyncio.gather(
            *[scan_games(fast, game, range(FEW)) for game in sorted(CHECKERS)]
        )

    for scanned in run(scene(), patience=170):
        assert len(scanned) == FEW
        assert sum(scanned) > 100


@pytest.mark.policy("SP-V3")
@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", sorted(CHECKERS))
def test_no_frame_of_a_hundred_games_tells_a_secret(fast: Server, game: str) -> None:
    scanned = run(scan_games(fast, game, range(MANY)), patience=1_700)
    assert len(scanned) == MANY
    print(f"\n{game}: {sum(scanned)} frames of {MANY} games scanned")


def test_a_server_that_leaks_is_caught(tmp_path: Path) -> None:
    """The whole way, from a view that tells too much to the checker's complaint."""
    server = fast_server(tmp_path, "--leak").start()
    try:
        with pytest.raises(Leak):
            run(scan_games(server, "watch", range(1)))
    finally:
        server.stop()


@pytest.mark.policy("SP-V6")
def test_no_frame_to_somebody_who_took_a_seat_over_tells_what_went_before(fast: Server) -> None:
    async def scene() -> list[int]:
        return await asyncio.gather(*[scan_newcomer(fast, game, 0) for game in sorted(CHECKERS)])

    assert min(run(scene(), patience=170)) > 10


def test_a_server_that_shows_a_newcomer_all_is_caught(tmp_path: Path) -> None:
    """Several games: not in each of them had the one who left learnt anything."""
    server = fast_server(tmp_path, "--leak-to-newcomers").start()

    async def scene() -> None:
        for nth in range(10):
            await scan_newcomer(server, "watch", nth)

    try:
        with pytest.raises(Leak):
            run(scene(), patience=170)
    finally:
        server.stop()


@pytest.mark.policy("SP-V4")
def test_a_running_game_has_no_log_and_no_positions_for_anybody(fast: Server) -> None:
    async def scene() -> None:
        async with guests(fast, "Ada", "Bob") as (ada, bob):
            table = await ada.create("watch", bots=["random"], start=True, options={"minutes": 60})
            for client in (ada, bob):
                for path in ("", "/log", "/fairness", "/at/0?viewer=all"):
                    with pytest.raises(Failed) as failed:
                        await client.raw("GET", f"/matches/{table.id}{path}")
                    assert failed.value.code == "SV-7"

    run(scene())


@pytest.mark.policy("SP-V3")
@pytest.mark.parametrize("game", sorted(sandtable.games()))
def test_what_a_viewer_sees_is_the_same_whatever_is_hidden_from_them(game: str) -> None:
    """Two tables that a seat cannot tell apart give it, and watchers, the same view and acts."""
    rules = sandtable.find(game)
    match = sandtable.new(rules, seats=rules.MIN_SEATS + 1, seed=3)
    dice = seeded("hidden")
    for step in range(60):
        if match.over:
            break
        for seat in range(match.seats):
            twin = rules.imagine(match.state, seat, seeded(f"{step} {seat}"))
            assert rules.view(twin, seat) == match.view(seat)
            assert rules.view(twin, None) == match.view(None)
            assert [a.to_json() for a in rules.legal(twin, seat)] == [
                a.to_json() for a in match.legal(seat)
            ]
        active = match.active()
        if active and dice.below(4):
            seat = dice.pick(active)
            match.act(seat, dice.pick(match.legal(seat)))
        elif match.alarm is not None:
            match.advance(to=match.alarm)
