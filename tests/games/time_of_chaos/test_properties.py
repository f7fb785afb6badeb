"""What holds for A Time of Chaos whatever is played, and whenever."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Match, Refused
from sandtable.engine.events import Event
from sandtable.engine.rng import seeded
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.parts import CARD_COUNT, CITIES, ERAS, NAMES
from sandtable.games.time_of_chaos.state import ChaosState
from tests.games.time_of_chaos import naive
from tests.games.time_of_chaos.build import state_of

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "restore": st.sampled_from(["rulebook", "aid", "either"]),
        "turn_seconds": st.integers(5, 40),
        "bank_seconds": st.integers(30, 60),
        "stall_rounds": st.integers(5, 12),
        "undo": st.booleans(),
    },
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("act"), st.integers(0, 10_000)),
        st.tuples(st.just("act"), st.integers(0, 10_000)),
        st.tuples(st.just("wait"), st.integers(0, 20_000)),
        st.tuples(st.just("alarm"), st.just(0)),
    ),
    max_size=60,
)
TABLES = st.builds(
    lambda seats, seed, options: sandtable.new(GAME, seats=seats, seed=seed, options=options),
    st.integers(2, 4),
    st.integers(0, 10_000),
    OPTIONS,
)


def take(match: Match, step: tuple[str, int]) -> list[Event]:
    """One step of a random history. Small numbers choose kinds of acts that are rarely listed."""
    kind, number = step
    if match.over:
        return []
    if kind == "wait":
        return match.advance(by=number)
    if kind == "alarm":
        return match.advance(to=match.now if match.alarm is None else match.alarm)
    (seat,) = match.active()
    acts = match.legal(seat)
    wanted = [act for act in acts if act.NAME in ("restore", "deliver", "send", "search")]
    if wanted and number % 3 == 0:
        return match.act(seat, wanted[number % len(wanted)])
    return match.act(seat, acts[number % len(acts)])


def conserved(match: Match) -> None:
    """54 cards, 12 cubes a colour, hands of three at most, whole tiles."""
    state = state_of(match)
    for seat in range(match.seats):
        on_tiles = sum(state.cubes_on(tile, seat) for tile in range(27))
        assert on_tiles + state.supply[seat] == 12
        assert state.supply[seat] >= 0
        assert len(state.hands[seat]) <= 3
    cards = [card for era in range(3) for card in state.deck_of(era)]
    cards += [card for card in state.open_cards if card >= 0]
    cards += [card for held in (*state.hands, *state.delivered) for card in held]
    assert sorted(cards) == list(range(CARD_COUNT))
    assert sorted(state.grid) == list(range(27))
    for tile in range(27):
        here = [state.cubes_on(tile, seat) for seat in range(match.seats)]
        if state.in_chaos(tile):
            assert sum(here) >= 1
            assert max(here) == 1


@given(TABLES, STEPS)
def test_cubes_and_cards_are_conserved(match: Match, steps: list[tuple[str, int]]) -> None:
    for step in steps:
        before = match.now
        take(match, step)
        assert match.now >= before
        conserved(match)
        assert match.over or match.alarm is None or match.alarm > match.now


@given(TABLES, STEPS)
def test_TC_T4_after_a_turn_no_tile_in_order_bears_three_cubes(
    match: Match, steps: list[tuple[str, int]]
) -> None:
    for step in steps:
        turn = state_of(match).turns
        sent = [event for event in take(match, step) if event.NAME == "sent"]
        state = state_of(match)
        if state.turns == turn and not match.over:
            continue
        arrived: dict[int, int] = {}
        for event in sent:
            told = event.told(None)
            assert told is not None
            tile = ERAS.index(told["to"]) * 9 + CITIES.index(told["city"])
            arrived[tile] = arrived.get(tile, 0) + 1
        for tile in range(27):
            load = sum(state.cubes_on(tile, seat) for seat in range(match.seats))
            assert state.in_chaos(tile) or load - arrived.get(tile, 0) < 3


@given(TABLES, STEPS)
def test_TC_A1_from_a_chaos_tile_nobody_does_anything_but_restore_and_travel(
    match: Match, steps: list[tuple[str, int]]
) -> None:
    for step in steps:
        state = state_of(match)
        if not match.over and state.phase == 2 and state.in_chaos(state.pawns[state.turn]):
            kinds = [act.NAME for act in match.legal(state.turn)]
            assert all(kind in ("restore", "travel", "end_turn", "undo") for kind in kinds)
        take(match, step)


@given(TABLES, STEPS)
def test_the_list_is_the_one_that_the_text_of_the_rules_gives(
    match: Match, steps: list[tuple[str, int]]
) -> None:
    for step in steps:
        for seat in range(match.seats):
            listed = [act.to_json() for act in match.legal(seat)]
            expected = naive.legal(match.view(seat), seat, match.options["restore"])
            assert sorted(map(str, listed)) == sorted(map(str, expected))
        take(match, step)


ANY_ACT = st.one_of(
    st.fixed_dictionaries({"act": st.just("place_pawn"), "city": st.sampled_from(CITIES)}),
    st.fixed_dictionaries(
        {"act": st.just("send"), "city": st.sampled_from(CITIES), "era": st.sampled_from(ERAS)}
    ),
    st.just({"act": "grab"}),
    st.fixed_dictionaries(
        {
            "act": st.just("search"),
            "slot": st.integers(-1, 3),
            "pay": st.sampled_from(["cube", "cloak"]),
        }
    ),
    st.fixed_dictionaries(
        {
            "act": st.just("deliver"),
            "card": st.sampled_from(NAMES),
            "pay": st.sampled_from(["cube", "cloak"]),
        }
    ),
    st.fixed_dictionaries(
        {
            "act": st.just("time_travel"),
            "era": st.sampled_from(ERAS),
            "cube": st.sampled_from(["departure", "arrival", "cloak"]),
        }
    ),
    st.fixed_dictionaries({"act": st.just("travel"), "city": st.sampled_from(CITIES)}),
    st.fixed_dictionaries({"act": st.just("restore"), "era": st.sampled_from(ERAS)}),
    st.just({"act": "end_turn"}),
)


@given(TABLES, STEPS, st.lists(ANY_ACT, min_size=5, max_size=5), st.integers(0, 3))
def test_what_is_not_listed_is_refused_and_changes_nothing(
    match: Match, steps: list[tuple[str, int]], acts: list[dict[str, Any]], seat: int
) -> None:
    for step in steps:
        take(match, step)
    seat %= match.seats
    listed = [each.to_json() for each in match.legal(seat)]
    before = match.hash()
    for act in acts:
        if act in listed:
            match.copy().act(seat, act)
        else:
            with pytest.raises(Refused, match=r"^(TC|ST)-.+: .+"):
                match.act(seat, act)
        assert match.hash() == before


@pytest.mark.parametrize(
    "act",
    [
        {"act": "place_pawn", "city": "Atlantis"},
        {"act": "send", "city": "Kyoto", "era": "yesterday"},
        {"act": "search", "slot": 0, "pay": "gold"},
        {"act": "search", "slot": "0", "pay": "cube"},
        {"act": "deliver", "card": "Excalibur", "pay": "cube"},
        {"act": "time_travel", "era": "past", "cube": "pocket"},
        {"act": "restore"},
        {"act": "dance"},
    ],
)
def test_an_act_that_means_nothing_is_refused(act: dict[str, Any]) -> None:
    match = sandtable.new(GAME, seats=2, seed=1)
    (seat,) = match.active()
    with pytest.raises(Refused, match="ST-3"):
        match.act(seat, act)


@settings(max_examples=60)
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


@pytest.mark.parametrize("seed", range(4))
def test_a_copy_and_its_original_leave_each_other_alone(seed: int) -> None:
    chance = seeded(seed)
    match = sandtable.new(GAME, seats=2 + seed % 3, seed=seed)
    kept: list[tuple[Match, str]] = []
    while not match.over:
        kept.append((match.copy(), match.hash()))
        (seat,) = match.active()
        match.act(seat, chance.pick(match.legal(seat)))
    entries = match.entries
    for number, (twin, hashed) in enumerate(kept):
        assert twin.hash() == hashed
        for entry in entries[number : number + 4]:
            twin.act(entry.seat, entry.act)
        if number + 4 < len(kept):
            assert twin.hash() == kept[number + 4][1]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("restore", ["rulebook", "aid", "either"])
def test_random_games_come_to_an_end(seats: int, restore: str) -> None:
    from sandtable.bots.playout import random_match

    for seed in range(5):
        match = random_match(GAME, seats, seed, 20_000, {"restore": restore})
        assert match.outcome is not None
        assert isinstance(match.state, ChaosState)
        conserved(match)
