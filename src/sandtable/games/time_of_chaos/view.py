"""What each seat may see of A Time of Chaos: all but the decks and other hands (TC-E4)."""

from typing import Any

from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat, Viewer
from sandtable.games.time_of_chaos.legend import SIDE
from sandtable.games.time_of_chaos.options import NO_LIMIT
from sandtable.games.time_of_chaos.parts import (
    ACTIONS,
    CITIES,
    CITY_COUNT,
    DECK_SIZE,
    DISORDER,
    ERA_COUNT,
    ERAS,
    HAND,
    LAST_CARD,
    OPEN,
    PARTS,
    PRESENT,
    card_face,
    era_of,
)
from sandtable.games.time_of_chaos.score import score_of
from sandtable.games.time_of_chaos.state import (
    NO_CARD,
    NOBODY,
    OVER,
    PHASES,
    PLACE,
    ChaosState,
)
from sandtable.games.time_of_chaos.steps import oldest_first
from sandtable.games.time_of_chaos.turn import target_of
from sandtable.games.time_of_chaos.undo import may_undo


def view(state: ChaosState, viewer: Viewer) -> dict[str, Any]:
    playing = state.phase != OVER
    seats = range(state.seats)
    return {
        "grids": {ERAS[era]: grid_seen(state, era) for era in range(ERA_COUNT)},
        "columns": SIDE,
        "decks": {ERAS[era]: state.left[era] for era in range(ERA_COUNT)},
        "open": {ERAS[era]: open_seen(state, era) for era in range(ERA_COUNT)},
        "hands": [hand_seen(state, seat, viewer) for seat in seats],
        "delivered": [[card_face(card) for card in state.delivered[seat]] for seat in seats],
        "scores": [score_of(state, seat) for seat in seats],
        "minus": state.minus.copy(),
        "supply": state.supply.copy(),
        "cloaks": state.cloaks.copy(),
        "phase": PHASES[state.phase],
        "turn": state.turn if playing else None,
        "turns": state.turns,
        "actions_left": state.actions_left if playing and state.phase != PLACE else None,
        "first": state.first,
        "starts_in": ERAS[PRESENT],
        "ender": None if state.ender == NOBODY else state.ender,
        "rounds_since_delivery": max(0, state.since_delivery) // state.seats,
        "undo": [step.act.to_json() for step in oldest_first(state.last_step)]
        if may_undo(state)
        else [],
        "turn_began_at": state.turn_began_at if playing else None,
        "turn_ends_at": None if state.turn_ends_at == NO_LIMIT else state.turn_ends_at,
        "limits": {
            "actions": ACTIONS,
            "deliveries": LAST_CARD,
            "disorder": DISORDER,
            "hand": HAND,
        },
        "banks": None if state.setup.bank == NO_LIMIT else state.banks.copy(),
    }


def grid_seen(state: ChaosState, era: int) -> list[dict[str, Any]]:
    """The nine tiles of an era, row by row."""
    tiles: list[dict[str, Any]] = []
    for place in range(CITY_COUNT):
        tile = state.grid[CITY_COUNT * era + place]
        city = tile % CITY_COUNT
        tiles.append(
            {
                "city": CITIES[city],
                "sign": PARTS.signs[city],
                "chaos": state.in_chaos(tile),
                "cubes": [state.cubes_on(tile, seat) for seat in range(state.seats)],
                "pawns": [seat for seat in range(state.seats) if state.pawns[seat] == tile],
                "sent": state.sent >> tile & 1 != 0,
                "flows_to": flows_to(state, tile),
                "falls_in": falls_in(state, tile),
            }
        )
    return tiles


def flows_to(state: ChaosState, tile: int) -> str | None:
    """TC-T1: the era to which a CHAOS tile sends disorder; None if it sends none."""
    to = target_of(tile)
    return era_of(to) if state.in_chaos(tile) and not state.in_chaos(to) else None


def falls_in(state: ChaosState, tile: int) -> int | None:
    """TC-T4: how many cubes more make an ORDER tile fall; 0 if it falls at the turn's end."""
    if state.in_chaos(tile):
        return None
    cubes = 0
    for seat in range(state.seats):
        cubes += state.cubes_on(tile, seat)
    return max(0, DISORDER - cubes)


def open_seen(state: ChaosState, era: int) -> list[dict[str, Any] | None]:
    cards = state.open_cards[era * OPEN : era * OPEN + OPEN]
    return [None if card == NO_CARD else card_face(card) for card in cards]


def hand_seen(state: ChaosState, seat: Seat, viewer: Viewer) -> list[dict[str, Any]]:
    """Backs for all, which tell the deck; faces of one's own cards and of those that lay open."""
    return [
        {
            "found": ERAS[card // DECK_SIZE],
            "known": state.is_known(card),
            "card": card_face(card) if seat == viewer or state.is_known(card) else None,
        }
        for card in state.hands[seat]
    ]


def imagine(state: ChaosState, seat: Seat, rng: Rng) -> ChaosState:
    """A state that looks the same to this seat: cards it never saw are drawn anew.

    A card never leaves its deck for another, so each unseen card goes to an unseen place of the
    same era.
    """
    twin = state.copy()
    twin.order = state.order.copy()
    seen = state.known
    for card in state.hands[seat]:
        seen |= 1 << card
    for era in range(ERA_COUNT):
        unseen = [
            card
            for card in range(era * DECK_SIZE, era * DECK_SIZE + DECK_SIZE)
            if not seen >> card & 1
        ]
        rng.shuffle(unseen)
        for hand in twin.hands:
            for nth in range(len(hand)):
                card = hand[nth]
                if card // DECK_SIZE == era and not seen >> card & 1:
                    hand[nth] = unseen.pop()
        for nth in range(DECK_SIZE):
            # What was drawn lies elsewhere now: the order it once had is nobody's to see.
            drawn = nth >= state.left[era]
            twin.order[era * DECK_SIZE + nth] = NO_CARD if drawn else unseen.pop()
    twin.rng = rng.fork("imagined")
    return twin
