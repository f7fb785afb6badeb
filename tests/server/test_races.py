"""Races from the news to the verdict: what a match, its streams and a real server make of them."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.fairness.grab import GAME
from bench.fairness.players import Measurement, Pair, Style
from sandtable.client.http import Client
from sandtable.engine.table import new
from sandtable.protocol.bodies import FairnessSheet
from sandtable.protocol.messages import Ack, Echo
from sandtable.server.match.parity import PROOFS
from sandtable.server.match.play import Play
from sandtable.server.match.streams import Streams
from sandtable.server.tables import hosting
from tests.server.kit import ROOT, Server, run, served_from, until
from tests.server.parlour import Caller, Parlour
from tests.server.test_restart import log_of

NEAR = 20.0


class Racing:
    """Two people at one table; how long their lines are, and how long they look, are given."""

    def __init__(self, true: float, looks: float, seed: int = 5) -> None:
        self.dice = random.Random(seed)
        self.true = (true, NEAR)
        self.play = Play(new(GAME, seats=2, seed=seed, options={"chances": 200}), 100)
        self.play.parity.measured(0, looks)
        self.play.parity.measured(1, NEAR)
        self.looks = (looks, NEAR)
        self.streams = Streams(self.play, ["Ada", "Bob"])
        self.now = 0.0
        self.n = 0
        self.taken_at = 0.0
        self.play.clock.run(self.now)
        for seat in range(2):
            self.streams.snapshot(seat, self.now)
        self.tell()

    def tell(self) -> None:
        for told in self.play.chances:
            told.sent(self.now)

    def pass_to(self, mono: float) -> list[int]:
        """Everything up to this instant is decided and told; who got what they wanted."""
        won: list[int] = []
        while True:
            wake = self.play.wake(self.play.width(self.now))
            if wake is None or wake > mono:
                break
            self.now = max(self.now, wake) + 0.01  # a clock never stands at the exact instant
            for update in self.play.judge(self.now, self.play.width(self.now)):
                if update.changed:
                    self.streams.advance(update.events, self.now)
                    self.tell()
                took = [seat for seat, answer in update.answers if isinstance(answer, Ack)]
                if took:
                    self.taken_at = self.now
                won += took
        self.now = max(self.now, mono)
        return won

    def race(self) -> int:
        """One chance, from its opening on: who took it."""
        while not self.play.match.active():
            self.pass_to(self.now + 10.0)
        (act,) = self.play.match.legal(0)
        told_at = max(told.news_at for told in self.play.chances)
        self.n += 1
        arrivals = [
            (told_at + way + max(120.0, self.dice.gauss(200, 25)) + self.dice.expovariate(0.02), i)
            for i, way in enumerate(self.true)
        ]
        won: list[int] = []
        for arrival, seat in sorted(arrivals):
            won += self.pass_to(arrival)
            if won and arrival > self.taken_at + self.true[seat]:
                continue  # this one has heard that the chance is gone
            self.play.submit(seat, self.n, act.to_json(), arrival, self.looks[seat] / 2)
        won += self.pass_to(self.now + 400.0)
        (winner,) = won
        return winner


def share_of_first(true: float, looks: float) -> float:
    races = [
        winner
        for seed in range(8)
        for racing in [Racing(true, looks, seed)]
        for winner in [racing.race() for _ in range(60)]
    ]
    return races.count(0) / len(races)


def test_over_a_long_line_half_of_the_races_are_won() -> None:
    assert 0.42 <= share_of_first(140.0, 140.0) <= 0.56


@pytest.mark.policy("SP-A7")
def test_who_only_pretends_a_long_line_wins_hardly_more() -> None:
    assert share_of_first(NEAR, 270.0) <= 0.6


def test_who_pretends_a_long_line_soon_holds_nobody_back() -> None:
    racing = Racing(NEAR, 270.0)
    before = racing.play.width(racing.now)
    for _ in range(40):
        racing.race()
    assert before == 135.0
    assert racing.play.width(racing.now) <= 60.0


def echo(parlour: Parlour, visitor: Caller, after: float) -> None:
    visitor.visitor.probed("probe")
    parlour.clock.at += after
    visitor.say(Echo("probe"))


def test_a_table_holds_acts_back_for_the_lines_that_are_there(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, bob) = await parlour.playing("out-of-time", ["Ada", "Bob"])
            parlour.clock.at += 5_000.0
            assert table.width() == 0.0
            echo(parlour, ada, 100.0)
            assert table.width() == 50.0
            echo(parlour, bob, 140.0)
            assert table.width() == 70.0
            bob.leave()
            assert table.width() == 50.0

    run(scene())


def test_lines_measured_before_the_game_count_from_its_beginning(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, guests = parlour.gather("out-of-time", ["Ada", "Bob"])
            ada, _ = [parlour.visit(table, guest, seat) for seat, guest in enumerate(guests)]
            echo(parlour, ada, 100.0)
            table.begin()
            await parlour.settled()
            assert table.play is not None
            assert table.play.parity.claimed == [100.0, 0.0]

    run(scene())


@pytest.mark.policy("SP-A7")
@pytest.mark.parametrize("restarted", [False, True])
def test_getting_up_and_coming_back_does_not_restore_trust(tmp_path: Path, restarted: bool) -> None:
    """Also where the person was found at the table when it was read from disk."""

    async def scene() -> None:
        async with Parlour(tmp_path) as parlour:
            table, (ada, bob) = await parlour.playing("out-of-time", ["Ada", "Bob"])
            if restarted:
                await parlour.settled()
                table = parlour.revived(table.record, log_of(tmp_path, table.id))
                ada, bob = (
                    parlour.visit(table, caller.guest, seat)
                    for seat, caller in enumerate((ada, bob))
                )
            play = table.play
            assert play is not None
            assert ada.guest is not None
            echo(parlour, ada, 280.0)
            echo(parlour, bob, NEAR)
            for _ in range(PROOFS):
                play.parity.answered(0, 60.0)
            assert play.parity.claimed == [60.0, NEAR]
            hosting.stand(table, 0)
            assert play.parity.claimed == [0.0, NEAR]
            hosting.sit_or_ask(table, ada.guest, None)
            back = parlour.visit(table, ada.guest, 0)
            echo(parlour, back, 280.0)
            assert play.parity.claimed == [60.0, NEAR]

    run(scene())


def grabbing(folder: Path, proxies: str = "") -> Server:
    server = Server(
        folder,
        path=[*served_from(), str(ROOT)],
        SANDTABLE_GONE_AFTER="60",
        SANDTABLE_TRUSTED_PROXIES=proxies,
    )
    server.program = ["-P", "-m", "bench.fairness.server", "serve"]
    return server.start()


@pytest.fixture
def direct(tmp_path: Path) -> Iterator[Server]:
    server = grabbing(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Server]:
    """A server that knows lag by echo alone: relays hide it from the kernel."""
    server = grabbing(tmp_path, "192.0.2.1")
    yield server
    server.stop()


async def raced(server: Server, first: Style, chances: int) -> tuple[list[int], FairnessSheet]:
    pair = Pair(Measurement("", (first, Style(0))), 0, None)
    winners = await pair.race(server.url, chances)
    client = Client(server.url)
    found: list[FairnessSheet] = []

    async def is_there() -> bool:
        try:
            found.append(await client.fairness(pair.table))
        except Exception:
            return False
        return True

    await until(is_there)
    return winners, found[0]


def test_the_sheet_of_a_real_server_shows_a_round_trip_made_up(proxied: Server) -> None:
    winners, sheet = run(raced(proxied, Style(140), 8))
    assert len(winners) == 8
    far, near = sheet.seats
    assert far.lag_median >= 70, "no echo can come sooner than the line is long"
    assert far.credit_most >= 135
    assert near.credit_most < far.credit_most
    assert 135 <= sheet.window <= sheet.cap


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel says nothing elsewhere")
def test_a_real_server_asks_its_kernel_how_long_a_line_is(direct: Server) -> None:
    _, sheet = run(raced(direct, Style(0, echo_hold=400), 4))
    assert sheet.seats[0].lag_median < 150


@pytest.mark.soak
def test_on_a_real_server_a_late_echo_hardly_wins_races(proxied: Server) -> None:
    winners, _ = run(raced(proxied, Style(0, echo_hold=250), 120), patience=400.0)
    assert winners[20:].count(0) <= 0.68 * len(winners[20:])
