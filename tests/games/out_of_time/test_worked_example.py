"""The example in the rules of Out of Time (rules.md), step by step."""

import pytest

from sandtable import Match, Refused
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    NOW,
    RED,
    card,
    cubes_of,
    give_back,
    glass,
    kinds,
    listed,
    move,
    stand_up,
    table,
    told,
)

ADA, BEN = 0, 1


def at_one_minute() -> Match:
    """Ben has just moved to space 4, which Ada wanted too."""
    match = table(
        *(glass(0), glass(3, 20_000), glass(2), glass(5, 20_000), glass(16), glass(17)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[[RED, GREEN], [], []],
        turned=[5, 8, 14],
    )
    match.act(BEN, move(2, 4))
    return match


def minute(match: Match) -> int:
    """Milliseconds since 1:00.0."""
    return match.now - NOW


def knocked_at_four_seconds() -> Match:
    match = at_one_minute()
    match.advance(by=4_000)
    events = match.act(ADA, move(0, 4))
    assert kinds(events) == ["knocked_over"]
    assert told(events, "knocked_over")["left"] == 26_000
    return match


def test_the_example_of_OT_K2_to_OT_K5() -> None:
    match = at_one_minute()
    match.advance(by=200)
    with pytest.raises(Refused, match="OT-M6"):
        match.act(ADA, move(0, 4))

    match = knocked_at_four_seconds()
    assert cubes_of(match, ADA) == [RED, GREEN]
    assert match.view(None)["glasses"][0]["space"] == 0
    match.advance(by=1_000)
    with pytest.raises(Refused, match=r"OT-K2: .*stand it up first"):
        match.act(ADA, move(0, 7))

    match.advance(by=500)
    events = match.act(ADA, stand_up(2))
    assert told(events, "stood_up")["runs_out_at"] - NOW == 31_500
    assert told(events, "must_give_back")["choose_by"] - NOW == 10_500
    assert match.view(None)["glasses"][2]["protected_until"] - NOW == 10_500

    match.advance(by=1_500)
    assert minute(match) == 7_000
    match.act(ADA, move(0, 7))
    match.advance(by=1_000)
    match.act(ADA, give_back(RED))
    assert cubes_of(match, ADA) == [GREEN]


def test_OT_K3_had_the_culprit_left() -> None:
    match = knocked_at_four_seconds()
    match.advance(by=2_999)
    assert stand_up(2) not in listed(match, BEN)
    match.advance(by=1)
    assert minute(match) == 7_000
    match.act(BEN, stand_up(2))
    events = match.advance(by=5_000)
    assert told(events, "gave_back")["colour"] == GREEN
    assert cubes_of(match, ADA) == [RED]
