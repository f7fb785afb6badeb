"""Connect four to the engine's contract: the game on which Sandtable is measured against peers.

CF-1  Seats 0 and 1 drop a disc in turn, seat 0 first.
CF-2  A disc falls to the lowest free cell of one of seven columns; a full column (six) takes none.
CF-3  Four of one seat in a row, column or diagonal win at once.
CF-4  A full board without four is a draw: no winner.

A seat's discs are the bits of one number, seven bits a column: six cells from the bottom up, and
one that stays empty, so that a shift never carries a line from one column into the next.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.outcome import Outcome
from sandtable.engine.plain import Reader
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat, Viewer

COLUMNS: Final = 7
ROWS: Final = 6
STRIDE: Final = ROWS + 1
CELLS: Final[i64] = COLUMNS * ROWS


class Drop(Act):
    """Let a disc fall into a column, counted from 0 at the left."""

    NAME: ClassVar[str] = "drop"
    FIELDS: ClassVar[dict[str, Any]] = {"column": int}

    def __init__(self, column: int) -> None:
        if not 0 <= column < COLUMNS:
            raise ValueError(f"Columns are 0 to {COLUMNS - 1}, not {column}.")
        self.column = column
        self.bottom: i64 = 1 << (column * STRIDE)
        self.top: i64 = self.bottom << (ROWS - 1)
        self.cells: i64 = (self.bottom << ROWS) - self.bottom


class Dropped(Event):
    NAME: ClassVar[str] = "dropped"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "column")

    def __init__(self, at: Ms, seat: Seat, column: int) -> None:
        self.at = at
        self.seat = seat
        self.column = column


class Board(State):
    """`first` and `second` are the discs of seats 0 and 1; `full` has one bit a full column."""

    def __init__(self, rng: Rng, like: "Board | None" = None) -> None:
        super().__init__(2, rng, like)
        self.first: i64 = i64(0) if like is None else like.first
        self.second: i64 = i64(0) if like is None else like.second
        self.full: i64 = i64(0) if like is None else like.full
        self.dropped: i64 = i64(0) if like is None else like.dropped

    def copy(self) -> "Board":
        return Board(self.rng.copy(), self)


DROPS: Final[list[Act]] = [Drop(column) for column in range(COLUMNS)]
OPEN: Final[list[list[Act]]] = [
    [DROPS[column] for column in range(COLUMNS) if not full >> column & 1]
    for full in range(1 << COLUMNS)
]
"""What may be dropped, for each set of full columns."""


def four(discs: i64) -> bool:
    """CF-3: pairs of pairs, along the column, both diagonals and the row."""
    pairs: i64 = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = discs & (discs >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = discs & (discs >> 8)
    return bool(pairs & (pairs >> 16))


def ending(winner: Seat | None) -> Outcome:
    if winner is None:
        return Outcome([], [0, 0], [{}, {}], "draw")
    scores = [1, 0] if winner == 0 else [0, 1]
    return Outcome([winner], scores, [{}, {}], "four")


class ConnectFour(Game[Board]):
    NAME: ClassVar[str] = "connect-four"
    TITLE: ClassVar[str] = "Connect four"
    BLURB: ClassVar[str] = "The calibration game of the bench."
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = 2
    ALL_SEE_THE_SAME: ClassVar[bool] = True
    ACTS: ClassVar[tuple[type[Act], ...]] = (Drop,)

    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Board:
        return Board(rng)

    def legal(self, state: Board, seat: Seat) -> list[Act]:
        if state.outcome is not None or seat != state.dropped & 1:
            return []
        return OPEN[state.full].copy()

    def active(self, state: Board) -> list[Seat]:
        return [] if state.outcome is not None else [state.dropped & 1]

    def act(self, state: Board, seat: Seat, act: Act) -> list[Event]:
        if seat != state.dropped & 1:
            raise Refused("CF-1", "It is the other seat's turn.")
        if not isinstance(act, Drop):
            raise Refused("CF-1", "All you can do is drop a disc.")
        discs: i64 = state.first | state.second
        if discs & act.top:
            raise Refused("CF-2", f"Column {act.column} is full.")
        # Adding the bottom cell carries through the discs of the column to the lowest free cell.
        disc: i64 = (discs + act.bottom) & act.cells
        if disc & act.top:
            state.full |= 1 << act.column
        state.dropped += 1
        mine: i64
        if seat == 0:
            mine = state.first | disc
            state.first = mine
        else:
            mine = state.second | disc
            state.second = mine
        if four(mine):
            state.outcome = ending(seat)
        elif state.dropped == CELLS:
            state.outcome = ending(None)
        return [Dropped(state.now, seat, act.column)]

    def alarm(self, state: Board) -> Ms | None:
        return None

    def ring(self, state: Board) -> list[Event]:
        return []

    def view(self, state: Board, viewer: Viewer) -> dict[str, Any]:
        """Nothing is hidden: who owns the discs of each column, from the bottom up."""
        turn = None if state.outcome is not None else int(state.dropped & 1)
        return {"columns": self.columns(state), "turn": turn}

    def imagine(self, state: Board, seat: Seat, rng: Rng) -> Board:
        twin = state.copy()
        twin.rng = rng.fork("imagine")
        return twin

    def columns(self, state: Board) -> list[list[int]]:
        found: list[list[int]] = []
        for column in range(COLUMNS):
            owners: list[int] = []
            for row in range(ROWS):
                cell: i64 = 1 << (column * STRIDE + row)
                if state.first & cell:
                    owners.append(0)
                elif state.second & cell:
                    owners.append(1)
            found.append(owners)
        return found

    def dump(self, state: Board) -> dict[str, Any]:
        return {"columns": self.columns(state)}

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Board:
        state = Board(rng)
        reader = Reader(data, "position.table")
        counts = [0, 0]
        for column, owners in enumerate(reader.items("columns", COLUMNS)):
            field = f"columns[{column}]"
            if not isinstance(owners, list) or len(owners) > ROWS:
                raise reader.bad(field, f"is not a list of at most {ROWS} discs")
            for row, owner in enumerate(owners):
                reader.check_whole(f"{field}[{row}]", owner, 0, 1)
                counts[owner] += 1
                cell: i64 = 1 << (column * STRIDE + row)
                if owner == 0:
                    state.first |= cell
                else:
                    state.second |= cell
            if len(owners) == ROWS:
                state.full |= 1 << column
        reader.done()
        if counts[0] - counts[1] not in (0, 1):
            raise reader.bad("columns", f"seat 0 has {counts[0]} discs and seat 1 {counts[1]}")
        state.dropped = counts[0] + counts[1]
        to_move = state.second if state.dropped & 1 else state.first
        just_moved = state.first if state.dropped & 1 else state.second
        if four(to_move):
            raise reader.bad("columns", "the seat to move has four already")
        if over != (four(just_moved) or state.dropped == CELLS):
            raise reader.bad("columns", "is the end of the game" if not over else "is no end")
        return state


GAME: Final = ConnectFour()


def playouts_inside(match: Match, rng: Rng, games: int) -> int:
    """Random playouts of copies of a match with the loop here, where it is compiled; the acts made.

    This is what a bot or a simulation inside the compiled code gets, without a call from outside.
    """
    steps = 0
    for _ in range(games):
        one = match.copy()
        seat = 0
        while one.outcome is None:
            acts = one.legal(seat)
            one.act(seat, acts[rng.below(len(acts))])
            seat = 1 - seat
            steps += 1
    return steps
