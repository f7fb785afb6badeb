"""How much of a claimed lag is believed, after how many races of which outcome."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.match.parity import EXEMPT, MOST_BELIEVED, PROOFS, Parity

NEAR = 20.0


def lines(*round_trips: float | None) -> Parity:
    parity = Parity(len(round_trips))
    for seat, round_trip in enumerate(round_trips):
        parity.measured(seat, round_trip)
    return parity


def test_at_first_a_line_is_believed() -> None:
    parity = lines(140.0, NEAR)
    assert parity.believed == [140.0, 20.0]
    assert parity.worst == 140.0


def test_a_line_that_changes_is_noticed() -> None:
    parity = lines(140.0, NEAR)
    parity.measured(0, 130.0)
    assert parity.believed == [130.0, 20.0]


def test_what_a_line_has_proved_stays_proved() -> None:
    parity = lines(140.0, NEAR)
    for after in [60.0] * PROOFS + [500.0] * 5:
        parity.answered(0, after)
    assert parity.claimed == [60.0, NEAR]


def test_whoever_sits_down_has_a_line_of_their_own() -> None:
    """Until it is measured, nobody waits for the line of whoever sat there before."""
    parity = lines(140.0, NEAR)
    parity.change_sitter(0, "Mia")
    assert parity.believed == [0.0, 20.0]
    assert parity.worst == 20.0


@pytest.mark.policy("SP-A7")
def test_nobody_is_believed_more_than_the_most() -> None:
    parity = lines(900.0, NEAR)
    assert parity.claimed[0] == parity.worst == MOST_BELIEVED


def test_a_seat_without_a_line_is_left_out() -> None:
    parity = lines(140.0, None)
    parity.measured(0, None)
    assert parity.worst == 0.0


def test_winning_all_races_narrowly_costs_all_that_is_in_question() -> None:
    parity = lines(270.0, NEAR)
    for _ in range(12):
        parity.raced(0, 1, -30.0, 1.0)
    assert parity.believed == [20.0, 20.0]


def test_a_race_won_as_a_long_line_wins_it_costs_nothing() -> None:
    """With 120 ms more lag, somebody comes 120 ms later, and wins and loses in turn."""
    parity = lines(140.0, NEAR)
    for _ in range(20):
        parity.raced(0, 1, -90.0, 1.0)
        parity.raced(1, 0, 150.0, 1.0)
    assert parity.believed == [140.0, 20.0]


def test_losing_wins_trust_back() -> None:
    parity = lines(140.0, NEAR)
    for _ in range(6):
        parity.raced(0, 1, -10.0, 1.0)
    doubted = parity.believed[0]
    for _ in range(16):
        parity.raced(1, 0, parity.believed[0] + 60.0, 1.0)
    assert doubted < 60.0
    assert parity.believed[0] == 140.0


def test_what_all_have_is_not_in_question() -> None:
    parity = lines(25.0, 25.0)
    for _ in range(50):
        parity.raced(0, 1, 10.0, 1.0)
    assert parity.believed == [25.0, 25.0]


def test_only_so_much_is_not_in_question() -> None:
    parity = lines(250.0, 250.0)
    for _ in range(50):
        parity.raced(0, 1, 200.0, 1.0)
    assert parity.believed[0] <= EXEMPT + 20.0


def test_a_rival_who_is_gone_does_not_set_what_is_in_question() -> None:
    parity = lines(200.0, 5.0, 200.0)
    parity.measured(1, None)
    for _ in range(50):
        parity.raced(0, 2, 200.0, 1.0)
    assert parity.believed[0] >= EXEMPT


def test_acts_quicker_than_the_line_prove_it_shorter() -> None:
    parity = lines(270.0, NEAR)
    for after in (90.0, 60.0):
        parity.answered(0, after)
    assert parity.claimed[0] == 270.0, "what happens twice may be an accident"
    parity.answered(0, 75.0)
    assert parity.claimed[0] == 90.0
    assert PROOFS == 3


def test_a_proof_outlasts_the_line() -> None:
    parity = lines(270.0, NEAR)
    for _ in range(PROOFS):
        parity.answered(0, 60.0)
    parity.measured(0, None)
    parity.measured(0, 270.0)
    assert parity.believed[0] <= 60.0


def test_who_sits_down_next_begins_afresh() -> None:
    parity = found_out("ada")
    parity.change_sitter(0, "cyd")
    assert parity.worst == NEAR
    parity.measured(0, 140.0)
    assert parity.believed[0] == 140.0


def found_out(guest: str) -> Parity:
    """This guest, in seat 0, only pretends that the line is long, and has been found out."""
    parity = Parity(3)
    parity.change_sitter(0, guest)
    parity.measured(0, 140.0)
    parity.measured(1, NEAR)
    for _ in range(12):
        parity.raced(0, 1, -10.0, 1.0)
    for _ in range(PROOFS):
        parity.answered(0, 50.0)
    return parity


@pytest.mark.policy("SP-A7")
@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("between", ["cyd", None])
def test_who_comes_back_is_judged_by_what_they_did_before(between: str | None, seat: int) -> None:
    parity = found_out("ada")
    parity.change_sitter(0, None)
    if between is not None:
        parity.change_sitter(0, between)
        parity.change_sitter(0, None)
    parity.change_sitter(seat, "ada")
    parity.measured(seat, 140.0)
    assert parity.claimed[seat] == 50.0
    assert parity.believed[seat] == NEAR


def reaction(dice: random.Random) -> float:
    return max(120.0, dice.gauss(200, 25)) + dice.expovariate(1 / 50)


def play(
    parity: Parity,
    true: float,
    races: int,
    dice: random.Random,
    share: float = 1.0,
    react: Callable[[random.Random], float] = reaction,
    shadow: bool = False,
) -> float:
    """Races of seat 0, whose line is really `true` long, against an equal over 20 ms: its share.

    `shadow`: seat 0 tries in vain as soon as it hears that it lost, so as to be seen losing.
    """
    won = 0
    for _ in range(races):
        later = share * (true - NEAR) + react(dice) - react(dice)
        credit = share * (parity.believed[0] - parity.believed[1])
        if later < credit:
            won += 1
            if later >= -NEAR:  # else the other has heard of it before trying
                parity.raced(0, 1, -later, share)
        elif later - credit <= true:
            parity.raced(1, 0, later, share)
        elif shadow:
            parity.raced(1, 0, credit + true + dice.uniform(0, 200), share)
    return won / races


def share_of(claimed: float, true: float, **how: object) -> float:
    """Over 120 games as long as those of bench/fairness."""
    dice = random.Random(17)
    games = [play(lines(claimed, NEAR), true, 63, dice, **how) for _ in range(120)]  # type: ignore[arg-type]
    return sum(games) / len(games)


@pytest.mark.policy("SP-A7")
@pytest.mark.parametrize("share", [0.5, 1.0])
@pytest.mark.parametrize("true", [80.0, 140.0, 200.0, 300.0])
def test_an_honest_long_line_wins_about_half(true: float, share: float) -> None:
    """As docs/protocol.md promises, for races after news and for others."""
    assert 0.47 <= share_of(true, true, share=share) <= 0.53


@pytest.mark.policy("SP-A7")
@pytest.mark.parametrize("share", [0.5, 1.0])
@pytest.mark.parametrize("claimed", [140.0, 270.0])
def test_a_pretended_long_line_wins_hardly_more_than_half(claimed: float, share: float) -> None:
    assert share_of(claimed, NEAR, share=share) <= 0.55


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_small_lie_is_found_later_and_is_worth_little_more(share: float) -> None:
    assert share_of(80.0, NEAR, share=share) <= 0.55


@pytest.mark.parametrize("claimed", [80.0, 140.0, 270.0])
def test_being_seen_to_lose_on_purpose_gains_little(claimed: float) -> None:
    assert share_of(claimed, NEAR, shadow=True) <= 0.6


def test_other_spreads_of_reactions_do_as_well() -> None:
    def wide(dice: random.Random) -> float:
        return dice.uniform(200, 500)

    assert 0.44 <= share_of(140.0, 140.0, react=wide) <= 0.54
    assert share_of(270.0, NEAR, react=wide) <= 0.58


MOMENTS = st.floats(min_value=-2_000, max_value=2_000)
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("raced"), st.integers(0, 2), st.integers(1, 2), MOMENTS),
        st.tuples(st.just("measured"), st.integers(0, 2), st.just(0), st.floats(0, 5_000)),
        st.tuples(st.just("answered"), st.integers(0, 2), st.just(0), st.floats(0, 2_000)),
        st.tuples(st.just("gone"), st.integers(0, 2), st.just(0), st.just(0.0)),
        st.tuples(st.just("sits"), st.integers(0, 2), st.just(0), st.floats(0, 3)),
    ),
    max_size=40,
)


@given(EVENTS)
def test_whatever_happens_no_more_is_believed_than_was_measured(
    events: list[tuple[str, int, int, float]],
) -> None:
    parity = Parity(3)
    measured: list[float] = [0.0] * 3
    for what, seat, other, value in events:
        if what == "raced":
            parity.raced(seat, (seat + other) % 3, value, 1.0)
        elif what == "measured":
            parity.measured(seat, value)
            measured[seat] = value
        elif what == "answered":
            parity.answered(seat, value)
        elif what == "gone":
            parity.measured(seat, None)
            measured[seat] = 0.0
        else:
            parity.change_sitter(seat, None if value < 1 else f"guest {value:.0f}")
            measured[seat] = 0.0
        for one in range(3):
            assert 0.0 <= parity.believed[one] <= parity.claimed[one]
            assert parity.claimed[one] <= min(measured[one] + 0.5, MOST_BELIEVED)
        assert parity.worst == max(parity.believed)
