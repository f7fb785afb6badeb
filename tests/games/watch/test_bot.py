"""Who plays the watch: novice, club and expert."""

import pytest

from sandtable import Match
from sandtable.bots.driver import Driver, play
from sandtable.bots.levels import UnknownBot, levels, make_bot
from sandtable.engine.bot import Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.watch.bot_moves import can_end_well, cost_to_reach
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.watch.build import BLUE, GREEN, ORANGE, card, table


def plan_of(match: Match, seat: int = 0, seed: int = 1) -> object:
    bot = make_bot(match.game, "club", seat, seeded(seed))
    plan = bot.plan(Seen(match.game, match.state, seat))
    assert plan is not None
    assert plan.act is not None
    assert 1_000 <= plan.after <= 10_000
    return plan.act.to_json()


def test_the_levels_of_the_watch_game() -> None:
    assert list(levels(find("watch"))) == ["random", "novice", "club", "expert"]
    with pytest.raises(UnknownBot, match="it has: random, novice, club, expert"):
        make_bot(find("watch"), "grandmaster", 0, seeded(1))


def test_it_wins_most_decided_games_against_random() -> None:
    study = Study("watch", 2, 60, 5, ("club", "random"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["share_of_decided"] >= 0.7
    assert result["decided"] == 60


def test_with_the_last_token_it_makes_its_order() -> None:
    match = table(pawns=(5, 6, 1), tokens=[2, 0], cards=[card(GREEN, BLUE, ORANGE), 1, 2, 3, 4, 5])
    assert plan_of(match) == {"act": "move", "pawn": "green", "spend": 2}


def test_it_keeps_a_card_that_is_winning() -> None:
    match = table(
        pawns=(9, 4, 1), phase="exchange", cards=[card(GREEN, BLUE, ORANGE), 1, 2, 3, 4, 5]
    )
    assert plan_of(match) == {"act": "keep"}


def test_it_takes_a_card_it_knows_to_be_winning() -> None:
    known = card(GREEN, BLUE, ORANGE)
    mine = card(ORANGE, BLUE, GREEN)
    cards = [mine, 1, known, 2, 3, 4]
    match = table(
        pawns=(9, 4, 1),
        phase="exchange",
        cards=cards,
        tokens=[3, 3],
        seen=[1 << mine | 1 << known, 1 << 1],
    )
    assert plan_of(match) == {"act": "exchange", "give": 0, "player": None, "take": 0}


HELD = card(BLUE, GREEN, ORANGE)
MINE = card(ORANGE, GREEN, BLUE)
OTHERS = [c for c in range(6) if c not in (HELD, MINE)]


def test_WA_T5_it_does_not_go_to_yellow_for_a_card_that_may_lie_anywhere() -> None:
    here = {"pawns": (3, 6, 1), "cards": [MINE, HELD, *OTHERS], "tokens": [3, 9], "now": 300_000}
    match = table(**here, rings_at=330_000)  # type: ignore[arg-type]
    plans = [plan_of(match, seed=seed) for seed in range(12)]
    assert plans.count({"act": "move", "pawn": "green", "spend": 1}) < 6


@pytest.mark.parametrize("seed", range(6))
def test_WA_T5_it_goes_to_yellow_for_a_card_it_knows(seed: int) -> None:
    """Blue, green, orange is the order of the other player, and green can step on to YELLOW."""
    here = {"pawns": (3, 6, 1), "cards": [MINE, HELD, *OTHERS], "tokens": [3, 9], "now": 300_000}
    knows = table(**here, seen=[1 << MINE | 1 << HELD, 1 << HELD], rings_at=330_000)  # type: ignore[arg-type]
    assert plan_of(knows, seed=seed) == {"act": "move", "pawn": "green", "spend": 1}
    knows.act(0, {"act": "move", "pawn": "green", "spend": 1})
    assert plan_of(knows, seed=seed) == {"act": "exchange", "give": 0, "player": 1, "take": 0}


def test_WA_P1_bots_that_would_be_barred_do_not_play_for_ever() -> None:
    game = find("watch")
    match = new(game, seats=3, seed=26, options={"minutes": 60, "bell": "published"})
    bots = {seat: make_bot(game, "club", seat, seeded(seat)) for seat in range(3)}
    play(match, bots, seeded(1), 5_000)
    assert match.over


def test_it_waits_when_it_is_not_its_turn() -> None:
    match = table(turn=1)
    bot = make_bot(match.game, "club", 0, seeded(1))
    assert bot.plan(Seen(match.game, match.state, 0)) is None


def test_what_an_order_costs() -> None:
    goal = 1 << card(GREEN, BLUE, ORANGE)
    assert cost_to_reach([5, 6, 1], 10, goal, 12) == 2
    assert cost_to_reach([5, 6, 1], 1, goal, 12) == 99
    assert can_end_well([9, 5, 1], 1, goal, 12)
    assert not can_end_well([1, 5, 9], 1, goal, 12)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clubs_finish_their_games(seats: int) -> None:
    game = find("watch")
    match = new(game, seats=seats, seed=seats)
    bots = {seat: make_bot(game, "club", seat, seeded(seat)) for seat in range(seats)}
    driver = Driver(match, bots, seeded(1))
    driver.begin()
    breaks = 0
    while not match.over:
        # Whoever had planned a move when the timer rang finds the cards face up (WA-E4).
        breaks += any(event.NAME == "dealt" for event in driver.step())
    assert driver.refusals <= breaks
