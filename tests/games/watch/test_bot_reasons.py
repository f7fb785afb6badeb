"""Reasons say nothing that is not so."""

import re
from itertools import permutations
from typing import Any

import pytest

from sandtable import Match
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.watch.bot_moves import cost_to_reach, goals_of, suits, weak_spots
from sandtable.games.watch.bot_reasons import reason
from sandtable.games.watch.state import EXCHANGE, WatchState, matching_card
from tests.games.watch.build import BLUE, GREEN, ORANGE, card, table

MINE = card(GREEN, BLUE, ORANGE)
CARDS = [MINE, *[c for c in range(6) if c != MINE]]


def why(match: Match, act: dict[str, Any]) -> str:
    assert isinstance(match.state, WatchState)
    return reason(match.state, 0, match.game.act_from_json(act))


def move(pawn: str, spend: int) -> dict[str, Any]:
    return {"act": "move", "pawn": pawn, "spend": spend}


def test_a_move_that_undoes_ones_own_order_says_so() -> None:
    match = table(pawns=(9, 8, 1), cards=CARDS)
    assert why(match, move(GREEN, 3)) == (
        "You have to move a pawn. This undoes your order, but costs 3 tokens."
    )


def test_whom_an_undone_order_suits() -> None:
    theirs, aside = CARDS[1], CARDS[2]
    undone = {
        theirs: "This undoes an order that suits somebody else.",
        aside: "This undoes an order that suits nobody.",
    }
    for other, said in undone.items():
        for seen in (True, False):
            known = 1 << MINE | (1 << other if seen else 0)
            match, act = undoing(other, known)
            unsure = "This undoes an order that may suit somebody else."
            assert why(match, act) == (said if seen else unsure)


def undoing(other: int, known: int) -> tuple[Match, dict[str, Any]]:
    """A table in that order, and a move that leaves it for one that is not this seat's."""
    for one, two, three in permutations((1, 6, 10)):
        squares = (one, two, three)
        if matching_card(list(squares)) != other:
            continue
        match = table(pawns=squares, cards=CARDS, seen=[known, 1 << CARDS[1]])
        state = match.state
        assert isinstance(state, WatchState)
        for act in match.legal(0):
            after = moved(state, act.to_json())
            square = after[PAWN.index(act.to_json()["pawn"])]
            if matching_card(after) not in (other, MINE) and square not in (4, 8):
                return match, act.to_json()
    raise AssertionError("no such table")


PAWN = (GREEN, BLUE, ORANGE)


def moved(state: WatchState, act: dict[str, Any]) -> list[int]:
    pawns = state.pawns.copy()
    index = PAWN.index(act["pawn"])
    pawns[index] = (pawns[index] + act["spend"]) % state.setup.squares
    return pawns


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_is_so_at_any_table(seed: int) -> None:
    """Every legal act at many moments of a random game."""
    game = find("watch")
    match = new(game, seats=2 + seed % 3, seed=seed, options={"minutes": 60})
    rng = seeded(seed)
    for _ in range(60):
        if not match.active():
            return
        seat = match.active()[0]
        state = match.state
        assert isinstance(state, WatchState)
        for act in match.legal(seat):
            check(state, seat, act.to_json(), reason(state, seat, act))
        match.act(seat, rng.pick(match.legal(seat)))


def check(state: WatchState, seat: int, act: dict[str, Any], said: str) -> None:
    assert said.endswith(".")
    assert said[0].isupper()
    hand = state.setup.hand
    goals = goals_of(state.cards, seat * hand, hand)
    squares = state.setup.squares
    tokens = state.tokens[seat]
    if state.phase == EXCHANGE:
        assert ("the order the pawns stand in, so keep" in said) <= suits(state.pawns, goals)
        return
    pawns = moved(state, act)
    assert ("the order on your card" in said) == suits(pawns, goals)
    if "no single step" in said:
        assert weak_spots(pawns, squares) == 0
    cost = cost_to_reach(state.pawns.copy(), tokens, goals, squares)
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    if "would cost" in said:
        assert numbers == [cost]
        assert cost > 1
    if "No single move" in said:
        assert cost > tokens
    if "only" in said and "away" in said:
        near = cost_to_reach(pawns, tokens - act["spend"], goals, squares)
        assert numbers == [near]
        assert near < cost
    if "leaves you" in said:
        assert numbers == ([tokens - act["spend"]] if tokens > act["spend"] else [])
    if "just one" in said:
        assert act["spend"] == 1
