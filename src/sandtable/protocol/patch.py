"""The changes of a view as messages have them, and their application. Pure."""

from typing import Any

from msgspec import UNSET

from sandtable.engine.changes import changes_between
from sandtable.protocol.messages import Change


def diff(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """What turns `old` into `new`, as messages have it."""
    return [Change(**change) for change in changes_between(old, new)]


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
