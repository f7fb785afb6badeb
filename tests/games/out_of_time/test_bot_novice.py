"""The novice: one glass at a time, and the cube that lies next to it."""

from sandtable import Match
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Plan, Seen
from sandtable.engine.rng import seeded
from sandtable.games.out_of_time.bot_hands import NOVICE
from sandtable.lab.report import report
from sandtable.lab.simulate import Study, run
from tests.games.out_of_time.build import BLUE, GREEN, RED, SAND, card, glass, move, table


def plan_of(match: Match, seed: int = 1) -> Plan:
    bot = make_bot(match.game, "novice", 0, seeded(seed))
    plan = bot.plan(Seen(match.game, match.state, 0))
    assert plan is not None
    return plan


def test_it_takes_a_cube_that_it_sees_next_to_its_glass() -> None:
    match = table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[GREEN, GREEN, BLUE, BLUE], [], [], []],
    )
    for seed in range(10):
        act = plan_of(match, seed).act
        assert act is not None
        assert act.to_json() == move(1, 0, RED)


def test_it_does_not_look_further_than_that() -> None:
    """From 3 the other glass could go to red 0; it goes anywhere."""
    match = table(
        *(glass(12), glass(7, 5_000), glass(13, 29_000), glass(17, 29_000)),
        *(glass(11), glass(15), glass(2), glass(6)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], [], []],
    )
    assert len({str(plan_of(match, seed).act) for seed in range(20)}) > 1


def test_it_watches_one_glass_at_a_time() -> None:
    """When both can move, it moves the one that it did not move last."""
    match = table(glass(4), glass(3), glass(18), glass(17))
    bot = make_bot(match.game, "novice", 0, seeded(1))
    moved: list[int] = []
    for _ in range(2):
        plan = bot.plan(Seen(match.game, match.state, 0))
        assert plan is not None
        assert plan.act is not None
        moved.append(plan.act.to_json()["glass"])
        match.act(0, plan.act)
        match.advance(by=SAND)
        assert {act.to_json()["glass"] for act in match.legal(0)} == {0, 1}
    assert moved == [0, 1]


def test_now_and_then_it_forgets_a_glass_for_some_seconds() -> None:
    match = table(glass(0), glass(1, 9_000), glass(18), glass(17))
    slow = sum(plan_of(match, seed).after > 4_000 for seed in range(200))
    assert 200 // NOVICE.lapse.one_in // 2 < slow < 200 // NOVICE.lapse.one_in * 2


def test_a_club_player_beats_it() -> None:
    study = Study("out-of-time", 2, 40, 5, ("club", "novice"))
    result = report(study, run(study, cores=1))
    assert result["per_bot"]["club"]["share_of_decided"] >= 0.65
