"""The parts of A Time of Chaos, read from parts.toml and checked.

A tile is numbered by era and city, a card by its deck: tile 9 * era + city, card 18 * deck + nth.
"""

from typing import Any, Final

from sandtable.engine.parts import Parts, read_parts

ERAS: Final[list[str]] = ["past", "present", "future"]
PAST: Final = 0
PRESENT: Final = 1
FUTURE: Final = 2
ERA_COUNT: Final = 3

CITY_COUNT: Final = 9
TILE_COUNT: Final = 27
DECK_SIZE: Final = 18
CARD_COUNT: Final = 54
BEST_CARD: Final = 3
SAME_VALUE: Final = 3
"""TC-C2: in each deck an era has so many cards of each value."""


class ChaosParts:
    """Cities, cards and the numbers of the table."""

    def __init__(self, parts: Parts) -> None:
        table = parts.table("table")
        self.cubes = parts.whole(table, "cubes", 2, 60)
        self.open_cards = parts.whole(table, "open_cards", 1, 6)
        self.actions = parts.whole(table, "actions", 1, 9)
        self.disorder = parts.whole(table, "disorder", 2, 9)
        self.hand = parts.whole(table, "hand", 1, 6)
        self.last_card = parts.whole(table, "last_card", 1, 12)
        self.cities: list[str] = []
        self.signs: list[str] = []
        self.read_cities(parts)
        self.names: list[str] = [""] * CARD_COUNT
        self.stories: list[str] = [""] * CARD_COUNT
        self.homes: list[int] = [-1] * CARD_COUNT
        """The tile a card belongs to."""
        self.points: list[int] = [0] * CARD_COUNT
        self.entries: list[int] = [0] * CARD_COUNT
        """Where in the file a card stands, for complaints."""
        self.read_cards(parts)
        self.check_decks(parts)
        self.check_tiles(parts)

    def read_cities(self, parts: Parts) -> None:
        entries = parts.tables("city")
        for nth, entry in enumerate(entries):
            name = parts.word(entry, "name", nth)
            sign = parts.word(entry, "sign", nth)
            if name in self.cities:
                raise parts.bad("name", f"there are two cities called {name} (TC-C1)", nth)
            if sign in self.signs:
                raise parts.bad("sign", f"two cities have the sign {sign} (TC-C1)", nth)
            self.cities.append(name)
            self.signs.append(sign)
        if len(entries) != CITY_COUNT:
            raise parts.bad("city", f"there are nine cities (TC-C1), not {len(entries)}")

    def read_cards(self, parts: Parts) -> None:
        sizes = [0] * ERA_COUNT
        for nth, entry in enumerate(parts.tables("card")):
            deck = one_of(parts, entry, "found", ERAS, nth)
            if sizes[deck] == DECK_SIZE:
                raise parts.bad("found", f"the {ERAS[deck]} deck has 18 cards (TC-C2)", nth)
            card = DECK_SIZE * deck + sizes[deck]
            sizes[deck] += 1
            # The file speaks of the nine cities before the cards.
            named = CITY_COUNT + nth
            name = parts.word(entry, "name", named)
            if name in self.names:
                raise parts.bad("name", f"there are two cards called {name} (TC-C2)", named)
            era = one_of(parts, entry, "era", ERAS, nth)
            if era == deck:
                raise parts.bad(
                    "era", f"a card found in the {ERAS[deck]} belongs to another era (TC-C2)", nth
                )
            home = CITY_COUNT * era + one_of(parts, entry, "city", self.cities, named)
            if home in self.homes[DECK_SIZE * deck : card]:
                raise parts.bad(
                    "city",
                    f"the {ERAS[deck]} deck has two cards for {self.cities[home % CITY_COUNT]} "
                    f"in the {ERAS[era]} (TC-C2)",
                    named,
                )
            self.names[card] = name
            self.homes[card] = home
            self.points[card] = parts.whole(entry, "points", 1, BEST_CARD, nth)
            self.stories[card] = parts.word(entry, "story", nth)
            self.entries[card] = nth
        for deck in range(ERA_COUNT):
            if sizes[deck] != DECK_SIZE:
                raise parts.bad(
                    "card", f"the {ERAS[deck]} deck has {sizes[deck]} cards, not 18 (TC-C2)"
                )

    def check_decks(self, parts: Parts) -> None:
        """TC-C2: in each deck, for each era, three cards of each value."""
        for deck in range(ERA_COUNT):
            count = [0] * (ERA_COUNT * BEST_CARD)
            for card in range(DECK_SIZE * deck, DECK_SIZE * deck + DECK_SIZE):
                era = self.homes[card] // CITY_COUNT
                slot = era * BEST_CARD + self.points[card] - 1
                count[slot] += 1
                if count[slot] > SAME_VALUE:
                    raise parts.bad(
                        "points",
                        f"the {ERAS[deck]} deck has more than three cards worth "
                        f"{self.points[card]} for the {ERAS[era]} (TC-C2)",
                        self.entries[card],
                    )

    def check_tiles(self, parts: Parts) -> None:
        """TC-C2: the two cards that belong to a tile differ in value."""
        for card in range(CARD_COUNT):
            for other in range(card):
                if (
                    self.homes[card] == self.homes[other]
                    and self.points[card] == self.points[other]
                ):
                    raise parts.bad(
                        "points",
                        f"{self.names[card]} and {self.names[other]} belong to one tile and are "
                        f"both worth {self.points[card]} (TC-C2)",
                        self.entries[card],
                    )


def one_of(parts: Parts, entry: dict[str, Any], key: str, words: list[str], nth: int) -> int:
    """Which of some words a key holds."""
    value = parts.word(entry, key, nth)
    if value not in words:
        raise parts.bad(key, f"{key} is one of {', '.join(words)}, not {value}", nth)
    return words.index(value)


PARTS: Final = ChaosParts(read_parts("sandtable.games.time_of_chaos"))
CITIES: Final[list[str]] = PARTS.cities
NAMES: Final[list[str]] = PARTS.names
HOMES: Final[list[int]] = PARTS.homes
POINTS: Final[list[int]] = PARTS.points

CUBES: Final[int] = PARTS.cubes
OPEN: Final[int] = PARTS.open_cards
ACTIONS: Final[int] = PARTS.actions
DISORDER: Final[int] = PARTS.disorder
HAND: Final[int] = PARTS.hand
LAST_CARD: Final[int] = PARTS.last_card

CARD_BY_NAME: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES)}


def city_of(tile: int) -> str:
    return CITIES[tile % CITY_COUNT]


def era_of(tile: int) -> str:
    return ERAS[tile // CITY_COUNT]


def card_face(card: int) -> dict[str, Any]:
    """A card as players read it."""
    home = HOMES[card]
    return {
        "name": NAMES[card],
        "found": ERAS[card // DECK_SIZE],
        "city": city_of(home),
        "era": era_of(home),
        "points": POINTS[card],
        "story": PARTS.stories[card],
    }
