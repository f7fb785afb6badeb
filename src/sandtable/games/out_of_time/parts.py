"""The parts of Out of Time, read from parts.toml and checked."""

from typing import Any, Final

from sandtable.engine.parts import Parts, read_parts
from sandtable.engine.units import SECOND, Ms

MOST_SEATS: Final = 6
GLASSES_EACH: Final = 2
MOST_GLASSES: Final = MOST_SEATS * GLASSES_EACH


class Board:
    """OT-C1: the spaces, where they lie, and which are next to each other."""

    def __init__(self, parts: Parts) -> None:
        table = parts.table("board")
        rows = parts.wholes(table, "rows", 1, 20)
        self.spaces = sum(rows)
        if len(rows) < 2 or any(abs(rows[i] - rows[i + 1]) != 1 for i in range(len(rows) - 1)):
            raise parts.bad("rows", "each row is one space longer or shorter than the next (OT-C1)")
        self.layout: list[list[int]] = layout(rows)
        self.next_to: list[list[int]] = [
            [other for other in range(self.spaces) if touch(self.layout[space], self.layout[other])]
            for space in range(self.spaces)
        ]
        self.middle = parts.whole(table, "middle", 0, self.spaces - 1)
        self.corners = self.places(parts, table, "corners")
        self.a = self.places(parts, table, "a")
        self.b = self.places(parts, table, "b")
        if len(self.corners) < MOST_SEATS:
            raise parts.bad("corners", f"{MOST_SEATS} players need a corner each (OT-P1)")
        if any(space in self.b for space in self.a):
            raise parts.bad("b", "a space is either one of A or one of B (OT-S2)")

    def places(self, parts: Parts, table: dict[str, Any], key: str) -> list[int]:
        """Different spaces, none of them the middle."""
        spaces = parts.wholes(table, key, 0, self.spaces - 1)
        for space in spaces:
            if spaces.count(space) > 1:
                raise parts.bad(key, f"space {space} is there twice")
            if space == self.middle:
                raise parts.bad(key, f"space {space} is the grey one in the middle (OT-C1)")
        return spaces


class OutOfTimeParts:
    """Colours, board and cards. A card is the number of its spaces for each colour."""

    def __init__(self, parts: Parts) -> None:
        game = parts.table("game")
        self.cards_to_win = parts.whole(game, "cards_to_win", 1, 20)
        self.joker_from = parts.whole(game, "joker_from_players", 2, MOST_SEATS + 1)
        self.owner_waits: Ms = parts.whole(game, "owner_waits_seconds", 0, 60) * SECOND
        self.board = Board(parts)
        self.read_colours(parts)
        self.read_cards(parts)

    def read_colours(self, parts: Parts) -> None:
        self.colours: list[str] = []
        self.symbols: list[str] = []
        self.tiles: list[int] = []
        self.cubes: list[int] = []
        for nth, entry in enumerate(parts.tables("colour")):
            name = parts.word(entry, "name", nth)
            symbol = parts.word(entry, "symbol", nth)
            if name in self.colours:
                raise parts.bad("name", f"the colour {name} is there twice", nth)
            if symbol in self.symbols:
                raise parts.bad("symbol", f"the symbol {symbol} is there twice", nth)
            self.colours.append(name)
            self.symbols.append(symbol)
            self.tiles.append(parts.whole(entry, "tiles", 1, 1000, nth))
            self.cubes.append(parts.whole(entry, "cubes", 1, 1000, nth))
        board = self.board
        if sum(self.tiles) != board.spaces - 1:
            raise parts.bad(
                "tiles",
                f"there are {sum(self.tiles)} coloured tiles for the {board.spaces - 1} spaces "
                "around the middle (OT-C1)",
            )
        if len(self.colours) < len(board.a) + len(board.b):
            raise parts.bad("colour", "the tiles of A and B need a colour each (OT-S2)")

    def read_cards(self, parts: Parts) -> None:
        self.cards: list[list[int]] = []
        for nth, entry in enumerate(parts.tables("card")):
            spaces = parts.words(entry, "spaces", nth)
            if not spaces:
                raise parts.bad("spaces", "a card has at least one space (OT-C3)", nth)
            for name in spaces:
                if name not in self.colours:
                    raise parts.bad("spaces", f"there is no colour {name} (OT-C3)", nth)
                if spaces.count(name) > self.cubes[self.colours.index(name)]:
                    raise parts.bad(
                        "spaces", f"there are fewer {name} cubes than that (OT-C4)", nth
                    )
            self.cards.append([spaces.count(name) for name in self.colours])
        needed = MOST_SEATS * self.cards_to_win
        if len(self.cards) < needed:
            raise parts.bad(
                "card",
                f"{MOST_SEATS} players may need {needed} cards, and there are {len(self.cards)} "
                "(OT-C3)",
            )


def layout(rows: list[int]) -> list[list[int]]:
    """Where each space lies: [half widths of a tile from the left, rows from the top]."""
    widest = max(rows)
    return [[widest - rows[y] + 2 * i, y] for y in range(len(rows)) for i in range(rows[y])]


def touch(one: list[int], other: list[int]) -> bool:
    """Whether two spaces of the layout have an edge in common."""
    across = abs(one[0] - other[0])
    down = abs(one[1] - other[1])
    return (across == 2 and down == 0) or (across == 1 and down == 1)


def without(next_to: list[list[int]], blocked: list[int]) -> list[list[int]]:
    """OT-S2: the neighbours of each space when no glass may stand on the blocked ones."""
    return [[space for space in near if space not in blocked] for near in next_to]


PARTS: Final = OutOfTimeParts(read_parts("sandtable.games.out_of_time"))
BOARD: Final[Board] = PARTS.board
SPACES: Final[int] = BOARD.spaces
COLOURS: Final[list[str]] = PARTS.colours
COLOUR_COUNT: Final[int] = len(PARTS.colours)
CARDS: Final[list[list[int]]] = PARTS.cards
CARD_SIZES: Final[list[int]] = [sum(card) for card in CARDS]
OWNER_WAITS: Final[Ms] = PARTS.owner_waits

NEXT_TO: Final[list[list[int]]] = BOARD.next_to
A_BLOCKED: Final[list[list[int]]] = without(NEXT_TO, BOARD.a)
B_BLOCKED: Final[list[list[int]]] = without(NEXT_TO, BOARD.b)
BOTH_BLOCKED: Final[list[list[int]]] = without(NEXT_TO, BOARD.a + BOARD.b)


def card_spaces(card: int) -> dict[str, int]:
    """A card as players read it: how many spaces of which colour."""
    return {COLOURS[c]: CARDS[card][c] for c in range(COLOUR_COUNT) if CARDS[card][c]}
