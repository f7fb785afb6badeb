"""Reasons say nothing that is not so."""

import re
from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.playout import random_step
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space.bot_reasons import reason
from sandtable.games.time_n_space.demand import goods_to_beam, wanted_elsewhere
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import BUILDING_COUNT, COLOURS, STATION
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.possible import can_cover
from sandtable.games.time_n_space.state import EMPTY, SpaceState, above_in_colour
from tests.games.time_n_space.build import (
    WITHDRAW,
    choose,
    fresh,
    give,
    offer,
    table,
    turn_over,
)

NAMED = "|".join(COLOURS)
OPEN = re.compile(rf"^(\w+) ({NAMED}) orders? (?:is|are) open on other mats\.$")
STILL = re.compile(rf"Other players still have ({NAMED}) orders to put out\.$")
WANT = re.compile(rf"^Other players want ({NAMED}) goods\.$")
LAST = re.compile(rf"^This is your last ({NAMED}) order")
WAITS = re.compile(rf"^(\w+) ({NAMED}) goods? waits? for a station\.$")
HERE = re.compile(rf"planet.* wants (?:a )?({NAMED}) goods?, and you have (one|\d)\.$")
ON_PLANTS = re.compile(rf"wants ({NAMED}) goods, and you have some on your plants\.$")
MAKES = re.compile(rf"wants ({NAMED}) goods, and you can make some\.$")
NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six"]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_is_so_at_any_table(seed: int) -> None:
    match = fresh(3 + seed % 2, seed, minutes=6)
    rng = seeded(seed)
    heard: list[str] = []
    for _ in range(150):
        if match.over:
            break
        state = match.state
        assert isinstance(state, SpaceState)
        for seat in match.active():
            for act in match.legal(seat)[:12]:
                said = reason(state, seat, act)
                assert said.endswith(".")
                check(state, seat, said)
                heard.append(said)
        random_step(match, rng)
    assert len(frozenset(heard)) > 10


def check(state: SpaceState, seat: int, said: str) -> None:
    others = [other for other in range(state.seats) if other != seat]
    wanted = wanted_elsewhere(state, seat)
    kinds = state.kinds[seat * BUILDING_COUNT : (seat + 1) * BUILDING_COUNT]
    if found := OPEN.search(said):
        assert NUMBERS.index(found[1]) == wanted[COLOURS.index(found[2])]
    if found := STILL.search(said):
        colour = COLOURS.index(found[1])
        assert any(above_in_colour(state, other, colour) for other in others)
    if found := WANT.search(said):
        assert wanted[COLOURS.index(found[1])] > 0
    if found := LAST.search(said):
        assert above_in_colour(state, seat, COLOURS.index(found[1])) == 1
    if found := WAITS.search(said):
        assert NUMBERS.index(found[1]) == goods_to_beam(state, seat)[COLOURS.index(found[2])]
    for pattern, mine in ((HERE, goods_ready), (ON_PLANTS, goods_to_beam)):
        if found := pattern.search(said):
            colour = COLOURS.index(found[1])
            assert mine(state, seat)[colour] > 0
            assert any(wanted_goods(state, other)[colour] > 0 for other in others)
    if found := MAKES.search(said):
        assert COLOURS.index(found[1]) in [kind for kind in kinds if kind < STATION]
    if "tile that you can build" in said:
        assert any(can_cover(state, seat, building) for building in range(BUILDING_COUNT))
    if "way to a planet that wants goods" in said:
        assert max(wanted) > 0


def why(match: Match, act: dict[str, Any], seat: int = 0) -> str:
    state: Any = match.state
    return reason(state, seat, match.game.act_from_json(act))


def test_goods_are_for_others_only_while_these_have_orders_left() -> None:
    held = table()
    said = why(held, turn_over("A"))
    assert said == "Other players still have grey orders to put out."
    nobody = table(put_away={1: {"grey": 9}, 2: {"grey": 9}})
    assert "grey orders" not in why(nobody, turn_over("A"))


def test_a_tile_can_be_built_only_over_an_empty_stage_I_building() -> None:
    match = table(research={0: "station"})
    assert why(match, turn_over("research")).endswith("tile that you can build.")
    state: Any = match.state
    state.stages = [2] * len(state.stages)
    assert why(match, turn_over("research")).endswith("which needs an empty stage I building.")


def test_an_order_that_is_given_is_called_the_lowest_only_if_it_is() -> None:
    match = table(orders={0: {"A": [("blue", 1)], "B": [("blue", 2)]}})
    lowest = "The visitor gets one of your blue orders, and none of them is worth less."
    assert why(match, give("blue", 1, "A")) == lowest
    any_other = "The visitor gets one of your blue orders; you may choose any."
    assert why(match, give("blue", 2, "B")) == any_other


def test_an_offer_that_can_still_be_kept_is_not_called_impossible() -> None:
    match = table(goods={0: {"E": ["grey"]}}, orders={1: {"A": [("grey", 1)], "B": [("blue", 1)]}})
    match.act(0, offer(1, "grey", "blue"))
    assert why(match, WITHDRAW) == "You may think of a better offer."
    state: Any = match.state
    state.spots = [EMPTY] * len(state.spots)
    assert why(match, WITHDRAW) == "You can no longer do what you offered."


def test_a_first_order_is_called_low_only_if_it_is() -> None:
    match = fresh(3, 1)
    assert "as low as this" in why(match, choose("grey", 1, "B"))
    assert "as low as this" not in why(match, choose("grey", 3, "B"))
