"""Hand-written positions: what no table could have reached is refused with the reason."""

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable import BadPosition
from sandtable.games.time_of_chaos import GAME
from tests.games.time_of_chaos.build import FUTURE, PAST, PRESENT, card, table

Change = Callable[[dict[str, Any]], None]


def put(**fields: Any) -> Change:
    def change(held: dict[str, Any]) -> None:
        held.update(fields)

    return change


def in_grid(era: str, place: int, **fields: Any) -> Change:
    def change(held: dict[str, Any]) -> None:
        held["grids"][era][place].update(fields)

    return change


def in_deck(era: str, place: int, name: str | None) -> Change:
    def change(held: dict[str, Any]) -> None:
        held["decks"][era][place] = name

    return change


def in_open(era: str, place: int, name: str | None) -> Change:
    def change(held: dict[str, Any]) -> None:
        held["open"][era][place] = name

    return change


def without(field: str) -> Change:
    def change(held: dict[str, Any]) -> None:
        del held[field]

    return change


KYOTO = {"city": "Kyoto", "era": PAST}
TOP = card(PAST, "Alexandria", PRESENT)
FOUR = [card(PRESENT, city, PAST) for city in ("Kyoto", "Lisbon", "Cusco", "Hobart")]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without("minus"), "minus: missing"),
        (put(extra=1), "extra: no such field"),
        (put(phase="lunch"), "phase: 'lunch' is not one of"),
        (put(phase="over"), "over when it has an outcome"),
        (put(turn=2), "turn: 2 is not between 0 and 1"),
        (in_grid(PAST, 0, city="Kyoto"), "Kyoto is there twice .TC-C1"),
        (in_grid(PAST, 0, city="Atlantis"), "'Atlantis' is not one of"),
        (in_grid(PAST, 0, cubes=[7, 0]), "seat 0 has more than 12 cubes .TC-C3"),
        (in_grid(PAST, 0, cubes=[1]), "has 1 entries, not 2"),
        (in_grid(PAST, 0, chaos="yes"), "neither true nor false"),
        (in_grid(PAST, 0, chaos=True, cubes=[0, 0]), "CHAOS in Alexandria .*TC-T4"),
        (in_grid(PAST, 0, chaos=True, cubes=[2, 0]), "CHAOS in Alexandria .*TC-T4"),
        (in_deck(PAST, 0, "Excalibur"), "there is no card 'Excalibur'"),
        (in_deck(PAST, 0, None), "a deck has no gaps"),
        (in_deck(PAST, 0, card(FUTURE, "Kyoto", PAST)), "found in another era .TC-C2"),
        (in_deck(PAST, 0, card(PAST, "Cusco", PRESENT)), "not each in one place .TC-C2"),
        (in_open(PAST, 0, None), "refilled while the deck lasts .TC-A3"),
        (put(hands=[[{"card": TOP, "known": True}] * 4, []]), "up to 3 cards .TC-A4"),
        (put(hands=[[{"card": TOP, "known": 1}], []]), "neither true nor false"),
        (put(hands=[[{"card": TOP, "known": True}], []]), "not each in one place .TC-C2"),
        (put(delivered=[["Excalibur"], []]), "there is no card 'Excalibur'"),
        (put(delivered=[3, []]), "of seat 0 is not a list"),
        (put(pawns=[None, KYOTO]), "every pawn stands somewhere .TC-S3"),
        (put(pawns=[{"city": "Kyoto"}, KYOTO]), r"pawns.0..era: missing"),
        (put(cloaks=[True, 1]), "1 is neither true nor false"),
        (put(minus=[0, -1]), "-1 is not between"),
        (put(actions_left=0), "without actions left is over .TC-T3"),
        (put(phase="send"), "only when cubes are short .TC-T2"),
        (put(sent=[KYOTO]), "only while disorder is chosen .TC-T2"),
        (put(phase="send", sent=[KYOTO]), "Kyoto sends no disorder .TC-T1"),
        (put(phase="send", actions_left=2), "no action has been taken yet .TC-T3"),
        (put(ender=0), "seat 0 has not laid card 4 .TC-E1"),
        (put(turn_ends_at=5_000), "only at a table with a clock"),
        (put(banks=[1, 1]), "has no bank_seconds .TC-O2"),
        (put(turn_began_at=1_001), "1001 is not between 0 and 1000"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: Change, reason: str) -> None:
    dump = table(cubes={("Kyoto", FUTURE): [0] * 2, ("Lisbon", FUTURE): [0] * 4}).dump()
    change(dump["position"]["table"])
    with pytest.raises(BadPosition, match=reason):
        sandtable.load(dump)


def test_a_fourth_card_without_an_ender_is_refused() -> None:
    dump = table(turn=1, ender=0, delivered=[FOUR]).dump()
    dump["position"]["table"]["ender"] = None
    with pytest.raises(BadPosition, match=r"ender: seat 0 has laid card 4 .TC-E1"):
        sandtable.load(dump)


def test_a_full_tile_in_order_is_only_possible_within_a_turn() -> None:
    dump = sandtable.new(GAME, seats=2, seed=1).dump()
    dump["position"]["table"]["grids"][PAST][0]["cubes"] = [3, 0]
    with pytest.raises(BadPosition, match=r"has 3 cubes and is in ORDER .TC-T4"):
        sandtable.load(dump)


@pytest.mark.parametrize(
    "pawns",
    [
        [{"city": "Kyoto", "era": PRESENT}, None, None],
        [None, None, {"city": "Kyoto", "era": PAST}],
        [None, None, None],
    ],
)
def test_pawns_are_placed_in_their_order(pawns: list[Any]) -> None:
    dump = sandtable.new(GAME, seats=3, seed=1, options={"first": 0}).dump()
    dump["position"]["table"].update(pawns=pawns, turn=1)
    with pytest.raises(BadPosition, match="TC-S3"):
        sandtable.load(dump)


def test_pawns_do_not_start_on_one_tile() -> None:
    dump = sandtable.new(GAME, seats=3, seed=1, options={"first": 0}).dump()
    here = {"city": "Kyoto", "era": PRESENT}
    dump["position"]["table"].update(pawns=[None, here, here], turn=0)
    with pytest.raises(BadPosition, match="TC-S3"):
        sandtable.load(dump)


def test_a_clock_needs_its_deadline_and_its_banks() -> None:
    dump = table(turn_seconds=30).dump()
    dump["position"]["table"]["turn_ends_at"] = None
    with pytest.raises(BadPosition, match="turn_ends_at"):
        sandtable.load(dump)
    dump = table(bank_seconds=30).dump()
    dump["position"]["table"]["banks"] = [30_001, 0]
    with pytest.raises(BadPosition, match="banks"):
        sandtable.load(dump)


def test_the_middle_of_a_choice_comes_back_exactly() -> None:
    chaos = {("Kyoto", PAST): [1], ("Lisbon", PRESENT): [1], ("Cusco", FUTURE): [1]}
    match = table(chaos=chaos, supply=[12, 2], turn=0)
    match.act(0, {"act": "end_turn"})
    match.act(1, {"act": "send", "city": "Lisbon", "era": PRESENT})
    for again in (sandtable.load(match.dump()), match.copy()):
        assert again.hash() == match.hash()
        assert again.legal(1) == match.legal(1)
