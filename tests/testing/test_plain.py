"""Plain data: what is, where it differs, and that nothing is shared."""

from typing import Any

import pytest

from sandtable.testing.plain import difference, fresh, leaves, spoil, trouble


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"a": [1, "x", None, True, {}]}, ""),
        ({"a": [1, 2.5]}, "a[1] is 2.5, a float"),
        ({"a": {"b": (1, 2)}}, "a.b is (1, 2), a tuple"),
        ({"a": {3: "x"}}, "a has the key 3, which is not text"),
        ({1, 2}, "the whole is {1, 2}, a set"),
    ],
)
def test_what_would_not_survive_json_is_named_with_its_place(data: Any, found: str) -> None:
    assert trouble(data) == found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, ""),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b: 2 and 3"),
        ({"a": 1}, {"a": True}, "a: 1 and True"),
        ({"a": 1}, {"a": 1, "c": 2}, "c: only on one side"),
        ([1], [1, 2], "the whole: 1 and 2 entries"),
    ],
)
def test_the_first_difference_is_named_with_its_place(one: Any, other: Any, found: str) -> None:
    assert difference(one, other) == found


def test_spoiling_a_fresh_copy_leaves_the_data_alone() -> None:
    data: dict[str, Any] = {"a": [1, {"b": [2]}]}
    copy = fresh(data)
    spoil(copy)
    assert data == {"a": [1, {"b": [2]}]}
    assert copy["a"][1]["b"] == [2, "scribbled over"]


def test_leaves_have_their_places() -> None:
    assert dict(leaves({"a": [1, {"b": None}], "c": "x"})) == {"a[0]": 1, "a[1].b": None, "c": "x"}
