"""WA-T: a turn."""

import pytest

import sandtable
from sandtable import Refused
from sandtable.engine.bot import Seen
from sandtable.engine.rng import seeded
from tests.games.watch.build import (
    BLUE,
    GREEN,
    KEEP,
    ORANGE,
    card,
    exchange,
    kinds,
    move,
    table,
    told,
)


def refused(match: sandtable.Match, seat: int, act: object, rule: str) -> None:
    """The act is refused by this rule and nothing has changed."""
    before = match.hash()
    with pytest.raises(Refused) as refusal:
        match.act(seat, act)
    assert refusal.value.rule == rule
    assert refusal.value.message
    assert match.hash() == before


def test_WA_T1_spending_n_tokens_moves_a_pawn_exactly_n_squares() -> None:
    match = table(tokens=[10, 10], pawns=(2, 6, 9))
    match.act(0, move(GREEN, 5))
    assert match.view(None)["pawns"] == {"green": 7, "blue": 6, "orange": 9}
    assert match.view(None)["tokens"] == [5, 10]


def test_WA_T1_turns_go_clockwise() -> None:
    match = sandtable.new("watch", seats=3, seed=1, options={"first": 1})
    order = []
    for pawn, n in ((GREEN, 1), (GREEN, 2), (BLUE, 1), (GREEN, 2), (ORANGE, 2)):
        order.append(match.active()[0])
        match.act(order[-1], move(pawn, n))
    assert order == [1, 2, 0, 1, 2]


def test_WA_T1_only_the_player_whose_turn_it_is_moves() -> None:
    refused(table(turn=0), 1, move(GREEN, 1), "WA-T1")


def test_WA_T1_a_move_costs_at_least_one_token() -> None:
    refused(table(), 0, move(GREEN, 0), "WA-T1")
    refused(table(), 0, move(GREEN, -3), "WA-T1")


def test_WA_T1_one_move_a_turn() -> None:
    match = table(pawns=(3, 0, 0), phase="exchange")
    refused(match, 0, move(GREEN, 1), "WA-T1")


def test_WA_T2_any_pawn_and_any_number_of_the_own_tokens() -> None:
    match = table(tokens=[7, 20], pawns=(1, 5, 9))
    moves = {(act.to_json()["pawn"], act.to_json()["spend"]) for act in match.legal(0)}
    free = {
        (pawn, n)
        for pawn, here, others in ((GREEN, 1, (5, 9)), (BLUE, 5, (1, 9)), (ORANGE, 9, (1, 5)))
        for n in range(1, 8)
        if (here + n) % 12 not in others
    }
    assert moves == free


def test_WA_T2_not_more_tokens_than_one_has() -> None:
    refused(table(tokens=[3, 20]), 0, move(GREEN, 4), "WA-T2")


def test_WA_T2_there_is_no_passing_while_one_has_tokens() -> None:
    match = table(tokens=[3, 20])
    assert {act.NAME for act in match.legal(0)} == {"move"}
    refused(match, 0, KEEP, "WA-T5")


def test_WA_T3_landing_on_a_pawn_is_refused() -> None:
    refused(table(pawns=(2, 6, 9)), 0, move(GREEN, 4), "WA-T3")


def test_WA_T3_passing_over_pawns_is_allowed() -> None:
    match = table(pawns=(2, 3, 5))
    match.act(0, move(GREEN, 7))
    assert match.view(None)["pawns"]["green"] == 9


def test_WA_T3_red_is_a_square_like_any_other_once_left() -> None:
    refused(table(pawns=(0, 10, 5)), 0, move(BLUE, 2), "WA-T3")


def test_WA_T3_at_the_start_they_share_red_but_nobody_returns_to_company() -> None:
    match = table(pawns=(0, 0, 0))
    refused(match, 0, move(GREEN, 12), "WA-T3")


def test_WA_T3_a_whole_lap_back_to_the_own_square_is_a_move() -> None:
    match = table(pawns=(3, 5, 9), tokens=[20, 20])
    match.act(0, move(GREEN, 12))
    assert match.view(None)["pawns"]["green"] == 3
    assert match.view(None)["tokens"] == [8, 20]


def test_WA_T4_a_player_without_tokens_is_passed_over() -> None:
    match = table(seats=3, tokens=[5, 0, 5], pawns=(1, 5, 9))
    match.act(0, move(GREEN, 1))
    assert match.active() == [2]


def test_WA_T4_the_only_one_with_tokens_plays_on_alone() -> None:
    match = table(seats=3, tokens=[5, 0, 0], pawns=(1, 5, 9))
    match.act(0, move(GREEN, 1))
    assert match.active() == [0]


def test_WA_T5_yellow_offers_every_exchange_and_keeping() -> None:
    match = table(seats=4, pawns=(2, 6, 9))
    match.act(0, move(GREEN, 2))
    assert match.active() == [0]
    acts = [act.to_json() for act in match.legal(0)]
    assert acts[0] == KEEP
    assert acts[1:] == [exchange(p) for p in (1, 2, 3)] + [exchange(None, n) for n in (0, 1)]


@pytest.mark.parametrize("square", [1, 2, 3, 5, 6, 7, 9, 10, 11, 0])
def test_WA_T5_other_squares_offer_none(square: int) -> None:
    start = (square - 1) % 12
    blue, orange = [free for free in (2, 6, 10, 7) if free not in (start, square)][:2]
    match = table(pawns=(start, blue, orange))
    match.act(0, move(GREEN, 1))
    assert match.active() == [1]


def test_WA_T5_the_exchange_swaps_the_two_cards_and_ends_the_turn() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5])
    match.act(0, move(GREEN, 2))
    match.act(0, exchange(1))
    assert match.dump()["position"]["table"]["cards"] == [1, 0, 2, 3, 4, 5]
    assert match.active() == [1]


def test_WA_T5_a_card_set_aside_can_be_taken() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5])
    match.act(0, move(GREEN, 2))
    match.act(0, exchange(None, 3))
    assert match.dump()["position"]["table"]["cards"] == [5, 1, 2, 3, 4, 0]


def test_WA_T5_it_is_optional() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5])
    match.act(0, move(GREEN, 2))
    assert kinds(match.act(0, KEEP)) == ["kept"]
    assert match.dump()["position"]["table"]["cards"] == [0, 1, 2, 3, 4, 5]
    assert match.active() == [1]


def test_WA_T5_each_of_the_two_is_told_the_card_received_and_nobody_else() -> None:
    match = table(seats=3, pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5])
    match.act(0, move(GREEN, 2))
    events = match.act(0, exchange(1))
    assert told(events, "exchanged", 0)["received"] == [GREEN, ORANGE, BLUE]
    assert told(events, "exchanged", 1)["given"] == [GREEN, BLUE, ORANGE]
    for viewer in (2, None):
        assert not {"received", "given"} & told(events, "exchanged", viewer).keys()
    assert "given" not in told(events, "exchanged", 0)
    assert "received" not in told(events, "exchanged", 1)


@pytest.mark.parametrize(
    "act",
    [
        exchange(0),
        exchange(2),
        exchange(-1),
        exchange(1, take=1),
        exchange(1, take=-1),
        exchange(1, give=1),
        exchange(1, give=-1),
        exchange(None, take=4),
    ],
)
def test_WA_T5_only_cards_that_are_there_are_exchanged(act: object) -> None:
    refused(table(pawns=(4, 6, 9), phase="exchange"), 0, act, "WA-T5")


def test_WA_T5_no_exchange_without_yellow() -> None:
    refused(table(pawns=(3, 6, 9)), 0, exchange(1), "WA-T5")


def test_WA_T6_what_an_exchange_taught_stays_known_wherever_the_card_goes() -> None:
    match = table(seats=3, pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5], tokens=[20, 20, 20])
    match.act(0, move(GREEN, 2))
    match.act(0, exchange(1))
    match.act(1, move(BLUE, 2))
    match.act(1, exchange(2))
    hands = match.view(0)["hands"]
    assert hands == [[[GREEN, ORANGE, BLUE]], [None], [[GREEN, BLUE, ORANGE]]]
    assert match.view(1)["hands"] == [
        [[GREEN, ORANGE, BLUE]],
        [[BLUE, GREEN, ORANGE]],
        [[GREEN, BLUE, ORANGE]],
    ]
    assert match.view(2)["hands"] == [[None], [[BLUE, GREEN, ORANGE]], [[GREEN, BLUE, ORANGE]]]
    assert match.view(None)["hands"] == [[None], [None], [None]]


def test_WA_T6_a_card_laid_aside_is_still_known_to_who_laid_it_there() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5])
    match.act(0, move(GREEN, 2))
    match.act(0, exchange(None, 0))
    assert match.view(0)["aside"] == [[GREEN, BLUE, ORANGE], None, None, None]
    assert match.view(1)["aside"] == [None] * 4


def test_WA_T6_imagined_tables_keep_what_a_seat_knows_and_vary_the_rest() -> None:
    match = table(seats=3, pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5], tokens=[20, 20, 20])
    match.act(0, move(GREEN, 2))
    match.act(0, exchange(1))
    seen = Seen(match.game, match.state, 0)
    imagined = [seen.imagine(seeded(n)) for n in range(200)]
    cards = [state.cards for state in imagined]  # type: ignore[attr-defined]
    assert all(c[:2] == [1, 0] for c in cards)
    assert {c[2] for c in cards} == {2, 3, 4, 5}


def test_WA_T7_at_the_end_of_a_turn_the_table_spends_one_token() -> None:
    match = table(pawns=(1, 5, 9), tokens=[10, 10])
    assert match.advance(by=9_999) == []
    moved = told(match.advance(by=1), "moved")
    assert (moved["seat"], moved["spent"], moved["forced"]) == (0, 1, True)
    assert match.view(None)["tokens"] == [9, 10]
    assert match.active() == [1]


def test_WA_T7_on_a_random_pawn_that_can_move() -> None:
    moved = set()
    for seed in range(40):
        match = sandtable.new("watch", seats=2, seed=seed, options={"first": 0})
        match.act(0, move(GREEN, 2))
        match.act(1, move(BLUE, 3))
        # Green cannot move one square: blue stands there.
        moved.add(told(match.advance(by=10_000), "moved")["pawn"])
    assert moved == {BLUE, ORANGE}


def test_WA_T7_without_an_exchange() -> None:
    # Green and blue have no free square before them, so orange moves, onto yellow.
    match = table(pawns=(3, 4, 5), tokens=[10, 10], yellow=[6, 9])
    moved = told(match.advance(by=10_000), "moved")
    assert (moved["pawn"], moved["to"], moved["on_yellow"]) == (ORANGE, 6, True)
    assert match.view(None)["phase"] == "move"
    assert match.active() == [1]


def test_WA_T7_an_unused_exchange_lapses() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5], tokens=[10, 10])
    match.advance(by=4_000)
    match.act(0, move(GREEN, 2))
    assert match.advance(by=5_999) == []
    events = match.advance(by=1)
    assert told(events, "kept")["timed_out"] is True
    assert match.view(None)["tokens"] == [8, 10]
    assert match.active() == [1]


def test_WA_T7_turn_seconds_is_an_option() -> None:
    match = table(pawns=(1, 5, 9), turn_seconds=3)
    assert match.advance(by=2_999) == []
    assert kinds(match.advance(by=1)) == ["moved"]


def test_WA_T7_each_turn_has_its_full_time() -> None:
    match = table(pawns=(1, 5, 9))
    match.advance(by=9_000)
    match.act(0, move(GREEN, 1))
    assert match.advance(by=9_999) == []
    assert kinds(match.advance(by=1)) == ["moved"]


def test_WA_T7_a_table_of_the_first_rules_has_fifteen_seconds() -> None:
    first = sandtable.find("watch", 1)
    match = sandtable.new(first, seats=2, seed=1)
    assert match.advance(by=14_999) == []
    assert kinds(match.advance(by=1)) == ["moved"]
    differing = [
        new.name
        for new, old in zip(sandtable.find("watch").OPTIONS, first.OPTIONS, strict=True)
        if new.schema() != old.schema()
    ]
    assert differing == ["turn_seconds"]


def test_the_card_helper_names_cards() -> None:
    assert card(GREEN, BLUE, ORANGE) == 0


def test_WA_T1_whoever_is_to_move_is_told_where_each_move_ends() -> None:
    match = table(pawns=(10, 5, 3), tokens=[20, 20])
    told = match.view(0)["lands_on"]
    assert {pawn: len(squares) for pawn, squares in told.items()} == {
        GREEN: 20,
        BLUE: 20,
        ORANGE: 20,
    }
    for act in [act.to_json() for act in match.legal(0)]:
        then = table(pawns=(10, 5, 3), tokens=[20, 20])
        then.act(0, act)
        assert then.view(None)["pawns"][act["pawn"]] == told[act["pawn"]][act["spend"] - 1]
    assert match.view(1)["lands_on"] is None
    assert match.view(None)["lands_on"] is None
