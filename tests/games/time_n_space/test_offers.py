"""TS-A13: offers that bind nobody, which people and programs read."""

import pytest

from sandtable import Match, Refused
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    GREY,
    NOW,
    WITHDRAW,
    YELLOW,
    deliver,
    kinds,
    legal,
    lift,
    offer,
    table,
    told,
    turn_over,
)


def ready(**changes: object) -> Match:
    """Seat 0 has a blue good ready on a station."""
    return table(**{"goods": {0: {"E": [BLUE], "A": [GREY]}}, **changes})  # type: ignore[arg-type]


def test_TS_A13_an_offer_names_what_one_brings_and_what_the_other_puts_out() -> None:
    match = ready()
    events = match.act(0, offer(1, BLUE, GREY))
    assert told(events, "offered", 2) == {
        "event": "offered",
        "at": NOW,
        "seat": 0,
        "to": 1,
        "bring": BLUE,
        "put_out": GREY,
    }
    for viewer in (0, 1, 2, None):
        shown = match.view(viewer)["offers"]
        assert shown == [{"to": 1, "bring": BLUE, "put_out": GREY}, None, None]


def test_TS_A13_goods_that_are_ready_and_orders_that_are_left() -> None:
    gone = {1: {YELLOW: 6, BROWN: 6}}
    match = ready(put_away=gone)
    assert legal(match, 0, "offer") == [
        offer(1, BLUE, GREY),
        offer(1, BLUE, BLUE),
        *[offer(2, BLUE, colour) for colour in (GREY, YELLOW, BLUE, BROWN)],
    ]
    with pytest.raises(Refused, match=r"TS-A13.*ready"):
        match.act(0, offer(1, GREY, BLUE))
    with pytest.raises(Refused, match=r"TS-A13.*left"):
        match.act(0, offer(1, BLUE, YELLOW))
    for nobody in (0, -1, 3):
        with pytest.raises(Refused, match=r"TS-A13.*another"):
            match.act(0, offer(nobody, BLUE, GREY))


def test_TS_A13_it_binds_nobody() -> None:
    """After an offer everybody has the same acts as before, but for the offer itself."""
    match = ready()
    before = [legal(match, seat) for seat in range(3)]
    match.act(0, offer(1, BLUE, GREY))
    after = [legal(match, seat) for seat in range(3)]
    assert [act for act in after[0] if act != WITHDRAW] == [
        act for act in before[0] if act["act"] != "offer"
    ]
    assert after[1:] == before[1:]


def test_TS_A13_one_open_offer_and_it_may_be_withdrawn() -> None:
    match = ready()
    match.act(0, offer(1, BLUE, GREY))
    assert legal(match, 0, "offer", "withdraw") == [WITHDRAW]
    with pytest.raises(Refused, match=r"TS-A13.*withdraw"):
        match.act(0, offer(2, BLUE, GREY))
    events = match.act(0, WITHDRAW)
    assert told(events, "offer_closed")["why"] == "withdrawn"
    assert match.view(None)["offers"] == [None, None, None]
    with pytest.raises(Refused, match=r"TS-A13.*no offer"):
        match.act(0, WITHDRAW)


def test_TS_A13_a_new_offer_needs_a_timer_turned_over_since_the_last() -> None:
    match = ready()
    match.act(0, offer(1, BLUE, GREY))
    match.act(0, WITHDRAW)
    assert legal(match, 0, "offer") == []
    with pytest.raises(Refused, match=r"TS-A13.*Turn a timer"):
        match.act(0, offer(1, BLUE, GREY))
    match.act(0, turn_over("B"))
    match.act(0, offer(2, BLUE, GREY))


def at_planet(**changes: object) -> Match:
    return ready(
        **{
            "orders": {1: {"A": [(BLUE, 1)]}},
            "ships": {0: "planet-1"},
            "timers": {0: {"ship": 0}},
            **changes,
        }
    )


def test_TS_A13_bringing_what_was_promised_closes_the_offer() -> None:
    match = at_planet()
    match.act(0, offer(1, BLUE, GREY))
    match.act(0, lift("ship"))
    events = match.act(0, deliver(BLUE, "E"))
    assert told(events, "offer_closed")["why"] == "kept"
    assert match.view(None)["offers"][0] is None


def test_TS_A13_bringing_it_to_somebody_else_does_not() -> None:
    match = at_planet()
    match.act(0, offer(2, BLUE, GREY))
    match.act(0, lift("ship"))
    assert "offer_closed" not in kinds(match.act(0, deliver(BLUE, "E")))
    assert match.view(None)["offers"][0] is not None


def test_TS_A13_the_end_of_the_time_closes_all_offers() -> None:
    match = ready(due=NOW + 500, timers={1: {"A": 9_000}})
    match.act(0, offer(1, BLUE, GREY))
    match.advance(by=500)
    assert match.view(None)["offers"] == [None, None, None]
    with pytest.raises(Refused, match="TS-A13"):
        match.act(0, offer(1, BLUE, GREY))


def test_TS_A13_offers_keep_the_list_of_acts_short() -> None:
    match = ready(
        seats=4,
        buildings={0: {"E": ("station", 3), "F": ("station", 3)}},
        goods={0: {"E": [BLUE, GREY], "F": [YELLOW, BROWN]}},
    )
    assert len(legal(match, 0, "offer")) == 3 * 4 * 4
