"""The conformance kit, at tables of every kind."""

from typing import Any

import pytest

from sandtable import find
from sandtable.games.time_of_chaos import GAME
from sandtable.testing import CHECKS, check_bots, check_broken_dumps, check_telling
from sandtable.testing.checks import Check

SLOW = (check_broken_dumps, check_telling)
QUICK = [check for check in CHECKS if check not in SLOW]
TABLES: list[dict[str, Any]] = [
    {},
    {"restore": "aid", "turn_seconds": 7},
    {"restore": "either", "bank_seconds": 30, "stall_rounds": 5, "undo": False},
]


@pytest.mark.parametrize("check", QUICK, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize("options", TABLES, ids=["rulebook", "aid", "either"])
def test_the_contract_holds(check: Check, options: dict[str, Any]) -> None:
    check(GAME, None, range(3), options, steps=80)


@pytest.mark.parametrize("check", SLOW, ids=lambda check: str(check.__name__))
def test_the_contract_holds_where_looking_takes_long(check: Check) -> None:
    check(GAME, None, range(2), None, steps=40)


def test_the_bots_keep_their_side_of_it() -> None:
    check_bots(GAME, None, range(2), None)


@pytest.mark.parametrize("check", QUICK, ids=lambda check: str(check.__name__))
def test_the_first_rules_keep_it_too(check: Check) -> None:
    check(find("time-of-chaos", 1), None, range(2), None, steps=60)
