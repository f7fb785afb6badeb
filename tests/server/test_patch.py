"""A view and its changes."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sandtable.protocol.messages import Change
from sandtable.protocol.patch import apply, diff
from sandtable.server.match.streams import compare_shown, unfolded

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)
    ),
    max_leaves=12,
)


VIEWS = st.dictionaries(st.sampled_from("abcd"), PLAIN, max_size=4)


@given(old=VIEWS, new=VIEWS)
def test_the_changes_lead_from_one_view_to_the_other(old: Any, new: Any) -> None:
    changed = apply(copy.deepcopy(old), diff(old, new))
    assert changed == new
    assert diff(changed, new) == []


@given(old=VIEWS, new=VIEWS)
def test_what_is_shown_next_is_the_new_view_and_the_changes_lead_there(old: Any, new: Any) -> None:
    shown = compare_shown({}, old, [])
    assert unfolded(shown) == old
    before = dict(shown)
    found: list[dict[str, Any]] = []
    after = compare_shown(shown, new, found)
    assert unfolded(after) == new
    assert shown == before
    changes = [Change(**change) for change in found]
    assert apply(copy.deepcopy(old), changes) == new


def test_null_is_a_value_and_not_an_absence() -> None:
    assert diff({"turn": 1}, {"turn": None}) == [Change(["turn"], None)]
    assert diff({"turn": 1}, {}) == [Change(["turn"])]


def test_a_list_of_another_length_is_replaced() -> None:
    assert diff({"a": [1, 2]}, {"a": [1]}) == [Change(["a"], [1])]
