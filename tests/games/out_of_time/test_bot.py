"""The club player."""

import pytest

from sandtable import Match, Refused
from sandtable.bots.driver import play
from sandtable.bots.levels import levels, make_bot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.out_of_time.bot_club import Club
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    NOW,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    fallen,
    give_back,
    glass,
    listed,
    move,
    place,
    placing,
    stand_up,
    table,
)
from tests.games.out_of_time.scenes import knocked, lost_race


def plan_of(match: Match, seat: int = 0, seed: int = 1) -> Plan | None:
    bot = make_bot(match.game, "club", seat, seeded(seed))
    return bot.plan(Seen(match.game, match.state, seat))


def act_of(match: Match, seat: int = 0, seed: int = 1) -> object:
    plan = plan_of(match, seat, seed)
    assert plan is not None
    assert plan.act is not None
    return plan.act.to_json()


def test_the_levels_of_out_of_time() -> None:
    assert list(levels(find("out-of-time"))) == ["random", "novice", "club", "expert"]


def test_it_wins_nearly_every_game_against_random() -> None:
    study = Study("out-of-time", 2, 60, 5, ("club", "random"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["share_of_decided"] >= 0.95
    assert result["decided"] == 60


def test_it_takes_the_cube_its_card_needs() -> None:
    match = table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[GREEN, GREEN, BLUE, BLUE], [], [], []],
    )
    assert act_of(match) == move(1, 0, RED)


def test_it_looks_further_than_the_next_cube() -> None:
    """Red is missing, and nothing can be taken now; from 3 the other glass can go to red 0."""
    match = table(
        *(glass(12), glass(7, 5_000), glass(13, 29_000), glass(17, 29_000)),
        *(glass(11), glass(15), glass(2), glass(6)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], [], []],
    )
    assert act_of(match) == move(0, 3)


def test_it_waits_for_a_space_that_is_about_to_be_free() -> None:
    # Red 0 is taken for half a second more, and on the other red ones lie fallen glasses.
    match = table(
        *(glass(3), glass(4, 29_000), glass(0, 500), glass(1, 25_000)),
        *(fallen(13, 9_000, by=1), glass(17), fallen(6, 9_000, by=1), glass(11)),
        cards=[card(RED, YELLOW, PURPLE)],
        cubes=[[YELLOW, YELLOW, PURPLE, PURPLE, RED], [], [], []],
    )
    plan = plan_of(match)
    assert plan is not None
    assert plan.act is None
    assert 500 < plan.after <= 9_000


def test_it_does_not_wait_for_somebody_who_sleeps() -> None:
    match = table(
        *(glass(3), glass(4, 29_000), glass(0), glass(1, 25_000)),
        *(glass(18), glass(17), glass(11), glass(15)),
        cards=[card(RED, YELLOW, PURPLE)],
        cubes=[[YELLOW, YELLOW, PURPLE, PURPLE, RED], [], [], []],
    )
    match.advance(by=10_000)
    plan = plan_of(match)
    assert plan is not None
    assert plan.act is not None


def test_it_stands_in_the_way_of_who_is_about_to_win() -> None:
    # Seat 1 needs one more red for the third card, and next to its glass on 14 there is red 13.
    glasses = [
        *(glass(8), glass(9, 20_000), glass(14, 15_000), glass(18, 5_000)),
        *(glass(2), glass(1), glass(11), glass(6)),
    ]
    mine = [YELLOW, YELLOW, PURPLE, PURPLE, ORANGE]
    cards = [card(ORANGE, YELLOW, PURPLE), card(RED, GREEN, BLUE)]
    cubes = [mine, [RED, GREEN, GREEN, BLUE, BLUE], [], []]
    ahead = table(*glasses, cards=cards, cubes=cubes, scored=[0, 2, 0, 0])
    behind = table(*glasses, cards=cards, cubes=cubes, scored=[0, 0, 0, 0])
    assert act_of(ahead) == move(0, 13)
    assert any(act_of(behind, seed=seed) != move(0, 13) for seed in range(5))


def test_it_stands_a_fallen_glass_up_first() -> None:
    match = table(glass(0), fallen(1, 9_000, by=0), glass(18), glass(17))
    assert act_of(match) == stand_up(1)


def test_OT_K2_it_stands_up_what_it_knocked_over_and_then_pays() -> None:
    match = knocked([RED, PURPLE], cards=[card(RED, GREEN, PURPLE)])
    assert act_of(match) == stand_up(2)
    match.act(0, stand_up(2))
    assert act_of(match) in (give_back(RED), give_back(PURPLE))


def test_it_thinks_again_when_the_owner_was_faster_to_stand_it_up() -> None:
    match = knocked([RED, GREEN])
    bot = make_bot(match.game, "club", 0, seeded(1))
    bot.plan(Seen(match.game, match.state, 0))
    told = {"event": "stood_up", "seat": 1, "glass": 2, "owner": 1, "space": 4}
    bot.notice(dict(told, glass=4, owner=2))
    assert not bot.interrupted(Seen(match.game, match.state, 0))
    bot.notice(told)
    assert bot.interrupted(Seen(match.game, match.state, 0))


def test_it_gives_back_what_is_easy_to_take_again() -> None:
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(RED, GREEN, PURPLE)],
        cubes=[[RED, PURPLE], [], []],
        turned=[5, 8, 14],
        referee="strict",
    )
    with pytest.raises(Refused):
        match.act(0, move(0, 18))
    act = act_of(match)
    assert isinstance(act, dict)
    assert act["act"] == "give_back"


def test_it_begins_where_its_colours_are() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE)])
    # Corner 0 is red, with green 3 and blue 4 beside it.
    assert act_of(match) == place(0, RED)


def test_it_never_plans_to_knock_anything_over() -> None:
    # Space 4 is taken, and seat 0 could mean it: the table lists the knock.
    match = lost_race([RED])
    assert move(0, 4) in listed(match, 0)
    for seed in range(20):
        act = act_of(match, seed=seed)
        assert isinstance(act, dict)
        assert act["to"] != 4


def test_it_drops_a_plan_when_the_space_is_taken() -> None:
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(GREEN, BLUE, PURPLE)],
        turned=[5, 8, 14],
    )
    bot = make_bot(match.game, "club", 0, seeded(1))
    assert isinstance(bot, Club)
    plan = bot.plan(Seen(match.game, match.state, 0))
    assert plan is not None
    assert plan.act is not None
    target = plan.act.to_json()["to"]
    elsewhere = {"event": "moved", "seat": 1, "to": target + 1}
    bot.notice(elsewhere)
    assert not bot.interrupted(Seen(match.game, match.state, 0))
    bot.notice(dict(elsewhere, to=target))
    assert bot.interrupted(Seen(match.game, match.state, 0))


def test_it_waits_when_it_has_nothing_to_do() -> None:
    match = table(glass(0, 9_000), glass(1, 9_000), glass(18), glass(17))
    assert plan_of(match) is None
    assert match.now == NOW


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clubs_finish_their_games(seats: int) -> None:
    game = find("out-of-time")
    match = new(game, seats=seats, seed=seats)
    bots = {seat: make_bot(game, "club", seat, seeded(seat)) for seat in range(seats)}
    driver = play(match, bots, seeded(1), 2_000)
    assert match.over
    assert driver.refusals < len(match.entries) // 10
