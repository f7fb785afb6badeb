"""The expert: it thinks ahead while its sand runs."""

import sandtable
from sandtable import Match
from sandtable.bots.driver import Driver, play
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Plan, Rounds, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.out_of_time.bot_expert import LATE, LEAD, Expert
from sandtable.games.out_of_time.bot_hands import EXPERT, MOVING, SEEING
from sandtable.games.out_of_time.bot_mind import TimeMind
from sandtable.games.out_of_time.bot_moves import sensible
from sandtable.games.out_of_time.bot_routes import Routes
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    glass,
    move,
    place,
    placing,
    state_of,
    table,
)

ROUNDS = 60


def expert(match: Match, seat: int = 0, seed: int = 1) -> Expert:
    bot = make_bot(match.game, "expert", seat, seeded(seed))
    assert isinstance(bot, Expert)
    return bot


def seen(match: Match, seat: int = 0) -> Seen:
    return Seen(match.game, match.state, seat, Rounds(ROUNDS), match.options)


def planned(bot: Expert, match: Match) -> Plan:
    plan = bot.plan(seen(match, bot.seat))
    assert plan is not None
    return plan


def act_of(match: Match, seed: int = 1) -> object:
    act = planned(expert(match, seed=seed), match).act
    return None if act is None else act.to_json()


def running(left: int) -> Match:
    """The first glass of seat 0 has so much sand left; then red 0 fills its card."""
    return table(
        *(glass(3, left), glass(4, 29_000), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], [], []],
    )


def test_it_decides_before_its_sand_has_run_out() -> None:
    match = running(LEAD - 500)
    assert not match.legal(0)
    plan = planned(expert(match), match)
    assert plan.act is not None
    assert plan.act.to_json() == move(0, 0, RED)
    assert plan.why == "The red cube fills your card."
    # It has only to see that the sand is through, and to move.
    late = plan.after - (LEAD - 500)
    assert EXPERT.spans[SEEING].least + EXPERT.spans[MOVING].least <= late
    assert late <= EXPERT.spans[SEEING].most + EXPERT.spans[MOVING].most


def test_it_does_not_think_about_what_is_far_away() -> None:
    match = running(20_000)
    plan = planned(expert(match), match)
    assert plan.act is None
    assert plan.after == 20_000 - LEAD


def test_what_it_planned_ahead_is_done_in_time() -> None:
    match = running(20_000)
    bot = expert(match)
    bot.rounds = ROUNDS
    driver = Driver(match, {0: bot}, seeded(1))
    driver.begin()
    ready_at = match.now + 20_000
    while match.now < ready_at + 2_000:
        driver.step()
    (done,) = [entry for entry in match.entries if entry.seat == 0]
    assert done.act.to_json() == move(0, 0, RED)
    assert done.at - ready_at <= EXPERT.spans[SEEING].most + EXPERT.spans[MOVING].most


def test_it_thinks_again_when_the_space_is_taken_before_the_sand_has_run_out() -> None:
    match = running(LEAD)
    bot = expert(match)
    planned(bot, match)
    far = {"event": "moved", "seat": 1, "came_from": 18, "to": 14}
    bot.notice(far)
    assert not bot.interrupted(seen(match))
    bot.notice(dict(far, to=0))
    assert bot.interrupted(seen(match))


def test_a_space_near_it_that_becomes_free_is_a_reason_to_think_again_while_there_is_time() -> None:
    match = running(LEAD)
    bot = expert(match)
    plan = planned(bot, match)
    freed = {"event": "moved", "seat": 1, "came_from": 8, "to": 14}
    bot.notice(freed)
    assert bot.interrupted(seen(match))
    bot = expert(match)
    plan = planned(bot, match)
    match.advance(to=match.now + plan.after - LATE)
    bot.notice(freed)
    assert not bot.interrupted(seen(match))


def test_it_fills_its_last_card_when_it_can() -> None:
    match = table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], [], []],
        scored=[2, 2, 0, 0],
    )
    for seed in range(3):
        assert act_of(match, seed) == move(1, 0, RED)


def test_it_goes_the_shorter_way_to_two_cubes() -> None:
    """Red is missing twice; from 3 the other glass can go to red 0, and nothing is nearer."""
    match = table(
        *(glass(12), glass(7, 5_000), glass(13, 29_000), glass(17, 29_000)),
        *(glass(11), glass(15), glass(2), glass(6)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN, GREEN, BLUE, BLUE], [], [], []],
    )
    assert act_of(match) == move(0, 3)


def test_it_stands_in_the_way_of_who_is_about_to_win() -> None:
    # Seat 1 needs one more red, and only red 13 is in its reach when its glass on 18 is ready.
    match = table(
        *(glass(8), glass(9, 20_000), glass(14, 15_000), glass(18, 5_000)),
        *(glass(2), glass(1), glass(11), glass(6)),
        cards=[card(ORANGE, YELLOW, PURPLE), card(RED, GREEN, BLUE)],
        cubes=[[YELLOW, YELLOW, PURPLE, PURPLE], [RED, GREEN, GREEN, BLUE, BLUE], [], []],
        scored=[2, 2, 0, 0],
    )
    assert act_of(match) == move(0, 13)


def test_it_begins_where_its_colours_are() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE)])
    # Red and blue corners, each with more of its colours around it.
    assert act_of(match) in (place(0, RED), place(11, BLUE))


def test_no_hand_is_thought_of_that_knocks_something_over() -> None:
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        turned=[5, 8, 14],
    )
    match.act(1, move(2, 4))
    match.advance(by=300)
    state = state_of(match)
    assert any(act.to_json()["to"] == 4 for act in match.legal(0))
    mind = TimeMind(match.game, 0, Routes(state))
    spaces = [act.to_json().get("to") for act in mind.choices(state, 0)]
    assert spaces
    assert 4 not in spaces
    for seed in range(20):
        habit = mind.habit(state, 0, seeded(seed))
        assert habit is None or habit.to_json()["to"] != 4


def test_a_cube_is_never_left_lying_and_a_jokers_colours_are_all_thought_of() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE)])
    acts = [act.to_json() for act in sensible(state_of(match), 0)]
    assert place(0, RED) in acts
    assert place(0) not in acts
    assert place(2) in acts
    late = table(
        *(glass(4), glass(None), glass(18), glass(17), glass(11), glass(15)),
        *(glass(16), glass(12), glass(7), glass(3)),
        cards=[card(RED, GREEN, BLUE)],
    )
    acts = [act.to_json() for act in sensible(state_of(late), 0) if act.to_json()["to"] == 9]
    assert acts == [place(9, RED), place(9, GREEN), place(9, BLUE)]


def test_who_is_nearer_to_the_end_is_better_off() -> None:
    def worth(cubes: list[str], seat: int) -> int:
        match = table(
            *(glass(0, 9_000), glass(3, 20_000), glass(18, 9_000), glass(17, 20_000)),
            cards=[card(RED, GREEN, BLUE), card(ORANGE, YELLOW, PURPLE)],
            cubes=[cubes, []],
        )
        state = state_of(match)
        return TimeMind(match.game, seat, Routes(state)).worth(state, seat)

    assert worth([], 0) < worth([RED], 0) < worth([RED, GREEN, BLUE], 0) < 1_000
    assert worth([], 1) > worth([RED], 1) > worth([RED, GREEN, BLUE], 1) > 0
    assert abs(worth([RED], 0) + worth([RED], 1) - 1_000) <= 1


def test_it_beats_club_players() -> None:
    won = 0
    for number in range(6):
        game = find("out-of-time")
        match = new(game, seats=2, seed=number // 2)
        mine = number % 2
        bots = {seat: make_bot(game, "club", seat, seeded(f"{number} {seat}")) for seat in range(2)}
        bot = expert(match, mine, number)
        bot.rounds = 30
        bots[mine] = bot
        play(match, bots, seeded(number), 1_000)
        assert match.outcome is not None
        won += mine in match.outcome.winners
    assert won >= 4


def test_how_far_it_thinks_ahead_goes_by_how_long_a_glass_runs() -> None:
    def reaches(seconds: int) -> int:
        match = sandtable.new("out-of-time", seats=2, seed=1, options={"timer_seconds": seconds})
        state = state_of(match)
        mind = TimeMind(match.game, 0, Routes(state))
        mind.begin(state)
        return mind.until - match.now

    assert reaches(30) == 75_000
    assert reaches(2) == 5_000
