"""What a player may ask ahead of time in A Time of Chaos.

- what_comes: what the end of this turn and of the next ones would flip, and what would flow
- acts: which of my acts cannot be taken back, and what would fall if the turn ended after them
- way: how many actions it takes to bring a card home, and what is in the way
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.questions import Question
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.actions import Undo
from sandtable.games.time_of_chaos.doing import doing, placing, sending
from sandtable.games.time_of_chaos.listing import legal
from sandtable.games.time_of_chaos.parts import (
    CARD_BY_NAME,
    DECK_SIZE,
    HAND,
    HOMES,
    NAMES,
    TILE_COUNT,
    city_of,
    era_of,
)
from sandtable.games.time_of_chaos.preview_coming import choose_all, falls_in, what_comes
from sandtable.games.time_of_chaos.preview_ways import ACTION, HELD, in_the_way, way
from sandtable.games.time_of_chaos.state import (
    ACT,
    NO_CARD,
    NOWHERE,
    OVER,
    PLACE,
    SEND,
    ChaosState,
)
from sandtable.games.time_of_chaos.turn import end_turn
from sandtable.games.time_of_chaos.undo import may_undo, undo


class WhatComes(Question):
    """What happens at the end of this turn and at the start of the next ones?"""

    NAME: ClassVar[str] = "what_comes"
    FIELDS: ClassVar[dict[str, Any]] = {}


class MyActs(Question):
    """What would each of my acts bring, and can it be taken back?"""

    NAME: ClassVar[str] = "acts"
    FIELDS: ClassVar[dict[str, Any]] = {}


class Way(Question):
    """How do I bring this card home, one of mine or one that lies open?"""

    NAME: ClassVar[str] = "way"
    FIELDS: ClassVar[dict[str, Any]] = {"card": str}

    def __init__(self, card: str) -> None:
        if card not in CARD_BY_NAME:
            raise ValueError("There is no such card.")
        self.card = card
        self.number = CARD_BY_NAME[card]


QUESTIONS: Final[tuple[type[Question], ...]] = (WhatComes, MyActs, Way)

TURN: Final = "turn"
CARD: Final = "card"
OFF: Final = "off"
"""Why an act stands: the turn passes on, a card is seen, or nothing can be taken back here."""


def questions(state: ChaosState, seat: Seat) -> list[Question]:
    if state.phase == OVER:
        return []
    found: list[Question] = []
    if state.phase != PLACE:
        found.append(WhatComes())
    if seat == state.turn:
        found.append(MyActs())
    if state.pawns[seat] != NOWHERE:
        for card in [*state.hands[seat], *state.open_cards]:
            if card != NO_CARD:
                found.append(Way(NAMES[card]))
    return found


def preview(state: ChaosState, seat: Seat, question: Question) -> dict[str, Any]:
    if isinstance(question, WhatComes):
        if state.phase == PLACE:
            raise Refused("TC-S3", "Nothing flows before all pawns are placed.")
        return {"turns": what_comes(state)}
    if isinstance(question, MyActs):
        return my_acts(state, seat)
    if isinstance(question, Way):
        return way_home(state, seat, question.number)
    raise Refused("ST-5", "A Time of Chaos has no such question.")


def my_acts(state: ChaosState, seat: Seat) -> dict[str, Any]:
    """Each act but to take something back; and why nothing can be taken back now, if so."""
    if seat != state.turn:
        raise Refused("TC-T6", "It is not your turn.")
    acts = [act for act in legal(state, seat) if not isinstance(act, Undo)]
    why_not: str | None = None
    try:
        undo(state.copy(), [])
    except Refused as refused:
        why_not = refused.message
    return {"acts": [one_act(state, act) for act in acts], "why_not": why_not}


def one_act(state: ChaosState, act: Act) -> dict[str, Any]:
    """`stands`: why the act cannot be taken back, or None. `falls`, `costs`: if the turn ended.
    `starts`: what a pawn that starts there does to its city in other eras (TC-S4).

    That a card is seen shows in how many are left and which are known, not in which one it is.
    """
    then = state.copy()
    happened: list[Event] = do(then, act)
    over = then.turn != state.turn or then.turns != state.turns or then.phase == OVER
    stands: str | None = None
    if over:
        stands = TURN
    elif then.left != state.left or then.known != state.known:
        stands = CARD
    elif not may_undo(then):
        stands = OFF
    if not over:
        choose_all(then)
        end_turn(then, happened)
    return {
        "act": act.to_json(),
        "stands": stands,
        **falls_in(happened),
        "starts": started(state, then) if state.phase == PLACE else [],
    }


def started(state: ChaosState, then: ChaosState) -> list[dict[str, Any]]:
    """TC-S4: the tiles that have got a cube; `chaos`, if they have fallen with it."""
    found: list[dict[str, Any]] = []
    for tile in range(TILE_COUNT):
        if then.cubes_on(tile, state.turn) > state.cubes_on(tile, state.turn):
            chaos = then.in_chaos(tile) and not state.in_chaos(tile)
            found.append({"city": city_of(tile), "era": era_of(tile), "chaos": chaos})
    return found


def do(state: ChaosState, act: Act) -> list[Event]:
    if state.phase == PLACE:
        return placing(state, act)
    return sending(state, act) if state.phase == SEND else doing(state, act)


def way_home(state: ChaosState, seat: Seat, card: int) -> dict[str, Any]:
    """`now`: how many of the steps can be taken in this turn. `blocked`: the CHAOS tiles but for
    which the way would be shorter. `short`: how many cubes are missing, the cloak counted as one.
    """
    start = state.pawns[seat]
    if start == NOWHERE:
        raise Refused("TC-S3", "Your pawn is not on the table yet.")
    held = card in state.hands[seat]
    if not held and card not in state.open_cards:
        # TC-E4: whether it is in a deck, in a hand or delivered makes no difference here.
        raise Refused("TC-E4", "That card is neither in your hand nor one of the open cards.")
    found = HELD if held else card // DECK_SIZE
    home = HOMES[card]
    legs = way(state, start, found, home, state.chaos)
    blocked: list[int] = []
    if state.chaos:
        straight = way(state, start, found, home, 0)
        if not legs or straight[-1].cost < legs[-1].cost:
            blocked = in_the_way(start, straight, state.chaos)
    playing = seat == state.turn and state.phase == ACT
    cubes = legs[-1].cost % ACTION if legs else 0
    have = state.supply[seat] + (1 if state.cloaks[seat] else 0)
    return {
        "card": NAMES[card],
        "actions": len(legs) if legs else None,
        "now": min(len(legs), state.actions_left) if playing else 0,
        "steps": [
            {"act": leg.act, "city": city_of(leg.tile), "era": era_of(leg.tile)} for leg in legs
        ],
        "blocked": [{"city": city_of(tile), "era": era_of(tile)} for tile in blocked],
        "cubes": cubes,
        "short": max(0, cubes - have),
        "hand_full": not held and len(state.hands[seat]) >= HAND,
    }
