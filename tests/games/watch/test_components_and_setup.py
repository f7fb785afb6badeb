"""WA-C and WA-S: what lies on the table, and how a game begins."""

from itertools import permutations
from typing import Any

import pytest

import sandtable
from sandtable import BadOption, BadParts
from sandtable.engine.parts import Parts
from sandtable.games.watch.parts import CARDS, PAWNS, WatchParts
from tests.games.watch.build import GREEN, KEEP, kinds, move, table


def test_WA_C1_twelve_squares_red_on_top_yellow_at_four_and_eight() -> None:
    view = sandtable.new("watch", seats=2, seed=1).view(None)
    assert (view["squares"], view["red"], view["yellow"]) == (12, 0, [4, 8])


def test_WA_C1_yellow_stays_at_the_thirds_of_a_larger_watch() -> None:
    view = sandtable.new("watch", seats=2, seed=1, options={"squares": 60}).view(None)
    assert (view["squares"], view["yellow"]) == (60, [20, 40])


def test_WA_C1_the_yellow_squares_can_be_chosen() -> None:
    match = table(yellow=[5, 2])
    assert match.view(None)["yellow"] == [2, 5]
    match.act(0, move(GREEN, 2))
    assert match.view(None)["phase"] == "exchange"


@pytest.mark.parametrize(
    "options",
    [
        {"squares": 13},
        {"squares": 9},
        {"squares": 63},
        {"squares": "12"},
        {"yellow": [4, 4]},
        {"yellow": [0, 4]},
        {"yellow": [4, 12]},
        {"yellow": [4]},
        {"yellow": 4},
        {"yellow": [4, 60], "squares": 60},
    ],
)
def test_WA_C1_a_wrong_watch_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="WA-C1"):
        sandtable.new("watch", seats=2, options=options)


def test_WA_C2_three_pawns_and_the_six_orders_of_them() -> None:
    assert PAWNS == ["green", "blue", "orange"]
    assert sorted(map(tuple, CARDS)) == sorted(permutations(range(3)))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('name = "blue"', 'name = "green"', 6, "three different names"),
        ("all = 90", "all = 3", 4, "from 6 to 600"),
        ('["green", "orange", "blue"]', '["green", "blue", "orange"]', 17, "twice"),
        ('["green", "orange", "blue"]', '["green", "green", "blue"]', 17, "each of the three"),
        ("[[card]]", "[[card]", 14, ""),
    ],
)
def test_WA_C2_a_wrong_parts_file_is_refused_with_line_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    text = PARTS_TEXT.replace(old, new, 1)
    with pytest.raises(BadParts, match=f"line {line}.*{reason}"):
        WatchParts(Parts(text, "watch/parts.toml"))


PARTS_TEXT = """\
# The parts.

[tokens]
all = 90

[[pawn]]
name = "green"
[[pawn]]
name = "blue"
[[pawn]]
name = "orange"


[[card]]
order = ["green", "blue", "orange"]
[[card]]
order = ["green", "orange", "blue"]
[[card]]
order = ["blue", "green", "orange"]
[[card]]
order = ["blue", "orange", "green"]
[[card]]
order = ["orange", "green", "blue"]
[[card]]
order = ["orange", "blue", "green"]
"""


def test_WA_C2_the_parts_text_of_these_tests_is_a_good_one() -> None:
    assert len(WatchParts(Parts(PARTS_TEXT, "x")).cards) == 6


@pytest.mark.parametrize(("seats", "share"), [(2, 45), (3, 30), (4, 22), (5, 18), (6, 15)])
def test_WA_C3_ninety_tokens_are_shared_out_equally(seats: int, share: int) -> None:
    assert sandtable.new("watch", seats=seats, seed=1).view(None)["tokens"] == [share] * seats


def test_WA_C4_the_timer_rings_after_five_minutes_to_the_millisecond() -> None:
    match = sandtable.new("watch", seats=2, seed=1)
    assert "rang" not in kinds(match.advance(to=299_999))
    assert "rang" in kinds(match.advance(to=300_000))


def test_WA_C4_minutes_is_an_option() -> None:
    match = sandtable.new("watch", seats=2, seed=1, options={"minutes": 2})
    assert "rang" not in kinds(match.advance(to=119_999))
    assert "rang" in kinds(match.advance(to=120_000))


def test_WA_C4_a_wind_up_timer_rings_early_or_late_within_its_jitter() -> None:
    rings = []
    for seed in range(60):
        options = {"ring_jitter_seconds": 20}
        match = sandtable.new("watch", seats=2, seed=seed, options=options)
        rings.append(next(e.at for e in match.advance(to=320_000) if e.NAME == "rang"))
    assert all(280_000 <= ring <= 320_000 for ring in rings)
    assert min(rings) < 290_000
    assert max(rings) > 310_000
    assert len(set(rings)) > 50


def test_WA_C4_is_exact_by_default_and_wound_by_hand_on_a_site() -> None:
    game = sandtable.find("watch")
    described = game.options_schema()["properties"]["ring_jitter_seconds"]
    assert described["default"] == 0
    assert sandtable.new("watch", seats=2).options["ring_jitter_seconds"] == 0
    wound, exact = described["x-site"]["choices"]
    assert (wound["const"], exact["const"]) == (20, 0)
    assert "wound by hand: nobody can count along" in wound["description"]


def test_WA_S1_pawns_on_red_one_card_each_the_rest_aside_face_down() -> None:
    match = sandtable.new("watch", seats=4, seed=3)
    view = match.view(None)
    assert view["pawns"] == {"green": 0, "blue": 0, "orange": 0}
    assert view["hands"] == [[None]] * 4
    assert view["aside"] == [None, None]


def test_WA_S1_each_sees_only_the_own_card_and_all_six_are_there() -> None:
    match = sandtable.new("watch", seats=6, seed=3)
    own = []
    for seat in range(6):
        hands = match.view(seat)["hands"]
        assert [hand for s, hand in enumerate(hands) if s != seat] == [[None]] * 5
        own.append(tuple(hands[seat][0]))
    assert sorted(own) == sorted(permutations(PAWNS))


def test_WA_S1_the_cards_are_shuffled() -> None:
    hands = [sandtable.new("watch", seats=2, seed=seed).view(0)["hands"][0] for seed in range(40)]
    assert len({str(hand) for hand in hands}) == 6


def test_WA_S2_the_host_may_name_the_first_player() -> None:
    for seat in range(3):
        match = sandtable.new("watch", seats=3, seed=1, options={"first": seat})
        assert match.active() == [seat]


def test_WA_S2_otherwise_the_first_player_is_random() -> None:
    firsts = [sandtable.new("watch", seats=3, seed=seed).active()[0] for seed in range(60)]
    assert all(10 <= firsts.count(seat) <= 30 for seat in range(3))


def test_WA_S2_the_first_player_sits_at_the_table() -> None:
    with pytest.raises(BadOption, match="WA-S2"):
        sandtable.new("watch", seats=3, options={"first": 3})


def test_WA_S3_the_timer_starts_with_the_first_turn_of_each_game() -> None:
    match = table(pawns=(9, 5, 1), cards=[1, 2, 0, 3, 4, 5], rings_at=2_000, break_seconds=7)
    assert kinds(match.advance(to=2_000)) == ["rang"]
    assert kinds(match.advance(to=9_000)) == ["dealt"]
    assert "rang" not in kinds(match.advance(to=308_999))
    assert "rang" in kinds(match.advance(to=309_000))


def test_WA_S3_a_position_whose_ring_is_past_is_refused() -> None:
    with pytest.raises(sandtable.BadPosition, match="not after"):
        table(now=5_000, rings_at=5_000)


def test_keep_is_no_act_before_yellow() -> None:
    with pytest.raises(sandtable.Refused):
        table().act(0, KEEP)
