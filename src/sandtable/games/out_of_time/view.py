"""What may be seen of Out of Time: everything but the order of the cards in the deck."""

from typing import Any, Final

from sandtable.engine.rng import Rng
from sandtable.games.out_of_time.parts import (
    BOARD,
    COLOUR_COUNT,
    COLOURS,
    GLASSES_EACH,
    OWNER_WAITS,
    PARTS,
    card_spaces,
)
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NEVER,
    NOBODY,
    Glass,
    OutOfTimeState,
    Player,
    is_placing,
    placing_seat,
)

SYMBOLS: Final = {PARTS.colours[i]: PARTS.symbols[i] for i in range(COLOUR_COUNT)}


def tile_word(state: OutOfTimeState, tile: int) -> str:
    """What lies on a space, in a word: a colour, grey, blank or blocked."""
    if tile < COLOUR_COUNT:
        return COLOURS[tile]
    if tile == GREY:
        return "grey"
    return "blocked" if state.setup.blocked else "blank"


def view(state: OutOfTimeState) -> dict[str, Any]:
    """All viewers see the same."""
    setup = state.setup
    return {
        "colours": SYMBOLS.copy(),
        "layout": [place.copy() for place in BOARD.layout],
        "next_to": [near.copy() for near in state.next_to],
        "corners": BOARD.corners.copy(),
        "tiles": [tile_word(state, tile) for tile in state.tiles],
        "joker": setup.joker,
        "timer_ms": setup.timer,
        "cards_to_win": PARTS.cards_to_win,
        **changing(state),
    }


def changing(state: OutOfTimeState) -> dict[str, Any]:
    """What may change in play. A space that is taken has the number of its glass."""
    placing = is_placing(state)
    return {
        "standing": [None if number == NOBODY else number for number in state.standing],
        "phase": "over" if state.outcome is not None else "placing" if placing else "running",
        "first": state.first,
        "turn": placing_seat(state) if placing else None,
        "place_by": state.place_by if placing else None,
        "glasses": [view_glass(state, number) for number in range(len(state.glasses))],
        "players": [view_player(player) for player in state.players],
        "supply": {COLOURS[i]: state.supply[i] for i in range(COLOUR_COUNT)},
        "deck": len(state.deck),
    }


def view_glass(state: OutOfTimeState, number: int) -> dict[str, Any]:
    """A glass with the instants that matter; null where one does not apply. `nth` is what its owner
    calls it, counted from 1."""
    glass = state.glasses[number]
    by_another = glass.fallen and glass.knocked_by != glass.seat
    return {
        "seat": glass.seat,
        "nth": number % GLASSES_EACH + 1,
        "space": None if glass.space == IN_HAND else glass.space,
        "state": glass_word(state, glass),
        "runs_out_at": None if glass.space == IN_HAND or glass.fallen else glass.runs_out_at,
        "left": glass.left if glass.fallen else None,
        "knocked_by": glass.knocked_by if glass.fallen else None,
        "owner_stands_up_at": glass.fell_at + OWNER_WAITS if by_another else None,
        "noticed": glass.noticed,
        "safe_until": None if glass.space == IN_HAND else glass.placed_at + state.setup.grace,
        "protected_until": None if glass.protected_until == NEVER else glass.protected_until,
    }


def glass_word(state: OutOfTimeState, glass: Glass) -> str:
    if glass.space == IN_HAND:
        return "in hand"
    if glass.fallen:
        return "fallen"
    return "running" if glass.runs_out_at > state.now else "ready"


def view_player(player: Player) -> dict[str, Any]:
    """The player who has scored the last card that was needed has no open card any more."""
    won = len(player.scored) == PARTS.cards_to_win
    room = {COLOURS[i]: player.room[i] for i in range(COLOUR_COUNT) if player.room[i]}
    return {
        "card": None if won else card_spaces(player.card),
        "room": {} if won else room,
        "cubes": [COLOURS[colour] for colour in player.cubes],
        "scored": [card_spaces(card) for card in player.scored],
        "must_stand_up": player.must_stand_up,
        "owed": player.owed,
        "choose_by": None if player.choose_by == NEVER else player.choose_by,
    }


def imagine(state: OutOfTimeState, rng: Rng) -> OutOfTimeState:
    """The deck in a random order: all can work out which cards are in it, nobody in what order."""
    twin = state.copy()
    twin.deck = sorted(state.deck)
    rng.shuffle(twin.deck)
    twin.rng = rng.fork("imagined")
    return twin
