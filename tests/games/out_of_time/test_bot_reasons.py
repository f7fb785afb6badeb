"""Reasons: what is said to whoever asks why."""

from typing import Any

from sandtable import Match
from sandtable.games.out_of_time.bot_reasons import reason, reason_to_wait
from sandtable.games.out_of_time.parts import COLOURS
from tests.games.out_of_time.build import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    card,
    fallen,
    give_back,
    glass,
    move,
    place,
    placing,
    stand_up,
    state_of,
    table,
)
from tests.games.out_of_time.scenes import knocked, stood

NEARLY = [RED, GREEN, GREEN, BLUE, BLUE]


def why(match: Match, act: dict[str, Any], seat: int = 0) -> str:
    return reason(state_of(match), seat, match.game.act_from_json(act))


def four(cubes: list[str], **more: Any) -> Match:
    """Seat 0 can move its glass on 3 next to the one on 4; it collects red, green and blue."""
    return table(
        *(glass(4, 10_000), glass(3), glass(18), glass(17)),
        *(glass(11), glass(15), glass(16), glass(12)),
        cards=[card(RED, GREEN, BLUE)],
        cubes=[cubes, [], [], []],
        **more,
    )


def test_the_last_cube_of_a_card() -> None:
    assert why(four(NEARLY), move(1, 0, RED)) == "The red cube fills your card."
    third = four(NEARLY, scored=[2, 0, 0, 0])
    assert why(third, move(1, 0, RED)) == "The red cube fills your last card, and you win."


def test_a_cube_and_what_can_follow_it() -> None:
    # The glass leaves green 3, where the other one can go.
    two = "This gets you a red cube, and your other glass can take a green cube next to it."
    assert why(four([]), move(1, 0, RED)) == two
    twice = four([GREEN, GREEN, BLUE, BLUE])
    state_of(twice).tiles[1] = COLOURS.index(RED)
    assert why(twice, move(1, 0, RED)) == (
        "This gets you a red cube, and your other glass can take another red one next to it."
    )
    alone = "This gets you a red cube that your card needs."
    assert why(four([GREEN, GREEN, BLUE, BLUE]), move(1, 0, RED)) == alone


def test_a_cube_that_is_owed() -> None:
    owing = four([], owed=[1, 0, 0, 0])
    assert why(owing, move(1, 0, RED)) == (
        "You owe a cube, and the red one you take there pays for it."
    )


def test_a_step_towards_a_cube_and_a_step_towards_nothing() -> None:
    # From 1 the other glass can go to red 0.
    assert why(four(NEARLY), move(1, 1)) == "From there your other glass can take a red cube."
    only_green = four([RED, RED, GREEN, BLUE, BLUE])
    assert why(only_green, move(1, 1)) == (
        "Nothing you need is near, so move on to where you will find more."
    )


def test_a_space_that_somebody_needs_to_win() -> None:
    match = table(
        *(glass(8), glass(9, 20_000), glass(14, 15_000), glass(18, 5_000)),
        *(glass(2), glass(1), glass(11), glass(6)),
        cards=[card(ORANGE, YELLOW, PURPLE), card(RED, GREEN, BLUE)],
        cubes=[[], NEARLY, [], []],
        scored=[0, 2, 0, 0],
    )
    assert why(match, move(0, 13)) == (
        "This blocks a space where somebody could take one of the last cubes they need to win."
    )


def test_fallen_glasses_and_what_they_cost() -> None:
    own = table(glass(0), fallen(1, 9_000, by=0), glass(18), glass(17))
    assert why(own, stand_up(1)) == "Stand your glass up, or its sand will never run out."
    assert why(knocked([RED, GREEN]), stand_up(2)) == (
        "You knocked this glass over, and can do nothing else until it stands."
    )
    # Its glasses stand on red 0 and green 3: no red space is next to them.
    due = stood([RED, GREEN])
    assert why(due, give_back(RED)) == (
        "One cube has to go back, and you can do without the red one for now."
    )
    near = stood([RED, ORANGE], cards=[card(RED, ORANGE, BLUE)])
    assert why(near, give_back(ORANGE)) == (
        "You are next to orange, so you can soon take that cube again."
    )


def test_where_to_begin() -> None:
    match = placing(4, cards=[card(RED, GREEN, BLUE)])
    assert why(match, place(0, RED)) == (
        "This corner gives you a red cube, and more of your colours lie next to it."
    )
    assert why(match, place(16)) == "Your colours lie next to this corner."


def test_why_to_wait() -> None:
    match = table(
        *(glass(3), glass(4, 29_000), glass(0, 500), glass(1, 25_000)),
        *(glass(13), glass(17), glass(6), glass(11)),
        cards=[card(RED, YELLOW, PURPLE)],
        cubes=[[YELLOW, YELLOW, PURPLE, PURPLE, RED], [], [], []],
    )
    assert reason_to_wait(state_of(match), 0) == (
        "The red space will soon be free, and is worth waiting for."
    )
    nothing = table(glass(0), glass(1, 9_000), glass(18), glass(17))
    assert reason_to_wait(state_of(nothing), 0) == (
        "No free space helps you, so wait until somebody moves."
    )
