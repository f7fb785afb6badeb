"""The differences between two views of plain data, as a list of changes that is plain data itself.

A change is `{"at": path, "to": value}`; without `to`, the place is gone. A list whose length has
changed is replaced as a whole.
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
    # Most of a view stays as it is, so whatever is equal is skipped at once. In every game a field
    # keeps its type, so it does no harm that 1 equals True here.
    for key, value in new.items():
        if key not in old:
            found.append({"at": [*at, key], "to": value})
        elif old[key] != value:
            compare(old[key], value, [*at, key], found)
    for key in old:
        if key not in new:
            found.append({"at": [*at, key]})


def compare(old: Any, new: Any, at: list[Any], found: list[dict[str, Any]]) -> None:
    """Add to `found` what turns `old` into `new`, which stand at the same place and differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        compare_objects(old, new, at, found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i in range(len(new)):
            if old[i] != new[i]:
                compare(old[i], new[i], [*at, i], found)
    else:
        found.append({"at": at, "to": new})
