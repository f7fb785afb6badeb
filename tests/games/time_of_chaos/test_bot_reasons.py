"""Every act has a reason that a beginner understands."""

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable import Match
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Rounds, Seen
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.bot_reasons import reason
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    card,
    deliver,
    place,
    restore,
    search,
    send,
    state_of,
    table,
    time_travel,
    travel,
    worth,
)


def why(match: Match, *acts: Mapping[str, Any]) -> str:
    state = state_of(match)
    return reason(state, state.turn, [GAME.act_from_json(act) for act in acts])


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
def test_no_act_without_a_reason(level: str) -> None:
    match = new(GAME, seats=2, seed=8)
    bots = [make_bot(GAME, level, seat, seeded(seat)) for seat in range(2)]
    while not match.over and len(match.entries) < 120:
        seat = match.active()[0]
        plan = bots[seat].plan(Seen(GAME, match.state, seat, Rounds(1)))
        assert plan is not None
        assert plan.act is not None
        assert plan.why.endswith(".")
        assert plan.why[0].isupper()
        match.act(seat, plan.act)


def test_a_step_brings_a_card_nearer_to_its_home() -> None:
    thing = card(PAST, "Timbuktu", PRESENT)
    match = table(hands=[[thing]])
    nearer = f"One step nearer to Timbuktu in the present, where your {thing} belongs."
    assert why(match, travel("Cusco")) == nearer


def test_the_last_step_says_that_it_is_home() -> None:
    thing = card(PAST, "Alexandria", FUTURE)
    match = table(hands=[[thing]])
    assert why(match, time_travel(FUTURE)) == (
        f"Alexandria in the future is where your {thing} belongs."
    )
    assert why(match, time_travel(FUTURE, "cloak")) == (
        f"Alexandria in the future is where your {thing} belongs. Your cloak saves you a cube."
    )


def test_of_two_cards_the_step_is_for_the_one_that_is_delivered_in_this_turn() -> None:
    near, far = card(PAST, "Cusco", PRESENT), card(PAST, "Hobart", PRESENT)
    match = table(hands=[[far, near]])
    assert near in why(match, travel("Cusco"), deliver(near))


def test_a_step_for_what_is_done_next() -> None:
    match = table(chaos={("Cusco", PAST): [0]})
    assert why(match, travel("Cusco"), restore(PAST)) == (
        "From Cusco in the present you can restore Cusco in the past."
    )
    assert why(match, time_travel(PAST), GRAB) == "In the past you can take a card from the deck."
    thing = card(PAST, "Lisbon", FUTURE)
    match = table(opened={PAST: [thing]})
    assert why(match, time_travel(PAST), search(0)) == (
        f"This takes you to the past, where you can find {thing}."
    )
    match = table(opened={PRESENT: [card(PRESENT, "Lisbon", FUTURE)]})
    assert why(match, travel("Cusco"), search(0)).startswith("Cusco in the present is a better")
    assert why(match, travel("Cusco"), GRAB).startswith("Cusco in the present is a better")


def test_deliveries() -> None:
    two, three = worth(2)[0], worth(3)[0]
    assert why(table(hands=[[two]]), deliver(two)) == f"{two} belongs here: 2 points for you."
    assert why(table(hands=[[three]]), deliver(three)) == (
        f"{three} belongs here: 3 points for you, and your cloak is ready again."
    )
    fourth = table(hands=[[two]], delivered=[worth(1)[:3]])
    assert why(fourth, deliver(two)) == (
        f"{two} belongs here: 2 points for you, and everybody else has only one more turn."
    )


def test_finding_a_card() -> None:
    thing = card(PRESENT, "Cusco", PAST)
    match = table(opened={PRESENT: [thing]})
    said = why(match, search(0))
    assert said.startswith(f"{thing} is worth ")
    assert said.endswith(", and Cusco in the past is only 2 actions away.")
    assert "deck" in why(match, GRAB)


def test_restoring() -> None:
    chaos = {("Alexandria", PAST): [0]}
    assert why(table(chaos=chaos), restore(PAST)) == (
        "This restores Alexandria in the past, so your disorder no longer flows into the present."
    )
    thing = card(PRESENT, "Alexandria", PAST)
    assert why(table(chaos=chaos, hands=[[thing]]), restore(PAST)) == (
        f"This restores Alexandria in the past, so you can deliver {thing} there."
    )
    blocked = {("Alexandria", FUTURE): [0], ("Alexandria", PAST): [1]}
    assert why(table(chaos=blocked), restore(FUTURE)) == (
        "This restores Alexandria in the future, and you get your cube back."
    )
    assert why(table(chaos={("Alexandria", PAST): [1]}), restore(PAST)) == (
        "This restores Alexandria in the past, so the way through it is open again."
    )


def test_the_rest() -> None:
    fresh = new(GAME, seats=2, seed=1)
    assert why(fresh, place("Kyoto")).endswith(" from Kyoto.")
    assert why(table(), send("Kyoto", PAST)).startswith("You have too few cubes")
    assert why(table(), END_TURN).startswith("Nothing else you can do now")
    last = table(delivered=[[], worth(1)[:4]], ender=1)
    assert why(last, END_TURN).startswith("Nothing you can still do")
