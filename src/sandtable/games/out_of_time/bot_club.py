"""What a sensible player of Out of Time looks at.

It plays for its card: it looks some moves ahead with both glasses, at what it can take and how
soon, and expects others to move on when their sand has run out. It waits a little for a space that
is about to be free if that is worth more than moving, stands in the way of somebody who is about to
win, and never knocks anything over on purpose. If it has to stand a glass up, it does so first.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Plan
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import NO_CUBE, GiveBack, Move, Place, StandUp
from sandtable.games.out_of_time.bot_hands import CLUB
from sandtable.games.out_of_time.bot_person import NEVER, NOTHING, Person
from sandtable.games.out_of_time.bot_reasons import reason, reason_to_wait
from sandtable.games.out_of_time.parts import COLOUR_COUNT, NEXT_TO, PARTS, SPACES
from sandtable.games.out_of_time.state import (
    GREY,
    IN_HAND,
    Glass,
    OutOfTimeState,
    is_placing,
)

HORIZON: Final[Ms] = 150_000
"""What a cube is worth now; one that is taken later is worth less, by the time it takes."""
DEPTH: Final = 3
"""How many moves of its own it looks ahead."""
CARD_DONE: Final[Ms] = 40_000
"""What a filled card is worth beyond its last cube: the next card comes sooner."""
MOVES_ON: Final[Ms] = 1_500
"""How long after its sand has run out somebody else's glass is expected to have left."""
ANY_MOMENT: Final[Ms] = 500
"""If the glass is still there after that time, it is expected to leave within this time."""
IDLE: Final[Ms] = 4_000
"""A glass that has waited this long for its owner is not expected to leave."""
LONGEST_WAIT: Final[Ms] = 9_000
WAITING_HAS_TO_GAIN: Final[Ms] = 8_000
IN_THE_WAY: Final[Ms] = 40_000
"""What it is worth to stand where somebody would take the last cube or the last but one."""
JOKER: Final[int] = COLOUR_COUNT


class Club(Person):
    """A club player: it looks three moves ahead, and has the eyes and hands of a person."""

    LEVEL: ClassVar[str] = "club"
    ABOUT: ClassVar[str] = (
        "Looks three moves ahead, waits for a good space, and stands in a winner's way."
    )

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng, CLUB)
        self.timer: Ms = 0
        self.next_to: list[list[int]] = NEXT_TO
        self.gives: list[int] = [NOTHING] * SPACES
        """What each space gives: a colour, JOKER or NOTHING."""
        self.free_in: list[Ms] = [0] * SPACES
        """In how long each space will be free of others' glasses; 0 if it is now, or NEVER."""
        self.blocks: list[Ms] = [0] * SPACES
        self.room: list[int] = [0] * COLOUR_COUNT
        self.left = 0
        self.spaces: list[int] = [NOTHING, NOTHING]
        self.ready_in: list[Ms] = [0, 0]
        self.best: Act | None = None

    def weigh(self, state: OutOfTimeState, acts: list[Act]) -> Plan | None:
        act = self.first_things_first(state, acts)
        if act is None:
            wait = self.choose(acts)
            if wait > 0:
                return self.wait(wait, reason_to_wait(state, self.seat))
            act = self.best
        if act is None:
            return None
        return self.reach(state.now, act, reason(state, self.seat, act))

    def first_things_first(self, state: OutOfTimeState, acts: list[Act]) -> Act | None:
        """What comes before moving on: a fallen glass, a cube that is due, the placement round."""
        for act in acts:
            if isinstance(act, StandUp):
                return act
        self.look(state)
        if isinstance(acts[-1], GiveBack):
            return self.choose_cube(acts)
        if is_placing(state):
            return self.choose_place(acts)
        return None

    def look(self, state: OutOfTimeState) -> None:
        """Take in the table."""
        self.timer = state.setup.timer
        self.next_to = state.next_to
        for space in range(SPACES):
            tile = state.tiles[space]
            if tile < COLOUR_COUNT:
                self.gives[space] = tile
            else:
                self.gives[space] = JOKER if tile == GREY and state.setup.joker else NOTHING
            self.free_in[space] = 0
            self.blocks[space] = 0
        for glass in state.glasses:
            self.look_at_glass(glass, state.now)
        self.room = state.players[self.seat].room.copy()
        self.left = sum(self.room)
        for seat in range(state.seats):
            scored = len(state.players[seat].scored)
            if seat != self.seat and scored == PARTS.cards_to_win - 1:
                self.look_at_rival(state, seat)

    def look_at_glass(self, glass: Glass, now: Ms) -> None:
        space = glass.space
        sand = not glass.fallen and space != IN_HAND
        if glass.seat == self.seat:
            mine = glass.number % 2
            self.spaces[mine] = NOTHING if space == IN_HAND else space
            self.ready_in[mine] = max(0, glass.runs_out_at - now) if sand else NEVER
        elif space != IN_HAND:
            if not sand or glass.runs_out_at + IDLE < now:
                self.free_in[space] = NEVER
            else:
                self.free_in[space] = max(ANY_MOMENT, glass.runs_out_at + MOVES_ON - now)

    def look_at_rival(self, state: OutOfTimeState, seat: Seat) -> None:
        """Where somebody who needs one more card could take one of its last two cubes."""
        room = state.players[seat].room
        missing = sum(room)
        if missing > 2:
            return
        for number in (2 * seat, 2 * seat + 1):
            stands = state.glasses[number].space
            if stands == IN_HAND:
                continue
            for space in self.next_to[stands]:
                gives = self.gives[space]
                if gives == JOKER or (gives != NOTHING and room[gives] > 0):
                    self.blocks[space] = IN_THE_WAY // missing

    def choose(self, acts: list[Act]) -> Ms:
        """Find the move that promises the most; or say how long to wait for a space instead."""
        best: Act | None = None
        best_value = -1
        for act in acts:
            value = NOTHING
            if isinstance(act, Move) and self.free_in[act.to] == 0:
                mine = act.glass % 2
                if act.to != self.spaces[1 - mine]:
                    value = self.worth(mine, act.to, act.colour)
            elif isinstance(act, Place):
                value = self.worth(1, act.to, act.colour)
            if value > best_value:
                best, best_value = act, value
        self.best = best
        return self.best_wait(best_value)

    def worth(self, mine: int, to: int, colour: int) -> int:
        """What placing one of its glasses there now promises, with this cube or none."""
        value = self.blocks[to] + self.rng.below(200)
        if colour != NO_CUBE:
            value += HORIZON
            if self.left == 1:
                return value + CARD_DONE
            self.room[colour] -= 1
            self.left -= 1
        value += self.go_on(to, self.spaces[1 - mine], self.timer, self.ready_in[1 - mine], DEPTH)
        if colour != NO_CUBE:
            self.room[colour] += 1
            self.left += 1
        return value

    def go_on(self, one: int, other: int, one_in: Ms, other_in: Ms, depth: int) -> int:
        """What the next moves promise; whichever glass is ready first moves first."""
        if depth == 0 or other == NOTHING:
            return 0
        if one_in <= other_in:
            return self.look_ahead(one, other, one_in, other_in, depth)
        return self.look_ahead(other, one, other_in, one_in, depth)

    def look_ahead(self, here: int, partner: int, when: Ms, partner_in: Ms, depth: int) -> int:
        """The best that moving the glass `here` at that time can promise."""
        if when >= HORIZON:
            return 0
        best = 0
        for to in self.next_to[partner]:
            if to == here or self.free_in[to] > when:
                continue
            colour = self.gives[to]
            if colour == JOKER:
                colour = self.any_room()
            again = when + self.timer
            later = max(partner_in, when)
            if colour != NOTHING and self.room[colour] > 0:
                value = HORIZON - when
                if self.free_in[to] > 0:
                    # Somebody stands there now, and may not leave or may not be the only one.
                    value //= 2
                if self.left == 1:
                    value += CARD_DONE
                else:
                    self.room[colour] -= 1
                    self.left -= 1
                    value += self.go_on(to, partner, again, later, depth - 1)
                    self.room[colour] += 1
                    self.left += 1
            else:
                value = self.go_on(to, partner, again, later, depth - 1)
            if value > best:
                best = value
        return best

    def any_room(self) -> int:
        """The colour the card has most room for."""
        best = NOTHING
        most = 0
        for colour in range(COLOUR_COUNT):
            if self.room[colour] > most:
                best, most = colour, self.room[colour]
        return best

    def best_wait(self, act_now: int) -> Ms:
        """How long to wait for a space with a cube it wants; 0 if moving is as good."""
        best: Ms = 0
        best_value = act_now + WAITING_HAS_TO_GAIN
        for mine in range(2):
            partner = self.spaces[1 - mine]
            if self.ready_in[mine] > 0 or self.spaces[mine] == NOTHING or partner == NOTHING:
                continue
            for to in self.next_to[partner]:
                wait = self.free_in[to]
                if not 0 < wait <= LONGEST_WAIT or not self.wants(to):
                    continue
                value = self.look_ahead(
                    self.spaces[mine], partner, wait, self.ready_in[1 - mine], DEPTH
                )
                if value > best_value:
                    best, best_value = wait, value
        return best

    def wants(self, space: int) -> bool:
        colour = self.gives[space]
        return colour == JOKER or (colour != NOTHING and self.room[colour] > 0)

    def choose_place(self, acts: list[Act]) -> Act:
        """The place with the best prospects: for a first glass what lies around it counts."""
        best = acts[0]
        best_value = -1
        for act in acts:
            if not isinstance(act, Place):
                continue
            if self.spaces[0] == NOTHING:
                value = self.prospects(act)
            else:
                value = self.worth(1, act.to, act.colour)
            if value > best_value:
                best, best_value = act, value
        return best

    def prospects(self, act: Place) -> int:
        """Cubes that can be had at a corner: there, next to it, and one space further."""
        value = self.rng.below(3) + (0 if act.colour == NO_CUBE else 12)
        seen: list[int] = [act.to]
        for near in self.next_to[act.to]:
            seen.append(near)
            if self.free_in[near] == 0 and self.wants(near):
                value += 6
        for near in self.next_to[act.to]:
            for far in self.next_to[near]:
                if far not in seen:
                    seen.append(far)
                    if self.free_in[far] == 0 and self.wants(far):
                        value += 3
        return value

    def choose_cube(self, acts: list[Act]) -> Act:
        """Give back the cube that is easiest to take again."""
        best = acts[-1]
        best_value = -1
        for act in acts:
            if not isinstance(act, GiveBack):
                continue
            value = self.rng.below(4)
            for space in self.spaces:
                if space != NOTHING:
                    for near in self.next_to[space]:
                        if self.gives[near] == act.index and self.free_in[near] == 0:
                            value += 4
            if value > best_value:
                best, best_value = act, value
        return best
