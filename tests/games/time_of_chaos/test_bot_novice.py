"""The novice."""

from typing import Any

from sandtable import Match
from sandtable.bots.driver import play
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Seen
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_of_chaos import GAME
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.time_of_chaos.build import (
    FUTURE,
    PAST,
    PRESENT,
    card,
    restore,
    table,
    time_travel,
    travel,
)


def act_of(match: Match, seed: int) -> dict[str, Any]:
    plan = make_bot(GAME, "novice", 0, seeded(seed)).plan(Seen(GAME, match.state, 0))
    assert plan is not None
    assert plan.act is not None
    return plan.act.to_json()


def test_club_beats_it() -> None:
    study = Study("time-of-chaos", 2, 12, 5, ("club", "novice"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["share_of_games"] >= 0.65
    assert result["refusals"] == 0


def test_novices_finish_their_games() -> None:
    for seats in (2, 3, 4):
        match = new(GAME, seats=seats, seed=seats)
        bots = {seat: make_bot(GAME, "novice", seat, seeded(seat)) for seat in range(seats)}
        driver = play(match, bots, seeded(1), 3_000)
        assert match.over
        assert driver.refusals == 0


def test_it_goes_the_shortest_way_with_its_best_card_but_not_always() -> None:
    best = card(PRESENT, "Montreal", PAST)
    other = card(PRESENT, "Reykjavik", PAST)
    match = table(pawns=[("Lisbon", PAST), ("Timbuktu", FUTURE)], hands=[[best, other]], chaos={})
    acts = [act_of(match, seed) for seed in range(60)]
    straight = acts.count(travel("Montreal"))
    assert 45 <= straight < 60


def test_it_does_not_stop_the_disorder_that_it_left_behind() -> None:
    match = table(
        chaos={("Alexandria", PAST): [0]},
        hands=[[card(PAST, "Lisbon", FUTURE), card(PAST, "Cusco", FUTURE)]],
    )
    acts = [act_of(match, seed) for seed in range(30)]
    assert restore(PAST) not in acts
    assert time_travel(FUTURE, "cloak") in acts
