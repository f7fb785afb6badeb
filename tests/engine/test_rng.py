"""The generator: versioned, exact, even."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.rng import RNG_VERSION, Rng, load_rng, seeded
from sandtable.engine.seed import commitment, draw_seed


def sfc32(a: int, b: int, c: int, counter: int) -> tuple[int, tuple[int, int, int, int]]:
    """One step, written again from the published description."""
    out = (a + b + counter) % 2**32
    rotated = (c * 2**21 + c // 2**11) % 2**32
    return out, (b ^ b // 2**9, c * 9 % 2**32, (rotated + out) % 2**32, (counter + 1) % 2**32)


def test_it_is_sfc32() -> None:
    state = (0x01234567, 0x89ABCDEF, 0xDEADBEEF, 1)
    rng = Rng(*state)
    for _ in range(1_000):
        expected, state = sfc32(*state)
        assert rng.next32() == expected
        assert rng.dump() == list(state)


def test_version_1_gives_these_numbers_for_ever() -> None:
    assert RNG_VERSION == 1
    rng = seeded(7)
    assert [rng.below(1_000) for _ in range(8)] == GOLDEN


GOLDEN = [870, 688, 385, 253, 242, 719, 150, 95]


@given(st.integers(0, 2**64), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = seeded(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))


@pytest.mark.parametrize("n", [0, -1, 2**31])
def test_below_refuses_what_it_cannot_do(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        seeded(1).below(n)


def test_below_is_even() -> None:
    rng = seeded(3)
    counts = [0] * 7
    for _ in range(70_000):
        counts[rng.below(7)] += 1
    # Five standard deviations of a fair seven-sided die.
    assert all(abs(count - 10_000) < 470 for count in counts)


def test_below_of_a_large_number_is_even_too() -> None:
    # Taking the remainder of 32 bits would favour the lower third here by a half.
    rng = seeded(4)
    n = 3 * 2**29
    low = sum(rng.below(n) < n // 3 for _ in range(30_000))
    assert abs(low - 10_000) < 410


def test_shuffle_reaches_every_order_evenly() -> None:
    rng = seeded(5)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert all(abs(count - 1_000) < 160 for count in counts.values())


def test_between_includes_both_ends() -> None:
    rng = seeded(6)
    assert {rng.between(-1, 1) for _ in range(100)} == {-1, 0, 1}


def test_a_copy_goes_on_alike_and_apart() -> None:
    rng = seeded(8)
    twin = rng.copy()
    first = [rng.next32() for _ in range(5)]
    assert [twin.next32() for _ in range(5)] == first


def test_dump_and_load_are_exact() -> None:
    rng = seeded(9)
    rng.below(10)
    loaded = load_rng(rng.dump())
    assert [loaded.next32() for _ in range(5)] == [rng.next32() for _ in range(5)]


@pytest.mark.parametrize(
    "data", [None, [1, 2, 3], [1, 2, 3, 2**32], [1, 2, 3, -1], [1, 2, 3, True]]
)
def test_a_broken_dump_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="generator"):
        load_rng(data)


def test_forks_differ_by_label_and_by_turn() -> None:
    def heads(rng: Rng) -> list[int]:
        return [rng.below(1 << 30) for _ in range(3)]

    assert heads(seeded(1).fork("a")) != heads(seeded(1).fork("b"))
    rng = seeded(1)
    assert heads(rng.fork("a")) != heads(rng.fork("a"))
    assert heads(seeded(1).fork("a")) == heads(seeded(1).fork("a"))


def test_the_commitment_is_the_hash_of_the_digits() -> None:
    assert commitment(7) == hashlib.sha256(b"7").hexdigest()


def test_drawn_seeds_are_large_and_different() -> None:
    seeds = [draw_seed() for _ in range(50)]
    assert len(set(seeds)) == 50
    assert max(seeds) > 2**120
