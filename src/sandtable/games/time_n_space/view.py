"""What each seat may see of Time 'n' Space.

The tiles below the top of each stack are hidden, except those that all saw go to the bottom; and,
before the start, what the others have chosen.
"""

from typing import Any

from sandtable.engine.acts import Act
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat, Viewer
from sandtable.games.time_n_space.actions import OFFER, SYMBOLS, ChooseOrder
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.lines import tied, waiting
from sandtable.games.time_n_space.listing import add_choices
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    COLOURS,
    KINDS,
    LETTERS,
    ORDER_COLOUR,
    ORDER_COUNT,
    ORDER_VALUE,
    STAGE_NAMES,
    STAGES,
    TIMERS,
)
from sandtable.games.time_n_space.planets import held_up
from sandtable.games.time_n_space.state import (
    ASKED,
    CHOICES,
    CHOOSING,
    EMPTY,
    FREE,
    GOOD,
    HELD,
    LINES,
    NO_LINE,
    NOTHING,
    ORDER,
    OVER,
    PHASES,
    SPOTS_OF_BUILDING,
    SPOTS_OF_MAT,
    SpaceState,
    chosen_count,
    room,
)


def view(state: SpaceState, viewer: Viewer) -> dict[str, Any]:
    setup = state.setup
    board = setup.board
    return {
        "mode": "introductory" if setup.introductory else "full",
        "phase": PHASES[state.phase],
        "due": None if state.phase == OVER else state.due,
        "timer_ms": setup.timer,
        "length_ms": setup.length,
        "places": board.places.copy(),
        "next_to": [[board.places[p] for p in places] for places in board.next_to],
        "supply": {COLOURS[c]: state.supply[c] for c in range(COLOUR_COUNT)},
        "moons": [moon_view(state, moon) for moon in range(board.moons)],
        "planets": [planet_view(state, host) for host in range(state.seats)],
        "mats": [mat_view(state, seat, viewer) for seat in range(state.seats)],
        "offers": [offer_view(state, seat) for seat in range(state.seats)],
    }


def moon_view(state: SpaceState, moon: int) -> dict[str, Any]:
    """The open top, and what is known of the rest: `bottom` from the lowest tile up."""
    stack = state.stacks[moon]
    return {
        "place": state.setup.board.places[state.seats + moon],
        "tiles": len(stack),
        "top": KINDS[stack[-1]] if stack else None,
        "bottom": [KINDS[tile] for tile in stack[: state.known[moon]]],
    }


def planet_view(state: SpaceState, host: Seat) -> dict[str, Any]:
    stage = state.line_stage[host]
    line: dict[str, Any] | None = None
    if stage != NO_LINE:
        line = {
            "stage": LINES[stage],
            "due": state.line_due[host],
            "waiting": waiting(state, host),
            "together": tied(state, host) if stage == ASKED else [],
            "filling": none_if_nothing(state.line_first[host]),
        }
    return {
        "place": state.setup.board.places[host],
        "bonus": state.bonus_at[host] == 1,
        "line": line,
        "owes": [
            {
                "visitor": debt.visitor,
                "until": debt.due if debt.due else None,
                "counters": {COLOURS[c]: debt.owed[c] for c in range(COLOUR_COUNT)},
                "orders": orders_view(state, host, debt.among),
            }
            for debt in state.debts
            if debt.host == host
        ],
    }


def mat_view(state: SpaceState, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    tile = state.research[seat]
    sheet = Sheet(state, seat)
    mat: dict[str, Any] = {
        "buildings": [building_view(state, seat, b) for b in range(BUILDING_COUNT)],
        "research": None if tile == NOTHING else KINDS[tile],
        "above": counters(state.above[seat * ORDER_COUNT : (seat + 1) * ORDER_COUNT]),
        "won": won_view(state, seat),
        "bonuses": state.bonuses[seat],
        "timers": [timer_view(state, timer) for timer in range(seat * TIMERS, (seat + 1) * TIMERS)],
        "ship": {
            "at": state.setup.board.places[state.ship_at[seat]],
            "to": state.setup.board.places[state.ship_to[seat]],
        },
        "hand": hand_view(state, seat),
        "may_offer": state.may_offer[seat] == 1,
        "score": sheet.score,
        "sheet": sheet_view(sheet),
        "chosen": chosen_count(state, seat),
        "chosen_all": chosen_count(state, seat) == CHOICES,
    }
    if viewer == seat:
        mat["choices"] = choices_view(state, seat)
    return mat


def building_view(state: SpaceState, seat: Seat, building: int) -> dict[str, Any]:
    at = seat * BUILDING_COUNT + building
    start = at * SPOTS_OF_BUILDING
    return {
        "letter": LETTERS[building],
        "kind": KINDS[state.kinds[at]],
        "stage": STAGE_NAMES[state.stages[at]],
        "spots": [piece(p) for p in state.spots[start : start + room(state, seat, building)]],
        "puts_out": puts_out(state, at),
    }


def puts_out(state: SpaceState, at: int) -> int | None:
    """TS-C5: how many orders the action of a trading centre puts out at most."""
    return STAGES[state.stages[at]] if state.kinds[at] == CENTRE else None


def sheet_view(sheet: Sheet) -> dict[str, Any]:
    """TS-E2, TS-E3: the sheet, and for each colour what is multiplied with what for its score, and
    whether it counts yet."""
    told = sheet.told()
    for colour in range(COLOUR_COUNT):
        column = told["colours"][COLOURS[colour]]
        column["sum"] = (
            f"{sheet.values[colour] + sheet.bonus[colour]} \u00d7 {sheet.players[colour]}"
        )
        column["counts"] = sheet.unplaced[colour] == 0
    return told


def piece(on_spot: int) -> dict[str, Any] | None:
    """What lies on a spot: a good, an order, or nothing."""
    if on_spot == EMPTY:
        return None
    if on_spot < ORDER:
        return {"good": COLOURS[on_spot - GOOD]}
    order = on_spot - ORDER
    return {"order": COLOURS[ORDER_COLOUR[order]], "value": ORDER_VALUE[order]}


def counters(counts: list[int]) -> dict[str, list[int]]:
    """Orders by colour, each as its value."""
    found: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for order in range(ORDER_COUNT):
        found[COLOURS[ORDER_COLOUR[order]]] += [ORDER_VALUE[order]] * counts[order]
    return found


def won_view(state: SpaceState, seat: Seat) -> list[dict[str, list[int]]]:
    """The counters below a mat: one entry for each player whose they were."""
    start = seat * state.seats * ORDER_COUNT
    return [
        counters(state.won[start + host * ORDER_COUNT : start + (host + 1) * ORDER_COUNT])
        for host in range(state.seats)
    ]


def timer_view(state: SpaceState, timer: int) -> dict[str, Any]:
    where = state.timer_on[timer]
    if where == FREE:
        return {"on": None, "runs_out_at": None, "held": False}
    if where == HELD:
        return {"on": None, "runs_out_at": None, "held": True}
    return {"on": SYMBOLS[where], "runs_out_at": state.timer_at[timer], "held": False}


def hand_view(state: SpaceState, seat: Seat) -> dict[str, Any] | None:
    """The action that a seat carries out; at another's planet with its end (TS-A10) and the orders
    there that it may fill, which all have seen."""
    if state.hand[seat] == NOTHING:
        return None
    visits = state.visit[seat] != 0
    ends = visits and state.setup.deliver > 0
    return {
        "on": SYMBOLS[state.hand[seat]],
        "steps": state.hand_did[seat],
        "waits": state.waits[seat] == 1 or (visits and held_up(state, seat)),
        "until": state.lifted_at[seat] + state.setup.deliver if ends else None,
        "orders": orders_view(state, state.ship_at[seat], state.visit[seat]) if visits else [],
    }


def orders_view(state: SpaceState, host: Seat, among: int) -> list[dict[str, Any]]:
    """The orders on some spots of a mat."""
    start = host * SPOTS_OF_MAT
    found: list[dict[str, Any]] = []
    for nth in range(SPOTS_OF_MAT):
        order = state.spots[start + nth] - ORDER
        if order >= 0 and among >> nth & 1:
            found.append(
                {
                    "colour": COLOURS[ORDER_COLOUR[order]],
                    "value": ORDER_VALUE[order],
                    "on": LETTERS[nth // SPOTS_OF_BUILDING],
                }
            )
    return found


def offer_view(state: SpaceState, seat: Seat) -> dict[str, Any] | None:
    if state.offers[seat] == NOTHING:
        return None
    offer = OFFER[state.offers[seat]]
    return {"to": offer.to, "bring": offer.bring, "put_out": offer.put_out}


def choices_view(state: SpaceState, seat: Seat) -> list[dict[str, Any]]:
    """TS-S3: what a seat has chosen so far; only itself is shown this."""
    found: list[dict[str, Any]] = []
    for pick in state.chosen[seat * CHOICES : (seat + 1) * CHOICES]:
        if pick != NOTHING:
            order = pick // BUILDING_COUNT
            found.append(
                {
                    "colour": COLOURS[ORDER_COLOUR[order]],
                    "value": ORDER_VALUE[order],
                    "on": LETTERS[pick % BUILDING_COUNT],
                }
            )
    return found


def none_if_nothing(number: int) -> int | None:
    return None if number == NOTHING else number


def imagine(state: SpaceState, seat: Seat, rng: Rng) -> SpaceState:
    """A state that looks the same to this seat: covered tiles and secret choices are drawn anew."""
    twin = state.copy()
    if state.phase == CHOOSING:
        for other in range(state.seats):
            if other != seat:
                imagine_choices(twin, other, rng)
    imagine_stacks(twin, rng)
    twin.rng = rng.fork("imagined")
    return twin


def imagine_choices(twin: SpaceState, other: Seat, rng: Rng) -> None:
    """As many choices as the other has made, any legal ones."""
    count = chosen_count(twin, other)
    for nth in range(CHOICES):
        twin.chosen[other * CHOICES + nth] = NOTHING
    for nth in range(count):
        possible: list[Act] = []
        add_choices(twin, other, possible)
        act = rng.pick(possible)
        assert isinstance(act, ChooseOrder)
        twin.chosen[other * CHOICES + nth] = act.order * BUILDING_COUNT + act.building


def imagine_stacks(twin: SpaceState, rng: Rng) -> None:
    """Every covered tile nobody has seen may lie in any of those places, on any moon."""
    covered: list[int] = []
    for moon in range(len(twin.stacks)):
        covered += twin.stacks[moon][twin.known[moon] : -1]
    covered.sort()
    rng.shuffle(covered)
    taken = 0
    for moon in range(len(twin.stacks)):
        stack = twin.stacks[moon]
        for depth in range(twin.known[moon], len(stack) - 1):
            stack[depth] = covered[taken]
            taken += 1
