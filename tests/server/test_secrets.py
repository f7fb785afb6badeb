"""Every frame to every viewer, scanned by a checker that knows the whole state.

The games are played in virtual time, through the same code that feeds the sockets; one more game
goes over real sockets. The checkers know the rules of secrecy by themselves: they follow the
events and look into the dumped position, and never ask a game's own view what is secret.
"""

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable.bots.driver import Driver
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from sandtable.server.play import Play
from sandtable.server.streams import Streams
from tests.server.kit import Server, guests, play_one, run, table_of

GAMES = 100
STEPS = {"watch": 250, "out-of-time": 40, "time-of-chaos": 25, "time-n-space": 12}
"""Happenings looked at in each game: the quick check. The slow one looks at whole games."""
WHOLE_GAME = 2_000
PAWNS = ("green", "blue", "orange")
CARDS = [list(order) for order in itertools.permutations(PAWNS)]

Viewer = int | None


def values(
    data: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value in a frame, lists and objects included, with its place."""
    yield path, data
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from values(inner, (*path, key))
    elif isinstance(data, list):
        for i, inner in enumerate(data):
            yield from values(inner, (*path, i))


class Checker:
    """What holds in every game: seed and generator are in no frame before the end."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.table: dict[str, Any] = match.dump()["position"]["table"]

    def happened(self, events: list[Event]) -> None:
        """Follow the game."""
        self.table = self.match.dump()["position"]["table"]

    def scan(self, viewer: Viewer, frame: bytes) -> None:
        if self.match.over:
            return
        text = frame.decode()
        assert str(self.match.seed) not in text, "the seed"
        for word in self.match.state.rng.dump()[:3]:
            # A small word could be any number of the game.
            if word > 1_000_000:
                assert not re.search(rf"(?<!\d){word}(?!\d)", text), "the random generator"
        self.scan_game(viewer, json.loads(text), text)

    def scan_game(self, viewer: Viewer, frame: dict[str, Any], text: str) -> None:
        """What this game keeps secret."""


class WatchChecker(Checker):
    """WA-T6: a card is known to who has held it; WA-S3: the ring to nobody."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.deal()

    def deal(self) -> None:
        self.known: dict[Viewer, list[list[str]]] = {None: []}
        for seat in range(self.match.seats):
            self.known[seat] = [self.card_at(seat)]

    def card_at(self, place: int) -> list[str]:
        return FACES[self.table["cards"][place]]

    def happened(self, events: list[Event]) -> None:
        super().happened(events)
        for event in events:
            plain = event.to_json()
            if plain["event"] == "dealt":
                self.deal()
            elif plain["event"] == "exchanged":
                self.known[plain["seat"]].append(plain["received"])
                if plain["player"] is not None:
                    self.known[plain["player"]].append(plain["given"])

    def scan_game(self, viewer: Viewer, frame: dict[str, Any], text: str) -> None:
        table = self.table
        if table["phase"] in ("break", "over"):
            return
        if any(event["event"] == "rang" for event in frame["events"]):
            return
        assert not re.search(rf"(?<!\d){table['rings_at']}(?!\d)", text), "when the timer rings"
        for path, value in values(frame):
            if value in CARDS and "order" not in path:
                if path[:1] == ("changes",) and frame["changes"][path[1]]["at"][0] == "order":
                    continue
                assert value in self.known[viewer], f"a card at {path}"


class ChaosChecker(Checker):
    """TC-E4: decks are secret, and hands, but for cards that lay open."""

    def scan_game(self, viewer: Viewer, frame: dict[str, Any], text: str) -> None:
        table = self.table
        hidden = [name for deck in table["decks"].values() for name in deck]
        for seat, hand in enumerate(table["hands"]):
            if seat != viewer:
                hidden += [entry["card"] for entry in hand if not entry["known"]]
        found = {value for _, value in values(frame) if isinstance(value, str)}
        assert not found & set(hidden), "a hidden card"


class SpaceChecker(Checker):
    """TS-S3: orders are picked in secret until all have picked."""

    def scan_game(self, viewer: Viewer, frame: dict[str, Any], text: str) -> None:
        table = self.table
        if table["phase"] != "choosing" or viewer is None:
            return
        # Only the choice of one's own seat may be anywhere: the frame of a twin table, where the
        # others chose otherwise, must be this very one. See the test of twin tables below.
        for seat, mat in enumerate(table["mats"]):
            if seat != viewer and any(mat["chosen"]):
                shown = [value for path, value in values(frame) if path[-1:] == ("chosen",)]
                assert mat["chosen"] not in shown, "a secret order"


FACES: list[list[str]] = []
for toml_order in (
    "green blue orange", "green orange blue", "blue green orange",
    "blue orange green", "orange green blue", "orange blue green",
):  # fmt: skip
    FACES.append(toml_order.split())

CHECKERS: dict[str, type[Checker]] = {
    "watch": WatchChecker,
    "time-of-chaos": ChaosChecker,
    "time-n-space": SpaceChecker,
}
OPTIONS: dict[str, dict[str, Any]] = {"watch": {"ring_jitter_seconds": 30, "minutes": 1}}


def play_and_scan(game: str, seed: int, most_steps: int) -> int:
    """One game of bots; gives the number of frames that were scanned."""
    rules = sandtable.find(game)
    seats = rules.MIN_SEATS + seed % (min(rules.MAX_SEATS, 4) - rules.MIN_SEATS + 1)
    match = sandtable.new(rules, seats=seats, seed=seed + (1 << 100), options=OPTIONS.get(game))
    play = Play(match, 100)
    streams = Streams(play, [f"Seat {seat}" for seat in range(seats)])
    # Good bots take their time to think; now and then one plays along.
    known = list(levels(rules)) if seed % 10 == 0 else ["random"]
    bots = {
        seat: make_bot(rules, known[(seat + seed) % len(known)], seat, seeded(f"{seed} {seat}"))
        for seat in range(seats)
    }
    checker = CHECKERS.get(game, Checker)(match)
    viewers: list[Viewer] = [None, *range(seats)]
    scanned = 0
    for viewer in viewers:
        snapshot = streams.snapshot(viewer, 0.0)
        checker.scan(viewer, encode_plain(snapshot))
        scanned += 1
    driver = Driver(match, bots, seeded(f"{seed} driver"))
    driver.begin()
    for _ in range(most_steps):
        if match.over:
            break
        events = driver.step()
        play.events.extend(events)
        play.clock.stand_at(match.now)
        checker.happened(events)
        for viewer, frame in streams.advance(events, 0.0).items():
            checker.scan(viewer, frame)
            scanned += 1
    return scanned


def encode_plain(message: Any) -> bytes:
    from sandtable.server.messages import encode

    plain = json.loads(encode(message))
    return json.dumps({**plain, "changes": []}).encode()


@pytest.mark.parametrize("game", sorted(sandtable.games()))
def test_no_frame_of_a_hundred_bot_games_tells_a_secret(game: str) -> None:
    steps = STEPS.get(game, 20)
    scanned = sum(play_and_scan(game, seed, steps) for seed in range(GAMES))
    assert scanned > 10 * GAMES


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", sorted(sandtable.games()))
def test_no_frame_of_whole_bot_games_tells_a_secret(game: str) -> None:
    for seed in range(GAMES // 10):
        play_and_scan(game, seed, WHOLE_GAME)


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


def test_the_scanner_finds_what_it_should() -> None:
    """A checker that finds nothing anywhere proves nothing."""
    match = sandtable.new("watch", seats=2, seed=1 << 100, options={"ring_jitter_seconds": 30})
    checker = WatchChecker(match)
    leaks: list[dict[str, Any]] = [
        {"events": [], "changes": [], "view": {"hands": [[checker.card_at(1)]]}},
        {"events": [], "changes": [], "t": match.dump()["position"]["table"]["rings_at"]},
        {"events": [], "changes": [], "seed": str(match.seed)},
        {"events": [], "changes": [], "rng": match.state.rng.dump()},
    ]
    for leak in leaks:
        with pytest.raises(AssertionError):
            checker.scan(0, json.dumps(leak).encode())


@pytest.mark.parametrize("kind", ["player", "watcher"])
def test_nothing_leaks_over_real_sockets(server: Server, kind: str) -> None:
    async def scene() -> None:
        frames: list[tuple[int, bytes]] = []
        acts = 0
        async with guests(server, "Ada", "Bob", "Wil") as (ada, bob, wil):
            tables = await table_of([ada, bob], options={"break_seconds": 0})
            spy = tables[0] if kind == "player" else await wil.open(tables[0].id)
            spy.on_frame = lambda frame: frames.append((acts, frame))
            dice = random.Random(2)
            while await play_one(tables, dice.choice) is not None:
                acts += 1
            lines = sandtable.read_log(await wil.log(tables[0].id))
        seed = str(lines[0]["seed"])
        over = next(i for i, (_, frame) in enumerate(frames) if b'"outcome":{' in frame)
        for _, frame in frames[:over]:
            assert seed not in frame.decode()
        assert seed in frames[over][1].decode()

    run(scene())
