"""Version 1 of the rules: games that were begun under it go on under it, to the same end."""

from typing import Any

import pytest

import sandtable
from sandtable import BadOption, BadPosition, Match, Refused
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Seen
from sandtable.engine.rng import seeded
from sandtable.games.time_n_space import actions
from sandtable.testing import CHECKS, check_broken_dumps, check_telling
from sandtable.testing.checks import Check
from tests.games.time_n_space.build import (
    BLUE,
    FILL,
    FORFEIT,
    GAME,
    GREY,
    NOW,
    TAKE_TILE,
    deliver,
    first,
    fresh,
    give,
    give_any,
    kinds,
    legal,
    lift,
    mat,
    put_out,
    spots,
    table,
    told,
    turn_over,
)

QUICK = [check for check in CHECKS if check not in (check_broken_dumps, check_telling)]


def visit(**changes: Any) -> Match:
    """Seat 0 has lifted at planet-1, and seat 1 may put an order out."""
    asked: dict[str, Any] = {
        "goods": {0: {"E": [BLUE]}},
        "orders": {1: {"A": [(BLUE, 3)], "B": [(BLUE, 2)]}},
        "ships": {0: "planet-1"},
        "timers": {0: {"ship": 0}, 1: {"G": 0}},
        "rules": 1,
        **changes,
    }
    match = table(**asked)
    match.act(0, lift("ship"))
    return match


def test_both_versions_are_there_and_the_newest_is_played() -> None:
    assert sandtable.find(GAME).RULES_VERSION == 2
    assert sandtable.find(GAME, 1).RULES_VERSION == 1
    assert fresh().dump()["rules"] == 2
    assert fresh(rules=1).dump()["rules"] == 1
    assert [name for name in sandtable.games() if name.startswith(GAME)] == [GAME]


def test_a_position_and_a_log_name_the_version_they_go_on_under() -> None:
    match = visit()
    loaded = sandtable.load(match.dump())
    assert loaded.game.RULES_VERSION == 1
    assert loaded.hash() == match.hash()
    match.act(0, deliver(BLUE, "E"))
    match.act(1, give_any(BLUE, 3))
    again = sandtable.replay(sandtable.write_log(match.log))
    assert (again.game.RULES_VERSION, again.hash()) == (1, match.hash())


def test_a_position_of_one_version_is_none_of_the_other() -> None:
    """Version 2 keeps which orders a visit may fill, and version 1 does not."""
    for rules, other in ((1, 2), (2, 1)):
        dump = visit(rules=rules).dump()
        dump["rules"] = other
        if other == 1:
            del dump["options"]["deliver_seconds"]
        with pytest.raises(BadPosition, match="visit"):
            sandtable.load(dump)


def test_it_has_the_options_it_had() -> None:
    assert "deliver_seconds" not in fresh(rules=1).options
    with pytest.raises(BadOption, match="deliver_seconds"):
        fresh(rules=1, deliver_seconds=30)


def test_an_action_whose_last_step_is_gone_stays_open() -> None:
    match = table(
        rules=1,
        buildings={
            1: {"A": ("grey plant", 3), "E": ("station", 3), "F": ("station", 3)},
            2: {"E": ("station", 3)},
        },
        goods={1: {"A": [GREY] * 2, "E": [GREY] * 3, "F": [GREY] * 3}, 2: {"E": [GREY] * 3}},
        timers={0: {"A": 0}, 2: {"A": 0}},
    )
    match.act(0, lift("A"))
    match.act(2, lift("A"))
    assert kinds(match.act(2, FILL)) == ["filled", "finished"]
    assert legal(match, 0, "fill", "forfeit") == [FORFEIT]
    assert sandtable.load(match.dump()).hash() == match.hash()


def test_so_does_one_at_a_moon_that_was_emptied_and_one_whose_last_building_is_covered() -> None:
    match = table(
        rules=1,
        ships={0: "moon-0", 1: "moon-0"},
        timers={0: {"ship": 0}, 1: {"ship": 0}},
        tops={0: ["station"]},
    )
    match.act(0, lift("ship"))
    match.act(1, lift("ship"))
    match.act(1, TAKE_TILE)
    assert legal(match, 0, "take_tile", "forfeit") == [FORFEIT]
    with pytest.raises(Refused, match=r"^TS-A5: There are no tiles left on this moon\.$"):
        match.act(0, TAKE_TILE)
    values = zip("ABCDEF", (1, 1, 2, 2, 3, 3), strict=True)
    match = table(
        rules=1,
        orders={0: {on: [(GREY, value)] for on, value in values}},
        buildings={0: {"H": ("centre", 2)}},
        research={0: "station"},
        timers={0: {"research": 0}},
    )
    match.act(0, lift("research"))
    assert kinds(match.act(0, turn_over("G"))) == ["turned_over"]
    assert legal(match, 0, "build", "forfeit") == [FORFEIT]


def test_a_line_waits_for_no_choice() -> None:
    dump = visit().dump()
    dump["position"]["table"]["lines"][1]["stage"] = "choice"
    with pytest.raises(BadPosition, match="choice"):
        sandtable.load(dump)


def test_equal_values_are_no_choice_and_an_answer_names_the_value_alone() -> None:
    match = visit(orders={1: {"B": [(BLUE, 2)], "E": [(BLUE, 2)]}})
    events = match.act(0, deliver(BLUE, "E"))
    assert (told(events, "gave")["on"], told(events, "gave")["how"]) == ("B", "only")
    match = visit()
    match.act(0, deliver(BLUE, "E"))
    assert legal(match, 1, "give") == [give_any(BLUE, 2), give_any(BLUE, 3)]
    with pytest.raises(Refused, match="ST-3"):
        match.act(1, give(BLUE, 2, "B"))


@pytest.mark.parametrize("rules", [1, 2])
def test_neither_version_takes_the_others_answer(rules: int) -> None:
    match = visit(rules=rules)
    match.act(0, deliver(BLUE, "E"))
    wrong = actions.Give(BLUE, 2, "B") if rules == 1 else actions.GiveAny(BLUE, 2)
    with pytest.raises(Refused, match=r"ST-3.*version"):
        match.act(1, wrong)


def test_an_order_put_out_meanwhile_may_be_filled_and_given() -> None:
    match = visit()
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 1, "C"))
    match.act(0, deliver(BLUE, "E"))
    match.act(1, give_any(BLUE, 1))
    assert spots(match, 1, "C") == [None]


def test_so_may_one_that_is_put_where_another_was_given() -> None:
    match = visit(
        buildings={0: {"E": ("station", 2)}},
        goods={0: {"E": [BLUE, BLUE]}},
        orders={1: {"A": [(BLUE, 3)], "C": [(BLUE, 2)], "D": [(BLUE, 1)]}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.act(0, deliver(BLUE, "E"))
    match.act(1, give_any(BLUE, 3))
    match.act(1, lift("G"))
    match.act(1, put_out(BLUE, 3, "A"))
    match.act(1, give_any(BLUE, 3))
    assert mat(match, 0)["won"][1][BLUE] == [3, 3]


def test_a_visitor_whose_last_order_another_filled_stays() -> None:
    match = visit(
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 3)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 1_000}},
    )
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    assert kinds(match.act(2, deliver(BLUE, "E"))) == [
        "delivered",
        "gave",
        "took_bonus",
        "finished",
    ]
    assert legal(match, 0, "deliver", "forfeit") == [FORFEIT]


def test_a_visit_has_no_end_of_its_own() -> None:
    match = visit()
    assert kinds(match.advance(by=600_000)) == []
    assert mat(match, 0)["hand"]["until"] is None
    match.act(0, deliver(BLUE, "E"))


def test_nobody_waits_for_a_choice_and_debts_are_settled_one_after_the_other() -> None:
    match = visit(
        seats=4,
        goods={0: {"E": [BLUE]}, 2: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)]}},
        ships={0: "planet-1", 2: "planet-1"},
        timers={0: {"ship": 0}, 2: {"ship": 1_000}},
    )
    match.act(0, deliver(BLUE, "E"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    owes = match.view(None)["planets"][1]["owes"]
    assert [(o["visitor"], o["until"]) for o in owes] == [(0, NOW + 8_000), (2, None)]
    assert sandtable.load(match.dump()).hash() == match.hash()
    events = match.act(1, give_any(BLUE, 1))
    assert told(events, "owner_asked")["visitor"] == 2
    assert told(match.advance(by=8_000), "gave")["value"] == 2


def test_a_line_goes_on_from_a_position() -> None:
    """Seat 2 fills first; that seat 1 gives up waiting behind it changes nothing for seat 3."""
    match = table(
        rules=1,
        seats=4,
        goods={seat: {"E": [BLUE]} for seat in (1, 2, 3)},
        orders={0: {"A": [(BLUE, 3)], "B": [(BLUE, 3)]}},
        ships=dict.fromkeys((1, 2, 3), "planet-0"),
        timers={seat: {"ship": 0} for seat in (1, 2, 3)},
    )
    for seat in (1, 2, 3):
        match.act(seat, lift("ship"))
    match.act(0, first(2))
    loaded = sandtable.load(match.dump())
    for each in (match, loaded):
        assert kinds(each.act(1, FORFEIT)) == ["finished"]
        assert each.view(None)["planets"][0]["line"]["filling"] == 2
    assert loaded.hash() == match.hash()


def test_one_visitor_in_line_follows_the_other_whenever_it_came() -> None:
    """Seats 1 and 2 came together, seat 3 five seconds later; it waits for 2 even without 1."""
    match = table(
        rules=1,
        seats=4,
        goods={seat: {"E": [BLUE]} for seat in (1, 2, 3)},
        orders={0: {"A": [(BLUE, 3)], "B": [(BLUE, 3)]}},
        ships=dict.fromkeys((1, 2, 3), "planet-0"),
        timers={1: {"ship": 0}, 2: {"ship": 0}, 3: {"ship": 5_000}},
    )
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    match.advance(by=5_000)
    match.act(3, lift("ship"))
    assert kinds(match.act(1, FORFEIT)) == ["finished"]
    assert legal(match, 3, "deliver") == []


def test_the_bots_play_it() -> None:
    match = visit()
    assert list(levels(match.game)) == ["random", "novice", "club", "expert"]
    match.act(0, deliver(BLUE, "E"))
    plan = make_bot(match.game, "club", 1, seeded(1)).plan(Seen(match.game, match.state, 1))
    assert plan is not None
    assert plan.act is not None
    assert plan.act.to_json() == give_any(BLUE, 2)


@pytest.mark.parametrize("check", QUICK, ids=lambda check: str(check.__name__))
def test_the_contract_holds_for_it_as_well(check: Check) -> None:
    check(sandtable.find(GAME, 1), None, range(3), {"timer_seconds": 5, "minutes": 2}, steps=80)
