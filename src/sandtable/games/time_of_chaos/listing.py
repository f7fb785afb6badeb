"""Which acts each seat has now in A Time of Chaos: every act, and nothing else."""

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import (
    ARRIVE,
    DELIVER,
    DELIVER_CLOAKED,
    DEPART,
    END_TURN,
    GRAB,
    PLACE_PAWN,
    RESTORE,
    SEARCH,
    SEARCH_CLOAKED,
    SEND,
    SLIP,
    TRAVEL,
    UNDO,
)
from sandtable.games.time_of_chaos.parts import (
    CITY_COUNT,
    ERA_COUNT,
    HAND,
    HOMES,
    OPEN,
    PRESENT,
)
from sandtable.games.time_of_chaos.state import ACT, NEXT_TO, NO_CARD, OVER, PLACE, ChaosState
from sandtable.games.time_of_chaos.turn import waiting_senders
from sandtable.games.time_of_chaos.undo import may_undo


def active(state: ChaosState) -> list[Seat]:
    """TC-S3, TC-T6: the player whose turn it is to place the pawn or to play."""
    return [] if state.phase == OVER else [state.turn]


def legal(state: ChaosState, seat: Seat) -> list[Act]:
    if seat != state.turn or state.phase == OVER:
        return []
    if state.phase == ACT:
        return doings(state)
    return placings(state) if state.phase == PLACE else sendings(state)


def placings(state: ChaosState) -> list[Act]:
    """TC-S3: every tile of the present without a pawn."""
    found: list[Act] = []
    for city in range(CITY_COUNT):
        if PRESENT * CITY_COUNT + city not in state.pawns:
            found.append(PLACE_PAWN[city])
    return found


def sendings(state: ChaosState) -> list[Act]:
    """TC-T2: every tile that might send the next cube."""
    found: list[Act] = []
    for tile in waiting_senders(state):
        found.append(SEND[tile])
    if may_undo(state):
        found.append(UNDO)
    return found


def doings(state: ChaosState) -> list[Act]:
    """The actions a player has in a turn, and to end it (TC-T3)."""
    found: list[Act] = []
    tile = state.pawns[state.turn]
    if not state.chaos >> tile & 1:
        orderly_doings(state, tile, found)
    city = tile % CITY_COUNT
    first = tile - city
    for place in NEXT_TO[state.places[tile]]:
        found.append(TRAVEL[state.grid[first + place] - first])
    if state.chaos:
        restorings(state, tile, city, found)
    found.append(END_TURN)
    if may_undo(state):
        found.append(UNDO)
    return found


def orderly_doings(state: ChaosState, tile: int, found: list[Act]) -> None:
    """TC-A1: what is allowed on an ORDER tile only."""
    seat = state.turn
    era = tile // CITY_COUNT
    has_cube = state.supply[seat] > 0
    has_cloak = state.cloaks[seat]
    hand = state.hands[seat]
    room = len(hand) < HAND
    if room and state.left[era] > 0:
        found.append(GRAB)
    if not (has_cube or has_cloak):
        return
    if room:
        for slot in range(OPEN):
            if state.open_cards[era * OPEN + slot] != NO_CARD:
                if has_cube:
                    found.append(SEARCH[slot])
                if has_cloak:
                    found.append(SEARCH_CLOAKED[slot])
    for card in hand:
        if HOMES[card] == tile:
            if has_cube:
                found.append(DELIVER[card])
            if has_cloak:
                found.append(DELIVER_CLOAKED[card])
    city = tile % CITY_COUNT
    for other in range(ERA_COUNT):
        if other != era and not state.chaos >> (other * CITY_COUNT + city) & 1:
            if has_cube:
                found.append(DEPART[other])
                found.append(ARRIVE[other])
            if has_cloak:
                found.append(SLIP[other])


def restorings(state: ChaosState, tile: int, city: int, found: list[Act]) -> None:
    """TC-A8: by the table's reading of the rule."""
    for era in range(ERA_COUNT):
        other = era * CITY_COUNT + city
        if state.chaos >> other & 1:
            allowed = state.setup.restores_here if other == tile else state.setup.restores_afar
            if allowed:
                found.append(RESTORE[era])
