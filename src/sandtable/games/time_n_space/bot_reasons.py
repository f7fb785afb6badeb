"""Why an act of Time 'n' Space is a good one, said to whoever does it."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import (
    Beam,
    Build,
    ChooseOrder,
    Deliver,
    Fill,
    First,
    Fly,
    Forfeit,
    Give,
    GiveAny,
    Lift,
    Offer,
    PutOut,
    TakeTile,
    TurnOver,
    Upgrade,
    Withdraw,
)
from sandtable.games.time_n_space.demand import goods_to_beam, wanted_elsewhere
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    COLOURS,
    KINDS,
    ORDER_COLOUR,
    STATION,
)
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.state import (
    NOTHING,
    RESEARCH,
    SHIP,
    SpaceState,
    above_in_colour,
    is_bare,
)

NUMBERS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six")
NO_USE: Final = "There is nothing worth turning a timer over onto just now."
BEAM_FIRST: Final = "Your ship has landed, but a good is about to be beamed: lift its timer then."


def reason(state: SpaceState, seat: Seat, act: Act) -> str:
    """One sentence for a beginner, never empty."""
    if isinstance(act, TurnOver):
        return reason_to_turn(state, seat, act)
    if isinstance(act, Fly):
        return reason_to_fly(state, seat, act.place(state.setup.board))
    if isinstance(act, Lift):
        return reason_to_lift(state, seat, act.symbol)
    if isinstance(act, (Give, GiveAny, First, Offer, Withdraw)):
        return reason_to_say(act)
    return reason_for_step(state, seat, act)


def count(number: int, thing: str) -> str:
    """ "Two grey goods", to begin a sentence with."""
    word = NUMBERS[number] if number < len(NUMBERS) else "Many"
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def reason_to_turn(state: SpaceState, seat: Seat, act: TurnOver) -> str:
    if act.symbol == RESEARCH:
        return f"Your research space holds a {tile_name(state, seat)} tile that you can build."
    kind = state.kinds[seat * BUILDING_COUNT + act.symbol]
    if kind < STATION:
        wanted = wanted_elsewhere(state, seat)[kind]
        if wanted > 0:
            return f"{count(wanted, f'{COLOURS[kind]} order')} {are(wanted)} open on other mats."
        if not can_flip(state, seat, act.symbol):
            return f"Others still have {COLOURS[kind]} orders to put out, so be ready for them."
    elif kind == STATION:
        waiting = goods_to_beam(state, seat)
        for colour in range(COLOUR_COUNT):
            if waiting[colour] > 0:
                waits = "waits" if waiting[colour] == 1 else "wait"
                return f"{count(waiting[colour], f'{COLOURS[colour]} good')} {waits} for a station."
    elif not can_flip(state, seat, act.symbol):
        return "A colour scores for you only when all your orders in it are out."
    if can_flip(state, seat, act.symbol):
        return f"The {KINDS[kind]} is empty, so you can flip it to stage III."
    return "A good made in the meantime will wait for a station."


def can_flip(state: SpaceState, seat: Seat, building: int) -> bool:
    return state.stages[seat * BUILDING_COUNT + building] == 2 and is_bare(state, seat, building)


def are(number: int) -> str:
    return "is" if number == 1 else "are"


def tile_name(state: SpaceState, seat: Seat) -> str:
    tile = state.research[seat]
    return "new" if tile == NOTHING else KINDS[tile]


def reason_to_fly(state: SpaceState, seat: Seat, to: int) -> str:
    """What can be delivered there, or beyond, or which tile lies there."""
    if to < state.seats:
        return reason_to_visit(state, seat, to, "The planet there")
    stack = state.stacks[to - state.seats]
    best = NOTHING
    most = 0
    for host in state.setup.board.next_to[to]:
        if host < state.seats and host != seat:
            fitting = sum(fitting_goods(state, seat, host))
            if fitting > most:
                best, most = host, fitting
    if best != NOTHING:
        return reason_to_visit(state, seat, best, "A planet beyond that moon")
    if stack and state.research[seat] == NOTHING:
        return f"A {KINDS[stack[-1]]} tile is on top of the stack on that moon."
    return "That moon is on the way to a planet that wants goods."


def fitting_goods(state: SpaceState, seat: Seat, host: Seat) -> list[int]:
    wanted = wanted_goods(state, host)
    ready = goods_ready(state, seat)
    return [max(0, min(wanted[c], ready[c])) for c in range(COLOUR_COUNT)]


def reason_to_visit(state: SpaceState, seat: Seat, host: Seat, subject: str) -> str:
    if host == seat:
        return "It is the way to another planet."
    fitting = fitting_goods(state, seat, host)
    for colour in range(COLOUR_COUNT):
        if fitting[colour] > 0:
            goods = f"{COLOURS[colour]} good"
            if fitting[colour] == 1:
                return f"{subject} wants a {goods}, and you have one."
            return f"{subject} wants {goods}s, and you have {fitting[colour]}."
    wanted = wanted_goods(state, host)
    coming = goods_to_beam(state, seat)
    for colour in range(COLOUR_COUNT):
        if wanted[colour] > 0 and coming[colour] > 0:
            return f"{subject} wants {COLOURS[colour]} goods, and yours can be beamed by then."
    for colour in range(COLOUR_COUNT):
        if wanted[colour] > 0:
            return f"{subject} wants {COLOURS[colour]} goods, and you can make some by then."
    return f"{subject} may soon want what you have."


def reason_to_lift(state: SpaceState, seat: Seat, symbol: int) -> str:
    if symbol == SHIP:
        if state.ship_to[seat] >= state.seats:
            return "Your ship has reached the moon."
        return "Your ship has reached the planet."
    if symbol == RESEARCH:
        return "The timer has run out, and the tile can be built."
    kind = state.kinds[seat * BUILDING_COUNT + symbol]
    if kind == STATION:
        return "The timer has run out, and the station can beam goods."
    if kind == CENTRE:
        return "The timer has run out, and the centre can put out orders."
    return f"The timer has run out, and the {KINDS[kind]} can make goods."


def reason_to_say(act: Act) -> str:
    if isinstance(act, (Give, GiveAny)):
        return (
            "This is the best order to part with: it is worth little, or takes up a spot you need."
        )
    if isinstance(act, First):
        return "Of these visitors this one has the fewest points."
    if isinstance(act, Offer):
        return (
            f"You are going there with a {act.bring} good, and nobody has an order for your "
            f"{act.put_out} one."
        )
    return "You can no longer do what you offered."


def reason_for_step(state: SpaceState, seat: Seat, act: Act) -> str:
    if isinstance(act, ChooseOrder):
        return "A low order on a plant that you do not need for its goods costs you little."
    if isinstance(act, Deliver):
        return f"Each {act.colour} good that you deliver brings you an order's points."
    if isinstance(act, Fill):
        colour = COLOURS[state.kinds[seat * BUILDING_COUNT + state.hand[seat]]]
        return f"Other players want {colour} goods, or will soon."
    if isinstance(act, Beam):
        colour = COLOURS[state.kinds[seat * BUILDING_COUNT + act.building]]
        return f"Only goods on a station can be delivered, and {colour} ones will be wanted."
    if isinstance(act, PutOut):
        left = above_in_colour(state, seat, ORDER_COLOUR[act.order])
        if left == 1:
            return (
                f"It is your last {act.colour} order: once it is out, {act.colour} scores for you."
            )
        return f"Until all your {act.colour} orders are out, {act.colour} scores nothing for you."
    if isinstance(act, Upgrade):
        return "At stage III it does more with every timer."
    if isinstance(act, TakeTile):
        return "The tile makes one of your buildings bigger."
    if isinstance(act, Build):
        return f"A {tile_name(state, seat)} is worth more to you than what stands there."
    if isinstance(act, Forfeit):
        return "Nothing you can do here would help you."
    return "The rest is better left undone."
