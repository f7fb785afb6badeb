"""TC-C and TC-S: what lies on the table, and how a game begins."""

from importlib.resources import files

import pytest

import sandtable
from sandtable import BadOption, BadParts
from sandtable.engine.parts import Parts
from sandtable.games.time_of_chaos import GAME
from sandtable.games.time_of_chaos.parts import (
    CARD_COUNT,
    CITIES,
    DECK_SIZE,
    ERAS,
    NAMES,
    PARTS,
    ChaosParts,
    card_face,
)
from tests.games.time_of_chaos.build import (
    END_TURN,
    FUTURE,
    GRAB,
    PAST,
    PRESENT,
    cubes_on,
    kinds,
    place,
    refused,
    table,
    tile,
    told,
    where,
)

FACES = [card_face(card) for card in range(CARD_COUNT)]
TEXT = files("sandtable.games.time_of_chaos").joinpath("parts.toml").read_text(encoding="utf-8")


def line_of(text: str) -> int:
    lines = TEXT.splitlines()
    assert lines.count(text) == 1
    return lines.index(text) + 1


def test_TC_C1_nine_cities_in_three_eras() -> None:
    grids = sandtable.new(GAME, seats=2, seed=1).view(None)["grids"]
    assert list(grids) == [PAST, PRESENT, FUTURE]
    for era in ERAS:
        assert sorted(seen["city"] for seen in grids[era]) == sorted(CITIES)
    assert len(CITIES) == len(set(CITIES)) == len(set(PARTS.signs)) == 9


def test_TC_C2_each_deck_has_one_card_for_every_tile_of_the_other_eras() -> None:
    for found in ERAS:
        homes = [(face["city"], face["era"]) for face in FACES if face["found"] == found]
        others = [era for era in ERAS if era != found]
        assert sorted(homes) == sorted((city, era) for city in CITIES for era in others)


def test_TC_C2_in_each_deck_each_era_has_three_cards_of_each_value() -> None:
    for found in ERAS:
        for era in ERAS:
            values = [f["points"] for f in FACES if (f["found"], f["era"]) == (found, era)]
            assert sorted(values) == ([] if era == found else [1, 1, 1, 2, 2, 2, 3, 3, 3])


def test_TC_C2_the_two_cards_of_a_tile_differ_in_value() -> None:
    for city in CITIES:
        for era in ERAS:
            values = [f["points"] for f in FACES if (f["city"], f["era"]) == (city, era)]
            assert len(values) == len(set(values)) == 2


def test_TC_C2_every_card_has_a_name_and_a_story_of_its_own() -> None:
    assert len(set(NAMES)) == len(set(PARTS.stories)) == CARD_COUNT
    for story in PARTS.stories:
        assert 40 <= len(story) <= 180
        assert story.endswith(".")


FIRST = "Tide Table of the Corniche"
HERE = "the changed line"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('name = "Cusco"', 'name = "Alexandria"', HERE, "two cities called"),
        ('sign = "condor"', 'sign = "sail"', 'sign = "sail"', "the sign sail"),
        ("cubes = 12 ", 'cubes = "many" ', HERE, "cubes is a whole number"),
        ('name = "Rain Telephone"', f'name = "{FIRST}"', HERE, "two cards called"),
        (
            'found = "past"\ncity = "Alexandria"\nera = "present"',
            'found = "past"\ncity = "Alexandria"\nera = "past"',
            HERE,
            "found in the past belongs to another era",
        ),
        (
            'found = "past"\ncity = "Cusco"\nera = "present"',
            'found = "past"\ncity = "Alexandria"\nera = "present"',
            HERE,
            "two cards for Alexandria in the present",
        ),
        (
            'found = "past"\ncity = "Cusco"\nera = "present"',
            'found = "past"\ncity = "Atlantis"\nera = "present"',
            HERE,
            "city is one of .*, not Atlantis",
        ),
        (
            f'name = "{FIRST}"\nfound = "past"',
            f'name = "{FIRST}"\nfound = "yesterday"',
            HERE,
            "found is one of past, present, future, not yesterday",
        ),
        (
            f'name = "{FIRST}"\nfound = "past"',
            f'name = "{FIRST}"\nfound = "future"',
            None,
            "two cards for Alexandria in the present",
        ),
        ("points = 1\n", "points = 4\n", HERE, "from 1 to 3, not 4"),
        ("points = 1\n", "points = 2\n", None, "more than three cards worth 2 for the present"),
        ("story = ", "tale = ", None, "story is a text"),
        ("[[card]]", "[[card]", HERE, ""),
    ],
)
def test_TC_C2_a_wrong_parts_file_is_refused_with_line_and_reason(
    old: str, new: str, line: str | None, reason: str
) -> None:
    text = TEXT.replace(old, new, 1)
    number = str(changed_line(text)) if line == HERE else str(line_of(line)) if line else r"\d+"
    with pytest.raises(BadParts, match=rf"parts.toml.*line {number}\b.*{reason}"):
        ChaosParts(Parts(text, "time_of_chaos/parts.toml"))


def changed_line(text: str) -> int:
    pairs = zip(TEXT.splitlines(), text.splitlines(), strict=True)
    return next(i for i, (was, now) in enumerate(pairs, start=1) if was != now)


def test_TC_C2_two_cards_of_one_value_for_one_tile_are_refused() -> None:
    """Values stay balanced in the deck, so that only the tile's own rule is broken."""
    deck = FACES[:9]
    other = next(f for f in FACES if f["found"] == FUTURE and f["era"] == PRESENT)
    mine = next(f for f in deck if f["city"] == other["city"])
    swap = next(f for f in deck if f["points"] == other["points"])
    text = with_points(
        with_points(TEXT, mine["name"], swap["points"]), swap["name"], mine["points"]
    )
    with pytest.raises(BadParts, match=r"line \d+: .* belong to one tile and are both worth"):
        ChaosParts(Parts(text, "parts.toml"))


def with_points(text: str, name: str, points: int) -> str:
    before, found, after = text.partition(f'name = "{name}"')
    key, value, rest = after.partition("points = ")
    return before + found + key + value + str(points) + rest[1:]


@pytest.mark.parametrize("dropped", ["card", "city"])
def test_TC_C2_a_parts_file_with_something_missing_is_refused(dropped: str) -> None:
    before, _, after = TEXT.partition(f"[[{dropped}]]\n")
    text = before + after.partition("[[")[1] + after.partition("[[")[2]
    with pytest.raises(BadParts, match=r"17 cards, not 18|nine cities"):
        ChaosParts(Parts(text, "parts.toml"))


def test_TC_C3_twelve_cubes_and_an_active_cloak_each_and_no_penalty() -> None:
    view = sandtable.new(GAME, seats=4, seed=1).view(None)
    assert view["supply"] == [12] * 4
    assert view["cloaks"] == [True] * 4
    assert view["minus"] == [0] * 4


def test_TC_C3_minus_one_tokens_never_run_out() -> None:
    match = table(minus=[12, 500], cubes={("Kyoto", PAST): [0, 0, 0]})
    match.act(0, END_TURN)
    assert match.view(None)["minus"] == [13, 500]


def test_TC_S1_each_era_is_shuffled_into_its_own_grid_order_up() -> None:
    view = sandtable.new(GAME, seats=2, seed=1).view(None)
    orders = [[seen["city"] for seen in view["grids"][era]] for era in ERAS]
    assert orders[0] != orders[1] != orders[2] != orders[0]
    assert not any(seen["chaos"] for era in ERAS for seen in view["grids"][era])
    again = sandtable.new(GAME, seats=2, seed=2).view(None)
    assert [seen["city"] for seen in again["grids"][PAST]] != orders[0]


def test_TC_S2_three_cards_lie_open_beside_each_shuffled_deck() -> None:
    view = sandtable.new(GAME, seats=2, seed=1).view(None)
    for era in ERAS:
        assert [face["found"] for face in view["open"][era]] == [era] * 3
        assert view["decks"][era] == 15
    other = sandtable.new(GAME, seats=2, seed=2).view(None)
    assert other["open"] != view["open"]


def test_TC_S3_the_last_player_places_first_and_it_goes_counter_clockwise() -> None:
    match = sandtable.new(GAME, seats=4, seed=1, options={"first": 1})
    order = []
    for city in ("Kyoto", "Lisbon", "Cusco", "Hobart"):
        (seat,) = match.active()
        order.append(seat)
        match.act(seat, place(city))
    assert order == [0, 3, 2, 1]
    assert match.active() == [1]
    assert match.view(None)["phase"] == "act"


def test_TC_S3_the_first_player_is_drawn_unless_named() -> None:
    drawn = {sandtable.new(GAME, seats=4, seed=seed).view(None)["first"] for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    with pytest.raises(BadOption, match="TC-S3: option first must be a seat from 0 to 1, not 2"):
        sandtable.new(GAME, seats=2, options={"first": 2})


def test_TC_S3_a_pawn_goes_to_a_free_tile_of_the_present() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    match.act(1, place("Kyoto"))
    assert where(match, 1) == ("Kyoto", PRESENT)
    refused(match, 0, place("Kyoto"), "TC-S3")
    assert [act.to_json()["city"] for act in match.legal(0)] == [c for c in CITIES if c != "Kyoto"]


def test_TC_S3_nothing_else_happens_before_all_pawns_are_placed() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    refused(match, 1, GRAB, "TC-S3")
    refused(match, 0, place("Kyoto"), "TC-S3")
    match.act(1, place("Kyoto"))
    match.act(0, place("Lisbon"))
    refused(match, 0, place("Cusco"), "TC-S3")


def test_TC_S4_the_past_is_chaos_with_a_cube_and_the_future_has_one() -> None:
    match = sandtable.new(GAME, seats=3, seed=1, options={"first": 0})
    events = match.act(2, place("Kyoto"))
    assert told(events, "placed") == {
        "event": "placed",
        "at": 0,
        "seat": 2,
        "city": "Kyoto",
        "by_table": False,
    }
    assert tile(match, "Kyoto", PAST)["chaos"]
    assert cubes_on(match, "Kyoto", PAST) == [0, 0, 1]
    assert not tile(match, "Kyoto", FUTURE)["chaos"]
    assert cubes_on(match, "Kyoto", FUTURE) == [0, 0, 1]
    assert not tile(match, "Kyoto", PRESENT)["chaos"]
    assert cubes_on(match, "Kyoto", PRESENT) == [0, 0, 0]
    assert match.view(None)["supply"] == [12, 12, 10]


def test_TC_S4_the_first_turn_begins_with_the_first_players_disorder() -> None:
    match = sandtable.new(GAME, seats=2, seed=1, options={"first": 0})
    match.act(1, place("Lisbon"))
    events = match.act(0, place("Kyoto"))
    assert kinds(events) == ["placed", "turn_began", "sent"]
    assert cubes_on(match, "Kyoto", PRESENT) == [1, 0]
    assert cubes_on(match, "Lisbon", PRESENT) == [0, 0]


def test_a_deck_is_as_large_as_the_parts_say() -> None:
    assert DECK_SIZE * 3 == CARD_COUNT == 54
