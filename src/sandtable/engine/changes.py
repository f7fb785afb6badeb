"""What is other between two views of plain data, as a list of changes that is plain data itself.

A change is `{"at": path, "to": value}`; without `to` the place is gone. A list of another length
is replaced as a whole.
"""

from typing import Any


def changes_between(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """What turns `old` into `new`."""
    found: list[dict[str, Any]] = []
    renewed(old, new, [], found)
    return found


def renewed(
    old: dict[str, Any], new: dict[str, Any], at: list[Any], found: list[dict[str, Any]]
) -> dict[str, Any]:
    """What is equal to `new`, made of the parts of `old` wherever these still hold.

    Of a long series of views, each made from the one before, only what is other takes memory. The
    changes are added to `found`. Neither of the two is changed.
    """
    made: dict[str, Any] | None = None
    # Most of a view stays as it is, so what is equal is passed over at once. A field keeps its
    # type in every game, so that nothing is lost by 1 being equal to True here.
    for key, value in new.items():
        if key not in old:
            found.append({"at": [*at, key], "to": value})
            part = value
        else:
            before = old[key]
            if before is value or before == value:
                continue
            part = renewed_part(before, value, [*at, key], found)
        if made is None:
            made = old.copy()
        made[key] = part
    for key in old:
        if key not in new:
            found.append({"at": [*at, key]})
            if made is None:
                made = old.copy()
            del made[key]
    return old if made is None else made


def renewed_part(old: Any, new: Any, at: list[Any], found: list[dict[str, Any]]) -> Any:
    """Both differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        return renewed(old, new, at, found)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        made = old.copy()
        for i in range(len(new)):
            if old[i] != new[i]:
                made[i] = renewed_part(old[i], new[i], [*at, i], found)
        return made
    found.append({"at": at, "to": new})
    return new
