"""TC-E: the last turns, the score, ties, and the ends of tables that get nowhere."""

import pytest

import sandtable
from sandtable import Match
from sandtable.engine.outcome import Outcome
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    card,
    deliver,
    home,
    kinds,
    state_of,
    table,
    told,
    travel,
    worth,
)

CORNER = ("Timbuktu", PRESENT)
ONES, TWOS, THREES = worth(1), worth(2), worth(3)
LAST = next(name for name in TWOS if home(name) == ("Cusco", PRESENT))


def outcome(match: Match) -> Outcome:
    assert match.outcome is not None
    return match.outcome


def about_to_end(seats: int = 2, turn: int = 0, **more: object) -> Match:
    """The player to act has three cards delivered and the fourth in hand, at its home."""
    pawns = [CORNER] * seats
    pawns[turn] = home(LAST)
    hands: list[list[str]] = [[] for _ in range(seats)]
    hands[turn] = [LAST]
    delivered: list[list[str]] = [[] for _ in range(seats)]
    delivered[turn] = ONES[:3]
    position = {"pawns": pawns, "hands": hands, "delivered": delivered, **more}
    return table(seats=seats, turn=turn, **position)  # type: ignore[arg-type]


def test_TC_E1_the_fourth_card_brings_one_more_turn_for_everyone_else() -> None:
    match = about_to_end(seats=4, turn=1)
    events = match.act(1, deliver(LAST))
    assert told(events, "last_turns")["seat"] == 1
    assert match.view(None)["ender"] == 1
    order = []
    while match.outcome is None:
        (seat,) = match.active()
        order.append(seat)
        match.act(seat, END_TURN)
    assert order == [1, 2, 3, 0]
    assert outcome(match).how == "delivered"


def test_TC_E1_the_turn_of_the_fourth_card_is_finished_first() -> None:
    match = about_to_end()
    match.act(0, deliver(LAST))
    assert match.active() == [0]
    assert match.view(None)["actions_left"] == 2
    events = match.act(0, END_TURN)
    assert told(events, "turn_began")["last"]


def test_TC_E1_a_fifth_card_in_that_turn_counts() -> None:
    twin = next(name for name in (*ONES, *THREES) if home(name) == home(LAST))
    match = about_to_end(hands=[[LAST, twin]])
    events = match.act(0, deliver(LAST))
    assert "last_turns" in kinds(events)
    events = match.act(0, deliver(twin))
    assert "last_turns" not in kinds(events)
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    assert len(outcome(match).breakdown[0]["cards"]) == 5


def test_TC_E1_a_fourth_card_of_another_player_changes_nothing() -> None:
    theirs = next(name for name in THREES if home(name)[1] == PAST)
    match = about_to_end(
        seats=3,
        pawns=[home(LAST), home(theirs), CORNER],
        hands=[[LAST], [theirs]],
        delivered=[ONES[:3], ONES[3:6]],
    )
    match.act(0, deliver(LAST))
    match.act(0, END_TURN)
    events = match.act(1, deliver(theirs))
    assert "last_turns" not in kinds(events)
    assert match.view(None)["ender"] == 0
    match.act(1, END_TURN)
    assert match.outcome is None
    match.act(2, END_TURN)
    assert outcome(match).scores == [5, 6, 0]
    assert outcome(match).winners == [1]


def test_TC_E1_three_cards_end_nothing() -> None:
    match = about_to_end(delivered=[ONES[:2]])
    events = match.act(0, deliver(LAST))
    assert "last_turns" not in kinds(events)
    assert match.view(None)["ender"] is None


def test_TC_E1_tiles_flip_in_the_last_turn_too() -> None:
    match = about_to_end()
    match.act(0, deliver(LAST))
    match.act(0, END_TURN)
    state_of(match).cubes[0:2] = [0, 3]
    state_of(match).supply[1] -= 3
    match.act(1, END_TURN)
    assert outcome(match).scores == [5, -1]


def ended(**position: object) -> Outcome:
    """The outcome of a table at which the last of the last turns passes without an action."""
    match = table(turn=1, ender=0, **position)  # type: ignore[arg-type]
    match.act(1, END_TURN)
    return outcome(match)


def test_TC_E2_the_score_is_points_less_tokens_with_its_breakdown() -> None:
    result = ended(delivered=[[*ONES[:2], TWOS[0], THREES[0]], THREES[1:3]], minus=[2, 7])
    assert result.scores == [7 - 2, 6 - 7]
    assert result.winners == [0]
    assert result.breakdown[0] == {
        "cards": [
            {"name": name, "points": points}
            for name, points in zip([*ONES[:2], TWOS[0], THREES[0]], (1, 1, 2, 3), strict=True)
        ],
        "points": 7,
        "minus": 2,
        "chaos_tiles": 0,
        "cubes_left": 12,
    }


def test_TC_E3_a_tie_goes_to_the_fewest_chaos_tiles_of_ones_colour() -> None:
    result = ended(
        delivered=[ONES[:4], TWOS[:2]],
        chaos={("Kyoto", PAST): [0, 1], ("Kyoto", PRESENT): [0], ("Kyoto", FUTURE): [0]},
    )
    assert result.scores == [4, 4]
    assert result.winners == [1]
    assert [entry["chaos_tiles"] for entry in result.breakdown] == [3, 1]


def test_TC_E3_then_to_the_most_cubes_in_the_supply() -> None:
    result = ended(
        delivered=[ONES[:4], TWOS[:2]],
        cubes={("Kyoto", PAST): [1], ("Kyoto", PRESENT): [1, 0]},
    )
    assert result.winners == [0]
    assert [entry["cubes_left"] for entry in result.breakdown] == [11, 10]


def test_TC_E3_chaos_counts_before_cubes() -> None:
    result = ended(
        delivered=[ONES[:4], TWOS[:2]],
        chaos={("Kyoto", PAST): [0], ("Kyoto", PRESENT): [0], ("Kyoto", FUTURE): [0]},
        supply=[9, 2],
    )
    assert result.winners == [1]


def test_TC_E3_then_the_win_is_shared() -> None:
    result = ended(delivered=[ONES[:4], TWOS[:2]], cubes={("Kyoto", PAST): [0, 1]})
    assert result.winners == [0, 1]


def test_TC_E3_among_three_only_the_best_share() -> None:
    match = table(seats=3, turn=2, ender=0, delivered=[ONES[:4], TWOS[:2], ONES[4:6]])
    match.act(2, END_TURN)
    assert outcome(match).winners == [0, 1]


def test_TC_E3_points_count_before_everything() -> None:
    result = ended(
        delivered=[ONES[:4], THREES[:2]],
        chaos={("Kyoto", PAST): [1], ("Lisbon", PAST): [1]},
        supply=[12, 0],
    )
    assert result.winners == [1]


def test_TC_E4_a_grabbed_card_is_known_to_its_holder_alone() -> None:
    top = card(PRESENT, "Hobart", FUTURE)
    match = table(top={PRESENT: [top]})
    (event,) = match.act(0, GRAB)
    assert event.told(0) is not None
    for viewer in (1, None):
        heard = event.told(viewer)
        assert heard is not None
        assert "card" not in heard
        assert heard["era"] == PRESENT
        assert match.view(viewer)["hands"][0] == [{"found": PRESENT, "known": False, "card": None}]
    assert match.view(0)["hands"][0][0]["card"]["name"] == top


def test_TC_E4_a_searched_card_stays_known_to_all() -> None:
    match = table()
    (event,) = match.act(0, {"act": "search", "slot": 0, "pay": "cube"})
    name = told([event], "searched")["card"]
    for viewer in (0, 1, None):
        assert match.view(viewer)["hands"][0][0]["card"]["name"] == name


def test_TC_E4_no_view_tells_what_lies_in_a_deck() -> None:
    match = table()
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert view["decks"] == {PAST: 15, PRESENT: 15, FUTURE: 15}
        hidden = [name for era in (PAST, PRESENT, FUTURE) for name in deck(match, era)]
        assert not any(name in str(view) for name in hidden)


def deck(match: Match, era: str) -> list[str]:
    return list(match.dump()["position"]["table"]["decks"][era])


def emptied(**position: object) -> Match:
    """All decks and open cards gone. With the printed numbers no real game gets there: hands and
    deliveries hold 24 cards at most before the end; so the cards are simply taken away."""
    match = table(**position)  # type: ignore[arg-type]
    state = state_of(match)
    state.left = [0, 0, 0]
    state.open_cards = [-1] * 9
    return match


def test_TC_E5_a_round_without_an_action_and_without_cards_ends_the_game() -> None:
    match = emptied(seats=3, delivered=[ONES[:2], ONES[2:3]])
    match.act(0, END_TURN)
    match.act(1, END_TURN)
    assert match.outcome is None
    match.act(2, END_TURN)
    assert outcome(match).how == "idle"
    assert outcome(match).scores == [2, 1, 0]
    assert outcome(match).winners == [0]


def test_TC_E5_any_action_begins_the_round_anew() -> None:
    match = emptied()
    match.act(0, END_TURN)
    match.act(1, travel("Montreal"))
    match.act(1, END_TURN)
    match.act(0, END_TURN)
    assert match.outcome is None
    match.act(1, END_TURN)
    assert outcome(match).how == "idle"


@pytest.mark.parametrize("where", ["deck", "open"])
def test_TC_E5_while_one_card_is_left_the_game_goes_on(where: str) -> None:
    match = emptied()
    if where == "deck":
        state_of(match).left[2] = 1
    else:
        state_of(match).open_cards[4] = 20
    for _ in range(4):
        (seat,) = match.active()
        match.act(seat, END_TURN)
    assert match.outcome is None


def pass_turns(match: Match, turns: int) -> None:
    for _ in range(turns):
        if match.outcome is None:
            (seat,) = match.active()
            match.act(seat, END_TURN)


def test_TC_E6_eight_rounds_without_a_delivery_end_the_game() -> None:
    match = table(delivered=[ONES[:1], TWOS[:1]])
    pass_turns(match, 15)
    assert match.outcome is None
    assert match.view(None)["rounds_since_delivery"] == 7
    pass_turns(match, 1)
    assert outcome(match).how == "stalled"
    assert outcome(match).winners == [1]


def test_TC_E6_a_table_of_the_first_rules_waits_for_twenty_rounds() -> None:
    match = sandtable.new(sandtable.find("time-of-chaos", 1), seats=2, seed=1)
    for _ in range(2):
        (seat,) = match.active()
        match.act(seat, match.legal(seat)[0])
    pass_turns(match, 39)
    assert match.outcome is None
    pass_turns(match, 1)
    assert outcome(match).how == "stalled"


def test_TC_E6_travelling_about_does_not_help() -> None:
    match = table(since_delivery=15)
    match.act(0, travel("Cusco"))
    match.act(0, END_TURN)
    assert outcome(match).how == "stalled"


def test_TC_E6_a_delivery_begins_the_count_anew() -> None:
    match = about_to_end(delivered=[ONES[:1]], since_delivery=15)
    match.act(0, deliver(LAST))
    match.act(0, END_TURN)
    assert match.outcome is None
    pass_turns(match, 15)
    assert match.outcome is None
    pass_turns(match, 1)
    assert outcome(match).how == "stalled"


def test_TC_E6_the_last_turns_are_played_to_their_end() -> None:
    match = about_to_end(seats=3, since_delivery=23)
    match.act(0, deliver(LAST))
    pass_turns(match, 2)
    assert match.outcome is None
    pass_turns(match, 1)
    assert outcome(match).how == "delivered"


@pytest.mark.parametrize(("rounds", "turns"), [(5, 10), (None, None)])
def test_TC_E6_a_table_chooses_how_long_it_waits(rounds: int | None, turns: int | None) -> None:
    match = table(stall_rounds=rounds)
    pass_turns(match, 300)
    assert (match.outcome is None) == (turns is None)
    if turns is not None:
        assert len(match.entries) == turns


def test_after_the_end_nothing_is_possible() -> None:
    match = table(turn=1, ender=0, delivered=[ONES[:4]])
    match.act(1, END_TURN)
    assert match.active() == []
    assert match.legal(0) == match.legal(1) == []
    assert match.alarm is None
    with pytest.raises(sandtable.Refused, match="ST-2"):
        match.act(0, GRAB)


def test_the_end_is_told_with_winners_and_scores() -> None:
    match = table(turn=1, ender=0, delivered=[ONES[:4]])
    assert told(match.act(1, END_TURN), "game_ended") == {
        "event": "game_ended",
        "at": 1_000,
        "how": "delivered",
        "winners": [0],
        "scores": [4, 0],
    }
