"""TS-A1 to TS-A6 and TS-A12: what the buildings, the moons and the research space do."""

import pytest

from sandtable import Match, Refused, load
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    DONE,
    FILL,
    FORFEIT,
    GREY,
    TAKE_TILE,
    UPGRADE,
    YELLOW,
    beam,
    build,
    fly,
    free,
    kinds,
    legal,
    lift,
    mat,
    put_out,
    spots,
    stage,
    supply,
    table,
    told,
    turn_over,
)


def test_TS_A1_a_plant_fills_its_empty_spots_from_the_supply() -> None:
    match = table(buildings={0: {"B": ("yellow plant", 3)}}, timers={0: {"B": 0}})
    match.act(0, lift("B"))
    match.act(0, FILL)
    match.act(0, FILL)
    assert spots(match, 0, "B") == [YELLOW, YELLOW, None]
    assert supply(match)[YELLOW] == 10
    match.act(0, FILL)
    assert (spots(match, 0, "B"), free(match, 0)) == ([YELLOW] * 3, 2)


def test_TS_A1_spots_may_be_left_empty() -> None:
    match = table(buildings={0: {"B": ("yellow plant", 3)}}, timers={0: {"B": 0}})
    match.act(0, lift("B"))
    match.act(0, FILL)
    match.act(0, DONE)
    assert spots(match, 0, "B") == [YELLOW, None, None]


def test_TS_A1_a_plant_with_an_order_and_a_good_has_one_spot_left() -> None:
    match = table(
        buildings={0: {"B": ("yellow plant", 3)}},
        goods={0: {"B": [YELLOW]}},
        orders={0: {"B": [(BLUE, 2)]}},
        timers={0: {"B": 0}},
    )
    match.act(0, lift("B"))
    assert kinds(match.act(0, FILL)) == ["filled", "finished"]
    assert spots(match, 0, "B") == [YELLOW, (BLUE, 2), YELLOW]


def dry(
    timers: dict[int, dict[str, int]], tiles: dict[str, tuple[str, int]] | None = None
) -> Match:
    """A table with one grey good left in the supply; seat 0 may have tiles."""
    return table(
        buildings={
            0: tiles or {},
            1: {"A": ("grey plant", 3), "E": ("station", 3), "F": ("station", 3)},
            2: {"E": ("station", 3)},
        },
        goods={
            1: {"A": [GREY] * 2, "E": [GREY] * 3, "F": [GREY] * 3},
            2: {"E": [GREY] * 3},
        },
        timers=timers,
    )


def test_TS_A1_the_supply_is_limited() -> None:
    match = dry({0: {"A": 0}, 2: {"A": 0}})
    assert supply(match)[GREY] == 1
    match.act(0, lift("A"))
    match.act(0, FILL)
    assert supply(match)[GREY] == 0
    assert kinds(match.act(2, lift("A"))) == ["lifted", "finished"]
    assert spots(match, 2, "A") == [None]


def test_TS_A1_a_dry_supply_fills_nothing() -> None:
    """The action is open all the same, because the empty stage II building can be flipped."""
    match = dry({0: {"A": 0}, 2: {"A": 0}}, {"A": ("grey plant", 2)})
    match.act(2, lift("A"))
    match.act(2, FILL)
    match.act(0, lift("A"))
    assert legal(match, 0, "fill", "upgrade") == [UPGRADE]
    with pytest.raises(Refused, match=r"TS-A1.*supply"):
        match.act(0, FILL)


def test_TS_A1_only_a_plant_produces() -> None:
    match = table(goods={0: {"A": [GREY]}}, timers={0: {"E": 0}})
    match.act(0, lift("E"))
    with pytest.raises(Refused, match="TS-A1"):
        match.act(0, FILL)


def test_TS_A2_a_station_takes_goods_from_plants_of_the_players_choice() -> None:
    match = table(
        buildings={0: {"E": ("station", 3)}},
        goods={0: {"A": [GREY], "C": [BLUE], "D": [BROWN]}},
        timers={0: {"E": 0}},
    )
    match.act(0, lift("E"))
    assert legal(match, 0, "beam") == [beam("A"), beam("C"), beam("D")]
    match.act(0, beam("D"))
    match.act(0, beam("A"))
    match.act(0, DONE)
    assert spots(match, 0, "E") == [BROWN, GREY, None]
    assert (spots(match, 0, "A"), spots(match, 0, "C")) == ([None], [BLUE])


def test_TS_A2_goods_in_stations_are_not_beamed_again() -> None:
    match = table(goods={0: {"F": [BLUE], "A": [GREY]}}, timers={0: {"E": 0}})
    match.act(0, lift("E"))
    assert legal(match, 0, "beam") == [beam("A")]
    with pytest.raises(Refused, match=r"TS-A2.*not one"):
        match.act(0, beam("F"))
    with pytest.raises(Refused, match=r"TS-A2.*no good"):
        match.act(0, beam("B"))


def test_TS_A2_an_order_on_a_plant_is_not_beamed_and_one_on_the_station_takes_its_spot() -> None:
    match = table(
        buildings={0: {"E": ("station", 2)}},
        orders={0: {"A": [(GREY, 1)], "E": [(GREY, 2)]}},
        goods={0: {"B": [YELLOW], "C": [BLUE]}},
        timers={0: {"E": 0}},
    )
    match.act(0, lift("E"))
    assert legal(match, 0, "beam") == [beam("B"), beam("C")]
    assert kinds(match.act(0, beam("C"))) == ["beamed", "finished"]
    assert spots(match, 0, "E") == [(GREY, 2), BLUE]


def test_TS_A2_a_station_cannot_be_emptied_between_lifting_and_executing() -> None:
    """One lifted action at a time: the ship that would empty the station has to wait."""
    match = table(
        buildings={0: {"E": ("station", 2)}},
        goods={0: {"E": [BLUE], "A": [GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"E": 0, "ship": 0}},
    )
    match.act(0, lift("E"))
    with pytest.raises(Refused, match="TS-T4"):
        match.act(0, lift("ship"))
    match.act(0, beam("A"))
    assert spots(match, 0, "E") == [BLUE, GREY]


def test_TS_A2_only_a_station_beams() -> None:
    match = table(goods={0: {"A": [GREY]}}, timers={0: {"B": 0}})
    match.act(0, lift("B"))
    with pytest.raises(Refused, match="TS-A2"):
        match.act(0, beam("A"))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_TS_A3_a_centre_puts_out_as_many_orders_as_its_stage(number: int) -> None:
    covered = {} if number == 1 else {0: {"G": ("centre", number)}}
    match = table(buildings=covered, timers={0: {"G": 0}})
    match.act(0, lift("G"))
    for nth in range(number):
        events = match.act(0, put_out(GREY, nth + 1, "ABC"[nth]))
    assert kinds(events) == ["put_out", "finished"]
    assert len(mat(match, 0)["above"][GREY]) == 6 - number


def test_TS_A3_any_own_order_onto_any_empty_order_space() -> None:
    match = table(orders={0: {"A": [(GREY, 1)]}}, goods={0: {"E": [BLUE]}}, timers={0: {"G": 0}})
    match.act(0, lift("G"))
    acts = legal(match, 0, "put_out")
    assert len(acts) == 12 * 4
    assert {act["on"] for act in acts} == set("BCDF")


def test_TS_A3_an_order_that_is_not_above_the_mat_cannot_be_put_out() -> None:
    match = table(orders={0: {"A": [(GREY, 1)], "B": [(GREY, 1)]}}, timers={0: {"G": 0}})
    match.act(0, lift("G"))
    assert put_out(GREY, 1, "C") not in legal(match, 0)
    with pytest.raises(Refused, match=r"TS-A3.*above"):
        match.act(0, put_out(GREY, 1, "C"))
    with pytest.raises(Refused, match=r"TS-A3.*empty spot"):
        match.act(0, put_out(GREY, 2, "A"))
    with pytest.raises(Refused, match=r"TS-A3.*empty spot"):
        match.act(0, put_out(GREY, 2, "G"))


def test_TS_A3_only_a_centre_puts_out() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    with pytest.raises(Refused, match="TS-A3"):
        match.act(0, put_out(GREY, 1, "B"))


@pytest.mark.parametrize(
    ("letter", "kind"), [("A", "grey plant"), ("E", "station"), ("G", "centre")]
)
def test_TS_A4_an_empty_stage_two_building_may_be_flipped_instead(letter: str, kind: str) -> None:
    match = table(buildings={0: {letter: (kind, 2)}}, timers={0: {letter: 0}})
    match.act(0, lift(letter))
    events = match.act(0, UPGRADE)
    assert kinds(events) == ["upgraded", "finished"]
    assert stage(match, 0, letter) == (kind, "III")
    assert free(match, 0) == 2


def test_TS_A4_not_with_a_good_or_an_order_on_it() -> None:
    match = table(
        buildings={0: {"A": ("grey plant", 2)}, 1: {"A": ("grey plant", 2)}},
        goods={0: {"A": [GREY]}},
        orders={1: {"A": [(BLUE, 1)]}},
        timers={0: {"A": 0}, 1: {"A": 0}},
    )
    for seat in (0, 1):
        match.act(seat, lift("A"))
        assert legal(match, seat, "upgrade") == []
        with pytest.raises(Refused, match="TS-A4"):
            match.act(seat, UPGRADE)


def test_TS_A4_instead_of_the_regular_action_and_not_after_it() -> None:
    match = table(buildings={0: {"G": ("centre", 2)}}, timers={0: {"G": 0}})
    match.act(0, lift("G"))
    match.act(0, put_out(GREY, 1, "A"))
    assert legal(match, 0, "upgrade") == []
    with pytest.raises(Refused, match=r"TS-A4.*instead"):
        match.act(0, UPGRADE)


@pytest.mark.parametrize("number", [1, 3])
def test_TS_A4_only_stage_two(number: int) -> None:
    covered = {} if number == 1 else {0: {"A": ("grey plant", number)}}
    match = table(buildings=covered, timers={0: {"A": 0}})
    match.act(0, lift("A"))
    with pytest.raises(Refused, match=r"TS-A4.*stage II"):
        match.act(0, UPGRADE)


def test_TS_A4_the_research_space_is_no_building() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    with pytest.raises(Refused, match="TS-A4"):
        match.act(0, UPGRADE)


def moon(match: Match, number: int) -> tuple[int, str | None, list[str]]:
    shown = match.view(None)["moons"][number]
    return shown["tiles"], shown["top"], shown["bottom"]


def test_TS_A5_the_top_tile_goes_to_the_research_space() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: ["blue plant", "centre", "station"]})
    match.act(0, lift("ship"))
    assert legal(match, 0, "take_tile", "forfeit") == [TAKE_TILE, FORFEIT]
    events = match.act(0, TAKE_TILE)
    assert told(events, "took_tile")["top"] == "centre"
    assert mat(match, 0)["research"] == "station"
    assert moon(match, 0) == (2, "centre", [])
    assert free(match, 0) == 2


def test_TS_A5_a_forfeited_top_tile_goes_to_the_bottom_and_stays_known() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: ["blue plant", "centre", "station"]})
    match.act(0, lift("ship"))
    events = match.act(0, FORFEIT)
    assert kinds(events) == ["finished", "buried"]
    assert moon(match, 0) == (3, "centre", ["station"])
    assert mat(match, 0)["research"] is None


def test_TS_A5_a_taken_research_space_makes_it_impossible() -> None:
    match = table(
        flights={0: ("moon-0", 0)},
        tops={0: ["blue plant", "centre", "station"]},
        research={0: "grey plant"},
    )
    events = match.act(0, lift("ship"))
    assert kinds(events) == ["lifted", "finished", "buried"]
    assert moon(match, 0) == (3, "centre", ["station"])
    assert mat(match, 0)["research"] == "grey plant"


def test_TS_A5_forfeiting_a_stack_of_one_tile_changes_nothing_there() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: ["station"]})
    match.act(0, lift("ship"))
    match.act(0, FORFEIT)
    assert moon(match, 0) == (1, "station", ["station"])


def test_TS_A5_without_tiles_there_is_nothing_to_take_or_bury() -> None:
    match = table(flights={0: ("moon-0", 0)}, tops={0: []})
    assert kinds(match.act(0, lift("ship"))) == ["lifted", "finished"]
    assert moon(match, 0) == (0, None, [])


def test_TS_A5_what_went_to_the_bottom_comes_up_again() -> None:
    match = table(ships={0: "moon-0"}, tops={0: ["blue plant", "centre"]})
    for bottom in (["centre"], ["blue plant", "centre"]):
        match.act(0, fly("moon-0"))
        match.advance(by=60_000)
        match.act(0, lift("ship"))
        match.act(0, FORFEIT)
        assert moon(match, 0)[2] == bottom
    match.act(0, fly("moon-0"))
    match.advance(by=60_000)
    match.act(0, lift("ship"))
    match.act(0, TAKE_TILE)
    assert mat(match, 0)["research"] == "centre"
    assert moon(match, 0) == (1, "blue plant", ["blue plant"])


def test_TS_A5_two_ships_at_one_moon_take_one_tile_after_the_other() -> None:
    match = table(
        ships={0: "moon-0", 1: "moon-0"},
        timers={0: {"ship": 0}, 1: {"ship": 0}},
        tops={0: ["centre", "station"]},
    )
    match.act(0, lift("ship"))
    match.act(1, lift("ship"))
    match.act(1, TAKE_TILE)
    assert legal(match, 0, "take_tile") == [TAKE_TILE]
    assert told(match.act(0, TAKE_TILE), "took_tile")["tile"] == "centre"


@pytest.mark.parametrize(
    ("there", "holds", "why"),
    [
        (["station"], True, "Your research space already holds a tile."),
        ([], False, "There are no tiles left on this moon."),
    ],
)
def test_TS_A5_a_refusal_says_what_is_in_the_way(there: list[str], holds: bool, why: str) -> None:
    """Only under version 1 does an action without a step stay open."""
    match = table(rules=1, flights={0: ("moon-0", 0)}, tops={0: ["station"]})
    match.act(0, lift("ship"))
    dump = match.dump()
    held = dump["position"]["table"]
    stacks = [moon["tiles"] for moon in held["moons"]]
    if holds:
        held["mats"][0]["research"] = stacks[1].pop()
    else:
        stacks[1] += stacks[0]
    stacks[0][:] = there
    broken = load(dump)
    with pytest.raises(Refused) as refused:
        broken.act(0, TAKE_TILE)
    assert (refused.value.rule, refused.value.message) == ("TS-A5", why)


def test_TS_A5_tiles_are_taken_at_moons_only() -> None:
    match = table(timers={0: {"A": 0}})
    match.act(0, lift("A"))
    with pytest.raises(Refused, match="TS-A5"):
        match.act(0, TAKE_TILE)


def test_TS_A6_the_tile_covers_any_empty_stage_one_building_of_whatever_kind() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    assert legal(match, 0, "build") == [build(on) for on in "ABCDEFGH"]
    events = match.act(0, build("G"))
    assert kinds(events) == ["built", "finished"]
    assert stage(match, 0, "G") == ("station", "II")
    assert spots(match, 0, "G") == [None, None]
    assert mat(match, 0)["research"] is None


def test_TS_A6_not_one_with_something_on_it_nor_a_higher_stage() -> None:
    match = table(
        research={0: "station"},
        goods={0: {"A": [GREY]}},
        orders={0: {"B": [(GREY, 1)]}},
        buildings={0: {"C": ("blue plant", 2)}},
        timers={0: {"research": 0}},
    )
    match.act(0, lift("research"))
    assert legal(match, 0, "build") == [build(on) for on in "DEFGH"]
    for on, reason in (("A", "good or an order"), ("B", "good or an order"), ("C", "stage I")):
        with pytest.raises(Refused, match=f"TS-A6.*{reason}"):
            match.act(0, build(on))


def test_TS_A6_not_one_with_a_timer_on_it() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0, "G": 9_000}})
    match.act(0, lift("research"))
    assert build("G") not in legal(match, 0)
    with pytest.raises(Refused, match=r"TS-A6.*timer"):
        match.act(0, build("G"))


def test_TS_A6_a_timer_turned_over_meanwhile_counts_too() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    match.act(0, turn_over("G"))
    with pytest.raises(Refused, match=r"TS-A6.*timer"):
        match.act(0, build("G"))


def test_TS_A6_forfeited_the_tile_stays() -> None:
    match = table(research={0: "station"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    match.act(0, FORFEIT)
    assert (mat(match, 0)["research"], free(match, 0)) == ("station", 2)


def test_TS_A6_a_tile_under_construction_is_no_building_yet() -> None:
    match = table(research={0: "blue plant"}, timers={0: {"research": 0}})
    match.act(0, lift("research"))
    with pytest.raises(Refused, match="TS-A1"):
        match.act(0, FILL)


def test_TS_A6_only_by_the_research_space() -> None:
    match = table(research={0: "station"}, timers={0: {"A": 0}})
    match.act(0, lift("A"))
    with pytest.raises(Refused, match="TS-A6"):
        match.act(0, build("G"))


def test_TS_A12_no_action_at_ones_own_planet() -> None:
    match = table(goods={0: {"E": [BLUE]}}, orders={0: {"A": [(BLUE, 1)]}}, timers={0: {"ship": 0}})
    assert kinds(match.act(0, lift("ship"))) == ["lifted", "finished"]
    assert (spots(match, 0, "A"), spots(match, 0, "E")) == ([(BLUE, 1)], [BLUE])


def test_TS_A3_the_view_says_how_many_orders_a_centre_puts_out() -> None:
    """As many as it really puts out in one action, whatever its stage."""
    seen = {one["letter"]: one for one in mat(table(), 0)["buildings"]}
    assert {one["kind"] for one in seen.values() if one["puts_out"] is not None} == {"centre"}
    for level in (2, 3):
        match = table(timers={0: {"G": 0}}, buildings={0: {"G": ("centre", level)}})
        wanted = {one["letter"]: one for one in mat(match, 0)["buildings"]}["G"]["puts_out"]
        match.act(0, lift("G"))
        done = 0
        while found := legal(match, 0, "put_out"):
            match.act(0, found[0])
            done += 1
        assert done == wanted
