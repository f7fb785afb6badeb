"""WA-E, WA-O, WA-P: the ring, the order, the win, matches and the options of the relative."""

import pytest

import sandtable
from sandtable import BadOption, Refused
from sandtable.games.watch.state import matching_card, placing
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

G, B, O = 0, 1, 2  # noqa: E741


def outcome(match: sandtable.Match) -> tuple[list[int], list[int], str]:
    assert match.outcome is not None
    return match.outcome.winners, match.outcome.scores, match.outcome.how


def test_WA_E1_the_ring_stops_the_game_in_the_middle_of_a_turn() -> None:
    match = table(pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], now=1_000, rings_at=8_000)
    events = match.advance(to=20_000)
    assert kinds(events) == ["rang"]
    assert events[0].at == match.now == 8_000
    assert outcome(match) == ([0], [1, 0], "timer")


def test_WA_E1_in_the_middle_of_an_exchange_too() -> None:
    match = table(pawns=(9, 4, 1), cards=[1, 0, 2, 3, 4, 5], phase="exchange", rings_at=2_000)
    match.advance(to=2_000)
    assert outcome(match)[0] == [1]


def test_WA_E1_unspent_tokens_count_for_nothing() -> None:
    match = table(pawns=(9, 5, 1), cards=[1, 0, 2, 3, 4, 5], tokens=[45, 1], rings_at=2_000)
    match.advance(to=2_000)
    assert outcome(match) == ([1], [0, 1], "timer")


def test_WA_E1_the_ring_comes_before_a_turn_that_runs_out_and_before_an_act() -> None:
    match = table(pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], now=1_000, rings_at=11_000)
    assert kinds(match.advance(to=11_000)) == ["rang"]
    with pytest.raises(Refused) as refusal:
        match.act(0, move(GREEN, 1))
    assert refusal.value.rule == "ST-2"


@pytest.mark.parametrize(
    ("pawns", "order"),
    [
        ((9, 5, 1), [G, B, O]),
        ((9, 1, 5), [G, O, B]),
        ((1, 9, 5), [B, O, G]),
        ((0, 9, 5), [B, O, G]),
        ((11, 0, 10), [G, O, B]),
    ],
)
def test_WA_E2_furthest_along_from_red_is_first_and_red_is_last(
    pawns: tuple[int, int, int], order: list[int]
) -> None:
    assert placing(list(pawns)) == order


def test_WA_E3_a_pawn_that_arrives_on_red_is_the_last_one() -> None:
    match = table(pawns=(10, 5, 1))
    assert match.view(None)["order"] == [GREEN, BLUE, ORANGE]
    match.act(0, move(GREEN, 2))
    assert match.view(None)["order"] == [BLUE, ORANGE, GREEN]


def test_WA_E3_a_pawn_that_crosses_red_is_the_last_one() -> None:
    match = table(pawns=(10, 5, 3))
    match.act(0, move(GREEN, 4))
    assert match.view(None)["order"] == [BLUE, ORANGE, GREEN]


def test_WA_E3_and_overtakes_again_by_running_past() -> None:
    match = table(pawns=(10, 5, 3), tokens=[20, 20])
    match.act(0, move(GREEN, 8))
    assert match.view(None)["order"] == [GREEN, BLUE, ORANGE]


@pytest.mark.parametrize("pawns", [(10, 5, 3), (0, 0, 0), (0, 0, 7), (4, 11, 1)])
def test_WA_E2_whoever_is_to_move_is_told_the_order_after_every_move(
    pawns: tuple[int, int, int],
) -> None:
    match = table(pawns=pawns, tokens=[20, 20])
    seen = match.view(0)
    moves = [act.to_json() for act in match.legal(0)]
    assert len(moves) > 30
    for act in moves:
        match = table(pawns=pawns, tokens=[20, 20])
        match.act(0, act)
        told = seen["order_after"][act["pawn"]][act["spend"] - 1]
        assert match.view(None)["order"] == told, act


def test_WA_E2_nobody_else_is_told_the_order_after_a_move() -> None:
    match = table(pawns=(10, 5, 3))
    assert match.view(1)["order_after"] is None
    assert match.view(None)["order_after"] is None
    match.act(0, move(GREEN, 6))  # to square 4, which is yellow
    assert match.view(0)["phase"] == "exchange"
    assert match.view(0)["order_after"] is None


def test_WA_E4_the_holder_of_the_card_that_names_the_order_wins() -> None:
    for winner, cards in ((0, [3, 0, 1]), (1, [0, 3, 1]), (2, [0, 1, 3])):
        rest = [c for c in range(6) if c not in cards]
        match = table(seats=3, pawns=(1, 9, 5), cards=cards + rest, rings_at=2_000)
        match.advance(to=2_000)
        assert outcome(match)[0] == [winner]


def test_WA_E4_if_the_card_lies_aside_nobody_wins_and_all_play_again() -> None:
    match = table(pawns=(9, 5, 1), cards=[1, 2, 0, 3, 4, 5], rings_at=2_000, tokens=[9, 3])
    rang = told(match.advance(to=2_000), "rang")
    assert (rang["winner"], rang["again"]) == (None, True)
    assert match.outcome is None
    assert match.active() == []
    assert kinds(match.advance(by=5_000)) == ["dealt"]
    view = match.view(None)
    assert view["tokens"] == [45, 45]
    assert view["pawns"] == {"green": 0, "blue": 0, "orange": 0}
    assert view["turn"] == 0


def test_WA_E4_cards_are_shuffled_afresh() -> None:
    dealt = set()
    for n in range(30):
        match = sandtable.new("watch", seats=2, seed=n, options={"break_seconds": 0})
        while not match.over and "dealt" not in kinds(match.advance(to=match.alarm)):
            pass
        if not match.over:
            dealt.add(str(match.dump()["position"]["table"]["cards"]))
    assert len(dealt) > 10


def test_WA_E4_all_cards_lie_open_in_the_break_and_nobody_acts() -> None:
    match = table(pawns=(9, 5, 1), cards=[1, 2, 0, 3, 4, 5], rings_at=2_000)
    match.advance(to=2_000)
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert view["hands"] == [[[GREEN, ORANGE, BLUE]], [[BLUE, GREEN, ORANGE]]]
        assert None not in view["aside"]
    with pytest.raises(Refused) as refusal:
        match.act(0, move(GREEN, 1))
    assert refusal.value.rule == "WA-E4"


def test_WA_E4_without_a_break_the_next_game_begins_at_once() -> None:
    match = table(pawns=(9, 5, 1), cards=[1, 2, 0, 3, 4, 5], rings_at=2_000, break_seconds=0)
    assert kinds(match.advance(to=2_000)) == ["rang", "dealt"]
    assert match.active() == [0]


@pytest.mark.parametrize("pawns", [(0, 0, 0), (0, 0, 5), (7, 0, 0)])
def test_WA_E5_pawns_that_share_red_have_no_order(pawns: tuple[int, int, int]) -> None:
    assert matching_card(list(pawns)) == -1
    match = table(pawns=pawns, cards=[0, 1, 2, 3, 4, 5], rings_at=2_000)
    assert told(match.advance(to=2_000), "rang")["winner"] is None
    assert match.outcome is None


def test_WA_E5_two_on_red_have_no_place_and_the_third_is_first() -> None:
    assert placing([0, 0, 5]) == [O, -1, -1]


def test_WA_E6_the_last_token_rings_the_timer() -> None:
    match = table(pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], tokens=[1, 0])
    events = match.act(0, move(ORANGE, 1))
    assert kinds(events) == ["moved", "rang"]
    assert told(events, "rang")["why"] == "tokens"
    assert outcome(match) == ([0], [1, 0], "tokens")


def test_WA_E6_the_exchange_of_the_last_token_comes_first() -> None:
    match = table(pawns=(9, 3, 1), cards=[1, 0, 2, 3, 4, 5], tokens=[1, 0])
    assert kinds(match.act(0, move(BLUE, 1))) == ["moved"]
    assert kinds(match.act(0, exchange(1))) == ["exchanged", "rang"]
    assert outcome(match)[0] == [0]


def test_WA_E6_also_when_the_table_spends_it() -> None:
    match = table(pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], tokens=[1, 0])
    assert kinds(match.advance(by=10_000)) == ["moved", "rang"]


def test_WA_O1_a_match_has_as_many_games_as_players_and_a_point_for_each_win() -> None:
    match = table(
        pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], rings_at=2_000, play="match", break_seconds=0
    )
    rang = told(match.advance(to=2_000), "rang")
    assert (rang["winner"], rang["points"]) == (0, [1, 0])
    assert match.outcome is None
    assert match.view(None)["game"] == 2


def test_WA_O1_the_most_points_win_the_match() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        game=2,
        points=[1, 0],
    )
    match.advance(to=2_000)
    assert outcome(match)[:2] == ([0], [2, 0])


def test_WA_O1_equal_points_share_the_match() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        game=2,
        points=[0, 1],
    )
    match.advance(to=2_000)
    assert outcome(match)[:2] == ([0, 1], [1, 1])


def test_WA_O1_a_game_nobody_won_is_repeated_and_does_not_count() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[1, 2, 0, 3, 4, 5],
        rings_at=2_000,
        play="match",
        game=2,
        points=[1, 0],
    )
    match.advance(to=2_000)
    assert match.outcome is None
    assert match.view(None)["game"] == 2
    assert match.view(None)["first"] == 0


def test_WA_O1_the_start_passes_clockwise_from_game_to_game() -> None:
    match = table(
        seats=3,
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        break_seconds=0,
        turn=2,
    )
    match.advance(to=2_000)
    assert match.active() == [1]


@pytest.mark.parametrize(("seats", "each", "aside"), [(2, 3, 0), (3, 2, 0)])
def test_WA_O2_several_cards_each(seats: int, each: int, aside: int) -> None:
    match = sandtable.new("watch", seats=seats, seed=1, options={"cards": "several"})
    view = match.view(0)
    assert [len(hand) for hand in view["hands"]] == [each] * seats
    assert None not in view["hands"][0]
    assert view["hands"][1] == [None] * each
    assert len(view["aside"]) == aside


def test_WA_O2_is_for_two_or_three_players() -> None:
    with pytest.raises(BadOption, match="WA-O2"):
        sandtable.new("watch", seats=4, options={"cards": "several"})


def test_WA_O2_any_of_the_cards_wins() -> None:
    match = table(pawns=(9, 5, 1), cards=[4, 5, 0, 1, 2, 3], cards_each="several", rings_at=2_000)
    match.advance(to=2_000)
    assert outcome(match)[0] == [0]


def test_WA_O2_an_exchange_names_the_own_card_and_one_unseen() -> None:
    match = table(pawns=(2, 6, 9), cards=[0, 1, 2, 3, 4, 5], cards_each="several")
    match.act(0, move(GREEN, 2))
    acts = [act.to_json() for act in match.legal(0)]
    assert acts[1:] == [exchange(1, take, give) for give in range(3) for take in range(3)]
    match.act(0, exchange(1, take=2, give=1))
    assert match.dump()["position"]["table"]["cards"] == [0, 5, 2, 3, 4, 1]
    assert match.view(0)["hands"][1] == [None, None, [GREEN, ORANGE, BLUE]]


def test_WA_P1_whose_turn_it_is_at_the_ring_cannot_win() -> None:
    for bell, winner in (("source", 0), ("published", None)):
        match = table(pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], rings_at=2_000, turn=0, bell=bell)
        assert match.view(0)["winner"] is None
        assert told(match.advance(to=2_000), "rang")["winner"] == winner
        assert match.view(1)["winner"] == match.view(None)["winner"] == winner
        assert match.view(None)["winning_card"] == (None if winner is None else 0)


def test_WA_E4_the_view_says_which_of_several_cards_won() -> None:
    # The order is green, blue, orange.
    for place, holder in enumerate([0, 0, 0, 1, 1, 1]):
        cards = [card(GREEN, ORANGE, BLUE), card(BLUE, ORANGE, GREEN), card(BLUE, GREEN, ORANGE)]
        cards += [card(ORANGE, GREEN, BLUE), card(ORANGE, BLUE, GREEN)]
        cards.insert(place, card(GREEN, BLUE, ORANGE))
        match = table(pawns=(9, 5, 1), cards=cards, rings_at=2_000, cards_each="several")
        assert match.view(None)["winning_card"] is None
        match.advance(to=2_000)
        seen = match.view(None)
        assert (seen["winner"], seen["winning_card"]) == (holder, place % 3)


def test_WA_P1_the_others_can() -> None:
    match = table(
        pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], rings_at=2_000, turn=1, bell="published"
    )
    match.advance(to=2_000)
    assert outcome(match)[0] == [0]


def test_WA_P1_after_the_last_token_it_is_the_turn_of_who_spent_it() -> None:
    match = table(
        pawns=(9, 5, 1), cards=[0, 1, 2, 3, 4, 5], tokens=[1, 0], turn=0, bell="published"
    )
    assert told(match.act(0, move(ORANGE, 1)), "rang")["winner"] is None


def test_WA_P2_a_point_for_every_pawn_in_the_place_of_the_card() -> None:
    # The order is green, blue, orange. Seat 0 has all three right, seat 1 one, seat 2 none.
    match = table(
        seats=3,
        pawns=(9, 5, 1),
        cards=[
            card(GREEN, BLUE, ORANGE),
            card(GREEN, ORANGE, BLUE),
            card(BLUE, ORANGE, GREEN),
            card(BLUE, GREEN, ORANGE),
            card(ORANGE, GREEN, BLUE),
            card(ORANGE, BLUE, GREEN),
        ],
        rings_at=2_000,
        play="match",
        scoring="ranks",
    )
    assert told(match.advance(to=2_000), "rang")["points"] == [3, 1, 0]
    assert match.outcome is None


def test_WA_P2_the_first_to_ten_wins_the_match() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
        game=9,
        points=[7, 8],
    )
    match.advance(to=2_000)
    assert outcome(match)[:2] == ([0], [10, 9])


def test_WA_P2_nine_points_do_not_win() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
        game=9,
        points=[6, 2],
    )
    match.advance(to=2_000)
    assert match.outcome is None


def test_WA_P2_with_a_tie_at_the_top_they_play_on() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
        game=9,
        points=[8, 10],
    )
    assert told(match.advance(to=2_000), "rang")["points"] == [11, 11]
    assert match.outcome is None


def test_WA_P2_pawns_that_share_red_give_no_points() -> None:
    match = table(
        pawns=(7, 0, 0),
        cards=[0, 2, 1, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
    )
    rang = told(match.advance(to=2_000), "rang")
    assert (rang["order"], rang["winner"], rang["points"]) == (None, None, [1, 0])


def test_WA_P2_a_game_in_which_pawns_share_red_counts() -> None:
    match = table(
        pawns=(0, 0, 0),
        cards=[0, 2, 1, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
        break_seconds=0,
    )
    events = match.advance(to=2_000)
    assert told(events, "rang")["points"] == [0, 0]
    assert (told(events, "dealt")["game"], told(events, "dealt")["first"]) == (2, 1)


def test_WA_P2_who_is_barred_by_the_bell_scores_nothing() -> None:
    match = table(
        pawns=(7, 0, 0),
        cards=[0, 1, 2, 3, 4, 5],
        rings_at=2_000,
        play="match",
        scoring="ranks",
        bell="published",
    )
    # Both cards put green first; it is the turn of seat 0.
    assert told(match.advance(to=2_000), "rang")["points"] == [0, 1]


def test_WA_P2_needs_a_match() -> None:
    with pytest.raises(BadOption, match="WA-P2"):
        sandtable.new("watch", seats=2, options={"scoring": "ranks"})


def test_WA_P2_the_best_of_several_cards_counts() -> None:
    match = table(
        pawns=(9, 5, 1),
        cards=[1, 0, 3, 2, 4, 5],
        cards_each="several",
        rings_at=2_000,
        play="match",
        scoring="ranks",
    )
    assert told(match.advance(to=2_000), "rang")["points"] == [3, 1]


def test_keeping_ends_the_turn() -> None:
    match = table(pawns=(2, 6, 9))
    match.act(0, move(GREEN, 2))
    match.act(0, KEEP)
    assert match.active() == [1]
