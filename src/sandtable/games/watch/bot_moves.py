"""Moves of the watch as a player weighs them, quickly: hardly an act, no views, only squares."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.games.watch.actions import Exchange
from sandtable.games.watch.state import WatchState, matching_card

CHEAP: Final = 3
"""The most tokens that others are expected to spend on one move."""
NEVER: Final = 99
"""More than any order costs to reach."""
ORDER: Final = 1_000
"""What it is worth to have one's order on the watch."""
TAKEN: Final = 900
"""The same if its card has to be taken from somebody first, who then knows who has it."""
WEAK_SPOT: Final = 100
"""How much less for each single step that would change it."""
MOOD: Final = 60


def goals_of(cards: list[int], start: int, count: int) -> int:
    """Some cards as bits, so that asking whether one of them names the order is quick."""
    goals = 0
    for place in range(start, start + count):
        goals |= 1 << cards[place]
    return goals


def suits(pawns: list[int], goals: int) -> bool:
    """Whether one of these cards names the present order."""
    card = matching_card(pawns)
    return card >= 0 and goals >> card & 1 == 1


def cost_to_reach(pawns: list[int], tokens: int, goals: int, squares: int) -> int:
    """The fewest tokens with which one move brings about the order of one of these cards."""
    best = NEVER
    for pawn in range(3):
        here = pawns[pawn]
        for spend in range(1, min(tokens, squares, best - 1) + 1):
            square = (here + spend) % squares
            if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                continue
            pawns[pawn] = square
            if suits(pawns, goals):
                best = spend
            pawns[pawn] = here
            if best == spend:
                break
    return best


def moves_that_suit(pawns: list[int], spend: int, goals: int, squares: int) -> list[int]:
    """The pawns that this many tokens bring to where the order is one of these cards."""
    fitting: list[int] = []
    for pawn in range(3):
        here = pawns[pawn]
        square = (here + spend) % squares
        if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
            continue
        pawns[pawn] = square
        if suits(pawns, goals):
            fitting.append(pawn)
        pawns[pawn] = here
    return fitting


def weak_spots(pawns: list[int], squares: int) -> int:
    """How many of the three single steps would change the order: 0 is as firm as it gets."""
    card = matching_card(pawns)
    weak = 0
    for pawn in range(3):
        here = pawns[pawn]
        square = (here + 1) % squares
        if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
            continue
        pawns[pawn] = square
        if matching_card(pawns) != card:
            weak += 1
        pawns[pawn] = here
    return weak


def first_thought(
    pawns: list[int],
    tokens: int,
    goals: int,
    squares: int,
    price: int,
    undoing: int,
    rng: Rng | None = None,
    known: int = 0,
    yellow: int = 0,
) -> int:
    """The move that comes to mind first, as 64 times the pawn plus the tokens; -1 for none.

    People bring their order about if the tokens are worth it, keep it firm if it is there, and
    otherwise make one step, rather one that undoes the present order than one that leaves it. `rng`
    adds a mood, so that they do not always do the same. On a YELLOW square, which `yellow` has as
    bits, they take the card of the order if they know where it lies, as `known` says (WA-T5).
    """
    best = -1
    best_score = -(1 << 30)
    before = matching_card(pawns)
    for pawn in range(3):
        here = pawns[pawn]
        for spend in range(1, tokens + 1):
            square = (here + spend) % squares
            if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                continue
            pawns[pawn] = square
            score = -price * spend
            if rng is not None:
                score += rng.below(MOOD)
            card = matching_card(pawns)
            if card >= 0 and goals >> card & 1:
                score += ORDER - WEAK_SPOT * weak_spots(pawns, squares)
            elif card >= 0 and known >> card & 1 and yellow >> square & 1:
                score += TAKEN - WEAK_SPOT * weak_spots(pawns, squares)
            elif card != before:
                score += undoing
            pawns[pawn] = here
            if score > best_score:
                best_score = score
                best = pawn * 64 + spend
    return best


def reply(pawns: list[int], tokens: int, goals: int, squares: int) -> int:
    """Move as another player with these cards may be expected to, and say what it cost."""
    found = first_thought(pawns, min(tokens, CHEAP), goals, squares, 300, 200)
    if found < 0:
        return 0
    pawn = found // 64
    pawns[pawn] = (pawns[pawn] + found % 64) % squares
    return found % 64


def suggest(
    pawns: list[int],
    tokens: int,
    goals: int,
    squares: int,
    price: int,
    rng: Rng,
    known: int,
    yellow: int,
) -> int:
    """What somebody may do to whom one more token is worth this; see `first_thought`."""
    most = 1 if price >= 900 else min(tokens, 5)
    return first_thought(pawns, most, goals, squares, price, 150, rng, known, yellow)


def can_end_well(pawns: list[int], tokens: int, goals: int, squares: int) -> bool:
    """Whether somebody who moves alone can spend all tokens and end with the right order."""
    if tokens == 0:
        return suits(pawns, goals)
    for pawn in range(3):
        here = pawns[pawn]
        for spend in range(1, tokens + 1):
            square = (here + spend) % squares
            if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                continue
            pawns[pawn] = square
            well = can_end_well(pawns, tokens - spend, goals, squares)
            pawns[pawn] = here
            if well:
                return True
    return False


def exchange_of(state: WatchState, gives: int, takes: int) -> Act:
    """The act that lets the cards in these two places change places."""
    hand = state.setup.hand
    aside = state.seats * hand
    if takes < aside:
        return Exchange(gives % hand, takes // hand, takes % hand)
    return Exchange(gives % hand, None, takes - aside)
