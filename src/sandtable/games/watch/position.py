"""The position of the watch game as plain data, secrets included; and back, with reasons.

Only here is the instant of the ring written down (WA-S3): players never get a position.
"""

from typing import Any

from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.watch.options import Setup
from sandtable.games.watch.parts import CARD_COUNT, EVERY_CARD, PARTS, PAWNS
from sandtable.games.watch.state import MOVE, OVER, PHASES, RED, WatchState


def dump(state: WatchState) -> dict[str, Any]:
    return {
        "pawns": {PAWNS[i]: state.pawns[i] for i in range(3)},
        "tokens": state.tokens.copy(),
        "spent": state.spent,
        "cards": state.cards.copy(),
        "seen": state.seen.copy(),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "turn_ends_at": state.turn_ends_at,
        "rings_at": state.rings_at,
        "started_at": state.started_at,
        "break_ends_at": state.break_ends_at,
        "first": state.first,
        "game": state.game,
        "points": state.points.copy(),
    }


def load(data: Any, setup: Setup, seats: int, rng: Rng, now: Ms, over: bool) -> WatchState:
    reader = Reader(data, "table")
    state = WatchState(seats, rng, setup)
    state.now = now
    pawns = reader.object("pawns")
    state.pawns = [pawns.whole(name, 0, setup.squares - 1) for name in PAWNS]
    pawns.done()
    state.tokens = reader.wholes("tokens", seats, 0, setup.share)
    state.spent = reader.whole("spent", 0, PARTS.tokens)
    state.cards = reader.wholes("cards", CARD_COUNT, 0, CARD_COUNT - 1)
    state.seen = reader.wholes("seen", seats, 0, EVERY_CARD)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.turn = reader.whole("turn", 0, seats - 1)
    state.turn_ends_at = reader.whole("turn_ends_at", 0, FOREVER)
    state.rings_at = reader.whole("rings_at", 0, FOREVER)
    state.started_at = reader.whole("started_at", 0, FOREVER)
    state.break_ends_at = reader.whole("break_ends_at", 0, FOREVER)
    state.first = reader.whole("first", 0, seats - 1)
    state.game = reader.whole("game", 1, FOREVER)
    state.points = reader.wholes("points", seats, 0, FOREVER)
    reader.done()
    if (state.phase == OVER) != over:
        raise reader.bad("phase", "a match is over when it has an outcome, and only then")
    check_table(state, reader)
    return state


def check_table(state: WatchState, reader: Reader) -> None:
    """What no table could have reached is refused with the rule it breaks."""
    for i in range(3):
        for j in range(i):
            if state.pawns[i] == state.pawns[j] and state.pawns[i] != RED:
                raise reader.bad("pawns", "two pawns on one square (WA-T3)")
    if sorted(state.cards) != list(range(CARD_COUNT)):
        raise reader.bad("cards", "not the six different cards (WA-C2)")
    if sum(state.tokens) + state.spent + state.setup.left_over != PARTS.tokens:
        raise reader.bad("tokens", f"tokens and spent ones are not {PARTS.tokens} (WA-C3)")
    for seat in range(state.seats):
        for card in state.hand_of(seat):
            if not state.seen[seat] >> card & 1:
                raise reader.bad("seen", f"seat {seat} does not know its own card (WA-T6)")
    if state.phase == MOVE and state.tokens[state.turn] == 0:
        raise reader.bad("turn", f"seat {state.turn} has no tokens to move with (WA-T4)")
