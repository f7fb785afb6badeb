"""OT-C and OT-S: what is in the box, and how a game begins."""

from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

import sandtable
from sandtable import BadOption, BadParts
from sandtable.engine.parts import Parts
from sandtable.games.out_of_time.parts import BOARD, CARDS, COLOURS, NEXT_TO, OutOfTimeParts
from tests.games.out_of_time.build import (
    NOW,
    ORANGE,
    RED,
    SAND,
    YELLOW,
    card,
    cubes_of,
    fresh_table,
    glass,
    listed,
    move,
    place,
    placing,
    table,
    targets,
)

PARTS_TEXT = files("sandtable.games.out_of_time").joinpath("parts.toml").read_text("utf-8")


def test_OT_C1_nineteen_spaces_in_a_hexagon_of_three_a_side() -> None:
    degrees = sorted(len(near) for near in NEXT_TO)
    assert degrees == [3] * 6 + [4] * 6 + [6] * 7
    assert [space for space in range(19) if len(NEXT_TO[space]) == 3] == BOARD.corners
    assert all(space in NEXT_TO[near] for space in range(19) for near in NEXT_TO[space])


def test_OT_C1_neighbours_as_drawn() -> None:
    assert NEXT_TO[0] == [1, 3, 4]
    assert NEXT_TO[9] == [4, 5, 8, 10, 13, 14]
    assert NEXT_TO[11] == [6, 10, 15]


@pytest.mark.parametrize("seed", range(5))
def test_OT_C1_grey_and_three_tiles_of_each_of_six_colours(seed: int) -> None:
    laid = fresh_table(4, seed).view(None)["tiles"]
    assert laid[9] == "grey"
    assert [laid.count(colour) for colour in COLOURS] == [3] * 6


def test_OT_C2_sand_runs_for_thirty_seconds() -> None:
    match = placing(2)
    match.act(0, place(0))
    assert match.view(None)["glasses"][0]["runs_out_at"] == 30_000


def test_OT_C2_the_sand_can_be_chosen() -> None:
    match = placing(2, timer_seconds=7)
    match.act(0, place(0))
    assert match.view(None)["glasses"][0]["runs_out_at"] == 7_000
    assert match.view(None)["timer_ms"] == 7_000


def test_OT_C2_each_player_has_two_glasses() -> None:
    match = fresh_table(3)
    assert [each["seat"] for each in match.view(None)["glasses"]] == [0, 0, 1, 1, 2, 2]
    assert [each["nth"] for each in match.view(None)["glasses"]] == [1, 2, 1, 2, 1, 2]


def test_OT_C2_a_glass_that_is_not_at_this_table_is_refused() -> None:
    match = table(glass(0), glass(1), glass(18), glass(17))
    for act in (move(4, 3), {"act": "stand_up", "glass": 4}):
        with pytest.raises(sandtable.Refused, match="OT-C2"):
            match.act(0, act)


def test_OT_C3_the_twenty_cards_are_the_triples_of_colours_twice_each() -> None:
    triples = [tuple(c for c in range(6) if row[c] == 2) for row in CARDS]
    assert sorted(triples) == sorted(combinations(range(6), 3))
    assert all(sum(row) == 6 for row in CARDS)


def test_OT_C4_twelve_cubes_of_each_colour_are_everybodys() -> None:
    assert fresh_table(6).view(None)["supply"] == dict.fromkeys(COLOURS, 12)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_OT_S1_the_tiles_are_shuffled_around_grey(seats: int) -> None:
    layouts = {tuple(fresh_table(seats, seed).view(None)["tiles"]) for seed in range(20)}
    assert len(layouts) == 20
    assert {laid[9] for laid in layouts} == {"grey"}


def test_OT_S1_every_colour_comes_to_lie_on_every_space() -> None:
    seen = [set() for _ in range(19)]  # type: list[set[str]]
    for seed in range(120):
        for space, tile in enumerate(fresh_table(4, seed).view(None)["tiles"]):
            seen[space].add(tile)
    assert all(len(kinds) == 6 for space, kinds in enumerate(seen) if space != 9)


@pytest.mark.parametrize("seats", [2, 6])
def test_OT_S2_two_and_six_turn_over_one_tile_of_each_colour(seats: int) -> None:
    for seed in range(30):
        laid = fresh_table(seats, seed).view(None)["tiles"]
        assert [space for space in range(19) if laid[space] == "blank"] == [4, 5, 8, 10, 13, 14]
        assert [laid.count(colour) for colour in COLOURS] == [2] * 6


def test_OT_S2_three_turn_over_three_colours_on_a_or_on_b() -> None:
    seen = set()
    for seed in range(30):
        laid = fresh_table(3, seed).view(None)["tiles"]
        seen.add(tuple(space for space in range(19) if laid[space] == "blank"))
        assert sorted(laid.count(colour) for colour in COLOURS) == [2, 2, 2, 3, 3, 3]
    assert seen == {tuple(sorted(BOARD.a)), tuple(sorted(BOARD.b))}


@pytest.mark.parametrize("seats", [4, 5])
def test_OT_S2_four_and_five_turn_over_none(seats: int) -> None:
    assert all("blank" not in fresh_table(seats, s).view(None)["tiles"] for s in range(10))


def test_OT_S2_a_and_b_alternate_around_the_middle() -> None:
    ring = [4, 5, 10, 14, 13, 8]
    assert all(ring[i] in NEXT_TO[ring[i - 1]] for i in range(6))
    assert [space in BOARD.a for space in ring] == [True, False] * 3
    assert [space in BOARD.b for space in ring] == [False, True] * 3


def test_OT_S2_a_blank_tile_holds_a_glass_and_gives_no_cube() -> None:
    match = table(glass(0), glass(1), glass(18), glass(17))
    acts = [act for act in listed(match, 0) if act["act"] == "move" and act["to"] == 4]
    assert acts == [move(0, 4), move(1, 4)]
    match.act(0, move(0, 4))
    assert match.view(None)["standing"][4] == 0


def test_OT_S2_no_glass_may_stand_on_a_blocked_tile() -> None:
    match = table(glass(0), glass(1), glass(18), glass(17), turned_tiles="blocked")
    assert targets(match, 0, 0) == [2]
    with pytest.raises(sandtable.Refused, match="OT-S2"):
        match.act(0, move(0, 4))
    assert match.view(None)["tiles"][4] == "blocked"


def test_OT_S2_with_three_only_a_or_only_b_is_blocked() -> None:
    glasses = [glass(0), glass(1), glass(18), glass(17), glass(7), glass(3)]
    assert targets(table(*glasses, turned=BOARD.a, turned_tiles="blocked"), 0, 0) == [2, 5]
    assert targets(table(*glasses, turned=BOARD.b, turned_tiles="blocked"), 0, 0) == [2, 4]


def test_OT_S2_six_do_not_fit_around_blocked_tiles() -> None:
    with pytest.raises(BadOption, match="OT-S2"):
        fresh_table(6, turned_tiles="blocked")
    fresh_table(5, turned_tiles="blocked")


def test_OT_S2_grey_backs_are_jokers_with_six_and_give_nothing_with_fewer() -> None:
    ring = [
        *(glass(0), glass(1), glass(2), glass(6), glass(11), glass(15)),
        *(glass(18), glass(17), glass(16), glass(12), glass(7), glass(3)),
    ]
    match = table(*ring, cards=[card(RED, ORANGE, YELLOW)], turned_tiles="grey")
    acts = [act for act in listed(match, 0) if act["to"] == 4]
    takes = [None, RED, ORANGE, YELLOW]
    assert acts == [move(number, 4, take) for number in (0, 1) for take in takes]
    match.act(0, move(0, 4, YELLOW))
    assert cubes_of(match, 0) == [YELLOW]
    two = table(glass(0), glass(1), glass(18), glass(17), turned_tiles="grey")
    assert [act for act in listed(two, 0) if act["to"] == 4] == [move(0, 4), move(1, 4)]
    with pytest.raises(sandtable.Refused, match="OT-G2"):
        two.act(0, move(0, 4, RED))
    blank = table(*ring)
    assert [act for act in listed(blank, 0) if act["to"] == 4] == [move(0, 4), move(1, 4)]


@pytest.mark.parametrize(("seats", "backs"), [(2, 6), (3, 3), (4, 0), (5, 0), (6, 6)])
def test_OT_S2_grey_backs_lie_where_blank_ones_would(seats: int, backs: int) -> None:
    for seed in range(10):
        blank = fresh_table(seats, seed).view(None)["tiles"]
        match = fresh_table(seats, seed, turned_tiles="grey")
        grey = match.view(None)["tiles"]
        assert grey == ["grey" if tile == "blank" else tile for tile in blank]
        assert grey.count("grey") == backs + 1
        assert sandtable.load(match.dump()).hash() == match.hash()


def test_OT_S3_everybody_has_a_card_of_their_own_and_the_rest_is_a_hidden_deck() -> None:
    match = fresh_table(6)
    view = match.view(None)
    cards = [tuple(sorted(player["card"])) for player in view["players"]]
    assert len(set(cards)) == 6
    assert view["deck"] == 14
    dumped = match.dump()["position"]["table"]
    assert sorted(dumped["deck"] + [p["card"] for p in dumped["players"]]) == list(range(20))


def test_OT_S3_the_deck_is_shuffled() -> None:
    tops = {fresh_table(2, seed).dump()["position"]["table"]["deck"][-1] for seed in range(60)}
    assert len(tops) > 15


def test_OT_S3_all_see_the_same_and_nobody_the_deck() -> None:
    match = fresh_table(3)
    views = [match.view(viewer) for viewer in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    other = match.copy()
    deck = other.dump()
    deck["position"]["table"]["deck"].reverse()
    assert sandtable.load(deck).view(0) == views[0]


def test_OT_S4_who_begins_is_drawn_by_lot() -> None:
    begins = [fresh_table(4, seed).view(None)["first"] for seed in range(60)]
    assert sorted(set(begins)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cards_to_win = 3", "cards_to_win = 0", "from 1 to 20"),
        ("cards_to_win = 3", "cards_to_win = 4", "may need 24 cards"),
        ("rows = [3, 4, 5, 4, 3]", "rows = [3, 5, 4, 4, 3]", "one space longer or shorter"),
        ("middle = 9", "middle = 19", "from 0 to 18"),
        ("corners = [0, 2, 7, 11, 16, 18]", "corners = [0, 2, 7, 11, 16]", "a corner each"),
        ("corners = [0, 2, 7, 11, 16, 18]", "corners = [0, 0, 7, 11, 16, 18]", "twice"),
        ("a = [4, 10, 13]", "a = [4, 10, 9]", "grey one in the middle"),
        ("b = [5, 8, 14]", "b = [5, 4, 14]", "either one of A or one of B"),
        ('name = "orange"', 'name = "red"', "there twice"),
        ('symbol = "drop"', 'symbol = "triangle"', "there twice"),
        ("tiles = 3", "tiles = 4", "19 coloured tiles for the 18 spaces"),
        ("cubes = 12", 'cubes = "12"', "from 1 to 1000"),
        ('"red", "red", "orange"', '"rot", "red", "orange"', "no colour rot"),
        ('"red", "red", "orange"', '"red", "red", 3', "list of texts"),
        ("cubes = 12", "cubes = 1", "fewer red cubes"),
    ],
)
def test_OT_C3_a_wrong_parts_file_is_refused_with_line_and_reason(
    old: str, new: str, reason: str
) -> None:
    assert old in PARTS_TEXT
    text = PARTS_TEXT.replace(old, new, 1)
    number = PARTS_TEXT[: PARTS_TEXT.index(old)].count("\n") + 1
    with pytest.raises(BadParts, match=f"out_of_time/parts.toml, line (\\d+): .*{reason}") as bad:
        OutOfTimeParts(Parts(text, "out_of_time/parts.toml"))
    # What is wrong with several entries together is reported at the first of them.
    together = ("coloured tiles", "may need", "fewer red cubes")
    if not any(words in reason for words in together):
        assert f"line {number}:" in str(bad.value)


def test_OT_C3_another_parts_file_is_another_game() -> None:
    text = PARTS_TEXT.replace("cards_to_win = 3", "cards_to_win = 2").replace("= 12", "= 15")
    parts = OutOfTimeParts(Parts(text, "parts.toml"))
    assert (parts.cards_to_win, parts.cubes) == (2, [15] * 6)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"timer_seconds": 0}, "OT-C2"),
        ({"timer_seconds": 301}, "OT-C2"),
        ({"timer_seconds": True}, "OT-C2"),
        ({"turned_tiles": "gone"}, "OT-S2"),
        ({"placement_seconds": 0}, "OT-P6"),
        ({"allow_stay": 1}, "OT-M5"),
        ({"knocking": True}, "OT-K4"),
        ({"grace_ms": -1}, "OT-K3"),
        ({"grace_ms": 3_001}, "OT-K3"),
        ({"protect_seconds": -1}, "OT-K3"),
        ({"protect_seconds": 61}, "OT-K3"),
        ({"give_back_seconds": 0}, "OT-K5"),
        ({"referee": "blind"}, "OT-K6"),
    ],
)
def test_a_wrong_option_is_refused_with_its_rule(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(BadOption, match=rule):
        fresh_table(4, **options)


def test_the_view_names_what_a_page_draws() -> None:
    view = table(glass(0), glass(1, 5_000), glass(18), glass(17)).view(None)
    assert view["colours"][RED] == "triangle"
    assert view["layout"][0] == [2, 0]
    assert view["layout"][9] == [4, 2]
    assert view["corners"] == [0, 2, 7, 11, 16, 18]
    assert view["glasses"][1] == {
        "seat": 0,
        "nth": 2,
        "space": 1,
        "state": "running",
        "runs_out_at": NOW + 5_000,
        "left": None,
        "knocked_by": None,
        "owner_stands_up_at": None,
        "noticed": False,
        "safe_until": NOW + 5_000 - SAND + 300,
        "protected_until": None,
    }
