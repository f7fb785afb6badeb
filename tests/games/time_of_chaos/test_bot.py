"""The levels, and the club player."""

from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.driver import play
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Rounds, Seen
from sandtable.engine.hands import Hands
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_of_chaos import GAME, bot_hands
from sandtable.games.time_of_chaos.bot_distances import DETOUR, LEAP, STEP, Distances, cubes_of
from sandtable.games.time_of_chaos.parts import CITIES, ERAS
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    PAST,
    PRESENT,
    card,
    home,
    place,
    restore,
    send,
    state_of,
    table,
    worth,
)


def plan_of(match: Match, seat: int = 0, seed: int = 1) -> dict[str, Any]:
    bot = make_bot(match.game, "club", seat, seeded(seed))
    plan = bot.plan(Seen(match.game, match.state, seat))
    assert plan is not None
    assert plan.act is not None
    assert 0 < plan.after <= 3_000
    return plan.act.to_json()


def number(city: str, era: str) -> int:
    return ERAS.index(era) * 9 + CITIES.index(city)


def test_the_levels() -> None:
    known = levels(GAME)
    assert list(known) == ["random", "novice", "club", "expert"]
    for level in ("novice", "club", "expert"):
        assert known[level].ABOUT.endswith(".")


def test_it_beats_random() -> None:
    study = Study("time-of-chaos", 2, 20, 5, ("club", "random"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["share_of_games"] >= 0.95
    assert result["refusals"] == 0


@pytest.mark.parametrize(
    ("seats", "reading"),
    [(2, "rulebook"), (3, "rulebook"), (4, "rulebook"), (2, "aid"), (3, "either")],
)
def test_among_themselves_they_finish_by_delivering(seats: int, reading: str) -> None:
    match = new(GAME, seats=seats, seed=seats, options={"restore": reading})
    bots = {seat: make_bot(GAME, "club", seat, seeded(seat)) for seat in range(seats)}
    driver = play(match, bots, seeded(1), 2_000)
    assert match.outcome is not None
    assert match.outcome.how == "delivered"
    assert driver.refusals == 0


def whole_turn(match: Match, seat: int = 0) -> list[dict[str, Any]]:
    """The acts of a turn, as it plays it."""
    bot = make_bot(GAME, "club", seat, seeded(1))
    acts = []
    while match.active() == [seat]:
        plan = bot.plan(Seen(GAME, match.state, seat))
        assert plan is not None
        assert plan.act is not None
        acts.append(plan.act.to_json())
        match.act(seat, plan.act)
    return acts


def test_it_delivers_what_is_at_home() -> None:
    thing = worth(2, PRESENT)[0]
    match = table(pawns=[home(thing), ("Timbuktu", FUTURE)], hands=[[thing]])
    assert "deliver" in [act["act"] for act in whole_turn(match)]


def test_it_knows_that_a_three_refreshes_the_cloak() -> None:
    """TC-K2: so the cloak pays for the delivery, or for something before it."""
    thing = worth(3, PRESENT)[0]
    match = table(pawns=[home(thing), ("Timbuktu", FUTURE)], hands=[[thing]])
    acts = whole_turn(match)
    until = [act["act"] for act in acts].index("deliver") + 1
    assert "cloak" in [act.get("pay", act.get("cube")) for act in acts[:until]]


def test_it_stops_its_own_disorder_in_the_first_turn() -> None:
    match = new(GAME, seats=2, seed=11, options={"first": 0})
    match.act(1, place("Lisbon"))
    match.act(0, place("Kyoto"))
    assert restore(PAST) in whole_turn(match)


def test_it_ends_the_game_when_nobody_can_catch_up() -> None:
    thing = worth(1, PRESENT)[0]
    match = table(
        pawns=[home(thing), ("Timbuktu", FUTURE)],
        hands=[[thing]],
        delivered=[worth(3)[:3]],
    )
    assert plan_of(match)["act"] == "deliver"


def test_it_does_not_end_the_game_when_it_is_behind() -> None:
    thing = worth(1, PRESENT)[0]
    match = table(
        pawns=[home(thing), ("Timbuktu", FUTURE)],
        hands=[[thing]],
        delivered=[worth(1)[1:4], worth(3)[:3]],
    )
    assert plan_of(match)["act"] != "deliver"


def test_in_its_last_turn_it_takes_the_win() -> None:
    one, three = worth(1, PRESENT)[0], worth(3, PRESENT)[0]
    match = table(
        pawns=[home(three), ("Timbuktu", FUTURE)],
        hands=[[three, one]],
        delivered=[worth(2)[:2], worth(1)[1:5]],
        minus=[0, 0],
        ender=1,
    )
    assert plan_of(match)["act"] == "deliver"


def test_it_sends_disorder_where_it_does_least_harm() -> None:
    match = table(
        chaos={("Kyoto", PAST): [1], ("Lisbon", PAST): [1]},
        cubes={("Kyoto", PRESENT): [1, 1]},
        supply=[12, 1],
    )
    match.act(0, END_TURN)
    assert plan_of(match, 1) == send("Lisbon", PAST)


def test_it_waits_when_it_is_not_its_turn() -> None:
    match = table(turn=1)
    bot = make_bot(GAME, "club", 0, seeded(1))
    assert bot.plan(Seen(GAME, match.state, 0)) is None


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_everybody_is_quick_when_the_clock_is_short(level: str) -> None:
    match = table(turn_seconds=5)
    match.advance(by=4_000)
    bot = make_bot(GAME, level, 0, seeded(1))
    plan = bot.plan(Seen(GAME, match.state, 0, Rounds(1)))
    assert plan is not None
    assert plan.after <= 250


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_no_turn_runs_out_of_time(level: str) -> None:
    match = new(GAME, seats=2, seed=3, options={"turn_seconds": 5})
    bots = {seat: make_bot(GAME, level, seat, seeded(seat)) for seat in range(2)}
    for _ in range(24):
        seat = match.active()[0]
        plan = bots[seat].plan(Seen(GAME, match.state, seat, Rounds(1)))
        assert plan is not None
        assert plan.act is not None
        assert match.advance(by=plan.after) == []
        match.act(seat, plan.act)


@pytest.mark.parametrize(
    ("hands", "shortest", "longest"),
    [
        (bot_hands.NOVICE, 2_000, 6_000),
        (bot_hands.CLUB, 800, 3_000),
        (bot_hands.EXPERT, 800, 3_000),
    ],
)
def test_how_long_an_act_takes(hands: Hands, shortest: int, longest: int) -> None:
    state = state_of(table())
    rng = seeded(1)
    taken = [hands.take(rng, bot_hands.ONE_ACT, bot_hands.time_left(state)) for _ in range(2_000)]
    spread = longest - shortest
    assert shortest <= min(taken) < shortest + spread // 10
    assert longest - spread // 10 < max(taken) <= longest


def test_it_does_not_know_what_a_grab_will_bring() -> None:
    """Tables that differ only in the decks give the same plan."""
    opened = {PRESENT: [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco")]}
    plans = [
        plan_of(table(opened=opened, top={PRESENT: [card(PRESENT, city, FUTURE)]}))
        for city in ("Hobart", "Montreal", "Alexandria")
    ]
    assert plans[0] == plans[1] == plans[2]


def test_how_far_it_is() -> None:
    match = table()
    distances = Distances(state_of(match).grid, state_of(match).setup)
    there = distances.to(number("Lisbon", PRESENT), 0)
    assert there[number("Lisbon", PRESENT)] == 0
    assert there[number("Cusco", PRESENT)] == STEP
    assert there[number("Alexandria", PRESENT)] == 2 * STEP
    assert there[number("Lisbon", FUTURE)] == LEAP
    assert there[number("Cusco", PAST)] == STEP + LEAP
    assert cubes_of(there[number("Cusco", PAST)]) == 1


def test_how_far_it_is_to_a_tile_in_chaos() -> None:
    state = state_of(table())
    distances = Distances(state.grid, state.setup)
    lisbon = number("Lisbon", PRESENT)
    there = distances.to(lisbon, 1 << lisbon)
    assert there[number("Lisbon", PAST)] == STEP + LEAP
    assert there[number("Cusco", PAST)] == 2 * STEP + LEAP
    blocked = distances.to(lisbon, 1 << lisbon | 1 << number("Lisbon", PAST))
    assert blocked[number("Lisbon", PAST)] == STEP + DETOUR
    aid = state_of(table(restore="aid"))
    here = Distances(aid.grid, aid.setup).to(lisbon, 1 << lisbon)
    assert here[lisbon] == STEP
    assert here[number("Cusco", PRESENT)] == 2 * STEP
