"""Hand-written positions: what no table could have reached is refused with the place and reason."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable import BadPosition
from tests.games.out_of_time.build import (
    GREEN,
    NOW,
    ORANGE,
    RED,
    YELLOW,
    card,
    fallen,
    glass,
    place,
    placing,
    table,
)


def running() -> dict[str, Any]:
    match = table(
        *(glass(0), glass(1), fallen(18, 9_000, by=0), glass(17)),
        cards=[card(RED, ORANGE, YELLOW)],
        cubes=[[RED], []],
    )
    dump: dict[str, Any] = json.loads(json.dumps(match.dump()))
    return dump


def before_the_second_glass() -> dict[str, Any]:
    match = placing(2)
    match.act(0, place(0))
    match.act(1, place(18))
    dump: dict[str, Any] = json.loads(json.dumps(match.dump()))
    return dump


def set_in(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Sets what stands at a path of the table to the last entry."""
    *way, last, value = path

    def change(held: dict[str, Any]) -> None:
        for step in way:
            held = held[step]
        held[last] = value

    return change


def up(field: str, after: int, noticed: bool = True) -> dict[str, Any]:
    """Glass 3 as it stands, with this instant so long after now."""
    return {**glass(17), "noticed": noticed, field: NOW + after}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (set_in("tiles", 9, "red"), "grey lies on space 9"),
        (set_in("tiles", 0, "grey"), "nowhere else"),
        (set_in("tiles", 4, "blue"), "not the tiles that 2 turn over"),
        (set_in("tiles", 0, "orange"), "number of red tiles"),
        (set_in("tiles", 0, "pink"), "'pink' is not one of"),
        (set_in("tiles", 0, 3), "3 is not one of"),
        (set_in("glasses", 0, "space", 17), "there is a glass on space 17"),
        (set_in("glasses", 0, "space", 7), "not next to each other"),
        (set_in("glasses", 0, "space", 19), "not between 0 and 18"),
        (set_in("glasses", 0, {"space": None}), "not next to each other"),
        (set_in("glasses", 0, "placed_at", NOW + 1), "not between"),
        (set_in("glasses", 0, "placed_at", NOW), "ran faster"),
        (set_in("glasses", 0, dict(glass(0, 30_001), placed_at=NOW, noticed=True)), "more sand"),
        (set_in("glasses", 0, "runs_out_at", NOW), "so it has fallen there"),
        (set_in("glasses", 0, "sand", 3), "no such field"),
        (set_in("glasses", 2, "left", 8_999), "not the sand that was left"),
        (set_in("glasses", 2, "noticed", False), "has been noticed"),
        (set_in("glasses", 2, "knocked_by", 2), "not between 0 and 1"),
        (set_in("glasses", 2, "fell_at", NOW + 1), "not between"),
        (set_in("glasses", 2, "protected_until", NOW + 1), "no such field"),
        (set_in("glasses", 3, up("protected_until", 5_001)), "later than it can be"),
        (set_in("glasses", 3, up("protected_until", -26_001)), "did not stand there yet"),
        (set_in("glasses", 3, up("protected_until", 1, noticed=False)), "moved at another time"),
        (set_in("glasses", 3, up("protected_until", -NOW)), "not between 1 and"),
        (set_in("players", 0, "cubes", [RED, RED, RED]), "no room for a red cube"),
        (set_in("players", 0, "cubes", [GREEN]), "no room for a green cube"),
        (set_in("players", 0, "cubes", ["pink"]), "'pink' is not one of"),
        (
            set_in("players", 0, "cubes", [RED, RED, ORANGE, ORANGE, YELLOW, YELLOW]),
            "a full card is scored",
        ),
        (set_in("players", 0, "owed", 1), "whoever owes cubes has none"),
        (set_in("players", 0, "choose_by", NOW + 1), "no choice between cubes"),
        (set_in("players", 1, "choose_by", NOW + 1), "no choice between cubes"),
        (set_in("players", 0, "choose_by", NOW), "within the time for a choice"),
        (set_in("players", 0, "choose_by", NOW + 5_001), "within the time for a choice"),
        (set_in("players", 0, "scored", [1, 2]), "each card once"),
        (set_in("players", 0, "card", 5), "each card once"),
        (set_in("deck", 0, 20), "not between 0 and 19"),
        (set_in("first", 2), "not between 0 and 1"),
        (set_in("step", 5), "not between 0 and 4"),
        (set_in("step", 3), "not placed in its turn"),
        (set_in("place_by", NOW + 1), "is 0 after the placement round"),
        (set_in("phase", 1), "no such field"),
    ],
)
def test_a_position_after_the_round(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    dump = running()
    sandtable.load(dump)
    change(dump["position"]["table"])
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (set_in("place_by", 0), "within the time for a placement"),
        (set_in("place_by", 20_001), "within the time for a placement"),
        (set_in("step", 1), "not placed in its turn"),
        (set_in("step", 0), "not placed in its turn"),
        (set_in("glasses", 0, "space", 1), "not begun in a corner"),
        (set_in("glasses", 0, {"space": None}), "not placed in its turn"),
        (set_in("glasses", 1, dict(glass(1), placed_at=0, runs_out_at=30_000)), "OT-P2"),
        (
            set_in(
                "glasses",
                0,
                dict(fallen(0, 30_000, by=1), placed_at=0, runs_out_at=30_000, fell_at=0),
            ),
            "no glass falls",
        ),
    ],
)
def test_a_position_in_the_round(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    dump = before_the_second_glass()
    sandtable.load(dump)
    change(dump["position"]["table"])
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


def test_whoever_cannot_place_must_have_been_passed_over() -> None:
    match = placing(3, turned_tiles="blocked")
    for seat, to in ((0, 0), (2, 7), (1, 2), (1, 1)):
        match.act(seat, place(to))
    dump = match.dump()
    held = dump["position"]["table"]
    held["glasses"][5] = dict(glass(3), placed_at=0, runs_out_at=30_000)
    held["step"] = 5
    with pytest.raises(BadPosition, match="OT-P5"):
        sandtable.load(dump)


def test_a_blocked_space_holds_no_glass() -> None:
    with pytest.raises(BadPosition, match="no glass may stand on space 4"):
        table(glass(0), glass(4), glass(18), glass(17), turned_tiles="blocked")


def test_a_glass_that_was_stood_up_is_protected_where_it_stands_or_moved_on() -> None:
    here = {**glass(17), "noticed": True, "protected_until": NOW + 5_000}
    match = table(glass(0), glass(1), glass(18), here)
    assert match.view(None)["glasses"][3]["protected_until"] == NOW + 5_000
    moved = {**glass(17, 29_000), "protected_until": NOW + 500}
    match = table(glass(0), glass(1), glass(18), moved)
    assert sandtable.load(match.dump()).hash() == match.hash()
    for after in (-1_000, 4_001):
        other = {**moved, "protected_until": NOW + after}
        with pytest.raises(BadPosition, match="moved at another time"):
            table(glass(0), glass(1), glass(18), other)


def test_nothing_is_protected_where_the_table_does_without() -> None:
    here = {**glass(17), "noticed": True, "protected_until": NOW}
    with pytest.raises(BadPosition, match="nothing protects a glass"):
        table(glass(0), glass(1), glass(18), here, protect_seconds=0)


@pytest.mark.parametrize(
    ("turned_tiles", "space", "tile", "reason"),
    [
        ("grey", 4, "turned", "is grey at this table"),
        ("grey", 4, "blue", "not the tiles that 2 turn over"),
        ("grey", 0, "grey", "not the tiles that 2 turn over"),
        ("grey", 9, "red", "grey lies on space 9"),
        ("blank", 4, "grey", "nowhere else"),
    ],
)
def test_backs_are_grey_only_where_the_table_chose_so(
    turned_tiles: str, space: int, tile: str, reason: str
) -> None:
    dump = table(glass(0), glass(1), glass(18), glass(17), turned_tiles=turned_tiles).dump()
    dump["position"]["table"]["tiles"][space] = tile
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


def test_three_scored_cards_are_the_end() -> None:
    with pytest.raises(BadPosition, match="win at once"):
        table(glass(0), glass(1), glass(18), glass(17), scored=[3, 0], cards=[0])


def test_more_cubes_than_there_are() -> None:
    dump = running()
    for seat in (0, 1):
        dump["position"]["table"]["players"][seat]["cubes"] = [ORANGE, ORANGE]
    with pytest.raises(BadPosition, match="no room for a orange cube"):
        sandtable.load(dump)
