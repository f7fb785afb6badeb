"""Where the club player flies, when it lifts its ship's timer, and which orders it puts out."""

from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space.bot_reasons import WAIT_TO_DELIVER
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    GREY,
    YELLOW,
    fly,
    lift,
    table,
)

NO_TILES: dict[int, list[str]] = {0: [], 1: []}
"""Moons on which nothing lures a ship; the tiles lie on the third."""


def plan_of(match: Match, seat: int = 0, seed: int = 1) -> Plan | None:
    bot = make_bot(match.game, "club", seat, seeded(seed))
    return bot.plan(Seen(match.game, match.state, seat))


def act_of(match: Match, seat: int = 0, seed: int = 1) -> dict[str, Any]:
    plan = plan_of(match, seat, seed)
    assert plan is not None
    assert plan.act is not None
    return plan.act.to_json()


def race(rival_needs: int) -> Match:
    """Seats 0 and 2 have a blue good each for the only order, at planet 1. Seat 0 is at the moon
    beside it, and the ship of seat 2 is on its way there."""
    return table(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={2: ("planet-1", rival_needs)},
        timers={0: {"G": 30_000}},
        tops=NO_TILES,
    )


def test_it_does_not_fly_for_an_order_that_a_nearer_ship_is_about_to_fill() -> None:
    assert act_of(race(rival_needs=5_000)) != fly("planet-1")


def test_it_flies_for_an_order_if_the_other_ship_brings_something_else() -> None:
    match = table(
        goods={0: {"E": [BLUE]}, 2: {"E": [GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "moon-0", 2: "moon-1"},
        flights={2: ("planet-1", 5_000)},
        timers={0: {"G": 30_000}},
        tops=NO_TILES,
    )
    assert act_of(match) == fly("planet-1")


def test_it_does_not_set_off_when_the_second_flight_could_no_longer_begin() -> None:
    """A minute and a half second: lifting and turning over again takes longer than the rest."""
    lands = {}
    for left in (60_500, 70_000):
        match = table(
            now=100_000,
            due=100_000 + left,
            goods={0: {"E": [BLUE]}},
            orders={1: {"A": [(BLUE, 1)]}},
            timers={0: {"G": 30_000}},
            tops=NO_TILES,
        )
        plan = plan_of(match)
        assert plan is not None
        lands[left] = plan.act is not None and plan.act.to_json() == fly("moon-0")
    assert lands == {60_500: False, 70_000: True}


def test_it_does_not_fly_with_a_good_that_cannot_be_beamed_before_it_lands() -> None:
    """The good is on a plant, the other timer runs elsewhere, and the planet is one flight away."""
    match = table(
        buildings={0: {"F": ("blue plant", 2)}},
        goods={0: {"C": [BLUE], "E": [BROWN]}},
        orders={1: {"A": [(BLUE, 3)]}},
        ships={0: "moon-0"},
        timers={0: {"G": 50_000}},
        tops=NO_TILES,
    )
    assert act_of(match) != fly("planet-1")


def landed(beamed_in: int) -> Match:
    """Its ship is at a planet that wants a blue good, which a station will beam soon."""
    return table(
        goods={0: {"C": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "moon-0"},
        flights={0: ("planet-1", 0)},
        timers={0: {"E": beamed_in}},
        talked=[0],
    )


def test_a_landing_waits_for_a_good_that_is_about_to_be_beamed() -> None:
    plan = plan_of(landed(beamed_in=5_000))
    assert plan is not None
    assert plan.act is None
    assert plan.why == WAIT_TO_DELIVER
    assert act_of(landed(beamed_in=50_000)) == lift("ship")


@pytest.mark.parametrize(("centre_runs", "lifts"), [({"G": 3_000}, False), ({"A": 3_000}, True)])
def test_after_the_end_a_landing_waits_for_the_owners_last_orders(
    centre_runs: dict[str, int], lifts: bool
) -> None:
    match = table(
        phase="final",
        due=130_000,
        goods={0: {"E": [BLUE], "F": [GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "moon-0"},
        flights={0: ("planet-1", 0)},
        timers={1: centre_runs},
    )
    plan = plan_of(match)
    assert plan is not None
    assert (plan.act is not None) == lifts


def test_it_lifts_in_time_before_the_end_of_everything() -> None:
    match = table(
        phase="final",
        due=104_000,
        goods={0: {"E": [BLUE], "F": [GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "moon-0"},
        flights={0: ("planet-1", 0)},
        timers={1: {"G": 3_000}},
    )
    assert act_of(match) == lift("ship")


def test_it_finishes_a_colour_that_it_can_when_a_better_one_is_out_of_reach() -> None:
    """Two rounds left and small centres: five grey orders are too many, two yellow ones are not."""
    match = table(
        due=100_000 + 80_000,
        won=[
            (0, 1, GREY, 3),
            (0, 1, GREY, 3),
            (0, 2, GREY, 3),
            (0, 2, GREY, 3),
            (0, 2, GREY, 2),
            (0, 1, YELLOW, 2),
            (0, 2, YELLOW, 1),
        ],
        put_away={0: {GREY: 1, YELLOW: 4, BLUE: 6, BROWN: 6}},
        timers={0: {"G": 0, "A": 9_000}},
        talked=[0],
    )
    match.act(0, lift("G"))
    put = act_of(match)
    assert put["act"] == "put_out"
    assert put["colour"] == YELLOW


def test_it_puts_out_what_a_ship_on_its_way_here_carries() -> None:
    put = []
    for colour in (GREY, YELLOW, BLUE, BROWN):
        match = table(
            goods={1: {"E": [colour]}},
            ships={1: "moon-0"},
            flights={1: ("planet-0", 9_000)},
            timers={0: {"G": 0, "A": 9_000}},
            due=1_700_000,
        )
        match.act(0, lift("G"))
        put.append(act_of(match)["colour"])
    assert put == [GREY, YELLOW, BLUE, BROWN]
