"""Eyes and hands: nobody acts at once, and a hand on its way cannot be held back."""

import pytest

from sandtable import Match
from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Bot, Plan, Rounds, Seen
from sandtable.engine.hands import Hands
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.bot_hands import CLUB, DECIDING, EXPERT, MOVING, NOVICE, SEEING
from sandtable.games.out_of_time.bot_person import Person
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    PURPLE,
    RED,
    card,
    fallen,
    glass,
    stand_up,
    table,
)
from tests.games.out_of_time.scenes import knocked

LEVELS = {"novice": NOVICE, "club": CLUB, "expert": EXPERT}
A_GLANCE = 6


def seat_down(match: Match, level: str, seat: Seat = 0, seed: int = 1) -> Person:
    bot = make_bot(match.game, level, seat, seeded(seed))
    assert isinstance(bot, Person)
    return bot


def seen(match: Match, seat: Seat = 0) -> Seen:
    return Seen(match.game, match.state, seat, Rounds(A_GLANCE), match.options)


def planned(bot: Bot, match: Match) -> Plan:
    plan = bot.plan(seen(match, bot.seat))
    assert plan is not None
    return plan


def quickest(hands: Hands) -> Ms:
    return sum(span.least for span in hands.spans.values())


def slowest(hands: Hands) -> Ms:
    return sum(span.most for span in hands.spans.values())


@pytest.mark.parametrize("level", LEVELS)
def test_its_reactions_are_those_of_a_person(level: str) -> None:
    hands = LEVELS[level]
    match = table(glass(0), glass(1, 9_000), glass(18), glass(17))
    waits = sorted(planned(seat_down(match, level, seed=n), match).after for n in range(30))
    assert list(hands.spans) == [SEEING, DECIDING, MOVING]
    assert quickest(hands) <= waits[0]
    assert waits[-1] <= slowest(hands) + hands.lapse.span.most
    # Nobody sees, decides and moves in less than it takes people.
    assert quickest(hands) >= 400
    assert waits[15] >= 600


def test_a_novice_is_slower_than_a_club_player_and_that_one_slower_than_an_expert() -> None:
    def usual(hands: Hands) -> Ms:
        return (quickest(hands) + slowest(hands)) // 2

    assert usual(NOVICE) > 2 * usual(CLUB) > 2 * usual(EXPERT)
    assert quickest(NOVICE) >= 1_000
    assert slowest(NOVICE) <= 3_000


@pytest.mark.parametrize("level", LEVELS)
def test_it_drops_a_plan_only_as_long_as_it_can_see_that_it_has_to(level: str) -> None:
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(GREEN, BLUE, PURPLE)],
        turned=[5, 8, 14],
    )
    bot = seat_down(match, level)
    plan = planned(bot, match)
    due = match.now + plan.after
    assert bot.target >= 0
    bot.notice({"event": "moved", "seat": 1, "to": bot.target, "came_from": 2})
    assert bot.interrupted(seen(match))
    spans = LEVELS[level].spans
    match.advance(to=due - spans[MOVING].least - spans[SEEING].least)
    assert not bot.interrupted(seen(match))


def raced(after: Ms) -> tuple[Match, Driver, int]:
    """Seat 0 reaches for a space, and so late before its glass stands somebody takes it."""
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17, 9_000)),
        cards=[card(GREEN, BLUE, PURPLE)],
        turned=[5, 8, 14],
    )
    bot = seat_down(match, "club")
    driver = Driver(match, {0: bot}, seeded(1))
    driver.begin()
    intent = driver.intents[0]
    assert intent is not None
    assert bot.target == 4
    match.advance(to=intent.due - after)
    driver.happened(match.act(1, {"act": "move", "glass": 2, "to": 4, "take": None}))
    return match, driver, intent.due


def play_to(match: Match, driver: Driver, until: Ms) -> list[str]:
    happened: list[str] = []
    while match.now < until:
        happened += [event.NAME for event in driver.step()]
    return happened


def test_OT_K3_a_hand_on_its_way_knocks_the_glass_over_that_was_faster() -> None:
    match, driver, due = raced(310)
    assert "knocked_over" in play_to(match, driver, due)
    # It stands the glass up before anything else.
    assert [act.to_json() for act in match.legal(0)] == [stand_up(2)]
    happened = play_to(match, driver, due + 4_000)
    assert "stood_up" in happened


def test_OT_M6_a_hand_that_is_just_too_late_knocks_nothing_over() -> None:
    match, driver, due = raced(100)
    assert "refused" in play_to(match, driver, due)
    assert "knocked_over" not in play_to(match, driver, due + 4_000)


def test_a_hand_that_has_not_set_out_yet_does_something_else() -> None:
    match, driver, due = raced(CLUB.spans[MOVING].most + CLUB.spans[SEEING].most + 1)
    happened = play_to(match, driver, due + 3_000)
    assert "moved" in happened
    assert "refused" not in happened
    assert "knocked_over" not in happened


@pytest.mark.parametrize("level", LEVELS)
def test_it_stands_a_fallen_glass_up_first(level: str) -> None:
    match = table(glass(0), fallen(1, 9_000, by=0), glass(18), glass(17))
    plan = planned(seat_down(match, level), match)
    assert plan.act is not None
    assert plan.act.to_json() == stand_up(1)
    assert "Stand your glass up" in plan.why


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_overlooks_a_fallen_glass_or_gives_back_a_cube_twice(level: str) -> None:
    hands = LEVELS[level]
    for seed in range(30):
        match = knocked([RED, GREEN])
        assert planned(seat_down(match, level, seed=seed), match).after <= slowest(hands)
    match.act(0, stand_up(2))
    bot = make_bot(match.game, "club", 0, seeded(1))
    act = planned(bot, match).act
    assert act is not None
    assert act.to_json()["act"] == "give_back"
    bot.notice({"event": "gave_back", "seat": 1, "colour": RED, "why": "last", "owed": 0})
    assert not bot.interrupted(seen(match))
    bot.notice({"event": "gave_back", "seat": 0, "colour": RED, "why": "last", "owed": 0})
    assert bot.interrupted(seen(match))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_hand_does_two_things_at_one_instant_and_no_act_is_without_a_reason(seats: int) -> None:
    game = find("out-of-time")
    match = new(game, seats=seats, seed=seats)
    names = list(LEVELS)
    bots: dict[Seat, Bot] = {}
    for seat in range(seats):
        bots[seat] = Reasoned(make_bot(game, names[seat % 3], seat, seeded(seat)))
    driver = Driver(match, bots, seeded(1))
    driver.begin()
    while not match.over and len(match.entries) < 15 * seats:
        driver.step()
    last: dict[Seat, Ms] = {}
    for entry in match.entries:
        spans = LEVELS[names[entry.seat % 3]].spans
        least = spans[SEEING].least + spans[MOVING].least
        assert entry.at - last.get(entry.seat, -10_000) >= least
        last[entry.seat] = entry.at


class Reasoned(Bot):
    """A bot that is asked for a reason whenever it wants to act."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.game, bot.seat, bot.rng)
        self.bot = bot

    def plan(self, seen: Seen) -> Plan | None:
        seen.budget = Rounds(A_GLANCE)
        plan = self.bot.plan(seen)
        if plan is not None and plan.act is not None:
            assert plan.why.endswith(".")
            assert plan.why[0].isupper()
        return plan

    def notice(self, told: dict[str, object]) -> None:
        self.bot.notice(told)

    def interrupted(self, seen: Seen) -> bool:
        return self.bot.interrupted(seen)
