"""Our own random generator: small, over integers, and versioned, so that old games replay.

Version 1 is sfc32 (Chris Doty-Humphrey's "small fast counting" generator, 128 bits of state),
keyed with SHA-256 of the seed. Every value stays far below 2**63, so that the interpreted and
the compiled build compute the same numbers.
"""

import hashlib
from typing import Any, Final, TypeVar

from mypy_extensions import i64, mypyc_attr

__all__ = ["Rng", "seeded"]

T = TypeVar("T")

RNG_VERSION: Final = 1
MASK: Final[i64] = 0xFFFFFFFF
WARM_UP: Final = 12


@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random whole numbers."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.counter: i64 = counter

    def next32(self) -> i64:
        """The next 32 random bits."""
        mixed: i64 = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        turned: i64 = ((self.c << 21) | (self.c >> 11)) & MASK
        self.c = (turned + mixed) & MASK
        return mixed

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (n from 1 to 2**31 - 1)."""
        size: i64 = n
        if size < 1 or size > 0x7FFFFFFF:
            raise ValueError(f"below() takes 1 to 2**31 - 1, not {n}")
        product: i64 = self.next32() * size
        low: i64 = product & MASK
        if low < size:
            # Lemire's method: reject the few values that would favour small results.
            threshold: i64 = (MASK + 1 - size) % size
            while low < threshold:
                product = self.next32() * size
                low = product & MASK
        return int(product >> 32)

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + self.below(high - low + 1)

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: list[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def fork(self, label: str) -> "Rng":
        """An independent stream. This one moves on by one step, whatever the label."""
        return seeded(f"{self.next32()}:{self.a}:{self.b}:{self.c}:{label}")

    def copy(self) -> "Rng":
        return Rng(self.a, self.b, self.c, self.counter)

    def dump(self) -> list[int]:
        return [self.a, self.b, self.c, self.counter]


def seeded(seed: int | str) -> Rng:
    """The generator that belongs to a seed."""
    digest = hashlib.sha256(f"sandtable rng {RNG_VERSION}: {seed}".encode()).digest()
    a = digest[0] << 24 | digest[1] << 16 | digest[2] << 8 | digest[3]
    b = digest[4] << 24 | digest[5] << 16 | digest[6] << 8 | digest[7]
    c = digest[8] << 24 | digest[9] << 16 | digest[10] << 8 | digest[11]
    rng = Rng(a, b, c, 1)
    for _ in range(WARM_UP):
        rng.next32()
    return rng


def load_rng(data: Any) -> Rng:
    """The generator that `dump` wrote. Raises ValueError with the reason."""
    if not isinstance(data, list) or len(data) != 4:
        raise ValueError("a generator is four whole numbers")
    for word in data:
        if type(word) is not int or not 0 <= word <= 0xFFFFFFFF:
            raise ValueError("each word of a generator is a number from 0 to 2**32 - 1")
    return Rng(data[0], data[1], data[2], data[3])
