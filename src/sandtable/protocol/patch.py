"""The changes of a view, in the form that messages have, and how to apply them. Pure."""

from typing import Any

from msgspec import UNSET

from sandtable.engine.changes import changes_between
from sandtable.protocol.messages import Change


def diff(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """What turns `old` into `new`, in the form that messages have."""
    return [Change(**change) for change in changes_between(old, new)]


def apply(view: Any, changes: list[Change]) -> Any:
    """The view after the changes; the one that was given may be changed in place."""
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
