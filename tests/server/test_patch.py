"""A view and its changes."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.changes import changes_between, renewed
from sandtable.server.messages import Change
from sandtable.server.patch import apply, diff

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
def test_a_renewed_view_is_the_new_one_and_neither_is_written_into(old: Any, new: Any) -> None:
    before, wanted = copy.deepcopy(old), copy.deepcopy(new)
    found: list[dict[str, Any]] = []
    made = renewed(old, new, [], found)
    assert made == wanted
    assert (old, new) == (before, wanted)
    assert found == changes_between(old, new)


def test_a_renewed_view_keeps_what_still_holds() -> None:
    old = {"map": [[1], [2]], "glasses": [{"at": [1]}, {"at": [2]}], "turn": 0}
    new = {"map": [[1], [2]], "glasses": [{"at": [1]}, {"at": [3]}], "turn": 0}
    made = renewed(old, new, [], [])
    assert made["map"] is old["map"]
    assert made["glasses"][0] is old["glasses"][0]
    assert renewed(old, copy.deepcopy(old), [], []) is old


def test_null_is_a_value_and_not_an_absence() -> None:
    assert diff({"turn": 1}, {"turn": None}) == [Change(["turn"], None)]
    assert diff({"turn": 1}, {}) == [Change(["turn"])]


def test_a_list_of_another_length_is_replaced() -> None:
    assert diff({"a": [1, 2]}, {"a": [1]}) == [Change(["a"], [1])]
