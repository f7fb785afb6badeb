"""The position of Out of Time as plain data, secrets included; and back, with reasons."""

from typing import Any, Final

from sandtable.engine.plain import Reader
from sandtable.engine.position import FOREVER
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms
from sandtable.games.out_of_time.options import Setup
from sandtable.games.out_of_time.parts import (
    BOARD,
    CARD_SIZES,
    CARDS,
    COLOUR_COUNT,
    COLOURS,
    NEXT_TO,
    PARTS,
    SPACES,
)
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    NEVER,
    NOBODY,
    TURNED,
    Glass,
    OutOfTimeState,
    Player,
    free_places,
    is_placing,
    lay_card,
    open_neighbours,
    placing_seat,
)

TILES: Final[tuple[str, ...]] = (*COLOURS, "grey", "turned")


def dump(state: OutOfTimeState) -> dict[str, Any]:
    return {
        "tiles": [TILES[tile] for tile in state.tiles],
        "glasses": [dump_glass(glass) for glass in state.glasses],
        "players": [dump_player(player) for player in state.players],
        "deck": state.deck.copy(),
        "first": state.first,
        "step": state.step,
        "place_by": state.place_by,
    }


def dump_glass(glass: Glass) -> dict[str, Any]:
    """In the hand: no space. Fallen: sand left, since when, by whom. Else when it runs out, and
    until when it is protected, if it was stood up."""
    if glass.space == IN_HAND:
        return {"space": None}
    plain: dict[str, Any] = {
        "space": glass.space,
        "placed_at": glass.placed_at,
        "fallen": glass.fallen,
        "runs_out_at": glass.runs_out_at,
        "noticed": glass.noticed,
    }
    if glass.fallen:
        plain["left"] = glass.left
        plain["fell_at"] = glass.fell_at
        plain["knocked_by"] = glass.knocked_by
    if glass.protected_until != NEVER:
        plain["protected_until"] = glass.protected_until
    return plain


def dump_player(player: Player) -> dict[str, Any]:
    return {
        "card": player.card,
        "cubes": [COLOURS[colour] for colour in player.cubes],
        "scored": player.scored.copy(),
        "owed": player.owed,
        "choose_by": player.choose_by,
    }


def load(data: Any, setup: Setup, seats: int, rng: Rng, now: Ms, over: bool) -> OutOfTimeState:
    reader = Reader(data, "table")
    state = OutOfTimeState(seats, rng, setup)
    state.now = now
    tiles = reader.items("tiles", SPACES)
    state.tiles = [read_tile(reader, i, tile) for i, tile in enumerate(tiles)]
    check_tiles(state, reader)
    state.next_to = open_neighbours(state)
    for number, entry in enumerate(reader.objects("glasses", 2 * seats)):
        load_glass(state, state.glasses[number], entry)
    for seat, entry in enumerate(reader.objects("players", seats)):
        load_player(state, state.players[seat], entry)
    state.deck = reader.wholes("deck", None, 0, len(CARDS) - 1)
    state.first = reader.whole("first", 0, seats - 1)
    state.step = reader.whole("step", 0, setup.placements)
    state.place_by = reader.whole("place_by", 0, FOREVER)
    reader.done()
    check_glasses(state, reader)
    check_cards(state, reader, over)
    if is_placing(state) and not over:
        if not now < state.place_by <= now + setup.placement:
            raise reader.bad("place_by", "is not within the time for a placement (OT-P6)")
    elif state.place_by != 0:
        raise reader.bad("place_by", "is 0 after the placement round (OT-P6)")
    return state


def read_tile(reader: Reader, space: int, tile: Any) -> int:
    if not isinstance(tile, str) or tile not in TILES:
        raise reader.bad(f"tiles[{space}]", f"{tile!r} is not one of {', '.join(TILES)}")
    return TILES.index(tile)


def check_tiles(state: OutOfTimeState, reader: Reader) -> None:
    """OT-C1, OT-S2: grey in the middle, and the right tiles turned over, of different colours."""
    tiles = state.tiles
    back = GREY if state.setup.grey_backs else TURNED
    grey = [space for space in range(SPACES) if tiles[space] == GREY]
    if BOARD.middle not in grey or (back != GREY and len(grey) > 1):
        raise reader.bad("tiles", f"grey lies on space {BOARD.middle} and nowhere else (OT-C1)")
    if back == GREY and TURNED in tiles:
        raise reader.bad("tiles", "a tile that was turned over is grey at this table (OT-S2)")
    turned = [space for space in range(SPACES) if tiles[space] == back and space != BOARD.middle]
    allowed: list[list[int]] = [[]]
    if state.seats == 2 or state.seats == 6:
        allowed = [sorted(BOARD.a + BOARD.b)]
    elif state.seats == 3:
        allowed = [sorted(BOARD.a), sorted(BOARD.b)]
    if turned not in allowed:
        raise reader.bad("tiles", f"these are not the tiles that {state.seats} turn over (OT-S2)")
    for colour in range(COLOUR_COUNT):
        missing = PARTS.tiles[colour] - tiles.count(colour)
        if not 0 <= missing <= 1:
            raise reader.bad("tiles", f"not the right number of {COLOURS[colour]} tiles (OT-C1)")


def load_glass(state: OutOfTimeState, glass: Glass, reader: Reader) -> None:
    space = reader.whole_or_none("space", 0, SPACES - 1)
    if space is None:
        reader.done()
        return
    if state.standing[space] != NOBODY:
        raise reader.bad("space", f"there is a glass on space {space} already (OT-M3)")
    if state.setup.blocked and state.tiles[space] == TURNED:
        raise reader.bad("space", f"no glass may stand on space {space} (OT-S2)")
    now = state.now
    timer = state.setup.timer
    glass.space = space
    state.standing[space] = glass.number
    glass.placed_at = reader.whole("placed_at", 0, now)
    glass.fallen = reader.flag("fallen")
    glass.noticed = reader.flag("noticed")
    glass.runs_out_at = reader.whole("runs_out_at", 0, FOREVER)
    if glass.runs_out_at < glass.placed_at + timer:
        raise reader.bad("runs_out_at", "the sand ran faster than it can (OT-C2)")
    if glass.runs_out_at > glass.placed_at + timer and not glass.noticed:
        raise reader.bad("noticed", "its sand has been stopped, so it has fallen there (OT-K3)")
    if glass.fallen:
        if not glass.noticed:
            raise reader.bad("noticed", "a glass that lies there has been noticed (OT-K3)")
        state.fallen += 1
        glass.left = reader.whole("left", 0, timer)
        glass.fell_at = reader.whole("fell_at", glass.placed_at, now)
        glass.knocked_by = reader.whole("knocked_by", 0, state.seats - 1)
        if glass.left != max(0, glass.runs_out_at - glass.fell_at):
            raise reader.bad("left", "is not the sand that was left when the glass fell (OT-K1)")
        if glass.knocked_by != glass.seat and not state.setup.pays_at_once:
            state.players[glass.knocked_by].must_stand_up += 1
    elif glass.runs_out_at > now + timer:
        raise reader.bad("runs_out_at", "more sand is left than there is in a glass (OT-C2)")
    elif "protected_until" in reader.data:
        load_protection(state, glass, reader)
    reader.done()


def load_protection(state: OutOfTimeState, glass: Glass, reader: Reader) -> None:
    """OT-K3: a glass that was stood up where it stands; or before it moved there, not long ago."""
    protect = state.setup.protect
    if protect == 0:
        raise reader.bad("protected_until", "nothing protects a glass at this table (OT-K3)")
    until = reader.whole("protected_until", 1, FOREVER)
    stood_at = until - protect
    if stood_at > state.now:
        raise reader.bad("protected_until", "is later than it can be (OT-K3)")
    if glass.noticed:
        if stood_at < glass.placed_at:
            raise reader.bad("protected_until", "it did not stand there yet (OT-K3)")
    elif not stood_at <= glass.placed_at < until:
        raise reader.bad("protected_until", "it moved at another time (OT-K3)")
    glass.protected_until = until


def load_player(state: OutOfTimeState, player: Player, reader: Reader) -> None:
    lay_card(player, reader.whole("card", 0, len(CARDS) - 1))
    for i, name in enumerate(reader.items("cubes", None)):
        if not isinstance(name, str) or name not in COLOURS:
            raise reader.bad(f"cubes[{i}]", f"{name!r} is not one of {', '.join(COLOURS)}")
        colour = COLOURS.index(name)
        if player.room[colour] == 0:
            raise reader.bad(f"cubes[{i}]", f"no room for a {name} cube on the card (OT-G3)")
        player.room[colour] -= 1
        player.cubes.append(colour)
        state.supply[colour] -= 1
        if state.supply[colour] < 0:
            raise reader.bad(f"cubes[{i}]", f"there are fewer {name} cubes than that (OT-C4)")
    player.scored = reader.wholes("scored", None, 0, len(CARDS) - 1)
    player.owed = reader.whole("owed", 0, FOREVER)
    player.choose_by = reader.whole("choose_by", 0, FOREVER)
    reader.done()
    if len(player.cubes) == CARD_SIZES[player.card]:
        raise reader.bad("cubes", "a full card is scored at once (OT-G4)")
    if player.owed and player.cubes:
        raise reader.bad("owed", "whoever owes cubes has none on the card (OT-K5)")
    if player.choose_by != NEVER:
        if not state.now < player.choose_by <= state.now + state.setup.give_back:
            raise reader.bad("choose_by", "is not within the time for a choice (OT-K5)")
        if not player.cubes or player.cubes.count(player.cubes[0]) == len(player.cubes):
            raise reader.bad("choose_by", "there is no choice between cubes (OT-K5)")


def check_glasses(state: OutOfTimeState, reader: Reader) -> None:
    """OT-M4, OT-P*: who has placed what, and that partners stand together."""
    seats = state.seats
    real_step = state.step
    for seat in range(seats):
        one = state.glasses[2 * seat].space
        two = state.glasses[2 * seat + 1].space
        if two != IN_HAND and (one == IN_HAND or two not in NEXT_TO[one]):
            raise reader.bad("glasses", f"those of seat {seat} are not next to each other (OT-M4)")
        state.step = 0
        firsts = secondly = False
        while is_placing(state) and state.step < real_step:
            if placing_seat(state) == seat:
                secondly = firsts
                firsts = True
            state.step += 1
        if (one != IN_HAND) != firsts:
            raise reader.bad("glasses", f"seat {seat} has not placed in its turn (OT-P1)")
        if two != IN_HAND and not secondly:
            raise reader.bad("glasses", f"seat {seat} has not placed in its turn (OT-P2)")
    state.step = real_step
    if is_placing(state):
        if state.fallen:
            raise reader.bad("glasses", "no glass falls before the real-time part (OT-P3)")
        for seat in range(seats):
            one = state.glasses[2 * seat].space
            if one != IN_HAND and one not in BOARD.corners:
                raise reader.bad("glasses", f"seat {seat} has not begun in a corner (OT-P1)")
        if not free_places(state):
            raise reader.bad("step", "whoever cannot place a glass keeps it in hand (OT-P5)")


def check_cards(state: OutOfTimeState, reader: Reader, over: bool) -> None:
    """OT-C3, OT-G5: every card is somewhere, once; and whoever has enough of them has won."""
    cards = state.deck.copy()
    most = 0
    for player in state.players:
        most = max(most, len(player.scored))
        cards.extend(player.scored)
        if len(player.scored) < PARTS.cards_to_win:
            cards.append(player.card)
    if most > PARTS.cards_to_win or (most == PARTS.cards_to_win) != over:
        raise reader.bad("players", f"{PARTS.cards_to_win} scored cards win at once (OT-G5)")
    if sorted(cards) != list(range(len(CARDS))):
        raise reader.bad("deck", "the cards in play are not each card once (OT-C3)")
