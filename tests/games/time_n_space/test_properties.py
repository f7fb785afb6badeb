"""What holds for Time 'n' Space whatever is played, and whenever."""

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Match
from sandtable.engine.events import Event
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space.parts import COLOURS, PARTS
from tests.games.time_n_space.build import GAME, UPGRADE

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(["full", "introductory"]),
        "minutes": st.integers(1, 4),
        "timer_seconds": st.sampled_from([5, 10, 60]),
        "owner_seconds": st.integers(1, 9),
        "imperceptible_ms": st.sampled_from([0, 200, 2_000]),
        "final_seconds": st.integers(1, 20),
    },
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("act"), st.integers(0, 10_000), st.integers(0, 10_000)),
        st.tuples(st.just("act"), st.integers(0, 10_000), st.integers(0, 10_000)),
        st.tuples(st.just("wait"), st.integers(0, 3_000), st.just(0)),
        st.tuples(st.just("alarm"), st.just(0), st.just(0)),
    ),
    max_size=120,
)
TABLES = st.builds(
    lambda seats, seed, options: sandtable.new(GAME, seats=seats, seed=seed, options=options),
    st.integers(3, 4),
    st.integers(0, 10_000),
    OPTIONS,
)
Steps = list[tuple[str, int, int]]


def take(match: Match, step: tuple[str, int, int]) -> list[Event]:
    """One step of a random history; kinds of acts are drawn first, so that rare ones come up."""
    kind, number, which = step
    if match.over:
        return []
    if kind == "wait":
        return match.advance(by=number)
    active = match.active()
    if kind == "alarm" or not active:
        return match.advance(to=match.alarm)
    seat = active[number % len(active)]
    acts = match.legal(seat)
    names = sorted({act.NAME for act in acts})
    acts = [act for act in acts if names[which % len(names)] == act.NAME]
    return match.act(seat, acts[which % len(acts)])


def dumped(match: Match) -> dict[str, Any]:
    table: dict[str, Any] = match.dump()["position"]["table"]
    return table


def check_goods(table: dict[str, Any]) -> None:
    on_mats = Counter(
        spot["good"]
        for mat in table["mats"]
        for building in mat["buildings"]
        for spot in building["spots"]
        if spot is not None and "good" in spot
    )
    for colour, left in zip(COLOURS, table["supply"], strict=True):
        assert left >= 0
        assert left + on_mats[colour] == 12


def check_orders(table: dict[str, Any], full: bool) -> None:
    values = [1, 1, 2, 2, 3, 3] if full else [1, 2, 3]
    for seat, mat in enumerate(table["mats"]):
        for colour in COLOURS:
            found = list(mat["above"][colour])
            for building in mat["buildings"]:
                for spot in building["spots"]:
                    if spot is not None and spot.get("order") == colour:
                        found.append(spot["value"])
            for other in table["mats"]:
                found += other["won"][seat][colour]
            assert sorted(found) == values
        assert mat["won"][seat] == {colour: [] for colour in COLOURS}


def check_tiles(table: dict[str, Any], full: bool) -> None:
    tiles = Counter(tile for moon in table["moons"] for tile in moon["tiles"])
    for mat in table["mats"]:
        tiles.update(b["kind"] for b in mat["buildings"] if b["stage"] != "I")
        if mat["research"] is not None:
            tiles[mat["research"]] += 1
    if full:
        assert tiles == Counter(PARTS.kinds[tile] for tile in PARTS.tiles)
    else:
        assert tiles.total() == 3 * len(table["mats"])


def check_timers(match: Match, table: dict[str, Any]) -> None:
    span = match.options["timer_seconds"] * 1_000
    for mat in table["mats"]:
        on = [timer["on"] for timer in mat["timers"]]
        assert len(on) == 2
        placed = [symbol for symbol in on if symbol not in ("free", "hand")]
        assert len(set(placed)) == len(placed), "one timer a symbol"
        assert on.count("hand") == (mat["hand"] is not None)
        for timer in mat["timers"]:
            assert timer["runs_out_at"] <= match.now + span
            assert (timer["runs_out_at"] == 0) == (timer["on"] in ("free", "hand"))


def check_spots(table: dict[str, Any]) -> None:
    for mat in table["mats"]:
        for building in mat["buildings"]:
            room = 0 if building["kind"] == "centre" else len(building["stage"])
            assert len(building["spots"]) == room
            for spot in building["spots"]:
                assert spot is None or ("good" in spot) != ("order" in spot)


@settings(max_examples=60)
@given(TABLES, STEPS)
def test_goods_orders_tiles_and_timers_are_conserved(match: Match, steps: Steps) -> None:
    full = match.options["mode"] == "full"
    for step in steps:
        take(match, step)
        table = dumped(match)
        check_goods(table)
        check_orders(table, full)
        check_tiles(table, full)
        check_timers(match, table)
        check_spots(table)
        white = sum(mat["bonuses"] + mat["bonus_here"] for mat in table["mats"])
        assert white == match.seats


@settings(max_examples=60)
@given(TABLES, STEPS)
def test_no_timer_is_lifted_early(match: Match, steps: Steps) -> None:
    runs_out: dict[tuple[int, str], int] = {}
    for step in steps:
        for event in take(match, step):
            plain = event.to_json()
            if event.NAME == "turned_over":
                runs_out[plain["seat"], plain["on"]] = plain["runs_out_at"]
                assert plain["runs_out_at"] - event.at == match.options["timer_seconds"] * 1_000
            if event.NAME == "lifted":
                assert event.at >= runs_out.pop((plain["seat"], plain["on"]))


@settings(max_examples=60)
@given(TABLES, STEPS)
def test_nothing_moves_but_by_an_act_or_an_alarm(match: Match, steps: Steps) -> None:
    for step in steps:
        alarm = match.alarm
        if alarm is not None and alarm > match.now + 1:
            before = match.dump()["position"]["table"]
            active = match.active()
            assert match.copy().advance(to=alarm - 1) == []
            twin = match.copy()
            twin.advance(to=alarm - 1)
            assert twin.dump()["position"]["table"] == before
            assert twin.active() == active
        take(match, step)


@settings(max_examples=60)
@given(TABLES, STEPS)
def test_a_seat_changes_only_what_its_act_may_change(match: Match, steps: Steps) -> None:
    """What others do on their own mats leaves mine as it is, but for orders they fill."""
    for step in steps:
        before = dumped(match)
        was_over = match.over
        count = len(match.entries)
        take(match, step)
        if was_over or len(match.entries) == count or before["phase"] == "choosing":
            continue
        after = dumped(match)
        entry = match.entries[-1]
        name = entry.act.to_json()["act"]
        if name in ("deliver", "give", "first", "forfeit", "done"):
            continue
        for seat in range(match.seats):
            if seat != entry.seat:
                assert after["mats"][seat] == before["mats"][seat]


@settings(max_examples=40)
@given(TABLES, STEPS)
def test_copy_dump_and_replay_are_exact(match: Match, steps: Steps) -> None:
    half = len(steps) // 2
    for step in steps[:half]:
        take(match, step)
    twin = match.copy()
    loaded = sandtable.load(json.loads(json.dumps(match.dump())))
    for step in steps[half:]:
        take(match, step)
        take(twin, step)
        take(loaded, step)
    assert match.hash() == twin.hash() == loaded.hash()
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


@settings(max_examples=40)
@given(TABLES, STEPS, st.integers(0, 1_000))
def test_an_imagined_table_looks_the_same_to_who_imagines_it(
    match: Match, steps: Steps, seed: int
) -> None:
    for step in steps:
        take(match, step)
    for seat in range(match.seats):
        imagined = match.game.imagine(match.state, seat, seeded(seed))
        assert match.game.view(imagined, seat) == match.view(seat)
        assert match.game.legal(imagined, seat) == ([] if match.over else match.legal(seat))
        again = match.game.imagine(imagined, seat, seeded(seed))
        assert match.game.dump(again) == match.game.dump(imagined)


@settings(max_examples=40)
@given(TABLES, STEPS)
def test_an_upgrade_happens_only_at_an_empty_stage_two_building(match: Match, steps: Steps) -> None:
    for step in steps:
        for seat in range(match.seats):
            if not match.over and UPGRADE in [act.to_json() for act in match.legal(seat)]:
                mat = dumped(match)["mats"][seat]
                building = mat["buildings"]["ABCDEFGH".index(mat["hand"]["on"])]
                assert (building["stage"], mat["hand"]["steps"]) == ("II", 0)
                assert all(spot is None for spot in building["spots"])
        take(match, step)
