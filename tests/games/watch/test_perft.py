"""How many sequences of acts there are to a depth, as golden numbers.

The small ones are counted again by an independent brute force that shares no code with the rules.
"""

import pytest

from sandtable import Match
from tests.games.watch.build import table


def perft(match: Match, depth: int) -> int:
    """Sequences of `depth` acts from here, no time passing."""
    if depth == 0:
        return 1
    total = 0
    for seat in match.active():
        for act in match.legal(seat):
            after = match.copy()
            after.act(seat, act)
            total += perft(after, depth - 1)
    return total


def brute(
    pawns: tuple[int, ...], tokens: tuple[int, ...], turn: int, yellow: bool, depth: int
) -> int:
    """The same count from the text of the rules: two players, one card each, twelve squares."""
    if depth == 0:
        return 1
    total = 0
    other = 1 - turn
    after_turn = other if tokens[other] > 0 else turn
    if yellow:
        # Keep, or one of the other's card and the four set aside: six ways, and the turn is over.
        if max(tokens) == 0:
            return 6 if depth == 1 else 0
        return 6 * brute(pawns, tokens, after_turn, False, depth - 1)
    for pawn in range(3):
        for spend in range(1, tokens[turn] + 1):
            square = (pawns[pawn] + spend) % 12
            if square in [p for i, p in enumerate(pawns) if i != pawn]:
                continue
            moved = tuple(square if i == pawn else p for i, p in enumerate(pawns))
            left = tuple(t - spend if s == turn else t for s, t in enumerate(tokens))
            if square in (4, 8):
                total += brute(moved, left, turn, True, depth - 1)
            elif max(left) == 0:
                total += 1 if depth == 1 else 0
            else:
                after = other if left[other] > 0 else turn
                total += brute(moved, left, after, False, depth - 1)
    return total


# By hand, the first row: three pawns x 1 or 2 squares are 6 first moves. Whichever it was, the two
# pawns still on RED can reach one of the two squares before them, and the first one both: 6 x 4.
POSITIONS = [
    pytest.param((0, 0, 0), (2, 2), [6, 24, 57, 51], id="start with two tokens each"),
    pytest.param((9, 5, 1), (4, 3), [9, 68, 428], id="spread out"),
    pytest.param((3, 7, 11), (5, 1), [12, 44, 185], id="before yellow"),
]


@pytest.mark.parametrize(("pawns", "tokens", "golden"), POSITIONS)
def test_perft(pawns: tuple[int, int, int], tokens: tuple[int, int], golden: list[int]) -> None:
    # A finished game ends a sequence: in a win, or in the break before the next deal.
    match = table(pawns=pawns, tokens=list(tokens))
    counted = [perft(match, depth) for depth in range(1, len(golden) + 1)]
    forced = [brute(pawns, tokens, 0, False, depth) for depth in range(1, len(golden) + 1)]
    assert counted == forced
    assert counted == golden


def test_perft_of_the_full_opening() -> None:
    match = table(pawns=(0, 0, 0), tokens=[45, 45])
    assert perft(match, 1) == brute((0, 0, 0), (45, 45), 0, False, 1) == 126
    assert perft(match, 2) == brute((0, 0, 0), (45, 45), 0, False, 2) == 12_138
