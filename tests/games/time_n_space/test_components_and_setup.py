"""TS-C, TS-S and TS-O: what lies on the table, and how a game begins."""

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import sandtable
from sandtable import BadOption, BadParts, Match, Refused
from sandtable.engine.parts import Parts
from sandtable.games.time_n_space.parts import COLOURS, SpaceParts
from tests.games.time_n_space.build import (
    BLUE,
    GREY,
    MAT_KINDS,
    YELLOW,
    choose,
    fly,
    fresh,
    kinds,
    legal,
    lift,
    mat,
    on_board,
    spots,
    supply,
    table,
    told,
    turn_over,
)

PARTS_TEXT = files("sandtable.games.time_n_space").joinpath("parts.toml").read_text()


def reveal(match: Match) -> None:
    for seat in range(match.seats):
        match.act(seat, choose(GREY, 1, "A"))
        match.act(seat, choose(BLUE, 1, "C"))


@pytest.mark.parametrize("seats", [3, 4])
def test_TS_C1_planets_and_moons_make_one_ring(seats: int) -> None:
    view = fresh(seats).view(None)
    ring = dict(zip(view["places"], view["next_to"], strict=True))
    assert len(ring) == 2 * seats
    for n in range(seats):
        assert sorted(ring[f"planet-{n}"]) == sorted([f"moon-{n}", f"moon-{(n - 1) % seats}"])
        assert sorted(ring[f"moon-{n}"]) == sorted([f"planet-{n}", f"planet-{(n + 1) % seats}"])


def test_TS_C1_a_place_of_the_other_side_of_the_board_is_refused() -> None:
    with pytest.raises(Refused, match="TS-C1"):
        table(seats=3).act(0, fly("planet-3"))
    with pytest.raises(Refused, match="TS-C1"):
        table(seats=3).act(0, fly("moon-3"))


def test_TS_C2_twelve_goods_of_each_of_four_colours() -> None:
    assert supply(fresh()) == {"grey": 12, "yellow": 12, "blue": 12, "brown": 12}


def test_TS_C3_six_orders_of_each_colour_worth_1_1_2_2_3_3() -> None:
    for seat in range(4):
        above = mat(fresh(4), seat)["above"]
        assert above == {colour: [1, 1, 2, 2, 3, 3] for colour in COLOURS}


def test_TS_C4_a_white_counter_on_every_planet_worth_two() -> None:
    assert [planet["bonus"] for planet in fresh(4).view(None)["planets"]] == [True] * 4
    match = table(
        goods={0: {"E": [BLUE]}},
        orders={1: {"A": [(BLUE, 1)]}},
        ships={0: "planet-1"},
        timers={0: {"ship": 0}},
    )
    match.act(0, lift("ship"))
    events = match.act(0, {"act": "deliver", "colour": BLUE, "station": "E"})
    assert told(events, "took_bonus")["value"] == 2


def test_TS_C5_the_mat_has_four_plants_two_stations_two_centres_and_a_research_space() -> None:
    shown = mat(fresh(), 0)
    assert [b["kind"] for b in shown["buildings"]] == MAT_KINDS
    assert MAT_KINDS == [
        "grey plant",
        "yellow plant",
        "blue plant",
        "brown plant",
        "station",
        "station",
        "centre",
        "centre",
    ]
    assert [b["stage"] for b in shown["buildings"]] == ["I"] * 8
    assert [len(b["spots"]) for b in shown["buildings"]] == [1, 1, 1, 1, 1, 1, 0, 0]
    assert shown["research"] is None


@pytest.mark.parametrize("stage", [2, 3])
def test_TS_C5_spots_and_orders_are_as_many_as_the_stage(stage: int) -> None:
    match = table(buildings={0: {"A": ("grey plant", stage), "E": ("station", stage)}})
    assert len(spots(match, 0, "A")) == len(spots(match, 0, "E")) == stage


def test_TS_C6_24_tiles_12_plants_6_stations_6_centres() -> None:
    tiles = Counter(
        tile for moon in fresh().dump()["position"]["table"]["moons"] for tile in moon["tiles"]
    )
    plants = dict.fromkeys(["grey plant", "yellow plant", "blue plant", "brown plant"], 3)
    assert tiles == {**plants, "station": 6, "centre": 6}


def test_TS_C7_two_timers_of_a_minute_each_and_half_an_hour() -> None:
    match = fresh()
    reveal(match)
    assert match.view(None)["due"] == 30 * 60_000
    event = told(match.act(0, turn_over("A")), "turned_over")
    assert event["runs_out_at"] == 60_000
    match.act(0, turn_over("B"))
    with pytest.raises(Refused, match="TS-T2"):
        match.act(0, turn_over("C"))


def test_TS_C7_timer_seconds_and_minutes_are_options() -> None:
    match = fresh(timer_seconds=20, minutes=5)
    reveal(match)
    assert match.view(None)["due"] == 5 * 60_000
    assert told(match.act(0, turn_over("A")), "turned_over")["runs_out_at"] == 20_000


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ({"timer_seconds": 0}, "TS-C7"),
        ({"minutes": 0}, "TS-C7"),
        ({"setup_seconds": 1}, "TS-S3"),
        ({"owner_seconds": 0}, "TS-A8"),
        ({"imperceptible_ms": -1}, "TS-A11"),
        ({"final_seconds": 0}, "TS-E1"),
        ({"mode": "short"}, "TS-O1"),
    ],
)
def test_a_wrong_option_is_refused_by_its_rule(option: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadOption, match=rule):
        fresh(**option)


@pytest.mark.parametrize("seats", [2, 5])
def test_it_is_for_three_or_four_players(seats: int) -> None:
    with pytest.raises(BadOption, match="3 to 4 players"):
        fresh(seats)


@pytest.mark.parametrize(("seats", "height"), [(3, 8), (4, 6)])
def test_TS_S1_equal_stacks_with_an_open_top(seats: int, height: int) -> None:
    match = fresh(seats)
    stacks = [moon["tiles"] for moon in match.dump()["position"]["table"]["moons"]]
    assert [len(stack) for stack in stacks] == [height] * seats
    for moon, stack in zip(match.view(None)["moons"], stacks, strict=True):
        assert (moon["tiles"], moon["top"], moon["bottom"]) == (height, stack[-1], [])


def test_TS_S1_the_tiles_are_shuffled() -> None:
    tops = Counter(fresh(seed=seed).view(None)["moons"][0]["top"] for seed in range(60))
    assert len(tops) == 6


def test_TS_S1_what_lies_below_the_top_can_be_anything_not_seen_elsewhere() -> None:
    match = fresh()
    game, rng = match.game, sandtable.engine.rng.seeded(1)
    seconds = Counter(game.imagine(match.state, 0, rng).stacks[0][-2] for _ in range(300))
    assert len(seconds) == 6


def test_TS_S2_all_orders_lie_above_the_mat_and_ships_are_at_home() -> None:
    match = fresh(4)
    for seat in range(4):
        shown = match.view((seat + 1) % 4)["mats"][seat]
        assert sum(len(values) for values in shown["above"].values()) == 24
        assert shown["ship"] == {"at": f"planet-{seat}", "to": f"planet-{seat}"}


def test_TS_S3_everyone_picks_two_orders_and_then_all_are_revealed() -> None:
    match = fresh()
    for seat in range(3):
        match.act(seat, choose(GREY, 2, "A"))
    match.advance(by=500)
    match.act(0, choose(BLUE, 3, "E"))
    match.act(1, choose(GREY, 2, "F"))
    assert spots(match, 0, "A") == [None]
    events = match.act(2, choose(YELLOW, 1, "C"))
    assert kinds(events) == ["chose", "revealed"]
    assert told(events, "revealed")["orders"][2] == [["grey", 2, "A"], ["yellow", 1, "C"]]
    assert (spots(match, 0, "A"), spots(match, 0, "E")) == ([(GREY, 2)], [(BLUE, 3)])
    assert mat(match, 1)["above"][GREY] == [1, 1, 3, 3]
    assert match.view(None)["due"] == 500 + 30 * 60_000


def test_TS_S3_the_choice_is_secret_until_then() -> None:
    match = fresh()
    events = match.act(0, choose(GREY, 2, "A"))
    assert told(events, "chose", 0)["order"] == ["grey", 2, "A"]
    for viewer in (1, 2, None):
        assert "order" not in told(events, "chose", viewer)
        shown = match.view(viewer)["mats"][0]
        assert "choices" not in shown
        assert (shown["chosen"], len(shown["above"][GREY])) == (1, 6)
    assert match.view(0)["mats"][0]["choices"] == [{"colour": GREY, "value": 2, "on": "A"}]


def test_TS_S3_nobody_turns_a_timer_before_all_have_chosen() -> None:
    match = fresh()
    with pytest.raises(Refused, match="TS-S3"):
        match.act(0, turn_over("A"))


def test_TS_S3_what_is_picked_stays_picked() -> None:
    match = fresh()
    match.act(0, choose(GREY, 2, "A"))
    match.act(0, choose(GREY, 2, "B"))
    assert match.legal(0) == []
    with pytest.raises(Refused, match="TS-S3"):
        match.act(0, choose(BLUE, 1, "C"))


def test_TS_S3_two_orders_of_one_kind_are_all_there_are() -> None:
    match = fresh(mode="introductory")
    match.act(0, choose(GREY, 2, "B"))
    with pytest.raises(Refused, match="TS-S3"):
        match.act(0, choose(GREY, 2, "C"))
    assert choose(GREY, 2, "C") not in legal(match, 0)


def test_TS_S3_after_the_time_to_choose_the_table_picks_what_is_missing() -> None:
    match = fresh(setup_seconds=30)
    match.act(0, choose(GREY, 2, "A"))
    match.act(0, choose(BLUE, 3, "E"))
    match.act(1, choose(GREY, 1, "D"))
    assert kinds(match.advance(to=29_999)) == []
    events = match.advance(to=30_000)
    revealed = told(events, "revealed")
    assert revealed["picked"] == [1, 2]
    assert revealed["orders"][0] == [["grey", 2, "A"], ["blue", 3, "E"]]
    assert revealed["orders"][1][0] == ["grey", 1, "D"]
    for seat in range(3):
        assert sum(len(values) for values in mat(match, seat)["above"].values()) == 22


def test_TS_S3_the_table_picks_at_random() -> None:
    picked: Counter[str] = Counter()
    for seed in range(40):
        match = fresh(seed=seed)
        picked[str(told(match.advance(to=60_000), "revealed")["orders"][0])] += 1
    assert len(picked) > 35


def test_TS_S4_order_spaces_are_the_spots_of_plants_and_stations() -> None:
    match = fresh()
    assert {act["on"] for act in legal(match, 0)} == set("ABCDEF")
    for centre in "GH":
        with pytest.raises(Refused, match="TS-S4"):
            match.act(0, choose(GREY, 1, centre))


def test_TS_S4_a_spot_holds_one_order() -> None:
    match = fresh()
    match.act(0, choose(GREY, 1, "A"))
    with pytest.raises(Refused, match="TS-S4"):
        match.act(0, choose(GREY, 2, "A"))
    assert {act["on"] for act in legal(match, 0)} == set("BCDEF")


def test_TS_S4_a_spot_holds_a_good_or_an_order() -> None:
    match = table(goods={0: {"A": [GREY]}}, timers={0: {"G": 0}})
    match.act(0, lift("G"))
    assert {act["on"] for act in legal(match, 0, "put_out")} == set("BCDEF")


def test_TS_O1_three_stage_three_buildings_and_twelve_orders_each() -> None:
    match = fresh(4, mode="introductory")
    plants = ["grey plant", "yellow plant", "blue plant", "brown plant"]
    for seat in range(4):
        shown = mat(match, seat)
        third = [(b["letter"], b["kind"]) for b in shown["buildings"] if b["stage"] == "III"]
        assert third == [("ABCD"[seat], plants[seat]), ("E", "station"), ("G", "centre")]
        assert shown["above"] == {colour: [1, 2, 3] for colour in COLOURS}


def test_TS_O1_it_lasts_twelve_minutes_unless_the_table_says_otherwise() -> None:
    match = fresh(mode="introductory")
    reveal(match)
    assert match.view(None)["due"] == 12 * 60_000
    match = fresh(mode="introductory", minutes=3)
    reveal(match)
    assert match.view(None)["due"] == 3 * 60_000


def test_TS_O1_a_moon_without_tiles_has_no_action() -> None:
    match = fresh(mode="introductory")
    assert [moon["tiles"] for moon in match.view(None)["moons"]] == [0, 0, 0]
    reveal(match)
    match.act(0, fly("moon-0"))
    match.advance(to=60_000)
    events = match.act(0, lift("ship"))
    assert kinds(events) == ["lifted", "finished"]
    assert on_board(match, 0) == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("of_each_colour = 12", "of_each_colour = 0", "from 1 to 100"),
        ('name = "yellow"', 'name = "grey"', "four colours"),
        ("values = [1, 1, 2, 2, 3, 3]", "values = []", "TS-C3"),
        ('letter = "B"', 'letter = "A"', "TS-C5"),
        ('kind = "station"', 'kind = "harbour"', "harbour"),
        ('"planet-0 moon-0"', '"planet-0 planet-9"', "TS-C1"),
        ('"moon-2 planet-0"', '"planet-0 moon-0"', "TS-C1"),
        ('"planet-0 moon-0", "moon-0 planet-1",', "", "cannot be reached"),
        ("count = 6", "count = 5", "equal stacks"),
        ("players = 4", "players = 3", "TS-C1"),
        ('"grey plant on A"', '"grey plant at A"', "TS-O1"),
        ('"yellow plant on B"', '"yellow plant on E"', "two tiles on one"),
        ("[stages]", "[stage]", "stages"),
    ],
)
def test_a_wrong_parts_file_is_refused_with_line_and_reason(
    old: str, new: str, reason: str
) -> None:
    assert old in PARTS_TEXT
    with pytest.raises(BadParts, match=f"line \\d+: .*{reason}"):
        SpaceParts(Parts(PARTS_TEXT.replace(old, new, 1), "time_n_space/parts.toml"))


def test_TS_S3_all_see_who_has_picked_all_their_first_orders() -> None:
    match = fresh()
    match.act(0, choose(GREY, 2, "A"))
    assert [seat["chosen_all"] for seat in match.view(1)["mats"]] == [False, False, False]
    match.act(0, choose(BLUE, 3, "E"))
    assert [seat["chosen_all"] for seat in match.view(1)["mats"]] == [True, False, False]
