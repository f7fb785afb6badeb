"""Hand-written positions: what no table could have reached is refused with the reason."""

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable import BadPosition
from tests.games.time_n_space.build import (
    BLUE,
    GREY,
    NOW,
    deliver,
    first,
    fresh,
    legal,
    lift,
    put_out,
    table,
)

Table = dict[str, Any]


def busy() -> dict[str, Any]:
    """A position with a little of everything."""
    match = table(
        seats=4,
        buildings={0: {"E": ("station", 2)}},
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}, 3: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 3)], "C": [(BLUE, 2)], "D": [(BLUE, 2)]}},
        research={1: "centre"},
        ships={0: "planet-1", 2: "planet-1", 3: "planet-1"},
        timers={0: {"ship": -500, "A": 9_000}, 2: {"ship": 0}, 3: {"ship": 0}},
    )
    match.act(0, lift("ship"))
    match.advance(by=201)
    match.act(0, deliver(BLUE, "E"))
    match.act(2, lift("ship"))
    match.act(3, lift("ship"))
    return match.dump()


def spoil(change: Callable[[Table], None], choosing: bool = False) -> str:
    dump = fresh(4).dump() if choosing else busy()
    assert sandtable.load(dump).dump() == dump
    change(dump["position"]["table"])
    with pytest.raises(BadPosition) as refused:
        sandtable.load(dump)
    return str(refused.value)


def set_in(data: Any, *path: Any) -> None:
    """The last but one is the key, the last is the value."""
    *keys, key, value = path
    for each in keys:
        data = data[each]
    data[key] = value


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("supply", 0, 13), "TS-C2"),
        (("mats", 0, "above", GREY, [1]), "TS-C3"),
        (("mats", 0, "above", GREY, [1, 1, 2, 2, 3, 9]), "TS-C3"),
        (("moons", 0, "tiles", []), "known|TS-C6"),
        (("mats", 0, "buildings", 0, "kind", "centre"), "TS-C5|spots"),
        (("mats", 1, "buildings", 6, "kind", "harbour"), "harbour"),
        (("mats", 0, "bonuses", 1), "TS-C4"),
        (("mats", 1, "research", None), "TS-C6"),
        (("mats", 0, "timers", 1, "runs_out_at", 0), "TS-C7|TS-T4"),
        (("mats", 0, "timers", 1, "runs_out_at", NOW + 99_000), "TS-C7"),
        (("mats", 0, "timers", 1, "on", "free"), "TS-T4"),
        (("mats", 0, "timers", 1, "on", "research"), "TS-T2"),
        (("mats", 0, "timers", 1, "on", "moon"), "moon"),
        (("mats", 2, "hand", None), "TS-T4|TS-A11"),
        (("mats", 0, "ship_to", "moon-0"), "TS-T3"),
        (("mats", 1, "ship_to", "moon-0"), "TS-T3"),
        (("mats", 0, "ship_at", "planet-9"), "planet-9"),
        (("mats", 0, "chosen", [0, -1]), "TS-S3"),
        (("mats", 0, "offer", {"act": "offer", "to": 0, "bring": BLUE, "put_out": GREY}), "TS-A13"),
        (("line", [2]), "TS-A11"),
        (("line", [2, 2]), "TS-A11"),
        (("lines", 1, "stage", "none"), "TS-A11"),
        (("lines", 1, "due", 0), "TS-A11"),
        (("lines", 1, "filling", 2), "TS-A11"),
        (("debts", 0, "owed", [0, 0, 9, 0]), "TS-A8"),
        (("debts", 0, "owed", [0, 0, 0, 0]), "TS-A8"),
        (("debts", 0, "due", 0), "TS-A8"),
        (("debts", 0, "visitor", 1), "TS-A8"),
        (("debts", 0, "among", [0, 1, 3]), "no order lies there (TS-A8)"),
        (("debts", 0, "among", [0]), "TS-A8"),
        (("debts", 0, "among", [3, 0]), "in order"),
        (("debts", 0, "among", [0, 24]), "among"),
        (("lines", 1, "due", NOW + 5_000), "wait for no choice (TS-A11)"),
        (("mats", 2, "hand", "visit", [0, 2]), "no order lies there (TS-A10)"),
        (("mats", 2, "hand", "visit", []), "TS-T4"),
        (("mats", 2, "hand", "visit", [0, 0]), "once"),
        (("phase", "choosing"), "TS-T1|TS-S3"),
        (("phase", "over"), "outcome"),
        (("due", NOW), "ended"),
        (("mats", 0, "nonsense", 1), "no such field"),
    ],
)
def test_a_position_that_cannot_be_is_refused(path: tuple[Any, ...], reason: str) -> None:
    refusal = spoil(lambda table: set_in(table, *path))
    assert any(word in refusal for word in reason.split("|")), refusal


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [([-1, 3], "TS-S3"), ([0, 0], "TS-S4"), ([6, -1], "TS-S4"), ([999, -1], "999")],
)
def test_a_choice_that_cannot_be_is_refused(chosen: list[int], reason: str) -> None:
    refusal = spoil(lambda table: set_in(table, "mats", 0, "chosen", chosen), choosing=True)
    assert reason in refusal


def test_a_plant_holds_no_good_of_another_colour() -> None:
    def swap(table: Table) -> None:
        table["mats"][0]["buildings"][0]["spots"] = [{"good": BLUE}]
        table["supply"][2] -= 1

    assert "TS-A1" in spoil(swap)


def test_nobody_holds_an_own_counter() -> None:
    def swap(table: Table) -> None:
        table["mats"][0]["above"][GREY].remove(1)
        table["mats"][0]["won"][0][GREY].append(1)

    assert "TS-A12" in spoil(swap)


def test_a_choice_that_nobody_makes_is_not_waited_for() -> None:
    assert "wait for no choice (TS-A11)" in spoil(lambda table: table["debts"].clear())


def test_the_one_who_fills_before_others_is_there() -> None:
    def fill(table: Table) -> None:
        table["lines"][1].update(stage="filling", filling=0, due=NOW + 9_000)

    assert "fills nothing (TS-A11)" in spoil(fill)


def test_an_owner_chooses_for_one_visitor_at_a_time() -> None:
    def owe_another(table: Table) -> None:
        table["debts"].append({**table["debts"][0], "visitor": 2, "due": 0})

    assert "one visitor at a time (TS-A11)" in spoil(owe_another)


def test_a_visitor_is_given_what_was_open_for_the_visit() -> None:
    match = table(
        buildings={0: {"E": ("station", 2)}},
        goods={0: {"E": [BLUE, BLUE]}},
        orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 3)], "C": [(BLUE, 2)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
    )
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    dump = match.dump()
    sandtable.load(dump)
    dump["position"]["table"]["debts"][0]["among"].pop()
    with pytest.raises(BadPosition, match=r"open for the visit \(TS-A8\)"):
        sandtable.load(dump)


def test_a_visit_whose_time_is_over_is_over() -> None:
    dump = busy()
    dump["position"]["table"]["mats"][2]["lifted_at"] = 0
    with pytest.raises(BadPosition, match="due at 30000"):
        sandtable.load(dump)


def test_a_finished_game_may_end_in_the_middle_of_a_visit() -> None:
    """At the end the table gives what is owed, and so leaves seat 0 an action without a step."""
    match = table(
        due=NOW + 2_000,
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"B": [(BLUE, 1)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 1: {"G": 0}, 2: {"ship": 1_000}},
        owner_seconds=30,
    )
    match.act(0, lift("ship"))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 2, "A"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    match.advance(by=30_000)
    assert match.over
    assert match.view(None)["mats"][0]["hand"] is not None
    assert sandtable.load(match.dump()).hash() == match.hash()


def test_a_finished_game_may_end_while_somebody_waits_for_a_choice() -> None:
    """Seat 2 waits until seat 1 has chosen for seat 0; the end comes first."""
    match = table(
        due=NOW + 2_000,
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)], "B": [(BLUE, 3)], "C": [(BLUE, 2)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 1_000}},
        owner_seconds=30,
        final_seconds=5,
    )
    match.act(0, lift("ship"))
    match.act(0, deliver(BLUE, "E"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    assert match.view(None)["planets"][1]["line"]["stage"] == "choice"
    match.advance(by=30_000)
    assert match.over
    assert sandtable.load(match.dump()).hash() == match.hash()


def test_a_new_visit_adds_nothing_to_what_an_earlier_one_is_owed() -> None:
    """Seat 1 is named first while the owner still chooses for its earlier visit, from fewer
    orders: it waits for that choice like everybody else."""
    match = table(
        goods={1: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={0: {"A": [(BLUE, 1)], "B": [(BLUE, 3)], "C": [(BLUE, 2)]}},
        ships={1: "planet-0", 2: "planet-0"},
        timers={1: {"ship": 0}, 2: {"ship": 0}},
    )
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    dump = match.dump()
    dump["position"]["table"]["debts"] = [
        {"host": 0, "visitor": 1, "due": NOW + 5_000, "owed": [0, 0, 1, 0], "among": [0, 3]}
    ]
    match = sandtable.load(dump)
    match.act(0, first(1))
    assert legal(match, 1, "deliver") == []
    match.advance(by=5_000)
    assert legal(match, 1, "deliver") == [deliver(BLUE, "E")]
