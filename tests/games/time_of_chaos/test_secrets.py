"""TC-E4: what a seat can and cannot know, and what it may imagine."""

from sandtable import Match
from sandtable.bots.playout import random_match
from sandtable.engine.rng import seeded
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.parts import CARD_COUNT, DECK_SIZE, NAMES
from sandtable.games.time_of_chaos.state import ChaosState
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    card,
    deliver,
    home,
    search,
    state_of,
    table,
)


def imagined(match: Match, seat: int, seed: int = 1) -> ChaosState:
    state = GAME.imagine(state_of(match), seat, seeded(seed))
    assert isinstance(state, ChaosState)
    return state


def names(cards: list[int]) -> list[str]:
    return [NAMES[number] for number in cards]


SECRET = card(PAST, "Kyoto", FUTURE)
TAKEN = card(PRESENT, "Kyoto", FUTURE)


def test_TC_E4_a_grabbed_card_may_be_any_unseen_card_of_its_deck() -> None:
    match = table(hands=[[SECRET], []])
    guesses = {imagined(match, 1, seed).hands[0][0] for seed in range(200)}
    state = state_of(match)
    seen = [number for number in range(DECK_SIZE) if state.is_known(number)]
    assert guesses == {number for number in range(DECK_SIZE) if number not in seen}


def test_TC_E4_a_card_taken_openly_is_imagined_where_it_is() -> None:
    match = table(hands=[[TAKEN, SECRET], []], known=[TAKEN])
    for seed in range(50):
        hand = names(imagined(match, 1, seed).hands[0])
        assert hand[0] == TAKEN
        assert hand[1] != TAKEN


def test_TC_E4_one_knows_ones_own_hand() -> None:
    match = table(hands=[[SECRET, TAKEN], []])
    for seed in range(50):
        state = imagined(match, 0, seed)
        assert names(state.hands[0]) == [SECRET, TAKEN]
        assert NAMES.index(SECRET) not in state.deck_of(0)


def test_TC_E4_open_and_delivered_cards_are_in_nobodys_hand_and_deck() -> None:
    laid = card(PAST, "Lisbon", FUTURE)
    match = table(hands=[[SECRET], []], delivered=[[], [laid]])
    public = state_of(match).known
    for seed in range(50):
        state = imagined(match, 1, seed)
        assert state.known == public
        hidden = [*state.hands[0], *(c for era in range(3) for c in state.deck_of(era))]
        assert not any(public >> number & 1 for number in hidden)
        assert names(state.delivered[1]) == [laid]


def test_TC_E4_a_secret_card_is_known_once_it_is_delivered() -> None:
    match = table(pawns=[home(SECRET), ("Kyoto", PRESENT)], hands=[[SECRET], [TAKEN]])
    match.act(0, deliver(SECRET))
    for seed in range(50):
        state = imagined(match, 1, seed)
        places = [*state.delivered[0], *state.hands[1], *(c for c in state.open_cards if c >= 0)]
        places += [c for era in range(3) for c in state.deck_of(era)]
        assert sorted(places) == list(range(CARD_COUNT))


def test_TC_E4_what_was_drawn_does_not_linger_in_an_imagined_deck() -> None:
    match = table()
    match.act(0, GRAB)
    match.act(0, search(0))
    state = imagined(match, 1)
    for era in range(3):
        rest = state.order[era * DECK_SIZE + state.left[era] : (era + 1) * DECK_SIZE]
        assert rest == [-1] * len(rest)


def test_TC_E4_imagining_depends_on_nothing_hidden() -> None:
    """Two tables that one seat cannot tell apart give the same imagined table."""
    other = card(PAST, "Hobart", FUTURE)
    opened = {PAST: [card(PAST, city, PRESENT) for city in ("Kyoto", "Lisbon", "Cusco")]}
    one = table(hands=[[SECRET], [TAKEN]], opened=opened)
    two = table(hands=[[other], [TAKEN]], opened=opened)
    assert one.view(1) == two.view(1)
    assert one.hash() != two.hash()
    for seed in range(20):
        assert GAME.dump(imagined(one, 1, seed)) == GAME.dump(imagined(two, 1, seed))


def test_TC_E4_an_imagined_table_looks_and_plays_the_same_to_who_imagines_it() -> None:
    for seed in range(12):
        match = random_match(GAME, 2 + seed % 3, seed, 40 + 9 * seed)
        for seat in range(match.seats):
            state = imagined(match, seat, seed)
            assert GAME.view(state, seat) == match.view(seat)
            assert GAME.view(state, None) == match.view(None)
            if not match.over:
                assert GAME.legal(state, seat) == match.legal(seat)
            again = GAME.imagine(state, seat, seeded(seed))
            assert GAME.dump(again) == GAME.dump(state)
            assert again.rng.dump() == state.rng.dump()


def test_TC_E4_the_next_grab_cannot_be_read_from_an_imagined_table() -> None:
    match = table(pawns=[("Kyoto", FUTURE), ("Kyoto", PRESENT)])
    real = match.dump()["position"]["table"]["decks"][FUTURE][0]
    tops = set()
    for seed in range(60):
        state = imagined(match, 0, seed)
        GAME.act(state, 0, GAME.act_from_json(GRAB))
        tops.add(names(state.hands[0])[0])
    assert real in tops
    assert len(tops) > 10


def test_TC_E4_hands_stay_secret_after_the_end() -> None:
    laid = [card(PAST, city, FUTURE) for city in ("Kyoto", "Lisbon", "Cusco", "Hobart")]
    held = card(PRESENT, "Hobart", PAST)
    match = table(turn=1, ender=0, delivered=[laid], hands=[[held]])
    match.act(1, END_TURN)
    assert match.over
    assert match.view(1)["hands"][0][0]["card"] is None
