"""The parts, read from parts.toml and checked."""

from sandtable.engine.parts import Parts, read_parts


def all_pebbles(parts: Parts) -> list[int]:
    """PE-C1: every pebble of the game, smallest first."""
    pebbles = parts.table("pebbles")
    values = parts.wholes(pebbles, "values", 1, 99)
    if not values or sorted(values) != values:
        raise parts.bad("values", "the values go from the smallest to the largest (PE-C1)")
    each = parts.whole(pebbles, "each", 1, 99)
    return [value for value in values for _ in range(each)]


PEBBLES = all_pebbles(read_parts(__name__.rpartition(".")[0]))
