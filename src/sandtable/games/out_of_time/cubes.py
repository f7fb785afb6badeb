"""Cubes and cards: taking, filling, scoring, winning, and giving back."""

from typing import Any

from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.outcome import Outcome
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.actions import NO_CUBE
from sandtable.games.out_of_time.events import GaveBack, MustGiveBack, Owes, Scored, Won
from sandtable.games.out_of_time.parts import (
    CARD_SIZES,
    CARDS,
    COLOUR_COUNT,
    COLOURS,
    PARTS,
    card_spaces,
)
from sandtable.games.out_of_time.state import GREY, NEVER, OutOfTimeState, Player, lay_card


def check_take(state: OutOfTimeState, seat: Seat, to: int, colour: int) -> None:
    """OT-G1 to OT-G3: refuse a cube that the space does not give or the card has no room for."""
    if colour == NO_CUBE:
        return
    strict = state.setup.strict
    tile = state.tiles[to]
    if tile == GREY:
        if not state.setup.joker:
            raise Refused("OT-G2", "The grey space gives no cube at this table.", strict)
    elif tile != colour:
        raise Refused("OT-G1", f"Space {to} gives no {COLOURS[colour]} cube.", strict)
    if state.players[seat].room[colour] == 0:
        raise Refused("OT-G3", f"Your card has no empty {COLOURS[colour]} space.", strict)
    if state.supply[colour] == 0:
        raise Refused("OT-G1", f"There is no {COLOURS[colour]} cube left to take.")


def take(state: OutOfTimeState, seat: Seat, colour: int, happened: list[Event]) -> None:
    """OT-G3: the cube goes onto the card, or straight back if one is owed (OT-K5)."""
    player = state.players[seat]
    if player.owed > 0:
        player.owed -= 1
        happened.append(GaveBack(state.now, seat, COLOURS[colour], "owed", player.owed))
        return
    state.supply[colour] -= 1
    player.room[colour] -= 1
    player.cubes.append(colour)
    if len(player.cubes) == CARD_SIZES[player.card]:
        score(state, seat, player, happened)


def score(state: OutOfTimeState, seat: Seat, player: Player, happened: list[Event]) -> None:
    """OT-G4: the cubes go back and another card is drawn; OT-G5: the third card wins at once."""
    card = player.card
    for colour in range(COLOUR_COUNT):
        state.supply[colour] += CARDS[card][colour]
    player.scored.append(card)
    scored = len(player.scored)
    if scored == PARTS.cards_to_win:
        lay_card(player, card)
        happened.append(Scored(state.now, seat, card_spaces(card), scored, None))
        happened.append(Won(state.now, seat))
        state.outcome = outcome(state, seat)
        return
    lay_card(player, state.deck.pop())
    drawn = card_spaces(player.card)
    happened.append(Scored(state.now, seat, card_spaces(card), scored, drawn))


def outcome(state: OutOfTimeState, winner: Seat) -> Outcome:
    breakdown: list[dict[str, Any]] = [
        {
            "cards": [card_spaces(card) for card in player.scored],
            "cubes": [COLOURS[colour] for colour in player.cubes],
            "owed": player.owed,
        }
        for player in state.players
    ]
    scores = [len(player.scored) for player in state.players]
    return Outcome([winner], scores, breakdown, "cards")


def fine(state: OutOfTimeState, seat: Seat, happened: list[Event]) -> None:
    """OT-K2: one cube of the card goes back, or with none on it the next one taken."""
    player = state.players[seat]
    settle(state, seat, player, happened)
    if not player.cubes:
        player.owed += 1
        happened.append(Owes(state.now, seat, player.owed))
    elif player.cubes.count(player.cubes[0]) == len(player.cubes):
        give_back(state, seat, player, player.cubes[0], "only", happened)
    else:
        player.choose_by = state.now + state.setup.give_back
        happened.append(MustGiveBack(state.now, seat, player.choose_by))


def settle(state: OutOfTimeState, seat: Seat, player: Player, happened: list[Event]) -> None:
    """OT-K5: whoever did not choose in time gives back the cube taken last."""
    if player.choose_by != NEVER:
        give_back(state, seat, player, player.cubes[-1], "last", happened)


def give_back(
    state: OutOfTimeState,
    seat: Seat,
    player: Player,
    colour: int,
    why: str,
    happened: list[Event],
) -> None:
    """The cube of this colour that was taken last returns from the card to the table."""
    index = len(player.cubes) - 1
    while player.cubes[index] != colour:
        index -= 1
    player.cubes.pop(index)
    player.room[colour] += 1
    state.supply[colour] += 1
    player.choose_by = NEVER
    happened.append(GaveBack(state.now, seat, COLOURS[colour], why, player.owed))
