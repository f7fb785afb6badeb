"""What the end of a turn and the next turns would bring if nobody did anything more.

Everything is played through on a copy of the table by the rules of turn.py. It rests on cubes and
tiles, which all can see: no card is looked at.
"""

from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.units import Seat
from sandtable.games.time_of_chaos.events import Flipped, GameEnded, Penalised, Sent
from sandtable.games.time_of_chaos.parts import DISORDER, city_of, era_of
from sandtable.games.time_of_chaos.state import OVER, SEND, ChaosState
from sandtable.games.time_of_chaos.turn import (
    end_turn,
    send_chosen,
    senders,
    target_of,
    waiting_senders,
)


def what_comes(state: ChaosState) -> list[dict[str, Any]]:
    """This turn and the next ones, until it is this player's turn again or the game is over.

    TC-T2: where cubes are short, disorder flows from the first tiles, as when time is up (TC-O1).
    """
    then = state.copy()
    turns = [flow(then, []) if then.phase == SEND else a_turn(then.turn)]
    for _ in range(state.seats):
        happened: list[Event] = []
        choose_all(then)
        end_turn(then, happened)
        turns[-1].update(falls_in(happened))
        if then.phase == OVER:
            turns[-1]["ends"] = how_it_ended(happened)
            break
        turns.append(flow(then, happened))
    return turns


def how_it_ended(happened: list[Event]) -> str | None:
    for event in happened:
        if isinstance(event, GameEnded):
            return event.how
    return None


def a_turn(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat,
        "sends": [],
        "choose": None,
        "blocked": [],
        "falls": [],
        "costs": [],
        "ends": None,
    }


def flow(state: ChaosState, happened: list[Event]) -> dict[str, Any]:
    """TC-T1: what the turn that has just begun sends, and what finds no ORDER tile to land on.

    `choose` is how many cubes there are, if not enough for all that would be sent (TC-T2).
    """
    seat = state.turn
    turn = a_turn(seat)
    sent = [e for e in happened if isinstance(e, Sent)]
    if sent:
        turn["sends"] = [one_flow(state, e.city, e.era, e.to, 0) for e in sent]
    else:
        waiting = waiting_senders(state) if state.phase == SEND else senders(state, seat)
        turn["sends"] = [
            one_flow(state, city_of(tile), era_of(tile), era_of(target_of(tile)), 1)
            for tile in waiting
        ]
        if waiting:
            turn["choose"] = state.supply[seat]
    for tile in state.grid:
        if is_blocked(state, tile, seat):
            to = era_of(target_of(tile))
            turn["blocked"].append({"city": city_of(tile), "era": era_of(tile), "to": to})
    return turn


def one_flow(state: ChaosState, city: str, era: str, to: str, more: int) -> dict[str, Any]:
    """`cubes` is how many will then lie where it goes; TC-T4: `falls`, if that makes it fall."""
    cubes = 0
    for tile in state.grid:
        if city_of(tile) == city and era_of(tile) == to:
            for seat in range(state.seats):
                cubes += state.cubes_on(tile, seat)
    cubes += more
    return {"city": city, "era": era, "to": to, "cubes": cubes, "falls": cubes >= DISORDER}


def is_blocked(state: ChaosState, tile: int, seat: Seat) -> bool:
    """TC-T1: a CHAOS tile with a cube of this player sends none onto a CHAOS tile."""
    if not state.in_chaos(tile) or state.cubes_on(tile, seat) == 0:
        return False
    return state.in_chaos(target_of(tile))


def choose_all(state: ChaosState) -> None:
    """TC-O1: disorder that nobody has chosen flows from the first tiles."""
    happened: list[Event] = []
    while state.phase == SEND:
        send_chosen(state, waiting_senders(state)[0], happened)


def falls_in(happened: list[Event]) -> dict[str, Any]:
    """TC-T4, TC-T5: which tiles fall at the end of a turn, and whom that costs a point."""
    falls: list[dict[str, Any]] = []
    costs: list[Seat] = []
    for event in happened:
        if isinstance(event, Flipped):
            falls.append({"city": event.city, "era": event.era, "marked": event.marked})
        elif isinstance(event, Penalised):
            costs = event.seats
    return {"falls": falls, "costs": costs}
