"""The conformance kit, at tables of every kind."""

from typing import Any

import pytest

from sandtable.testing import CHECKS, check_broken_dumps, check_telling
from sandtable.testing.checks import Check
from tests.games.time_n_space.build import GAME

SLOW = (check_broken_dumps, check_telling)
QUICK = [check for check in CHECKS if check not in SLOW]
TABLES: list[dict[str, Any]] = [
    {},
    {"mode": "introductory"},
    {"timer_seconds": 5, "imperceptible_ms": 2_000, "minutes": 2},
]


@pytest.mark.parametrize("check", QUICK, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize("options", TABLES, ids=["full", "introductory", "quick"])
def test_the_contract_holds(check: Check, options: dict[str, Any]) -> None:
    check(GAME, None, range(6), options, steps=150)


@pytest.mark.parametrize("check", SLOW, ids=lambda check: str(check.__name__))
def test_the_contract_holds_where_looking_takes_long(check: Check) -> None:
    check(GAME, None, range(2), None, steps=40)
