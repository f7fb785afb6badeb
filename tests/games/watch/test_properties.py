"""What holds for the watch game whatever is played, and whenever."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Match, Refused
from sandtable.engine.events import Event
from sandtable.engine.rng import seeded
from sandtable.games.watch.options import Setup
from sandtable.games.watch.state import WatchState

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "minutes": st.integers(1, 6),
        "ring_jitter_seconds": st.integers(0, 30),
        "squares": st.sampled_from([12, 15, 24, 60]),
        "turn_seconds": st.integers(3, 40),
        "play": st.sampled_from(["single", "match"]),
        "bell": st.sampled_from(["source", "published"]),
        "break_seconds": st.integers(0, 9),
    },
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("act"), st.integers(0, 10_000)),
        st.tuples(st.just("wait"), st.integers(0, 30_000)),
        st.tuples(st.just("alarm"), st.just(0)),
    ),
    max_size=40,
)
TABLES = st.builds(
    lambda seats, seed, options: sandtable.new("watch", seats=seats, seed=seed, options=options),
    st.integers(2, 6),
    st.integers(0, 10_000),
    OPTIONS,
)


def take(match: Match, step: tuple[str, int]) -> list[Event]:
    """One step of a random history."""
    kind, number = step
    if match.over:
        return []
    if kind == "wait":
        return match.advance(by=number)
    if kind == "alarm":
        return match.advance(to=match.alarm)
    for seat in match.active():
        acts = match.legal(seat)
        return match.act(seat, acts[number % len(acts)])
    return []


def check_table(match: Match) -> None:
    table = match.dump()["position"]["table"]
    squares = list(table["pawns"].values())
    away = [square for square in squares if square != 0]
    assert len(set(away)) == len(away), "one pawn a square off RED"
    setup = match.state.setup if isinstance(match.state, WatchState) else None
    assert setup is not None
    assert sum(table["tokens"]) + table["spent"] + setup.left_over == 90
    assert sorted(table["cards"]) == [0, 1, 2, 3, 4, 5]
    assert min(table["tokens"]) >= 0


@given(TABLES, STEPS)
def test_any_history_keeps_the_table_whole(match: Match, steps: list[tuple[str, int]]) -> None:
    for step in steps:
        before = match.now
        take(match, step)
        assert match.now >= before
        check_table(match)
        assert match.over or match.alarm is None or match.alarm > match.now


@given(TABLES, STEPS, st.data())
def test_what_is_not_listed_is_refused_and_changes_nothing(
    match: Match, steps: list[tuple[str, int]], data: st.DataObject
) -> None:
    for step in steps:
        take(match, step)
    seat = data.draw(st.integers(0, match.seats - 1))
    act: dict[str, Any] = data.draw(
        st.one_of(
            st.fixed_dictionaries(
                {
                    "act": st.just("move"),
                    "pawn": st.sampled_from(["green", "blue", "orange"]),
                    "spend": st.integers(-2, 50),
                }
            ),
            st.fixed_dictionaries(
                {
                    "act": st.just("exchange"),
                    "give": st.integers(-1, 3),
                    "player": st.one_of(st.none(), st.integers(-1, 6)),
                    "take": st.integers(-1, 6),
                }
            ),
            st.just({"act": "keep"}),
        )
    )
    listed = [each.to_json() for each in match.legal(seat)]
    before = match.hash()
    if act in listed:
        match.copy().act(seat, act)
    else:
        with pytest.raises(Refused, match=r"^(WA|ST)-.+: .+"):
            match.act(seat, act)
    assert match.hash() == before


@given(TABLES, STEPS)
def test_copy_dump_and_replay_are_exact(match: Match, steps: list[tuple[str, int]]) -> None:
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


@given(TABLES, STEPS, st.integers(0, 1_000))
def test_an_imagined_table_looks_the_same_to_who_imagines_it(
    match: Match, steps: list[tuple[str, int]], seed: int
) -> None:
    for step in steps:
        take(match, step)
    for seat in range(match.seats):
        imagined = match.game.imagine(match.state, seat, seeded(seed))
        assert match.game.view(imagined, seat) == match.view(seat)
        assert match.game.view(imagined, None) == match.view(None)


def twin_that_rings_at(match: Match, rings_at: int) -> Match:
    twin = match.copy()
    assert isinstance(twin.state, WatchState)
    twin.state.rings_at = rings_at
    return twin


@settings(max_examples=200)
@given(TABLES, STEPS, st.integers(1, 400_000))
def test_WA_S3_nothing_tells_two_tables_apart_that_differ_only_in_when_they_ring(
    match: Match, steps: list[tuple[str, int]], later: int
) -> None:
    """Every view, every event as told, every list of acts, and every refusal, until one rings."""
    assert isinstance(match.state, WatchState)
    twin = twin_that_rings_at(match, match.state.rings_at + later)
    for step in steps:
        first = match.state.rings_at
        if match.over or (step[0] == "wait" and match.now + step[1] >= first):
            return
        if step[0] == "alarm" and match.alarm == first:
            return
        told, told_twin = take(match, step), take(twin, step)
        if any(event.NAME == "rang" for event in told):
            return
        assert match.now == twin.now
        for viewer in (*range(match.seats), None):
            assert [e.told(viewer) for e in told] == [e.told(viewer) for e in told_twin]
            assert match.view(viewer) == twin.view(viewer)
        for seat in range(match.seats):
            assert match.legal(seat) == twin.legal(seat)


@given(TABLES, STEPS)
def test_WA_S3_no_view_and_no_told_event_holds_the_number_of_the_ring(
    match: Match, steps: list[tuple[str, int]]
) -> None:
    """A search for the number itself, and for the time left, in all that anybody is told.

    A number may be there by chance, as the end of a turn; it is a leak if it follows the ring.
    """
    assert isinstance(match.state, WatchState)
    apart = 123_457
    twin = twin_that_rings_at(match, match.state.rings_at + apart)
    for step in steps:
        ring = match.state.rings_at
        told, told_twin = take(match, step), take(twin, step)
        if match.over or any(event.NAME == "rang" for event in told):
            return
        for viewer in (*range(match.seats), None):
            numbers = whole_numbers([[e.told(viewer) for e in told], match.view(viewer)])
            others = whole_numbers([[e.told(viewer) for e in told_twin], twin.view(viewer)])
            assert not (ring in numbers and ring + apart in others)
            left = ring - match.now
            assert not (left in numbers and left + apart in others)


def whole_numbers(data: Any) -> list[int]:
    if isinstance(data, dict):
        return [n for value in data.values() for n in whole_numbers(value)]
    if isinstance(data, list):
        return [n for value in data for n in whole_numbers(value)]
    return [data] if type(data) is int else []


def test_the_setup_shares_out_what_there_is() -> None:
    for seats in range(2, 7):
        options = sandtable.find("watch").settle_options(seats, {})
        setup = Setup(seats, options)
        assert setup.share * seats + setup.left_over == 90
