"""TS-A11: ships that arrive at one planet too close together to tell."""

import pytest

from sandtable import Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    DONE,
    FORFEIT,
    GREY,
    NOW,
    deliver,
    first,
    fly,
    give,
    kinds,
    legal,
    lift,
    mat,
    put_out,
    table,
    told,
)

SMALL = {seat: {"E": ("station", 2)} for seat in (1, 2, 3)}


def bound(*runs_out: int | None, **changes: object) -> Match:
    """Four seats; 1, 2 and 3 are bound for planet-0 with a blue and a grey good on E.

    Seat 0 has a blue order, worth 3, and a grey one, worth 1.
    """
    visitors = {nth + 1: left for nth, left in enumerate(runs_out) if left is not None}
    asked: dict[str, object] = {
        "seats": 4,
        "buildings": {seat: {"E": ("station", 2)} for seat in visitors},
        "goods": {seat: {"E": [BLUE, GREY]} for seat in visitors},
        "orders": {0: {"A": [(BLUE, 3)], "B": [(GREY, 1)]}},
        "ships": dict.fromkeys(visitors, "planet-0"),
        "timers": {seat: {"ship": left} for seat, left in visitors.items()},
        **changes,
    }
    return table(**asked)  # type: ignore[arg-type]


def line(match: Match) -> dict[str, object] | None:
    found: dict[str, object] | None = match.view(None)["planets"][0]["line"]
    return found


def test_TS_A11_a_ship_alone_fills_at_once() -> None:
    match = bound(0, 201)
    assert kinds(match.act(1, lift("ship"))) == ["lifted"]
    assert line(match) is None
    match.act(1, deliver(BLUE, "E"))


def test_TS_A11_a_ship_waits_while_another_could_come_within_the_imperceptible_time() -> None:
    match = bound(0, 200)
    events = match.act(1, lift("ship"))
    assert kinds(events) == ["lifted", "in_line"]
    assert legal(match, 1, "deliver", "forfeit") == [FORFEIT]
    with pytest.raises(Refused, match="TS-A11"):
        match.act(1, deliver(BLUE, "E"))
    with pytest.raises(Refused, match="TS-A11"):
        match.act(1, DONE)


def test_TS_A11_beyond_that_time_the_earlier_is_first() -> None:
    match = bound(0, 0)
    match.act(1, lift("ship"))
    assert "fills" not in kinds(match.advance(by=200))
    events = match.advance(by=1)
    assert told(events, "fills") == {
        "event": "fills",
        "at": NOW + 201,
        "host": 0,
        "visitor": 1,
        "how": "alone",
    }
    match.act(2, lift("ship"))
    assert line(match) is None
    match.act(1, deliver(BLUE, "E"))
    assert legal(match, 2, "deliver") == [deliver(GREY, "E")]


def test_TS_A11_within_that_time_the_owner_decides() -> None:
    match = bound(0, 0)
    match.act(1, lift("ship"))
    match.advance(by=200)
    events = match.act(2, lift("ship"))
    assert kinds(events) == ["lifted", "in_line", "too_close"]
    assert told(events, "too_close")["visitors"] == [1, 2]
    assert told(events, "too_close")["until"] == NOW + 200 + 8_000
    assert legal(match, 0, "first") == [first(1), first(2)]
    assert legal(match, 1, "deliver") == legal(match, 2, "deliver") == []
    events = match.act(0, first(2))
    assert told(events, "fills")["how"] == "chosen"
    assert legal(match, 1, "deliver") == []
    match.act(2, deliver(BLUE, "E"))
    events = match.act(2, DONE)
    assert told(events, "fills")["visitor"] == 1
    assert legal(match, 1, "deliver") == [deliver(GREY, "E")]


def test_TS_A11_a_silent_owner_leaves_it_to_the_earlier() -> None:
    match = bound(0, 0)
    match.act(2, lift("ship"))
    match.advance(by=50)
    match.act(1, lift("ship"))
    assert kinds(match.advance(by=7_999)) == []
    events = match.advance(by=1)
    assert (told(events, "fills")["visitor"], told(events, "fills")["how"]) == (2, "silent")


def test_TS_A11_at_one_and_the_same_millisecond_too() -> None:
    match = bound(0, 0, imperceptible_ms=0)
    match.act(2, lift("ship"))
    events = match.act(1, lift("ship"))
    assert told(events, "too_close")["visitors"] == [2, 1]


def test_TS_A11_imperceptible_ms_is_an_option() -> None:
    match = bound(0, 0, imperceptible_ms=1_000)
    match.act(1, lift("ship"))
    match.advance(by=1_000)
    assert "too_close" in kinds(match.act(2, lift("ship")))
    match = bound(0, 0, imperceptible_ms=0)
    match.act(1, lift("ship"))
    match.advance(by=1)
    assert "too_close" not in kinds(match.act(2, lift("ship")))


def test_TS_A11_three_ships_are_asked_about_when_none_can_follow() -> None:
    match = bound(0, 0, 0)
    match.act(1, lift("ship"))
    match.advance(by=10)
    assert kinds(match.act(2, lift("ship"))) == ["lifted", "in_line"]
    match.advance(by=10)
    events = match.act(3, lift("ship"))
    assert told(events, "too_close")["visitors"] == [1, 2, 3]
    match.act(0, first(3))
    match.act(3, deliver(BLUE, "E"))
    events = match.act(3, DONE)
    assert told(events, "too_close")["visitors"] == [1, 2]
    events = match.act(0, first(2))
    assert kinds(events) == ["fills"]
    # The last order goes, so that the third has nothing to wait for.
    events = match.act(2, deliver(GREY, "E"))
    assert kinds(events) == ["delivered", "gave", "finished", "finished"]
    assert line(match) is None


def test_TS_A11_only_those_who_came_together_can_be_named() -> None:
    match = bound(0, 0, 5_000)
    with pytest.raises(Refused, match=r"TS-A11.*No visitors"):
        match.act(0, first(1))
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.advance(by=5_000)
    assert kinds(match.act(3, lift("ship"))) == ["lifted", "in_line"]
    assert legal(match, 0, "first") == [first(1), first(2)]
    with pytest.raises(Refused, match=r"TS-A11.*together"):
        match.act(0, first(3))
    with pytest.raises(Refused, match=r"TS-A11.*No visitors"):
        match.act(1, first(2))


def test_TS_A11_who_comes_while_the_owner_thinks_waits_behind() -> None:
    match = bound(
        0,
        0,
        5_000,
        goods={s: {"E": [BLUE]} for s in (1, 2, 3)},
        buildings={0: {"C": ("blue plant", 3)}, **SMALL},
        orders={0: {"C": [(BLUE, 3)] * 2 + [(BLUE, 2)]}},
    )
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.advance(by=5_000)
    event = told(match.act(3, lift("ship")), "in_line")
    assert event["why"] == "behind"
    match.act(0, first(2))
    assert legal(match, 3, "deliver") == legal(match, 1, "deliver") == []
    match.act(2, deliver(BLUE, "E"))
    events = match.act(0, give(BLUE, 3, "C"))
    # Those two came five seconds apart: there is nothing to decide between them.
    assert [e.told(None)["visitor"] for e in events if e.NAME == "fills"] == [1, 3]  # type: ignore[index]
    assert line(match) is None
    assert legal(match, 1, "deliver") == legal(match, 3, "deliver") != []


@pytest.mark.parametrize("early", [True, False])
def test_TS_A11_who_came_later_waits_only_while_two_who_came_together_are_there(
    early: bool,
) -> None:
    """Seats 1 and 2 came together; 1 fills and 2 gives up. Seat 3 came five seconds later."""
    match = bound(0, 0, 5_000, orders=BLUES)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(1))
    match.advance(by=5_000)
    for act in (lift("ship"), None) if early else (None, lift("ship")):
        match.act(2, FORFEIT) if act is None else match.act(3, act)
    assert legal(match, 3, "deliver") == legal(match, 1, "deliver") == [deliver(BLUE, "E")]
    assert line(match) is None


@pytest.mark.parametrize("early", [True, False])
def test_TS_A11_who_came_too_close_to_one_who_fills_waits_for_it(early: bool) -> None:
    """Seats 1 and 2 came together, and 2 is named. Seat 3 comes too close to 2, but not to 1."""
    match = bound(0, 150, 300, orders=BLUES)
    match.act(1, lift("ship"))
    match.advance(by=150)
    match.act(2, lift("ship"))
    match.act(0, first(2))
    match.advance(by=150)
    for act in (lift("ship"), None) if early else (None, lift("ship")):
        match.act(1, FORFEIT) if act is None else match.act(3, act)
    assert legal(match, 3, "deliver") == []
    assert (line(match) or {})["filling"] == 2
    assert told(match.act(2, FORFEIT), "fills")["visitor"] == 3


def test_TS_A11_lifting_a_moment_earlier_is_never_worse() -> None:
    """Two wait for a choice, a second apart. The later one may fill as soon as one who lifts the
    moment after the choice."""
    for early in (True, False):
        match = choosing(1_000, 2_000)
        match.advance(by=1_000)
        match.act(2, lift("ship"))
        match.advance(by=1_000)
        for act in (lift("ship"), None) if early else (None, lift("ship")):
            match.act(0, give(BLUE, 1, "B")) if act is None else match.act(3, act)
        assert legal(match, 3, "deliver") == [deliver(BLUE, "E")]
        assert legal(match, 2, "deliver") == [deliver(BLUE, "E")]


def test_TS_A11_the_first_has_as_long_as_the_owner_had_before_the_next_goes() -> None:
    match = bound(0, 0)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    assert kinds(match.advance(by=7_999)) == []
    events = match.advance(by=1)
    assert (told(events, "fills")["visitor"], told(events, "fills")["how"]) == (1, "next")
    assert legal(match, 2, "deliver") == legal(match, 1, "deliver")


def test_TS_A11_one_who_gives_up_waiting_leaves_the_other_alone() -> None:
    match = bound(0, 0)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    events = match.act(1, FORFEIT)
    assert kinds(events) == ["finished", "fills"]
    assert line(match) is None
    assert mat(match, 1)["hand"] is None
    match.act(2, deliver(BLUE, "E"))


def test_TS_A11_one_who_gives_up_in_the_window_leaves_no_line() -> None:
    match = bound(0, 0)
    match.act(1, lift("ship"))
    match.act(1, FORFEIT)
    assert line(match) is None
    assert match.alarm != NOW + 201


def test_TS_A11_one_who_gives_up_behind_changes_nothing_for_the_first() -> None:
    match = bound(0, 0, 0)
    for seat in (1, 2, 3):
        match.act(seat, lift("ship"))
    match.act(0, first(2))
    assert kinds(match.act(1, FORFEIT)) == ["finished"]
    assert line(match) == {
        "stage": "filling",
        "due": NOW + 8_000,
        "waiting": [3],
        "together": [],
        "filling": 2,
    }


def test_TS_A11_a_ship_with_nothing_to_fill_waits_for_nobody() -> None:
    match = bound(0, 0, goods={2: {"E": [BLUE]}})
    assert kinds(match.act(1, lift("ship"))) == ["lifted", "finished"]


def test_TS_A11_the_owner_may_put_out_orders_and_play_on_meanwhile() -> None:
    match = bound(0, 0, timers={0: {"G": 0}, 1: {"ship": 0}, 2: {"ship": 0}})
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, lift("G"))
    match.act(0, put_out(BLUE, 2, "C"))
    match.act(0, fly("moon-0"))
    assert legal(match, 0, "first") == [first(1), first(2)]


def test_TS_A11_at_different_planets_nobody_waits() -> None:
    match = bound(
        0,
        0,
        ships={1: "planet-0", 2: "planet-3"},
        orders={0: {"A": [(BLUE, 1)]}, 3: {"A": [(BLUE, 1)]}},
    )
    assert kinds(match.act(1, lift("ship"))) == ["lifted"]
    assert kinds(match.act(2, lift("ship"))) == ["lifted"]


def test_TS_A11_only_the_one_who_fills_first_is_waited_for() -> None:
    """An earlier visitor who is still there and finishes changes nothing for those in line."""
    match = bound(0, 0, 0)
    match.act(3, lift("ship"))
    match.advance(by=201)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    assert kinds(match.act(3, FORFEIT)) == ["finished"]
    assert legal(match, 1, "deliver") == []
    assert told(match.act(2, FORFEIT), "fills")["visitor"] == 1


BLUES = {0: {"A": [(BLUE, 3)], "B": [(BLUE, 1)], "C": [(BLUE, 2)], "D": [(BLUE, 2)]}}


def choosing(*runs_out: int | None, **changes: object) -> Match:
    """Seat 1 has delivered, and the owner of the planet chooses among four blue orders."""
    asked: dict[str, object] = {"orders": BLUES, **changes}
    match = bound(0, *runs_out, **asked)
    match.act(1, lift("ship"))
    events = match.act(1, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "owner_asked", "finished"]
    return match


def test_TS_A11_who_comes_while_an_order_is_being_chosen_waits_for_that_choice() -> None:
    match = choosing(1_000)
    match.advance(by=1_000)
    events = match.act(2, lift("ship"))
    assert kinds(events) == ["lifted", "in_line"]
    assert told(events, "in_line")["why"] == "choice"
    assert line(match) == {
        "stage": "choice",
        "due": NOW + 8_000,
        "waiting": [2],
        "together": [],
        "filling": None,
    }
    assert legal(match, 2, "deliver", "forfeit") == [FORFEIT]
    with pytest.raises(Refused, match="TS-A11"):
        match.act(2, deliver(BLUE, "E"))
    events = match.act(0, give(BLUE, 1, "B"))
    assert (told(events, "fills")["visitor"], told(events, "fills")["how"]) == (2, "next")
    assert line(match) is None
    match.act(2, deliver(BLUE, "E"))


def test_TS_A11_silence_ends_that_wait_too() -> None:
    match = choosing(1_000)
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    events = match.advance(to=NOW + 8_000)
    assert kinds(events) == ["gave", "took_bonus", "fills"]
    assert legal(match, 2, "deliver") == [deliver(BLUE, "E")]


def test_TS_A11_who_waits_for_a_choice_may_forfeit() -> None:
    match = choosing(1_000)
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    assert kinds(match.act(2, FORFEIT)) == ["finished"]
    assert line(match) is None
    assert kinds(match.act(0, give(BLUE, 1, "B"))) == ["gave", "took_bonus"]


def test_TS_A11_two_who_come_together_meanwhile_are_asked_about_after_the_choice() -> None:
    match = choosing(1_000, 1_000)
    match.advance(by=1_000)
    match.act(3, lift("ship"))
    match.act(2, lift("ship"))
    assert legal(match, 0, "first") == []
    events = match.act(0, give(BLUE, 1, "B"))
    assert told(events, "too_close")["visitors"] == [3, 2]
    assert told(match.act(0, first(2)), "fills")["visitor"] == 2


def test_TS_A11_after_the_choice_another_may_still_come_too_close_to_tell() -> None:
    """Seat 2 lifted 50 ms before the choice was made, and seat 3 can still lift within 200 ms."""
    match = choosing(1_000, 1_150)
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.advance(by=50)
    assert kinds(match.act(0, give(BLUE, 1, "B"))) == ["gave", "took_bonus"]
    assert (line(match) or {})["stage"] == "window"
    match.advance(by=100)
    events = match.act(3, lift("ship"))
    assert told(events, "too_close")["visitors"] == [2, 3]


def test_TS_A11_the_next_in_line_waits_for_the_choice_of_the_firsts_order() -> None:
    match = bound(0, 0, orders=BLUES)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    events = match.act(2, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "owner_asked", "finished"]
    assert (line(match) or {})["stage"] == "choice"
    assert legal(match, 1, "deliver") == []
    match.advance(by=3_000)
    events = match.act(0, give(BLUE, 2, "D"))
    assert told(events, "fills")["visitor"] == 1
    assert legal(match, 1, "deliver") == [deliver(BLUE, "E")]


def test_TS_A11_when_the_firsts_time_is_over_the_next_still_waits_for_its_choice() -> None:
    match = bound(0, 0, orders=BLUES, goods={1: {"E": [BLUE]}, 2: {"E": [BLUE, BLUE]}})
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    match.advance(by=5_000)
    match.act(2, deliver(BLUE, "E"))
    assert kinds(match.advance(to=NOW + 8_000)) == []
    assert line(match) == {
        "stage": "choice",
        "due": NOW + 13_000,
        "waiting": [1],
        "together": [],
        "filling": None,
    }
    events = match.advance(to=NOW + 13_000)
    assert kinds(events) == ["gave", "took_bonus", "fills"]


def test_TS_A11_a_visitor_who_was_there_already_waits_for_the_choice_as_well() -> None:
    """Both came a second apart, and nobody was in line; then one of them delivers."""
    match = bound(0, 1_000, orders=BLUES, goods={1: {"E": [BLUE, BLUE]}, 2: {"E": [BLUE]}})
    match.act(1, lift("ship"))
    match.advance(by=1_000)
    match.act(2, lift("ship"))
    match.act(2, deliver(BLUE, "E"))
    assert legal(match, 1, "deliver", "forfeit", "done") == [FORFEIT]
    assert mat(match, 1)["hand"]["waits"] is True
    with pytest.raises(Refused, match=r"TS-A11.*choosing"):
        match.act(1, deliver(BLUE, "E"))
    match.act(0, give(BLUE, 1, "B"))
    assert legal(match, 1, "deliver") == [deliver(BLUE, "E")]
    match.act(1, deliver(BLUE, "E"))
    assert legal(match, 1, "deliver", "done") == [deliver(BLUE, "E"), DONE]


def test_TS_A11_the_time_of_the_first_does_not_run_while_it_has_to_wait_for_a_choice() -> None:
    """Seat 3 came earlier; it delivers while 1 and 2 are in line and 2 may fill."""
    match = bound(0, 0, 0, orders=BLUES)
    match.act(3, lift("ship"))
    match.advance(by=201)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(0, first(2))
    match.advance(by=3_000)
    match.act(3, deliver(BLUE, "E"))
    assert (line(match) or {})["due"] == NOW + 201 + 3_000 + 8_000 + 8_000
    assert legal(match, 2, "deliver") == []
    match.advance(by=2_000)
    match.act(0, give(BLUE, 1, "B"))
    assert (line(match) or {})["due"] == NOW + 201 + 5_000 + 8_000
    assert legal(match, 2, "deliver") == [deliver(BLUE, "E")]
    assert legal(match, 1, "deliver") == []


def test_TS_A11_named_first_while_the_owner_still_chooses_for_another() -> None:
    match = bound(
        0, 0, 0, orders=BLUES, goods={1: {"E": [BLUE]}, 2: {"E": [BLUE]}, 3: {"E": [BLUE, BLUE]}}
    )
    match.act(3, lift("ship"))
    match.advance(by=201)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.act(3, deliver(BLUE, "E"))
    match.act(0, first(2))
    assert legal(match, 2, "deliver") == []
    assert (line(match) or {})["due"] == NOW + 201 + 8_000 + 8_000
    match.act(0, give(BLUE, 1, "B"))
    assert legal(match, 2, "deliver") == [deliver(BLUE, "E")]


def test_TS_A11_a_visitor_who_comes_again_waits_for_the_choice_of_its_own_order() -> None:
    match = bound(
        0,
        orders=BLUES,
        timer_seconds=5,
        owner_seconds=20,
        goods={1: {"E": [BLUE], "F": [BLUE]}},
    )
    match.act(1, lift("ship"))
    match.act(1, deliver(BLUE, "E"))
    match.act(1, DONE)
    match.act(1, fly("planet-0"))
    match.advance(by=5_000)
    assert told(match.act(1, lift("ship")), "in_line")["why"] == "choice"
    assert legal(match, 1, "deliver") == []
    assert kinds(match.act(0, give(BLUE, 1, "B"))) == ["gave", "took_bonus", "fills"]
    match.act(1, deliver(BLUE, "F"))


def test_TS_A10_who_waits_in_line_is_bound_by_the_same_time() -> None:
    match = bound(0, 0, orders=BLUES, owner_seconds=20)
    match.act(1, lift("ship"))
    match.act(2, lift("ship"))
    match.advance(by=20_000)
    assert legal(match, 2, "deliver") == []
    events = match.advance(to=NOW + 30_000)
    assert [(event.told(None)["seat"], event.told(None)["why"]) for event in events] == [  # type: ignore[index]
        (1, "late"),
        (2, "late"),
    ]
    assert line(match) is None
