"""The difference between two views as a list of changes, and its application. Pure."""

from typing import Any

from msgspec import UNSET

from sandtable.server.messages import Change

Path = list[str | int]


def diff(old: Any, new: Any) -> list[Change]:
    """What turns `old` into `new`. A list of another length is replaced as a whole."""
    changes: list[Change] = []
    if old != new:
        compare(old, new, [], changes)
    return changes


def compare(old: Any, new: Any, at: Path, changes: list[Change]) -> None:
    """Both differ. Most of a view stays as it is, so what is equal is passed over at once."""
    # A field keeps its type in every game, so that nothing is lost by 1 being equal to True here.
    if type(old) is dict and type(new) is dict:
        for key, value in new.items():
            if key not in old:
                changes.append(Change([*at, key], value))
            elif old[key] != value:
                compare(old[key], value, [*at, key], changes)
        if len(new) != len(old) or new.keys() != old.keys():
            changes.extend(Change([*at, key]) for key in old if key not in new)
    elif type(old) is list and type(new) is list and len(old) == len(new):
        for i, value in enumerate(new):
            if old[i] != value:
                compare(old[i], value, [*at, i], changes)
    else:
        changes.append(Change(at, new))


def apply(view: Any, changes: list[Change]) -> Any:
    """The view after the changes; the given one may be changed in place."""
    for change in changes:
        if not change.at:
            view = change.to
            continue
        place = view
        for step in change.at[:-1]:
            place = place[step]
        last = change.at[-1]
        if change.to is UNSET:
            del place[last]
        else:
            place[last] = change.to
    return view
