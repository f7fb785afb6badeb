"""The parts of Time 'n' Space, read from parts.toml and checked."""

from typing import Any, Final

from sandtable.engine.errors import BadParts
from sandtable.engine.parts import Parts, read_parts

COLOUR_COUNT: Final = 4
BUILDING_COUNT: Final = 8
MOST_STAGE: Final = 3
STATION: Final = 4
CENTRE: Final = 5
"""What a building is: 0 to 3 a plant of that colour, then station and centre."""
KIND_COUNT: Final = 6
INTRODUCTORY_TILES: Final = 3


class Board:
    """TS-C1: one side of the board: planets in seat order, then moons, and who neighbours whom."""

    def __init__(self, parts: Parts, entry: dict[str, Any], nth: int) -> None:
        self.players: int = parts.whole(entry, "players", 3, 4, nth)
        self.moons: int = parts.whole(entry, "moons", 1, 8, nth)
        self.places: list[str] = [f"planet-{n}" for n in range(self.players)]
        self.places += [f"moon-{n}" for n in range(self.moons)]
        self.next_to: list[list[int]] = [[] for _ in self.places]
        for passage in parts.words(entry, "passages", nth):
            ends = passage.split()
            if len(ends) != 2 or ends[0] == ends[1] or any(e not in self.places for e in ends):
                raise parts.bad("passages", f"{passage!r} does not join two places (TS-C1)", nth)
            one, other = self.places.index(ends[0]), self.places.index(ends[1])
            if other in self.next_to[one]:
                raise parts.bad("passages", f"{passage!r} is there twice (TS-C1)", nth)
            self.next_to[one].append(other)
            self.next_to[other].append(one)
        for ends_of in self.next_to:
            ends_of.sort()
        if -1 in self.hops_from(0):
            raise parts.bad("passages", "some place cannot be reached (TS-C1)", nth)
        self.hops: list[list[int]] = [self.hops_from(place) for place in range(len(self.places))]

    def hops_from(self, start: int) -> list[int]:
        """How many passages away each place is; -1 for one that cannot be reached."""
        far = [-1] * len(self.places)
        far[start] = 0
        reached = [start]
        for place in reached:
            for other in self.next_to[place]:
                if far[other] < 0:
                    far[other] = far[place] + 1
                    reached.append(other)
        return far


class SpaceParts:
    """Colours, orders, buildings, tiles and boards."""

    def __init__(self, parts: Parts) -> None:
        self.tiles: list[int] = []
        self.letters: list[str] = []
        self.mat: list[int] = []
        self.cover_kinds: list[int] = []
        self.cover_buildings: list[int] = []
        self.goods: int = parts.whole(parts.table("goods"), "of_each_colour", 1, 100)
        self.timers: int = parts.whole(parts.table("timers"), "of_each_player", 1, 4)
        self.bonus: int = parts.whole(parts.table("bonus"), "value", 0, 100)
        stages = parts.table("stages")
        self.stages: list[int] = [0] + [
            parts.whole(stages, name, 1, MOST_STAGE) for name in STAGE_NAMES[1:]
        ]
        colours = parts.tables("colour")
        self.colours: list[str] = [parts.word(c, "name", nth) for nth, c in enumerate(colours)]
        self.goods_names: list[str] = [parts.word(c, "good", nth) for nth, c in enumerate(colours)]
        if len(self.colours) != COLOUR_COUNT or repeats(self.colours):
            raise parts.bad("colour", "there are four colours with four names (TS-C2)")
        self.kinds: list[str] = [f"{colour} plant" for colour in self.colours] + [
            "station",
            "centre",
        ]
        self.values: list[int] = self.read_values(parts, "orders", 0)
        introductory = parts.table("introductory")
        self.few_values: list[int] = self.read_values(parts, "introductory", 1)
        self.minutes: int = parts.whole(introductory, "minutes", 1, 120)
        self.read_mat(parts)
        self.read_tiles(parts)
        boards = [Board(parts, entry, nth) for nth, entry in enumerate(parts.tables("board"))]
        if [board.players for board in boards] != [3, 4]:
            raise parts.bad("board", "there is a board for 3 players and one for 4 (TS-C1)")
        for nth, board in enumerate(boards):
            if len(self.tiles) % board.moons:
                raise parts.bad("moons", "the tiles do not make equal stacks (TS-S1)", nth)
        self.boards: list[Board] = boards
        self.read_covers(parts, parts.words(introductory, "tiles"))

    def read_values(self, parts: Parts, table: str, nth: int) -> list[int]:
        values = parts.wholes(parts.table(table), "values", 1, 9, nth)
        if not values:
            raise parts.bad("values", "there are orders in every colour (TS-C3)", nth)
        return sorted(values)

    def read_mat(self, parts: Parts) -> None:
        for nth, entry in enumerate(parts.tables("building")):
            self.letters.append(parts.word(entry, "letter", nth))
            self.mat.append(self.kind_of(parts, parts.word(entry, "kind", nth), nth))
        if len(self.letters) != BUILDING_COUNT or repeats(self.letters):
            raise parts.bad(
                "building", "the mat has eight buildings, each with its own letter (TS-C5)"
            )

    def read_tiles(self, parts: Parts) -> None:
        for nth, entry in enumerate(parts.tables("tile")):
            line = BUILDING_COUNT + nth
            kind = self.kind_of(parts, parts.word(entry, "kind", line), line)
            self.tiles += [kind] * parts.whole(entry, "count", 0, 100, nth)

    def read_covers(self, parts: Parts, texts: list[str]) -> None:
        """TS-O1: for every seat three tiles (kind, building) that lie on the mat."""
        if len(texts) != INTRODUCTORY_TILES * 4:
            raise parts.bad("tiles", "there are three tiles for each of four seats (TS-O1)")
        for text in texts:
            word, _, letter = text.partition(" on ")
            if word not in self.kinds or letter not in self.letters:
                raise parts.bad("tiles", f"{text!r} puts no tile on a building (TS-O1)")
            self.cover_kinds.append(self.kinds.index(word))
            self.cover_buildings.append(self.letters.index(letter))
        for seat in range(4):
            letters = [
                text.rpartition(" on ")[2]
                for text in texts[seat * INTRODUCTORY_TILES :][:INTRODUCTORY_TILES]
            ]
            if repeats(letters):
                raise parts.bad("tiles", f"seat {seat} has two tiles on one building (TS-O1)")
        for kind in range(KIND_COUNT):
            if self.cover_kinds.count(kind) > self.tiles.count(kind):
                raise parts.bad(
                    "tiles", f"there are fewer {self.kinds[kind]} tiles than that (TS-C6)"
                )

    def kind_of(self, parts: Parts, word: str, nth: int) -> int:
        if word not in self.kinds:
            known = ", ".join(self.kinds)
            raise parts.bad("kind", f"{word!r} is not one of {known}", nth)
        return self.kinds.index(word)


def repeats(words: list[str]) -> bool:
    return any(words.count(word) > 1 for word in words)


STAGE_NAMES: Final = ("none", "I", "II", "III")

PARTS: Final = SpaceParts(read_parts("sandtable.games.time_n_space"))

COLOURS: Final[list[str]] = PARTS.colours
LETTERS: Final[list[str]] = PARTS.letters
KINDS: Final[list[str]] = PARTS.kinds
MAT: Final[list[int]] = PARTS.mat
STAGES: Final[list[int]] = PARTS.stages
"""Spots or orders at each stage; [0] is not used."""
TIMERS: Final[int] = PARTS.timers
BOARDS: Final[list[Board]] = PARTS.boards

VALUES: Final[list[int]] = [v for v in range(1, 10) if v in PARTS.values or v in PARTS.few_values]
"""The different values an order can have, from the lowest."""
VALUE_COUNT: Final[int] = len(VALUES)
ORDER_COUNT: Final[int] = COLOUR_COUNT * VALUE_COUNT
"""Kinds of orders: kind = colour * VALUE_COUNT + place of the value in VALUES."""
ORDER_COLOUR: Final[list[int]] = [order // VALUE_COUNT for order in range(ORDER_COUNT)]
ORDER_VALUE: Final[list[int]] = [VALUES[order % VALUE_COUNT] for order in range(ORDER_COUNT)]


def board_for(seats: int) -> Board:
    for board in BOARDS:
        if board.players == seats:
            return board
    raise BadParts(f"time_n_space/parts.toml: no board for {seats} players (TS-C1)")


def orders_above(few: bool) -> list[int]:
    """TS-S2, TS-O1: how many of each kind of order lie above a mat at the start."""
    values = PARTS.few_values if few else PARTS.values
    return [values.count(ORDER_VALUE[order]) for order in range(ORDER_COUNT)]
