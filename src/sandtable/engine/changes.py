"""What differs between two views of plain data, as a list of changes that is plain data itself.

A change is `{"at": path, "to": value}`; without `to` the place is gone. A list of another length
is replaced as a whole.
"""

from typing import Any


def changes_between(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """What turns `old` into `new`."""
    found: list[dict[str, Any]] = []
    compare_objects(old, new, [], found)
    return found


def compare_objects(
    old: dict[str, Any], new: dict[str, Any], at: list[Any], found: list[dict[str, Any]]
) -> None:
    # Most of a view stays as it is, so what is equal is passed over at once. A field keeps its
    # type in every game, so that nothing is lost by 1 being equal to True here.
    for key, value in new.items():
        if key not in old:
            found.append({"at": [*at, key], "to": value})
        elif old[key] != value:
            compare(old[key], value, [*at, key], found)
    for key in old:
        if key not in new:
            found.append({"at": [*at, key]})


def compare(old: Any, new: Any, at: list[Any], found: list[dict[str, Any]]) -> None:
    """Add to `found` what turns `old` into `new`, two values at the same place that differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        compare_objects(old, new, at, found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i in range(len(new)):
            if old[i] != new[i]:
                compare(old[i], new[i], [*at, i], found)
    else:
        found.append({"at": at, "to": new})
