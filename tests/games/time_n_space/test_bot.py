"""The club player."""

from typing import Any

import pytest

import sandtable
from sandtable import Match
from sandtable.bots.driver import Driver
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from sandtable.testing import check_bots
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    FILL,
    FORFEIT,
    GAME,
    GREY,
    TAKE_TILE,
    UPGRADE,
    WITHDRAW,
    YELLOW,
    build,
    deliver,
    first,
    fly,
    fresh,
    give,
    legal,
    lift,
    offer,
    table,
    turn_over,
)


def plan_of(match: Match, seat: int = 0, seed: int = 1) -> Plan | None:
    bot = make_bot(match.game, "club", seat, seeded(seed))
    return bot.plan(Seen(match.game, match.state, seat))


def act_of(match: Match, seat: int = 0, seed: int = 1) -> dict[str, Any]:
    plan = plan_of(match, seat, seed)
    assert plan is not None
    assert plan.act is not None
    return plan.act.to_json()


def play(seats: int, seed: int, **options: Any) -> tuple[Match, Driver, list[Any]]:
    """A whole game of clubs, and all that happened."""
    match = fresh(seats, seed, **options)
    bots = {
        seat: make_bot(match.game, "club", seat, seeded(f"{seed} {seat}")) for seat in range(seats)
    }
    driver = Driver(match, bots, seeded(seed))
    driver.begin()
    events = []
    while not match.over:
        events += driver.step()
    return match, driver, events


def test_the_levels() -> None:
    assert list(levels(find(GAME))) == ["random", "novice", "club", "expert"]


def test_it_beats_random_players() -> None:
    """Measured on 300 games: all won. A dozen shows that it still plays."""
    study = Study(GAME, 3, 12, 5, ("club", "random", "random"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["games_won"] >= 11


def test_it_does_not_peek() -> None:
    known = levels(find(GAME))
    quick = {level: known[level] for level in ("novice", "club")}
    check_bots(GAME, 3, range(1), {"minutes": 4}, bots=quick)
    check_bots(GAME, 4, range(1), {"mode": "introductory", "minutes": 4}, bots=quick)
    check_bots(GAME, 3, range(1), {"minutes": 1}, bots={"expert": known["expert"]})


@pytest.mark.parametrize(("seats", "mode"), [(3, "full"), (4, "full"), (4, "introductory")])
def test_clubs_trade_and_keep_their_timers_busy(seats: int, mode: str) -> None:
    match, driver, events = play(seats, 7, mode=mode)
    assert match.outcome is not None
    minutes = 30 if mode == "full" else 12
    turned = sum(event.NAME == "turned_over" for event in events)
    assert turned >= 1.3 * minutes * seats
    gave = sum(event.NAME == "gave" for event in events)
    assert gave >= (5 if mode == "full" else 2) * seats
    assert max(match.outcome.scores) > 0
    assert driver.refusals < 5


def test_it_takes_as_long_as_a_person() -> None:
    first_choice = [plan_of(fresh(), seed=seed) for seed in range(50)]
    assert all(plan is not None and 2_000 <= plan.after < 6_000 for plan in first_choice)
    match = table(timers={0: {"A": 0}})
    lifting = [plan_of(match, seed=seed) for seed in range(50)]
    assert all(plan is not None and 300 <= plan.after < 1_300 for plan in lifting)
    match.act(0, lift("A"))
    steps = [plan_of(match, seed=seed) for seed in range(50)]
    assert all(plan is not None and 250 <= plan.after < 850 for plan in steps)


def test_it_delivers_all_it_can() -> None:
    match = table(
        buildings={0: {"E": ("station", 2)}},
        goods={0: {"E": [BLUE, GREY]}},
        orders={1: {"A": [(BLUE, 1)], "B": [(GREY, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
    )
    assert act_of(match) == lift("ship")
    match.act(0, lift("ship"))
    delivered = [act_of(match)]
    match.act(0, delivered[0])
    delivered.append(act_of(match))
    match.act(0, delivered[1])
    assert sorted(act["colour"] for act in delivered) == [BLUE, GREY]


def test_it_flies_where_its_goods_are_wanted() -> None:
    match = table(
        goods={0: {"E": [BLUE], "F": [BLUE]}},
        orders={2: {"A": [(BLUE, 1)], "B": [(BLUE, 2)]}},
        ships={0: "moon-1"},
    )
    assert act_of(match) == fly("planet-2")


def test_it_lifts_the_station_before_the_ship() -> None:
    match = table(
        goods={0: {"C": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0, "E": 0}},
    )
    assert act_of(match) == lift("E")


def test_it_produces_what_is_wanted_and_nothing_else() -> None:
    gone = {1: {YELLOW: 6}, 2: {YELLOW: 6}}
    match = table(orders={1: {"A": [(BLUE, 1)]}}, timers={0: {"C": 0, "B": 0}}, put_away=gone)
    match.act(0, lift("C"))
    assert act_of(match) == FILL
    match.act(0, FILL)
    match.act(0, lift("B"))
    assert act_of(match) == FORFEIT


def test_it_takes_a_tile_it_needs_and_flips_what_it_built() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: ["centre", "station"]}, due=1_700_000)
    match.act(0, lift("ship"))
    assert act_of(match) == TAKE_TILE
    match = table(buildings={0: {"E": ("station", 2)}}, timers={0: {"E": 0}}, due=1_700_000)
    match.act(0, lift("E"))
    assert act_of(match) == UPGRADE


def test_it_keeps_its_last_centre_and_its_last_station() -> None:
    """Nothing else is empty and of stage I: it had better leave the tile where it is."""
    match = table(
        buildings={0: {"F": ("blue plant", 2), "H": ("blue plant", 2)}},
        orders={0: {"A": [(BLUE, 1)], "B": [(BLUE, 1)], "C": [(BLUE, 2)], "D": [(BLUE, 2)]}},
        research={0: "grey plant"},
        timers={0: {"research": 0}},
    )
    match.act(0, lift("research"))
    assert legal(match, 0, "build") == [build("E"), build("G")]
    assert act_of(match) == FORFEIT


def test_it_gives_the_lowest_order() -> None:
    match = table(
        goods={0: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
    )
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    plan = plan_of(match, 1)
    assert plan is not None
    assert plan.act is not None
    assert plan.act.to_json() == give(BLUE, 1, "B")
    assert 800 <= plan.after < 2_400


def test_it_gives_equal_orders_from_where_the_space_is_worth_most() -> None:
    """Its other station is blocked too: the spot on E is worth more than the one on a plant."""
    match = table(
        goods={0: {"E": [BLUE]}},
        orders={1: {"D": [(BLUE, 1)], "E": [(BLUE, 1)], "F": [(BLUE, 3)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
        due=1_700_000,
    )
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 1, "give")[0] == give(BLUE, 1, "D")
    assert act_of(match, 1) == give(BLUE, 1, "E")


def held_up() -> Match:
    """Seat 1 chooses an order for seat 2; seat 0 was at its planet before."""
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 1)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0, "A": 9_000}, 2: {"ship": 1_000}},
        talked=[0],
    )
    match.act(0, lift("ship"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    return match


def test_it_waits_for_the_owners_choice_without_giving_up_and_then_delivers() -> None:
    match = held_up()
    assert plan_of(match) is None
    match.act(1, give(BLUE, 1, "A"))
    assert act_of(match) == deliver(BLUE, "E")


def test_waiting_it_does_not_doze_off_with_a_free_timer() -> None:
    """With a free timer and nothing worth a use it would look again after seconds only."""
    match = held_up()
    dump = match.dump()
    timers = dump["position"]["table"]["mats"][0]["timers"]
    next(timer for timer in timers if timer["on"] == "A").update(on="free", runs_out_at=0)
    dump["position"]["table"]["due"] = match.now + 400
    late = sandtable.load(dump)
    assert turn_over("C") in legal(late, 0)
    assert plan_of(late) is None


def together() -> Match:
    match = table(
        seats=4,
        goods={1: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={0: {"A": [(BLUE, 1)]}},
        won=[(1, 3, GREY, 3)],
        put_away={1: {GREY: 6}},
        ships={1: "planet-0", 2: "planet-0"},
        timers={1: {"ship": 0, "A": 9_000}, 2: {"ship": 0, "A": 9_000}},
        talked=[1, 2],
    )
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    return match


def test_it_lets_whoever_is_behind_fill_first() -> None:
    assert act_of(together(), 0) == first(2)


def test_it_waits_in_line_without_giving_up() -> None:
    assert plan_of(together(), 2) is None


def test_a_question_interrupts_its_plan_and_an_answered_one_too() -> None:
    match = together()
    bot = make_bot(match.game, "club", 0, seeded(1))
    before = table(seats=4)
    bot.plan(Seen(before.game, before.state, 0))
    assert bot.interrupted(Seen(match.game, match.state, 0))
    bot.plan(Seen(match.game, match.state, 0))
    assert not bot.interrupted(Seen(match.game, match.state, 0))
    match.act(0, first(1))
    assert bot.interrupted(Seen(match.game, match.state, 0))


def test_it_honours_an_offer_by_putting_out_what_was_asked_for() -> None:
    """The same table with and without the offer: what it puts out first is what was asked for."""
    asked = []
    for colour in (None, GREY, YELLOW, BROWN):
        match = table(
            goods={1: {"E": [BLUE]}},
            orders={0: {"A": [(BLUE, 1)]}, 1: {"A": [(BLUE, 1)]}},
            timers={0: {"G": 0}},
            due=1_700_000,
        )
        if colour is not None:
            match.act(1, offer(0, BLUE, colour))
        match.act(0, lift("G"))
        asked.append(act_of(match)["colour"])
    assert asked == [BLUE, GREY, YELLOW, BROWN]


def test_it_flies_to_whom_it_has_promised_something() -> None:
    """Two planets are equally good; the promise decides."""
    flown = []
    for to in (0, 2):
        match = table(
            goods={1: {"E": [BLUE]}},
            orders={0: {"A": [(BLUE, 1)]}, 2: {"A": [(BLUE, 1)]}},
            tops={0: [], 1: []},
        )
        match.act(1, offer(to, BLUE, GREY))
        flown.append(act_of(match, 1))
    assert flown == [fly("moon-0"), fly("moon-1")]


def test_it_makes_an_offer_for_goods_nobody_wants_yet() -> None:
    match = table(
        buildings={0: {"E": ("station", 3)}},
        goods={0: {"E": [BLUE, GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        timers={0: {"ship": 9_000, "A": 9_000}},
    )
    assert act_of(match) == offer(1, BLUE, GREY)


def test_it_withdraws_an_offer_it_cannot_keep() -> None:
    match = table(
        goods={0: {"E": [BLUE]}},
        orders={2: {"A": [(BLUE, 1)]}},
        timers={0: {"A": 9_000, "B": 9_000}},
    )
    match.act(0, offer(1, BLUE, GREY))
    assert act_of(match) == WITHDRAW


def test_it_chooses_its_first_orders_by_lot() -> None:
    chosen = {str(act_of(fresh(), seed=seed)) for seed in range(60)}
    assert len(chosen) == 12


def test_it_leaves_a_timer_free_rather_than_do_harm() -> None:
    """Seconds before the end nothing can still bring anything."""
    match = table(due=100_400, orders={1: {"A": [(BLUE, 1)]}})
    plan = plan_of(match)
    assert plan is not None
    assert plan.act is None
    assert turn_over("C") in [act.to_json() for act in match.legal(0)]
