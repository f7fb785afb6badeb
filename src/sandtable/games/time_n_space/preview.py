"""What a player may ask ahead of time in Time 'n' Space.

- `glance`: what the lifted timers would do, who wants what, what fits where now and after the next
  beam, who comes with what, and what one more order would bring.
- `steps`: which steps an action that has not begun will have, after some that are chosen already.

An answer supposes that nobody else does anything until then; an owner who still has to choose gives
what the table would (TS-A8).
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act, act_from_json
from sandtable.engine.errors import Refused
from sandtable.engine.questions import Question
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import ACTS, LIFT, SYMBOLS
from sandtable.games.time_n_space.demand import wanted_elsewhere
from sandtable.games.time_n_space.events import Gave
from sandtable.games.time_n_space.gifts import first_debt, owner_is_silent
from sandtable.games.time_n_space.lines import close, set_line, tied, waiting
from sandtable.games.time_n_space.listing import add_steps
from sandtable.games.time_n_space.parts import COLOUR_COUNT, COLOURS, TIMERS
from sandtable.games.time_n_space.planets import held_up
from sandtable.games.time_n_space.preview_estimates import columns, fits, visitors
from sandtable.games.time_n_space.preview_sensible import next_step
from sandtable.games.time_n_space.state import (
    ASKED,
    NO_LINE,
    NOTHING,
    OVER,
    SHIP,
    SpaceState,
    timer_with,
)
from sandtable.games.time_n_space.timers import lift
from sandtable.games.time_n_space.works import step

MOST_STEPS: Final = 12
"""More than any action has."""


class Glance(Question):
    """What should I know before I do something?"""

    NAME: ClassVar[str] = "glance"


class Steps(Question):
    """Which steps will the action of this place have, after those that I have in mind?"""

    NAME: ClassVar[str] = "steps"
    FIELDS: ClassVar[dict[str, Any]] = {"on": str, "after": list}

    def __init__(self, on: str, after: list[Any]) -> None:
        if on not in SYMBOLS:
            raise ValueError(f"Timers stand on {', '.join(SYMBOLS)}; there is no {on!r}.")
        if len(after) > MOST_STEPS:
            raise ValueError(f"No action has more than {MOST_STEPS} steps.")
        self.symbol = SYMBOLS.index(on)
        self.on = on
        self.after = after
        self.picks: list[Act] = []
        for pick in after:
            try:
                self.picks.append(act_from_json(ACTS, pick))
            except Refused as refused:
                raise ValueError(refused.message) from None


QUESTIONS: Final[tuple[type[Question], ...]] = (Glance, Steps)


def questions(state: SpaceState, seat: Seat) -> list[Question]:
    """A glance, and one question for each timer of this seat that stands somewhere."""
    if state.phase == OVER:
        return []
    found: list[Question] = [Glance()]
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        if state.timer_on[timer] >= 0:
            found.append(Steps(SYMBOLS[state.timer_on[timer]], []))
    return found


def preview(state: SpaceState, seat: Seat, question: Question) -> dict[str, Any]:
    if isinstance(question, Glance):
        return glance(state, seat)
    if isinstance(question, Steps):
        return steps(state, seat, question)
    raise Refused("ST-5", "Time 'n' Space has no such question.")


def glance(state: SpaceState, seat: Seat) -> dict[str, Any]:
    """`places`: for each of the seat's timers that stands somewhere or is in hand, what *all* means
    there, and when. `wanted`: open orders of the others by colour, less what they owe for. The rest
    is told where it is made."""
    places: dict[str, Any] = {}
    for timer in range(seat * TIMERS, (seat + 1) * TIMERS):
        symbol = state.timer_on[timer]
        if symbol >= 0:
            then = lifted(state, seat, symbol)
            places[SYMBOLS[symbol]] = {"at": then.now, "all": everything(then, seat)}
    if state.hand[seat] != NOTHING:
        then = in_hand(state, seat)
        places[SYMBOLS[state.hand[seat]]] = {"at": state.now, "all": everything(then, seat)}
    wanted = wanted_elsewhere(state, seat)
    return {
        "places": places,
        "wanted": {COLOURS[colour]: wanted[colour] for colour in range(COLOUR_COUNT)},
        "planets": [fits(state, seat, host) for host in range(state.seats)],
        "coming": visitors(state, seat),
        "columns": columns(state, seat),
        "silent": if_silent(state, seat),
        "first": tied(state, seat)[0] if state.line_stage[seat] == ASKED else None,
    }


def steps(state: SpaceState, seat: Seat, question: Steps) -> dict[str, Any]:
    """`acts`: the steps there will be after those in mind. `all`: what *all* then means."""
    if timer_with(state, seat, question.symbol) < 0:
        raise Refused("TS-T4", "You have no timer there.")
    then = lifted(state, seat, question.symbol)
    for pick in question.picks:
        step(then, seat, pick)
    found: list[Act] = []
    if then.hand[seat] == question.symbol:
        add_steps(then, seat, found)
        found.pop()  # The word that ends it is no step.
    plain = [act.to_json() for act in found]
    at = then.now
    return {"on": question.on, "at": at, "acts": plain, "all": everything(then, seat)}


def lifted(state: SpaceState, seat: Seat, symbol: int) -> SpaceState:
    """A copy in which the seat has just lifted this timer, as soon as its sand had run out."""
    then = state.copy()
    if then.hand[seat] != NOTHING:
        close(then, seat, "done", [])
    at = then.timer_at[timer_with(then, seat, symbol)]
    if at > then.now:
        then.now = at
    if symbol == SHIP and then.ship_to[seat] < then.seats:
        clear(then, then.ship_to[seat])
    lift(then, seat, LIFT[symbol])
    return waits_no_longer(then, seat)


def in_hand(state: SpaceState, seat: Seat) -> SpaceState:
    """A copy in which the action that the seat carries out waits for nobody."""
    then = state.copy()
    if then.hand[seat] == SHIP and then.ship_at[seat] < then.seats:
        debt = first_debt(then, then.ship_at[seat])
        while debt is not None and held_up(then, seat):
            owner_is_silent(then, debt, [])
            debt = first_debt(then, then.ship_at[seat])
    return waits_no_longer(then, seat)


def clear(then: SpaceState, host: Seat) -> None:
    """A planet whose owner has chosen, and where nobody stands in line."""
    debt = first_debt(then, host)
    while debt is not None:
        owner_is_silent(then, debt, [])
        debt = first_debt(then, host)
    for other in waiting(then, host):
        close(then, other, "done", [])
    set_line(then, host, NO_LINE, 0, NOTHING)


def waits_no_longer(then: SpaceState, seat: Seat) -> SpaceState:
    if then.waits[seat] == 1:
        then.waits[seat] = 0
        then.line.remove(seat)
        host = then.ship_at[seat]
        if not waiting(then, host):
            set_line(then, host, NO_LINE, 0, NOTHING)
    return then


def everything(then: SpaceState, seat: Seat) -> list[dict[str, Any]]:
    """What *all* means for the action in hand: these acts, one after the other."""
    found: list[dict[str, Any]] = []
    symbol = then.hand[seat]
    act = next_step(then, seat) if symbol != NOTHING else None
    while act is not None:
        step(then, seat, act)
        found.append(act.to_json())
        act = next_step(then, seat) if then.hand[seat] == symbol else None
    return found


def if_silent(state: SpaceState, host: Seat) -> list[dict[str, Any]]:
    """TS-A8: the orders that go if this owner does not choose."""
    then = state.copy()
    debt = first_debt(then, host)
    if debt is None:
        return []
    happened: list[Any] = []
    owner_is_silent(then, debt, happened)
    return [
        {"colour": event.colour, "value": event.value, "on": event.on}
        for event in happened
        if isinstance(event, Gave) and event.how == "silent"
    ]
