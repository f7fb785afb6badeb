"""Plain data: whether something is plain, and where two pieces of it differ."""

from collections.abc import Iterator
from typing import Any

LEAVES = (bool, int, str, type(None))


def trouble(data: Any, path: str = "") -> str:
    """Where data is not plain JSON with whole numbers, or "" if it is.

    A tuple, a float, or a key that is not text would not come back from JSON as it was.
    """
    here = path or "the whole"
    if type(data) is dict:
        for key, value in data.items():
            if type(key) is not str:
                return f"{here} has the key {key!r}, which is not text"
            if found := trouble(value, f"{path}.{key}" if path else key):
                return found
        return ""
    if type(data) is list:
        for i, value in enumerate(data):
            if found := trouble(value, f"{path}[{i}]"):
                return found
        return ""
    if type(data) in LEAVES:
        return ""
    return f"{here} is {data!r}, a {type(data).__name__}"


def difference(one: Any, other: Any, path: str = "") -> str:
    """The first place where two pieces of data differ, or "" when they are equal."""
    here = path or "the whole"
    if type(one) is not type(other):
        return f"{here}: {one!r} and {other!r}"
    if isinstance(one, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            inner = f"{path}.{key}" if path else str(key)
            if key not in one or key not in other:
                return f"{inner}: only on one side"
            if found := difference(one[key], other[key], inner):
                return found
        return ""
    if isinstance(one, list):
        for i, (left, right) in enumerate(zip(one, other, strict=False)):
            if found := difference(left, right, f"{path}[{i}]"):
                return found
        return "" if len(one) == len(other) else f"{here}: {len(one)} and {len(other)} entries"
    return "" if one == other else f"{here}: {one!r} and {other!r}"


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number, word, flag and null in the data, with its place."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from leaves(value, f"{path}[{i}]")
    else:
        yield path, data


def spoil(data: Any) -> None:
    """Change every list and object inside, as a careless caller might."""
    if isinstance(data, dict):
        for value in data.values():
            spoil(value)
        data["scribbled"] = "over"
    elif isinstance(data, list):
        for value in data:
            spoil(value)
        data.append("scribbled over")


def fresh(data: Any) -> Any:
    """A copy of plain data that shares nothing with it."""
    if isinstance(data, dict):
        return {key: fresh(value) for key, value in data.items()}
    if isinstance(data, list):
        return [fresh(value) for value in data]
    return data
