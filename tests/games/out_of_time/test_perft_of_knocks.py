"""Sequences of acts in which glasses fall, stand again and are paid for, all in one instant.

They are counted again by a model that shares no code with the rules and takes nothing from them but
their text: OT-K2 to OT-K5 with a grace of 0, at a table of three.
"""

from dataclasses import dataclass, replace

import pytest

from sandtable import Match
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    glass,
    table,
    tiles,
)
from tests.games.out_of_time.test_perft import near, perft

CARDS = ((RED, GREEN, BLUE), (RED, BLUE, YELLOW), (GREEN, ORANGE, PURPLE))
TURNED = [5, 8, 14]
TILES = tiles(3, TURNED)


@dataclass(frozen=True)
class Mat:
    cubes: tuple[str, ...]
    owed: int = 0
    chooses: bool = False

    def without(self, colour: str) -> "Mat":
        last = len(self.cubes) - 1 - self.cubes[::-1].index(colour)
        return replace(self, cubes=self.cubes[:last] + self.cubes[last + 1 :], chooses=False)

    def settled(self) -> "Mat":
        """OT-K5: another cube is taken or due before this one was chosen."""
        return self.without(self.cubes[-1]) if self.chooses else self

    def fined(self) -> "Mat":
        mat = self.settled()
        if not mat.cubes:
            return replace(mat, owed=mat.owed + 1)
        if len(set(mat.cubes)) == 1:
            return mat.without(mat.cubes[0])
        return replace(mat, chooses=True)

    def taking(self, colour: str) -> "Mat":
        mat = self.settled()
        if mat.owed:
            return replace(mat, owed=mat.owed - 1)
        return replace(mat, cubes=(*mat.cubes, colour))


@dataclass(frozen=True)
class Table:
    where: tuple[int, ...]
    ready: frozenset[int]
    fresh: frozenset[int]
    """Glasses that came to where they are in this instant, and have not fallen there."""
    culprit: tuple[int, ...]
    """Who knocked each glass over, -1 while it stands."""
    mats: tuple[Mat, ...]

    def with_mat(self, seat: int, mat: Mat) -> "Table":
        mats = tuple(mat if s == seat else old for s, old in enumerate(self.mats))
        return replace(self, mats=mats)

    def after(self) -> list["Table"]:
        return [other for seat in range(len(self.mats)) for other in self.acts(seat)]

    def acts(self, seat: int) -> list["Table"]:
        duties = [n for n, by in enumerate(self.culprit) if by == seat]
        if duties:
            return [self.stood(number, seat) for number in duties]
        found = [t for n in (2 * seat, 2 * seat + 1) for t in self.moves(n, seat)]
        mat = self.mats[seat]
        if mat.chooses:
            found += [self.with_mat(seat, mat.without(c)) for c in sorted(set(mat.cubes))]
        return found

    def stood(self, number: int, culprit: int) -> "Table":
        stands = replace(self, culprit=put(self.culprit, number, -1))
        return stands.with_mat(culprit, self.mats[culprit].fined())

    def moves(self, number: int, seat: int) -> list["Table"]:
        found: list[Table] = []
        if number not in self.ready or self.culprit[number] != -1:
            return found
        for to in near(self.where[number ^ 1]):
            if to in self.where:
                there = self.where.index(to)
                if there >> 1 != seat and there in self.fresh:
                    fell = replace(
                        self,
                        culprit=put(self.culprit, there, seat),
                        fresh=self.fresh - {there},
                    )
                    found += [fell] * (1 + self.has_room(seat, to))
                continue
            moved = replace(
                self,
                where=put(self.where, number, to),
                ready=self.ready - {number},
                fresh=self.fresh | {number},
            )
            found.append(moved)
            if self.has_room(seat, to):
                found.append(moved.with_mat(seat, self.mats[seat].taking(TILES[to])))
        return found

    def has_room(self, seat: int, space: int) -> bool:
        colour = TILES[space]
        return colour in CARDS[seat] and self.mats[seat].cubes.count(colour) < 2


def put(row: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*row[:index], value, *row[index + 1 :])


def brute(at: Table, depth: int) -> int:
    return 1 if depth == 0 else sum(brute(other, depth - 1) for other in at.after())


@pytest.mark.parametrize(
    ("cubes", "golden"),
    [
        pytest.param(((), (), ()), [23, 338, 3_066, 13_715], id="no cubes"),
        pytest.param(((RED,), (BLUE,), ()), [23, 338, 3_066, 13_715], id="one cube"),
        pytest.param(
            ((RED, GREEN), (BLUE, YELLOW), ()), [23, 338, 3_066, 13_757], id="two colours"
        ),
    ],
)
def test_OT_K2_to_OT_K5_as_an_independent_model_counts_them(
    cubes: tuple[tuple[str, ...], ...], golden: list[int]
) -> None:
    where = (0, 3, 5, 9, 16, 17)
    ready = (0, 2, 3, 4)
    glasses = [glass(space, 0 if n in ready else 20_000) for n, space in enumerate(where)]
    match: Match = table(
        *glasses,
        cards=[card(*each) for each in CARDS],
        cubes=[list(each) for each in cubes],
        turned=TURNED,
        grace_ms=0,
    )
    at = Table(where, frozenset(ready), frozenset(), (-1,) * 6, tuple(Mat(each) for each in cubes))
    forced = [brute(at, depth) for depth in range(1, 5)]
    assert [perft(match, depth) for depth in range(1, 5)] == forced
    assert forced == golden
