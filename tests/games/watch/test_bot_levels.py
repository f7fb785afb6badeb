"""What the levels of the watch know, feel and say."""

import pytest

from sandtable import Match
from sandtable.bots.driver import play
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Budget, Plan, Rounds, Seen
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.watch.actions import Move
from sandtable.games.watch.bot_beliefs import EVEN, MADE, UNDONE, Beliefs
from sandtable.games.watch.bot_moves import weak_spots
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.state import WatchState
from tests.games.watch.build import BLUE, GREEN, ORANGE, card, table

MINUTE = 60_000
MINE = card(GREEN, BLUE, ORANGE)
CARDS = [MINE, *[c for c in range(6) if c != MINE]]


def plan_of(match: Match, level: str, seed: int = 1, rounds: int = 20) -> Plan:
    bot = make_bot(match.game, level, 0, seeded(seed))
    plan = bot.plan(Seen(match.game, match.state, 0, Rounds(rounds), match.options))
    assert plan is not None
    return plan


def tempo(**how: object) -> Tempo:
    match = table(cards=CARDS, **how)  # type: ignore[arg-type]
    assert isinstance(match.state, WatchState)
    return Tempo(match.state, 0)


def test_long_before_the_ring_a_club_spends_one_token_a_turn() -> None:
    for seed in range(12):
        match = table(pawns=(3, 8, 5), cards=CARDS, now=seed * 10_000)
        act = plan_of(match, "club", seed).act
        assert isinstance(act, Move)
        assert act.spend == 1


def test_when_it_may_ring_a_club_pays_for_its_order() -> None:
    match = table(pawns=(3, 7, 5), cards=CARDS, now=5 * MINUTE, tokens=[30, 30], rings_at=330_000)
    act = plan_of(match, "club").act
    assert isinstance(act, Move)
    assert act.spend > 1


@pytest.mark.parametrize("seats", [2, 4])
def test_games_between_clubs_end_by_the_ring(seats: int) -> None:
    game = find("watch")
    match = new(game, seats=seats, seed=21 + seats)
    bots = {seat: make_bot(game, "club", seat, seeded(seat)) for seat in range(seats)}
    play(match, bots, seeded(1), 2_000)
    assert match.outcome is not None
    assert match.outcome.how == "timer"


def test_it_may_ring_a_fifth_before_or_after_the_set_time() -> None:
    early = tempo(now=3 * MINUTE)
    assert early.urgency == 0
    assert early.price() == 900
    soon = tempo(now=4 * MINUTE + 30_000)
    assert 0 < soon.urgency < 1_000
    late = tempo(now=5 * MINUTE + 55_000, rings_at=360_000)
    assert late.urgency > soon.urgency
    assert late.cycles < soon.cycles


def test_with_all_tokens_spent_there_is_still_a_card_to_choose() -> None:
    for level in ("novice", "club", "expert"):
        match = table(pawns=(4, 7, 5), cards=CARDS, phase="exchange", now=280_000, tokens=[0, 0])
        assert plan_of(match, level).act is not None


def test_tokens_to_spare_are_cheap_and_the_last_ones_are_dear() -> None:
    rich = tempo(now=4 * MINUTE + 50_000, tokens=[40, 40])
    poor = tempo(now=4 * MINUTE + 50_000, tokens=[3, 40])
    assert rich.price() < poor.price() == 900


def test_cards_are_inferred_from_what_others_bring_about_and_undo() -> None:
    beliefs = Beliefs(2, 1)
    beliefs.pawns = [4, 3, 1]
    beliefs.moved(1, BLUE, 5, False)
    made = card(BLUE, GREEN, ORANGE)
    assert beliefs.weights[1][made] == MADE
    assert beliefs.weights[1][MINE] == UNDONE
    assert beliefs.weights[0] == [EVEN] * 6, "that says nothing about anybody else"
    beliefs.swapped(1, 5)
    assert beliefs.weights[5][made] == MADE, "what is believed of a card goes with it"


def test_a_move_that_was_forced_says_nothing() -> None:
    beliefs = Beliefs(2, 1)
    beliefs.pawns = [4, 3, 1]
    beliefs.moved(1, BLUE, 5, True)
    assert beliefs.weights == [[EVEN] * 6] * 6


def test_believed_cards_are_drawn_more_often_and_known_ones_stay() -> None:
    match = table(cards=CARDS)
    assert isinstance(match.state, WatchState)
    beliefs = Beliefs(2, 1)
    liked = CARDS[3]
    for _ in range(4):
        beliefs.weigh(1, liked, MADE)
    rng = seeded(3)
    draws = [beliefs.draw(match.state, 1 << MINE, rng) for _ in range(200)]
    assert all(cards[0] == MINE and sorted(cards) == list(range(6)) for cards in draws)
    assert sum(cards[1] == liked for cards in draws) > 80


def test_an_order_that_no_single_step_undoes_is_firm() -> None:
    assert weak_spots([9, 5, 1], 12) == 0
    assert weak_spots([5, 4, 1], 12) == 0, "the square ahead is taken"
    assert weak_spots([6, 4, 1], 12) == 0
    assert weak_spots([11, 5, 1], 12) == 1, "one step, and the first pawn is on RED and last"


def test_an_expert_is_the_same_with_the_same_seed_and_stops_when_told() -> None:
    match = table(pawns=(3, 7, 5), cards=CARDS, now=5 * MINUTE, rings_at=330_000)
    one, other = plan_of(match, "expert", 5), plan_of(match, "expert", 5)
    assert (one.after, one.act.to_json()) == (other.after, other.act.to_json())  # type: ignore[union-attr]
    assert plan_of(match, "expert", rounds=1).act is not None


def test_an_expert_does_not_search_while_it_cannot_ring() -> None:
    asked: list[None] = []

    class Counting(Budget):
        def is_spent(self) -> bool:
            asked.append(None)
            return len(asked) == 9

    for now, searches in ((MINUTE, False), (5 * MINUTE, True)):
        match = table(pawns=(3, 7, 5), cards=CARDS, now=now, rings_at=330_000)
        bot = make_bot(match.game, "expert", 0, seeded(1))
        asked.clear()
        bot.plan(Seen(match.game, match.state, 0, Counting(), match.options))
        assert len(asked) == (9 if searches else 0)


def test_a_novice_takes_its_order_when_it_sees_it_and_does_not_always_look() -> None:
    match = table(pawns=(5, 6, 1), cards=CARDS)
    acts = [plan_of(match, "novice", seed).act for seed in range(40)]
    wanted = {"act": "move", "pawn": GREEN, "spend": 2}
    takes = sum(act is not None and act.to_json() == wanted for act in acts)
    assert 20 < takes < 40


@pytest.mark.parametrize("level", ["novice", "club", "expert"])
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"pawns": (9, 4, 1), "phase": "exchange"}, "Your card names the order"),
        ({"pawns": (5, 6, 1), "tokens": [2, 0]}, "brings about the order on your card"),
    ],
)
def test_every_level_says_why(level: str, how: dict[str, object], why: str) -> None:
    match = table(cards=CARDS, **how)  # type: ignore[arg-type]
    plans = [plan_of(match, level, seed) for seed in range(6)]
    assert all(plan.why for plan in plans)
    assert any(why in plan.why for plan in plans)


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("novice", 3_000, 9_000), ("club", 2_000, 7_000), ("expert", 2_000, 7_000)],
)
def test_hands_take_as_long_as_they_are_said_to(level: str, least: int, most: int) -> None:
    match = table(pawns=(3, 8, 5), cards=CARDS, turn_seconds=60)
    taken = [plan_of(match, level, seed).after for seed in range(60)]
    assert least <= min(taken) < least + 1_500
    assert most - 1_500 < max(taken) <= most


def test_who_would_lose_at_the_ring_hurries_and_who_would_win_does_not() -> None:
    def takes(level: str, cards: list[int], now: int, phase: str = "move") -> tuple[int, int]:
        where = {"pawns": (8, 5, 4), "now": now, "phase": phase}
        match = table(cards=cards, rings_at=330_000, turn_seconds=60, **where)  # type: ignore[arg-type]
        taken = [plan_of(match, level, seed).after for seed in range(60)]
        return min(taken), max(taken)

    theirs = [CARDS[1], MINE, *CARDS[2:]]
    for level in ("club", "expert"):
        least, most = takes(level, theirs, 5 * MINUTE)
        assert 1_400 <= least < 2_000
        assert 3_400 < most <= 4_000
        assert takes(level, CARDS, 5 * MINUTE)[1] > 5_000, "the order is its own"
        assert takes(level, theirs, MINUTE)[1] > 5_000, "it cannot ring yet"
        assert takes(level, theirs, 5 * MINUTE, "exchange")[1] > 5_000, "an exchange needs thought"
    assert takes("novice", theirs, 5 * MINUTE)[1] > 5_000
