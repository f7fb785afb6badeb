"""Why an act of Time 'n' Space is a good one, said to whoever does it."""

from typing import Final

from sandtable.engine.acts import Act
from sandtable.engine.units import Seat
from sandtable.games.time_n_space.actions import (
    OFFER,
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
from sandtable.games.time_n_space.ending import Sheet
from sandtable.games.time_n_space.listing import legal
from sandtable.games.time_n_space.offers import goods_ready
from sandtable.games.time_n_space.parts import (
    BUILDING_COUNT,
    CENTRE,
    COLOUR_COUNT,
    COLOURS,
    KINDS,
    ORDER_COLOUR,
    ORDER_VALUE,
    STATION,
)
from sandtable.games.time_n_space.planets import wanted_goods
from sandtable.games.time_n_space.possible import can_cover
from sandtable.games.time_n_space.state import (
    NOTHING,
    ORDER,
    RESEARCH,
    SHIP,
    SPOTS_OF_BUILDING,
    SpaceState,
    above_in_colour,
    is_bare,
    timer_with,
)

NUMBERS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six")
NO_USE: Final = "No place is worth a timer just now."
WAIT_TO_DELIVER: Final = "Your ship has landed, but soon there will be more for it to deliver."


def reason(state: SpaceState, seat: Seat, act: Act) -> str:
    """One sentence for a beginner, never empty."""
    if isinstance(act, TurnOver):
        return reason_to_turn(state, seat, act)
    if isinstance(act, Fly):
        return reason_to_fly(state, seat, act.place(state.setup.board))
    if isinstance(act, Lift):
        return reason_to_lift(state, seat, act.symbol)
    if isinstance(act, (Give, GiveAny, First, Offer, Withdraw)):
        return reason_to_say(state, seat, act)
    return reason_for_step(state, seat, act)


def count(number: int, thing: str) -> str:
    """ "Two grey goods", to begin a sentence with."""
    word = NUMBERS[number] if number < len(NUMBERS) else "Many"
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def reason_to_turn(state: SpaceState, seat: Seat, act: TurnOver) -> str:
    if act.symbol == RESEARCH:
        held = f"Your research space holds a {tile_name(state, seat)} tile"
        if any(can_cover(state, seat, building) for building in range(BUILDING_COUNT)):
            return f"{held} that you can build."
        return f"{held}, which needs an empty stage I building."
    kind = state.kinds[seat * BUILDING_COUNT + act.symbol]
    if kind < STATION:
        wanted = wanted_elsewhere(state, seat)[kind]
        if wanted > 0:
            return f"{count(wanted, f'{COLOURS[kind]} order')} {are(wanted)} open on other mats."
        if not can_flip(state, seat, act.symbol) and held_back(state, seat, kind):
            return f"Other players still have {COLOURS[kind]} orders to put out."
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
    if kind == STATION and any(makes_goods(state, seat, b) for b in range(BUILDING_COUNT)):
        return "Goods that you are making now will need a station."
    return "This timer is free, and can do something there."


def held_back(state: SpaceState, seat: Seat, colour: int) -> bool:
    """Whether anybody else still has orders of a colour above the mat."""
    return any(
        above_in_colour(state, other, colour) > 0 for other in range(state.seats) if other != seat
    )


def makes_goods(state: SpaceState, seat: Seat, building: int) -> bool:
    kind = state.kinds[seat * BUILDING_COUNT + building]
    return kind < STATION and timer_with(state, seat, building) >= 0


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
    for host in state.setup.board.next_to[to]:
        if host < state.seats and host != seat and max(wanted_goods(state, host)) > 0:
            return "That moon is on the way to a planet that wants goods."
    return "That moon is on the way to the planets beyond it."


def fitting_goods(state: SpaceState, seat: Seat, host: Seat) -> list[int]:
    wanted = wanted_goods(state, host)
    ready = goods_ready(state, seat)
    return [max(0, min(wanted[c], ready[c])) for c in range(COLOUR_COUNT)]


def reason_to_visit(state: SpaceState, seat: Seat, host: Seat, subject: str) -> str:
    if host == seat:
        return "Your ship can go on to other planets from there."
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
            return f"{subject} wants {COLOURS[colour]} goods, and you have some on your plants."
    for colour in range(COLOUR_COUNT):
        if wanted[colour] > 0:
            if any(
                state.kinds[seat * BUILDING_COUNT + building] == colour
                for building in range(BUILDING_COUNT)
            ):
                return f"{subject} wants {COLOURS[colour]} goods, and you can make some."
            return f"{subject} wants {COLOURS[colour]} goods."
    return f"{subject} wants nothing at the moment, but may put out orders soon."


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


def reason_to_say(state: SpaceState, seat: Seat, act: Act) -> str:
    if isinstance(act, (Give, GiveAny)):
        why = f"The visitor gets one of your {act.colour} orders"
        if act.value <= lowest_out(state, seat, ORDER_COLOUR[act.order]):
            return f"{why}, and none of them is worth less."
        return f"{why}; you may choose any."
    if isinstance(act, First):
        score = Sheet(state, act.visitor).score
        for other in legal(state, seat):
            if isinstance(other, First) and Sheet(state, other.visitor).score < score:
                return "One of the visitors has to go first."
        return "None of the visitors has fewer points than this one."
    if isinstance(act, Offer):
        return (
            f"You have a {act.bring} good to bring, and would like to bring a {act.put_out} one as "
            "well."
        )
    if state.offers[seat] != NOTHING:
        offer = OFFER[state.offers[seat]]
        ready = goods_ready(state, seat)[offer.brought]
        if ready == 0 or wanted_goods(state, offer.to)[offer.brought] <= 0:
            return "You can no longer do what you offered."
    return "You may think of a better offer."


def lowest_out(state: SpaceState, seat: Seat, colour: int) -> int:
    """The lowest value of this seat's orders of a colour that are out."""
    start = seat * BUILDING_COUNT * SPOTS_OF_BUILDING
    values: list[int] = []
    for piece in state.spots[start : start + BUILDING_COUNT * SPOTS_OF_BUILDING]:
        if piece >= ORDER and ORDER_COLOUR[piece - ORDER] == colour:
            values.append(ORDER_VALUE[piece - ORDER])
    return min(values) if values else 0


def reason_for_step(state: SpaceState, seat: Seat, act: Act) -> str:
    if isinstance(act, ChooseOrder):
        if act.value == 1:
            return "You part with little when somebody fills an order as low as this."
        return "You have to put out two orders before the game begins, and this can be one."
    if isinstance(act, Deliver):
        return f"Each {act.colour} good that you deliver brings you an order's points."
    if isinstance(act, Fill):
        kind = state.kinds[seat * BUILDING_COUNT + state.hand[seat]]
        colour = COLOURS[kind]
        if wanted_elsewhere(state, seat)[kind] > 0:
            return f"Other players want {colour} goods."
        if held_back(state, seat, kind):
            return f"Other players still have {colour} orders to put out."
        return f"You have room for another {colour} good."
    if isinstance(act, Beam):
        kind = state.kinds[seat * BUILDING_COUNT + act.building]
        if wanted_elsewhere(state, seat)[kind] > 0:
            return f"Only goods on a station can be delivered, and {COLOURS[kind]} ones are wanted."
        return "Only goods on a station can be delivered."
    if isinstance(act, PutOut):
        left = above_in_colour(state, seat, ORDER_COLOUR[act.order])
        if left == 1:
            return (
                f"This is your last {act.colour} order: once it is out, {act.colour} can score for "
                "you."
            )
        return f"Until all your {act.colour} orders are out, {act.colour} scores nothing for you."
    if isinstance(act, Upgrade):
        return "A building of stage III does more with every timer."
    if isinstance(act, TakeTile):
        return "You can build this tile over an empty stage I building of yours."
    if isinstance(act, Build):
        there = KINDS[state.kinds[seat * BUILDING_COUNT + act.building]]
        return f"The new {tile_name(state, seat)} replaces your {there}, which is empty."
    if isinstance(act, Forfeit):
        return "There is nothing here that you want to do."
    return "You have done what you wanted to do here."
